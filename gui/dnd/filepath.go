package dnd

import (
	"net/url"
	"path/filepath"
	"strings"
)

// FilePath returns the file that a text names, as file managers put it on the clipboard: a path from the root, or a file URI.
// Only its first line counts; false where that names no file.
func FilePath(text string) (string, bool) {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	if u, err := url.Parse(line); err == nil && u.Scheme == "file" && u.Path != "" {
		path := u.Path
		if len(path) > 2 && path[0] == '/' && path[2] == ':' { // file:///C:/…
			path = path[1:]
		}
		return filepath.FromSlash(path), true
	}
	return line, filepath.IsAbs(line)
}
