package compose

import (
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// usualWidth is the width of the composer in px, so that the form looks the same beside any feed. Beside the edit
// canvas it may be as narrow as leastWidth.
const (
	usualWidth = 416
	leastWidth = 392
)

// inset is the space at the left and right of the form, in px.
const inset = 16

// linkRoom is the space that a line with a link or a small button has above and below its words, px. It replaces the
// gap between rows.
const linkRoom = 6

// labelWidth is the room of the labels of the form, in px at 100 % text.
const labelWidth = 96

// quietInset is the room that a quiet button keeps beside its words, px: without it they line up with the labels.
const quietInset = 10

// foldIcon is the icon of what can be folded away.
func foldIcon(open bool) fyne.Resource {
	if open {
		return resources.IconChevronDown
	}
	return resources.IconChevronRight
}

// toneOf returns the colour of a text that may report an error.
func toneOf(wrong bool, right fyne.ThemeColorName) fyne.ThemeColorName {
	if wrong {
		return resources.Err
	}
	return right
}
