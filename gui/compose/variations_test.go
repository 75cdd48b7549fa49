package compose

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/db/ledger"
)

func TestVariationsAreSaidWhileTyping(t *testing.T) {
	for typed, want := range map[string]string{
		"a boat":                         "",
		"a {red|blue|green} boat":        "3 variations",
		"{1..3} {red|blue} boats":        "6 variations",
		`{"prompt": "json"}`:             "",
		"{a|b":                           "",
		"{1..1000}":                      "",
		"{1..100}":                       "100 variations",
		`a \{red|blue\} boat`:            "",
		"a {red|blue} boat, {dusk|dawn}": "4 variations",
	} {
		d := newFixture(t)
		d.update()
		v := d.s.fields.prompt
		test.Type(v.entry, typed)
		got := ""
		if v.variations.Visible() {
			got = v.number.Text()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestTooManyVariationsAreRefusedAtTheField(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "{1..1000}")
	if got := d.s.fields.prompt.complaint.text.Text(); !strings.Contains(got, "1,000 jobs: at most 100") ||
		!d.s.fields.prompt.entry.Failed() {
		t.Errorf("at the prompt: %q", got)
	}
	d.s.PreviewVariations()
	if d.w.Canvas().Overlays().Top() != nil {
		t.Error("a preview of what cannot be made")
	}
	d.s.fields.prompt.entry.replace("boats")
	n := d.s.fields.negative
	n.head.OnTapped()
	test.Type(n.entry, "{1..101}")
	if !n.complaint.box.Visible() || !n.entry.Failed() {
		t.Error("nothing at the negative prompt")
	}
	n.entry.replace("{1..4}")
	if n.complaint.box.Visible() || n.number.Text() != "4 variations" || n.count.Text() != "6 characters" {
		t.Errorf("complaint %v, %q, %q", n.complaint.box.Visible(), n.number.Text(), n.count.Text())
	}
}

func TestThePreviewListsTheVariationsAndSendsNothing(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "a {red|blue} boat, {dusk|dawn}")
	d.s.fields.seed.clips.OnChanged(2)
	o, problems := d.s.form.Build(d.s.env())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	all := variationsOf(o)
	var prompts []string
	var total client.Micros
	for _, w := range all {
		prompts = append(prompts, w.prompt)
		total += d.s.tariff.Quote(w.order).Total
	}
	if diff := cmp.Diff([]string{"a red boat, dusk", "a red boat, dawn", "a blue boat, dusk", "a blue boat, dawn"},
		prompts); diff != "" {
		t.Error(diff)
	}
	if want := d.s.tariff.Quote(o).Total; total != want {
		t.Errorf("the rows cost %d, the order %d", total, want)
	}
	d.s.PreviewVariations()
	if words, _ := d.sheet(); len(words) < 8 || words[0] != "4 variations" || words[1] != "8 jobs · ¥22.40 est." {
		t.Errorf("%q", words)
	}
	d.key(fyne.KeyReturn)
	d.drain()
	if d.w.Canvas().Overlays().Top() != nil || len(d.clicks) != 0 {
		t.Errorf("still open, or %d clicks", len(d.clicks))
	}
}

// A click is asked about once at most: not where it is small, and with its prompts in the question where it makes many
// jobs, or a limit stands in the way.
func TestVariationsAreAskedAboutOnceAtMost(t *testing.T) {
	for _, c := range []struct {
		prompt  string
		clips   int
		profile db.Profile
		asked   []string // the begin of the question; none: nothing is asked
		budget  string   // the end of it
		answer  string
	}{
		{prompt: "a {red|blue} boat"},
		{prompt: "boat {1..9}"},
		{prompt: "a {red|blue} boat", profile: db.Profile{ConfirmMicros: micros(5_000_000)},
			answer: "Send these 2 · ¥5.60 est.",
			asked:  []string{"Send these 2?", "2 jobs · ¥5.60 est."},
			budget: "These 2 jobs add ¥5.60. Your confirmation limit is ¥5.00."},
		{prompt: "a boat", clips: 9},
		{prompt: "a boat", clips: 10, answer: "Send these 10 · ¥28.00 est.",
			asked: []string{"Send these 10?", "10 jobs · ¥28.00 est."}, budget: "10 × ¥2.80 est."},
		{prompt: "a boat", clips: 10, profile: db.Profile{DayBudgetMicros: micros(30_000_000)},
			answer: "Send these 10 · ¥28.00 est.",
			asked:  []string{"Send these 10?", "10 jobs · ¥28.00 est."},
			budget: "Today’s budget after this: ¥2.00 of ¥30.00 left"},
		{prompt: "boat {1..10}", answer: "Send these 10 · ¥28.00 est.",
			asked: []string{"Send these 10?", "10 jobs · ¥28.00 est."}, budget: "¥2.80 est."},
		{prompt: "boat {1..10}", profile: db.Profile{DayBudgetMicros: micros(30_000_000)},
			answer: "Send these 10 · ¥28.00 est.",
			asked:  []string{"Send these 10?", "10 jobs · ¥28.00 est."},
			budget: "Today’s budget after this: ¥2.00 of ¥30.00 left"},
		{prompt: "boat {1..10}", profile: db.Profile{BudgetMicros: micros(20_000_000)},
			answer: "Send 7, hold 3 · ¥19.60 est.",
			asked:  []string{"Over this month’s budget", "10 jobs · ¥28.00 est."},
			budget: "¥0.00 of ¥20.00 is used. These 10 jobs add ¥28.00. That is ¥8.00 over."},
	} {
		d := newFixture(t)
		c.profile.ID, c.profile.Currency = d.acct.ID, "CNY"
		d.acct.Profile = c.profile
		d.update()
		d.prompt(c.prompt)
		d.s.count(c.clips - 1)
		o := d.s.order
		d.s.Generate()
		d.drain()
		words, _ := d.sheet()
		if asked := words[:min(len(words), len(c.asked))]; !slices.Equal(asked, c.asked) || len(c.asked) > 0 &&
			words[len(words)-1] != c.budget {
			t.Errorf("%q, %+v: asked %q", c.prompt, c.profile, words)
		}
		if c.answer != "" {
			if len(d.clicks) != 0 {
				t.Errorf("%q was sent before it was asked about", c.prompt)
			}
			d.answer(c.answer)
			d.drain()
		}
		if d.w.Canvas().Overlays().Top() != nil || len(d.clicks) != 1 {
			t.Fatalf("%q, %+v: %d clicks", c.prompt, c.profile, len(d.clicks))
		}
		if diff := cmp.Diff(ordertest.Videos(o.Requests), ordertest.Videos(d.clicks[0].Requests)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestHowLongAListTakes(t *testing.T) {
	d := newFixture(t)
	d.acct.MaxTasks, d.acct.MaxImages = 2, 1
	d.update()
	clip, picture := client.VideoRequest{Model: "clip-3.0", Seconds: 5}, client.ImageRequest{Model: "genimage-2.5"}
	took := map[string][]time.Duration{"clip-3.0": {time.Minute, time.Hour, time.Second},
		"clip-2.5": {10 * time.Second}}
	d.lib.durations = func(model string) []time.Duration { return slices.Clone(took[model]) }
	d.lib.stats = []ledger.ModelStats{{Model: "genimage-2.5", Median: 50 * time.Second}}
	other := clip
	other.Model = "clip-2.5"
	unknown := clip
	unknown.Model = "clip-9"
	for _, c := range []struct {
		requests []client.Request
		want     time.Duration
	}{
		{nil, 0},
		{[]client.Request{clip, clip}, time.Minute},
		{[]client.Request{clip, clip, clip}, 2 * time.Minute},
		{[]client.Request{other, clip, other, other}, time.Minute},
		{[]client.Request{picture, clip, picture}, 100 * time.Second},
		{[]client.Request{clip, unknown}, 0},
	} {
		if got := takes(t.Context(), d.s.Library, d.s.Log(), d.acct, order.Order{Requests: c.requests}); got != c.want {
			t.Errorf("%d requests take %v, want %v", len(c.requests), got, c.want)
		}
	}
	d.prompt("{red|blue|green} boats")
	d.s.PreviewVariations()
	d.drain()
	if words, _ := d.sheet(); words[1] != "3 jobs · ¥8.40 est. · takes about 2:00" {
		t.Errorf("%q", words)
	}
}

// find returns the first object of a type under another that a test asks for.
func find[T fyne.CanvasObject](t testing.TB, under fyne.CanvasObject, is func(T) bool) T {
	t.Helper()
	for _, o := range test.LaidOutObjects(under) {
		if o, ok := o.(T); ok && is(o) {
			return o
		}
	}
	t.Fatal("it is not in the window")
	panic("unreachable")
}

func TestWhatDiffersStandsOut(t *testing.T) {
	for name, c := range map[string]struct {
		texts []string
		want  []string // what differs stands in brackets
	}{
		"one word": {[]string{"a red boat", "a blue boat"}, []string{"a [red] boat", "a [blue] boat"}},
		"two words apart": {[]string{"a red boat at 1", "a blue boat at 1", "a red boat at 2"},
			[]string{"a [red] boat at [1]", "a [blue] boat at [1]", "a [red] boat at [2]"}},
		"nothing in common": {[]string{"x", "y"}, []string{"[x]", "[y]"}},
		"one word more": {[]string{"a dark red boat", "a blue boat"},
			[]string{"a [dark] [red] boat", "a [blue] boat"}},
		"a word of both again": {[]string{"a big a boat", "a boat"}, []string{"a [big] a boat", "a boat"}},
		"an empty alternative": {[]string{"a red boat", "a  boat"}, []string{"a [red] boat", "a  boat"}},
		"before a comma": {[]string{"at dawn, take (one)", "at noon, take (two)"},
			[]string{"at [dawn], take ([one])", "at [noon], take ([two])"}},
		"no blanks, Chinese": {[]string{"红船", "红车"}, []string{"[红船]", "[红车]"}},
		"all the same":       {[]string{"a boat", "a boat"}, []string{"a boat", "a boat"}},
		"much before it": {[]string{strings.Repeat("very ", 40) + "red", strings.Repeat("very ", 40) + "blue"},
			[]string{"… " + strings.Repeat("very ", keptBefore/2) + "[red]",
				"… " + strings.Repeat("very ", keptBefore/2) + "[blue]"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := differing(c.texts)
			for i, text := range c.texts {
				got := ""
				for _, s := range variationSpans(text, d) {
					if s.Bold {
						got += "[" + s.Text + "]"
					} else {
						got += s.Text
					}
				}
				if got != c.want[i] {
					t.Errorf("%q: %q, want %q", text, got, c.want[i])
				}
			}
		})
	}
}

func FuzzDifferences(f *testing.F) {
	f.Add("a red boat", "a blue boat", "a boat")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		d := differing([]string{a, b, c})
		for _, text := range []string{a, b, c} {
			got := ""
			for _, s := range variationSpans(text, d) {
				got += s.Text
			}
			if !strings.HasPrefix(got, "… ") && got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	})
}

func TestThePromptGrowsWithItsText(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Focus()
	v := d.s.fields.prompt
	low := v.entry.Size().Height
	test.Type(v.entry, strings.Repeat("boats on a canal at dusk, ", 16))
	high := v.entry.Size().Height
	if high <= low || high < v.entry.textHeight() {
		t.Errorf("%v with one line, %v with many that need %v", low, high, v.entry.textHeight())
	}
	v.entry.replace(strings.Repeat("boats on a canal at dusk, ", 80))
	if got, most := v.entry.Size().Height, low+ownGrowth; got != most {
		t.Errorf("%v with a very long text, want %v", got, most)
	}
	v.entry.replace("boats")
	if got := v.entry.Size().Height; got != low {
		t.Errorf("%v with one line again, want %v", got, low)
	}
}

// BenchmarkTyping is what the window's goroutine does at one key in a prompt of 2,000 characters: the text, the rules,
// the price, and what of the form is drawn anew. A frame at 120 Hz is 8 ms.
func BenchmarkTyping(b *testing.B) {
	for name, text := range map[string]string{
		"words":   strings.Repeat("slow dolly towards the lighthouse at dusk, ", 47)[:2000],
		"Chinese": strings.Repeat("一只白猫坐在窗台上，窗外下着雨。", 125),
	} {
		b.Run(name, func(b *testing.B) {
			const keys = 200
			for range b.N {
				b.StopTimer()
				d := newFixture(b)
				d.shelved(Snippet{"film", "film grain"})
				d.update()
				d.s.Focus()
				entry := d.s.fields.prompt.entry
				entry.replace(text)
				b.StartTimer()
				for i := range keys {
					if i%2 == 0 {
						entry.TypedRune('x')
					} else {
						entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N*keys), "ms/key")
		})
	}
}
