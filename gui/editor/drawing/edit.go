package drawing

import "slices"

// Empty says that nothing is on the canvas, not even a sheet.
func (d Drawing) Empty() bool { return d.Source.Size.X <= 0 || d.Source.Size.Y <= 0 }

// Same says that the canvas shows its source and nothing else but hidden marks, so that the source's own file can be sent in its place. A
// sheet that comes from no file is never the same.
func (d Drawing) Same() bool {
	return d.Source.Asset != "" && len(d.Steps) == 0 && len(d.Seen()) == 0
}

// Seen are the marks that are painted, from the bottom to the top: those that are not hidden.
func (d Drawing) Seen() []Mark {
	hidden := func(m Mark) bool { return m.Hidden }
	if !slices.ContainsFunc(d.Marks, hidden) {
		return d.Marks
	}
	return slices.DeleteFunc(slices.Clone(d.Marks), hidden)
}

// Full says that Add will put nothing more upon it.
func (d Drawing) Full() bool { return len(d.Marks) >= MaxMarks }

// next is the ID that the next mark gets.
func (d Drawing) next() int64 {
	n := d.Next
	for _, m := range d.Marks {
		n = max(n, m.ID+1)
	}
	return max(n, 1)
}

// Add puts marks on top and gives them IDs; see Top. What does not fit upon a full drawing is left out. The points of a mark
// belong to the drawing from then on: nobody may write to them.
func (d Drawing) Add(marks ...Mark) Drawing {
	marks = slices.Clone(marks[:min(len(marks), max(0, MaxMarks-len(d.Marks)))])
	if len(marks) == 0 {
		return d
	}
	d.Next = d.next()
	for i := range marks {
		marks[i].ID = d.Next
		d.Next++
	}
	d.Marks = append(slices.Clip(d.Marks), marks...)
	return d
}

// Top is the uppermost mark; false where there is none.
func (d Drawing) Top() (Mark, bool) {
	if len(d.Marks) == 0 {
		return Mark{}, false
	}
	return d.Marks[len(d.Marks)-1], true
}

// index is where a mark lies; -1 where it does not.
func (d Drawing) index(id int64) int {
	return slices.IndexFunc(d.Marks, func(m Mark) bool { return m.ID == id })
}

// Mark is the mark with the ID; false where there is none.
func (d Drawing) Mark(id int64) (Mark, bool) {
	if i := d.index(id); i >= 0 {
		return d.Marks[i], true
	}
	return Mark{}, false
}

// Replace puts each mark in the place of the one with its ID. A mark that is not there is left out.
func (d Drawing) Replace(marks ...Mark) Drawing {
	by := make(map[int64]Mark, len(marks))
	for _, m := range marks {
		by[m.ID] = m
	}
	old := d.Marks
	for i, was := range old {
		m, ok := by[was.ID]
		if !ok || sameMark(was, m) {
			continue
		}
		if &d.Marks[0] == &old[0] {
			d.Marks = slices.Clone(old)
		}
		d.Marks[i] = m
	}
	return d
}

// Remove takes marks away. Their IDs are not given again.
func (d Drawing) Remove(ids ...int64) Drawing {
	gone := func(m Mark) bool { return slices.Contains(ids, m.ID) }
	if !slices.ContainsFunc(d.Marks, gone) {
		return d
	}
	d.Next = d.next()
	d.Marks = slices.DeleteFunc(slices.Clone(d.Marks), gone)
	if len(d.Marks) == 0 {
		d.Marks = nil
	}
	return d
}

// Raise moves a mark one place up.
func (d Drawing) Raise(id int64) Drawing { return d.swap(d.index(id), 1) }

// Lower moves a mark one place down.
func (d Drawing) Lower(id int64) Drawing { return d.swap(d.index(id), -1) }

// RaiseToTop puts a mark above all others.
func (d Drawing) RaiseToTop(id int64) Drawing { return d.put(d.index(id), len(d.Marks)-1) }

// LowerToBottom puts a mark below all others.
func (d Drawing) LowerToBottom(id int64) Drawing { return d.put(d.index(id), 0) }

func (d Drawing) swap(i, by int) Drawing {
	if i < 0 || i+by < 0 || i+by >= len(d.Marks) {
		return d
	}
	return d.put(i, i+by)
}

// put moves the mark at i to k.
func (d Drawing) put(i, k int) Drawing {
	if i < 0 || i == k {
		return d
	}
	m := d.Marks[i]
	rest := slices.Delete(slices.Clone(d.Marks), i, i+1)
	d.Marks = slices.Insert(rest, k, m)
	return d
}

// sameMark compares values. Marks of one history mostly share their points, which is seen without reading them.
func sameMark(a, b Mark) bool {
	p, q := a.Points, b.Points
	if len(p) != len(q) || a.plain() != b.plain() {
		return false
	}
	return len(p) == 0 || &p[0] == &q[0] || slices.Equal(p, q)
}

// plain is what a mark is besides its points, as a value that can be compared.
type plain struct {
	id     int64
	kind   MarkKind
	at     Matrix
	style  Style
	text   string
	number int
	asset  string
	size   Point
	round  bool
	hidden bool
}

func (m Mark) plain() plain {
	return plain{m.ID, m.Kind, m.At, m.Style, m.Text, m.Number, m.Asset, m.Size, m.Round, m.Hidden}
}

// Equal says that two drawings are the same in every value.
func (d Drawing) Equal(o Drawing) bool {
	return d.sameGround(o) && d.Next == o.Next && slices.EqualFunc(d.Marks, o.Marks, sameMark)
}

// sameGround says that the pixels below the marks are the same.
func (d Drawing) sameGround(o Drawing) bool {
	return d.Source == o.Source && slices.Equal(d.Steps, o.Steps)
}
