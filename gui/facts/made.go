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
	"viviscope/gui/lang"
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
	from := job.AcceptedAt
	if from.IsZero() {
		from = job.SentAt
	}
	if took := job.FinishedAt.Sub(from); !from.IsZero() && !job.FinishedAt.IsZero() && took > 0 {
		return lang.L("%s, took %s", words, wording.Elapsed(took))
	}
	return words
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
