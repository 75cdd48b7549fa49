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

// keySink has the focus while no control has it. It has no size, draws nothing and takes no click.
type keySink struct {
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

func newKeySink(host action.Host, now *subject) *keySink {
	b := &keySink{host: host, now: now}
	b.ExtendBaseWidget(b)
	return b
}

func (b *keySink) AccessibilityLabel() string { return wording.AssetTitle(b.now.asset) }

// FocusGained does nothing: the asset fills the viewer, and a focus ring around it would have no meaning.
func (b *keySink) FocusGained() {}

func (b *keySink) FocusLost() { b.presses.Release(); b.onLost() }

func (b *keySink) TypedRune(rune) {}

// TypedKey does the action of a key, and passes other keys to the window.
func (b *keySink) TypedKey(e *fyne.KeyEvent) {
	if b.onTyped(e, b.presses.Repeats(e)) {
		return
	}
	if typed := b.host.Canvas().OnTypedKey(); typed != nil {
		typed(e)
	}
}

func (b *keySink) KeyDown(e *fyne.KeyEvent) { b.presses.KeyDown(e); b.onHold(e, true) }

func (b *keySink) KeyUp(e *fyne.KeyEvent) { b.presses.KeyUp(e); b.onHold(e, false) }

func (b *keySink) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}
