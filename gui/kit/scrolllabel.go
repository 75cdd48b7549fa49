package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

const (
	labelShown = time.Second // after the last scroll
	labelRoom  = 8           // between the label and the scroll bar, px
)

// scrollLabel is the label beside the thumb of a scroll bar. It covers the rows, takes no clicks and affects no layout.
type scrollLabel struct {
	text   *Text
	box    *fyne.Container
	seen   scrollPlace // when the rows were placed last
	cancel func() bool // of the timer that hides the label
}

// scrollPlace is a scroll offset within one layout of the rows.
type scrollPlace struct {
	wall         *TileWall
	total, sight float32 // heights, px
	offset       float32
}

func newScrollLabel() *scrollLabel {
	l := &scrollLabel{text: NewText("", resources.SizeBody, resources.Text1, true), cancel: func() bool { return true }}
	l.box = container.NewStack(newBox(resources.BgRaised, resources.LineStrong, radiusControl),
		NewInset(4, 10, 4, 10, l.text))
	l.box.Hide()
	return l
}

// scrolled reports whether the rows were scrolled since the last call. A new layout that keeps the visible rows does
// not count.
func (l *scrollLabel) scrolled(now scrollPlace) bool {
	before := l.seen
	l.seen = now
	moved := before.offset != now.offset
	before.offset = now.offset
	return moved && before == now
}

func (l *scrollLabel) hide() {
	l.cancel()
	Show(l.box, false)
}

// showLabel shows the label of the topmost tile for a while if the rows were scrolled, and hides it after any other
// change of the layout.
func (j *JustifiedRows) showLabel() {
	l, size := j.label, j.body.scroll.Size()
	now := scrollPlace{j.wall, j.lay.total, size.Height, j.Offset()}
	if now == l.seen {
		return
	}
	first, end := j.VisibleRange()
	if !l.scrolled(now) || first >= end {
		l.hide()
		return
	}
	text := j.LabelOf(first)
	if text == "" {
		l.hide()
		return
	}
	l.text.SetText(text)
	least := l.box.MinSize()
	thumb := j.body.thumb()
	y := min(max(thumb-least.Height/2, 0), max(size.Height-least.Height, 0))
	bar := 2 * theme.Size(theme.SizeNameScrollBarSmall)
	Place(l.box, size.Width-bar-labelRoom-least.Width, y, least.Width, least.Height)
	Show(l.box, true)
	l.cancel()
	l.cancel = j.Later(labelShown, l.hide)
}

// thumb returns the middle of the thumb of the scroll bar, px from its top. It follows the toolkit's own arithmetic.
func (b *recycler) thumb() float32 {
	sight, whole := b.scroll.Size().Height, b.list.height()
	if whole <= sight {
		return sight / 2
	}
	height := max(sight*sight/whole, theme.Size(theme.SizeNameScrollBar))
	return height/2 + (sight-height)*b.scroll.Offset.Y/(whole-sight)
}
