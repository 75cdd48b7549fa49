package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// NewSearchEntry makes a search field, which takes the spare width of a row or a header. What stands in it while it is
// empty is cut where it is too long, so that nothing is there to be scrolled.
func NewSearchEntry(placeholder string) *Entry {
	e := NewEntry()
	e.search, e.hint = true, placeholder
	e.Icon = resources.Tint(resources.IconSearch(), resources.Text3)
	e.PlaceHolder = placeholder
	return e
}

// SetPlaceHolder replaces what stands in the field while it is empty.
func (e *Entry) SetPlaceHolder(text string) {
	e.hint = text
	e.Entry.SetPlaceHolder(text)
}

// fitHint cuts what stands in an empty search field to its width.
func (e *Entry) fitHint(width float32) {
	room := width - theme.Size(theme.SizeNameInlineIcon) - 4*theme.Size(theme.SizeNameInnerPadding)
	if e.ActionItem != nil {
		room -= e.ActionItem.MinSize().Width
	}
	size := theme.Size(theme.SizeNameText)
	fits := func(s string) bool { return fyne.MeasureText(s, size, e.TextStyle).Width <= room }
	words := e.hint
	for cut := []rune(e.hint); !fits(words) && len(cut) > 0; {
		cut = cut[:len(cut)-1]
		words = strings.TrimRight(string(cut), " ") + "…"
	}
	if words != e.PlaceHolder {
		e.Entry.SetPlaceHolder(words)
	}
}

// centreIcon puts the sign of a search field into the middle of its height, which grows with the text.
func (r *entryRenderer) centreIcon(height float32) {
	for _, o := range r.WidgetRenderer.Objects() {
		if icon, ok := o.(*canvas.Image); ok {
			icon.Move(fyne.NewPos(icon.Position().X, (height-icon.Size().Height)/2))
		}
	}
}
