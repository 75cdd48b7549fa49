package drawing

import (
	"slices"
	"unsafe"
)

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
