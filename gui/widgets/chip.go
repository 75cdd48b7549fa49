package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// Chip is a filter that is on or off, or a notice to click, 26 high and round. Its target is 28 high.
type Chip struct {
	clickable
	// OnClear is called by Backspace or Delete while the chip is on. A chip with OnClear shows a close icon.
	OnClear func()

	text     string
	icon     fyne.Resource
	iconTone Tone
	on       bool
	opens    bool // a menu

	ring, plate  *canvas.Rectangle
	glyph, close *canvas.Image
	caption      *canvas.Text
}

// NewChip makes a chip that is off.
func NewChip(text string, onTapped func()) *Chip {
	c := &Chip{clickable: clickable{OnTapped: onTapped}, text: text}
	c.ExtendBaseWidget(c)
	return c
}

// SetText changes the words.
func (c *Chip) SetText(text string) {
	if c.text != text {
		c.text = text
		c.Refresh()
	}
}

// Text returns the words.
func (c *Chip) Text() string { return c.text }

// SetOn switches the look; the owner decides what it means.
func (c *Chip) SetOn(on bool) {
	if c.on != on {
		c.on = on
		c.Refresh()
	}
}

// On reports whether the chip is on.
func (c *Chip) On() bool { return c.on }

// SetIcon puts an icon before the words; nil takes it away.
func (c *Chip) SetIcon(icon fyne.Resource) { c.icon = icon; c.Refresh() }

// Opens says that a click opens a menu: an arrow stands at the end while there is no close icon.
func (c *Chip) Opens() *Chip { c.opens = true; c.Refresh(); return c }

// SetIconTone colours the icon, for a chip that counts what needs somebody.
func (c *Chip) SetIconTone(t Tone) { c.iconTone = t; c.Refresh() }

// TypedKey taps on Space and Enter, clears on Backspace and Delete.
func (c *Chip) TypedKey(e *fyne.KeyEvent) {
	switch {
	case isTap(e):
		c.Tapped(nil)
	case (e.Name == fyne.KeyBackspace || e.Name == fyne.KeyDelete) && c.on && c.OnClear != nil:
		c.OnClear()
	default:
		unhandled(c, e)
	}
}

// AccessibilityLabel returns the words.
func (c *Chip) AccessibilityLabel() string { return c.text }

// CreateRenderer draws the chip.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	c.ring, c.plate, c.glyph, c.caption = newPlate(), newPlate(), newGlyph(), newCaption()
	c.close = newGlyph()
	return Draw(c.least, c.arrange, c.paint, c.ring, c.plate, c.glyph, c.caption, c.close)
}

func (c *Chip) closable() bool { return c.on && c.OnClear != nil }

func (c *Chip) least() fyne.Size {
	ts := c.caption.MinSize()
	w := ts.Width + 22
	if c.icon != nil {
		w += grown(iconText) + 6
	}
	if c.closable() || c.opens {
		w += grown(iconTag) + 6
	}
	return fyne.NewSize(w, max(28, ts.Height+8))
}

func (c *Chip) arrange(s fyne.Size) {
	h := s.Height - 2 // the plate is 26 of the 28 that can be hit
	Place(c.plate, 0, 1, s.Width, h)
	const out = ringWidth + ringGap
	Place(c.ring, -out, 1-out, s.Width+2*out, h+2*out)
	x, icon, end := float32(11), grown(iconText), grown(iconTag)
	if c.icon != nil {
		Place(c.glyph, x, (s.Height-icon)/2, icon, icon)
		x += icon + 6
	}
	ts := c.caption.MinSize()
	Place(c.caption, x, (s.Height-ts.Height)/2, ts.Width, ts.Height)
	Place(c.close, x+ts.Width+6, (s.Height-end)/2, end, end)
}

func (c *Chip) paint() {
	fill, stroke, word := color.Color(color.Transparent), ink(resources.Line), resources.Text1
	switch {
	case c.Disabled():
		word = resources.Text3
	case c.on:
		fill, stroke = ink(resources.BgSelected), ink(resources.Accent)
	case c.pressed:
		fill = ink(resources.BgSelected)
	case c.hovered:
		fill = ink(resources.BgHover)
	}
	radius := (c.least().Height - 2) / 2
	setPlate(c.plate, fill, stroke, 1, radius)
	setRing(c.ring, c.focused && !c.Disabled(), radius)
	setCaption(c.caption, c.text, resources.SizeSM, word, fyne.TextStyle{})
	tone := word
	if c.iconTone != ToneNeutral {
		tone = c.iconTone.word()
	}
	setGlyph(c.glyph, c.icon, tone)
	switch {
	case c.closable():
		setGlyph(c.close, resources.IconClose(), word)
	case c.opens:
		setGlyph(c.close, resources.IconChevronDown(), word)
	default:
		c.close.Hide()
	}
	c.arrange(c.Size())
}
