package drawing

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"unicode/utf8"
)

// version is the version of a written drawing, by which a later Viviscope can still read it.
const version = 1

// MaxEncoded is how many bytes a written drawing may have: it is kept with every job that it was sent with.
const MaxEncoded = 1 << 20

// What a reader says about bytes that it does not take.
var (
	ErrTooLarge = errors.New("too large to be kept")
	ErrVersion  = errors.New("written by a newer Viviscope")
)

// drawingFile is a drawing as it is written.
type drawingFile struct {
	Version int               `json:"version"`
	Source  Source            `json:"source"`
	Steps   []json.RawMessage `json:"steps,omitempty"` // Step
	Marks   []json.RawMessage `json:"marks,omitempty"` // strokeFile
	Next    int64             `json:"next,omitempty"`
}

// strokeFile is a mark as it is written. The points of a stroke are numbers alone, which needs half of the room.
type strokeFile struct {
	Mark
	Path []float64 `json:"path,omitempty"` // x, y, x, y …
}

// Encode writes a drawing. ErrTooLarge: it has more than MaxEncoded bytes.
func Encode(d Drawing) ([]byte, error) {
	w := rawWriter{}
	data, err := json.Marshal(w.drawing(d))
	if err = errors.Join(w.err, err); err != nil {
		return nil, fmt.Errorf("encode drawing: %w", err)
	}
	if len(data) > MaxEncoded {
		return nil, fmt.Errorf("encode drawing of %d bytes: %w", len(data), ErrTooLarge)
	}
	return data, nil
}

// Decode reads what Encode wrote, and nothing that could not have been drawn: see Check. The error is ErrTooLarge, ErrVersion,
// ErrInvalid or one of package json.
func Decode(data []byte) (Drawing, error) {
	if len(data) > MaxEncoded {
		return Drawing{}, fmt.Errorf("decode drawing of %d bytes: %w", len(data), ErrTooLarge)
	}
	var f drawingFile
	if err := json.Unmarshal(data, &f); err != nil {
		return Drawing{}, fmt.Errorf("decode drawing: %w", err)
	}
	d, err := f.read()
	if err != nil {
		return Drawing{}, fmt.Errorf("decode drawing: %w", err)
	}
	return d, nil
}

// read returns the drawing of a file, checked.
func (f drawingFile) read() (Drawing, error) {
	if err := readable(f.Version, version); err != nil {
		return Drawing{}, err
	}
	d := Drawing{Source: f.Source, Next: f.Next}
	var err error
	if d.Steps, err = list[Step](f.Steps, MaxSteps); err != nil {
		return Drawing{}, err
	}
	if d.Marks, err = readMarks(f.Marks); err != nil {
		return Drawing{}, err
	}
	return d, d.Check()
}

// readable returns why a version cannot be read by a program that knows those up to newest; nil: it can.
func readable(v, newest int) error {
	switch {
	case v > newest:
		return ErrVersion
	case v < 1:
		return invalid("version %d", v)
	}
	return nil
}

func readMarks(raw []json.RawMessage) ([]Mark, error) {
	files, err := list[strokeFile](raw, MaxMarks)
	if err != nil {
		return nil, err
	}
	var marks []Mark
	for _, f := range files {
		m, err := f.read()
		if err != nil {
			return nil, err
		}
		marks = append(marks, m)
	}
	return marks, nil
}

// read returns the mark of a file.
func (f strokeFile) read() (m Mark, err error) {
	m = f.Mark
	if f.Path == nil {
		return m, nil
	}
	if m.Points != nil {
		return m, invalid("mark %d has its points twice", m.ID)
	}
	m.Points, err = pairs(f.Path)
	return m, err
}

// flat is the coordinates of points, one after the other; pairs is the way back.
func flat(points []Point) []float64 {
	out := make([]float64, 0, 2*len(points))
	for _, p := range points {
		out = append(out, p.X, p.Y)
	}
	return out
}

func pairs(flat []float64) ([]Point, error) {
	if len(flat)%2 != 0 || len(flat) > 2*MaxPoints {
		return nil, invalid("path of %d numbers", len(flat))
	}
	points := make([]Point, len(flat)/2)
	for i := range points {
		points[i] = Point{flat[2*i], flat[2*i+1]}
	}
	return points, nil
}

// rawWriter writes values one by one and keeps the first error.
type rawWriter struct{ err error }

func (w *rawWriter) raw(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	return data
}

func (w *rawWriter) drawing(d Drawing) drawingFile {
	return drawingFile{Version: version, Source: d.Source, Steps: w.steps(d.Steps), Marks: w.marks(d.Marks), Next: d.Next}
}

func (w *rawWriter) marks(marks []Mark) []json.RawMessage {
	var out []json.RawMessage
	for _, m := range marks {
		s := strokeFile{Mark: m}
		if len(m.Points) > 2 {
			s.Points, s.Path = nil, flat(m.Points)
		}
		out = append(out, w.raw(s))
	}
	return out
}

func (w *rawWriter) steps(steps []Step) []json.RawMessage {
	var out []json.RawMessage
	for _, s := range steps {
		out = append(out, w.raw(s))
	}
	return out
}

// list reads the entries of a list that has not more than so many; nil for an empty one. They are counted before they are
// read: an empty mark has two bytes in a file and hundreds in memory.
func list[T any](raw []json.RawMessage, most int) ([]T, error) {
	if len(raw) > most {
		return nil, invalid("%d entries in a list", len(raw))
	}
	if len(raw) == 0 {
		return nil, nil
	}
	out := make([]T, len(raw))
	for i, r := range raw {
		if err := json.Unmarshal(r, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ErrInvalid says that a drawing holds what no tool makes: it came from a damaged file, or from somebody who wishes harm.
var ErrInvalid = errors.New("not a drawing")

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// Check says whether a drawing can be shown and edited: every number finite and within the limits above, every kind known,
// every ID there once. The error is ErrInvalid.
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
		if step != step.plain(size) || step.nothing(size) {
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

// maxID is the largest whole number that every reader of JSON keeps.
const maxID = 1 << 53

func (m Mark) check() error {
	if err := checkPath(m.Points); err != nil {
		return err
	}
	return m.checkRest()
}

func checkPath(points []Point) error {
	for _, p := range points {
		if !p.near() {
			return invalid("point %v", p)
		}
	}
	return nil
}

// checkRest is check without reading the points, which several marks may share.
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
	if !m.Size.near() || m.Size.X < 0 || m.Size.Y < 0 || m.Kind == Picture && (m.Size.X < 1 || m.Size.Y < 1) {
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

// points is how many points a mark of the kind has; -1 for what is no kind.
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

// near says that both coordinates are numbers of a place that a canvas can have.
func (p Point) near() bool { return math.Abs(p.X) <= maxPlace && math.Abs(p.Y) <= maxPlace }

func (s Style) check() error {
	if !(s.Width >= 0 && s.Width <= maxWidth) || !(s.Hardness >= 0 && s.Hardness <= 1) || !(s.Opacity >= 0 && s.Opacity <= 1) {
		return invalid("style with width %g, hardness %g, opacity %g", s.Width, s.Hardness, s.Opacity)
	}
	return nil
}

func (m Matrix) check() error {
	for _, f := range [...]float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		if !(math.Abs(f) <= maxPlace) {
			return invalid("matrix %v", m)
		}
	}
	return nil
}
