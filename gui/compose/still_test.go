package compose

import (
	"maps"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/apptest"
)

// places returns where the controls of the composer are. The keys are their addresses.
func (b *slotFixture) places() map[fyne.CanvasObject]fyne.Position {
	all := map[fyne.CanvasObject]fyne.Position{}
	for _, o := range apptest.Visible(b.s.Content()) {
		if _, ok := o.(fyne.Focusable); ok {
			all[o] = fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		}
	}
	return all
}

// What the form says of a field, and what it changed by itself, moves no control: the next click hits what the pointer
// is on.
func TestNothingMovesWhenTheFormObjects(t *testing.T) {
	for name, c := range map[string]struct {
		kind db.JobKind
		do   func(b *slotFixture)
	}{
		"a wrong length":      {db.TextToVideo, func(b *slotFixture) { b.s.fields.seconds.SetText("99") }},
		"a wrong seed":        {db.TextToVideo, func(b *slotFixture) { b.s.fields.seed.entry.SetText("x") }},
		"an empty prompt":     {db.TextToVideo, func(b *slotFixture) { b.prompt("") }},
		"variations":          {db.TextToVideo, func(b *slotFixture) { b.prompt("a {red, blue} boat") }},
		"too many variations": {db.TextToVideo, func(b *slotFixture) { b.prompt("{1..1000}") }},
		"a correction": {db.TextToVideo, func(b *slotFixture) {
			b.s.fields.useModel(order.Model{ID: "clip-2.5"})
		}},
		"audio off": {db.TextToVideo, func(b *slotFixture) {
			b.s.fields.useModel(order.Model{ID: "clip-2.6"})
		}},
		"no first frame":       {db.FramesToVideo, func(b *slotFixture) { b.s.Generate() }},
		"an empty clipboard":   {db.FramesToVideo, func(b *slotFixture) { b.slot(0).OnPaste() }},
		"a refused address":    {db.FramesToVideo, func(b *slotFixture) { b.slot(0).OnText("nonsense") }},
		"a frame and its size": {db.FramesToVideo, func(b *slotFixture) { b.slot(0).OnText(lighthouse); b.settle() }},
		"a local file": {db.FramesToVideo, func(b *slotFixture) {
			b.s.putPictures(0, order.Slot{File: "/home/me/a.png"})
			b.settle()
		}},
		"a wrong side": {db.TextToImage, func(b *slotFixture) { b.s.fields.sides.width.SetText("9999") }},
		"a quality": {db.TextToImage, func(b *slotFixture) {
			b.s.fields.quality.OnChanged(len(client.Qualities()) - 1)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newSlotFixture(t, c.kind)
			b.w.Resize(fyne.NewSize(usualWidth, 900))
			b.s.fields.size.OnChanged(len(order.Presets()))
			b.prompt("boats")
			before := b.places()
			c.do(b)
			after := b.places()
			maps.DeleteFunc(before, func(o fyne.CanvasObject, _ fyne.Position) bool {
				_, there := after[o]
				return !there
			})
			maps.DeleteFunc(after, func(o fyne.CanvasObject, _ fyne.Position) bool {
				_, there := before[o]
				return !there
			})
			if len(before) < 10 {
				t.Fatalf("only %d controls", len(before))
			}
			for o, at := range before {
				if after[o] != at {
					t.Errorf("%T %q moved: %s", o, apptest.Texts(o), cmp.Diff(at, after[o]))
				}
			}
		})
	}
}

// The reason why a click made nothing is long, and appears under the pointer: the button stays where it is.
func TestTheButtonStaysInPlaceAfterAFailure(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.prompt("boats")
	at := func() fyne.Position { return fyne.CurrentApp().Driver().AbsolutePositionForObject(d.s.foot.button) }
	before := at()
	d.err = client.ErrDamaged
	test.Tap(d.s.foot.button)
	d.drain()
	if d.s.foot.why.Text() == "" || at() != before {
		t.Errorf("%q: the button moved from %v to %v", d.s.foot.why.Text(), before, at())
	}
}
