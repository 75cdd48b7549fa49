package compose

import (
	"testing"

	"viviscope/client/order"
	"viviscope/db"
)

// show puts another picture on the canvas, as the editor does: while it is opened the canvas is closed.
func (e *editFixture) show(key string) {
	e.s.SetPicture(order.Canvas{})
	e.s.SetPicture(order.Canvas{Open: true, Key: key, Asset: key, Width: 80, Height: 60})
}

// wantPrompt checks the prompt of the open picture.
func (e *editFixture) wantPrompt(when, want string) {
	e.t.Helper()
	if got := e.s.Form().Edit.Prompt; got != want || e.s.fields.prompt.entry.Text != want {
		e.t.Errorf("%s: %q, the field has %q, want %q", when, got, e.s.fields.prompt.entry.Text, want)
	}
}

func TestEachPictureOnTheCanvasHasItsOwnPrompt(t *testing.T) {
	e := newEditFixture(t)
	e.s.draft.restored = true
	e.typed("three lemons")
	e.show("a1")
	e.wantPrompt("typed before the first picture", "three lemons")
	e.show("b2")
	e.wantPrompt("another picture", "")
	e.typed("no clouds")
	e.show("a1")
	e.wantPrompt("back", "three lemons")
	e.s.SetPicture(order.Canvas{})
	e.typed("and a pear")
	e.s.SetPicture(order.Canvas{Open: true, Key: "b2", Asset: "b2", Width: 80, Height: 60})
	e.wantPrompt("typed while it was opened", "no clouds\nand a pear")

	if err := e.s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	prompts, err := loadPrompts(t.Context(), e.s.Library)
	if err != nil || prompts.of("a1") != "three lemons" {
		t.Errorf("stored: %+v, %v", prompts, err)
	}
}

func TestARecalledPromptIsThatOfItsPicture(t *testing.T) {
	e := newEditFixture(t)
	e.s.draft.restored = true
	e.show("a1")
	e.typed("three lemons")
	f, err := e.s.Form().Recall(db.Job{
		Kind: db.EditImage, Prompt: "a red door",
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"a red door","image_url":["https://x.test/d.png"]}`),
	}, order.RecallAll)
	if err != nil {
		t.Fatal(err)
	}
	e.s.draft.keepPrompt()
	e.s.draft.set(f)
	e.show("d4")
	e.wantPrompt("recalled", "a red door")
	e.show("a1")
	e.wantPrompt("the picture before", "three lemons")
}
