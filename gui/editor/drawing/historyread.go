package drawing

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// DecodeHistory reads what Encode wrote, and nothing that could not have been done: every step must lead from one drawing that
// Check takes to another. maxBytes bounds the memory from then on. Errors are those of Decode.
func DecodeHistory(data []byte, maxBytes int) (*History, error) {
	h, err := decodeHistory(data, maxBytes)
	if err != nil {
		return nil, fmt.Errorf("decode history: %w", err)
	}
	return h, nil
}

func decodeHistory(data []byte, maxBytes int) (*History, error) {
	if len(data) > MaxHistory {
		return nil, fmt.Errorf("%d bytes: %w", len(data), ErrTooLarge)
	}
	var f historyFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	if err := readable(f.Version); err != nil {
		return nil, err
	}
	r, err := newHistoryReader(f)
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
	if err := walk(h.now, h.done, 0); err != nil {
		return nil, err
	}
	if err := walk(h.now, h.undone, 1); err != nil {
		return nil, err
	}
	for _, c := range slices.Concat(h.done, h.undone) {
		h.weight.add(c)
	}
	h.trim()
	return h, nil
}

// historyReader holds the marks of a file, each of them checked.
type historyReader struct{ marks []Mark }

func newHistoryReader(f historyFile) (historyReader, error) {
	paths, err := readPaths(f.Points)
	if err != nil {
		return historyReader{}, err
	}
	written, err := list[markFile](f.Marks, maxWritten)
	if err != nil {
		return historyReader{}, err
	}
	r := historyReader{make([]Mark, len(written))}
	for i, w := range written {
		m := w.Mark
		if w.Path != nil {
			if *w.Path < 0 || *w.Path >= len(paths) || m.Points != nil {
				return historyReader{}, invalid("path %d", *w.Path)
			}
			m.Points = paths[*w.Path]
			err = m.checkRest()
		} else {
			err = m.check()
		}
		if err != nil {
			return historyReader{}, err
		}
		r.marks[i] = m
	}
	return r, nil
}

// readPaths reads the points of strokes and checks them. Those that are equal become one, so that comparing marks, as every step
// of a history does, need not read them.
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

func (r historyReader) pick(indexes []int) ([]Mark, error) {
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

func (r historyReader) changes(raw []json.RawMessage) ([]change, error) {
	files, err := list[changeFile](raw, maxChanges)
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
