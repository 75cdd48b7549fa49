package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// tableHead is the head of a column. If the table can be sorted by the column, a click, Space or Enter sorts by it, and
// an arrow shows the order.
type tableHead struct {
	clickable
	words    string
	trailing bool // aligned to the right
	height   float32
	order    Order // of the rows, if they are sorted by this column

	ring    *canvas.Rectangle
	caption *canvas.Text
	arrow   *canvas.Image
}

// Order is how rows are sorted by a column.
type Order int

// The orders.
const (
	Unsorted Order = iota
	Rising
	Falling
)

// sortRoom is the width of the arrow beside a head, px at 100 % text.
const sortRoom = 16

func newTableHead(words string, trailing bool, height float32, onTapped func()) *tableHead {
	h := &tableHead{clickable: clickable{OnTapped: onTapped}, words: words, trailing: trailing, height: height}
	h.ExtendBaseWidget(h)
	return h
}

// setOrder shows how the rows are sorted by the column.
func (h *tableHead) setOrder(o Order) {
	if h.order != o {
		h.order = o
		h.Refresh()
	}
}

// Tapped takes the keyboard, so that it does not leave the table.
func (h *tableHead) Tapped(e *fyne.PointEvent) {
	h.focusByPointer(h, h)
	h.clickable.Tapped(e)
}

func (h *tableHead) TypedKey(e *fyne.KeyEvent) {
	h.showRing()
	tapOrPass(h, e)
}

// AccessibilityLabel returns the head and the order of the rows.
func (h *tableHead) AccessibilityLabel() string {
	switch h.order {
	case Rising:
		return joinWords(h.words, lang.X("order", "ascending"))
	case Falling:
		return joinWords(h.words, lang.X("order", "descending"))
	}
	return h.words
}

func (h *tableHead) CreateRenderer() fyne.WidgetRenderer {
	h.ring, h.caption, h.arrow = newRectangle(), newCaption(), newGlyph()
	return Draw(h.least, h.arrange, h.paint, h.ring, h.caption, h.arrow)
}

func (h *tableHead) least() fyne.Size {
	return fyne.NewSize(0, max(h.height, h.caption.MinSize().Height))
}

func (h *tableHead) arrange(s fyne.Size) {
	px := grown(iconTag)
	fitCaption(h.caption, h.words, max(s.Width-px, 1))
	text := h.caption.MinSize()
	x, arrow := float32(0), text.Width+2
	if h.trailing {
		x, arrow = s.Width-text.Width, s.Width-text.Width-px-2
	}
	Place(h.caption, x, (s.Height-text.Height)/2, text.Width, text.Height)
	Place(h.arrow, max(arrow, 0), (s.Height-px)/2, px, px)
	Place(h.ring, -4, 2, s.Width+8, s.Height-4)
}

func (h *tableHead) paint() {
	color := resources.Text2
	if h.hovered || h.order != Unsorted {
		color = resources.Text1
	}
	setCaption(h.caption, h.words, resources.SizeSM, color, fyne.TextStyle{})
	setGlyph(h.arrow, map[Order]fyne.Resource{Rising: resources.IconArrowUp, Falling: resources.IconArrowDown}[h.order], color)
	setRing(h.ring, h.hasRing(), 1)
	h.arrange(h.Size())
}
