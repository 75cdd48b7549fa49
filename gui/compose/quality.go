package compose

import (
	"math"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// usualQuality is what other qualities are compared with.
const usualQuality = "medium"

// qualityEffect says what the quality in the form costs and takes beside the usual one: "high: about 3x medium, slower;
// usually 40 s to 2 minutes".
func qualityEffect(f form.Form, env form.Env, tariff form.Tariff) string {
	d := f.Picture()
	m := form.Model{ID: d.Model, Like: d.Like}
	size := d.Size()
	if f.Kind == db.EditImage {
		size = f.Edit.Size()
	}
	w, h := client.ImageRequest{Size: size}.Dimensions()
	took := form.TypicalTime(w, h, d.Quality)
	if d.Quality != usualQuality {
		usual := f
		usual.Picture().Quality = usualQuality
		if is, was := tariff.PerPicture(f, env, m), tariff.PerPicture(usual, env, m); is.Known && was.Known && was.Each > 0 {
			return lang.L("%s: %s; %s", d.Quality, compared(float64(is.Each)/float64(was.Each)), took)
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
	return lang.L("as %s", usualQuality)
}
