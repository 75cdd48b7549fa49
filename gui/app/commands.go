package app

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/resources"
)

// actions returns the actions of the places and of the program.
func (p *program) actions() []action.Action {
	at := p.places
	canvas := at.canvas.Actions()
	if at.composer.Form().Kind != db.EditImage {
		for i := range canvas {
			canvas[i].Hidden = true
		}
	}
	list := slices.Concat(p.inBoards(at.boards.Actions()), at.gallery.Actions(), at.viewer.Actions(), canvas,
		at.costs.Actions(),
		at.settings.Actions(func() { p.shell.Show(shell.Settings) }),
		p.languageActions(), p.programActions())
	for _, a := range at.composer.Actions() {
		list = append(list, p.inCreate(a))
	}
	return list
}

// inCreate makes an action of the composer show the composer first. An action that spends does only that if the price
// was not visible.
func (p *program) inCreate(a action.Action) action.Action {
	do := a.Do
	// their keys have another meaning there
	a.Hidden = a.Hidden || p.shell.InFront(shell.Boards) && (a.Spends || a.ID == "edit.save")
	a.Do = func() {
		seen := p.shell.InFront(shell.Create)
		p.shell.Show(shell.Create)
		if seen || !a.Spends {
			do()
		}
	}
	return a
}

// programActions returns the actions that belong to several places, or to none.
func (p *program) programActions() []action.Action {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	library, help := lang.X("menu", "Library"), lang.X("menu", "Help")
	costs, inCosts := lang.L("Costs"), p.shell.InFront(shell.Costs) // which has these itself
	return []action.Action{
		{ID: "program.prices", Group: costs, Label: lang.L("Prices"), Hidden: inCosts, Do: navigating{p}.ShowPrices},
		{ID: "program.csv", Group: costs, Label: lang.L("Export CSV…"), Hidden: inCosts, Do: func() {
			p.shell.Show(shell.Costs)
			p.places.costs.ExportCSV()
		}},
		{ID: "program.profile", Group: lang.L("Settings"), Label: lang.L("Add profile…"), Do: func() {
			p.shell.Show(shell.Settings)
			p.places.settings.AddProfile()
		}},
		{ID: "job.track", Group: lang.X("menu", "Job"), Label: lang.L("Track a task ID…"),
			Keys: action.KeysWith(shift, fyne.KeyT), Do: func() {
				p.shell.Show(shell.Queue)
				p.places.jobs.TrackTask()
			}},
		{ID: "job.approve", Group: lang.X("menu", "Job"), Label: lang.L("Review request for approval…"),
			Keys: action.KeysWith(shift, fyne.KeyA),
			Do:   func() { p.places.jobs.Review("") }},
		{ID: "library.search", Group: library, Label: lang.L("Search the gallery"),
			Keys: action.KeysWith(ctrl, fyne.KeyF), Do: func() {
				p.shell.Show(shell.Gallery)
				p.shell.Canvas().Focus(p.places.gallery.SearchField())
			}},
		{ID: "library.import", Group: library, Label: lang.L("Import files…"), Keys: action.KeysWith(ctrl, fyne.KeyI),
			Do: p.importFile},
		{ID: "library.importFolder", Group: library, Label: lang.L("Import a folder…"),
			Keys: action.KeysWith(shift, fyne.KeyI),
			Do:   p.importFolder},
		{ID: "library.folder", Group: library, Label: lang.L("Show in folder"), Icon: resources.IconFolderOpen,
			Keys: action.KeysWith(shift, fyne.KeyO), Do: p.showFolder},
		{ID: "library.use", Group: library, Label: lang.L("Use another folder…"), Do: p.askFolder},
		{ID: "library.rebuild", Group: library, Label: lang.L("Rebuild the database from the files…"),
			Do: p.askRebuild},
		{ID: "help.guide", Group: help, Label: lang.L("User guide"), Keys: action.KeysWith(ctrl, fyne.KeyF1),
			Do: p.showGuide},
		{ID: "help.log", Group: help, Label: lang.L("Show log"), Do: p.showLog},
		{ID: "help.diagnostics", Group: help, Label: lang.L("Copy diagnostics"), Do: p.copyDiagnostics},
	}
}

// inPlace does the one in the place of boards, and the other elsewhere.
func (p *program) inPlace(boards, other func()) func() {
	return func() {
		if p.shell.Place() == shell.Boards {
			boards()
		} else {
			other()
		}
	}
}

// inBoards makes actions of boards show their place first. If it was not shown, most do only that.
func (p *program) inBoards(list []action.Action) []action.Action {
	for i, a := range list {
		if a.Do != nil {
			list[i].Do = func() {
				seen := p.shell.InFront(shell.Boards)
				if !seen {
					p.shell.Show(shell.Boards)
				}
				if seen || a.ID == "board.new" || a.ID == "board.cast" {
					a.Do()
				}
			}
		}
	}
	return list
}
