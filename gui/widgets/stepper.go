package widgets

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// Stepper is a small whole number between two bounds, with a minus and a plus. Arrows step, Home and End go to the bounds.
type Stepper struct {
	control
	OnChanged func(int)

	min, max, value int
	over            int // -1 minus, 1 plus, 0 neither

	ring, frame, hover *canvas.Rectangle
	minus, plus        *canvas.Image
	text               *canvas.Text
}

// NewStepper makes a stepper. onChanged is called for a person's change only.
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

// Value returns the number.
func (s *Stepper) Value() int { return s.value }

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

// MouseMoved notes the side under the pointer.
func (s *Stepper) MouseMoved(e *desktop.MouseEvent) {
	if o := s.side(e.Position.X); o != s.over {
		s.over = o
		s.Refresh()
	}
}

// MouseOut forgets the side under the pointer.
func (s *Stepper) MouseOut() { s.over = 0; s.control.MouseOut() }

// TypedKey steps on arrows, plus and minus.
func (s *Stepper) TypedKey(e *fyne.KeyEvent) {
	s.keyed()
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
		unhandled(s, e)
	}
}

// TypedRune takes a digit that lies between the bounds.
func (s *Stepper) TypedRune(r rune) {
	if v := int(r - '0'); v >= 0 && v <= 9 && v >= s.min && v <= s.max {
		s.change(v)
	}
}

// CreateRenderer draws the stepper.
func (s *Stepper) CreateRenderer() fyne.WidgetRenderer {
	s.ring, s.frame, s.hover, s.minus = newPlate(), newPlate(), newPlate(), newGlyph()
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
	fill, word := ink(resources.BgInput), resources.Text1
	if s.Disabled() {
		fill, word = color.Transparent, resources.Text3
	}
	setPlate(s.frame, fill, ink(resources.Line), 1, radiusControl)
	setPlate(s.hover, ink(resources.BgHover), color.Transparent, 0, radiusTag)
	Show(s.hover, s.over != 0 && !s.Disabled() && !s.atBound(s.over))
	setRing(s.ring, s.ringed(), radiusControl)
	setCaption(s.text, strconv.Itoa(s.value), resources.SizeBody, word, bold(true))
	end := func(side int) fyne.ThemeColorName {
		if s.Disabled() || s.atBound(side) {
			return resources.Text3
		}
		return resources.Text1
	}
	setGlyph(s.minus, resources.IconMinus(), end(-1))
	setGlyph(s.plus, resources.IconPlus(), end(1))
	s.arrange(s.Size())
}

func (s *Stepper) atBound(side int) bool {
	return side < 0 && s.value <= s.min || side > 0 && s.value >= s.max
}
