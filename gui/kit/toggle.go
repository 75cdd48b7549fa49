package kit

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// Toggle is a switch. Its knob is at the right when it is on, so colour is not the only sign. As a check box it marks
// one of many. Fyne has no switch, and its Check calls OnChanged also for a value that the program sets.
type Toggle struct {
	control
	OnChanged func(bool) // called only for the user's change; may be nil
	on, box   bool
	some      bool // of a check box: a part of its items is on

	ring, track, knob *canvas.Rectangle
	tick              *canvas.Image
}

// NewCheck makes a check box.
func NewCheck(onChanged func(bool)) *Toggle {
	t := NewToggle(false, onChanged)
	t.box = true
	return t
}

// NewToggle makes a switch. onChanged is called only for the user's change.
func NewToggle(on bool, onChanged func(bool)) *Toggle {
	t := &Toggle{OnChanged: onChanged, on: on}
	t.ExtendBaseWidget(t)
	return t
}

// SetOn shows a value without calling OnChanged.
func (t *Toggle) SetOn(on bool) {
	if t.on != on {
		t.on = on
		t.Refresh()
	}
}

func (t *Toggle) On() bool { return t.on }

// SetSome shows a check box for several items of which only a part is on. The next click turns it on.
func (t *Toggle) SetSome(some bool) {
	if t.some != some {
		t.some = some
		t.Refresh()
	}
}

func (t *Toggle) AccessibilityLabel() string {
	switch {
	case t.some:
		return t.value(lang.X("state", "partly on"))
	case t.on:
		return t.value(lang.X("state", "on"))
	}
	return t.value(lang.X("state", "off"))
}

func (t *Toggle) Tapped(*fyne.PointEvent) {
	if t.Disabled() {
		return
	}
	t.some = false
	t.SetOn(!t.on)
	if t.OnChanged != nil {
		t.OnChanged(t.on)
	}
}

func (t *Toggle) TypedKey(e *fyne.KeyEvent) { tapOrPass(t, e) }

const (
	toggleWidth  = 32
	toggleHeight = 18
	toggleKnob   = 12
	checkRadius  = 4
)

func (t *Toggle) CreateRenderer() fyne.WidgetRenderer {
	t.ring, t.track, t.knob, t.tick = newRectangle(), newRectangle(), newRectangle(), newGlyph()
	return Draw(t.least, t.arrange, t.paint, t.ring, t.track, t.knob, t.tick)
}

func (t *Toggle) least() fyne.Size {
	return fyne.NewSize(t.width(), max(heightSmall, grown(toggleHeight)))
}

func (t *Toggle) width() float32 {
	if t.box {
		return grown(toggleHeight)
	}
	return grown(toggleWidth)
}

func (t *Toggle) arrange(s fyne.Size) {
	width, height, knob := t.width(), grown(toggleHeight), grown(toggleKnob)
	y, in := (s.Height-height)/2, (height-knob)/2
	Place(t.track, 0, y, width, height)
	Place(t.tick, 2, y+2, height-4, height-4)
	const out = ringWidth + ringGap
	Place(t.ring, -out, y-out, width+2*out, height+2*out)
	x := in
	if t.on {
		x = width - knob - in
	}
	Place(t.knob, x, y+in, knob, knob)
}

func (t *Toggle) paint() {
	fill, stroke, knob := themeColor(resources.BgHover), themeColor(resources.Text3), themeColor(resources.Text2)
	if t.on || t.some {
		fill, stroke, knob = themeColor(resources.Accent), themeColor(resources.Accent), themeColor(resources.OnAccent)
	}
	if t.hovered {
		fill = mix(fill, themeColor(resources.Text1), 0.12)
	}
	if t.Disabled() {
		fill, stroke, knob = color.Transparent, themeColor(resources.Line), themeColor(resources.Text3)
	}
	radius, tick := grown(toggleHeight)/2, fyne.Resource(nil)
	if t.box {
		radius, knob = checkRadius, color.Transparent
		switch {
		case t.some:
			tick = resources.IconMinus
		case t.on:
			tick = resources.IconCheck
		}
	}
	setRectangle(t.track, fill, stroke, 1, radius)
	setRectangle(t.knob, knob, color.Transparent, 0, grown(toggleKnob)/2)
	setGlyph(t.tick, tick, resources.OnAccent)
	setRing(t.ring, t.focused && !t.Disabled(), radius)
	t.arrange(t.Size())
}

// Stepper is a small whole number between two bounds, with a minus and a plus. Arrows step, Home and End go to the
// bounds.
type Stepper struct {
	control
	OnChanged func(int)

	min, max, value int
	over            int // -1 minus, 1 plus, 0 neither

	ring, frame, hover *canvas.Rectangle
	minus, plus        *canvas.Image
	text               *canvas.Text
}

// NewStepper makes a stepper. onChanged is called only for the user's change.
func NewStepper(min, max, value int, onChanged func(int)) *Stepper {
	s := &Stepper{OnChanged: onChanged, min: min, max: max, value: value}
	s.ExtendBaseWidget(s)
	return s
}

// SetValue shows a value, held between the bounds, without calling OnChanged.
func (s *Stepper) SetValue(v int) {
	s.value = min(max(v, s.min), s.max)
	s.Refresh()
}

func (s *Stepper) Value() int { return s.value }

func (s *Stepper) AccessibilityLabel() string { return s.named.value(strconv.Itoa(s.value)) }

func (s *Stepper) change(v int) {
	v = min(max(v, s.min), s.max)
	if s.Disabled() || v == s.value {
		return
	}
	s.value = v
	s.Refresh()
	if s.OnChanged != nil {
		s.OnChanged(v)
	}
}

func (s *Stepper) side(x float32) int {
	switch {
	case x < s.Size().Width/3:
		return -1
	case x > s.Size().Width*2/3:
		return 1
	}
	return 0
}

// Tapped steps by the side that was hit.
func (s *Stepper) Tapped(e *fyne.PointEvent) {
	s.focusByPointer(s, s)
	s.change(s.value + s.side(e.Position.X))
}

func (s *Stepper) MouseMoved(e *desktop.MouseEvent) {
	if o := s.side(e.Position.X); o != s.over {
		s.over = o
		s.Refresh()
	}
}

func (s *Stepper) MouseOut() { s.over = 0; s.control.MouseOut() }

// TypedKey steps on arrows, plus and minus.
func (s *Stepper) TypedKey(e *fyne.KeyEvent) {
	s.showRing()
	switch e.Name {
	case fyne.KeyUp, fyne.KeyRight, fyne.KeyPlus:
		s.change(s.value + 1)
	case fyne.KeyDown, fyne.KeyLeft, fyne.KeyMinus:
		s.change(s.value - 1)
	case fyne.KeyHome:
		s.change(s.min)
	case fyne.KeyEnd:
		s.change(s.max)
	default:
		PassKey(s, e)
	}
}

// TypedRune accepts a digit within the bounds.
func (s *Stepper) TypedRune(r rune) {
	if v := int(r - '0'); v >= 0 && v <= 9 && v >= s.min && v <= s.max {
		s.change(v)
	}
}

func (s *Stepper) CreateRenderer() fyne.WidgetRenderer {
	s.ring, s.frame, s.hover, s.minus = newRectangle(), newRectangle(), newRectangle(), newGlyph()
	s.plus, s.text = newGlyph(), newCaption()
	return Draw(s.least, s.arrange, s.paint, s.ring, s.frame, s.hover, s.minus, s.text, s.plus)
}

func (s *Stepper) least() fyne.Size {
	t := fyne.MeasureText(strconv.Itoa(s.max), textPx(resources.SizeBody), bold(true))
	return fyne.NewSize(max(resources.Scaled(84), t.Width+resources.Scaled(64)), max(heightControl, t.Height+8))
}

func (s *Stepper) arrange(size fyne.Size) {
	Place(s.frame, 0, 0, size.Width, size.Height)
	placeRing(s.ring, size)
	third := size.Width / 3
	icon := grown(iconText)
	y := (size.Height - icon) / 2
	Place(s.minus, (third-icon)/2, y, icon, icon)
	Place(s.plus, size.Width-third+(third-icon)/2, y, icon, icon)
	x := float32(2)
	if s.over > 0 {
		x = size.Width - third
	}
	Place(s.hover, x, 2, third-2, size.Height-4)
	ts := s.text.MinSize()
	Place(s.text, (size.Width-ts.Width)/2, (size.Height-ts.Height)/2, ts.Width, ts.Height)
}

func (s *Stepper) paint() {
	fill, word := themeColor(resources.BgInput), resources.Text1
	if s.Disabled() {
		fill, word = color.Transparent, resources.Text3
	}
	setRectangle(s.frame, fill, themeColor(resources.Line), 1, radiusControl)
	setRectangle(s.hover, themeColor(resources.BgHover), color.Transparent, 0, radiusTag)
	Show(s.hover, s.over != 0 && !s.Disabled() && !s.atBound(s.over))
	setRing(s.ring, s.hasRing(), radiusControl)
	setCaption(s.text, strconv.Itoa(s.value), resources.SizeBody, word, bold(true))
	end := func(side int) fyne.ThemeColorName {
		if s.Disabled() || s.atBound(side) {
			return resources.Text3
		}
		return resources.Text1
	}
	setGlyph(s.minus, resources.IconMinus, end(-1))
	setGlyph(s.plus, resources.IconPlus, end(1))
	s.arrange(s.Size())
}

func (s *Stepper) atBound(side int) bool {
	return side < 0 && s.value <= s.min || side > 0 && s.value >= s.max
}
