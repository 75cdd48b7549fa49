package order

import (
	"fmt"
	"math"

	"viviscope/client"
)

// Quote is the price of an order.
type Quote struct {
	Jobs      int
	Known     bool          // whether every job has a price
	Total     client.Micros // meaningless unless Known
	FirstJob  client.Micros // of the first job
	Unit      client.Micros // per second of video; 0 for pictures
	ByPicture bool          // the first job has a price per picture, not per token
	Reference bool          // the amounts are reference prices, not the account's own
}

// QuoteOf prices an order by a table, job by job.
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

// QuotePicture prices one picture of the current form, made by another model.
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

// ModelFit describes whether a model supports what the user wants.
type ModelFit struct {
	Model    Model
	Current  bool // it is the model of the form
	Fits     bool
	Problems []client.ValidationError // the broken rules, as messages of the service; none if it fits
	Quote    Quote                    // price of exactly what the user wants; meaningless unless Fits
	Cheapest bool                     // it fits, and no other model is cheaper
}

// CompareModels checks for every model of the profile whether it supports what the user wants in the current draft. That may
// differ from what the current model supports: 12 s that were corrected to 10 s count as 12 s, and sound that is
// currently off counts as sound.
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

// modelFit checks whether a model supports what the user wants. Problems that do not depend on the model do not count.
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
	if fit.Fits = len(fit.Problems) == 0; fit.Fits {
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
