package form

import (
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/db"
)

func TestButtonSaysWhatItSpends(t *testing.T) {
	mine := Tariff{Currency: "CNY", Profile: "My gateway", Table: client.PriceTable{
		Video:  []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000}},
		Tokens: &client.TokenPrices{OutputPerMillion: 40_000_000},
	}}
	fine := mine
	fine.Table.Video = []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 123_400}}
	f := New()
	f.Text.SetModel(Model{ID: "clip-2.6"})
	f.Text.Prompt = "boats"
	three := f
	three.Text.Clips = 3
	unpriced := f
	unpriced.Text.SetResolution("1080P")
	picture := f
	picture.Kind = db.TextToImage

	for name, c := range map[string]struct {
		tariff       Tariff
		form         Form
		button, line string
	}{
		"one clip":     {mine, f, "Generate · ¥2.80 est.", "5 s × ¥0.56 clip-2.6, 720P, no audio"},
		"three clips":  {mine, three, "Generate 3 · ¥8.40 est.", "3 × 5 s × ¥0.56 clip-2.6, 720P, no audio"},
		"four digits":  {fine, f, "Generate · ¥0.62 est.", "5 s × ¥0.1234 clip-2.6, 720P, no audio"},
		"not priced":   {mine, unpriced, "Generate · price not known", "No price for clip-2.6, 1080P, no audio in the price table of My gateway."},
		"a picture":    {mine, picture, "Generate · ¥0.06 est.", "1024 × 1024, medium; charged per token"},
		"no tokens":    {Tariff{Currency: "CNY", Profile: "My gateway"}, picture, "Generate · price not known", "The price table of My gateway has no price for pictures."},
		"no table yet": {Tariff{Profile: "My gateway"}, three, "Generate 3 · price not known", "No price for clip-2.6, 720P, no audio in the price table of My gateway."},
	} {
		order, _ := c.form.Build(Env{})
		q := c.tariff.Quote(order)
		if got := c.tariff.Button(order, q); got != c.button {
			t.Errorf("%s: button %q, want %q", name, got, c.button)
		}
		if got := c.tariff.Line(order, q); got != c.line {
			t.Errorf("%s: line %q, want %q", name, got, c.line)
		}
	}
}

func TestRulesOfEveryModelInWords(t *testing.T) {
	want := map[string]string{
		"clip-3.0":       "3–15 s · 720P, 1080P · audio",
		"clip-3.0-omni":  "3–15 s · 720P, 1080P · audio",
		"clip-2.6":       "3–15 s · 720P, 1080P · audio at 1080P only",
		"clip-3.0-turbo": "3–15 s · 720P, 1080P · no audio",
		"clip-o1":        "3–15 s · 720P, 1080P · no audio",
		"clip-2.5":       "5 or 10 s · 720P, 1080P · no audio",
	}
	for _, m := range client.VideoModels() {
		if got := Rules(m); got != want[m.ID] {
			t.Errorf("%s: %q, want %q", m.ID, got, want[m.ID])
		}
	}
}

func TestAPriceByPictureIsSaid(t *testing.T) {
	tariff := Tariff{Currency: "CNY", Table: client.ReferenceTable("CNY")}
	r := client.ImageRequest{Model: "genimage-2.5-flare", Quality: "low"}
	o := Order{Requests: []client.Request{r}}
	if got, want := tariff.Line(o, tariff.Quote(o)), "1024 × 1024, low; charged per picture"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	r.Quality = "high"
	o.Requests[0] = r
	if got, want := tariff.Line(o, tariff.Quote(o)), "1024 × 1024, high; charged per token"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
