package widgets

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// PlaceButton leads to a place of the window: icon, word and a badge with a count. In a narrow room only the
// icon and the badge are left, and the word is shown on hover.
type PlaceButton struct {
	clickable

	icon  fyne.Resource
	word  string
	badge int
	on    bool
	hint  hinter

	ring, plate, bar, pill *canvas.Rectangle
	glyph                  *canvas.Image
	text, count            *canvas.Text
}

// NewPlaceButton makes a button that is not the place in front.
func NewPlaceButton(icon fyne.Resource, word string, onTapped func()) *PlaceButton {
	b := &PlaceButton{clickable: clickable{OnTapped: onTapped}, icon: icon, word: word}
	b.ExtendBaseWidget(b)
	return b
}

// SetOn marks the place in front.
func (b *PlaceButton) SetOn(on bool) {
	if b.on != on {
		b.on = on
		b.Refresh()
	}
}

// On reports whether the place is in front.
func (b *PlaceButton) On() bool { return b.on }

// SetBadge shows a count; 0 shows none.
func (b *PlaceButton) SetBadge(n int) {
	if b.badge != n {
		b.badge = n
		b.Refresh()
	}
}

// Badge returns the count that is shown.
func (b *PlaceButton) Badge() int { return b.badge }

// Tapped calls OnTapped.
func (b *PlaceButton) Tapped(e *fyne.PointEvent) {
	b.hint.hide(b)
	b.clickable.Tapped(e)
}

// TypedKey taps on Space and Enter.
func (b *PlaceButton) TypedKey(e *fyne.KeyEvent) { tapOrPass(b, e) }

// MouseIn shows the word where there is no room for it.
func (b *PlaceButton) MouseIn(e *desktop.MouseEvent) { b.clickable.MouseIn(e); b.showWord() }

// MouseOut hides the word.
func (b *PlaceButton) MouseOut() { b.clickable.MouseOut(); b.hint.hide(b) }

// FocusGained shows the word where there is no room for it.
func (b *PlaceButton) FocusGained() { b.clickable.FocusGained(); b.showWord() }

// FocusLost hides the word.
func (b *PlaceButton) FocusLost() { b.clickable.FocusLost(); b.hint.hide(b) }

func (b *PlaceButton) showWord() {
	if b.narrow() {
		b.hint.show(b, b.word)
	}
}

// AccessibilityLabel returns the word and the count.
func (b *PlaceButton) AccessibilityLabel() string {
	if b.badge == 0 {
		return b.word
	}
	return b.word + " " + strconv.Itoa(b.badge)
}

const (
	placeHeight = 36
	placeNarrow = 96
)

func (b *PlaceButton) narrow() bool { return b.Size().Width < resources.Scaled(placeNarrow) }

func (b *PlaceButton) CreateRenderer() fyne.WidgetRenderer {
	b.ring, b.plate, b.bar, b.pill = newPlate(), newPlate(), newPlate(), newPlate()
	b.glyph, b.text, b.count = newGlyph(), newCaption(), newCaption()
	return Draw(b.least, b.arrange, b.paint, b.ring, b.plate, b.bar, b.glyph, b.text, b.pill, b.count)
}

func (b *PlaceButton) least() fyne.Size {
	return fyne.NewSize(40, max(placeHeight, b.text.MinSize().Height+12, grown(iconPlace)+12))
}

func (b *PlaceButton) arrange(s fyne.Size) {
	Place(b.plate, 0, 0, s.Width, s.Height)
	placeRing(b.ring, s)
	Place(b.bar, 0, 8, 3, s.Height-16)
	narrow := b.narrow()
	px := grown(iconPlace)
	x := float32(10)
	if narrow {
		x = (s.Width - px) / 2
	}
	Place(b.glyph, x, (s.Height-px)/2, px, px)
	Show(b.text, !narrow)
	ts := b.text.MinSize()
	Place(b.text, px+20, (s.Height-ts.Height)/2, ts.Width, ts.Height)
	cs := b.count.MinSize()
	h := cs.Height + 3
	w := max(cs.Width+12, h)
	at, py := s.Width-w-10, (s.Height-h)/2
	switch {
	case narrow:
		at, py = s.Width-w-1, 1
	case px+20+ts.Width+4 > at: // a long word keeps its letters, and the count goes to the icon
		at, py = x+px+6-w, 1
	}
	Place(b.pill, at, py, w, h)
	Place(b.count, at+(w-cs.Width)/2, py+1.5, cs.Width, cs.Height)
}

func (b *PlaceButton) paint() {
	fill, word := color.Color(color.Transparent), resources.Text2
	switch {
	case b.on:
		fill, word = ink(resources.BgSelected), resources.Text1
	case b.pressed, b.hovered:
		fill, word = ink(resources.BgHover), resources.Text1
	}
	setPlate(b.plate, fill, color.Transparent, 0, radiusControl)
	setRing(b.ring, b.focused, radiusControl)
	setPlate(b.bar, ink(resources.Accent), color.Transparent, 0, 1)
	Show(b.bar, b.on)
	tint := word
	if b.on {
		tint = resources.Accent
	}
	setGlyph(b.glyph, b.icon, tint)
	setCaption(b.text, b.word, resources.SizeBody, word, bold(b.on))
	setCaption(b.count, strconv.Itoa(b.badge), resources.SizeSM, resources.Warn, bold(true))
	setPlate(b.pill, ink(resources.WarnSoft), color.Transparent, 0, (b.count.MinSize().Height+3)/2)
	Show(b.pill, b.badge > 0)
	Show(b.count, b.badge > 0)
	b.arrange(b.Size())
}
