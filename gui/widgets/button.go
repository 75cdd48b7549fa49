package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// ButtonKind says how loud a button is.
type ButtonKind int

// The kinds of a button. A screen has one Primary at most; Danger is for what removes something.
const (
	Plain ButtonKind = iota
	Primary
	Quiet
	Danger
)

// Button is a label, an icon or both, 32 high. Space and Enter tap it.
type Button struct {
	clickable

	label   string
	word    string // what an icon-only button says on hover
	icon    fyne.Resource
	kind    ButtonKind
	height  float32
	on      bool
	leading bool
	cut     bool // there is no room for the label
	hint    hinter

	ring, plate *canvas.Rectangle
	glyph       *canvas.Image
	text        *canvas.Text
}

// NewButton makes a button; icon may be nil.
func NewButton(label string, icon fyne.Resource, kind ButtonKind, onTapped func()) *Button {
	b := &Button{clickable: clickable{OnTapped: onTapped}, label: label, icon: icon, kind: kind, height: heightControl}
	b.ExtendBaseWidget(b)
	return b
}

// NewIconButton makes a square button without a label; the word is shown on hover and on focus.
func NewIconButton(icon fyne.Resource, word string, onTapped func()) *Button {
	b := NewButton("", icon, Plain, onTapped)
	b.word = word
	return b
}

// Small makes the button 28 high.
func (b *Button) Small() *Button { b.height = heightSmall; b.Refresh(); return b }

// Large makes the button 44 high: the one that spends.
func (b *Button) Large() *Button { b.height = heightLarge; b.Refresh(); return b }

// Leading aligns icon and label to the left instead of the centre.
func (b *Button) Leading() *Button { b.leading = true; b.Refresh(); return b }

// SetKind changes how loud the button is.
func (b *Button) SetKind(k ButtonKind) *Button { b.kind = k; b.Refresh(); return b }

// SetText changes the label.
func (b *Button) SetText(label string) {
	if b.label != label {
		b.label = label
		b.Refresh()
	}
}

// Text returns the label.
func (b *Button) Text() string { return b.label }

// SetWord changes what an icon-only button says on hover.
func (b *Button) SetWord(word string) { b.word = word }

// SetIcon changes the icon; nil takes it away.
func (b *Button) SetIcon(icon fyne.Resource) { b.icon = icon; b.Refresh() }

// SetOn shows the button as switched on: accent border on the selected ground.
func (b *Button) SetOn(on bool) {
	if b.on != on {
		b.on = on
		b.Refresh()
	}
}

// On reports whether the button is shown as switched on.
func (b *Button) On() bool { return b.on }

// Tapped calls OnTapped unless the button is off.
func (b *Button) Tapped(e *fyne.PointEvent) {
	b.hint.hide(b)
	b.clickable.Tapped(e)
}

// TypedKey taps on Space and Enter.
func (b *Button) TypedKey(e *fyne.KeyEvent) { tapOrPass(b, e) }

// MouseIn shows the word of an icon-only button, and a label that is cut.
func (b *Button) MouseIn(e *desktop.MouseEvent) {
	b.clickable.MouseIn(e)
	if b.cut {
		b.hint.show(b, b.label)
		return
	}
	b.hint.show(b, b.word)
}

// MouseOut hides the word.
func (b *Button) MouseOut() { b.clickable.MouseOut(); b.hint.hide(b) }

// FocusLost hides the word.
func (b *Button) FocusLost() { b.clickable.FocusLost(); b.hint.hide(b) }

// AccessibilityLabel returns the label, or the word of an icon-only button.
func (b *Button) AccessibilityLabel() string {
	if b.label == "" {
		return b.word
	}
	return b.label
}

func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	b.ring, b.plate, b.glyph, b.text = newPlate(), newPlate(), newGlyph(), newCaption()
	return Draw(b.least, b.arrange, b.paint, b.ring, b.plate, b.glyph, b.text)
}

// buttonLeast is the least room beside a label, px.
const buttonLeast = 4

// parts returns the widths of icon and label and the gap between them.
func (b *Button) parts() (icon, text, gap float32) {
	if b.icon != nil {
		icon = grown(iconControl)
	}
	if b.label != "" {
		text = fyne.MeasureText(b.label, textPx(b.textSize()), b.text.TextStyle).Width
	}
	if icon > 0 && text > 0 {
		gap = 8
	}
	return
}

func (b *Button) least() fyne.Size {
	icon, text, gap := b.parts()
	h := max(b.height, b.text.MinSize().Height+8)
	pad := float32(12)
	if b.height == heightSmall {
		pad = 10
	}
	w := icon + text + gap + 2*pad
	if b.label == "" {
		w = h
	}
	return fyne.NewSize(max(w, h), h)
}

// fit writes the label in smaller letters where there is no room for it, and cuts it where there is none for these.
func (b *Button) fit(room float32) (width float32) {
	words, cut := b.label, false
	for _, size := range []fyne.ThemeSizeName{b.textSize(), resources.SizeBody, resources.SizeSM} {
		if px := textPx(size); px < b.text.TextSize || size == b.textSize() {
			b.text.TextSize = px
		}
		if cut = fitCaption(b.text, words, room); !cut {
			break
		}
	}
	b.cut = cut
	return b.text.MinSize().Width
}

func (b *Button) arrange(s fyne.Size) {
	Place(b.plate, 0, 0, s.Width, s.Height)
	placeRing(b.ring, s)
	icon, text, gap := b.parts()
	if room := s.Width - icon - gap - 2*buttonLeast; text > 0 && s.Width > 0 {
		text = b.fit(max(room, 1))
	}
	x := (s.Width - icon - text - gap) / 2
	if b.leading {
		x = 12
	}
	px := grown(iconControl)
	Place(b.glyph, x, (s.Height-px)/2, px, px)
	th := b.text.MinSize().Height
	Place(b.text, x+icon+gap, (s.Height-th)/2, text, th)
}

func (b *Button) paint() {
	before := b.least()
	radius := float32(radiusControl)
	if b.height == heightLarge {
		radius = radiusCard
	}
	fill, stroke, word := b.look()
	setPlate(b.plate, fill, stroke, 1, radius)
	setRing(b.ring, b.focused && !b.Disabled(), radius)
	setCaption(b.text, b.label, b.textSize(), word, bold(b.kind == Primary && !b.Disabled()))
	setGlyph(b.glyph, b.icon, word)
	if b.least() != before || b.Size().Width > 0 {
		b.arrange(b.Size())
	}
}

// textSize is the size of the label where there is room for it.
func (b *Button) textSize() fyne.ThemeSizeName {
	switch b.height {
	case heightSmall:
		return resources.SizeSM
	case heightLarge:
		return resources.SizeH2
	}
	return resources.SizeBody
}

// look returns fill, border and word colour of the button as it stands.
func (b *Button) look() (fill, stroke color.Color, word fyne.ThemeColorName) {
	fill, stroke, word = color.Transparent, color.Transparent, resources.Text1
	switch {
	case b.Disabled():
		if b.kind != Quiet {
			stroke = ink(resources.Line)
		}
		return fill, stroke, resources.Text3
	case b.kind == Primary:
		fill, word = ink(resources.Accent), resources.OnAccent
		if b.pressed {
			fill = mix(fill, ink(resources.Text1), 0.24)
		} else if b.hovered {
			fill = mix(fill, ink(resources.Text1), 0.12)
		}
		return fill, stroke, word
	case b.on:
		fill, stroke = ink(resources.BgSelected), ink(resources.Accent)
		return fill, stroke, word
	case b.kind == Quiet:
		word = resources.Text2
	default:
		fill, stroke = ink(resources.BgRaised), ink(resources.Line)
		if b.kind == Danger {
			word = resources.Err
		}
	}
	if b.pressed {
		fill, stroke = ink(resources.BgSelected), ink(resources.Line)
		if b.kind == Danger {
			fill = ink(resources.ErrSoft)
		}
	} else if b.hovered {
		fill = ink(resources.BgHover)
		if b.kind == Quiet {
			word = resources.Text1
		}
	}
	return fill, stroke, word
}

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

// AccessibilityRole is that of a link.
func (l *Link) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }

// AccessibilityLabel returns the words.
func (l *Link) AccessibilityLabel() string { return l.text }

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
