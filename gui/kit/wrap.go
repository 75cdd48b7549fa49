package kit

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
)

// Span is a run of text in one style. An empty Color means the colour of the whole text.
type Span struct {
	Text  string
	Bold  bool
	Color fyne.ThemeColorName
}

// measureFunc returns the width of a run in px.
type measureFunc func(text string, bold bool) float32

// piece is a run on one line.
type piece struct {
	span Span
	x, w float32
}

// token is a word, with a flag for the space before it, or a line break.
type token struct {
	span  int
	text  string
	space bool // a space precedes it
	brk   bool
}

// tail reports whether it is punctuation right behind a span in another style, such as a full stop behind an amount.
func (t token) tail() bool {
	return !t.space && !t.brk && t.span > 0 && len([]rune(t.text)) == 1 && strings.Contains(".,;:!?)"+closing, t.text)
}

// The Chinese and Japanese marks that no line may begin or end with (JIS X 4051; Requirements for Chinese Text Layout,
// 3.1.4), and the full-width ones that include their own spacing, so that no space follows them.
const (
	closing   = "。，、：；！？）」』】》〉〕］｝・ー々…％ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
	opening   = "（「『【《〈〔［｛"
	fullWidth = "。，、：；！？）」』】》〉〕］｝"
)

// tokens splits spans into words. Ideographs are words of their own, because no space separates them. Punctuation stays
// with its word.
func tokens(spans []Span) []token {
	var out []token
	space := false
	last := rune(0)
	for i, s := range spans {
		var word strings.Builder
		flush := func() {
			if word.Len() > 0 {
				out = append(out, token{span: i, text: word.String(), space: space})
				word.Reset()
				space = false
			}
		}
		for _, r := range s.Text {
			switch {
			case r == '\n':
				flush()
				out = append(out, token{span: i, brk: true})
				space = false
			case r == ' ' || r == '\t':
				flush()
				space = !strings.ContainsRune(fullWidth, last)
			case word.Len() == 0 && strings.ContainsRune(closing, r) && joins(out, i, space):
				out[len(out)-1].text += string(r)
			case wide(r) && strings.ContainsRune(opening, last) && word.Len() > 0:
				word.WriteRune(r)
				flush()
			case wide(r):
				flush()
				out = append(out, token{span: i, text: string(r), space: space})
				space = false
			default:
				word.WriteRune(r)
			}
			if r != ' ' && r != '\t' {
				last = r
			}
		}
		flush()
	}
	return out
}

// joins reports whether a mark of a span may be appended to the last word.
func joins(words []token, span int, space bool) bool {
	if len(words) == 0 || space {
		return false
	}
	last := words[len(words)-1]
	return last.span == span && !last.brk
}

func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// wrapSpans breaks spans into lines no wider than width; a word that is wider than a line is cut. With maxLines over 0
// the rest is cut and the last line ends in an ellipsis. Adjacent pieces of the same style are joined.
func wrapSpans(spans []Span, width float32, maxLines int, measure measureFunc) [][]piece {
	lines := [][]piece{nil}
	x := float32(0)
	put := func(sp Span, text string, w float32, blank bool) {
		last := &lines[len(lines)-1]
		if n := len(*last); n > 0 && sameLook((*last)[n-1].span, sp) {
			p := &(*last)[n-1]
			if blank {
				p.span.Text += " "
			}
			p.span.Text += text
			// measuring longer ones at each word takes seconds for a prompt of 10,000 letters
			p.w += w
			if len(p.span.Text) < 1000 {
				p.w = measure(p.span.Text, sp.Bold)
			}
			x = p.x + p.w
			return
		}
		if blank {
			x += measure(" ", sp.Bold)
		}
		sp.Text = text
		*last = append(*last, piece{span: sp, x: x, w: w})
		x += w
	}
	next := func() { lines = append(lines, nil); x = 0 }
	words := tokens(spans)
	for i, t := range words {
		if t.brk {
			next()
			continue
		}
		sp := spans[t.span]
		w := measure(t.text, sp.Bold)
		blank := t.space && len(lines[len(lines)-1]) > 0
		room := x + w
		if blank {
			room += measure(" ", sp.Bold)
		}
		if i+1 < len(words) && words[i+1].tail() {
			room += measure(words[i+1].text, spans[words[i+1].span].Bold)
		}
		if room <= width+0.5 || t.tail() && len(lines[len(lines)-1]) > 0 {
			put(sp, t.text, w, blank)
			continue
		}
		if len(lines[len(lines)-1]) > 0 {
			next()
		}
		for w > width && width > 0 {
			n := fit(t.text, width, sp.Bold, measure)
			if n == 0 || n >= len(t.text) {
				break
			}
			put(sp, t.text[:n], measure(t.text[:n], sp.Bold), false)
			next()
			t.text = t.text[n:]
			w = measure(t.text, sp.Bold)
		}
		put(sp, t.text, w, false)
	}
	if maxLines > 0 && len(lines) > maxLines {
		x = widthOf(lines[maxLines-1 : maxLines])
		rest, last := lines[maxLines], len(lines) == maxLines+1
		lines = lines[:maxLines]
		for i, p := range rest { // as much of it as fits: a line is cut inside a word
			put(p.span, p.span.Text, p.w, i == 0 || p.x > rest[i-1].x+rest[i-1].w+0.5)
		}
		if last && x <= width+0.5 {
			return lines
		}
		lines[maxLines-1] = elide(lines[maxLines-1], width, measure)
	}
	return lines
}

func sameLook(a, b Span) bool { return a.Bold == b.Bold && a.Color == b.Color }

// fit returns how many bytes of text, at a rune's edge, go into width; at least one rune.
func fit(text string, width float32, bold bool, measure measureFunc) int {
	edges := make([]int, 0, len(text))
	for i := range text {
		if i > 0 {
			edges = append(edges, i)
		}
	}
	edges = append(edges, len(text))
	lo, hi := 0, len(edges)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if measure(text[:edges[mid]], bold) <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return edges[lo]
}

// elide joins the pieces of a line and cuts the end so that an ellipsis goes into width.
func elide(line []piece, width float32, measure measureFunc) []piece {
	for len(line) > 0 {
		p := &line[len(line)-1]
		room := width - p.x
		text := strings.TrimRight(p.span.Text, " ") + "…"
		if measure(text, p.span.Bold) <= room {
			p.span.Text, p.w = text, measure(text, p.span.Bold)
			return line
		}
		n := fit(p.span.Text, room-measure("…", p.span.Bold), p.span.Bold, measure)
		cut := strings.TrimRight(p.span.Text[:n], " ") + "…"
		if measure(cut, p.span.Bold) <= room || len(line) == 1 {
			p.span.Text, p.w = cut, measure(cut, p.span.Bold)
			return line
		}
		line = line[:len(line)-1]
	}
	return line
}

// widthOf returns the width of the longest line.
func widthOf(lines [][]piece) (w float32) {
	for _, l := range lines {
		if n := len(l); n > 0 {
			w = max(w, l[n-1].x+l[n-1].w)
		}
	}
	return w
}
