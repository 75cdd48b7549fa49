package drawing

import "slices"

// walk goes along changes from a drawing, the last of the list first, to the side that they lead to (0: before, 1: after), and
// says whether each of them fits to where it is met. The marks have been checked; what is left is that they are there, that
// no ID comes twice, and that there are not too many.
func walk(d Drawing, list []change, side int) error {
	ids := make(map[int64]bool, len(d.Marks))
	for _, m := range d.Marks {
		ids[m.ID] = true
	}
	marks := slices.Clone(d.Marks)
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i]
		from, to := c.after, c.before
		if side == 1 {
			from, to = to, from
		}
		end := c.at + len(from)
		if c.at < 0 || c.at > len(marks) || end > len(marks) || !slices.EqualFunc(marks[c.at:end], from, sameMark) {
			return invalid("step %d does not fit", i)
		}
		if d.Next != c.next[1-side] {
			return invalid("step %d gives other IDs", i)
		}
		d.Next = c.next[side]
		for _, m := range from {
			delete(ids, m.ID)
		}
		for _, m := range to {
			if ids[m.ID] {
				return invalid("two marks with ID %d", m.ID)
			}
			ids[m.ID] = true
		}
		if marks = slices.Replace(marks, c.at, end, to...); len(marks) > MaxMarks {
			return invalid("%d marks", len(marks))
		}
		if g := c.ground; g != nil {
			if !d.sameGround(Drawing{Source: g.source[1-side], Steps: g.steps[1-side]}) {
				return invalid("step %d stands upon another ground", i)
			}
			d.Source, d.Steps = g.source[side], g.steps[side]
		}
	}
	return nil
}
