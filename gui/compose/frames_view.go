package compose

import (
	"cmp"

	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// framesView are the two frames of a clip with the button that swaps them.
type framesView struct {
	slots [2]*slotView
	swap  *kit.Button
	box   *fyne.Container
}

func newFramesView(owner slotOwner, swap func()) *framesView {
	v := &framesView{}
	v.slots[order.FirstFrame] = newSlotView(owner, order.FirstFrame, lang.L("First frame"), "")
	v.slots[order.LastFrame] = newSlotView(owner, order.LastFrame, lang.L("Last frame"), lang.L("optional"))
	for place, slot := range v.slots {
		slot.OnFile = func() { owner.chooseFile(place) }
		slot.Refresh()
	}
	v.swap = kit.NewIconButton(resources.IconSwap, lang.L("Swap first and last frame"), swap).Small()
	first, last := v.slots[order.FirstFrame].Slot, v.slots[order.LastFrame].Slot
	pair := &fyne.Container{Layout: &pairLayout{}, Objects: []fyne.CanvasObject{first, v.swap, last}}
	v.box = kit.NewInset(-linkRoom, 0, 0, 0, pair)
	return v
}

// show enables the button that swaps the frames. The slots show what they hold, and their problems.
func (v *framesView) show(d order.VideoDraft) {
	kit.Enable(v.swap, !d.First.Empty() || !d.Last.Empty())
}

// The room between two frames, which holds the swap button; the place of the frames under their titles, px.
const (
	pairGap  = 32
	titleRow = 28 + 4
	frameMid = 99 / 2
)

func pairWidth(of float32) float32 { return (of - pairGap) / 2 }

// pairLayout lays two slots side by side, with a button between their frames.
type pairLayout struct {
	laid float32 // width as last laid out, px; 0: not yet
}

// MinSize is what two frames need, or a little less: they are as wide as there is room.
func (l *pairLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastWidth-2*inset, l.HeightFor(o, cmp.Or(l.laid, usualWidth-2*inset)))
}

// HeightFor returns the height in a width, px.
func (l *pairLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	w := pairWidth(width)
	return max(kit.HeightFor(o[0], w), kit.HeightFor(o[2], w))
}

func (l *pairLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.laid = s.Width
	w := pairWidth(s.Width)
	kit.Place(o[0], 0, 0, w, s.Height)
	kit.Place(o[2], s.Width-w, 0, w, s.Height)
	b := o[1].MinSize()
	kit.Place(o[1], (s.Width-b.Width)/2, titleRow+frameMid-b.Height/2, b.Width, b.Height)
}
