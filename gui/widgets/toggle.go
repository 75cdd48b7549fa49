package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// onOff is a control that is on or off.
type onOff struct {
	control
	OnChanged func(bool) // for a person's change only; may be nil
	on        bool
}

// SetOn shows a value without calling OnChanged.
func (c *onOff) SetOn(on bool) {
	if c.on != on {
		c.on = on
		c.Refresh()
	}
}

// On returns the value.
func (c *onOff) On() bool { return c.on }

// Tapped changes the value.
func (c *onOff) Tapped(*fyne.PointEvent) {
	if c.Disabled() {
		return
	}
	c.SetOn(!c.on)
	if c.OnChanged != nil {
		c.OnChanged(c.on)
	}
}

// Toggle is a switch. Its knob stands at the right when it is on, so colour is not the only sign.
type Toggle struct {
	onOff

	ring, track, knob *canvas.Rectangle
}

// NewToggle makes a switch. onChanged is called for a person's change only.
func NewToggle(on bool, onChanged func(bool)) *Toggle {
	t := &Toggle{onOff: onOff{OnChanged: onChanged, on: on}}
	t.ExtendBaseWidget(t)
	return t
}

// TypedKey switches on Space and Enter.
func (t *Toggle) TypedKey(e *fyne.KeyEvent) { tapOrPass(t, e) }

const (
	toggleWidth  = 32
	toggleHeight = 18
	toggleKnob   = 12
)

// CreateRenderer draws the switch.
func (t *Toggle) CreateRenderer() fyne.WidgetRenderer {
	t.ring, t.track, t.knob = newPlate(), newPlate(), newPlate()
	return Draw(t.least, t.arrange, t.paint, t.ring, t.track, t.knob)
}

func (t *Toggle) least() fyne.Size { return fyne.NewSize(toggleWidth, heightSmall) }

func (t *Toggle) arrange(s fyne.Size) {
	y := (s.Height - toggleHeight) / 2
	Place(t.track, 0, y, toggleWidth, toggleHeight)
	const out = ringWidth + ringGap
	Place(t.ring, -out, y-out, toggleWidth+2*out, toggleHeight+2*out)
	x := float32(3)
	if t.on {
		x = toggleWidth - toggleKnob - 3
	}
	Place(t.knob, x, y+3, toggleKnob, toggleKnob)
}

func (t *Toggle) paint() {
	fill, stroke, knob := ink(resources.BgHover), ink(resources.Text3), ink(resources.Text2)
	if t.on {
		fill, stroke, knob = ink(resources.Accent), ink(resources.Accent), ink(resources.OnAccent)
	}
	if t.hovered {
		fill = mix(fill, ink(resources.Text1), 0.12)
	}
	if t.Disabled() {
		fill, stroke, knob = color.Transparent, ink(resources.Line), ink(resources.Text3)
	}
	setPlate(t.track, fill, stroke, 1, toggleHeight/2)
	setPlate(t.knob, knob, color.Transparent, 0, toggleKnob/2)
	setRing(t.ring, t.focused && !t.Disabled(), toggleHeight/2)
	t.arrange(t.Size())
}

// Check is a box to mark a row with, 28 px of target around 16 px of box. Its outline is text.3, because
// the outline is all that tells it from the ground.
type Check struct {
	onOff

	ring, box *canvas.Rectangle
	mark      *canvas.Image
}

// NewCheck makes a box. onChanged is called for a person's change only.
func NewCheck(on bool, onChanged func(bool)) *Check {
	c := &Check{onOff: onOff{OnChanged: onChanged, on: on}}
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey changes the value on Space and Enter.
func (c *Check) TypedKey(e *fyne.KeyEvent) { tapOrPass(c, e) }

// CreateRenderer draws the box.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	c.ring, c.box, c.mark = newPlate(), newPlate(), newGlyph()
	return Draw(c.least, c.arrange, c.paint, c.ring, c.box, c.mark)
}

const checkBox = 16

func (c *Check) least() fyne.Size {
	return fyne.NewSquareSize(max(heightSmall, grown(checkBox)+8))
}

func (c *Check) arrange(s fyne.Size) {
	box := grown(checkBox)
	x, y := (s.Width-box)/2, (s.Height-box)/2
	Place(c.box, x, y, box, box)
	Place(c.mark, x+2, y+2, grown(iconTag), grown(iconTag))
	const out = ringWidth + ringGap
	Place(c.ring, x-out, y-out, box+2*out, box+2*out)
}

func (c *Check) paint() {
	fill, stroke := color.Color(color.Transparent), ink(resources.Text3)
	if c.hovered && !c.Disabled() {
		fill, stroke = ink(resources.BgHover), ink(resources.Text1)
	}
	if c.on && !c.Disabled() {
		fill, stroke = ink(resources.Accent), ink(resources.Accent)
	}
	setPlate(c.box, fill, stroke, 1, radiusTag)
	if c.on {
		word := resources.OnAccent
		if c.Disabled() {
			word = resources.Text3
		}
		setGlyph(c.mark, resources.IconCheck(), word)
	} else {
		c.mark.Hide()
	}
	setRing(c.ring, c.focused && !c.Disabled(), radiusTag)
	c.arrange(c.Size())
}
