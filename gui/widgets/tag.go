package widgets

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Tone is what a colour means. It never stands alone: a word and an icon say the same.
type Tone int

// The tones. Inverted is the SANDBOX mark: no colour at all, text on its opposite.
const (
	ToneNeutral Tone = iota
	ToneAccent
	ToneOK
	ToneWarn
	ToneErr
	ToneInverted
	ToneOnPicture // a tag that lies on a picture
)

// word returns the colour of the words in this tone.
func (t Tone) word() fyne.ThemeColorName {
	switch t {
	case ToneAccent:
		return resources.Accent
	case ToneOK:
		return resources.OK
	case ToneWarn:
		return resources.Warn
	case ToneErr:
		return resources.Err
	case ToneInverted:
		return resources.BgWindow
	case ToneOnPicture:
		return resources.OnPictureText
	}
	return resources.Text2
}

// Color returns the colour of words in this tone.
func (t Tone) Color() fyne.ThemeColorName { return t.word() }

// soft returns the ground of a tag in this tone.
func (t Tone) soft() fyne.ThemeColorName {
	switch t {
	case ToneAccent:
		return resources.AccentSoft
	case ToneOK:
		return resources.OKSoft
	case ToneWarn:
		return resources.WarnSoft
	case ToneErr:
		return resources.ErrSoft
	case ToneInverted:
		return resources.Text1
	case ToneOnPicture:
		return resources.OnPicture
	}
	return resources.BgHover
}

// Tag is a state in an icon and a word, 20 high.
type Tag struct {
	widget.BaseWidget
	tone  Tone
	icon  fyne.Resource
	word  string
	bound Binder[string]

	plate *canvas.Rectangle
	glyph *canvas.Image
	text  *canvas.Text
}

// NewTag makes a tag; icon may be nil.
func NewTag(tone Tone, icon fyne.Resource, word string) *Tag {
	t := &Tag{tone: tone, icon: icon, word: word}
	t.ExtendBaseWidget(t)
	return t
}

// Set changes all three at once.
func (t *Tag) Set(tone Tone, icon fyne.Resource, word string) {
	if t.tone == tone && t.word == word && sameIcon(t.icon, icon) {
		return
	}
	t.tone, t.icon, t.word = tone, icon, word
	t.Refresh()
}

// Bind shows the word that a binding holds from now on. then is called after each change.
func (t *Tag) Bind(item binding.String, then ...func()) {
	t.bound.Bind(item, func(word string) { t.Set(t.tone, t.icon, word) }, then...)
}

// Unbind ends that.
func (t *Tag) Unbind() { t.bound.Unbind() }

// Word returns the word.
func (t *Tag) Word() string { return t.word }

// AccessibilityLabel returns the word.
func (t *Tag) AccessibilityLabel() string { return t.word }

// AccessibilityRole is that of words.
func (t *Tag) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func sameIcon(a, b fyne.Resource) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Name() == b.Name()
}

func (t *Tag) CreateRenderer() fyne.WidgetRenderer {
	t.plate, t.glyph, t.text = newPlate(), newGlyph(), newCaption()
	return Draw(t.least, t.arrange, t.paint, t.plate, t.glyph, t.text)
}

func (t *Tag) least() fyne.Size {
	ts := t.text.MinSize()
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
	h := min(s.Height, t.least().Height) // never stretched by a taller row
	y := (s.Height - h) / 2
	Place(t.plate, 0, y, s.Width, h)
	x := float32(6)
	if t.icon != nil {
		icon := grown(iconTag)
		Place(t.glyph, x, y+(h-icon)/2, icon, icon)
		x += icon + 4
	}
	ts := t.text.MinSize()
	Place(t.text, x, y+(h-ts.Height)/2, ts.Width, ts.Height)
}

func (t *Tag) paint() {
	setPlate(t.plate, ink(t.tone.soft()), color.Transparent, 0, radiusTag)
	setCaption(t.text, t.word, resources.SizeXS, t.tone.word(), bold(t.tone == ToneInverted))
	setGlyph(t.glyph, t.icon, t.tone.word())
	t.arrange(t.Size())
}

// Amount is money with its kind: icon, bold number, word. It is never a bare price.
// A prefix such as "up to" goes before the number. It is one line, and wraps where the room is narrower than that.
type Amount struct {
	widget.BaseWidget
	prefix, number, word string
	icon                 fyne.Resource
	tone                 Tone
	lines                *Text // the words where one line has no room

	glyph                 *canvas.Image
	before, figure, after *canvas.Text
}

// NewAmount makes an empty amount.
func NewAmount() *Amount {
	a := &Amount{lines: NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)}
	a.ExtendBaseWidget(a)
	return a
}

// Set shows a number and the word for its kind: est., reserved, charged, refunded or unconfirmed. An unconfirmed amount is always "up to"
// its number, which is the prefix.
func (a *Amount) Set(prefix, number, word string, icon fyne.Resource, tone Tone) {
	if a.prefix == prefix && a.number == number && a.word == word && a.tone == tone && sameIcon(a.icon, icon) {
		return
	}
	a.prefix, a.number, a.word, a.icon, a.tone = prefix, number, word, icon, tone
	a.Refresh()
}

// Text returns the whole amount as it is read.
func (a *Amount) Text() string {
	var words []string
	for _, s := range []string{a.prefix, a.number, a.word} {
		if s != "" {
			words = append(words, s)
		}
	}
	return strings.Join(words, " ")
}

// HeightFor returns the height in a width, in px.
func (a *Amount) HeightFor(width float32) float32 {
	m := a.MinSize()
	if width <= 0 || m.Width <= width {
		return m.Height
	}
	a.write()
	return max(a.lines.HeightFor(width-a.iconRoom()), m.Height)
}

// iconRoom is the width of the icon with the gap behind it, px.
func (a *Amount) iconRoom() float32 {
	if a.icon == nil {
		return 0
	}
	return grown(iconTag) + amountGap
}

// colors returns those of the number and of the words around it.
func (a *Amount) colors() (number, word fyne.ThemeColorName) {
	if a.tone != ToneNeutral {
		return a.tone.word(), a.tone.word()
	}
	return resources.Text1, resources.Text2
}

// write gives the lines the words that the one line has.
func (a *Amount) write() {
	number, word := a.colors()
	a.lines.SetColor(word)
	var spans []Span
	for _, s := range []Span{{Text: a.prefix}, {Text: a.number, Color: number, Bold: true}, {Text: a.word}} {
		if s.Text == "" {
			continue
		}
		if len(spans) > 0 {
			s.Text = " " + s.Text
		}
		spans = append(spans, s)
	}
	a.lines.SetSpans(spans...)
}

// AccessibilityLabel returns the whole amount.
func (a *Amount) AccessibilityLabel() string { return a.Text() }

// AccessibilityRole is that of words.
func (a *Amount) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (a *Amount) CreateRenderer() fyne.WidgetRenderer {
	a.glyph, a.before, a.figure, a.after = newGlyph(), newCaption(), newCaption(), newCaption()
	return Draw(a.least, a.arrange, a.paint, a.glyph, a.before, a.figure, a.after, a.lines)
}

const amountGap = 4

func (a *Amount) least() fyne.Size {
	w, h := a.iconRoom(), a.figure.MinSize().Height
	for _, t := range []*canvas.Text{a.before, a.figure, a.after} {
		if t.Text != "" {
			w += t.MinSize().Width + amountGap
		}
	}
	return fyne.NewSize(max(w-amountGap, 0), max(h, grown(iconTag)))
}

func (a *Amount) arrange(s fyne.Size) {
	wraps := s.Width > 0 && s.Width < a.least().Width
	for _, t := range []*canvas.Text{a.before, a.figure, a.after} {
		Show(t, !wraps)
	}
	Show(a.lines, wraps)
	if wraps {
		a.layLines(s)
		return
	}
	x := float32(0)
	if a.icon != nil {
		icon := grown(iconTag)
		Place(a.glyph, x, (s.Height-icon)/2, icon, icon)
		x += icon + amountGap
	}
	for _, t := range []*canvas.Text{a.before, a.figure, a.after} {
		if t.Text == "" {
			continue
		}
		ts := t.MinSize()
		Place(t, x, (s.Height-ts.Height)/2, ts.Width, ts.Height)
		x += ts.Width + amountGap
	}
}

// layLines stands the icon beside the first of several lines.
func (a *Amount) layLines(s fyne.Size) {
	a.write()
	icon, line := grown(iconTag), a.lines.lineHeight()
	Place(a.glyph, 0, (line-icon)/2, icon, icon)
	Place(a.lines, a.iconRoom(), 0, s.Width-a.iconRoom(), s.Height)
}

func (a *Amount) paint() {
	number, word := a.colors()
	setGlyph(a.glyph, a.icon, word)
	setCaption(a.before, a.prefix, resources.SizeSM, word, fyne.TextStyle{})
	setCaption(a.figure, a.number, resources.SizeSM, number, bold(true))
	setCaption(a.after, a.word, resources.SizeSM, word, fyne.TextStyle{})
	a.arrange(a.Size())
}
