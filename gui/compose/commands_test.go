package compose

import (
	"testing"

	"viviscope/client/order"
	"viviscope/db"
)

func TestKeysReachSeedFramesAndCount(t *testing.T) {
	s := newFixture(t).s
	s.SetKind(db.TextToVideo)
	s.tapSeed(s.fields.seed.dice)
	rolled := s.form.Text.Seed
	if rolled.Text == "" || rolled.Locked {
		t.Fatalf("rolled %+v", rolled)
	}
	s.tapSeed(s.fields.seed.lock)
	if got := s.form.Text.Seed; !got.Locked || got.Text != rolled.Text {
		t.Errorf("kept %+v", got)
	}
	for range order.MaxClips + 3 {
		s.count(1)
	}
	if got := s.form.Text.Clips; got != order.MaxClips || s.fields.seed.clips.Value() != got {
		t.Errorf("%d clips, the field shows %d", got, s.fields.seed.clips.Value())
	}
	for range order.MaxClips + 3 {
		s.count(-1)
	}
	if got := s.form.Text.Clips; got != 1 {
		t.Errorf("%d clips", got)
	}

	s.SetKind(db.FramesToVideo)
	s.Edit(func(f *order.Form) { f.Frames.First = order.Slot{URL: "https://x.test/a.png"} })
	s.render()
	s.SwapFrames()
	if f := s.form.Frames; !f.First.Empty() || f.Last.URL != "https://x.test/a.png" {
		t.Errorf("first %+v, last %+v", f.First, f.Last)
	}
}

func TestKeysSayWhereThereIsNothingToReach(t *testing.T) {
	s := newFixture(t).s
	for _, c := range []struct {
		kind db.JobKind
		do   func()
	}{
		{db.TextToImage, func() { s.tapSeed(s.fields.seed.dice) }},
		{db.EditImage, func() { s.tapSeed(s.fields.seed.lock) }},
		{db.TextToVideo, s.SwapFrames},
	} {
		s.SetKind(c.kind)
		s.notices.hide()
		before := s.form
		c.do()
		if !s.notices.up() || s.form.WithoutTexts() != before.WithoutTexts() {
			t.Errorf("%s: said something %v", c.kind, s.notices.up())
		}
	}
	s.SetKind(db.TextToImage)
	s.count(1)
	if got := s.form.Image.Clips; got != 2 {
		t.Errorf("%d pictures", got)
	}
}

// A seed that is used again is kept: the next click makes the same thing, not the next roll.
func TestASeedOfTheGalleryIsKept(t *testing.T) {
	for _, from := range []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage} {
		s := newFixture(t).s
		s.SetKind(from)
		s.UseSeed(48210770)
		clip := s.form.Clip()
		if clip == nil {
			t.Fatalf("%s: no clip is made", from)
		}
		if want := (order.SeedDraft{Text: "48210770", Locked: true}); clip.Seed != want {
			t.Errorf("%s: %+v, want %+v", from, clip.Seed, want)
		}
		if from != db.TextToImage && s.form.Kind != from {
			t.Errorf("%s turned to %s", from, s.form.Kind)
		}
	}
}
