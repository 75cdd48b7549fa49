package compose

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/order"
	"viviscope/db"
)

// The program starts on the prompt of a clip. Where the last session ended on pictures, their prompt comes in front,
// and what is typed must go there: else a click would send the old draft, and the new words would be lost out of sight.
func TestTheFocusFollowsTheDraftThatComesBack(t *testing.T) {
	d := newFixture(t)
	d.s.Update(context.Background())
	d.s.Edit(func(f *order.Form) { f.Kind = db.TextToImage; f.Image.Prompt = "A tea bowl" })
	if err := d.s.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	d.open()
	d.s.Focus()
	d.s.Update(context.Background())
	if got := d.s.Form().Kind; got != db.TextToImage {
		t.Fatalf("kind %v came back", got)
	}
	if got, want := d.w.Canvas().Focused(), d.s.fields.control(order.FieldPrompt); got != want {
		t.Fatalf("the focus is on %v, want the prompt of the picture", got)
	}
	test.Type(d.w.Canvas().Focused(), ", side light")
	if got := d.s.Form().Image.Prompt; got != "A tea bowl, side light" {
		t.Errorf("prompt: %q", got)
	}
}

func TestAClickOnAKindLeadsToItsPrompt(t *testing.T) {
	d := newFixture(t)
	d.s.Update(context.Background())
	d.s.kind.SetSelected(1)
	d.s.Edit(func(f *order.Form) { f.Kind = db.TextToImage })
	d.s.kind.OnTapped()
	if got, want := d.w.Canvas().Focused(), d.s.fields.control(order.FieldPrompt); got != want {
		t.Errorf("the focus is on %v, want the prompt", got)
	}
}

// Tab goes through all fields; in a low window each that it comes to is scrolled into sight.
func TestTabScrollsToTheField(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.w.Resize(fyne.NewSize(usualWidth, 420))
	b.settle()
	b.s.Focus()
	seed := b.s.fields.seed.entry
	b.w.Canvas().Focus(seed)
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(b.s.scroll).Y
	at := driver.AbsolutePositionForObject(seed).Y
	if at < top || at+seed.Size().Height > top+b.s.scroll.Size().Height {
		t.Errorf("the seed lies at %v of a page that shows %v to %v", at, top, top+b.s.scroll.Size().Height)
	}
}
