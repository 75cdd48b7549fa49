package folder

import (
	"path/filepath"
	"regexp"
	"strings"
)

// syncFolder matches folder names of sync clients, such as "OneDrive - Company".
var syncFolder = regexp.MustCompile(`(?i)^(OneDrive|Dropbox|Google ?Drive|iCloud ?Drive|Mobile Documents|Nextcloud|Syncthing)(?: ?[-(].*)?$`)

// SyncedBy returns the name of the sync client's folder that contains a path, or "". A sync client can damage a
// database: it copies the files one by one while they change, and locks them meanwhile. Only names are checked.
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

// cutLast splits a path at its last separator.
func cutLast(path string) (parent, name string, found bool) {
	i := strings.LastIndexAny(path, `/\`)
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}
