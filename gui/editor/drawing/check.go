package drawing

import (
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"unicode/utf8"
)

// ErrInvalid reports a drawing that no tool can make: the file is damaged or was forged.
var ErrInvalid = errors.New("not a drawing")

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// Check validates a drawing: every number is finite and within bounds, every kind is known, every ID is unique. The
// error wraps ErrInvalid.
func (d Drawing) Check() error {
	if err := checkGround(d.Source, d.Steps); err != nil {
		return err
	}
	if len(d.Marks) > MaxMarks {
		return invalid("%d marks", len(d.Marks))
	}
	if d.Next < 0 || d.Next > maxID {
		return invalid("next ID %d", d.Next)
	}
	seen := make(map[int64]bool, len(d.Marks))
	for i, m := range d.Marks {
		if err := m.check(); err != nil {
			return fmt.Errorf("mark %d: %w", i, err)
		}
		if seen[m.ID] {
			return invalid("two marks with ID %d", m.ID)
		}
		seen[m.ID] = true
	}
	return nil
}

// checkGround follows the size of the canvas through the steps.
func checkGround(s Source, steps []Step) error {
	size := s.Size
	if size == (image.Point{}) && s.Asset == "" && len(steps) == 0 {
		return nil
	}
	if min(size.X, size.Y) < 1 || max(size.X, size.Y) > maxSource {
		return invalid("source of %v px", size)
	}
	if len(steps) > MaxSteps {
		return invalid("%d steps", len(steps))
	}
	if err := checkRef(s.Asset); err != nil {
		return err
	}
	for i, step := range steps {
		if err := step.Allowed(size); err != nil {
			return invalid("step %d: %v", i, err)
		}
		if step != step.normal(size) || step.nothing(size) {
			return invalid("step %d is not as it is written", i)
		}
		size = step.Out(size)
	}
	return nil
}

func checkRef(ref string) error {
	if len(ref) > maxRef || !utf8.ValidString(ref) || strings.ContainsRune(ref, 0) {
		return invalid("ref of %d bytes", len(ref))
	}
	return nil
}

// maxID is the largest integer that every JSON reader preserves.
const maxID = 1 << 53

func (m Mark) check() error {
	if err := checkPath(m.Points); err != nil {
		return err
	}
	return m.checkRest()
}

func checkPath(points []Point) error {
	for _, p := range points {
		if !p.inRange() {
			return invalid("point %v", p)
		}
	}
	return nil
}

// checkRest is check without the points, which several marks may share.
func (m Mark) checkRest() error {
	if m.ID < 1 || m.ID > maxID {
		return invalid("ID %d", m.ID)
	}
	least, most := m.Kind.points()
	if most < 0 {
		return invalid("kind %q", m.Kind)
	}
	if n := len(m.Points); n < least || n > most {
		return invalid("%s of %d points", m.Kind, n)
	}
	if len(m.Text) > MaxText || !utf8.ValidString(m.Text) {
		return invalid("text of %d bytes", len(m.Text))
	}
	if m.Number < 0 || m.Number > maxNumber {
		return invalid("number %d", m.Number)
	}
	if !m.Size.inRange() || m.Size.X < 0 || m.Size.Y < 0 || m.Kind == Picture && (m.Size.X < 1 || m.Size.Y < 1) {
		return invalid("size %v", m.Size)
	}
	if err := m.Style.check(); err != nil {
		return err
	}
	if err := m.At.check(); err != nil {
		return err
	}
	return checkRef(m.Asset)
}

// points returns the allowed number of points of a kind; most is -1 for an unknown kind.
func (k MarkKind) points() (least, most int) {
	switch k {
	case Brush, Erase:
		return 1, MaxPoints
	case Line, Arrow, Box, Ellipse, Blur, Pixelate, Emphasis:
		return 2, 2
	case Text, Number:
		return 1, 1
	case Picture:
		return 0, 0
	}
	return 0, -1
}

// inRange reports whether both coordinates are finite and within maxCoordinate.
func (p Point) inRange() bool {
	return math.Abs(p.X) <= maxCoordinate && math.Abs(p.Y) <= maxCoordinate
}

func (s Style) check() error {
	if !(s.Width >= 0 && s.Width <= maxWidth) || !(s.Hardness >= 0 && s.Hardness <= 1) ||
		!(s.Opacity >= 0 && s.Opacity <= 1) {
		return invalid("style with width %g, hardness %g, opacity %g", s.Width, s.Hardness, s.Opacity)
	}
	return nil
}

func (m Matrix) check() error {
	for _, f := range [...]float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		if !(math.Abs(f) <= maxCoordinate) {
			return invalid("matrix %v", m)
		}
	}
	return nil
}
