package wording

import (
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// SyncWarning returns the warning about a library folder that a program syncs with a remote copy; "" for any other
// folder.
func SyncWarning(dir string) string {
	name := folder.SyncedBy(dir)
	if name == "" {
		return ""
	}
	return lang.L("%s is synced, which can damage the library. Choose a folder that is not.", name)
}
