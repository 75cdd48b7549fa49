package program

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/action"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// actions are what can be done in the places and with the program.
func (p *program) actions() []action.Action {
	at := p.places
	canvas := at.canvas.Actions()
	if at.composer.Form().Kind != db.EditImage {
		for i := range canvas {
			canvas[i].Hidden = true
		}
	}
	list := slices.Concat(at.gallery.Actions(), at.viewer.Actions(), canvas, at.costs.Actions(), p.languageActions(), p.programActions())
	for _, a := range at.composer.Actions() {
		list = append(list, p.inCreate(a))
	}
	return list
}

// inCreate has an action of the composer bring it to the front. One that spends does no more than that where the price is not in sight.
func (p *program) inCreate(a action.Action) action.Action {
	do := a.Do
	a.Do = func() {
		seen := p.shell.InFront(gui.Create)
		p.shell.Show(gui.Create)
		if seen || !a.Spends {
			do()
		}
	}
	return a
}

// keysChanged has the places show the keys that their actions have now.
func (p *program) keysChanged() {
	p.places.canvas.ShowKeys()
	p.places.gallery.ShowKeys()
	p.places.viewer.ShowKeys()
}

// programActions lead to what several places have to do with, or none.
func (p *program) programActions() []action.Action {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	library, help := lang.X("menu", "Library"), lang.X("menu", "Help")
	return []action.Action{
		{ID: "job.track", Group: lang.X("menu", "Job"), Label: lang.L("Track a task ID…"), Keys: keymap.With(shift, fyne.KeyT), Do: func() {
			p.shell.Show(gui.Queue)
			p.places.jobs.TrackTask()
		}},
		{ID: "library.search", Group: library, Label: lang.L("Search the gallery"), Keys: keymap.With(ctrl, fyne.KeyF), Do: func() {
			p.shell.Show(gui.Gallery)
			p.shell.Window().Canvas().Focus(p.places.gallery.SearchField())
		}},
		{ID: "library.import", Group: library, Label: lang.L("Import a file…"), Keys: keymap.With(ctrl, fyne.KeyI), Do: p.importFile},
		{ID: "library.importFolder", Group: library, Label: lang.L("Import a folder…"), Keys: keymap.With(shift, fyne.KeyI), Do: p.importFolder},
		{ID: "library.folder", Group: library, Label: lang.L("Show the folder"), Icon: resources.IconFolderOpen(), Keys: keymap.With(shift, fyne.KeyO), Do: p.showFolder},
		{ID: "library.move", Group: library, Label: lang.L("Move the library…"), Do: p.askMove},
		{ID: "library.rebuild", Group: library, Label: lang.L("Rebuild the database from the files…"), Do: p.askRebuild},
		{ID: "help.guide", Group: help, Label: lang.L("User guide"), Keys: keymap.With(ctrl, fyne.KeyF1), Do: p.showGuide},
		{ID: "help.log", Group: help, Label: lang.L("Show log"), Do: p.showLog},
		{ID: "help.diagnostics", Group: help, Label: lang.L("Diagnostics…"), Do: p.diagnose},
	}
}
