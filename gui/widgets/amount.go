package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Amount is money with its kind: icon, bold number, word. It is never a bare price.
// A prefix such as "up to" goes before the number.
type Amount struct {
	widget.BaseWidget
	prefix, number, word string
	icon                 fyne.Resource
	tone                 Tone
	trailing             bool
	size                 fyne.ThemeSizeName
}

// NewAmount makes an empty amount.
func NewAmount() *Amount {
	a := &Amount{size: resources.SizeSM}
	a.ExtendBaseWidget(a)
	return a
}

// Trailing aligns the amount to the right of its room.
func (a *Amount) Trailing() *Amount { a.trailing = true; a.Refresh(); return a }

// SetSize changes the text size.
func (a *Amount) SetSize(size fyne.ThemeSizeName) *Amount { a.size = size; a.Refresh(); return a }

// Set shows a number and the word for its kind: est., reserved, charged, refunded or unconfirmed.
func (a *Amount) Set(number, word string, icon fyne.Resource, tone Tone) {
	a.SetUpTo("", number, word, icon, tone)
}

// SetUpTo is Set with words before the number: an unconfirmed amount is always "up to".
func (a *Amount) SetUpTo(prefix, number, word string, icon fyne.Resource, tone Tone) {
	if a.prefix == prefix && a.number == number && a.word == word && a.tone == tone && sameIcon(a.icon, icon) {
		return
	}
	a.prefix, a.number, a.word, a.icon, a.tone = prefix, number, word, icon, tone
	a.Refresh()
}

// Text returns the whole amount as it is read.
func (a *Amount) Text() string {
	s := a.number
	if a.prefix != "" {
		s = a.prefix + " " + s
	}
	if a.word != "" {
		s += " " + a.word
	}
	return s
}

// AccessibilityLabel returns the whole amount.
func (a *Amount) AccessibilityLabel() string { return a.Text() }

// CreateRenderer draws the amount.
func (a *Amount) CreateRenderer() fyne.WidgetRenderer {
	r := &amountRenderer{a: a, icon: newGlyph(), prefix: newCaption(), number: newCaption(), word: newCaption()}
	r.objects = []fyne.CanvasObject{r.icon, r.prefix, r.number, r.word}
	r.Refresh()
	return r
}

type amountRenderer struct {
	a                    *Amount
	icon                 *canvas.Image
	prefix, number, word *canvas.Text
	objects              []fyne.CanvasObject
}

func (r *amountRenderer) Destroy()                     {}
func (r *amountRenderer) Objects() []fyne.CanvasObject { return r.objects }

const amountGap = 4

func (r *amountRenderer) MinSize() fyne.Size {
	w, h := float32(0), r.number.MinSize().Height
	if r.a.icon != nil {
		w += iconTag + amountGap
	}
	for _, t := range []*canvas.Text{r.prefix, r.number, r.word} {
		if t.Text != "" {
			w += t.MinSize().Width + amountGap
		}
	}
	return fyne.NewSize(max(w-amountGap, 0), max(h, iconTag))
}

func (r *amountRenderer) Layout(s fyne.Size) {
	x := float32(0)
	if r.a.trailing {
		x = s.Width - r.MinSize().Width
	}
	if r.a.icon != nil {
		place(r.icon, x, (s.Height-iconTag)/2, iconTag, iconTag)
		x += iconTag + amountGap
	}
	for _, t := range []*canvas.Text{r.prefix, r.number, r.word} {
		if t.Text == "" {
			continue
		}
		ts := t.MinSize()
		place(t, x, (s.Height-ts.Height)/2, ts.Width, ts.Height)
		x += ts.Width + amountGap
	}
}

func (r *amountRenderer) Refresh() {
	a := r.a
	number, word := resources.Text1, resources.Text2
	if a.tone != ToneNeutral {
		number, word = a.tone.word(), a.tone.word()
	}
	setGlyph(r.icon, a.icon, word)
	setCaption(r.prefix, a.prefix, a.size, word, fyne.TextStyle{})
	setCaption(r.number, a.number, a.size, number, bold(true))
	setCaption(r.word, a.word, a.size, word, fyne.TextStyle{})
	r.Layout(a.Size())
}
