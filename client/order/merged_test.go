package order

import (
	"testing"

	"viviscope/db"
)

// What was put in before the drafts of the last session came stays, and stays in sight.
func TestMergedIntoKeepsChanges(t *testing.T) {
	last := New()
	last.Kind, last.Text.Prompt, last.Image.Prompt = db.TextToImage, "boats", "a bowl"
	last.Frames.First = Slot{URL: "https://old.example/a.png"}
	link := Slot{URL: "https://new.example/b.png?sig=x%2By"}
	for name, c := range map[string]struct {
		early func(*Form)
		want  func(*Form)
	}{
		"nothing": {func(*Form) {}, func(*Form) {}},
		"typed where it opened": {func(f *Form) {
			f.Text.Prompt = "early"
		}, func(f *Form) { f.Image.Prompt = "a bowl\nearly" }},
		"typed into a kind that was chosen": {func(f *Form) {
			f.Kind, f.Frames.Prompt = db.FramesToVideo, "early"
		}, func(f *Form) { f.Kind, f.Frames.Prompt = db.FramesToVideo, "early" }},
		"a kind that was chosen": {func(f *Form) {
			f.Kind = db.EditImage
		}, func(f *Form) { f.Kind = db.EditImage }},
		"typed, then another kind": {func(f *Form) {
			f.Text.Prompt, f.Kind = "early", db.EditImage
		}, func(f *Form) { f.Text.Prompt, f.Kind = "boats\nearly", db.EditImage }},
		"a frame that was dropped": {func(f *Form) {
			f.Kind, f.Frames.First = db.FramesToVideo, link
		}, func(f *Form) { f.Kind, f.Frames.First = db.FramesToVideo, link }},
		"a picture to edit": {func(f *Form) {
			f.Kind = db.EditImage
			f.Edit.Add(link)
		}, func(f *Form) { f.Kind = db.EditImage; f.Edit.Add(link) }},
	} {
		t.Run(name, func(t *testing.T) {
			early, want := New(), last
			c.early(&early)
			c.want(&want)
			if got := early.MergedInto(last); got != want {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestCleared(t *testing.T) {
	for _, kind := range Kinds() {
		f := New()
		f.Text.Prompt, f.Frames.Prompt, f.Image.Prompt, f.Edit.Prompt = "a", "b", "c", "d"
		f.Kind = kind
		got := f.Cleared()
		f.SetPrompt("")
		if got != f {
			t.Errorf("%s: %+v", kind, got)
		}
	}
}
