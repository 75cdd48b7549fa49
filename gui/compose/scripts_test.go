package compose

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/order/ordertest"
)

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
			d := newFixture(t)
			d.update()
			d.s.Focus()
			test.Type(d.w.Canvas().Focused(), text)
			d.s.fields.negative.head.OnTapped()
			test.Type(d.s.fields.negative.entry, text)
			d.sendKey()
			d.finish()
			if len(d.clicks) != 1 {
				t.Fatal("not sent")
			}
			r := ordertest.Videos(d.clicks[0].Requests)[0]
			if r.Prompt != text || r.NegativePrompt != text {
				t.Errorf("sent %q and %q, want %q", r.Prompt, r.NegativePrompt, text)
			}
			if err := d.s.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
			d.open()
			d.update()
			if got := d.s.fields.prompt.entry.Text; got != text {
				t.Errorf("after a restart: %q", got)
			}
			for range []rune(text) {
				d.s.fields.prompt.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
			}
			if got := d.s.Form().Text.Prompt; got != "" {
				t.Errorf("what was typed cannot be taken away: %q", got)
			}
		})
	}
}
