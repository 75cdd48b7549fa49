package kit

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/widget"
)

// Text is a text in a size and colour of the theme. It is one line as wide as its text, or cut with an ellipsis, or
// wrapped. Parts of it may be bold or of another colour. Fyne's Label and RichText report the height of a wrapped text
// only for the width of their last layout, add padding around it, and cannot limit the lines.
type Text struct {
	widget.BaseWidget
	TextRole
	spans    []Span
	size     fyne.ThemeSizeName
	color    fyne.ThemeColorName
	style    fyne.TextStyle
	wrap     bool
	ellipsis bool
	minLines int
	maxLines int
	align    fyne.TextAlign
	minWidth float32

	laid    laidOut // for the width that there is
	natural laidOut // the layout at the natural width
	bound   Binder[string]

	texts []*canvas.Text
	drawn *Drawing
}

// laidOut caches the last line breaking, which is the costly part.
type laidOut struct {
	width, px float32
	lines     [][]piece
	valid     bool
}

// NewText makes one line of text.
func NewText(s string, size fyne.ThemeSizeName, color fyne.ThemeColorName, bold bool) *Text {
	t := &Text{spans: []Span{{Text: s}}, size: size, color: color}
	t.style.Bold = bold
	t.ExtendBaseWidget(t)
	return t
}

// NewRichText makes one line of runs that differ in weight and colour.
func NewRichText(size fyne.ThemeSizeName, color fyne.ThemeColorName, spans ...Span) *Text {
	t := NewText("", size, color, false)
	t.spans = spans
	return t
}

// Wrap breaks the text into lines if it is wider than its room.
func (t *Text) Wrap(on bool) *Text { t.wrap = on; t.changed(); return t }

// MaxLines cuts a wrapped text with an ellipsis; 0: no limit.
func (t *Text) MaxLines(n int) *Text { t.maxLines = n; t.changed(); return t }

// MinLines sets the minimum height in lines, so that a change of the text moves nothing.
func (t *Text) MinLines(n int) *Text { t.minLines = n; t.changed(); return t }

// Ellipsis lets the line be narrower than its text; the rest is cut.
func (t *Text) Ellipsis() *Text { t.ellipsis = true; t.changed(); return t }

// Mono sets the fixed-width typeface: for addresses and IDs only.
func (t *Text) Mono() *Text { t.style.Monospace = true; t.changed(); return t }

// Trailing aligns to the right: money.
func (t *Text) Trailing() *Text { t.align = fyne.TextAlignTrailing; t.changed(); return t }

// Centered aligns to the middle.
func (t *Text) Centered() *Text { t.align = fyne.TextAlignCenter; t.changed(); return t }

// MinWidth keeps at least this much room, in px.
func (t *Text) MinWidth(px float32) *Text { t.minWidth = px; t.changed(); return t }

// SetText replaces the text.
func (t *Text) SetText(s string) {
	t.SetSpans(Span{Text: s})
}

// Bind shows the text of a binding from now on. then is called after each change.
func (t *Text) Bind(item binding.String, then ...func()) { t.bound.Bind(item, t.SetText, then...) }

// Unbind ends that.
func (t *Text) Unbind() { t.bound.Unbind() }

// SetSpans replaces the text by runs.
func (t *Text) SetSpans(spans ...Span) {
	if !slices.Equal(spans, t.spans) {
		t.spans = spans
		t.changed()
	}
}

// SetColor changes the colour of the runs that have none of their own.
func (t *Text) SetColor(name fyne.ThemeColorName) {
	if t.color != name {
		t.color = name
		t.changed()
	}
}

// SetBold changes the weight.
func (t *Text) SetBold(on bool) {
	if t.style.Bold != on {
		t.style.Bold = on
		t.changed()
	}
}

func (t *Text) Text() string {
	var b strings.Builder
	for _, s := range t.spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

func (t *Text) AccessibilityLabel() string { return t.Text() }

// HeightFor returns the height of the text in a width, in px, without laying it out there.
func (t *Text) HeightFor(width float32) float32 {
	return float32(max(len(t.lines(width)), t.minLines, 1)) * t.lineHeight()
}

func (t *Text) changed() { t.laid.valid, t.natural.valid = false, false; t.Refresh() }

// lineHeight is in px. The toolkit caches it.
func (t *Text) lineHeight() float32 { return fyne.MeasureText("X", textPx(t.size), t.style).Height }

func (t *Text) measure(s string, b bool) float32 {
	st := t.style
	st.Bold = st.Bold || b
	return fyne.MeasureText(s, textPx(t.size), st).Width
}

// lines breaks the text into lines for a width.
func (t *Text) lines(width float32) [][]piece {
	limit := t.maxLines
	switch {
	case t.wrap && width <= 0:
		width = unbounded
	case !t.wrap && t.ellipsis && width > 0:
		limit = 1
	case !t.wrap:
		width = unbounded
	}
	px := textPx(t.size)
	if t.laid.valid && t.laid.width == width && t.laid.px == px {
		return t.laid.lines
	}
	t.laid = laidOut{width: width, px: px, lines: wrapSpans(t.spans, width, limit, t.measure), valid: true}
	return t.laid.lines
}

func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	t.drawn = &Drawing{nil, t.least, t.draw, t.paint}
	t.paint()
	return t.drawn
}

func (t *Text) least() fyne.Size {
	switch {
	case t.wrap:
		return fyne.NewSize(max(t.minWidth, 32), t.HeightFor(t.Size().Width))
	case t.ellipsis:
		return fyne.NewSize(max(t.minWidth, 24), t.lineHeight())
	}
	lines := t.lines(0)
	return fyne.NewSize(max(widthOf(lines), t.minWidth), float32(max(len(lines), 1))*t.lineHeight())
}

func (t *Text) paint() {
	t.laid.valid = t.laid.valid && t.laid.px == textPx(t.size)
	t.draw(t.Size())
}

// draw lays one canvas text per run; those that did not change are not drawn again.
func (t *Text) draw(s fyne.Size) {
	lines := t.lines(s.Width)
	lh := t.lineHeight()
	y := float32(0)
	if !t.wrap {
		y = max((s.Height-lh*float32(len(lines)))/2, 0)
	}
	n := 0
	for _, line := range lines {
		var shift float32
		if k := len(line); k > 0 && s.Width > 0 {
			spare := s.Width - line[k-1].x - line[k-1].w
			switch t.align {
			case fyne.TextAlignTrailing:
				shift = spare
			case fyne.TextAlignCenter:
				shift = spare / 2
			}
		}
		for _, p := range line {
			if n == len(t.texts) {
				t.texts = append(t.texts, newCaption())
			}
			c := t.texts[n]
			n++
			st := t.style
			st.Bold = st.Bold || p.span.Bold
			setCaption(c, p.span.Text, t.size, cmp.Or(p.span.Color, t.color), st)
			Place(c, p.x+shift, y, p.w, lh)
		}
		y += lh
	}
	if len(t.drawn.objects) != n {
		t.drawn.objects = make([]fyne.CanvasObject, n)
		for i := range n {
			t.drawn.objects[i] = t.texts[i]
		}
		canvas.Refresh(t)
	}
}

// NaturalWidth returns the width of the longest line without wrapping, in px.
func (t *Text) NaturalWidth() float32 {
	px := textPx(t.size)
	if !t.natural.valid || t.natural.px != px {
		t.natural = laidOut{width: widthOf(wrapSpans(t.spans, unbounded, 0, t.measure)) + 1, px: px, valid: true}
	}
	return t.natural.width
}

// wordsWidth is the width of the longest line, exactly.
func (t *Text) wordsWidth() float32 { return t.NaturalWidth() - 1 }

// ShowText shows a text, and hides the object if the text is empty.
func ShowText(t *Text, words string) {
	t.SetText(words)
	Show(t, words != "")
}
