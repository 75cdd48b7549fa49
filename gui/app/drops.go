package app

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/boards"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// drops handles drops into the window. Folders and several files that are dropped on the gallery are imported. Files
// that are dropped on an entry of the cast become its pictures. Everything else goes to the composer.
type drops struct {
	dnd.Target
	gallery func() bool // reports whether the gallery is shown
	boards  func() bool // reports whether the boards are shown
	cast    boards.CastDrops
	take    func(paths []string)
	create  func() // shows the composer
	failed  func(error)
}

func (d drops) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	if d.boards() {
		if accepted, words := d.cast.Over(at, what); accepted {
			return true, words
		}
	}
	if d.toLibrary(what.Files, what.Links) {
		return true, ""
	}
	return d.Target.Over(at, what)
}

func (d drops) Dropped(drop dnd.Drop) {
	if drop.Failed != nil {
		d.failed(drop.Failed)
		if len(drop.Links)+len(drop.Files) == 0 {
			d.Leave()
			return
		}
	}
	if d.toLibrary(drop.Files, drop.Links) {
		d.Leave()
		d.take(drop.Files)
		return
	}
	if d.boards() && len(drop.Links) == 0 && d.cast.Take(drop) {
		d.Target.Leave()
		return
	}
	d.create()
	d.Target.Dropped(drop)
}

// toLibrary reports whether a drop is imported. It does not read the disk: a name without extension counts as a folder.
func (d drops) toLibrary(files, links []string) bool {
	if len(links) > 0 || len(files) == 0 || !d.gallery() {
		return false
	}
	return len(files) > 1 && !slices.ContainsFunc(files, dnd.IsLinkFile) || filepath.Ext(files[0]) == ""
}

// takeDrops lets other programs drop things on the window, in place of what took them before.
func (p *program) takeDrops() {
	if p.undrop != nil {
		p.undrop()
	}
	inGallery := func() bool { return p.shell.Place() == shell.Gallery }
	inBoards := func() bool { return p.shell.Place() == shell.Boards }
	failed := func(err error) { p.shell.Failed(lang.L("The picture was not taken."), err) }
	target := drops{p.places.composer, inGallery, inBoards, p.places.boards.Drops(), p.importPaths,
		func() { p.shell.Show(shell.Create) }, failed}
	p.undrop = dnd.Attach(p.window, p.handle(), target, p.keepPicture, p.post, p.options.Log)
}
