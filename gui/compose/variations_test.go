package compose

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/gui/compose/form"
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
		d := newDesk(t)
		d.update()
		v := d.s.video.prompt
		test.Type(v.entry, typed)
		got := ""
		if v.variations.box.Visible() {
			got = v.variations.text.Text()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestTooManyVariationsAreRefusedAtTheField(t *testing.T) {
	d := newDesk(t)
	d.update()
	test.Type(d.s.video.prompt.entry, "{1..1000}")
	if got := d.s.video.prompt.complaint.text.Text(); !strings.Contains(got, "1000 jobs: at most 100") || !d.s.video.prompt.entry.Failed() {
		t.Errorf("at the prompt: %q", got)
	}
	d.s.PreviewVariations()
	if d.w.Canvas().Overlays().Top() != nil {
		t.Error("a preview of what cannot be made")
	}
	d.s.video.prompt.entry.replace("boats")
	n := d.s.video.negative
	n.head.OnTapped()
	test.Type(n.entry, "{1..101}")
	if !n.complaint.box.Visible() || !n.entry.Failed() {
		t.Error("nothing at the negative prompt")
	}
	n.entry.replace("{1..4}")
	if n.complaint.box.Visible() || n.variations.text.Text() != "4 variations" || n.count.Text() != "6 characters" {
		t.Errorf("complaint %v, %q, %q", n.complaint.box.Visible(), n.variations.text.Text(), n.count.Text())
	}
}

func TestThePreviewListsTheVeryOrderAndSendsOnce(t *testing.T) {
	d := newDesk(t)
	d.update()
	test.Type(d.s.video.prompt.entry, "a {red|blue} boat, {dusk|dawn}")
	d.s.video.seed.clips.OnChanged(2)
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
	for range 2 {
		d.s.showVariations(order, func() { sent++ })
		sheet := d.w.Canvas().Overlays().Top()
		send := find[*widgets.Button](t, sheet, func(b *widgets.Button) bool { return b.Text() == "Generate 8 · ¥22.40 est." })
		d.key(fyne.KeyReturn) // the button that costs nothing
		if sent != 0 || d.w.Canvas().Overlays().Top() != nil {
			t.Fatal("Enter sent, or did not close")
		}
		d.s.showVariations(order, func() { sent++ })
		send = find[*widgets.Button](t, d.w.Canvas().Overlays().Top(), func(b *widgets.Button) bool { return b.Text() == send.Text() })
		send.OnTapped()
		if sent != 1 || d.w.Canvas().Overlays().Top() != nil {
			t.Fatalf("sent %d times", sent)
		}
		sent = 0
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
		"one word":               {[]string{"a red boat", "a blue boat"}, []string{"a [red ]boat", "a [blue ]boat"}},
		"two words apart":        {[]string{"a red boat at 1", "a blue boat at 1", "a red boat at 2"}, []string{"a [red ]boat at [1]", "a [blue ]boat at [1]", "a [red ]boat at [2]"}},
		"nothing in common":      {[]string{"x", "y"}, []string{"[x]", "[y]"}},
		"one word more":          {[]string{"a dark red boat", "a blue boat"}, []string{"a [dark red ]boat", "a [blue ]boat"}},
		"one is part of another": {[]string{"a a boat", "a boat"}, []string{"a [a ]boat", "a boat"}},
		"an empty alternative":   {[]string{"a red boat", "a  boat"}, []string{"a [red ]boat", "a [ ]boat"}},
		"no blanks, Chinese":     {[]string{"红船", "红车"}, []string{"[红船]", "[红车]"}},
		"all the same":           {[]string{"a boat", "a boat"}, []string{"a boat", "a boat"}},
		"much before it": {[]string{strings.Repeat("very ", 40) + "red", strings.Repeat("very ", 40) + "blue"},
			[]string{"… " + strings.Repeat("very ", keptBefore) + "[red]", "… " + strings.Repeat("very ", keptBefore) + "[blue]"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := differences(c.texts)
			for i, text := range c.texts {
				got := ""
				for _, s := range d.spans(text) {
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
		d := differences([]string{a, b, c})
		for _, text := range []string{a, b, c} {
			got := ""
			for _, s := range d.spans(text) {
				got += s.Text
			}
			if !strings.HasPrefix(got, "… ") && got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	})
}

func TestWhichModelCanDoIt(t *testing.T) {
	d := newDesk(t)
	d.acct.Models = []byte(`[{"id":"my-clip","like":"clip-2.6"}]`)
	for i, r := range d.table.Video {
		if r.Model == "clip-3.0" {
			d.table.Video[i].PerSecond *= 2
		}
	}
	d.update()
	d.s.edit(func(f *form.Form) {
		c := f.Clip()
		c.SetResolution(client.Resolution1080P)
		c.SetAudio(true)
		c.SetSeconds("12")
	})
	fits := form.Which(d.s.form, d.s.env(), d.s.tariff)
	rows := d.s.choices(fits)
	cheapest, refused, alias := 0, 0, false
	for i, row := range rows {
		if row.Off {
			refused++
			if row.Words != fits[i].Why[0].Message || row.Trailing != "—" {
				t.Errorf("%s: %q %q", row.Title, row.Words, row.Trailing)
			}
		}
		if strings.HasPrefix(row.Words, "cheapest that fits") {
			cheapest++
		}
		alias = alias || row.Title == "my-clip" && strings.HasSuffix(row.Words, "works like clip-2.6")
	}
	if cheapest == 0 || refused == 0 || !alias {
		t.Errorf("%d cheapest, %d refused, own model %v: %+v", cheapest, refused, alias, rows)
	}
	b := best(fits)
	if b < 0 || !fits[b].Cheapest {
		t.Fatalf("it begins at row %d", b)
	}
	test.Type(d.s.video.prompt.entry, "boats")
	d.s.ShowWhich()
	d.key(fyne.KeyReturn)
	got := d.s.Form().Text
	if got.Model != fits[b].Model.ID || got.Seconds != "12" || got.Resolution() != client.Resolution1080P || !got.Audio() || got.Prompt != "boats" {
		t.Errorf("after the choice: %+v", got)
	}
	found := false
	for _, o := range d.s.video.model.picker.Options() {
		found = found || o.Title == "my-clip" && o.Subtitle == "works like clip-2.6"
	}
	if !found {
		t.Errorf("the picker has %+v", d.s.video.model.picker.Options())
	}
}

func TestWhichModelWhereNoneCan(t *testing.T) {
	d := newDesk(t)
	d.update()
	d.s.video.seconds.SetText("16")
	d.s.ShowWhich()
	find[*widgets.Text](t, d.w.Canvas().Overlays().Top(), func(w *widgets.Text) bool { return strings.HasPrefix(w.Text(), "No model can do all of this") })
	before := d.s.Form()
	d.key(fyne.KeyReturn)
	if d.s.Form() != before || d.w.Canvas().Overlays().Top() != nil {
		t.Error("the form changed, or the sheet stays")
	}
}

// A correction that comes with a model is said under it, and Undo brings back what was there.
func TestSoundThatNeedsALargerPictureIsSaid(t *testing.T) {
	d := newDesk(t)
	d.update()
	choose := func(id string) {
		for _, m := range d.s.env().VideoModels() {
			if m.ID == id {
				d.s.video.model.picker.OnChanged(indexOf(d.s.video.model.models, m))
			}
		}
	}
	choose("clip-3.0")
	d.s.correct(func(c *form.VideoDraft) []form.Correction { return c.SetAudio(true) })
	before := d.s.Form()
	if !before.Text.Audio() || before.Text.Resolution() != client.Resolution720P {
		t.Fatalf("to begin with: %+v", before.Text)
	}
	choose("clip-2.6")
	n := d.s.video.model.notice
	if got := n.text.Text(); !n.box.Visible() || !strings.Contains(got, "720P became 1080P: "+client.MsgAudio1080P) {
		t.Fatalf("said: %q", got)
	}
	n.undo()
	if d.s.Form() != before {
		t.Errorf("after Undo: %+v", d.s.Form().Text)
	}
	choose("clip-2.6")
	choose("clip-3.0")
	if got := d.s.Form().Text; got.Resolution() != client.Resolution720P || !got.Audio() {
		t.Errorf("back on the first model: %s, %v", got.Resolution(), got.Audio())
	}
	d.clock.fire()
	if n.box.Visible() {
		t.Error("the notice stays")
	}
}

func indexOf(models []form.Model, m form.Model) int {
	for i := range models {
		if models[i] == m {
			return i
		}
	}
	return -1
}

// scripts are texts as input methods commit them: character by character, whatever they are made of.
func scripts() map[string]string {
	return map[string]string{
		"Chinese":            "一只白猫坐在窗台上，窗外下着雨。",
		"Japanese":           "夕暮れの港、カモメが一羽「カー」と鳴く",
		"Korean":             "노을 진 항구의 작은 배",
		"Korean, in parts":   "한글", // not composed, and must not be
		"Arabic":             "قارب صغير في البحر عند الغروب",
		"Hebrew with vowels": "שָׁלוֹם עולם",
		"both directions":    "title “שלום” at 10:30, then قارب",
		"Devanagari":         "क्षितिज पर नाव",
		"Thai":               "เรือเล็กในทะเล",
		"accents apart":      "café", // e and an accent
		"a family":           "👩‍👩‍👧‍👦 on a pier 🏳️‍🌈",
		"flags and tones":    "🇳🇴 👍🏽 ⛵️",
		"beyond the plane":   "𠮷野家 𝄞",
		"marks of direction": "\u200fשלום\u200e \u2067x\u2069",
	}
}

func TestWhatIsTypedInAnyScriptIsSent(t *testing.T) {
	for name, text := range scripts() {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.update()
			d.s.Focus()
			test.Type(d.w.Canvas().Focused(), text)
			d.s.video.negative.head.OnTapped()
			test.Type(d.s.video.negative.entry, text)
			d.sendKey()
			d.finish()
			if len(d.clicks) != 1 {
				t.Fatal("not sent")
			}
			r := d.clicks[0].Videos[0]
			if r.Prompt != text || r.NegativePrompt != text {
				t.Errorf("sent %q and %q, want %q", r.Prompt, r.NegativePrompt, text)
			}
			if err := d.s.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
			d.open()
			d.update()
			if got := d.s.video.prompt.entry.Text; got != text {
				t.Errorf("after a restart: %q", got)
			}
			for range []rune(text) {
				d.s.video.prompt.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
			}
			if got := d.s.Form().Text.Prompt; got != "" {
				t.Errorf("what was typed cannot be taken away: %q", got)
			}
		})
	}
}

func TestThePromptGrowsWithItsText(t *testing.T) {
	d := newDesk(t)
	d.update()
	d.s.Focus()
	v := d.s.video.prompt
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
	v.grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, 100)})
	if got, want := v.entry.Size().Height, low+ownGrowth+100; got != want {
		t.Errorf("%v after a drag, want %v", got, want)
	}
	v.grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, -2000)})
	if got := v.entry.Size().Height; got != low {
		t.Errorf("%v dragged up, want %v", got, low)
	}
	v.grip.DoubleTapped(&fyne.PointEvent{})
	v.entry.replace("boats")
	if got := v.entry.Size().Height; got != low {
		t.Errorf("%v after a double click and with one line, want %v", got, low)
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
				d := newDesk(b)
				d.shelved(Snippet{"film", "film grain"})
				d.update()
				d.s.Focus()
				entry := d.s.video.prompt.entry
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
