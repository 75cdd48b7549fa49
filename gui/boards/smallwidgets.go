package boards

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

const (
	headerHeight  = 47 // of the header of a page, and of that of the inspector, px
	pictureRadius = 4  // of the corners of a picture, px
)

// smallText returns an empty text beside or below a control.
func smallText() *kit.Text { return kit.NewText("", resources.SizeSM, resources.Text2, false) }

// openMenu opens a menu below a control.
func openMenu(host action.Host, below fyne.CanvasObject, list ...action.Action) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(below).AddXY(0, below.Size().Height+2)
	kit.ShowMenu(host.Canvas(), action.Menu(list, host.Post), at)
}

// askName asks for a new name of a board.
func askName(host action.Host, now string, do func(name string)) {
	kit.AskName(host.Canvas(), lang.L("Rename the board"), "", now, lang.L("Rename"), do)
}
