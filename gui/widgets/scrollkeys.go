package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// scrollStep is how far one press of an arrow scrolls, px.
const scrollStep = 48

// ScrollBy moves what is scrolled, by the key that was pressed: an arrow, a page, or to an end. Other keys do nothing.
func ScrollBy(scroll *container.Scroll, key fyne.KeyName) {
	page, all := scroll.Size().Height, scroll.Content.MinSize().Height
	y := scroll.Offset.Y
	switch key {
	case fyne.KeyUp:
		y -= scrollStep
	case fyne.KeyDown:
		y += scrollStep
	case fyne.KeyPageUp:
		y -= page - scrollStep
	case fyne.KeyPageDown, fyne.KeySpace:
		y += page - scrollStep
	case fyne.KeyHome:
		y = 0
	case fyne.KeyEnd:
		y = all
	}
	scroll.Offset.Y = max(0, min(y, all-page))
	scroll.Refresh()
}
