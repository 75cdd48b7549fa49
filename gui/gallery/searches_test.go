package gallery

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// search types a search and leaves the box for the pictures.
func (d *desk) search(text string) {
	d.window.Canvas().Focus(d.head.search)
	d.say(text)
	d.Focus()
	d.drain()
}

func TestWhatWasSearchedForIsOfferedAgain(t *testing.T) {
	l := pile(t, 6)
	d := newDesk(t, l)
	d.search("kind:clip boats")
	d.search("misty")
	d.search("")
	d.search(" kind:clip  boats ")
	d.search("kind:clip boats")
	if want := []string{"kind:clip boats", "kind:clip  boats", "misty"}; !slices.Equal(d.before.texts, want) {
		t.Fatalf("kept %q, want %q", d.before.texts, want)
	}
	again := newDesk(t, l)
	box := again.head.search
	again.window.Canvas().Focus(box)
	again.say("")
	again.drain()
	offered := func() (out []string) {
		for _, o := range again.suggest.offers {
			if o.search != "" {
				out = append(out, o.search)
			}
		}
		return out
	}
	if !again.suggest.menu.Shown() || len(offered()) != 3 {
		t.Fatalf("the empty box offers %q", offered())
	}
	again.say("BOATS")
	if got := offered(); !slices.Equal(got, []string{"kind:clip boats", "kind:clip  boats"}) {
		t.Fatalf("offers %q", got)
	}
	key := func(names ...fyne.KeyName) {
		for _, name := range names {
			box.TypedKey(&fyne.KeyEvent{Name: name})
			again.drain()
		}
	}
	for range again.suggest.offers {
		key(fyne.KeyDown)
	}
	key(fyne.KeyDelete)
	if got := offered(); !slices.Equal(got, []string{"kind:clip boats"}) || box.Text != "BOATS" {
		t.Fatalf("after a removal it offers %q, and %q stands in the box", got, box.Text)
	}
	key(fyne.KeyReturn)
	if box.Text != "kind:clip boats " || again.suggest.menu.Shown() {
		t.Errorf("taken was %q", box.Text)
	}
	again.wants("it is looked for", 6)
	again.say("mist")
	last := len(again.suggest.offers) - 1
	menu := again.suggest.menu.Layer.Objects[0]
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(menu)
	test.TapCanvas(again.window.Canvas(), at.AddXY(menu.Size().Width-14, 4+30*(float32(last)+0.5)))
	if slices.Contains(again.before.texts, "misty") || box.Text != "mist" {
		t.Errorf("the cross leaves %q, and %q in the box", again.before.texts, box.Text)
	}
}

func TestOnlySoManySearchesAreKept(t *testing.T) {
	d := newDesk(t, pile(t, 1))
	for i := range searchesMost + 5 {
		d.before.add(fmt.Sprint("boats ", i))
	}
	if got := d.before.texts; len(got) != searchesMost || got[0] != "boats 24" {
		t.Errorf("kept are %d, the newest is %q", len(got), got[0])
	}
}
