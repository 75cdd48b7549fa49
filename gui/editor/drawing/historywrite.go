package drawing

import (
	"encoding/json"
	"fmt"
)

// What a written history may hold.
const (
	MaxHistory = 16 << 20 // bytes
	maxChanges = 20_000
	maxWritten = 100_000 // different marks in all its steps
	maxWord    = 100     // bytes
)

// historyFile is a history as it is written: every stroke and every mark once, however many steps they stand in.
type historyFile struct {
	Version int               `json:"version"`
	Points  []json.RawMessage `json:"points,omitempty"` // x, y, x, y …
	Marks   []json.RawMessage `json:"marks,omitempty"`  // markFile
	Now     stateFile         `json:"now"`
	Done    []json.RawMessage `json:"done,omitempty"`   // changeFile, the newest last
	Undone  []json.RawMessage `json:"undone,omitempty"` // changeFile, the next one last
}

type stateFile struct {
	Source Source            `json:"source"`
	Steps  []json.RawMessage `json:"steps,omitempty"`
	Marks  []int             `json:"marks,omitempty"` // indexes in historyFile.Marks
	Next   int64             `json:"next,omitempty"`
}

type markFile struct {
	Mark
	Path *int `json:"path,omitempty"` // index in historyFile.Points
}

type changeFile struct {
	Word   string       `json:"word"`
	At     int          `json:"at,omitempty"`
	Before []int        `json:"before,omitempty"`
	After  []int        `json:"after,omitempty"`
	Next   [2]int64     `json:"next"`
	Ground []groundFile `json:"ground,omitempty"` // before and after
}

type groundFile struct {
	Source Source            `json:"source"`
	Steps  []json.RawMessage `json:"steps,omitempty"`
}

// Encode writes the drawing and as many of its steps as fit into so many bytes (at most MaxHistory): the oldest are left out
// first, then those that were undone. ErrTooLarge: even the drawing alone does not fit.
func (h *History) Encode(maxBytes int) ([]byte, error) {
	maxBytes = min(maxBytes, MaxHistory)
	done, undone := h.done, h.undone
	done = done[max(0, len(done)-maxChanges):]
	undone = undone[max(0, len(undone)-maxChanges):]
	for {
		w := historyWriter{marks: map[markKey]int{}, paths: map[pathKey]int{}}
		data, err := w.write(h.now, done, undone)
		if err != nil {
			return nil, fmt.Errorf("encode history: %w", err)
		}
		switch {
		case len(data) <= maxBytes && len(w.file.Marks) <= maxWritten:
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

// historyWriter gives every mark and every stroke its place in the file.
type historyWriter struct {
	file  historyFile
	marks map[markKey]int
	paths map[pathKey]int
	rawWriter
}

type markKey struct {
	plain plain
	path  pathKey
}

// pathKey says which points these are without reading them.
type pathKey struct {
	first *Point
	long  int
}

func keyOf(points []Point) pathKey {
	if len(points) == 0 {
		return pathKey{}
	}
	return pathKey{&points[0], len(points)}
}

func (w *historyWriter) write(now Drawing, done, undone []change) ([]byte, error) {
	w.file.Version = version
	w.file.Now = stateFile{now.Source, w.steps(now.Steps), w.indexes(now.Marks), now.Next}
	w.file.Done, w.file.Undone = w.changes(done), w.changes(undone)
	if w.err != nil {
		return nil, w.err
	}
	return json.Marshal(w.file)
}

func (w *historyWriter) changes(list []change) []json.RawMessage {
	var out []json.RawMessage
	for _, c := range list {
		f := changeFile{Word: c.word, At: c.at, Before: w.indexes(c.before), After: w.indexes(c.after), Next: c.next}
		if g := c.ground; g != nil {
			f.Ground = []groundFile{{g.source[0], w.steps(g.steps[0])}, {g.source[1], w.steps(g.steps[1])}}
		}
		out = append(out, w.raw(f))
	}
	return out
}

func (w *historyWriter) indexes(marks []Mark) []int {
	var out []int
	for _, m := range marks {
		key := markKey{m.plain(), keyOf(m.Points)}
		i, ok := w.marks[key]
		if !ok {
			i = len(w.file.Marks)
			w.marks[key] = i
			f := markFile{Mark: m, Path: w.path(m.Points)}
			f.Points = nil
			w.file.Marks = append(w.file.Marks, w.raw(f))
		}
		out = append(out, i)
	}
	return out
}

func (w *historyWriter) path(points []Point) *int {
	if len(points) == 0 {
		return nil
	}
	key := keyOf(points)
	i, ok := w.paths[key]
	if !ok {
		i = len(w.file.Points)
		w.paths[key] = i
		w.file.Points = append(w.file.Points, w.raw(flat(points)))
	}
	return &i
}
