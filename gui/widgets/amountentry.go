package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

// AmountEntry is a field of one line whose words stand at the right, as money does. Fyne's entry writes from the left: the
// room that it scrolls its words in is moved, and clicks into them with it.
type AmountEntry struct {
	Entry
	shift float32 // how far the words are moved, px
}

// NewAmountEntry makes a field for an amount.
func NewAmountEntry() *AmountEntry {
	a := &AmountEntry{}
	a.scrollSideways()
	a.ExtendBaseWidget(a)
	return a
}

// MouseDown sets the cursor where the words are.
func (a *AmountEntry) MouseDown(e *desktop.MouseEvent) {
	moved := *e
	moved.Position.X = max(moved.Position.X-a.shift, 0)
	a.Entry.MouseDown(&moved)
}

// Dragged selects where the words are.
func (a *AmountEntry) Dragged(e *fyne.DragEvent) {
	moved := *e
	moved.Position.X = max(moved.Position.X-a.shift, 0)
	a.Entry.Dragged(&moved)
}

// CreateRenderer draws the field.
func (a *AmountEntry) CreateRenderer() fyne.WidgetRenderer {
	a.ExtendBaseWidget(a)
	return &amountEntryRenderer{a.Entry.CreateRenderer(), a}
}

type amountEntryRenderer struct {
	fyne.WidgetRenderer
	a *AmountEntry
}

// cursorRoom is what the cursor takes behind the last digit, px.
const cursorRoom = 2

func (r *amountEntryRenderer) Layout(s fyne.Size) {
	r.WidgetRenderer.Layout(s)
	r.align(s)
}

func (r *amountEntryRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.Layout(r.a.Size())
}

// align moves what scrolls to the right, as far as its words leave room.
func (r *amountEntryRenderer) align(s fyne.Size) {
	words := r.a.Text
	if words == "" {
		words = r.a.PlaceHolder
	}
	border := theme.Size(theme.SizeNameInputBorder)
	need := fyne.MeasureText(words, theme.TextSize(), r.a.TextStyle).Width + 2*theme.InnerPadding() + cursorRoom
	r.a.shift = max(s.Width-need, 0)
	for _, o := range r.Objects() {
		if _, ok := o.(fyne.Scrollable); ok {
			Place(o, r.a.shift, border, s.Width-r.a.shift, s.Height-2*border)
		}
	}
}
