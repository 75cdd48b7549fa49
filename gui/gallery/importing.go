package gallery

import (
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// newImportButton returns the button that imports files or a folder.
func newImportButton(w *wall) *kit.Button {
	b := kit.NewButton(lang.L("Import…"), resources.IconPlus, kit.Plain, nil)
	b.OnTapped = func() { openImportMenu(w, b) }
	return b
}

// openImportMenu opens the menu of a button that imports.
func openImportMenu(w *wall, under fyne.CanvasObject) { w.openMenu(importActions(w), below(under)) }

// importActions lists what can be imported. A dialog for files cannot choose folders too.
func importActions(w *wall) []action.Action {
	return []action.Action{
		{Label: lang.L("Import files…"), Do: w.d.Exchange.ImportFiles},
		{Label: lang.L("Import a folder…"), Do: w.d.Exchange.ImportFolder},
	}
}
