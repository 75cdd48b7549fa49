package drawing

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
)

// oldHistory is the stored form of version 1. Steps refer to strokes and marks by index.
type oldHistory struct {
	Points []json.RawMessage `json:"points,omitempty"` // x, y, x, y …
	Marks  []json.RawMessage `json:"marks,omitempty"`  // oldMark
	Now    oldState          `json:"now"`
	Done   []json.RawMessage `json:"done,omitempty"`   // oldChange, the newest last
	Undone []json.RawMessage `json:"undone,omitempty"` // oldChange, the next one last
}

type oldState struct {
	Source Source            `json:"source"`
	Steps  []json.RawMessage `json:"steps,omitempty"`
	Marks  []int             `json:"marks,omitempty"` // indexes in oldHistory.Marks
	Next   int64             `json:"next,omitempty"`
}

type oldMark struct {
	Mark
	Path *int `json:"path,omitempty"` // index in oldHistory.Points
}

type oldChange struct {
	Word   string       `json:"word"`
	At     int          `json:"at,omitempty"`
	Before []int        `json:"before,omitempty"`
	After  []int        `json:"after,omitempty"`
	Next   [2]int64     `json:"next"`
	Ground []groundFile `json:"ground,omitempty"` // before and after
}

// decodeVersion1 reads a history of version 1; see DecodeHistory.
func decodeVersion1(data []byte, maxBytes int) (*History, error) {
	var f oldHistory
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	r, err := newOldReader(f)
	if err != nil {
		return nil, err
	}
	steps, err := list[Step](f.Now.Steps, MaxSteps)
	if err != nil {
		return nil, err
	}
	marks, err := r.pick(f.Now.Marks)
	if err != nil {
		return nil, err
	}
	h := NewHistory(Drawing{Source: f.Now.Source, Steps: steps, Marks: marks, Next: f.Now.Next}, maxBytes)
	if err := h.now.Check(); err != nil {
		return nil, err
	}
	if h.done, err = r.changes(f.Done); err != nil {
		return nil, err
	}
	if h.undone, err = r.changes(f.Undone); err != nil {
		return nil, err
	}
	if err := walk(h.now, h.done, sideBefore); err != nil {
		return nil, err
	}
	if err := walk(h.now, h.undone, sideAfter); err != nil {
		return nil, err
	}
	for _, c := range slices.Concat(h.done, h.undone) {
		h.memoryCount.add(c)
	}
	h.trim()
	return h, nil
}

// oldReader holds the checked marks of a file.
type oldReader struct{ marks []Mark }

func newOldReader(f oldHistory) (oldReader, error) {
	paths, err := readPaths(f.Points)
	if err != nil {
		return oldReader{}, err
	}
	written, err := list[oldMark](f.Marks, maxWritten)
	if err != nil {
		return oldReader{}, err
	}
	r := oldReader{make([]Mark, len(written))}
	for i, w := range written {
		m := w.Mark
		if w.Path != nil {
			if *w.Path < 0 || *w.Path >= len(paths) || m.Points != nil {
				return oldReader{}, invalid("path %d", *w.Path)
			}
			m.Points = paths[*w.Path]
			err = m.checkRest()
		} else {
			err = m.check()
		}
		if err != nil {
			return oldReader{}, err
		}
		r.marks[i] = m
	}
	return r, nil
}

// readPaths decodes and checks the points of strokes. Equal ones share memory, which makes comparing marks fast.
func readPaths(raw []json.RawMessage) ([][]Point, error) {
	paths := make([][]Point, len(raw))
	known := map[string][]Point{}
	for i, r := range raw {
		var numbers []float64
		if err := json.Unmarshal(r, &numbers); err != nil {
			return nil, err
		}
		points, err := pairs(numbers)
		if err != nil {
			return nil, err
		}
		key := make([]byte, 0, 8*len(numbers))
		for _, v := range numbers {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
		}
		if err := checkPath(points); err != nil {
			return nil, err
		}
		if same, ok := known[string(key)]; ok {
			points = same
		}
		known[string(key)] = points
		paths[i] = points
	}
	return paths, nil
}

func (r oldReader) pick(indexes []int) ([]Mark, error) {
	if len(indexes) > MaxMarks {
		return nil, invalid("%d marks", len(indexes))
	}
	var out []Mark
	for _, i := range indexes {
		if i < 0 || i >= len(r.marks) {
			return nil, invalid("mark %d of %d", i, len(r.marks))
		}
		out = append(out, r.marks[i])
	}
	return out, nil
}

func (r oldReader) changes(raw []json.RawMessage) ([]change, error) {
	files, err := list[oldChange](raw, maxChanges)
	if err != nil {
		return nil, err
	}
	var out []change
	for _, f := range files {
		c := change{word: f.Word, at: f.At, next: f.Next}
		if len(f.Word) > maxWord || min(c.next[0], c.next[1]) < 0 || max(c.next[0], c.next[1]) > maxID {
			return nil, invalid("step %.40q", f.Word)
		}
		if c.before, err = r.pick(f.Before); err != nil {
			return nil, err
		}
		if c.after, err = r.pick(f.After); err != nil {
			return nil, err
		}
		if c.ground, err = groundOf(f.Ground); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func groundOf(files []groundFile) (*ground, error) {
	if len(files) == 0 {
		return nil, nil
	}
	if len(files) != 2 {
		return nil, invalid("%d grounds of a step", len(files))
	}
	var g ground
	for i, f := range files {
		steps, err := list[Step](f.Steps, MaxSteps)
		if err != nil {
			return nil, err
		}
		if err := checkGround(f.Source, steps); err != nil {
			return nil, err
		}
		g.source[i], g.steps[i] = f.Source, steps
	}
	return &g, nil
}

// walk follows changes from a drawing to one side, the last of the list first, and returns an error if one of them
// does not fit. The marks themselves have been checked. walk checks that replaced marks exist, that IDs are unique,
// and the number of marks.
func walk(d Drawing, list []change, side int) error {
	ids := make(map[int64]bool, len(d.Marks))
	for _, m := range d.Marks {
		ids[m.ID] = true
	}
	marks := slices.Clone(d.Marks)
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i]
		from, to := c.after, c.before
		if side == sideAfter {
			from, to = to, from
		}
		end := c.at + len(from)
		if c.at < 0 || c.at > len(marks) || end > len(marks) || !slices.EqualFunc(marks[c.at:end], from, sameMark) {
			return invalid("step %d does not fit", i)
		}
		if d.Next != c.next[1-side] {
			return invalid("step %d gives other IDs", i)
		}
		d.Next = c.next[side]
		for _, m := range from {
			delete(ids, m.ID)
		}
		for _, m := range to {
			if ids[m.ID] {
				return invalid("two marks with ID %d", m.ID)
			}
			ids[m.ID] = true
		}
		marks = slices.Replace(marks, c.at, end, to...)
		if len(marks) > MaxMarks {
			return invalid("%d marks", len(marks))
		}
		if g := c.ground; g != nil {
			if !d.sameGround(Drawing{Source: g.source[1-side], Steps: g.steps[1-side]}) {
				return invalid("step %d stands upon another ground", i)
			}
			d.Source, d.Steps = g.source[side], g.steps[side]
		}
	}
	return nil
}
