package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// Toggle is a switch. Its knob stands at the right when it is on, so colour is not the only sign.
type Toggle struct {
	control
	OnChanged func(bool)
	on        bool
}

// NewToggle makes a switch. onChanged is called for a person's change only.
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

// On returns the value.
func (t *Toggle) On() bool { return t.on }

// Tapped switches.
func (t *Toggle) Tapped(*fyne.PointEvent) {
	if t.Disabled() {
		return
	}
	t.on = !t.on
	t.Refresh()
	if t.OnChanged != nil {
		t.OnChanged(t.on)
	}
}

// TypedKey switches on Space and Enter.
func (t *Toggle) TypedKey(e *fyne.KeyEvent) {
	switch {
	case isTap(e):
		t.Tapped(nil)
	default:
		unhandled(t, e)
	}
}

const (
	toggleWidth  = 32
	toggleHeight = 18
	toggleKnob   = 12
)

// CreateRenderer draws the switch.
func (t *Toggle) CreateRenderer() fyne.WidgetRenderer {
	r := &toggleRenderer{t: t, ring: newPlate(), track: newPlate(), knob: newPlate()}
	r.objects = []fyne.CanvasObject{r.ring, r.track, r.knob}
	r.Refresh()
	return r
}

type toggleRenderer struct {
	t                 *Toggle
	ring, track, knob *canvas.Rectangle
	objects           []fyne.CanvasObject
}

func (r *toggleRenderer) Destroy()                     {}
func (r *toggleRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *toggleRenderer) MinSize() fyne.Size           { return fyne.NewSize(toggleWidth, heightSmall) }

func (r *toggleRenderer) Layout(s fyne.Size) {
	y := (s.Height - toggleHeight) / 2
	place(r.track, 0, y, toggleWidth, toggleHeight)
	const out = ringWidth + ringGap
	place(r.ring, -out, y-out, toggleWidth+2*out, toggleHeight+2*out)
	x := float32(3)
	if r.t.on {
		x = toggleWidth - toggleKnob - 3
	}
	place(r.knob, x, y+3, toggleKnob, toggleKnob)
}

func (r *toggleRenderer) Refresh() {
	t := r.t
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
	setPlate(r.track, fill, stroke, 1, toggleHeight/2)
	setPlate(r.knob, knob, color.Transparent, 0, toggleKnob/2)
	setRing(r.ring, t.focused && !t.Disabled(), toggleHeight/2)
	r.Layout(t.Size())
}
