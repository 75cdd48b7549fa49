package drawing

import "slices"

// History is a drawing with all that was done to it. It keeps what each step changed, not a drawing for each, so that its
// memory grows with the edits and not with the marks; the oldest steps leave when the bound is reached. It is not safe for
// several goroutines. The drawings that it gives are values and may go anywhere.
type History struct {
	now    Drawing
	undone []change // to be done again, the next one last
	done   []change // the newest last
	key    string   // of the change that goes on; "": the newest is finished
	weight weight
	most   int
}

// NewHistory begins with a drawing to which nothing was done. maxBytes bounds the memory of Bytes.
func NewHistory(d Drawing, maxBytes int) *History {
	return &History{now: d, most: maxBytes}
}

// Now is the drawing as it is.
func (h *History) Now() Drawing { return h.now }

// CanUndo says that there is a step to take back.
func (h *History) CanUndo() bool { return len(h.done) > 0 }

// CanRedo says that there is a step to do again.
func (h *History) CanRedo() bool { return len(h.undone) > 0 }

// UndoWord is the word of the step that Undo takes back, as in "Undo brush"; "" where there is none.
func (h *History) UndoWord() string { return newest(h.done).word }

// RedoWord is the word of the step that Redo does again.
func (h *History) RedoWord() string { return newest(h.undone).word }

func newest(c []change) change {
	if len(c) == 0 {
		return change{}
	}
	return c[len(c)-1]
}

// Do makes d the drawing; what was undone before is gone. A drawing that is the same as before is no step.
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

// Amend makes d of the newest step in place of adding one, as a drag goes on. Where there is no step, or where something was
// undone since, it is Do.
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

// Continue is Amend while key names the same change as the time before, and Do when it does not: the moves of a slider and the
// pushes of an arrow key become one step. Everything else that is done in between ends it.
func (h *History) Continue(key, word string, d Drawing) {
	if key != "" && key == h.key {
		h.Amend(word, d)
	} else {
		h.Do(word, d)
	}
	h.key = key
}

// Undo takes the newest step back and gives its word; false where there is none.
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

// Redo does the step again that Undo took back.
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
	h.weight.add(c)
}

func (h *History) pop() change {
	c := newest(h.done)
	h.done = slices.Delete(h.done, len(h.done)-1, len(h.done))
	h.weight.drop(c)
	return c
}

func (h *History) forget(gone []change) {
	for _, c := range gone {
		h.weight.drop(c)
	}
}

// trim lets the oldest steps go until the bound is kept. The newest stays, however large it is.
func (h *History) trim() {
	n := 0
	for ; len(h.done)-n > 1 && h.Bytes() > h.most; n++ {
		h.weight.drop(h.done[n])
	}
	if n > 0 {
		h.done = slices.Delete(h.done, 0, n)
	}
}

// Bytes is the memory that the drawing and its steps hold, to a few percent. Points that several of them share count once.
func (h *History) Bytes() int { return h.weight.bytes + h.weight.of(h.now) }
