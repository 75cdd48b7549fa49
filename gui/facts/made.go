package facts

import (
	"encoding/json"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Made says what was asked for and what came; what differs from what was asked for is said in a line of its own.
func Made(a db.Asset, b Background, now time.Time) []Fact {
	var out []Fact
	add := func(label, value string) {
		if value != "" {
			out = append(out, Fact{Label: label, Value: value})
		}
	}
	model := a.Model
	if model == "" {
		model = b.Job.Model
	}
	add(modelLabel(), model)
	add(madeLabel(), when(a, b.Job, now))
	add(askedLabel(), AskedFor(b.Job))
	add(deliveredLabel(), Delivered(a))
	if words := Mismatch(a, b); words != "" {
		out = append(out, Fact{Value: words, Icon: resources.IconWarning(), Tone: widgets.ToneWarn})
	}
	if seed := wording.AskedOf(b.Job).Seed; seed != nil {
		out = append(out, Fact{Label: seedLabel(), Value: wording.Seed(*seed), Copy: strconv.FormatInt(*seed, 10)})
	}
	return out
}

// File says which file of the library it is, and that it is whole where that is known: a picture was decoded to its end, a clip has all
// the frames that it speaks of.
func File(a db.Asset, whole bool) []Fact {
	name := Fact{Label: fileLabel(), Value: path.Base(a.Path)}
	if !whole {
		return []Fact{name}
	}
	return []Fact{
		name,
		{Label: checkedLabel(), Value: lang.L("whole, %s", wording.Bytes(a.Bytes)), Icon: resources.IconCheckCircle(), Tone: widgets.ToneOK},
	}
}

// Hash gives the hash of the file, by which it is known again anywhere; nothing where none is known.
func Hash(a db.Asset) []Fact {
	if a.SHA256 == "" {
		return nil
	}
	return []Fact{{Label: hashLabel, Value: a.SHA256, Mono: true, Copy: a.SHA256}}
}

// Money says what it cost and how long the service keeps its own copy, and ends with the ID to ask the service by.
func Money(a db.Asset, b Background, now time.Time) []Fact {
	var out []Fact
	for _, c := range Cost(b) {
		c.Label = costLabel()
		if len(out) > 0 {
			c.Label = ""
		}
		out = append(out, c)
	}
	out = append(out, Copy(a, b, now)...)
	return append(out, Task(b)...)
}

// Copy says how long the service keeps its own copy, where that is known.
func Copy(a db.Asset, b Background, now time.Time) []Fact {
	dies := serviceCopyDies(a, b.Job)
	if dies.IsZero() {
		return nil
	}
	f := Fact{Label: copyLabel(), Value: wording.Left(dies.Sub(now)), Icon: resources.IconClock()}
	if a.Kind == db.Picture && dies.After(now) {
		f.Value = lang.L("link, %s", f.Value)
	}
	return []Fact{f}
}

// Task gives the ID under which the service knows the job, where it has one.
func Task(b Background) []Fact {
	if b.Job.TaskID == "" {
		return nil
	}
	return []Fact{{Label: taskLabel(), Value: b.Job.TaskID, Mono: true, Copy: b.Job.TaskID}}
}

// when words when it was made and how long the service took.
func when(a db.Asset, job db.Job, now time.Time) string {
	at := a.CreatedAt
	if !job.CreatedAt.IsZero() {
		at = job.CreatedAt
	}
	words := wording.Exact(at, now)
	if took := Took(job); took != "" {
		return lang.L("%s, took %s", words, took)
	}
	return words
}

// Took words how long the service took, "3:06"; "" where that is not known.
func Took(job db.Job) string {
	took := job.FinishedAt.Sub(live.Began(job))
	if job.FinishedAt.IsZero() || took <= 0 {
		return ""
	}
	return wording.Elapsed(took)
}

// AskedFor words the request without its seed, which has a line of its own.
func AskedFor(job db.Job) string {
	if job.ID == 0 {
		return ""
	}
	silent := job.Kind.IsVideo() && !wording.AskedOf(job).Audio && !wording.Tracked(job)
	job.Request = withoutSeed(job.Request)
	words := wording.Parameters(job)
	switch {
	case !silent:
		return words
	case words == "":
		return lang.L("no audio")
	}
	return words + " · " + lang.L("no audio")
}

// withoutSeed takes the seed out of a request. One that cannot be read stays as it is.
func withoutSeed(request json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(request, &fields) != nil {
		return request
	}
	delete(fields, "seed")
	rest, err := json.Marshal(fields)
	if err != nil {
		return request
	}
	return rest
}

// Delivered words what the file really is: "10.04 s · 1280 × 720 · 24 fps".
func Delivered(a db.Asset) string {
	var parts []string
	if a.Kind == db.Clip && a.Seconds > 0 {
		parts = append(parts, Short(a.Seconds)+" s")
	}
	if a.Width > 0 && a.Height > 0 {
		parts = append(parts, fmt.Sprintf("%d × %d", a.Width, a.Height))
	}
	if a.Kind == db.Clip {
		if a.FPS > 0 {
			parts = append(parts, Short(a.FPS)+" fps")
		}
		if a.HasAudio {
			parts = append(parts, lang.L("sound"))
		}
	} else if kind := strings.TrimPrefix(a.MIME, "image/"); kind != a.MIME {
		parts = append(parts, strings.ToUpper(kind))
	}
	return strings.Join(parts, " · ")
}

// Short writes a number with two decimals at most and no zeros at the end.
func Short(s float64) string {
	digits := strconv.FormatFloat(math.Round(s*100)/100, 'f', -1, 64)
	_, decimals, _ := strings.Cut(digits, ".")
	return lang.Decimal(s, len(decimals))
}

// serviceCopyDies says when the service deletes its own copy; zero when that is not known.
func serviceCopyDies(a db.Asset, job db.Job) time.Time {
	if !a.LinkDies.IsZero() {
		return a.LinkDies
	}
	return job.ExpiresAt
}

// Cost words the ledger of one job, each amount with its kind. A reserve that was closed by a charge or a refund is not told twice.
func Cost(b Background) []Fact {
	closed, voids := make(map[db.EntryKind]bool), 0
	for _, e := range b.Entries {
		switch e.Kind {
		case db.Charge, db.Refund:
			closed[db.Reserve] = true
		case db.UnconfirmedEntry:
			voids--
		case db.Void:
			if e.Correction == "" {
				voids++
				closed[db.UnconfirmedEntry] = true
			}
		}
	}
	if voids > 0 { // what was unconfirmed ends by one, so this one ended the reserve
		closed[db.Reserve] = true
	}
	var out []Fact
	for _, e := range b.Entries {
		if e.Correction != "" {
			out = append(out, Fact{Bold: wording.Money(*e.AmountMicros, e.Currency), Value: lang.L("correction: %s", e.Note)})
			continue
		}
		if closed[e.Kind] || e.Kind == db.Void {
			continue
		}
		word := wording.EntryWord(e.Kind, e.AmountMicros != nil)
		icon, tone := action.EntryIcon(e.Kind)
		if e.AmountMicros == nil {
			out = append(out, Fact{Value: word, Icon: icon, Tone: tone})
			continue
		}
		amount := wording.Money(*e.AmountMicros, e.Currency)
		if e.Kind == db.UnconfirmedEntry {
			amount = lang.L("up to %s", amount)
		}
		out = append(out, Fact{Bold: amount, Value: wording.MoneyFormat{Sandbox: b.Sandbox}.Mark(word), Icon: icon, Tone: tone})
	}
	return out
}

// lengthSlack is how much longer or shorter than asked a clip may be before it counts as another length. Services count whole frames
// and round up; half a second is not a second less.
const lengthSlack = 0.5

// Mismatch says where what came is not what was asked for: "Asked for 10 s, delivered 8 s. The charge is for 10 s."
func Mismatch(a db.Asset, b Background) string {
	if b.Job.ID == 0 {
		return ""
	}
	if wording.AsDelivered(b.Job) {
		return wording.Trouble(b.Job, time.Time{})
	}
	asked := wording.AskedOf(b.Job)
	var out []string
	if a.Kind == db.Clip && asked.Seconds > 0 && math.Abs(a.Seconds-float64(asked.Seconds)) > lengthSlack {
		out = append(out, lang.L("Asked for %d s, delivered %s s.", asked.Seconds, Short(a.Seconds)))
		if s := chargedSeconds(b.Entries); s > 0 {
			out = append(out, lang.L("The charge is for %s s.", Short(s)))
		}
	}
	if w, h, ok := sizeOf(asked.Size); ok && a.Width > 0 && (w != a.Width || h != a.Height) {
		out = append(out, lang.L("Asked for %d × %d, delivered %d × %d.", w, h, a.Width, a.Height))
	} else if !ok && a.Kind == db.Clip && a.Width > 0 && asked.Resolution != "" && !strings.EqualFold(asked.Resolution, tier(a)) {
		out = append(out, lang.L("Asked for %s, delivered %d × %d.", asked.Resolution, a.Width, a.Height))
	}
	if a.Kind == db.Clip && asked.Audio && !a.HasAudio {
		out = append(out, lang.L("Asked for audio, delivered without."))
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

// The labels of facts.

func modelLabel() string     { return lang.L("Model") }
func madeLabel() string      { return lang.X("at this time", "Made") }
func askedLabel() string     { return lang.L("Asked for") }
func deliveredLabel() string { return lang.L("Delivered") }
func seedLabel() string      { return lang.L("Seed") }
func fileLabel() string      { return lang.X("noun", "File") }
func checkedLabel() string   { return lang.L("Checked") }
func costLabel() string      { return lang.X("noun", "Cost") }
func copyLabel() string      { return lang.L("Service copy") }
func taskLabel() string      { return lang.L("Task ID") }

// hashLabel is the name of the hash, which is the same everywhere.
const hashLabel = "SHA-256"
