package viewer

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// edge is the padding at the edges of the viewer, px.
const edge = 16

// focuser does something and then focuses the shown asset again.
type focuser func(do func())

// wrap returns do, followed by focusing the shown asset.
func (f focuser) wrap(do func()) func() { return func() { f(do) } }

// icon returns a quiet button that leaves the focus on the shown asset.
func (f focuser) icon(icon fyne.Resource, label string, do func()) *kit.Button {
	return kit.NewIconButton(icon, label, f.wrap(do)).SetKind(kit.Quiet)
}

// newFootBar returns the row under the asset: controls at its left, and at its right.
func newFootBar(left, right []fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewColumn(0, kit.NewRule(), newControlRow(left, right)))
}

// newControlRow places controls in one line, or in two if there is not enough room.
func newControlRow(left, right []fyne.CanvasObject) fyne.CanvasObject {
	return kit.NewInset(8, edge, 8, edge, kit.NewBar(8, left, right))
}

// showPosition shows the position of a clip, and on its button whether it plays.
func showPosition(button *kit.Button, text *kit.Text, plays bool, at, length time.Duration) {
	icon, label := resources.IconPlay, lang.X("verb", "Play")
	if plays {
		icon, label = resources.IconPause, lang.X("verb", "Pause")
	}
	relabel(button, icon, label)
	text.SetSpans(kit.Span{Text: kit.Clock(at, 2), Bold: true, Color: resources.Text1},
		kit.Span{Text: " / " + kit.Clock(length, 2), Color: resources.Text2})
}

// relabel changes the icon and the label of a button, if the label differs.
func relabel(b *kit.Button, icon fyne.Resource, label string) {
	if b.AccessibilityLabel() != label {
		b.SetIcon(icon)
		b.SetWord(label)
	}
}
