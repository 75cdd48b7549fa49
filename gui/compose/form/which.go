package form

import (
	"fmt"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Fit is a model's answer to what is wished for.
type Fit struct {
	Model    Model
	Rules    string // what the model can do, in words
	Current  bool   // it is the one in the form
	Fits     bool
	Why      []client.ValidationError // the rules that stand against it, in the words of the service; none where it fits
	Quote    Quote                    // price of exactly what is wished for; means nothing unless Fits
	Cheapest bool                     // it fits, and no other costs less
}

// Which asks every model of the profile whether it can make what the draft in front wishes for, which is not always what
// the present model makes of it: 12 s that became 10 s are 12 s, and sound that is off for now is sound.
func Which(f Form, env Env, t Tariff) []Fit {
	f = f.Under(env)
	var fits []Fit
	if c := f.Clip(); c != nil {
		for _, m := range env.VideoModels() {
			fits = append(fits, f.fit(m, env, t))
		}
	} else {
		for _, m := range env.ImageModels() {
			fits = append(fits, f.fitPicture(m, env, t))
		}
	}
	markCheapest(fits)
	return fits
}

// fit asks a model for the clip that is wished for. What does not depend on the model does not stand against it.
func (f Form) fit(m Model, env Env, t Tariff) Fit {
	d := f.Clip() // f is a copy
	fit := Fit{Model: m, Current: m.ID == d.Model}
	d.Seconds = fmt.Sprint(d.wishedSeconds())
	d.Model, d.Like, d.Raised = m.ID, m.Like, false
	fit.Rules = Rules(d.Rules())
	r := d.base()
	r.Audio = d.WishAudio
	fit.Why = Only(r.Problems(), FieldSeconds, FieldTier, FieldSize, FieldAudio)
	if fit.Fits = len(fit.Why) == 0; fit.Fits {
		order, _ := f.Build(env)
		fit.Quote = t.Quote(order)
	}
	return fit
}

func (f Form) fitPicture(m Model, env Env, t Tariff) Fit {
	d := f.Picture() // f is a copy
	fit := Fit{Model: m, Rules: ImageRules(), Current: m.ID == d.Model}
	d.SetModel(m)
	order, problems := f.Build(env)
	fit.Why = Only(problems, FieldSize, FieldQuality, FieldFormat)
	if fit.Fits = len(fit.Why) == 0; fit.Fits {
		fit.Quote = t.Quote(order)
	}
	return fit
}

func markCheapest(fits []Fit) {
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

// Wish words what Which looks for: "12 s · 720P · audio".
func Wish(f Form) string {
	if p := f.Picture(); p != nil {
		size := p.Size()
		if f.Edit.Preset == AsPicture && p == &f.Edit.ImageDraft && !p.FreeSize {
			size = lang.L("same as picture")
		}
		return strings.Join([]string{wording.Size(size), p.Quality, strings.ToUpper(p.Format)}, " · ")
	}
	d := f.Clip()
	if d == nil {
		return ""
	}
	what := []string{d.Seconds + " s"}
	if n := d.wishedSeconds(); n > 0 {
		what[0] = fmt.Sprintf("%d s", n)
	}
	if d.FreeSize {
		what = append(what, wording.Size(sizeText(d.Width, d.Height)))
	} else {
		what = append(what, d.WishResolution)
	}
	return strings.Join(append(what, sound(d.WishAudio)), " · ")
}
