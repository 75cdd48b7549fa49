package program

import (
	"os"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"github.com/adrg/xdg"

	"viviscope/gui"
	"viviscope/gui/compose"
	"viviscope/gui/dnd"
	"viviscope/gui/transfer"
)

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

func (p *program) dropTarget(composer *compose.Screen) dnd.Target {
	return drops{composer, func() bool { return p.shell.Place() == gui.Gallery }, p.importPaths, func() { p.shell.Show(gui.Create) }}
}

// takeDrops lets other programs drop things on the window, in place of what took them before.
func (p *program) takeDrops() {
	if p.undrop != nil {
		p.undrop()
	}
	p.undrop = dnd.Attach(p.window, p.dropTarget(p.places.composer), p.post, p.options.Log)
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
