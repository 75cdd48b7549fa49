package drawing

import (
	"encoding/json"
	"fmt"
	"slices"
)

// What a written history may hold.
const (
	MaxHistory = 16 << 20 // bytes
	maxChanges = 20_000   // steps that are done, and as many that are undone
	maxWritten = 100_000  // marks in all its steps
	maxWord    = 100      // bytes
)

// historyVersion is the version of a written history. Version 1 is read by decodeVersion1.
const historyVersion = 2

// historyFile is a history as it is written: the drawing before the oldest step, and every step after it.
type historyFile struct {
	Version int               `json:"version"`
	Drawing drawingFile       `json:"drawing"`
	Steps   []json.RawMessage `json:"steps,omitempty"`  // stepFile, the oldest first
	Undone  int               `json:"undone,omitempty"` // how many of the last steps are undone
}

// stepFile is a step as it is written: the marks that it put in the place of Removed others, and the ground if it changed that.
type stepFile struct {
	Word    string            `json:"word"`
	At      int               `json:"at,omitempty"`
	Removed int               `json:"removed,omitempty"`
	Marks   []json.RawMessage `json:"marks,omitempty"` // stepMark
	Next    int64             `json:"next"`
	Ground  *groundFile       `json:"ground,omitempty"`
}

// stepMark is a mark of a step. A mark that was only moved or restyled is written without its points.
type stepMark struct {
	strokeFile
	Same bool `json:"same,omitempty"` // its points are those of the removed mark with its ID
}

type groundFile struct {
	Source Source            `json:"source"`
	Steps  []json.RawMessage `json:"steps,omitempty"`
}

// Encode writes the drawing and as many of its steps as fit into maxBytes (at most MaxHistory). The oldest steps are left out first, then
// those that were undone. ErrTooLarge: even the drawing alone does not fit.
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

// encodeHistory writes a drawing with the steps that led to it and those that were undone. It also returns the number of marks in them.
func encodeHistory(now Drawing, done, undone []change) (data []byte, marks int, err error) {
	w := rawWriter{}
	first := now
	first.Marks = slices.Clone(now.Marks)
	for _, c := range slices.Backward(done) {
		c.apply(&first, 0)
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

// stepMarks writes the marks that a change put in the place of others.
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

// readStepMarks reads the marks that a step put in the place of others, and checks them.
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
		case f.Same: // checked where they were first read
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

// apply makes of d what the change made of it (side 1), or what it was before (side 0). It writes to the marks of d.
func (c change) apply(d *Drawing, side int) {
	from, to := c.before, c.after
	if side == 0 {
		from, to = to, from
	}
	d.Marks = slices.Replace(d.Marks, c.at, c.at+len(from), to...)
	d.Next = c.next[side]
	if c.ground != nil {
		d.Source, d.Steps = c.ground.source[side], c.ground.steps[side]
	}
}

// DecodeHistory reads what Encode wrote, also in an older version, and nothing that could not have been done: every step must lead from one
// drawing that Check takes to another. maxBytes bounds the memory from then on. Errors are those of Decode.
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
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, err
	}
	switch head.Version {
	case 1:
		return decodeVersion1(data, maxBytes)
	case historyVersion:
		return decodeVersion2(data, maxBytes)
	}
	return nil, readable(head.Version, historyVersion)
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

// stepReader follows a drawing through its steps and checks each of them.
type stepReader struct {
	now   Drawing
	ids   map[int64]bool
	marks int // that may still come
}

func newStepReader(d Drawing) *stepReader {
	r := &stepReader{now: d, ids: make(map[int64]bool, len(d.Marks)), marks: maxWritten}
	r.now.Marks = slices.Clone(d.Marks)
	for _, m := range d.Marks {
		r.ids[m.ID] = true
	}
	return r
}

// drawing returns the drawing after the last step that was read.
func (r *stepReader) drawing() Drawing {
	d := r.now
	if d.Marks = slices.Clone(d.Marks); len(d.Marks) == 0 {
		d.Marks = nil
	}
	return d
}

// read returns a step as a change of the drawing, and does it.
func (r *stepReader) read(f stepFile) (change, error) {
	if len(f.Word) > maxWord || f.Next < 0 || f.Next > maxID {
		return change{}, invalid("word %.40q, next ID %d", f.Word, f.Next)
	}
	if f.At < 0 || f.Removed < 0 || f.At > len(r.now.Marks) || f.Removed > len(r.now.Marks)-f.At {
		return change{}, invalid("marks %d to %d of %d", f.At, f.At+f.Removed, len(r.now.Marks))
	}
	if r.marks -= len(f.Marks); r.marks < 0 || len(r.now.Marks)-f.Removed+len(f.Marks) > MaxMarks {
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
	c.apply(&r.now, 1)
	return c, nil
}
