package widgets

import (
	"image/color"

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

func sameIcon(a, b fyne.Resource) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Name() == b.Name()
}

// CreateRenderer draws the tag.
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
