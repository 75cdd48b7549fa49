package drawing

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Bounds of a stored history.
const (
	MaxHistory = 16 << 20 // bytes
	maxChanges = 20_000   // undo steps, and as many redo steps
	maxWritten = 100_000  // marks in all steps
	maxWord    = 100      // bytes of the name of a step
)

// historyVersion is the format version of a stored history. decodeVersion1 reads version 1.
const historyVersion = 2

// historyFile is the stored form of a history: the drawing before the oldest step, and every step after it.
type historyFile struct {
	Version int               `json:"version"`
	Drawing drawingFile       `json:"drawing"`
	Steps   []json.RawMessage `json:"steps,omitempty"`  // stepFile, the oldest first
	Undone  int               `json:"undone,omitempty"` // number of last steps that are undone
}

// stepFile is the stored form of a change: the marks that replace Removed others, and the ground if it changed.
type stepFile struct {
	Word    string            `json:"word"`
	At      int               `json:"at,omitempty"`
	Removed int               `json:"removed,omitempty"`
	Marks   []json.RawMessage `json:"marks,omitempty"` // stepMark
	Next    int64             `json:"next"`
	Ground  *groundFile       `json:"ground,omitempty"`
}

// stepMark is a mark of a step. A mark that was only moved or restyled is stored without its points.
type stepMark struct {
	strokeFile
	Same bool `json:"same,omitempty"` // it has the points of the removed mark with its ID
}

type groundFile struct {
	Source Source            `json:"source"`
	Steps  []json.RawMessage `json:"steps,omitempty"`
}

// Encode returns the stored form of the drawing and as many steps as fit into maxBytes (at most MaxHistory). It drops
// the oldest steps first, then the undone ones. The error is ErrTooLarge if the drawing alone does not fit.
func (h *History) Encode(maxBytes int) ([]byte, error) {
	maxBytes = min(maxBytes, MaxHistory)
	done, undone := h.done, h.undone
	done = done[max(0, len(done)-maxChanges):]
	undone = undone[max(0, len(undone)-maxChanges):]
	for {
		data, marks, err := encodeHistory(h.now, done, undone)
		if err != nil {
			return nil, fmt.Errorf("encode history: %w", err)
		}
		switch {
		case len(data) <= maxBytes && marks <= maxWritten:
			return data, nil
		case len(done) > 0:
			done = done[(len(done)+1)/2:]
		case len(undone) > 0:
			undone = undone[(len(undone)+1)/2:]
		default:
			return nil, fmt.Errorf("encode history of %d bytes: %w", len(data), ErrTooLarge)
		}
	}
}

// encodeHistory encodes a drawing with its done and undone changes. It also returns the number of marks in the changes.
func encodeHistory(now Drawing, done, undone []change) (data []byte, marks int, err error) {
	w := rawWriter{}
	first := now
	first.Marks = slices.Clone(now.Marks)
	for _, c := range slices.Backward(done) {
		c.apply(&first, sideBefore)
	}
	f := historyFile{Version: historyVersion, Drawing: w.drawing(first), Undone: len(undone)}
	add := func(c change) {
		step := stepFile{Word: c.word, At: c.at, Removed: len(c.before), Marks: w.stepMarks(c), Next: c.next[1]}
		if g := c.ground; g != nil {
			step.Ground = &groundFile{g.source[1], w.steps(g.steps[1])}
		}
		f.Steps = append(f.Steps, w.raw(step))
		marks += len(c.after)
	}
	for _, c := range done {
		add(c)
	}
	for _, c := range slices.Backward(undone) {
		add(c)
	}
	if w.err != nil {
		return nil, 0, w.err
	}
	data, err = json.Marshal(f)
	return data, marks, err
}

// stepMarks encodes the marks after a change.
func (w *rawWriter) stepMarks(c change) (out []json.RawMessage) {
	before := make(map[int64]*Point, len(c.before))
	for _, m := range c.before {
		if len(m.Points) > 2 {
			before[m.ID] = &m.Points[0]
		}
	}
	for _, m := range c.after {
		if len(m.Points) > 2 && before[m.ID] == &m.Points[0] {
			m.Points = nil
			out = append(out, w.raw(stepMark{strokeFile{Mark: m}, true}))
		} else {
			out = append(out, w.marks([]Mark{m})...)
		}
	}
	return out
}

// readStepMarks decodes and checks the marks of a step. before are the marks that they replace.
func readStepMarks(raw []json.RawMessage, before []Mark) ([]Mark, error) {
	files, err := list[stepMark](raw, MaxMarks)
	if err != nil {
		return nil, err
	}
	points := make(map[int64][]Point, len(before))
	for _, m := range before {
		points[m.ID] = m.Points
	}
	var marks []Mark
	for _, f := range files {
		if f.Same && (f.Points != nil || f.Path != nil || points[f.ID] == nil) {
			return nil, invalid("points of mark %d", f.ID)
		}
		m, err := f.read()
		switch {
		case err != nil:
		case f.Same: // the points were checked with the replaced mark
			m.Points = points[f.ID]
			err = m.checkRest()
		default:
			err = m.check()
		}
		if err != nil {
			return nil, err
		}
		marks = append(marks, m)
	}
	return marks, nil
}

func decodeVersion2(data []byte, maxBytes int) (*History, error) {
	var f historyFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	if f.Undone < 0 || f.Undone > len(f.Steps) {
		return nil, invalid("%d of %d steps are undone", f.Undone, len(f.Steps))
	}
	first, err := f.Drawing.read()
	if err != nil {
		return nil, err
	}
	steps, err := list[stepFile](f.Steps, 2*maxChanges)
	if err != nil {
		return nil, err
	}
	h := NewHistory(first, maxBytes)
	r := newStepReader(first)
	for i, step := range steps {
		c, err := r.read(step)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
		h.push(c)
		if i == len(steps)-f.Undone-1 {
			h.now = r.drawing()
		}
	}
	done := len(h.done) - f.Undone
	h.undone = slices.Clone(h.done[done:])
	slices.Reverse(h.undone)
	h.done = slices.Clip(h.done[:done])
	h.trim()
	return h, nil
}

// stepReader applies the steps of a file to a drawing and checks each of them.
type stepReader struct {
	now   Drawing
	ids   map[int64]bool
	marks int // number of marks that later steps may still have
}

func newStepReader(d Drawing) *stepReader {
	r := &stepReader{now: d, ids: make(map[int64]bool, len(d.Marks)), marks: maxWritten}
	r.now.Marks = slices.Clone(d.Marks)
	for _, m := range d.Marks {
		r.ids[m.ID] = true
	}
	return r
}

// drawing returns the drawing after the last step.
func (r *stepReader) drawing() Drawing {
	d := r.now
	d.Marks = slices.Clone(d.Marks)
	if len(d.Marks) == 0 {
		d.Marks = nil
	}
	return d
}

// read decodes a step as a change of the drawing, and applies it.
func (r *stepReader) read(f stepFile) (change, error) {
	if len(f.Word) > maxWord || f.Next < 0 || f.Next > maxID {
		return change{}, invalid("word %.40q, next ID %d", f.Word, f.Next)
	}
	if f.At < 0 || f.Removed < 0 || f.At > len(r.now.Marks) || f.Removed > len(r.now.Marks)-f.At {
		return change{}, invalid("marks %d to %d of %d", f.At, f.At+f.Removed, len(r.now.Marks))
	}
	r.marks -= len(f.Marks)
	if r.marks < 0 || len(r.now.Marks)-f.Removed+len(f.Marks) > MaxMarks {
		return change{}, invalid("%d marks", len(f.Marks))
	}
	before := slices.Clone(r.now.Marks[f.At : f.At+f.Removed])
	after, err := readStepMarks(f.Marks, before)
	if err != nil {
		return change{}, err
	}
	c := change{word: f.Word, at: f.At, before: before, after: after, next: [2]int64{r.now.Next, f.Next}}
	for _, m := range c.before {
		delete(r.ids, m.ID)
	}
	for _, m := range after {
		if r.ids[m.ID] {
			return change{}, invalid("two marks with ID %d", m.ID)
		}
		r.ids[m.ID] = true
	}
	if f.Ground != nil {
		steps, err := list[Step](f.Ground.Steps, MaxSteps)
		if err == nil {
			err = checkGround(f.Ground.Source, steps)
		}
		if err != nil {
			return change{}, err
		}
		c.ground = &ground{[2]Source{r.now.Source, f.Ground.Source}, [2][]Step{r.now.Steps, steps}}
	}
	c.apply(&r.now, sideAfter)
	return c, nil
}
