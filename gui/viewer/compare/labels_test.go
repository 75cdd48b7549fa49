package compare

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/facts"
)

func TestLabelsSayWhatTellsTheTwoApart(t *testing.T) {
	clip := func(prompt, model string, seed int64, seconds float64) db.Asset {
		return db.Asset{Kind: db.Clip, Prompt: prompt, Model: model, Seed: &seed, Seconds: seconds}
	}
	paid := facts.Background{Job: db.Job{ID: 1},
		Entries: []db.Entry{{Kind: db.Charge, AmountMicros: new(int64(2_000_000)), Currency: "CNY"}}}
	for name, c := range map[string]struct {
		a, b         Made
		wantA, wantB string
	}{
		"the same prompt": {Made{clip("boats", "m", 1, 5), paid}, Made{Asset: clip("boats", "m", 2, 10)},
			"seed 1 · 5 s · boats · ¥2.00 charged", "seed 2 · 10 s · boats"},
		"other prompts and models": {Made{Asset: clip("boats", "m", 1, 5)}, Made{Asset: clip("dunes", "n", 1, 5)},
			"boats · m", "dunes · n"},
		"a file": {Made{Asset: db.Asset{Kind: db.Picture, Name: "a.png"}},
			Made{Asset: db.Asset{Kind: db.Picture, Name: "b.png"}}, "a.png", "b.png"},
		"a long prompt": {Made{Asset: clip(strings.Repeat("x", 50), "m", 1, 5)}, Made{Asset: clip("dunes", "m", 1, 5)},
			strings.Repeat("x", 39) + "…", "dunes"},
	} {
		if a, b := Labels(c.a, c.b); a != c.wantA || b != c.wantB {
			t.Errorf("%s: %q and %q", name, a, b)
		}
	}
}

// Where a label has no room for all of it, what it begins with is cut last.
func TestALabelIsCutToItsRoom(t *testing.T) {
	p := newTestPair(t)
	p.SetWords("Desert dunes at sunset, the sun low · 5 s", "boats · 10 s")
	a, b := p.labels[0], p.labels[1]
	if word := a.Text(); !strings.HasPrefix(word, "A  Desert ") || !strings.HasSuffix(word, "…") ||
		a.Size().Width > 168 || b.Text() != "B  boats · 10 s" {
		t.Errorf("%q, %v px wide, and %q", word, a.Size().Width, b.Text())
	}
	p.w.Resize(fyne.NewSize(90, 300))
	if a.Text() != "A" {
		t.Errorf("without room %q", a.Text())
	}
}

// The labels are above the pictures, at every zoom.
func TestLabelsCoverNoPicture(t *testing.T) {
	p := newTestPair(t)
	for _, zoom := range []float64{1, 8} {
		p.ZoomBy(zoom)
		top := p.view.Position().Y + float32(max(p.seen.Y0, 0))
		for i, l := range p.labels {
			if bottom := l.Position().Y + l.Size().Height; !l.Visible() || bottom > top {
				t.Errorf("zoomed by %v label %d ends at %v, the pictures begin at %v", zoom, i, bottom, top)
			}
		}
	}
}
