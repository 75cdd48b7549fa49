package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/adrg/xdg"
	"github.com/skratchdot/open-golang/open"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/lang"
	"viviscope/gui/single"
	"viviscope/gui/transfer"
	"viviscope/gui/widgets"
)

// given is what the program was asked to open, from the command line, by the system's "open with", or through another start.
type given struct {
	pictures []string // one: it lies on the canvas
	links    []string // from link files: frames
	imports  []string // folders, clips, several files: asked whether to import them
}

// maxLinkFile bounds a file that holds a link, bytes.
const maxLinkFile = 64 << 10

// sortGiven says what becomes of each path. isDir and link look at the disk; link returns what a link file leads to.
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
	if len(files) == 1 && !isDir(files[0]) && slices.Contains(editor.PictureEndings(), strings.ToLower(filepath.Ext(files[0]))) {
		g.pictures = files
	} else {
		g.imports = files
	}
	return g, unread
}

// openGiven opens files and folders. Any goroutine; where the first start is still being welcomed, they wait for its end.
func (p *program) openGiven(paths []string) {
	if len(paths) == 0 {
		return
	}
	p.post(func() {
		if p.state.Load() != running || p.welcoming {
			p.waiting = append(p.waiting, paths...)
			return
		}
		p.shell.Do(lang.L("Could not open what the program was given."), func(context.Context) error {
			g, unread := sortGiven(paths, isFolder, linkInFile)
			p.shell.Post(func() { p.layOut(g, unread) })
			return nil
		})
	})
}

// openWaiting opens what came before the window was ready for it. Window's goroutine.
func (p *program) openWaiting() {
	p.welcoming = false
	paths := p.waiting
	p.waiting = nil
	p.openGiven(paths)
}

// layOut brings what was given to where it belongs. Window's goroutine.
func (p *program) layOut(g given, unread []string) {
	if len(unread) > 0 {
		p.shell.Say(widgets.ToneWarn, lang.L("No link in %s.", filepath.Base(unread[0])), lang.L("A link file that leads to a picture is needed."))
	}
	if len(g.links) > 0 {
		p.shell.Show(gui.Create)
		p.places.composer.Dropped(dnd.Drop{Links: g.links})
	}
	if len(g.pictures) > 0 {
		p.shell.Show(gui.Create)
		p.places.composer.SetKind(db.EditImage)
		p.openOnCanvas(g.pictures, nil)
	}
	if len(g.imports) > 0 {
		p.shell.Show(gui.Gallery)
		p.importPaths(g.imports)
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
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

// Paths reads the files and folders of a command line, which may be relative or file:// addresses, as absolute paths. Each must
// be there.
func Paths(args []string) ([]string, error) {
	if len(args) > single.MaxPaths {
		return nil, fmt.Errorf("more than %d files at once; name their folder instead", single.MaxPaths)
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

// openFile hands a file to the system's player or viewer.
func openFile(path string) error { return open.Start(path) }

// reveal shows a file in the system's file manager, selected where the system can do that.
func reveal(path string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", "-R", path).Start()
	case "windows":
		// Explorer answers 1 even when all is well.
		err := exec.Command("explorer", "/select,", path).Run()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil
		}
		return err
	}
	// The file managers of the free desktops share this call (freedesktop.org, File Manager D-Bus Interface).
	show := exec.Command("dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.FileManager1", "--type=method_call",
		"/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", "array:string:"+fileURL(path), "string:")
	if show.Run() == nil {
		return nil
	}
	return open.Start(filepath.Dir(path))
}

// fileURL writes a path as a URL; dbus-send parts its arrays at commas, so those are escaped too.
func fileURL(path string) string {
	return strings.ReplaceAll((&url.URL{Scheme: "file", Path: path}).String(), ",", "%2C")
}

// hostOf is the host of a base URL: the name that a profile gets until a person gives it a better one.
func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return "My service"
	}
	return u.Host
}

// mediaEndings are the names of files that can be imported.
var mediaEndings = []string{".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".mp4", ".m4v", ".mov"}

// transferDeps is what the sheets for import and export work with.
func (p *program) transferDeps() transfer.Deps {
	folder := xdg.UserDirs.Documents
	if _, err := os.Stat(folder); err != nil {
		folder = xdg.Home
	}
	return transfer.Deps{Host: p.shell, Nav: nav{p}, Library: p.lib, Posters: p.thumbs, Folder: folder}
}

// importFile lets a person choose a picture or a clip to import. Window's goroutine.
func (p *program) importFile() {
	nav{p}.ChooseFile(mediaEndings, func(path string) { p.importPaths([]string{path}) })
}

// importFolder lets a person choose a folder to import. Window's goroutine.
func (p *program) importFolder() {
	nav{p}.ChooseFolder(func(path string) { p.importPaths([]string{path}) })
}

// importPaths asks whether files and folders are to be imported. Window's goroutine.
func (p *program) importPaths(paths []string) { transfer.ShowImport(p.transferDeps(), paths) }

// drops takes what is dragged into the window: over the gallery folders and several files are imported, everything else
// goes to the composer.
type drops struct {
	dnd.Target
	gallery func() bool // it is in front
	take    func(paths []string)
	create  func() // brings the composer to the front
}

func (p *program) dropTarget() dnd.Target {
	return drops{p.places.composer, func() bool { return p.shell.Place() == gui.Gallery }, p.importPaths, func() { p.shell.Show(gui.Create) }}
}

// takeDrops lets other programs drop things on the window, in place of what took them before.
func (p *program) takeDrops() {
	if p.undrop != nil {
		p.undrop()
	}
	p.undrop = dnd.Attach(p.window, p.dropTarget(), p.post, p.options.Log)
}

// Over implements [dnd.Target].
func (d drops) Over(at fyne.Position, what dnd.Offer) bool {
	if d.toLibrary(what.Files, what.Links) {
		return true
	}
	return d.Target.Over(at, what)
}

// Dropped implements [dnd.Target].
func (d drops) Dropped(drop dnd.Drop) {
	if d.toLibrary(drop.Files, drop.Links) {
		d.Leave()
		d.take(drop.Files)
		return
	}
	d.create()
	d.Target.Dropped(drop)
}

// toLibrary reports whether something is imported. The disk is not asked: a name without an ending is taken for a folder's.
func (d drops) toLibrary(files, links []string) bool {
	if len(links) > 0 || len(files) == 0 || !d.gallery() {
		return false
	}
	return len(files) > 1 && !slices.ContainsFunc(files, dnd.IsLinkFile) || filepath.Ext(files[0]) == ""
}
