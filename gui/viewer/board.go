package viewer

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

// board has the focus while no control has it. It has no size, draws nothing and takes no click.
type board struct {
	widget.BaseWidget
	kit.TextRole
	presses kit.Presses
	host    action.Host
	now     *subject

	// does the action of a key; false if it has none. repeats: the key is held, and was typed before
	onTyped func(e *fyne.KeyEvent, repeats bool) bool
	onHold  func(e *fyne.KeyEvent, down bool) // a key was pressed or released
	onLost  func()                            // the focus is lost: held keys will be released elsewhere
}

func newBoard(host action.Host, now *subject) *board {
	b := &board{host: host, now: now}
	b.ExtendBaseWidget(b)
	return b
}

func (b *board) AccessibilityLabel() string { return wording.AssetTitle(b.now.asset) }

// FocusGained does nothing: the asset fills the viewer, and a focus ring around it would have no meaning.
func (b *board) FocusGained() {}

func (b *board) FocusLost() { b.presses.Release(); b.onLost() }

func (b *board) TypedRune(rune) {}

// TypedKey does the action of a key, and passes other keys to the window.
func (b *board) TypedKey(e *fyne.KeyEvent) {
	if b.onTyped(e, b.presses.Repeats(e)) {
		return
	}
	if typed := b.host.Canvas().OnTypedKey(); typed != nil {
		typed(e)
	}
}

func (b *board) KeyDown(e *fyne.KeyEvent) { b.presses.KeyDown(e); b.onHold(e, true) }

func (b *board) KeyUp(e *fyne.KeyEvent) { b.presses.KeyUp(e); b.onHold(e, false) }

func (b *board) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}
