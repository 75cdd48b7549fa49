package tool

import (
	"slices"
	"strings"

	"viviscope/gui/editor/drawing"
)

// selection is the set of selected marks, with the edits of all of them. The edits go to the host.
type selection struct {
	host     Host
	selected []int64 // may contain IDs of marks that an undo removed
}

// add commits the drawing with a new mark on top, and selects the mark if choose is set. A full canvas is refused.
func (s *selection) add(word string, m drawing.Mark, choose bool) {
	d := s.host.Drawing()
	if d.Full() {
		s.host.Refused(ErrFull)
		return
	}
	d = d.Add(m)
	s.selected = nil
	if top, ok := d.Top(); ok && choose {
		s.selected = []int64{top.ID}
	}
	s.host.Commit(word, d)
	s.host.Changed()
}

// Selection returns the selected marks, from bottom to top.
func (s *selection) Selection() []drawing.Mark {
	if len(s.selected) == 0 {
		return nil
	}
	var out []drawing.Mark
	for _, m := range s.host.Drawing().Marks {
		if slices.Contains(s.selected, m.ID) {
			out = append(out, m)
		}
	}
	return out
}

// Select selects exactly these marks.
func (s *selection) Select(ids ...int64) {
	s.selected = slices.Clone(ids)
	s.host.Changed()
}

func (s *selection) isSelected(id int64) bool { return slices.Contains(s.selected, id) }

// toggle adds a mark to the selection or removes it.
func (s *selection) toggle(id int64) {
	if i := slices.Index(s.selected, id); i >= 0 {
		s.selected = slices.Delete(s.selected, i, i+1)
	} else {
		s.selected = append(s.selected, id)
	}
	s.host.Changed()
}

// ids returns the IDs of the selected marks that exist, from bottom to top.
func (s *selection) ids() []int64 {
	var ids []int64
	for _, m := range s.Selection() {
		ids = append(ids, m.ID)
	}
	return ids
}

// selectAll selects all visible marks except erased strokes.
func (s *selection) selectAll() {
	var ids []int64
	for _, m := range s.host.Drawing().Seen() {
		if m.Kind != drawing.Erase {
			ids = append(ids, m.ID)
		}
	}
	s.Select(ids...)
}

// nudge moves the selected marks with an arrow key. Several presses are one step of the history. It reports whether
// there was something to move.
func (s *selection) nudge(key Key) bool {
	dx, dy, arrow := key.step()
	if !arrow || len(s.Selection()) == 0 {
		return false
	}
	s.change("nudge", "move", func(m drawing.Mark) drawing.Mark { return m.Moved(dx, dy) })
	return true
}

// change applies to to every selected mark. It merges with the previous change if that had the same key.
func (s *selection) change(key, word string, to func(drawing.Mark) drawing.Mark) {
	marks := s.Selection()
	for i := range marks {
		marks[i] = to(marks[i])
	}
	s.host.Continue(key, word, s.host.Drawing().Replace(marks...))
	s.host.Changed()
}

// Delete removes the selected marks.
func (s *selection) Delete() {
	d := s.host.Drawing().Remove(s.ids()...)
	s.selected = nil
	s.host.Commit("delete", d)
	s.host.Changed()
}

// copyOffset is the offset of a copy from its mark, in canvas pixels.
const copyOffset = 16

// Duplicate puts copies of the selected marks on top and selects them. A copied number gets the next free number.
func (s *selection) Duplicate() {
	d, marks := s.host.Drawing(), s.Selection()
	before := len(d.Marks)
	if before+len(marks) > drawing.MaxMarks {
		s.host.Refused(ErrFull)
		return
	}
	free := d.FreeNumbers()
	for i, m := range marks {
		if m.Kind == drawing.Number {
			m.Number = free()
		}
		marks[i] = m.Moved(copyOffset, copyOffset)
	}
	d = d.Add(marks...)
	s.selected = nil
	for _, m := range d.Marks[before:] {
		s.selected = append(s.selected, m.ID)
	}
	s.host.Commit("duplicate", d)
	s.host.Changed()
}

// Raise moves the selected marks one place up, or to the top. They keep their order.
func (s *selection) Raise(toTop bool) {
	ids := s.ids()
	d := s.host.Drawing()
	if toTop {
		for _, id := range ids {
			d = d.RaiseToTop(id)
		}
	} else {
		// The uppermost goes first. A mark with only selected marks above it stays, so that their order does not
		// change.
		slices.Reverse(ids)
		free := len(d.Marks) - 1
		for _, id := range ids {
			if i := place(d, id); i < free {
				d = d.Raise(id)
				free = i
			} else {
				free = i - 1
			}
		}
	}
	s.host.Commit("order", d)
	s.host.Changed()
}

// Lower moves the selected marks one place down, or to the bottom. They keep their order.
func (s *selection) Lower(toBottom bool) {
	ids := s.ids()
	d := s.host.Drawing()
	if toBottom {
		slices.Reverse(ids)
		for _, id := range ids {
			d = d.LowerToBottom(id)
		}
	} else {
		free := 0
		for _, id := range ids {
			if i := place(d, id); i > free {
				d = d.Lower(id)
				free = i
			} else {
				free = i + 1
			}
		}
	}
	s.host.Commit("order", d)
	s.host.Changed()
}

func place(d drawing.Drawing, id int64) int {
	return slices.IndexFunc(d.Marks, func(m drawing.Mark) bool { return m.ID == id })
}

// Restyle applies look to the selected marks and measures texts again. Calls with one key, as by a moving slider,
// make one step. Without a selection it does nothing.
func (s *selection) Restyle(key string, look func(drawing.Mark) drawing.Mark) {
	if len(s.Selection()) == 0 {
		return
	}
	s.change("style "+key, "style", func(m drawing.Mark) drawing.Mark {
		return s.measured(look(m))
	})
}

// measured returns the mark with the size of its label.
func (s *selection) measured(m drawing.Mark) drawing.Mark {
	if m.Kind == drawing.Text {
		m.Size = s.host.Measure(m.Text, m.Style.Width)
	}
	return m
}

// Size moves the right and lower side of the selected marks, or the end of lines, by dx and dy canvas pixels. It does
// not change strokes. Consecutive calls are one step.
func (s *selection) Size(dx, dy float64) {
	if len(s.Selection()) == 0 {
		return
	}
	s.change("size", "size", func(m drawing.Mark) drawing.Mark {
		for _, h := range m.Handles(1) {
			if h.Grip == drawing.GripSE || h.Grip == drawing.GripEnd {
				return m.Drag(h.Grip, drawing.Point{X: h.At.X + dx, Y: h.At.Y + dy}, drawing.Hold{})
			}
		}
		return m
	})
}

// Written ends Host.Write with the text that was typed. A label without text is removed or not added.
func (s *selection) Written(m drawing.Mark, text string) {
	text = strings.TrimRight(text, " \n")
	m.Text = truncateText(text)
	empty := strings.TrimSpace(text) == ""
	there, ok := s.host.Drawing().Mark(m.ID)
	switch {
	case ok && empty:
		s.selected = nil
		s.host.Commit("delete", s.host.Drawing().Remove(m.ID))
	case ok:
		there.Text = m.Text
		s.host.Commit("text", s.host.Drawing().Replace(s.measured(there)))
	case !empty:
		s.add("text", s.measured(m), true)
		return
	}
	s.host.Changed()
}

// truncateText shortens a text to drawing.MaxText bytes, at a character boundary, and drops invalid UTF-8.
func truncateText(text string) string {
	text = strings.ToValidUTF8(text, "")
	if len(text) <= drawing.MaxText {
		return text
	}
	return strings.ToValidUTF8(text[:drawing.MaxText], "")
}
