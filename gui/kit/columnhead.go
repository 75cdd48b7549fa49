package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// ColumnHead is the head of a column of a table or a list. If the rows can be sorted by the column, a click, Space or
// Enter sorts by it, and an arrow shows the order.
type ColumnHead struct {
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

// arrowGap is the gap between a head and its arrow, px.
const arrowGap = 2

// HeadWidth returns the width of the head of a column, px. If it sorts, it has room for the arrow.
func HeadWidth(words string, sorts bool) float32 {
	w := fyne.MeasureText(words, theme.Size(resources.SizeSM), fyne.TextStyle{}).Width
	if sorts {
		w += grown(iconTag) + arrowGap
	}
	return w
}

// NewColumnHead makes the head of a column that the rows are not sorted by, with a least height in px. onTapped sorts.
func NewColumnHead(words string, trailing bool, height float32, onTapped func()) *ColumnHead {
	h := &ColumnHead{clickable: clickable{OnTapped: onTapped}, words: words, trailing: trailing, height: height}
	h.ExtendBaseWidget(h)
	return h
}

// Order returns the order that is shown.
func (h *ColumnHead) Order() Order { return h.order }

// SetOrder shows how the rows are sorted by the column.
func (h *ColumnHead) SetOrder(o Order) {
	if h.order != o {
		h.order = o
		h.Refresh()
	}
}

// Tapped takes the keyboard, so that it does not leave the table.
func (h *ColumnHead) Tapped(e *fyne.PointEvent) {
	h.focusByPointer(h, h)
	h.clickable.Tapped(e)
}

func (h *ColumnHead) TypedKey(e *fyne.KeyEvent) {
	h.showRing()
	tapOrPass(h, e)
}

// AccessibilityLabel returns the head and the order of the rows.
func (h *ColumnHead) AccessibilityLabel() string {
	switch h.order {
	case Rising:
		return joinWords(h.words, lang.X("order", "ascending"))
	case Falling:
		return joinWords(h.words, lang.X("order", "descending"))
	}
	return h.words
}

func (h *ColumnHead) CreateRenderer() fyne.WidgetRenderer {
	h.ring, h.caption, h.arrow = newRectangle(), newCaption(), newGlyph()
	return Draw(h.least, h.arrange, h.paint, h.ring, h.caption, h.arrow)
}

func (h *ColumnHead) least() fyne.Size {
	return fyne.NewSize(0, max(h.height, h.caption.MinSize().Height))
}

func (h *ColumnHead) arrange(s fyne.Size) {
	px, room := grown(iconTag), s.Width
	if h.order != Unsorted {
		room -= px + arrowGap
	}
	fitCaption(h.caption, h.words, max(room, 1))
	text := h.caption.MinSize()
	x, arrow := float32(0), text.Width+arrowGap
	if h.trailing {
		x, arrow = s.Width-text.Width, s.Width-text.Width-px-arrowGap
	}
	Place(h.caption, x, (s.Height-text.Height)/2, text.Width, text.Height)
	Place(h.arrow, max(arrow, 0), (s.Height-px)/2, px, px)
	Place(h.ring, -4, 2, s.Width+8, s.Height-4)
}

func (h *ColumnHead) paint() {
	color := resources.Text2
	if h.hovered || h.order != Unsorted {
		color = resources.Text1
	}
	setCaption(h.caption, h.words, resources.SizeSM, color, fyne.TextStyle{})
	setGlyph(h.arrow, map[Order]fyne.Resource{Rising: resources.IconArrowUp, Falling: resources.IconArrowDown}[h.order],
		color)
	setRing(h.ring, h.hasRing(), 1)
	h.arrange(h.Size())
}
