package drawing

import (
	"slices"
	"unsafe"
)

// change is the difference of two drawings: the marks from index at on before and after it, and the ground if it
// changed. Arrays of two hold the value before the change and after it.
type change struct {
	word          string // name of the step
	at            int
	before, after []Mark
	ground        *ground // nil: unchanged
	next          [2]int64
}

// The sides of a change: indexes in its arrays of two.
const (
	sideBefore = iota
	sideAfter
)

// ground is source and steps before and after a change.
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

// on returns the drawing after the change.
func (c change) on(d Drawing) Drawing { return c.applied(d, sideAfter) }

// back returns the drawing before the change.
func (c change) back(d Drawing) Drawing { return c.applied(d, sideBefore) }

// applied returns a drawing on one side of the change. It does not write to the marks of d.
func (c change) applied(d Drawing, side int) Drawing {
	marks := make([]Mark, len(d.Marks), len(d.Marks)+max(len(c.before), len(c.after)))
	copy(marks, d.Marks)
	d.Marks = marks
	c.apply(&d, side)
	d.Marks = slices.Clone(d.Marks) // without spare capacity, which Bytes would count
	if len(d.Marks) == 0 {
		d.Marks = nil
	}
	return d
}

// marks iterates over all marks of a change, those before and those after it.
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

// sizeWithoutPoints returns the memory of a change without points.
func (c change) sizeWithoutPoints() int {
	sum := int(unsafe.Sizeof(c)) + len(c.word) + (cap(c.before)+cap(c.after))*int(unsafe.Sizeof(Mark{}))
	for m := range c.marks() {
		sum += len(m.Text) + len(m.Asset)
	}
	if c.ground != nil {
		sum += int(unsafe.Sizeof(ground{})) + (cap(c.ground.steps[0])+cap(c.ground.steps[1]))*int(unsafe.Sizeof(Step{}))
	}
	return sum
}

// apply changes d to the drawing on one side of the change. It writes to the marks of d.
func (c change) apply(d *Drawing, side int) {
	from, to := c.before, c.after
	if side == sideBefore {
		from, to = to, from
	}
	d.Marks = slices.Replace(d.Marks, c.at, c.at+len(from), to...)
	d.Next = c.next[side]
	if c.ground != nil {
		d.Source, d.Steps = c.ground.source[side], c.ground.steps[side]
	}
}

// memoryCount counts the memory of changes. Changes that only move or restyle a mark share its points, so points count
// once as long as a change has them.
type memoryCount struct {
	bytes  int
	shared map[*Point]use
}

// use is the number of uses of points, and their bytes.
type use struct{ times, bytes int }

func (w *memoryCount) add(c change) {
	if w.shared == nil {
		w.shared = map[*Point]use{}
	}
	w.bytes += c.sizeWithoutPoints()
	for m := range c.marks() {
		if len(m.Points) == 0 {
			continue
		}
		u := w.shared[&m.Points[0]]
		u.times++
		if u.times == 1 {
			u.bytes = pointBytes(m)
			w.bytes += u.bytes
		}
		w.shared[&m.Points[0]] = u
	}
}

func (w *memoryCount) drop(c change) {
	w.bytes -= c.sizeWithoutPoints()
	for m := range c.marks() {
		if len(m.Points) == 0 {
			continue
		}
		u := w.shared[&m.Points[0]]
		u.times--
		if u.times > 0 {
			w.shared[&m.Points[0]] = u
			continue
		}
		delete(w.shared, &m.Points[0])
		w.bytes -= u.bytes
	}
}

// of returns the memory of a drawing without points that the changes have.
func (w *memoryCount) of(d Drawing) int {
	sum := cap(d.Steps)*int(unsafe.Sizeof(Step{})) + cap(d.Marks)*int(unsafe.Sizeof(Mark{}))
	for _, m := range d.Marks {
		if len(m.Points) > 0 && w.shared[&m.Points[0]].times == 0 {
			sum += pointBytes(m)
		}
	}
	return sum
}

func pointBytes(m Mark) int { return cap(m.Points) * int(unsafe.Sizeof(Point{})) }
