package drawing

import (
	"encoding/json"
	"errors"
	"fmt"
)

// version is the format version of a stored drawing.
const version = 1

// MaxEncoded bounds a stored drawing in bytes: it is stored with every job that sends it.
const MaxEncoded = 1 << 20

// Errors of reading and writing.
var (
	ErrTooLarge = errors.New("too large to be kept")
	ErrVersion  = errors.New("written by a newer Viviscope")
)

// drawingFile is the stored form of a drawing.
type drawingFile struct {
	Version int               `json:"version"`
	Source  Source            `json:"source"`
	Steps   []json.RawMessage `json:"steps,omitempty"` // Step
	Marks   []json.RawMessage `json:"marks,omitempty"` // strokeFile
	Next    int64             `json:"next,omitempty"`
}

// strokeFile is the stored form of a mark. The points of a stroke are bare numbers, which takes half the space.
type strokeFile struct {
	Mark
	Path []float64 `json:"path,omitempty"` // x, y, x, y …
}

// Encode returns the stored form of a drawing. The error is ErrTooLarge if it has more than MaxEncoded bytes.
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

// Decode reads and validates the result of Encode; see Check. The error is ErrTooLarge, ErrVersion, ErrInvalid or one
// of package json.
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

// readable returns why version v cannot be read by a program that knows versions up to newest; nil if it can.
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

// flat returns the coordinates of points; pairs is its inverse.
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

// rawWriter encodes values one by one and keeps the first error.
type rawWriter struct{ err error }

func (w *rawWriter) raw(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	return data
}

func (w *rawWriter) drawing(d Drawing) drawingFile {
	return drawingFile{Version: version, Source: d.Source, Steps: w.steps(d.Steps), Marks: w.marks(d.Marks),
		Next: d.Next}
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

// list decodes the entries of a list with at most most entries; nil for an empty one. It counts them before it
// decodes them: an empty mark has two bytes in a file and hundreds in memory.
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
