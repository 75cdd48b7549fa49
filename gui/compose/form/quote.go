package form

import (
	"fmt"
	"math"

	"viviscope/client"
	"viviscope/gui/lang"
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
	for i, r := range o.Requests {
		e := r.Estimate(t.Table)
		if i == 0 {
			q.Each, q.Unit, q.Reference = e.Amount, e.Unit, e.Reference
		}
		if !e.Known || e.Amount > math.MaxInt64-q.Total {
			q.Known = false
			continue
		}
		q.Total += e.Amount
	}
	if o.Jobs() > 0 && !o.Requests[0].Kind().IsVideo() {
		q.ByPicture, q.Unit = q.Unit > 0, 0
	}
	return q
}

// Button is the word on the button that spends: "Generate · ¥2.80 est.", "Edit 3 · ¥0.21 est.". q is the price of o.
func (t Tariff) Button(o Order, q Quote) string {
	return o.Word() + " · " + t.Price(q)
}

// Price words an estimate, or that there is none: "¥2.80 est.", "price not known".
func (t Tariff) Price(q Quote) string {
	if !q.Known {
		return t.marked(lang.L("price not known"))
	}
	return t.marked(lang.L("%s est.", wording.Money(int64(q.Total), t.Currency)))
}

// Line is what stands above the button: what the price is made of, or why there is none.
func (t Tariff) Line(o Order, q Quote) string {
	if o.Jobs() == 0 {
		return ""
	}
	switch r := o.Requests[0].(type) {
	case client.VideoRequest:
		return t.videoLine(r, q)
	case client.ImageRequest:
		w, h := r.Dimensions()
		return t.imageLine(w, h, 0, r.Quality, q)
	case client.EditRequest:
		w, h := r.Dimensions()
		return t.imageLine(w, h, max(len(r.ImageURLs), 1), r.Quality, q)
	}
	return ""
}

func (t Tariff) videoLine(r client.VideoRequest, q Quote) string {
	if !q.Known {
		return lang.L("No price for %s, %s, %s in the table of %s.", r.Model, r.Tier(), sound(r.Audio), t.Profile)
	}
	line := lang.L("%d s × %s %s, %s, %s", r.Duration(), wording.ExactMoney(q.Unit, t.Currency), r.Model, r.Tier(), sound(r.Audio))
	return referred(q, times(q.Jobs, line))
}

// imageLine is the line of a picture that is made from so many others.
func (t Tariff) imageLine(w, h, from int, quality string, q Quote) string {
	if !q.Known {
		return lang.L("No price for pictures in the table of %s.", t.Profile)
	}
	what := fmt.Sprintf("%d × %d", w, h)
	if from > 0 {
		what = lang.N("%[2]s from %[1]d picture", "%[2]s from %[1]d pictures", from, from, what)
	}
	line := lang.L("%s, %s; charged by tokens", what, quality)
	if q.ByPicture {
		line = lang.L("%s, %s; charged by picture", what, quality)
	}
	return referred(q, times(q.Jobs, line))
}

// PerSecond words the price of a second of a video model to its last digit: "¥0.56 / s", or a dash where none is known. A gateway's own name
// has the price of the model that it stands for where it has none of its own.
func (t Tariff) PerSecond(m Model, tier string, audio bool) string {
	rate, ok := t.Table.Rate(m.ID, tier, audio)
	if !ok {
		rate, ok = t.Table.Rate(m.Rules(), tier, audio)
	}
	if !ok {
		return "—"
	}
	return wording.ExactMoney(rate, t.Currency) + " / s"
}

func (t Tariff) marked(price string) string {
	if t.Sandbox {
		return lang.L("%s (sandbox)", price)
	}
	return price
}

// Generate is the word on the button while there is no price to say: "Generate 3".
func Generate(jobs int) string {
	if jobs > 1 {
		return lang.X("verb", "Generate %d", jobs)
	}
	return lang.X("verb", "Generate")
}

// times says that a line stands for each of several jobs.
func times(jobs int, line string) string {
	if jobs > 1 {
		return fmt.Sprintf("%d × %s", jobs, line)
	}
	return line
}

// referred says that a line is made of reference prices.
func referred(q Quote, line string) string {
	if q.Reference {
		return lang.L("%s, reference prices", line)
	}
	return line
}

func sound(on bool) string {
	if on {
		return lang.L("audio")
	}
	return lang.L("no audio")
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
	return t.Quote(o.First())
}
