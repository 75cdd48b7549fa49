package folder

import (
	"path/filepath"
	"regexp"
	"strings"
)

// syncFolder matches the name of a folder that a program keeps equal to a copy elsewhere, such as "OneDrive - Company".
var syncFolder = regexp.MustCompile(`(?i)^(OneDrive|Dropbox|Google ?Drive|iCloud ?Drive|Mobile Documents|Nextcloud|Syncthing)(?: ?[-(].*)?$`)

// SyncedBy returns the name of the folder above a path that is kept equal to a copy elsewhere, or "". A database
// there can be damaged: its files are copied one by one while they change, and held while the program needs them.
// Only names are looked at.
func SyncedBy(path string) string {
	for dir := filepath.ToSlash(path); ; {
		parent, name, found := cutLast(dir)
		if syncFolder.MatchString(name) {
			return name
		}
		if !found {
			return ""
		}
		dir = parent
	}
}

func cutLast(path string) (parent, name string, found bool) {
	i := strings.LastIndexAny(path, `/\`)
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}
