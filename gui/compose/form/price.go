package form

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Tariff is what the form needs to know of a profile to word a price.
type Tariff struct {
	Table    client.PriceTable
	Currency string // ISO 4217
	Profile  string // name of the profile, for the line that says why there is no price
	Play     bool   // the profile is the sandbox: amounts are play money
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

// Price returns an estimate for a button: "¥2.80 est.", "¥2.80 est. (play money)", "price not known".
func (t Tariff) Price(q Quote) string {
	return wording.MoneyFormat{Currency: t.Currency, Play: t.Play}.Price(int64(q.Total), q.Known)
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
		return lang.L("No price for %s, %s, %s in the price table of %s.", r.Model, r.Tier(), sound(r.Audio), t.Profile)
	}
	if rate, _ := t.Table.RateOf(r.Model, r.Rules(), r.Tier(), r.Audio); rate.PerClip {
		line := lang.L("%[1]s per clip: %[2]s, %[3]s, %[4]s, %[5]d s", wording.ExactMoney(q.Unit, t.Currency), r.Model, r.Tier(), sound(r.Audio), r.Duration())
		return referred(q, times(q.Jobs, line))
	}
	line := lang.L("%d s × %s %s, %s, %s", r.Duration(), wording.ExactMoney(q.Unit, t.Currency), r.Model, r.Tier(), sound(r.Audio))
	return referred(q, times(q.Jobs, line))
}

// imageLine is the line of a picture that is made from so many others.
func (t Tariff) imageLine(w, h, from int, quality string, q Quote) string {
	if !q.Known {
		return lang.L("The price table of %s has no price for pictures.", t.Profile)
	}
	what := fmt.Sprintf("%d × %d", w, h)
	if from > 0 {
		what = lang.N("%[2]s with %[1]d picture", "%[2]s with %[1]d pictures", from, from, what)
	}
	line := lang.L("%s, %s; charged per token", what, quality)
	if q.ByPicture {
		line = lang.L("%s, %s; charged per picture", what, quality)
	}
	return referred(q, times(q.Jobs, line))
}

// PerSecond returns the price of a second or of a clip of a video model to its last digit: "¥0.56 / s", "¥2.80 / clip"; a
// dash where none is known. A gateway's own name has the price of the model that it stands for where it has none of its own.
func (t Tariff) PerSecond(m Model, tier string, audio bool) string {
	rate, ok := t.Table.RateOf(m.ID, m.Rules(), tier, audio)
	switch {
	case !ok:
		return "—"
	case rate.PerClip:
		return lang.X("price", "%s / clip", wording.ExactMoney(rate.PerSecond, t.Currency))
	}
	return wording.ExactMoney(rate.PerSecond, t.Currency) + " / s"
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

// Rules words what a video model can do: "3–15 s · 720P, 1080P · audio at 1080P only".
func Rules(m client.VideoModel) string {
	seconds := Durations(m)
	if first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]; len(m.Seconds) == last-first+1 {
		seconds = fmt.Sprintf("%d–%d s", first, last)
	}
	audio := sound(m.Audio != client.AudioNever)
	if m.Audio == client.AudioAt1080P {
		audio = lang.L("audio at 1080P only")
	}
	return strings.Join([]string{seconds, wording.Commas(m.Resolutions...), audio}, " · ")
}

// ImageRules words what the picture models can do. All can do the same.
func ImageRules() string { return lang.L("up to 3840 px · low to max · PNG, JPEG") }

// Durations words what a model makes: "5 or 10 s", "3 to 15 s".
func Durations(m client.VideoModel) string {
	first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]
	if len(m.Seconds) == last-first+1 && len(m.Seconds) > 2 {
		return lang.L("%d to %d s", first, last)
	}
	words := make([]string, len(m.Seconds))
	for i, n := range m.Seconds {
		words[i] = strconv.Itoa(n)
	}
	return lang.L("%s s", anyOf(words))
}

// anyOf joins words of which one is the case: "5", "5 or 10", "5, 8 or 10".
func anyOf(words []string) string {
	joined := words[0]
	for i, word := range words[1:] {
		if i+2 == len(words) {
			return lang.X("list", "%s or %s", joined, word)
		}
		joined = lang.X("list", "%s, %s", joined, word)
	}
	return joined
}

// typicalTime words how long a picture takes (interface 8): the service tells it for the 1024 class and for the largest at
// the best quality, and that better takes longer. A size of 0 is one that is left to the service.
func typicalTime(width, height int, quality string) string {
	pixels := width * height
	switch {
	case pixels <= 1536*1024 && quality != "xhigh" && quality != "max":
		return lang.L("usually 25 to 40 s")
	case pixels >= 3840*2160 && quality == "max":
		return lang.L("usually about 2 minutes")
	}
	return lang.L("usually 40 s to 2 minutes")
}

// usualQuality is what other qualities are compared with.
const usualQuality = "medium"

// QualityEffect says what the quality in the form costs and takes beside the usual one: "max: about 12x medium, slower;
// usually 40 s to 2 minutes". The time that the service tells of both says nothing of their difference, and is left out.
func (t Tariff) QualityEffect(f Form, env Env) string {
	d := f.Picture()
	m := Model{ID: d.Model, Like: d.Like}
	w, h := client.ImageRequest{Size: f.Size()}.Dimensions()
	took := typicalTime(w, h, d.Quality)
	if d.Quality != usualQuality {
		usual := f
		usual.Picture().Quality = usualQuality
		if is, was := t.PerPicture(f, env, m), t.PerPicture(usual, env, m); is.Known && was.Known && was.Each > 0 {
			effect := compared(float64(is.Each) / float64(was.Each))
			if took == typicalTime(w, h, usualQuality) {
				return lang.L("%s: %s", d.Quality, effect)
			}
			return lang.L("%s: %s; %s", d.Quality, effect, took)
		}
	}
	return lang.L("%s: %s", d.Quality, took)
}

// compared words a price beside the usual one. What costs more takes longer: both go by what the model computes.
func compared(ratio float64) string {
	digits := 1
	if ratio >= 1.95 && math.Abs(ratio-math.Round(ratio)) < 0.2 {
		digits = 0
	}
	switch times := lang.Decimal(ratio, digits); {
	case ratio > 1.05:
		return lang.L("about %sx %s, slower", times, usualQuality)
	case ratio < 0.95:
		return lang.L("about %sx %s, faster", times, usualQuality)
	}
	return lang.L("same as %s", usualQuality)
}

// Fit is a model's answer to what is wished for.
type Fit struct {
	Model    Model
	Current  bool // it is the one in the form
	Fits     bool
	Why      []client.ValidationError // the rules that stand against it, in the words of the service; none where it fits
	Quote    Quote                    // price of exactly what is wished for; means nothing unless Fits
	Cheapest bool                     // it fits, and no other costs less
}

// Which asks every model of the profile whether it can make what the draft in front wishes for, which is not always what
// the present model makes of it: 12 s that became 10 s are 12 s, and sound that is off for now is sound.
func Which(f Form, env Env, t Tariff) []Fit {
	f = f.Under(env)
	models := env.ImageModels()
	if f.Clip() != nil {
		models = env.VideoModels()
	}
	fits := make([]Fit, len(models))
	for i, m := range models {
		fits[i] = f.fit(m, env, t)
	}
	markCheapest(fits)
	return fits
}

// fit asks a model for what is wished for. What does not depend on the model does not stand against it.
func (f Form) fit(m Model, env Env, t Tariff) Fit {
	fit := Fit{Model: m}
	if d := f.Clip(); d != nil { // f is a copy
		fit.Current = m.ID == d.Model
		d.Seconds = fmt.Sprint(d.wishedSeconds())
		d.Model, d.Like, d.Own, d.Raised = m.ID, m.Like, m.Own, false
		r := d.base()
		r.Audio = d.WishAudio
		fit.Why = Only(r.Problems(), FieldSeconds, FieldTier, FieldSize, FieldAudio)
	} else {
		fit.Current = m.ID == f.Picture().Model
		f.Picture().SetModel(m)
		_, problems := f.Build(env)
		fit.Why = Only(problems, FieldSize, FieldQuality, FieldFormat)
	}
	if fit.Fits = len(fit.Why) == 0; fit.Fits {
		order, _ := f.Build(env)
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
