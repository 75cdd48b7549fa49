package compose

import (
	"fmt"
	"math"
	"strings"

	"viviscope/client"
	"viviscope/gui/wording"
)

// Tariff is what the composer needs to know of a profile to word a price.
type Tariff struct {
	Table    client.PriceTable
	Currency string // ISO 4217
	Sandbox  bool
	Profile  string // name of the profile, for the line that says why there is no price
}

// Quote is the price of an order.
type Quote struct {
	Jobs      int
	Known     bool          // whether every job has a price
	Total     client.Micros // means nothing unless Known
	Each      client.Micros // of the first job
	Unit      client.Micros // per second of video; 0 for pictures
	Reference bool          // the figures are reference figures, not the account's own prices
}

// Quote prices an order, job by job.
func (t Tariff) Quote(o Order) Quote {
	q := Quote{Jobs: o.Jobs(), Known: o.Jobs() > 0}
	add := func(i int, e client.Estimate) {
		if i == 0 {
			q.Each, q.Unit, q.Reference = e.Amount, e.Unit, e.Reference
		}
		if !e.Known || e.Amount > math.MaxInt64-q.Total {
			q.Known = false
			return
		}
		q.Total += e.Amount
	}
	for i, r := range o.Videos {
		add(i, t.Table.EstimateVideo(r))
	}
	for i, r := range o.Images {
		add(i, t.Table.EstimateImage(r))
	}
	return q
}

// Button is the word on the button that spends: "Generate · ¥2.80 est.", "Generate 3 · ¥8.40 est.".
func (t Tariff) Button(q Quote) string {
	return generate(q.Jobs) + " · " + t.price(q)
}

// price words an estimate, or that there is none.
func (t Tariff) price(q Quote) string {
	if !q.Known {
		return "price not known" + t.mark()
	}
	return wording.Money(int64(q.Total), t.Currency) + " est." + t.mark()
}

// Line is what stands above the button: what the price is made of, or why there is none.
func (t Tariff) Line(o Order, q Quote) string {
	switch {
	case len(o.Videos) > 0:
		return t.videoLine(o.Videos[0], q)
	case len(o.Images) > 0:
		return t.imageLine(o.Images[0], q)
	}
	return ""
}

func (t Tariff) videoLine(r client.VideoRequest, q Quote) string {
	what := r.Model + ", " + r.Tier() + ", " + sound(r.Audio)
	if !q.Known {
		return "No price for " + what + " in the table of " + t.Profile + "."
	}
	line := fmt.Sprintf("%d s × %s %s", r.Duration(), wording.Money(int64(q.Unit), t.Currency), what)
	return times(q.Jobs) + line + reference(q)
}

func (t Tariff) imageLine(r client.ImageRequest, q Quote) string {
	if !q.Known {
		return "No price for pictures in the table of " + t.Profile + "."
	}
	w, h := r.Dimensions()
	return times(q.Jobs) + fmt.Sprintf("%d × %d, %s; charged by tokens", w, h, r.Quality) + reference(q)
}

// PerSecond words the price of a second of a video model: "¥0.56 / s", or a dash where none is known.
func (t Tariff) PerSecond(model, tier string, audio bool) string {
	rate, ok := t.Table.Rate(model, tier, audio)
	if !ok {
		return "—"
	}
	return wording.Money(int64(rate), t.Currency) + " / s"
}

func (t Tariff) mark() string {
	if t.Sandbox {
		return " (sandbox)"
	}
	return ""
}

func generate(jobs int) string {
	if jobs > 1 {
		return fmt.Sprintf("Generate %d", jobs)
	}
	return "Generate"
}

func times(jobs int) string {
	if jobs > 1 {
		return fmt.Sprintf("%d × ", jobs)
	}
	return ""
}

func reference(q Quote) string {
	if q.Reference {
		return ", reference prices"
	}
	return ""
}

func sound(on bool) string {
	if on {
		return "audio"
	}
	return "no audio"
}

// Rules words what a video model can do: "3–15 s · 720P, 1080P · audio at 1080P only".
func Rules(m client.VideoModel) string {
	seconds := durations(m)
	if first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]; len(m.Seconds) == last-first+1 {
		seconds = fmt.Sprintf("%d–%d s", first, last)
	}
	audio := map[client.AudioRule]string{
		client.AudioNever:   "no audio",
		client.AudioAlways:  "audio",
		client.AudioAt1080P: "audio at 1080P only",
	}[m.Audio]
	return strings.Join([]string{seconds, strings.Join(m.Resolutions, ", "), audio}, " · ")
}
