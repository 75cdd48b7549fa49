package facts

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// made returns the request and the delivered file. A difference between them has a row of its own.
func made(a db.Asset, b Background, now time.Time) (out []Fact) {
	add := func(label, value string) {
		if value != "" {
			out = append(out, Fact{Label: label, Value: value})
		}
	}
	add(lang.L("Model"), cmp.Or(a.Model, b.Job.Model))
	add(lang.X("at this time", "Made"), madeAt(a, b.Job, now))
	add(lang.L("Program"), b.Job.Client) // the program that sent the request; "" for the user
	add(lang.L("Requested"), requestText(b.Job))
	if a.JobID == 0 {
		add(lang.L("Format"), Delivered(a))
	} else {
		add(lang.L("Delivered"), Delivered(a))
	}
	if words := mismatch(a, b); words != "" {
		out = append(out, Fact{Value: words, Icon: resources.IconWarning, Tone: kit.ToneWarn})
	}
	if seed := wording.AskedOf(b.Job).Seed; seed != nil {
		out = append(out, Fact{Label: lang.L("Seed"), Value: wording.Seed(*seed), Copy: strconv.FormatInt(*seed, 10)})
	}
	return out
}

// file returns the name of the file, its size, and its condition if that is known. The number of rows does not depend
// on the condition. judgement is why the file is not whole; nil if unknown.
func file(a db.Asset, c Condition, judgement *client.FileError) []Fact {
	size := Fact{Label: lang.X("of a file", "Size"), Value: wording.Bytes(a.Bytes)}
	switch c {
	case Whole:
		size.Value, size.Icon, size.Tone = lang.L("%s, intact", size.Value), resources.IconCheckCircle, kit.ToneOK
	case Damaged:
		size.Value, size.Icon, size.Tone = lang.L("%s, damaged", size.Value), resources.IconWarning, kit.ToneWarn
	case InPart:
		size.Value = lang.X("list", "%s, %s", size.Value, inPart(judgement))
		size.Icon, size.Tone = resources.IconWarning, kit.ToneWarn
	}
	return []Fact{{Label: lang.X("noun", "File"), Value: path.Base(a.Path)}, size}
}

// checks returns the findings of the check of a clip, one in each row.
func checks(a db.Asset) (out []Fact) {
	if a.Kind != db.Clip {
		return nil
	}
	label := lang.X("of a clip", "Check")
	if a.Checks == nil {
		return []Fact{{Label: label, Value: lang.X("of a clip", "not checked")}}
	}
	for _, words := range wording.Checks(a) {
		out = append(out, Fact{Label: label, Value: words, Icon: resources.IconWarning, Tone: kit.ToneWarn})
		label = ""
	}
	if out == nil {
		out = []Fact{{Label: label, Value: lang.X("by a check", "nothing found"), Icon: resources.IconCheckCircle,
			Tone: kit.ToneOK}}
	}
	return out
}

// inPart returns how much of a file can be shown, and why not all of it.
func inPart(e *client.FileError) string {
	words := wording.Verdict(e, media.Install())
	if e.Why == "" || strings.HasSuffix(words, e.Why) {
		return words
	}
	return lang.X("field and problem", "%s: %s", words, e.Why)
}

// money returns the cost, how long the service keeps its own copy, and the task ID. How long the link of a picture is
// valid is shown with what the picture can be used for.
func money(a db.Asset, b Background, now time.Time) []Fact {
	out := cost(b)
	if len(out) > 0 {
		out[0].Label = lang.X("noun", "Cost")
	}
	if dies := cmp.Or(a.LinkExpires, b.Job.ExpiresAt); a.Kind == db.Clip && !dies.IsZero() {
		out = append(out, Fact{Label: lang.L("On the service"), Value: wording.Left(dies.Sub(now)),
			Icon: resources.IconClock})
	}
	if id := b.Job.TaskID; id != "" {
		out = append(out, Fact{Label: lang.L("Task ID"), Value: id, Mono: true, Copy: id})
	}
	return out
}

// madeAt returns when the file was made, and how long the service took. The list of the gallery has the same time.
func madeAt(a db.Asset, job db.Job, now time.Time) string {
	words := wording.Exact(a.CreatedAt, now)
	if took := ServiceTime(job); took != "" {
		return lang.L("%s, took %s", words, took)
	}
	return words
}

// ServiceTime returns how long the service took: "3:06"; "" if unknown.
func ServiceTime(job db.Job) string {
	took := job.FinishedAt.Sub(status.Began(job))
	if job.FinishedAt.IsZero() || took <= 0 {
		return ""
	}
	return wording.Elapsed(took)
}

// requestText returns the request as text, without its seed, which has a line of its own.
func requestText(job db.Job) string {
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

// withoutSeed removes the seed from a request. A request that cannot be read stays as it is.
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

// Delivered returns the properties of the file: "10.04 s · 1280 × 720 · 24 fps".
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

// Short formats a number with at most two decimals and without trailing zeros.
func Short(s float64) string {
	digits := strconv.FormatFloat(math.Round(s*100)/100, 'f', -1, 64)
	_, decimals, _ := strings.Cut(digits, ".")
	return lang.Decimal(s, len(decimals))
}

// cost returns the ledger entries of a job, each amount with its kind. A reserve that was closed by a charge or a
// refund is left out.
func cost(b Background) []Fact {
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
	if voids > 0 { // each unconfirmed entry ends with one void, so this one closed the reserve
		closed[db.Reserve] = true
	}
	var out []Fact
	for _, e := range b.Entries {
		if e.Correction != "" {
			out = append(out, Fact{Bold: wording.Money(*e.AmountMicros, e.Currency),
				Value: lang.L("correction: %s", e.Note)})
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
		out = append(out, Fact{Bold: amount, Value: b.Money.Mark(word), Icon: icon, Tone: tone})
	}
	return out
}

// lengthSlack is the tolerated difference of a length from the request, in seconds. Services count whole frames and
// round up.
const lengthSlack = 0.5

// mismatch returns how the delivery differs from the request: "Asked for 10 s, delivered 8 s. The charge is for 10 s."
func mismatch(a db.Asset, b Background) string {
	if b.Job.ID == 0 {
		return ""
	}
	if status.AsDelivered(b.Job) {
		return status.Of(b.Job, status.Context{}).Reason
	}
	asked := wording.AskedOf(b.Job)
	var out []string
	if a.Kind == db.Clip && asked.Seconds > 0 && math.Abs(a.Seconds-float64(asked.Seconds)) > lengthSlack {
		out = append(out, lang.L("Requested %d s, delivered %s s.", asked.Seconds, Short(a.Seconds)))
		if s := chargedSeconds(b.Entries); s > 0 {
			out = append(out, lang.L("Charged for %s s.", Short(s)))
		}
	}
	if w, h, err := client.ParseSize(asked.Size); err == nil && a.Width > 0 && (w != a.Width || h != a.Height) {
		out = append(out, lang.L("Requested %d × %d, delivered %d × %d.", w, h, a.Width, a.Height))
	} else if err != nil && a.Kind == db.Clip && a.Width > 0 && asked.Resolution != "" &&
		!strings.EqualFold(asked.Resolution, tier(a)) {
		out = append(out, lang.L("Requested %s, delivered %d × %d.", asked.Resolution, a.Width, a.Height))
	}
	if a.Kind == db.Clip && asked.Audio && !a.HasAudio {
		out = append(out, lang.L("Requested audio, delivered without."))
	}
	return strings.Join(out, " ")
}

// tier returns the resolution tier of the size of a clip.
func tier(a db.Asset) string {
	return client.VideoRequest{Size: fmt.Sprintf("%dx%d", a.Width, a.Height)}.Tier()
}

// chargedSeconds returns the length that was charged; 0 if unknown.
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
