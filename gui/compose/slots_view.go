package compose

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// slotWays is what can be done at a slot of the kind in front, by its place. A nil one takes its control away.
type slotWays struct {
	paste, clear, copy func(place int)
	gallery, asset     func(place int)
	look               func(place int)
	choose             func(place int) // a file of this computer
	text               func(place int, address string) (refused string)
	drag, dragOut      func(place int, at fyne.Position)
	way                func(place int, on wayOn)
	fold               func() // what was folded or unfolded takes another height
}

// seat is a slot on the screen, with what it shows.
type seat struct {
	slot  *widgets.Slot
	place int
	ways  slotWays
	face  slotFace
	holds lookKey
}

func newSeat(place int, title, optional string, ways slotWays) *seat {
	t := &seat{slot: widgets.NewSlot(title, optional), place: place, ways: ways, face: slotFace{state: -1}}
	at := func(f func(int)) func() {
		if f == nil {
			return nil
		}
		return func() { f(place) }
	}
	t.slot.OnPaste, t.slot.OnGallery, t.slot.OnClear, t.slot.OnCopy = at(ways.paste), at(ways.gallery), at(ways.clear), at(ways.copy)
	t.slot.OnText = func(address string) string { return ways.text(place, address) }
	t.slot.OnDrag = func(to fyne.Position) { ways.drag(place, to) }
	t.slot.OnDragOut = func(to fyne.Position) { ways.dragOut(place, to) }
	return t
}

// show shows a face; s is what the slot holds.
func (t *seat) show(s form.Slot, face slotFace) {
	if holds := lookKeyOf(s); holds != t.holds {
		t.holds = holds
		t.slot.EndTyping() // a drop or the gallery answered what the field asked for
	}
	kept := t.ways.asset != nil && s.Asset != ""
	seen := face.picture != nil && !kept
	if kept != (t.slot.OnAsset != nil) || seen != (t.slot.OnLook != nil) {
		t.slot.OnAsset, t.slot.OnLook, t.face.state = nil, nil, -1
		if kept {
			t.slot.OnAsset = func() { t.ways.asset(t.place) }
		}
		if seen {
			t.slot.OnLook = func() { t.ways.look(t.place) }
		}
	}
	if face == t.face {
		return
	}
	t.face = face
	t.slot.Set(t.value())
}

// value is the face with its ways on.
func (t *seat) value() widgets.SlotValue { return t.valueOf(t.face) }

func (t *seat) valueOf(face slotFace) widgets.SlotValue {
	return face.value(func(on wayOn) func() { return func() { t.ways.way(t.place, on) } })
}

// over shows what a drop would do; nil: nothing hovers.
func (t *seat) over(face *slotFace) {
	if face == nil {
		t.slot.SetOver(nil)
		return
	}
	v := t.valueOf(*face)
	t.slot.SetOver(&v)
}

// framesView are the two frames of a clip with the button that swaps them.
type framesView struct {
	seats     [2]*seat
	swap      *widgets.Button
	complaint *complaint
	box       *fyne.Container
}

func newFramesView(ways slotWays, swap func()) *framesView {
	v := &framesView{complaint: newComplaint()}
	v.seats[form.FirstFrame] = newSeat(form.FirstFrame, lang.L("First frame"), "", ways)
	v.seats[form.LastFrame] = newSeat(form.LastFrame, lang.L("Last frame"), lang.L("optional"), ways)
	v.swap = widgets.NewIconButton(resources.IconSwap(), lang.L("Swap first and last frame"), swap).Small()
	first, last := v.seats[form.FirstFrame].slot, v.seats[form.LastFrame].slot
	pair := &fyne.Container{Layout: &pairLayout{}, Objects: []fyne.CanvasObject{first, v.swap, last}}
	v.box = widgets.NewColumn(4, pair, v.complaint.box)
	return v
}

func (v *framesView) seat(place int) *seat {
	if place < 0 || place >= len(v.seats) {
		return nil
	}
	return v.seats[place]
}

// The room between two frames, which holds the swap button; the place of the frames under their titles, px.
const (
	pairGap  = 32
	titleRow = 28 + 4
	frameMid = 99 / 2
)

// pairLayout lays two slots side by side, with a button between their frames.
type pairLayout struct {
	laid float32 // width as last laid out; 0: not yet
}

func (*pairLayout) width(of float32) float32 { return (of - pairGap) / 2 }

// MinSize is what two frames need, or a little less: they are as wide as there is room.
func (l *pairLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	width := l.laid
	if width == 0 {
		width = Width - 2*inset
	}
	return fyne.NewSize(leastWidth-2*inset, l.HeightFor(o, width))
}

// HeightFor returns the height in a width, px.
func (l *pairLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	w := l.width(width)
	return max(widgets.HeightFor(o[0], w), widgets.HeightFor(o[2], w))
}

// Layout places the slots and the button.
func (l *pairLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.laid = s.Width
	w := l.width(s.Width)
	for i, x := range map[int]float32{0: 0, 2: s.Width - w} {
		o[i].Move(fyne.NewPos(x, 0))
		o[i].Resize(fyne.NewSize(w, s.Height))
	}
	b := o[1].MinSize()
	o[1].Move(fyne.NewPos((s.Width-b.Width)/2, titleRow+frameMid-b.Height/2))
	o[1].Resize(b)
}
