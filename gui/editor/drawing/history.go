package drawing

import (
	"slices"
	"unsafe"
)

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

// change is what one step made of a drawing: in the list of marks, which ones stood from place at on before it and which ones
// after it, and the ground where it is another one.
type change struct {
	word          string
	at            int
	before, after []Mark
	ground        *ground
	next          [2]int64
}

// ground are source and steps before and after a change.
type ground struct {
	source [2]Source
	steps  [2][]Step
}

func changeOf(word string, a, b Drawing) change {
	x, y := a.Marks, b.Marks
	at := 0
	for at < len(x) && at < len(y) && sameMark(x[at], y[at]) {
		at++
	}
	x, y = x[at:], y[at:]
	for len(x) > 0 && len(y) > 0 && sameMark(x[len(x)-1], y[len(y)-1]) {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	c := change{word: word, at: at, before: slices.Clone(x), after: slices.Clone(y), next: [2]int64{a.Next, b.Next}}
	if !a.sameGround(b) {
		c.ground = &ground{[2]Source{a.Source, b.Source}, [2][]Step{a.Steps, b.Steps}}
	}
	return c
}

// on does the change; back takes it back.
func (c change) on(d Drawing) Drawing   { return c.swap(d, c.before, c.after, 1) }
func (c change) back(d Drawing) Drawing { return c.swap(d, c.after, c.before, 0) }

func (c change) swap(d Drawing, from, to []Mark, side int) Drawing {
	marks := make([]Mark, 0, len(d.Marks)-len(from)+len(to))
	marks = append(append(append(marks, d.Marks[:c.at]...), to...), d.Marks[c.at+len(from):]...)
	d.Marks = marks
	if len(marks) == 0 {
		d.Marks = nil
	}
	d.Next = c.next[side]
	if c.ground != nil {
		d.Source, d.Steps = c.ground.source[side], c.ground.steps[side]
	}
	return d
}

// weight counts the memory of changes. The points of a mark are shared by all changes that only moved or restyled it, so they
// count as long as one of them is there.
type weight struct {
	bytes  int
	shared map[*Point]use
}

// use is how often points are used, and their bytes as they were first seen.
type use struct{ times, bytes int }

func (w *weight) add(c change) {
	if w.shared == nil {
		w.shared = map[*Point]use{}
	}
	w.bytes += c.shell()
	for m := range c.marks() {
		if len(m.Points) == 0 {
			continue
		}
		u := w.shared[&m.Points[0]]
		if u.times++; u.times == 1 {
			u.bytes = pointBytes(m)
			w.bytes += u.bytes
		}
		w.shared[&m.Points[0]] = u
	}
}

func (w *weight) drop(c change) {
	w.bytes -= c.shell()
	for m := range c.marks() {
		if len(m.Points) == 0 {
			continue
		}
		u := w.shared[&m.Points[0]]
		if u.times--; u.times > 0 {
			w.shared[&m.Points[0]] = u
			continue
		}
		delete(w.shared, &m.Points[0])
		w.bytes -= u.bytes
	}
}

// of is what the drawing holds besides what the changes do.
func (w *weight) of(d Drawing) int {
	sum := cap(d.Steps)*int(unsafe.Sizeof(Step{})) + cap(d.Marks)*int(unsafe.Sizeof(Mark{}))
	for _, m := range d.Marks {
		if len(m.Points) > 0 && w.shared[&m.Points[0]].times == 0 {
			sum += pointBytes(m)
		}
	}
	return sum
}

// marks are all marks of a change, those before and those after it.
func (c change) marks() func(yield func(Mark) bool) {
	return func(yield func(Mark) bool) {
		for _, list := range [][]Mark{c.before, c.after} {
			for _, m := range list {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// shell is the memory of a change without the points of its marks.
func (c change) shell() int {
	sum := int(unsafe.Sizeof(c)) + len(c.word) + (cap(c.before)+cap(c.after))*int(unsafe.Sizeof(Mark{}))
	for m := range c.marks() {
		sum += len(m.Text) + len(m.Asset)
	}
	if c.ground != nil {
		sum += int(unsafe.Sizeof(ground{})) + (cap(c.ground.steps[0])+cap(c.ground.steps[1]))*int(unsafe.Sizeof(Step{}))
	}
	return sum
}

func pointBytes(m Mark) int { return cap(m.Points) * int(unsafe.Sizeof(Point{})) }

// Frozen is the history as it is now, for writing down on another goroutine while this one goes on. It shares the marks and
// their points, which nobody writes to.
func (h *History) Frozen() *History {
	return &History{now: h.now, done: slices.Clone(h.done), undone: slices.Clone(h.undone), most: h.most}
}
