package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
)

// below returns the position of a menu below a button.
func below(b *kit.Button) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(0, b.Size().Height+4)
}

// openMenu shows actions as a menu.
func openMenu(host action.Host, list []action.Action, at fyne.Position) {
	kit.ShowMenu(host.Canvas(), action.Menu(list, host.Post), at)
}
