package shell

import (
	"fyne.io/fyne/v2"
)

// closedPlace is shown in the place of a screen that panicked twice.
type closedPlace struct {
	content fyne.CanvasObject
	first   fyne.Focusable
}
