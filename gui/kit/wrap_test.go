package kit

import (
	"image"
	"strings"
	"testing"

	"viviscope/resources"
)

// ten px a rune, bold eleven.
func fixedWidth(s string, bold bool) float32 {
	if bold {
		return float32(len([]rune(s)) * 11)
	}
	return float32(len([]rune(s)) * 10)
}

func plain(lines [][]piece) []string {
	var out []string
	for _, l := range lines {
		var b strings.Builder
		end := float32(0)
		for _, p := range l {
			if p.x > end {
				b.WriteByte(' ')
			}
			b.WriteString(p.span.Text)
			end = p.x + p.w
		}
		out = append(out, b.String())
	}
	return out
}

func TestWrapSpans(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spans []Span
		width float32
		limit int
		want  []string
	}{
		{"one line", []Span{{Text: "a b c"}}, 100, 0, []string{"a b c"}},
		{"breaks at blanks", []Span{{Text: "aaa bbb ccc"}}, 70, 0, []string{"aaa bbb", "ccc"}},
		{"keeps line breaks", []Span{{Text: "aaa\nb"}}, 100, 0, []string{"aaa", "b"}},
		{"cuts a word that is too long", []Span{{Text: "abcdefgh"}}, 30, 0, []string{"abc", "def", "gh"}},
		{"breaks between ideographs", []Span{{Text: "夜晚的灯塔"}}, 30, 0, []string{"夜晚的", "灯塔"}},
		{"no mark begins a line", []Span{{Text: "夜晚的灯，塔。"}}, 40, 0, []string{"夜晚的", "灯，塔。"}},
		{"no bracket ends a line", []Span{{Text: "夜晚的（灯塔）"}}, 40, 0, []string{"夜晚的", "（灯塔）"}},
		{"no small kana begins a line", []Span{{Text: "チェック"}}, 30, 0, []string{"チェッ", "ク"}},
		{"no blank behind a full-width mark", []Span{{Text: "夜。 灯"}}, 100, 0, []string{"夜。灯"}},
		{"a mark of another look stands by itself", []Span{{Text: "夜", Bold: true}, {Text: "。灯"}}, 100, 0,
			[]string{"夜。灯"}},
		{"no mark of another look begins a line", []Span{{Text: "up to "}, {Text: "0.06", Bold: true}, {Text: ". It"}},
			104, 0, []string{"up to", "0.06. It"}},
		{"goes on across spans", []Span{{Text: "No key.", Bold: true}, {Text: " Add one"}}, 200, 0,
			[]string{"No key. Add one"}},
		{"elides what is over the limit", []Span{{Text: "aaa bbb ccc ddd"}}, 70, 1, []string{"aaa bb…"}},
		{"cuts inside a word", []Span{{Text: "aaa bbbbbbbb"}}, 70, 1, []string{"aaa bb…"}},
		{"cuts inside a word of another look", []Span{{Text: "aaa", Bold: true}, {Text: " bbbbbbbb"}}, 70, 1,
			[]string{"aaa b…"}},
		{"lines that fit into one", []Span{{Text: "aaa\nbbb"}}, 70, 1, []string{"aaa bbb"}},
		{"elides the last of two lines", []Span{{Text: "aaa bbb ccc ddd eee"}}, 70, 2, []string{"aaa bbb", "ccc dd…"}},
		{"nothing", []Span{{Text: ""}}, 50, 0, []string{""}},
	} {
		if got := plain(wrapSpans(tc.spans, tc.width, tc.limit, fixedWidth)); strings.Join(got,
			"|") != strings.Join(tc.want, "|") {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestNoLineIsWiderThanItsRoom(t *testing.T) {
	text := "The lamp turns once over calm water at dusk, a sailing boat passes, 夜晚的灯塔 and incomprehensibilities"
	for width := float32(20); width < 400; width += 7 {
		for _, l := range wrapSpans([]Span{{Text: text}, {Text: " film grain", Bold: true}}, width, 3, fixedWidth) {
			if n := len(l); n > 0 && l[n-1].x+l[n-1].w > width+0.5 {
				t.Errorf("width %v: line ends at %v", width, l[n-1].x+l[n-1].w)
			}
		}
	}
}

func TestTheFootOfAJIsSeen(t *testing.T) {
	studio(t, resources.Dark)
	inked := func(words string) (n int) {
		w := inWindow(t, NewText(words, resources.SizeBody, resources.Text1, true), 40, 20)
		im := w.Canvas().Capture().(*image.NRGBA)
		for i := 0; i < len(im.Pix); i += 4 {
			if im.Pix[i] > 0x60 {
				n++
			}
		}
		return n
	}
	if got, whole := inked("J"), inked("\u2003J"); got < whole-1 {
		t.Errorf("%d of %d pixels", got, whole)
	}
}
