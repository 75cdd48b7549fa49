package order

import (
	"fmt"
	"math"

	"viviscope/client"
)

// Quote is the price of an order.
type Quote struct {
	Jobs      int
	Known     bool          // every job has a price
	Total     client.Micros // meaningless unless Known
	FirstJob  client.Micros // price of the first job
	Unit      client.Micros // per second of video; 0 for pictures
	ByPicture bool          // the first job is priced per picture, not per token
	Reference bool          // the amounts are reference prices, not those of the account
}

// QuoteOf returns the price of an order: the sum over its jobs.
func QuoteOf(table client.PriceTable, o Order) Quote {
	q := Quote{Jobs: o.Jobs(), Known: o.Jobs() > 0}
	for i, r := range o.Requests {
		e := r.Estimate(table)
		if i == 0 {
			q.FirstJob, q.Unit, q.Reference = e.Amount, e.Unit, e.Reference
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

// QuotePicture returns the price of one picture of the current form with another model. It returns the zero Quote if
// the form makes a clip.
func QuotePicture(table client.PriceTable, f Form, env Env, m Model) Quote {
	p := f.Picture() // f is a copy
	if p == nil {
		return Quote{}
	}
	p.SetModel(m)
	p.Clips = 1
	o, _ := f.Build(env)
	return QuoteOf(table, o.First())
}

// ModelFit describes whether a model supports the user's choices, and their price.
type ModelFit struct {
	Model    Model
	Current  bool // this is the model of the form
	Fits     bool
	Problems []client.ValidationError // broken rules, with messages of the service; none if Fits
	Quote    Quote                    // price of the user's choices; meaningless unless Fits
	Cheapest bool                     // Fits is true, and no other model is cheaper
}

// CompareModels checks for every model of the profile whether it supports the user's choices in the current draft. It
// uses the choices before corrections: for example, 12 s even if the current model reduced them to 10 s, and audio even
// if the current model does not support it.
func CompareModels(f Form, env Env, table client.PriceTable) []ModelFit {
	f = f.ForProfile(env)
	models := env.ImageModels()
	if f.Clip() != nil {
		models = env.VideoModels()
	}
	fits := make([]ModelFit, len(models))
	for i, m := range models {
		fits[i] = f.modelFit(m, env, table)
	}
	markCheapest(fits)
	return fits
}

// modelFit checks whether a model supports the user's choices. It ignores problems that do not depend on the model.
func (f Form) modelFit(m Model, env Env, table client.PriceTable) ModelFit {
	fit := ModelFit{Model: m}
	if d := f.Clip(); d != nil { // f is a copy
		fit.Current = m.ID == d.Model
		d.Seconds = fmt.Sprint(d.RequestedSeconds())
		d.Model, d.Like, d.Limits, d.RaisedForAudio = m.ID, m.Like, m.Limits, false
		r := d.base()
		r.Audio = d.WantedAudio
		fit.Problems = ProblemsOf(r.Problems(), FieldSeconds, FieldTier, FieldSize, FieldAudio)
	} else {
		fit.Current = m.ID == f.Picture().Model
		f.Picture().SetModel(m)
		_, problems := f.Build(env)
		fit.Problems = ProblemsOf(problems, FieldSize, FieldQuality, FieldFormat)
	}
	fit.Fits = len(fit.Problems) == 0
	if fit.Fits {
		o, _ := f.Build(env)
		fit.Quote = QuoteOf(table, o)
	}
	return fit
}

func markCheapest(fits []ModelFit) {
	least, any := client.Micros(0), false
	for _, fit := range fits {
		if fit.Fits && fit.Quote.Known && (!any || fit.Quote.Total < least) {
			least, any = fit.Quote.Total, true
		}
	}
	for i := range fits {
		fits[i].Cheapest = any && fits[i].Fits && fits[i].Quote.Known && fits[i].Quote.Total == least
	}
}
