package tool

import (
	"slices"

	"viviscope/gui/editor/drawing"
)

// Selection are the selected marks as they are, from the bottom to the top.
func (k *Kit) Selection() []drawing.Mark {
	if len(k.selected) == 0 {
		return nil
	}
	var out []drawing.Mark
	for _, m := range k.host.Drawing().Marks {
		if slices.Contains(k.selected, m.ID) {
			out = append(out, m)
		}
	}
	return out
}

// Select selects these marks and no others.
func (k *Kit) Select(ids ...int64) {
	k.selected = slices.Clone(ids)
	k.host.Changed()
}

func (k *Kit) isSelected(id int64) bool { return slices.Contains(k.selected, id) }

// toggle adds a mark to the selection or takes it out.
func (k *Kit) toggle(id int64) {
	if i := slices.Index(k.selected, id); i >= 0 {
		k.selected = slices.Delete(k.selected, i, i+1)
	} else {
		k.selected = append(k.selected, id)
	}
	k.host.Changed()
}

// ids are the IDs of the selected marks that are there, from the bottom to the top.
func (k *Kit) ids() []int64 {
	var ids []int64
	for _, m := range k.Selection() {
		ids = append(ids, m.ID)
	}
	return ids
}

// selectionKey is what a key does to the selected marks, with any tool.
func (k *Kit) selectionKey(key Key) bool {
	if key.Name == All {
		return k.selectAll()
	}
	if len(k.Selection()) == 0 {
		return false
	}
	by := 1.0
	if key.Hold.Has(Shift) {
		by = 10
	}
	switch key.Name {
	case Left:
		k.Nudge(-by, 0)
	case Right:
		k.Nudge(by, 0)
	case Up:
		k.Nudge(0, -by)
	case Down:
		k.Nudge(0, by)
	case Delete:
		k.Delete()
	case Duplicate:
		k.Duplicate()
	case Raise:
		k.Raise(key.Hold.Has(Control))
	case Lower:
		k.Lower(key.Hold.Has(Control))
	default:
		return false
	}
	return true
}

func (k *Kit) selectAll() bool {
	if kind := k.hand.Kind(); kind != Move && kind != Picture {
		return false
	}
	var ids []int64
	for _, m := range k.host.Drawing().Seen() {
		if m.Kind != drawing.Erase {
			ids = append(ids, m.ID)
		}
	}
	k.Select(ids...)
	return true
}

// Nudge moves the selected marks. Several pushes one after the other are one step.
func (k *Kit) Nudge(dx, dy float64) {
	k.change("nudge", "move", func(m drawing.Mark) drawing.Mark { return m.Moved(dx, dy) })
}

// change gives every selected mark another form, as one step with the change before it that had the same key.
func (k *Kit) change(key, word string, to func(drawing.Mark) drawing.Mark) {
	marks := k.Selection()
	for i := range marks {
		marks[i] = to(marks[i])
	}
	k.host.Continue(key, word, k.host.Drawing().Replace(marks...))
	k.host.Changed()
}

// Delete takes the selected marks away.
func (k *Kit) Delete() {
	d := k.host.Drawing().Remove(k.ids()...)
	k.selected = nil
	k.host.Commit("delete", d)
	k.host.Changed()
}

// aside is how far a copy lies beside its mark, in pixels of the canvas.
const aside = 16

// Duplicate puts copies of the selected marks on top and selects them. A copied number is the next one.
func (k *Kit) Duplicate() {
	d, marks := k.host.Drawing(), k.Selection()
	before := len(d.Marks)
	if before+len(marks) > drawing.MaxMarks {
		k.host.Refused(ErrFull)
		return
	}
	free := d.FreeNumbers()
	for i, m := range marks {
		if m.Kind == drawing.Number {
			m.Number = free()
		}
		marks[i] = m.Moved(aside, aside)
	}
	d = d.Add(marks...)
	k.selected = nil
	for _, m := range d.Marks[before:] {
		k.selected = append(k.selected, m.ID)
	}
	k.host.Commit("duplicate", d)
	k.host.Changed()
}

// Raise moves the selected marks one place up, or above all others. They keep their order.
func (k *Kit) Raise(toTop bool) {
	ids := k.ids()
	d := k.host.Drawing()
	if toTop {
		for _, id := range ids {
			d = d.RaiseToTop(id)
		}
	} else {
		// The uppermost goes first; one that has only selected ones above it stays, so that they do not change places.
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
	k.host.Commit("order", d)
	k.host.Changed()
}

// Lower moves the selected marks one place down, or below all others.
func (k *Kit) Lower(toBottom bool) {
	ids := k.ids()
	d := k.host.Drawing()
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
	k.host.Commit("order", d)
	k.host.Changed()
}

func place(d drawing.Drawing, id int64) int {
	return slices.IndexFunc(d.Marks, func(m drawing.Mark) bool { return m.ID == id })
}

// Restyle changes the look of the selected marks; a slider that moves on gives the same key and makes one step. Texts are
// measured anew. Without a selection nothing happens.
func (k *Kit) Restyle(key string, look func(drawing.Mark) drawing.Mark) {
	if len(k.Selection()) == 0 {
		return
	}
	k.change("style "+key, "style", func(m drawing.Mark) drawing.Mark {
		return k.measured(look(m))
	})
}

// measured is the mark with the size of its label.
func (k *Kit) measured(m drawing.Mark) drawing.Mark {
	if m.Kind == drawing.Text {
		m.Size = k.host.Measure(m.Text, m.Style.Width)
	}
	return m
}
