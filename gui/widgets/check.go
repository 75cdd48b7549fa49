package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// Check is a box to mark a row with, 28 px of target around 16 px of box. Its outline is text.3, because
// the outline is all that tells it from the ground.
type Check struct {
	control
	OnChanged func(bool)
	on        bool
}

// NewCheck makes a box. onChanged is called for a person's change only.
func NewCheck(on bool, onChanged func(bool)) *Check {
	c := &Check{OnChanged: onChanged, on: on}
	c.ExtendBaseWidget(c)
	return c
}

// SetOn shows a value without calling OnChanged.
func (c *Check) SetOn(on bool) {
	if c.on != on {
		c.on = on
		c.Refresh()
	}
}

// On returns the value.
func (c *Check) On() bool { return c.on }

// Tapped changes the value.
func (c *Check) Tapped(*fyne.PointEvent) {
	if c.Disabled() {
		return
	}
	c.on = !c.on
	c.Refresh()
	if c.OnChanged != nil {
		c.OnChanged(c.on)
	}
}

// TypedKey changes the value on Space and Enter.
func (c *Check) TypedKey(e *fyne.KeyEvent) {
	switch {
	case isTap(e):
		c.Tapped(nil)
	default:
		unhandled(c, e)
	}
}

// CreateRenderer draws the box.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRenderer{c: c, ring: newPlate(), box: newPlate(), mark: newGlyph()}
	r.objects = []fyne.CanvasObject{r.ring, r.box, r.mark}
	r.Refresh()
	return r
}

type checkRenderer struct {
	c         *Check
	ring, box *canvas.Rectangle
	mark      *canvas.Image
	objects   []fyne.CanvasObject
}

const checkBox = 16

func (r *checkRenderer) Destroy()                     {}
func (r *checkRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *checkRenderer) MinSize() fyne.Size {
	return fyne.NewSquareSize(max(heightSmall, grown(checkBox)+8))
}

func (r *checkRenderer) Layout(s fyne.Size) {
	box := grown(checkBox)
	x, y := (s.Width-box)/2, (s.Height-box)/2
	place(r.box, x, y, box, box)
	place(r.mark, x+2, y+2, grown(iconTag), grown(iconTag))
	const out = ringWidth + ringGap
	place(r.ring, x-out, y-out, box+2*out, box+2*out)
}

func (r *checkRenderer) Refresh() {
	c := r.c
	fill, stroke := color.Color(color.Transparent), ink(resources.Text3)
	if c.hovered && !c.Disabled() {
		fill, stroke = ink(resources.BgHover), ink(resources.Text1)
	}
	if c.on && !c.Disabled() {
		fill, stroke = ink(resources.Accent), ink(resources.Accent)
	}
	setPlate(r.box, fill, stroke, 1, radiusTag)
	if c.on {
		word := resources.OnAccent
		if c.Disabled() {
			word = resources.Text3
		}
		setGlyph(r.mark, resources.IconCheck(), word)
	} else {
		r.mark.Hide()
	}
	setRing(r.ring, c.focused && !c.Disabled(), radiusTag)
	r.Layout(c.Size())
}
