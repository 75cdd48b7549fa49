package drawing

import (
	"slices"
)

// History is a drawing with its undo and redo steps. It stores what each step changed, so that its memory grows with
// the edits and not with the number of marks. When the bound is reached the oldest steps are dropped. It is not safe
// for concurrent use.
type History struct {
	now         Drawing
	undone      []change // the next to redo last
	done        []change // the newest last
	key         string   // of the last Continue; "" if another edit came after it
	memoryCount memoryCount
	most        int // bound of Bytes
}

// NewHistory returns a history without steps. maxBytes bounds Bytes.
func NewHistory(d Drawing, maxBytes int) *History {
	return &History{now: d, most: maxBytes}
}

// Now returns the current drawing.
func (h *History) Now() Drawing { return h.now }

// CanUndo reports whether there is a step to undo.
func (h *History) CanUndo() bool { return len(h.done) > 0 }

// CanRedo reports whether there is a step to redo.
func (h *History) CanRedo() bool { return len(h.undone) > 0 }

func newest(c []change) change {
	if len(c) == 0 {
		return change{}
	}
	return c[len(c)-1]
}

// Do makes d the current drawing as one step with a name, and drops the steps to redo. An equal drawing makes no step.
func (h *History) Do(word string, d Drawing) {
	h.key = ""
	if h.now.Equal(d) {
		return
	}
	h.forget(h.undone)
	h.undone = nil
	h.push(changeOf(word, h.now, d))
	h.now = d
	h.trim()
}

// Amend makes d the result of the newest step instead of adding one. Without a step, or after an undo, it is Do.
func (h *History) Amend(word string, d Drawing) {
	if len(h.done) == 0 || len(h.undone) > 0 {
		h.Do(word, d)
		return
	}
	last := h.pop()
	before := last.back(h.now)
	h.now = d
	if before.Equal(d) {
		h.now = before
		return
	}
	h.push(changeOf(word, before, d))
	h.trim()
}

// Continue is Amend if the previous call was a Continue with the same key, else Do. So the movements of a slider or
// repeated arrow keys become one step.
func (h *History) Continue(key, word string, d Drawing) {
	if key != "" && key == h.key {
		h.Amend(word, d)
	} else {
		h.Do(word, d)
	}
	h.key = key
}

// Undo undoes the newest step and returns its name; false if there is none.
func (h *History) Undo() (word string, ok bool) {
	h.key = ""
	if len(h.done) == 0 {
		return "", false
	}
	c := newest(h.done)
	h.done = h.done[:len(h.done)-1]
	h.undone = append(h.undone, c)
	h.now = c.back(h.now)
	return c.word, true
}

// Redo redoes the last undone step and returns its name; false if there is none.
func (h *History) Redo() (word string, ok bool) {
	h.key = ""
	if len(h.undone) == 0 {
		return "", false
	}
	c := newest(h.undone)
	h.undone = h.undone[:len(h.undone)-1]
	h.done = append(h.done, c)
	h.now = c.on(h.now)
	return c.word, true
}

func (h *History) push(c change) {
	h.done = append(h.done, c)
	h.memoryCount.add(c)
}

func (h *History) pop() change {
	c := newest(h.done)
	h.done = slices.Delete(h.done, len(h.done)-1, len(h.done))
	h.memoryCount.drop(c)
	return c
}

func (h *History) forget(gone []change) {
	for _, c := range gone {
		h.memoryCount.drop(c)
	}
}

// trim drops the oldest steps until Bytes is within the bound. The newest stays, however large it is.
func (h *History) trim() {
	n := 0
	for ; len(h.done)-n > 1 && h.Bytes() > h.most; n++ {
		h.memoryCount.drop(h.done[n])
	}
	if n > 0 {
		h.done = slices.Delete(h.done, 0, n)
	}
}

// Bytes returns the memory of the drawing and its steps, within a few percent. Shared points count once.
func (h *History) Bytes() int { return h.memoryCount.bytes + h.memoryCount.of(h.now) }

// Snapshot returns a copy for encoding on another goroutine. It shares the marks, which are immutable.
func (h *History) Snapshot() *History {
	return &History{now: h.now, done: slices.Clone(h.done), undone: slices.Clone(h.undone), most: h.most}
}
