package wording

import (
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// SyncWarning returns the warning about the folder of a library that a program keeps equal to a copy elsewhere; ""
// for any other folder.
func SyncWarning(dir string) string {
	name := folder.SyncedBy(dir)
	if name == "" {
		return ""
	}
	return lang.L("%s is synced, which can damage the library. Choose a folder that is not.", name)
}
