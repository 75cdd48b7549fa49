package gallery

import (
	"encoding/json"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// fact is one line of the detail pane.
type fact struct {
	label string
	value string
	bold  string // stands before value, in bold
	icon  fyne.Resource
	tone  widgets.Tone
	mono  bool   // an ID
	copy  string // what the copy button puts on the clipboard; "": no button
}

// madeFacts says what was asked for and what came.
func madeFacts(a db.Asset, b background, now time.Time) []fact {
	var out []fact
	add := func(label, value string) {
		if value != "" {
			out = append(out, fact{label: label, value: value})
		}
	}
	model := a.Model
	if model == "" {
		model = b.job.Model
	}
	add("Model", model)
	add("Made", made(a, b.job, now))
	add("Asked for", askedFor(b.job))
	add("Delivered", delivered(a))
	if words := mismatch(a, b); words != "" {
		out = append(out, fact{value: words, icon: resources.IconWarning(), tone: widgets.ToneWarn})
	}
	if seed := wording.AskedOf(b.job).Seed; seed != nil {
		out = append(out, fact{label: "Seed", value: wording.Seed(*seed), copy: strconv.FormatInt(*seed, 10)})
	}
	add("File", path.Base(a.Path))
	out = append(out, fact{label: "Checked", value: "whole, " + wording.Bytes(a.Bytes), icon: resources.IconCheckCircle(), tone: widgets.ToneOK})
	return out
}

// moneyFacts says what it cost and how long the service keeps its own copy.
func moneyFacts(a db.Asset, b background, now time.Time) []fact {
	var out []fact
	for _, c := range cost(b) {
		c.label = "Cost"
		if len(out) > 0 {
			c.label = ""
		}
		out = append(out, c)
	}
	if dies := serviceCopyDies(a, b.job); !dies.IsZero() {
		f := fact{label: "Service copy", value: wording.Left(dies.Sub(now)), icon: resources.IconClock()}
		if a.Kind == db.Picture && dies.After(now) {
			f.value = "link, " + f.value
		}
		out = append(out, f)
	}
	if b.job.TaskID != "" {
		out = append(out, fact{label: "Task ID", value: b.job.TaskID, mono: true, copy: b.job.TaskID})
	}
	return out
}

// made words when it was made and how long the service took.
func made(a db.Asset, job db.Job, now time.Time) string {
	at := a.CreatedAt
	if !job.CreatedAt.IsZero() {
		at = job.CreatedAt
	}
	words := wording.Exact(at, now)
	from := job.AcceptedAt
	if from.IsZero() {
		from = job.SentAt
	}
	if took := job.FinishedAt.Sub(from); !from.IsZero() && !job.FinishedAt.IsZero() && took > 0 {
		words += ", took " + wording.Elapsed(took)
	}
	return words
}

// askedFor words the request without its seed, which has a line of its own.
func askedFor(job db.Job) string {
	if job.ID == 0 {
		return ""
	}
	parts := strings.Split(wording.Parameters(job), " · ")
	kept := parts[:0]
	for _, p := range parts {
		if p != "" && !strings.HasPrefix(p, "seed ") {
			kept = append(kept, p)
		}
	}
	if job.Kind.IsVideo() && !wording.AskedOf(job).Audio && !wording.Tracked(job) {
		kept = append(kept, "no audio")
	}
	return strings.Join(kept, " · ")
}

// delivered words what the file really is: "10.04 s · 1280 × 720 · 24 fps".
func delivered(a db.Asset) string {
	var parts []string
	if a.Kind == db.Clip && a.Seconds > 0 {
		parts = append(parts, seconds(a.Seconds)+" s")
	}
	if a.Width > 0 && a.Height > 0 {
		parts = append(parts, fmt.Sprintf("%d × %d", a.Width, a.Height))
	}
	if a.Kind == db.Clip {
		if a.FPS > 0 {
			parts = append(parts, seconds(a.FPS)+" fps")
		}
		if a.HasAudio {
			parts = append(parts, "sound")
		}
	} else if kind := strings.TrimPrefix(a.MIME, "image/"); kind != a.MIME {
		parts = append(parts, strings.ToUpper(kind))
	}
	return strings.Join(parts, " · ")
}

// seconds writes a number with two decimals at most and no zeros at the end.
func seconds(s float64) string {
	return strconv.FormatFloat(math.Round(s*100)/100, 'f', -1, 64)
}

// lengthSlack is how much longer or shorter than asked a clip may be before it counts as another length. Services count whole frames
// and round up; half a second is not a second less.
const lengthSlack = 0.5

// mismatch says where what came is not what was asked for: "Asked for 10 s, delivered 8 s. The charge is for 10 s."
func mismatch(a db.Asset, b background) string {
	if b.job.ID == 0 {
		return ""
	}
	asked := wording.AskedOf(b.job)
	var out []string
	if a.Kind == db.Clip && asked.Seconds > 0 && math.Abs(a.Seconds-float64(asked.Seconds)) > lengthSlack {
		out = append(out, fmt.Sprintf("Asked for %d s, delivered %s s.", asked.Seconds, seconds(a.Seconds)))
		if s := chargedSeconds(b.entries); s > 0 {
			out = append(out, "The charge is for "+seconds(s)+" s.")
		}
	}
	if w, h, ok := sizeOf(asked.Size); ok && a.Width > 0 && (w != a.Width || h != a.Height) {
		out = append(out, fmt.Sprintf("Asked for %d × %d, delivered %d × %d.", w, h, a.Width, a.Height))
	} else if !ok && a.Kind == db.Clip && a.Width > 0 && asked.Resolution != "" && !strings.EqualFold(asked.Resolution, tier(a)) {
		out = append(out, fmt.Sprintf("Asked for %s, delivered %d × %d.", asked.Resolution, a.Width, a.Height))
	}
	if a.Kind == db.Clip && asked.Audio && !a.HasAudio {
		out = append(out, "Asked for audio, delivered without.")
	}
	return strings.Join(out, " ")
}

// tier gives the resolution that a clip's size belongs to.
func tier(a db.Asset) string {
	if min(a.Width, a.Height) <= 720 {
		return "720P"
	}
	return "1080P"
}

// chargedSeconds gives the length that the charge is for; 0 when the ledger does not say.
func chargedSeconds(entries []db.Entry) float64 {
	for _, e := range entries {
		var q struct {
			Seconds float64 `json:"seconds"`
		}
		if e.Kind == db.Charge && json.Unmarshal(e.Quantity, &q) == nil && q.Seconds > 0 {
			return q.Seconds
		}
	}
	return 0
}

// sizeOf reads "1536x1024".
func sizeOf(s string) (width, height int, ok bool) {
	w, h, found := strings.Cut(s, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	return width, height, found && errW == nil && errH == nil
}

// cost words the ledger of one job, each amount with its kind. A reserve that was closed by a charge or a refund is not told twice.
func cost(b background) []fact {
	closed := make(map[db.EntryKind]bool)
	for _, e := range b.entries {
		switch e.Kind {
		case db.Charge, db.Refund:
			closed[db.Reserve] = true
		case db.Void:
			closed[db.UnconfirmedEntry] = true
		}
	}
	var out []fact
	for _, e := range b.entries {
		word, icon, tone := kindWord(e.Kind)
		if closed[e.Kind] || word == "" {
			continue
		}
		if e.AmountMicros == nil {
			out = append(out, fact{value: "no price known, " + word, icon: icon, tone: tone})
			continue
		}
		amount := wording.Money(*e.AmountMicros, e.Currency)
		if e.Kind == db.UnconfirmedEntry {
			amount = "up to " + amount
		}
		if b.sandbox {
			word += " (sandbox)"
		}
		out = append(out, fact{bold: amount, value: word, icon: icon, tone: tone})
	}
	return out
}

// kindWord gives the word that stands beside an amount. A void has none: it only closes another entry.
func kindWord(k db.EntryKind) (string, fyne.Resource, widgets.Tone) {
	switch k {
	case db.Reserve:
		return "reserved", resources.IconLock(), widgets.ToneNeutral
	case db.Charge:
		return "charged", nil, widgets.ToneNeutral
	case db.Refund:
		return "refunded", resources.IconRefund(), widgets.ToneNeutral
	case db.UnconfirmedEntry:
		return "unconfirmed", resources.IconUnconfirmed(), widgets.ToneWarn
	}
	return "", nil, widgets.ToneNeutral
}

// serviceCopyDies says when the service deletes its own copy; zero when that is not known.
func serviceCopyDies(a db.Asset, job db.Job) time.Time {
	if !a.LinkDies.IsZero() {
		return a.LinkDies
	}
	return job.ExpiresAt
}
