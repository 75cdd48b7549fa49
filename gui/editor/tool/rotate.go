package tool

import (
	"math"

	"viviscope/gui/editor/drawing"
)

// Rotator is the tool that straightens: by an angle, or by a line drawn along an edge that should be horizontal or
// vertical. The canvas previews the result. Enter applies.
type Rotator struct {
	idle
	host    Host
	degrees float64
	from    *drawing.Point
	to      drawing.Point
}

// Degrees returns the angle to apply, clockwise, -45 to 45.
func (t *Rotator) Degrees() float64 { return t.degrees }

// SetDegrees sets the angle, rounded to hundredths, and previews it.
func (t *Rotator) SetDegrees(degrees float64) {
	if math.IsNaN(degrees) {
		return
	}
	t.degrees = math.Round(min(max(degrees, -45), 45)*100) / 100
	if d, err := t.host.Drawing().Do(t.step()); err == nil {
		t.host.Preview(d)
	}
	t.host.Changed()
}

func (t *Rotator) step() drawing.Step {
	return drawing.Step{Kind: drawing.Straighten, Degrees: t.degrees}
}

func (t *Rotator) Down(p Pointer) { t.from, t.to = &p.At, p.At }

func (t *Rotator) Drag(p Pointer) {
	if t.from == nil {
		return
	}
	t.to = p.At
	t.host.Changed()
}

// Up turns the picture so that the line becomes horizontal or vertical, whichever is nearer.
func (t *Rotator) Up(p Pointer) {
	if t.from == nil {
		return
	}
	from := *t.from
	t.from = nil
	if p.moved(from) {
		t.SetDegrees(t.degrees - tiltOf(from, p.At))
	}
	t.host.Changed()
}

// tiltOf returns the angle of a line to the nearer of horizontal and vertical, in degrees clockwise, -45 to 45.
func tiltOf(a, b drawing.Point) float64 {
	angle := math.Atan2(b.Y-a.Y, b.X-a.X) * 180 / math.Pi
	return angle - 90*math.Round(angle/90)
}

// Key applies with Enter; the arrow keys turn by a tenth of a degree, with Shift by one.
func (t *Rotator) Key(k Key) bool {
	by := 0.1
	if k.Hold.Has(Shift) {
		by = 1
	}
	switch k.Name {
	case Enter:
		t.Apply()
	case Left:
		t.SetDegrees(t.degrees - by)
	case Right:
		t.SetDegrees(t.degrees + by)
	default:
		return false
	}
	return true
}

// Apply straightens. It returns false if the angle is 0 or the step was refused.
func (t *Rotator) Apply() bool {
	if t.degrees == 0 {
		return false
	}
	step := t.step()
	t.degrees, t.from = 0, nil
	if commitStep(t.host, "straighten", step) {
		return true
	}
	t.host.Preview(t.host.Drawing())
	return false
}

// Cancel drops the line, else the angle. It reports whether there was one.
func (t *Rotator) Cancel() bool {
	if t.from != nil {
		t.from = nil
		return true
	}
	if t.degrees == 0 {
		return false
	}
	t.Leave()
	return true
}

// Leave resets the angle to 0.
func (t *Rotator) Leave() {
	t.from = nil
	if t.degrees != 0 {
		t.degrees = 0
		t.host.Preview(t.host.Drawing())
	}
	t.host.Changed()
}

// gridLines is the number of parts of the grid that is shown while the picture is turned.
const gridLines = 6

// Overlay shows the line in progress, and a grid while an angle is set.
func (t *Rotator) Overlay(float64) Overlay {
	o := Overlay{Cursor: Crossing}
	if t.from != nil {
		o.Lines = append(o.Lines, Segment{*t.from, t.to})
	}
	if t.degrees == 0 {
		return o
	}
	size := t.step().Out(t.host.Drawing().Size())
	w, h := float64(size.X), float64(size.Y)
	for i := 1; i < gridLines; i++ {
		x, y := w*float64(i)/gridLines, h*float64(i)/gridLines
		o.Lines = append(o.Lines,
			Segment{drawing.Point{X: x}, drawing.Point{X: x, Y: h}},
			Segment{drawing.Point{Y: y}, drawing.Point{X: w, Y: y}})
	}
	return o
}
