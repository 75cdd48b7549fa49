package viewer

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
)

// board has the keyboard while no button has it. It takes no room, draws nothing and takes no click.
type board struct {
	widget.BaseWidget
	s *Screen
}

func newBoard(s *Screen) *board {
	b := &board{s: s}
	b.ExtendBaseWidget(b)
	return b
}

// FocusGained does nothing: what is shown is as large as it can be, and a ring around it would tell nothing.
func (b *board) FocusGained() {}

// FocusLost ends what a key that is held does: it will come up elsewhere.
func (b *board) FocusLost() {
	b.s.versus.pair.FocusLost()
	b.s.pic.stage.HoldPan(false)
}

// TypedRune does nothing; keys arrive at TypedKey.
func (b *board) TypedRune(rune) {}

// TypedKey does what a key means, and hands the others to the window.
func (b *board) TypedKey(e *fyne.KeyEvent) {
	if b.s.Key(e) {
		return
	}
	if c := b.s.d.Canvas(); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// KeyDown begins what lasts while a key is held.
func (b *board) KeyDown(e *fyne.KeyEvent) {
	switch {
	case b.s.versus.on:
		b.s.versus.pair.KeyDown(e)
	case e.Name == fyne.KeySpace && b.s.asset.Kind == db.Picture:
		b.s.pic.stage.HoldPan(true)
	}
}

// KeyUp ends it.
func (b *board) KeyUp(e *fyne.KeyEvent) {
	b.s.versus.pair.KeyUp(e)
	if e.Name == fyne.KeySpace {
		b.s.pic.stage.HoldPan(false)
	}
}

// CreateRenderer draws nothing.
func (b *board) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}
