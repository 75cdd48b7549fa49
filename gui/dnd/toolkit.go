package dnd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"fyne.io/fyne/v2"
)

// toolkit takes what the toolkit itself delivers: files, and links that it has taken for files.
type toolkit struct {
	*receiver
	wayland func() bool // on the window's goroutine
}

// dropped is called by the toolkit, on the window's goroutine. Nothing hovered before: the toolkit tells of the drop alone.
func (k toolkit) dropped(at fyne.Position, uris []fyne.URI) {
	if k.detached || !k.open() {
		return
	}
	// On Wayland the position is wherever the pointer last was before the drag. Elsewhere it is that of the drop, except that the
	// toolkit forgets it when the window loses the focus; it is the corner then, where nothing can be dropped by hand.
	placed := !k.wayland() && !at.IsZero()
	var paths []string
	for _, uri := range uris {
		if len(paths) == maxEntries {
			break
		}
		paths = append(paths, filepath.FromSlash(uri.Path()))
	}
	go func() { // looks at the disk
		c, damaged := sorted(paths)
		d := resolve(c)
		d.Damaged = damaged
		k.post(func() {
			if k.detached || (len(d.Links) == 0 && len(d.Files) == 0 && !d.Damaged) {
				return
			}
			if placed {
				d.At, d.Placed = at, true
			}
			k.log.Debug("drop arrived through the toolkit", "links", len(d.Links), "files", len(d.Files), "damaged", d.Damaged)
			k.target.Dropped(d)
		})
	}()
}

// sorted tells files from links that were taken for files.
func sorted(paths []string) (c content, damaged bool) {
	for _, path := range paths {
		_, err := os.Lstat(path)
		switch {
		case err == nil || !errors.Is(err, fs.ErrNotExist) && !damagedLink.MatchString(path):
			c.entries = append(c.entries, entry{file: path})
		case damagedLink.MatchString(path):
			damaged = true
		}
		// What is neither was made up: the toolkit reads beyond the end of a malformed list.
	}
	return c, damaged
}

// damagedLink finds a link that was decoded, cleaned and put below the working directory: <directory>/https:/host/path. What it was
// cannot be known: a decoded %2F or %26 leaves no trace.
var damagedLink = regexp.MustCompile(`(?i)(^|[/\\])https?:[/\\]`)
