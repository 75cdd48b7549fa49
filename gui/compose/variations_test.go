package compose

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/gui/widgets"
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
	if got := d.s.fields.prompt.complaint.text.Text(); !strings.Contains(got, "1,000 jobs: at most 100") || !d.s.fields.prompt.entry.Failed() {
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

func TestThePreviewListsTheVeryOrderAndSendsOnce(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "a {red|blue} boat, {dusk|dawn}")
	d.s.fields.seed.clips.OnChanged(2)
	order, problems := d.s.form.Build(d.s.env())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	all := variations(order)
	var prompts []string
	var total client.Micros
	for _, w := range all {
		prompts = append(prompts, w.prompt)
		total += d.s.tariff.Quote(w.order).Total
	}
	if diff := cmp.Diff([]string{"a red boat, dusk", "a red boat, dawn", "a blue boat, dusk", "a blue boat, dawn"}, prompts); diff != "" {
		t.Error(diff)
	}
	if want := d.s.tariff.Quote(order).Total; total != want {
		t.Errorf("the rows cost %d, the order %d", total, want)
	}
	sent := 0
	show := func() *widgets.Button {
		d.s.showVariations(order, func() { sent++ })
		return find(t, d.w.Canvas().Overlays().Top(), func(b *widgets.Button) bool { return b.Text() == "Generate 8 · ¥22.40 est." })
	}
	show()
	d.key(fyne.KeyReturn) // the button that costs nothing
	if sent != 0 || d.w.Canvas().Overlays().Top() != nil {
		t.Fatal("Enter sent, or did not close")
	}
	show().OnTapped()
	if sent != 1 || d.w.Canvas().Overlays().Top() != nil {
		t.Fatalf("sent %d times", sent)
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
		"one word":             {[]string{"a red boat", "a blue boat"}, []string{"a [red ]boat", "a [blue ]boat"}},
		"two words apart":      {[]string{"a red boat at 1", "a blue boat at 1", "a red boat at 2"}, []string{"a [red ]boat at [1]", "a [blue ]boat at [1]", "a [red ]boat at [2]"}},
		"nothing in common":    {[]string{"x", "y"}, []string{"[x]", "[y]"}},
		"one word more":        {[]string{"a dark red boat", "a blue boat"}, []string{"a [dark red ]boat", "a [blue ]boat"}},
		"a word of both again": {[]string{"a big a boat", "a boat"}, []string{"a [big ]a boat", "a boat"}},
		"an empty alternative": {[]string{"a red boat", "a  boat"}, []string{"a [red ]boat", "a [ ]boat"}},
		"no blanks, Chinese":   {[]string{"红船", "红车"}, []string{"[红船]", "[红车]"}},
		"all the same":         {[]string{"a boat", "a boat"}, []string{"a boat", "a boat"}},
		"much before it": {[]string{strings.Repeat("very ", 40) + "red", strings.Repeat("very ", 40) + "blue"},
			[]string{"… " + strings.Repeat("very ", keptBefore) + "[red]", "… " + strings.Repeat("very ", keptBefore) + "[blue]"}},
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

// BenchmarkTyping is what the window's goroutine does at one key in a prompt of 2,000 characters: the text, the rules, the
// price, and what of the form is drawn anew. A frame at 120 Hz is 8 ms.
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
