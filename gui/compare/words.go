package compare

import (
	"fmt"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// lines are what stands under a picture.
type lines struct {
	model string
	made  string // "1024 × 1024 · PNG · high · 1.9 MB"
	cost  string // "¥0.42 charged · took 0:12"
}

// linesOf words what is to be weighed: what came, what it cost and how long it took.
func linesOf(a db.Asset, b facts.Background) lines {
	f := lines{model: a.Model}
	if f.model == "" {
		f.model = b.Job.Model
	}
	if f.model == "" {
		f.model = lang.L("Model not known")
	}
	var made []string
	if a.Width > 0 && a.Height > 0 {
		made = append(made, fmt.Sprintf("%d × %d", a.Width, a.Height))
	}
	if kind, ok := strings.CutPrefix(a.MIME, "image/"); ok {
		made = append(made, strings.ToUpper(kind))
	}
	if quality := wording.AskedOf(b.Job).Quality; quality != "" {
		made = append(made, lang.L("quality %s", quality))
	}
	f.made = strings.Join(append(made, wording.Bytes(a.Bytes)), " · ")
	f.cost = costWords(b)
	return f
}

// nameOf is what a picture is called: its model, and when it came, which tells two of one model apart.
func nameOf(model string, a db.Asset, now time.Time) string {
	when := wording.When(a.CreatedAt, now)
	if model == "" || when == "" {
		return model
	}
	return model + " · " + when
}

// costWords words the price and the time. A call is charged as a whole: where it gave several pictures, that is said.
func costWords(b facts.Background) string {
	if b.Job.ID == 0 {
		return lang.L("Not made here: no price, no time")
	}
	cost := wording.CostOf(b.Job, b.Entries)
	words := cost.Word
	if cost.Number != "—" {
		words = cost.Number + " " + cost.Word
	}
	if b.Sandbox {
		words = lang.L("%s (sandbox)", words)
	}
	if took := b.Job.FinishedAt.Sub(b.Job.SentAt); !b.Job.SentAt.IsZero() && !b.Job.FinishedAt.IsZero() && took > 0 {
		words += " · " + lang.L("took %s", wording.Elapsed(took))
	}
	return words
}

// frameNote says why a picture cannot be a frame now; "" where it can.
func frameNote(a db.Asset, now time.Time, hosting bool) string {
	if use := wording.FrameUseOf(a, now, hosting); !use.Frame {
		return use.Note
	}
	return ""
}
