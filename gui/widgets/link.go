package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// Link is an action in words, in the accent. Its target is 28 high although its text is not.
type Link struct {
	clickable
	text string
	size fyne.ThemeSizeName
}

// NewLink makes a link of size SM.
func NewLink(text string, onTapped func()) *Link {
	l := &Link{clickable: clickable{OnTapped: onTapped}, text: text, size: resources.SizeSM}
	l.ExtendBaseWidget(l)
	return l
}

// SetText changes the words.
func (l *Link) SetText(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

// Text returns the words.
func (l *Link) Text() string { return l.text }

// TypedKey taps on Space and Enter.
func (l *Link) TypedKey(e *fyne.KeyEvent) { tapOrPass(l, e) }

// AccessibilityLabel returns the words.
func (l *Link) AccessibilityLabel() string { return l.text }

// CreateRenderer draws the link.
func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	r := &linkRenderer{l: l, ring: newPlate(), line: newPlate(), text: newCaption()}
	return drawn(r, r.ring, r.text, r.line)
}

type linkRenderer struct {
	drawing
	l          *Link
	ring, line *canvas.Rectangle
	text       *canvas.Text
}

func (r *linkRenderer) MinSize() fyne.Size {
	ts := fyne.MeasureText(r.l.text, r.text.TextSize, r.text.TextStyle)
	return fyne.NewSize(ts.Width, max(heightSmall, ts.Height))
}

func (r *linkRenderer) Layout(s fyne.Size) {
	fitCaption(r.text, r.l.text, s.Width)
	ts := r.text.MinSize()
	y := (s.Height - ts.Height) / 2
	Place(r.text, 0, y, ts.Width, ts.Height)
	Place(r.line, 0, y+ts.Height-2, ts.Width, 1)
	Place(r.ring, -4, y-2, ts.Width+8, ts.Height+4)
}

func (r *linkRenderer) Refresh() {
	l := r.l
	col := resources.Accent
	if l.Disabled() {
		col = resources.Text3
	}
	setCaption(r.text, l.text, l.size, col, fyne.TextStyle{})
	setPlate(r.line, ink(col), ink(""), 0, 0)
	Show(r.line, l.hovered && !l.Disabled())
	setRing(r.ring, l.focused && !l.Disabled(), 1)
	r.Layout(l.Size())
}
