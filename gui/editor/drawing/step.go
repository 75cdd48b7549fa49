package drawing

import (
	"fmt"
	"image"
	"math"
	"slices"
)

// Size returns the size of the canvas after all steps, in pixels.
func (d Drawing) Size() image.Point {
	size := d.Source.Size
	for _, s := range d.Steps {
		size = s.Out(size)
	}
	return size
}

// Out returns the size of a canvas of the given size after the step.
func (s Step) Out(size image.Point) image.Point {
	switch s.Kind {
	case Crop:
		return s.Rect.Intersect(image.Rectangle{Max: size}).Size()
	case Extend:
		return s.Rect.Size()
	case Turn:
		if s.Turns%2 != 0 {
			return image.Pt(size.Y, size.X)
		}
	case Resize:
		return s.Size
	case Straighten:
		k := s.inside(size)
		return image.Pt(max(1, whole(k*float64(size.X))), max(1, whole(k*float64(size.Y))))
	}
	return size
}

// inside returns the scale of the largest upright rectangle of the canvas ratio inside the straightened canvas.
func (s Step) inside(size image.Point) float64 {
	sin, cos := math.Sincos(math.Abs(s.Degrees) * math.Pi / 180)
	w, h := float64(size.X), float64(size.Y)
	if w <= 0 || h <= 0 {
		return 0
	}
	return min(w/(w*cos+h*sin), h/(w*sin+h*cos))
}

// whole rounds down, with tolerance for floating-point error.
func whole(f float64) int { return int(math.Floor(f + 1e-6)) }

// Matrix returns the map from coordinates before the step to coordinates after it, for a canvas of the given size.
func (s Step) Matrix(size image.Point) Matrix {
	w, h := float64(size.X), float64(size.Y)
	out := s.Out(size)
	switch s.Kind {
	case Crop:
		r := s.Rect.Intersect(image.Rectangle{Max: size})
		return Moved(-float64(r.Min.X), -float64(r.Min.Y))
	case Extend:
		return Moved(-float64(s.Rect.Min.X), -float64(s.Rect.Min.Y))
	case Turn:
		switch s.Quarters() {
		case 1:
			return Matrix{B: -1, C: h, D: 1}
		case 2:
			return Matrix{A: -1, C: w, E: -1, F: h}
		case 3:
			return Matrix{B: 1, D: -1, F: w}
		}
	case Flip:
		if s.Upright {
			return Matrix{A: 1, E: -1, F: h}
		}
		return Matrix{A: -1, C: w, E: 1}
	case Resize:
		if w > 0 && h > 0 {
			return Scaled(float64(out.X)/w, float64(out.Y)/h)
		}
	case Straighten:
		return Moved(-w/2, -h/2).Then(Rotated(s.Degrees * math.Pi / 180)).Then(Moved(float64(out.X)/2,
			float64(out.Y)/2))
	}
	return Identity()
}

// Quarters returns the quarter turns of a Turn, clockwise, 0 to 3.
func (s Step) Quarters() int { return ((s.Turns % 4) + 4) % 4 }

// nothing reports whether the step leaves a canvas of the given size unchanged.
func (s Step) nothing(size image.Point) bool {
	switch s.Kind {
	case Crop:
		return image.Rectangle{Max: size}.In(s.Rect)
	case Extend:
		return s.Rect == image.Rectangle{Max: size}
	case Turn:
		return s.Quarters() == 0
	case Resize:
		return s.Size == size
	case Straighten:
		return s.Degrees == 0
	}
	return false
}

// Allowed returns why the step is impossible on a canvas of the given size; nil if it is possible. The error is a
// *LimitError if the result is too large or too small. A canvas that is already too large or too small may become
// less so.
func (s Step) Allowed(size image.Point) error {
	switch s.Kind {
	case Crop, Extend, Turn, Flip, Resize:
	case Straighten:
		if !(math.Abs(s.Degrees) <= 45) {
			return fmt.Errorf("straighten by %g degrees: between -45 and 45", s.Degrees)
		}
	default:
		return fmt.Errorf("step %q is not known", s.Kind)
	}
	if far(s.Rect.Min) || far(s.Rect.Max) || far(s.Size) {
		return &LimitError{LongestSide, MaxSide}
	}
	out := s.Out(size)
	if long := max(out.X, out.Y); long > MaxSide && long > max(size.X, size.Y) {
		return &LimitError{LongestSide, MaxSide}
	}
	if short := min(out.X, out.Y); short < 1 || short < MinSide && short < min(size.X, size.Y) {
		return &LimitError{ShortestSide, MinSide}
	}
	return nil
}

func far(p image.Point) bool {
	return max(p.X, p.Y) > maxCoordinate || min(p.X, p.Y) < -maxCoordinate
}

// Do applies a step to the pixels and to the positions of the marks. Letters are not mirrored by a flip. A flip or
// turn that reverts the last step removes it instead. The errors are those of Allowed, and a *LimitError for too many
// steps; the drawing is then unchanged.
func (d Drawing) Do(s Step) (Drawing, error) {
	size := d.Size()
	if err := s.Allowed(size); err != nil {
		return d, err
	}
	if s.nothing(size) {
		return d, nil
	}
	s = s.normal(size)
	steps := appendMerged(d.Steps, s)
	if len(steps) > MaxSteps {
		return d, &LimitError{Steps, MaxSteps}
	}
	d.Steps = steps
	if len(d.Marks) > 0 {
		by := s.Matrix(size)
		d.Marks = slices.Clone(d.Marks)
		for i := range d.Marks {
			d.Marks[i].At = d.Marks[i].matrixAfter(s, by)
		}
	}
	return d, nil
}

// normal returns the step in normal form: without fields that its kind does not use, and with one of several equal
// values.
func (s Step) normal(size image.Point) Step {
	switch s.Kind {
	case Crop:
		return Step{Kind: Crop, Rect: s.Rect.Intersect(image.Rectangle{Max: size})}
	case Extend:
		return Step{Kind: Extend, Rect: s.Rect, Fill: s.Fill}
	case Turn:
		return Step{Kind: Turn, Turns: s.Quarters()}
	case Flip:
		return Step{Kind: Flip, Upright: s.Upright}
	case Resize:
		return Step{Kind: Resize, Size: s.Size}
	}
	return Step{Kind: s.Kind, Degrees: s.Degrees}
}

// appendMerged appends a step, or merges it with the last one if that does not change the pixels.
func appendMerged(steps []Step, s Step) []Step {
	steps = slices.Clip(steps)
	if n := len(steps); n > 0 {
		last, rest := steps[n-1], slices.Clip(steps[:n-1])
		switch {
		case s.Kind == Flip && last == s:
			return nilIfEmpty(rest)
		case s.Kind == Turn && last.Kind == Turn:
			last.Turns = (last.Turns + s.Turns) % 4
			if last.Turns == 0 {
				return nilIfEmpty(rest)
			}
			return append(rest, last)
		}
	}
	return append(steps, s)
}

// nilIfEmpty returns nil for no steps, as in a drawing that never had one.
func nilIfEmpty(steps []Step) []Step {
	if len(steps) == 0 {
		return nil
	}
	return steps
}

// matrixAfter returns the matrix of the mark after the step. A flip moves texts and numbers without mirroring them:
// they are mirrored once more around their own middle.
func (m Mark) matrixAfter(s Step, by Matrix) Matrix {
	if s.Kind != Flip || m.Kind != Text && m.Kind != Number {
		return m.At.Then(by)
	}
	mid := m.middle()
	back := Scaled(-1, 1)
	if s.Upright {
		back = Scaled(1, -1)
	}
	own := Moved(-mid.X, -mid.Y).Then(back).Then(Moved(mid.X, mid.Y))
	return own.Then(m.At).Then(by)
}
