package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"viviscope/client/automation"
	"viviscope/client/instance"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// given holds the items to open, from the command line, the system's "open with", or another start.
type given struct {
	pictures []string // one is opened on the canvas
	links    []string // from link files: frames
	imports  []string // folders, clips, several files: the user is asked whether to import them
}

// sortGiven sorts paths by how they are handled. isDir and link read the disk; link returns the target of a link file.
// unread are the link files without a target.
func sortGiven(paths []string, isDir func(string) bool, link func(string) (string, bool)) (g given, unread []string) {
	var files []string
	for _, path := range paths {
		if dnd.IsLinkFile(path) && !isDir(path) {
			if to, ok := link(path); ok {
				g.links = append(g.links, to)
			} else {
				unread = append(unread, path)
			}
			continue
		}
		files = append(files, path)
	}
	if len(files) == 1 && !isDir(files[0]) &&
		slices.Contains(editor.PictureEndings(), strings.ToLower(filepath.Ext(files[0]))) {
		g.pictures = files
	} else {
		g.imports = files
	}
	return g, unread
}

// openGiven opens files and folders, after the welcome screen if that is shown. Any goroutine.
func (p *program) openGiven(paths []string) {
	if len(paths) == 0 {
		return
	}
	p.post(func() {
		if p.state.Load() != running || p.welcoming {
			p.waiting = append(p.waiting, paths...)
			return
		}
		p.shell.Go(func(context.Context) {
			g, unread := sortGiven(paths, isFolder, linkInFile)
			p.shell.Post(func() { p.layOut(g, unread) })
		})
	})
}

// openWaiting opens the items that arrived before the window was ready. Window's goroutine.
func (p *program) openWaiting() {
	p.welcoming = false
	paths := p.waiting
	p.waiting = nil
	p.openGiven(paths)
}

// layOut opens each given item in its place. Window's goroutine.
func (p *program) layOut(g given, unread []string) {
	if len(unread) > 0 {
		p.shell.Say(kit.ToneWarn, lang.L("No link in %s.", filepath.Base(unread[0])),
			lang.L("Choose a link file that points to a picture."))
	}
	if len(g.links) > 0 {
		p.shell.Show(shell.Create)
		p.places.composer.Dropped(dnd.Drop{Links: g.links})
	}
	if len(g.pictures) > 0 {
		p.shell.Show(shell.Create)
		p.places.composer.SetKind(db.EditImage)
		p.withSources([]order.Slot{{File: g.pictures[0]}}, p.places.canvas.OpenSeveral)
	}
	if len(g.imports) > 0 {
		p.shell.Show(shell.Gallery)
		p.importPaths(g.imports)
	}
}

// linkInFile reads the link inside a link file.
func linkInFile(path string) (string, bool) {
	f, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxLinkFile))
	if err != nil {
		return "", false
	}
	return dnd.ReadLinkFile(path, data)
}

// Paths reads the files and folders of a command line, which may be relative or file:// addresses, as absolute paths.
// Each must be there.
func Paths(args []string) ([]string, error) {
	if len(args) > automation.MaxPaths {
		return nil, fmt.Errorf("more than %d files at once; name their folder instead", automation.MaxPaths)
	}
	var paths []string
	for _, arg := range args {
		path := arg
		if strings.HasPrefix(strings.ToLower(arg), "file:") {
			var ok bool
			if path, ok = dnd.FilePath(arg); !ok {
				return nil, fmt.Errorf("%q is no file of this computer", arg)
			}
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, fmt.Errorf("find %q: %w", arg, err)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("open %q: %w", arg, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// maxLinkFile bounds a file that holds a link, bytes.
const maxLinkFile = 64 << 10

// listenForInstances accepts connections of other starts on this library. Without it they can only report that the
// library is open. Off the window's goroutine, under the library's lock.
func (p *program) listenForInstances() {
	listener, err := instance.Listen(p.Library.Dir(), p.options.Log.With("component", "single"),
		p.NewServer(func(paths []string) {
			p.post(p.bringToFront)
			p.openGiven(paths)
		}).Serve)
	if err != nil {
		p.options.Log.Warn("another start cannot reach this window", "err", err)
		return
	}
	p.OnClose(listener.Close)
}
