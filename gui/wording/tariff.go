package wording

import (
	"fmt"
	"math"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/lang"
)

// Tariff returns texts about the prices of one profile.
type Tariff struct {
	Table    client.PriceTable
	Currency string // ISO 4217
	Profile  string // name of the profile, for the line that reports why there is no price
	Play     bool   // the profile is the sandbox: amounts are play money
}

// Quote prices an order.
func (t Tariff) Quote(o order.Order) order.Quote { return order.QuoteOf(t.Table, o) }

// Button returns the label of the button that spends: "Generate · ¥2.80 est.", "Edit 3 · ¥0.21 est.". q is the price of
// o.
func (t Tariff) Button(o order.Order, q order.Quote) string {
	return OrderVerb(o) + " · " + t.ButtonPrice(q)
}

// ButtonPrice returns an estimate for a button that spends, with the kind of money: "¥2.80 est. (play money)".
func (t Tariff) ButtonPrice(q order.Quote) string {
	return MoneyFormat{Currency: t.Currency, Play: t.Play}.Mark(t.Price(q))
}

// Price returns an estimate: "¥2.80 est.", "price not known".
func (t Tariff) Price(q order.Quote) string {
	return MoneyFormat{Currency: t.Currency}.Price(int64(q.Total), q.Known)
}

// Line returns the text above the button: how the price is calculated, or why there is none.
func (t Tariff) Line(o order.Order, q order.Quote) string {
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

func (t Tariff) videoLine(r client.VideoRequest, q order.Quote) string {
	if !q.Known {
		return lang.L("No price for %s, %s, %s in the price table of %s.", r.Model, r.Tier(), sound(r.Audio), t.Profile)
	}
	if rate, _ := t.Table.RateOf(r.Model, r.Rules(), r.Tier(), r.Audio); rate.PerClip {
		line := lang.L("%[1]s per clip: %[2]s, %[3]s, %[4]s, %[5]d s", ExactMoney(q.Unit, t.Currency), r.Model,
			r.Tier(), sound(r.Audio), r.Duration())
		return referred(q, times(q.Jobs, line))
	}
	line := lang.L("%d s × %s %s, %s, %s", r.Duration(), ExactMoney(q.Unit, t.Currency), r.Model, r.Tier(),
		sound(r.Audio))
	return referred(q, times(q.Jobs, line))
}

// imageLine returns the line of a picture that is made from this many others.
func (t Tariff) imageLine(w, h, from int, quality string, q order.Quote) string {
	if !q.Known {
		return lang.L("The price table of %s has no price for pictures.", t.Profile)
	}
	what := fmt.Sprintf("%d × %d", w, h)
	if from > 0 {
		what = lang.N("%[2]s with %[1]d picture", "%[2]s with %[1]d pictures", from, from, what)
	}
	if quality != "" {
		what = Commas(what, Quality(quality))
	}
	line := lang.L("%s; charged per token", what)
	if q.ByPicture {
		line = lang.L("%s; charged per picture", what)
	}
	return referred(q, times(q.Jobs, line))
}

// PerSecond returns the exact price of a video model per second or per clip: "¥0.56 / s", "¥2.80 / clip"; a dash if
// unknown. A gateway's alias without its own price has the price of its model.
func (t Tariff) PerSecond(m order.Model, tier string, audio bool) string {
	rate, ok := t.Table.RateOf(m.ID, m.Rules(), tier, audio)
	switch {
	case !ok:
		return "—"
	case rate.PerClip:
		return lang.X("price", "%s / clip", ExactMoney(rate.PerSecond, t.Currency))
	}
	return ExactMoney(rate.PerSecond, t.Currency) + " / s"
}

// times returns a line that applies to each of several jobs.
func times(jobs int, line string) string {
	if jobs > 1 {
		return fmt.Sprintf("%d × %s", jobs, line)
	}
	return line
}

// referred adds to a line that its prices are reference prices.
func referred(q order.Quote, line string) string {
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

// typicalTime returns how long a picture takes (interface 8). The service documents it for the 1024 class and for the
// largest size at the best quality. A size of 0 means the service's default.
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

// usualQuality is the reference for comparisons of quality.
const usualQuality = "medium"

// QualityEffect compares cost and time of the form's quality with the usual one: "about 12x Medium, slower; usually 40
// s to 2 minutes". It omits a time that is equal for both.
func (t Tariff) QualityEffect(f order.Form, env order.Env) string {
	d := f.Picture()
	m := order.Model{ID: d.Model, Like: d.Like}
	w, h := client.ImageRequest{Size: f.Size()}.Dimensions()
	took := typicalTime(w, h, d.Quality)
	if d.Quality != usualQuality {
		usual := f
		usual.Picture().Quality = usualQuality
		if is, was := order.QuotePicture(t.Table, f, env, m), order.QuotePicture(t.Table, usual, env, m); is.Known &&
			was.Known && was.FirstJob > 0 {
			effect := compared(float64(is.FirstJob) / float64(was.FirstJob))
			if took == typicalTime(w, h, usualQuality) {
				return effect
			}
			return lang.L("%s; %s", effect, took)
		}
	}
	return took
}

// compared returns a price relative to the usual one. A higher price also means a longer time, because both depend on
// the computation.
func compared(ratio float64) string {
	digits := 1
	if ratio >= 1.95 && math.Abs(ratio-math.Round(ratio)) < 0.2 {
		digits = 0
	}
	switch times := lang.Decimal(ratio, digits); {
	case ratio > 1.05:
		return lang.L("about %sx %s, slower", times, Quality(usualQuality))
	case ratio < 0.95:
		return lang.L("about %sx %s, faster", times, Quality(usualQuality))
	}
	return lang.L("same as %s", Quality(usualQuality))
}
