package wording

import (
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestModelCorrectionsAreMinimalAndReversible(t *testing.T) {
	d := order.New().Text
	d.Prompt = "boats"
	d.SetSeconds("12")
	d.WantedAudio = true

	check := func(step string, said []order.Correction, want, seconds string, audio bool) {
		t.Helper()
		if got := Corrections(said); got != want {
			t.Errorf("%s: %q, want %q", step, got, want)
		}
		if d.Seconds != seconds || d.Audio() != audio || d.Prompt != "boats" {
			t.Errorf("%s: %s s, audio %v, prompt %q; want %s s, audio %v", step, d.Seconds, d.Audio(), d.Prompt,
				seconds, audio)
		}
	}
	check("a model that can do the same", d.SetModel(order.Model{ID: "clip-3.0-omni"}), "", "12", true)
	check("fixed durations, no sound", d.SetModel(order.Model{ID: "clip-2.5"}),
		"12 s became 10 s: clip-2.5 makes 5 or 10 s. Audio turned off. This model makes no audio.", "10", false)
	check("back", d.SetModel(order.Model{ID: "clip-3.0"}), "Back to 12 s. Audio turned on again.", "12", true)

	check("sound at 1080P only", d.SetModel(order.Model{ID: "clip-2.6"}),
		"720P became 1080P. This model needs 1080P for audio.", "12", true)
	check("sound at every size", d.SetModel(order.Model{ID: "clip-3.0"}), "Back to 720P.", "12", true)
	check("raised again", d.SetModel(order.Model{ID: "clip-2.6"}),
		"720P became 1080P. This model needs 1080P for audio.", "12", true)
	check("no sound after all", d.SetAudio(false), "Back to 720P.", "12", false)
	check("sound after all", d.SetAudio(true), "720P became 1080P. This model needs 1080P for audio.", "12", true)
	check("a choice counts more than the sound", d.SetResolution("720P"),
		"Audio turned off. This model needs 1080P for audio.", "12", false)
	check("the same model again", d.SetModel(order.Model{ID: "clip-2.6"}), "", "12", false)
	check("1080P", d.SetResolution("1080P"), "Audio turned on again.", "12", true)
	check("1080P was chosen and stays", d.SetModel(order.Model{ID: "clip-3.0"}), "", "12", true)
	d.SetModel(order.Model{ID: "clip-2.6"})
	check("a large free size", d.SetFreeSize(), "", "12", true)
	check("smaller", d.SetSides("640", "360"), "Audio turned off. This model needs 1080P for audio.", "12", false)

	d.SetModel(order.Model{ID: "clip-2.5"})
	d.SetSeconds("5")
	check("a choice of one's own stays", d.SetModel(order.Model{ID: "clip-o1"}), "", "5", false)
	d.SetSeconds("16")
	check("a refused number counts as the wish", d.SetModel(order.Model{ID: "clip-2.5"}),
		"16 s became 10 s: clip-2.5 makes 5 or 10 s.", "10", false)
}

func TestButtonShowsPrice(t *testing.T) {
	mine := Tariff{Currency: "CNY", Profile: "My gateway", Table: client.PriceTable{
		Video:  []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000}},
		Tokens: &client.TokenPrices{OutputPerMillion: 40_000_000},
	}}
	fine := mine
	fine.Table.Video = []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 123_400}}
	f := order.New()
	f.Text.SetModel(order.Model{ID: "clip-2.6"})
	f.Text.Prompt = "boats"
	three := f
	three.Text.Clips = 3
	unpriced := f
	unpriced.Text.SetResolution("1080P")
	picture := f
	picture.Kind = db.TextToImage

	for name, c := range map[string]struct {
		tariff       Tariff
		request      order.Form
		button, line string
	}{
		"one clip":    {mine, f, "Generate · ¥2.80 est.", "5 s × ¥0.56 clip-2.6, 720P, no audio"},
		"three clips": {mine, three, "Generate 3 · ¥8.40 est.", "3 × 5 s × ¥0.56 clip-2.6, 720P, no audio"},
		"four digits": {fine, f, "Generate · ¥0.62 est.", "5 s × ¥0.1234 clip-2.6, 720P, no audio"},
		"not priced": {mine, unpriced, "Generate · price not known",
			"No price for clip-2.6, 1080P, no audio in the price table of My gateway."},
		"a picture": {mine, picture, "Generate · ¥0.06 est.", "1024 × 1024, Medium; charged per token"},
		"no tokens": {Tariff{Currency: "CNY", Profile: "My gateway"}, picture, "Generate · price not known",
			"The price table of My gateway has no price for pictures."},
		"no table yet": {Tariff{Profile: "My gateway"}, three, "Generate 3 · price not known",
			"No price for clip-2.6, 720P, no audio in the price table of My gateway."},
	} {
		order, _ := c.request.Build(order.Env{})
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
		if got := ModelRules(m); got != want[m.ID] {
			t.Errorf("%s: %q, want %q", m.ID, got, want[m.ID])
		}
	}
}

func TestPriceByPicture(t *testing.T) {
	tariff := Tariff{Currency: "CNY", Table: client.ReferenceTable("CNY")}
	r := client.ImageRequest{Model: "genimage-2.5-flare", Quality: "low"}
	o := order.Order{Requests: []client.Request{r}}
	if got, want := tariff.Line(o, tariff.Quote(o)),
		"1024 × 1024, Low; charged per picture"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	r.Quality = "high"
	o.Requests[0] = r
	if got, want := tariff.Line(o, tariff.Quote(o)),
		"1024 × 1024, High; charged per token"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Problems have the same names in all languages; their text is translated.
func TestProblemsAreTranslated(t *testing.T) {
	messages := []string{order.MsgSeed, order.MsgFirstFrame, order.MsgLinkDead, order.MsgNotPublic, order.MsgEditPublic,
		order.MsgEditMixed, order.MsgTooMany, order.MsgCanvasDrawn,
		order.MsgCanvasFile, order.MsgLocalFile, order.MsgLastOff, order.MsgFirstOnly, client.MsgNoAudio}
	english := make([]string, len(messages))
	for i, m := range messages {
		english[i] = Rule(m)
	}
	langtest.Use(t, lang.Pseudo)
	for i, m := range messages {
		if got := Rule(m); langtest.UntranslatedWords(got) != "" || got == english[i] {
			t.Errorf("not translated: %q", got)
		}
	}
	f := order.New()
	f.Text.Prompt = "{1..200}"
	_, problems := f.Build(order.Env{})
	if got := order.ProblemsOf(problems, order.FieldPrompt); len(got) != 1 ||
		langtest.UntranslatedWords(Rule(got[0].Message)) != "" {
		t.Errorf("not translated: %v", got)
	}
}

func TestCorrectionsAreTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	d := order.New().Text
	d.SetAudio(true)
	d.SetSeconds("12")
	said := 0
	for _, m := range append(client.VideoModels(), client.VideoModels()...) {
		for _, c := range append(d.SetModel(order.Model{ID: m.ID}), d.SetResolution("720P")...) {
			said++
			if langtest.UntranslatedWords(correction(c)) != "" {
				t.Errorf("not translated: %q", correction(c))
			}
		}
		if text := ModelRules(m); langtest.UntranslatedWords(text, "P s") != "" {
			t.Errorf("not translated: %q", text)
		}
	}
	if said < 4 {
		t.Errorf("%d corrections", said)
	}
}

func TestListProblemsAreTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	for _, text := range []string{"prompt,prompt\na,b", "prompt,seconds\n\"a,5", "{\"prompt\":\"a\",\"prompt\":\"b\"}",
		"{\"prompt\":[[1]]}",
		"{\"prompt\":[\"a\",\"b\"]}", "{\"prompt\":{}}", "{\"prompt\":\"a\"}\n{]", "", "# a", "a: b", "\"a", "a\n1. b",
		"[", "[1]", "{\"a\":1}", "caf\xe9", strings.Repeat("a\n", 1001), strings.Repeat("a", order.MaxListBytes+1),
		"prompt,audio,seconds,kind\na,maybe,5,film,more", "prompt,kind,first\na,text_to_video,b",
		"prompt,kind,first\na,frames_to_video,", "prompt,kind,images\na,text_to_image,b",
		"prompt,seconds,size,resolution\na,5,1x1,720P", "prompt,first,ratio,seconds\na,https://a.net/b.png,9:16,99",
		"prompt,clips,seed\na,100,x\n" + strings.Repeat("a,100,\n", 10),
		"prompt,clips,quality,kind\na,0,low,text_to_video\n", "prompt,seconds,kind\na,5,text_to_image"} {
		b, err := order.New().ReadList(text, "", order.Env{})
		if err != nil && langtest.UntranslatedWords(ListFault(err)) != "" {
			t.Errorf("%s: not translated: %q", text, ListFault(err))
		}
		for _, r := range b.Rows {
			if langtest.UntranslatedWords(Rule(r.Note)) != "" {
				t.Errorf("%s: not translated: %q", text, r.Note)
			}
			for _, p := range r.Problems {
				if got := Rule(p.Message); langtest.UntranslatedWords(got) != "" {
					t.Errorf("%s: not translated: %q", text, got)
				}
			}
		}
		if err == nil && len(b.Rows[0].Problems) == 0 {
			t.Errorf("%s: nothing is wrong", text)
		}
	}
}

func TestWordsOfModelsAndTime(t *testing.T) {
	tariff := Tariff{Currency: "CNY", Table: client.PriceTable{Video: []client.VideoRate{
		{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000},
		{Model: "gw/own", Resolution: "720P", PerSecond: 700_000},
		{Model: "gw/fine", Resolution: "720P", PerSecond: 12_500}}}}
	for _, c := range []struct {
		model order.Model
		want  string
	}{
		{order.Model{ID: "clip-2.6"}, "¥0.56 / s"}, {order.Model{ID: "gw/2-6", Like: "clip-2.6"}, "¥0.56 / s"},
		{order.Model{ID: "gw/own", Like: "clip-2.6"}, "¥0.70 / s"},
		{order.Model{ID: "gw/fine", Like: "clip-2.6"}, "¥0.0125 / s"}, {order.Model{ID: "clip-o1"}, "—"},
	} {
		if got := tariff.PerSecond(c.model, "720P", false); got != c.want {
			t.Errorf("%v: %q, want %q", c.model, got, c.want)
		}
	}
	for _, c := range []struct {
		w, h          int
		quality, want string
	}{
		{1024, 1024, "medium", "usually 25 to 40 s"}, {3840, 2160, "max", "usually about 2 minutes"},
		{1024, 1024, "max", "usually 40 s to 2 minutes"}, {3840, 2160, "low", "usually 40 s to 2 minutes"},
	} {
		if got := typicalTime(c.w, c.h, c.quality); got != c.want {
			t.Errorf("%d by %d, %s: %q, want %q", c.w, c.h, c.quality, got, c.want)
		}
	}
}

func TestHowThePicturesOfAnEditAreSent(t *testing.T) {
	link, file := order.Slot{URL: "https://a.net/b.png"}, order.Slot{File: "/home/me/b.png"}
	asset := order.Canvas{Open: true, Asset: "8f2c", Width: 800, Height: 600}
	linked, drawn, cropped := asset, asset, asset
	linked.Link = "https://a.net/c.png"
	drawn.Marks, drawn.Changed = 4, true
	cropped.Changed, cropped.Shaped = true, true
	for want, c := range map[string]struct {
		canvas  order.Canvas
		beside  []order.Slot
		hosting bool
	}{
		"":                           {},
		"Sent by its web address":    {canvas: linked},
		"The original file":          {canvas: asset},
		"Sent as 2 web addresses":    {canvas: linked, beside: []order.Slot{link}},
		"One flat PNG with 4 marks":  {canvas: drawn},
		"One flat PNG of the canvas": {canvas: cropped},
		"Sent as 1 web address":      {beside: []order.Slot{link}},
		"Sent as a file":             {beside: []order.Slot{file}},
		"Sent as 2 web addresses; 1 uploaded to the image host first": {canvas: drawn, beside: []order.Slot{link},
			hosting: true},
	} {
		f := order.New()
		f.Edit.Canvas = c.canvas
		f.Edit.Add(c.beside...)
		if got := SentAs(f.Edit, order.Env{Hosting: c.hosting}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWishInWords(t *testing.T) {
	f := order.New()
	f.Text.SetSeconds("12")
	f.Text.SetAudio(true)
	f.Text.SetModel(order.Model{ID: "clip-2.5"})
	if got := RequirementsText(f); got != "12 s · 720P · audio" {
		t.Errorf("a clip: %q", got)
	}
	f.Kind = db.TextToImage
	if got := RequirementsText(f); got != "1024 × 1024 · Medium · PNG" {
		t.Errorf("a picture: %q", got)
	}
}

func TestRatioNoteNamesTheRatio(t *testing.T) {
	of := func(w, h int) order.Slot { return order.Slot{URL: "https://a.net/b", Width: w, Height: h} }
	sized := client.Limits{Format: client.FormatOpenAI}
	for want, d := range map[string]order.VideoDraft{
		"":                                    {},
		"Set by the first frame":              {First: of(0, 0)},
		"16:9 (like the picture)":             {First: of(1344, 756), Last: of(1280, 720)},
		"5:8 (like the picture)":              {First: of(640, 1024)},
		"9:16 (closest to the picture’s 5:8)": {First: of(640, 1024), Limits: sized},
		"The first frame is 16:9, the last frame 9:16.": {First: of(1344, 756), Last: of(756, 1344)},
	} {
		got, warn := RatioNote(d)
		if got != want || warn != strings.Contains(want, "last frame") {
			t.Errorf("%+v: %q, warned %v, want %q", d, got, warn, want)
		}
	}
}

func TestRatiosInSmallNumbers(t *testing.T) {
	for want, size := range map[string][2]int{
		"16:9": {1920, 1080}, "9:16": {480, 853}, "3:2": {1536, 1024}, "5:8": {640, 1024}, "21:9": {2560, 1097},
		"1:1":  {1000, 1003},
		"30:1": {3000, 100}, "1:9,000": {1, 9000}, "": {0, 100},
	} {
		if got := Ratio(size[0], size[1]); got != want {
			t.Errorf("%v: %q, want %q", size, got, want)
		}
	}
}

// A board may have no quality: there is no dangling comma.
func TestThePriceLineOfAPictureWithoutAQuality(t *testing.T) {
	tariff := Tariff{Currency: "CNY",
		Table: client.PriceTable{Tokens: &client.TokenPrices{OutputPerMillion: 40_000_000}}}
	o := order.Order{Requests: []client.Request{client.ImageRequest{Model: "genimage-2.5-flare", Size: "1536x864"}}}
	if got := tariff.Line(o, tariff.Quote(o)); got != "1536 × 864; charged per token" {
		t.Errorf("%q", got)
	}
}
