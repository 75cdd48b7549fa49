package form

import (
	"fmt"
	"math"

	"viviscope/client"
	"viviscope/gui/wording"
)

// Tariff is what the form needs to know of a profile to word a price.
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
	ByPicture bool          // the price of the first job is one by picture, not by tokens
	Reference bool          // the figures are reference figures, not the account's own prices
}

// Quote prices an order, job by job.
func (t Tariff) Quote(o Order) Quote {
	q := Quote{Jobs: o.Jobs(), Known: o.Jobs() > 0}
	for i, e := range t.Each(o) {
		if i == 0 {
			q.Each, q.Unit, q.Reference = e.Amount, e.Unit, e.Reference
		}
		if !e.Known || e.Amount > math.MaxInt64-q.Total {
			q.Known = false
			continue
		}
		q.Total += e.Amount
	}
	if len(o.Videos) == 0 {
		q.ByPicture, q.Unit = q.Unit > 0, 0
	}
	return q
}

// Each prices the jobs of an order, in their order.
func (t Tariff) Each(o Order) []client.Estimate {
	var all []client.Estimate
	for _, r := range o.Videos {
		all = append(all, t.Table.EstimateVideo(r))
	}
	for _, r := range o.Images {
		all = append(all, t.Table.EstimateImage(r))
	}
	for _, r := range o.Edits {
		all = append(all, t.Table.EstimateEdit(r, o.Width, o.Height))
	}
	return all
}

// Button is the word on the button that spends: "Generate · ¥2.80 est.", "Edit 3 · ¥0.21 est.". q is the price of o.
func (t Tariff) Button(o Order, q Quote) string {
	return o.Word() + " · " + t.Price(q)
}

// Price words an estimate, or that there is none: "¥2.80 est.", "price not known".
func (t Tariff) Price(q Quote) string {
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
		r := o.Images[0]
		w, h := r.Dimensions()
		return t.imageLine(w, h, r.Quality, "", q)
	case len(o.Edits) > 0:
		r := o.Edits[0]
		w, h := r.OutputDimensions(o.Width, o.Height)
		return t.imageLine(w, h, r.Quality, " from "+wording.Count(max(len(r.ImageURLs), 1), "picture", "pictures"), q)
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

func (t Tariff) imageLine(w, h int, quality, from string, q Quote) string {
	if !q.Known {
		return "No price for pictures in the table of " + t.Profile + "."
	}
	by := "tokens"
	if q.ByPicture {
		by = "picture"
	}
	return times(q.Jobs) + fmt.Sprintf("%d × %d%s, %s; charged by %s", w, h, from, quality, by) + reference(q)
}

// PerSecond words the price of a second of a video model: "¥0.56 / s", or a dash where none is known. A gateway's own name
// has the price of the model that it stands for where it has none of its own.
func (t Tariff) PerSecond(m Model, tier string, audio bool) string {
	rate, ok := t.Table.Rate(m.ID, tier, audio)
	if !ok {
		rate, ok = t.Table.Rate(m.Rules(), tier, audio)
	}
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

// Generate is the word on the button while there is no price to say: "Generate 3".
func Generate(jobs int) string {
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

// PerPicture is the price of one picture of what the form in front asks for, by another model.
func (t Tariff) PerPicture(f Form, env Env, m Model) Quote {
	p := f.Picture() // f is a copy
	if p == nil {
		return Quote{}
	}
	p.SetModel(m)
	p.Clips = 1
	o, _ := f.Build(env)
	return t.Quote(o.first())
}
