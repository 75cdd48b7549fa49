package kit

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Tone is the meaning of a colour. It is never used alone: a text and an icon have the same meaning.
type Tone int

// The tones. Inverted is the mark of the sandbox: no colour at all, text on its opposite.
const (
	ToneNeutral Tone = iota
	ToneAccent
	ToneOK
	ToneWarn
	ToneErr
	ToneInverted
	ToneOnPicture // a tag on a picture
	ToneChosen    // the tick of a selected item
)

// toneColors are the colours of each tone: of the text, and of the background of a tag.
var toneColors = [...]struct{ word, ground fyne.ThemeColorName }{
	ToneNeutral:   {resources.Text2, resources.BgHover},
	ToneAccent:    {resources.Accent, resources.AccentSoft},
	ToneOK:        {resources.OK, resources.OKSoft},
	ToneWarn:      {resources.Warn, resources.WarnSoft},
	ToneErr:       {resources.Err, resources.ErrSoft},
	ToneInverted:  {resources.BgWindow, resources.Text1},
	ToneOnPicture: {resources.OnPictureText, resources.OnPicture},
	ToneChosen:    {resources.OnAccent, resources.Accent},
}

// Color returns the colour of text in this tone.
func (t Tone) Color() fyne.ThemeColorName { return toneColors[t].word }

// ground returns the background colour of text in this tone.
func (t Tone) ground() fyne.ThemeColorName { return toneColors[t].ground }

// Tag shows a state as an icon and a short text, 20 high.
type Tag struct {
	widget.BaseWidget
	TextRole
	tone  Tone
	icon  fyne.Resource
	word  string
	bound Binder[string]
	cut   bool // there is no room for all of word

	background *canvas.Rectangle
	glyph      *canvas.Image
	text       *canvas.Text
}

// NewTag makes a tag; icon may be nil.
func NewTag(tone Tone, icon fyne.Resource, word string) *Tag {
	t := &Tag{tone: tone, icon: icon, word: word}
	t.ExtendBaseWidget(t)
	return t
}

// Set changes all three at once.
func (t *Tag) Set(tone Tone, icon fyne.Resource, word string) {
	if t.tone == tone && t.word == word && sameIcon(t.icon, icon) && t.inLook() {
		return
	}
	t.tone, t.icon, t.word = tone, icon, word
	t.Refresh()
}

// inLook reports whether it is not drawn yet or drawn in the current theme. The toolkit notifies only objects in a
// window of a new theme.
func (t *Tag) inLook() bool {
	return t.text == nil || t.text.TextSize == textPx(resources.SizeXS) && t.text.Color == themeColor(t.tone.Color())
}

// Bind shows the text of a binding from now on. then is called after each change.
func (t *Tag) Bind(item binding.String, then ...func()) {
	t.bound.Bind(item, func(word string) { t.Set(t.tone, t.icon, word) }, then...)
}

// Unbind ends that.
func (t *Tag) Unbind() { t.bound.Unbind() }

func (t *Tag) Word() string { return t.word }

func (t *Tag) AccessibilityLabel() string { return t.word }

func sameIcon(a, b fyne.Resource) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Name() == b.Name()
}

func (t *Tag) CreateRenderer() fyne.WidgetRenderer {
	t.background, t.glyph, t.text = newRectangle(), newGlyph(), newCaption()
	return Draw(t.least, t.arrange, t.paint, t.background, t.glyph, t.text)
}

func (t *Tag) least() fyne.Size {
	ts := fyne.MeasureText(padLeadingJ(t.word), t.text.TextSize, t.text.TextStyle)
	w := ts.Width + 12
	if t.icon != nil {
		w += grown(iconTag) + 4
		if t.word == "" {
			w -= 4
		}
	}
	return fyne.NewSize(w, max(20, ts.Height+4))
}

func (t *Tag) arrange(s fyne.Size) {
	least := t.least()
	// never wider than its text, even in a recycled cell
	w, h := min(s.Width, least.Width), min(s.Height, least.Height)
	y := (s.Height - h) / 2
	Place(t.background, 0, y, w, h)
	x := float32(6)
	if t.icon != nil {
		icon := grown(iconTag)
		Place(t.glyph, x, y+(h-icon)/2, icon, icon)
		x += icon + 4
	}
	room := max(w-x-6, 1)
	if s.Width == 0 || s.Width >= least.Width {
		room = 0 // that it is not cut in
	}
	whole := t.word
	t.cut = fitCaption(t.text, whole, room)
	if t.cut { // whole words are easier to read, if the first of them fits
		for end := strings.LastIndex(whole, " "); end > 0; end = strings.LastIndex(whole[:end], " ") {
			if !fitCaption(t.text, whole[:end]+"…", room) {
				break
			}
		}
	}
	ts := t.text.MinSize()
	Place(t.text, x, y+(h-ts.Height)/2, ts.Width, ts.Height)
}

func (t *Tag) paint() {
	setRectangle(t.background, themeColor(t.tone.ground()), color.Transparent, 0, radiusTag)
	setCaption(t.text, t.word, resources.SizeXS, t.tone.Color(), bold(t.tone == ToneInverted))
	setGlyph(t.glyph, t.icon, t.tone.Color())
	t.arrange(t.Size())
}

// HintedTag is a tag that shows its whole text as a tooltip while there is no room for it.
type HintedTag struct {
	widget.BaseWidget
	TextRole
	tag  *Tag
	hint hinter
}

// NewHintedTag makes one around a tag.
func NewHintedTag(tag *Tag) *HintedTag {
	h := &HintedTag{tag: tag}
	h.ExtendBaseWidget(h)
	return h
}

// MouseIn shows the tooltip.
func (h *HintedTag) MouseIn(*desktop.MouseEvent) {
	if h.tag.cut {
		h.hint.show(h, h.tag.word)
	}
}

func (h *HintedTag) MouseMoved(*desktop.MouseEvent) {}

func (h *HintedTag) MouseOut() { h.hint.hide(h) }

func (h *HintedTag) AccessibilityLabel() string { return h.tag.word }

func (h *HintedTag) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.tag) }

// Amount shows money with its kind: icon, bold number, label. It is never a bare price. A prefix such as "up to" goes
// before the number. It is one line, and wraps if there is less room.
type Amount struct {
	widget.BaseWidget
	TextRole
	icon  fyne.Resource
	tint  fyne.ThemeColorName
	words *Text

	glyph *canvas.Image
}

// NewAmount makes an empty amount.
func NewAmount() *Amount {
	a := &Amount{words: NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)}
	a.ExtendBaseWidget(a)
	return a
}

// Set shows a number and the label of its kind: est., reserved, charged, refunded or unconfirmed. An unconfirmed amount
// always has the prefix "up to".
func (a *Amount) Set(prefix, number, word string, icon fyne.Resource, tone Tone) {
	figure := resources.Text1
	a.icon, a.tint = icon, resources.Text2
	if tone != ToneNeutral {
		a.tint, figure = tone.Color(), tone.Color()
	}
	spans := []Span{{Text: prefix}, {Text: number, Color: figure, Bold: true}, {Text: word}}
	spans = slices.DeleteFunc(spans, func(s Span) bool { return s.Text == "" })
	for i := range spans[min(1, len(spans)):] {
		spans[i+1].Text = " " + spans[i+1].Text
	}
	a.words.SetColor(a.tint)
	a.words.SetSpans(spans...)
	a.Refresh()
}

// Text returns the whole amount as text.
func (a *Amount) Text() string { return a.words.Text() }

// HeightFor returns the height in a width, in px.
func (a *Amount) HeightFor(width float32) float32 {
	if width <= 0 {
		return a.least().Height
	}
	return max(a.words.HeightFor(width-a.iconRoom()), grown(iconTag))
}

// iconRoom is the width of the icon with the gap behind it, px.
func (a *Amount) iconRoom() float32 {
	if a.icon == nil {
		return 0
	}
	return grown(iconTag) + 4
}

func (a *Amount) AccessibilityLabel() string { return a.Text() }

func (a *Amount) CreateRenderer() fyne.WidgetRenderer {
	a.glyph = newGlyph()
	return Draw(a.least, a.arrange, a.paint, a.glyph, a.words)
}

func (a *Amount) least() fyne.Size {
	return fyne.NewSize(a.iconRoom()+a.words.NaturalWidth(), max(a.words.lineHeight(), grown(iconTag)))
}

// arrange places the icon beside the first line.
func (a *Amount) arrange(s fyne.Size) {
	icon, line, y := grown(iconTag), a.words.lineHeight(), max((s.Height-a.HeightFor(s.Width))/2, 0)
	Place(a.glyph, 0, y+(line-icon)/2, icon, icon)
	Place(a.words, a.iconRoom(), y, s.Width-a.iconRoom(), s.Height-y)
}

func (a *Amount) paint() {
	setGlyph(a.glyph, a.icon, a.tint)
	a.arrange(a.Size())
}
