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

	ring, line *canvas.Rectangle
	caption    *canvas.Text
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
	l.ring, l.line, l.caption = newPlate(), newPlate(), newCaption()
	return Draw(l.least, l.arrange, l.paint, l.ring, l.caption, l.line)
}

func (l *Link) least() fyne.Size {
	ts := fyne.MeasureText(l.text, l.caption.TextSize, l.caption.TextStyle)
	return fyne.NewSize(ts.Width, max(heightSmall, ts.Height))
}

func (l *Link) arrange(s fyne.Size) {
	fitCaption(l.caption, l.text, s.Width)
	ts := l.caption.MinSize()
	y := (s.Height - ts.Height) / 2
	Place(l.caption, 0, y, ts.Width, ts.Height)
	Place(l.line, 0, y+ts.Height-2, ts.Width, 1)
	Place(l.ring, -4, y-2, ts.Width+8, ts.Height+4)
}

func (l *Link) paint() {
	col := resources.Accent
	if l.Disabled() {
		col = resources.Text3
	}
	setCaption(l.caption, l.text, l.size, col, fyne.TextStyle{})
	setPlate(l.line, ink(col), ink(""), 0, 0)
	Show(l.line, l.hovered && !l.Disabled())
	setRing(l.ring, l.focused && !l.Disabled(), 1)
	l.arrange(l.Size())
}
