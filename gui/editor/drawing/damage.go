package drawing

import (
	"image"
	"slices"
)

// Damage is what must be painted anew to come from a to b: r, or with all everything, because the ground is another one. It
// counts what a blur, a pixelated region or a darkened rest makes of a change below them.
func Damage(a, b Drawing) (r image.Rectangle, all bool) {
	if !a.sameGround(b) {
		return image.Rectangle{Max: b.Size()}, true
	}
	whole := image.Rectangle{Max: b.Size()}
	x, y := a.Marks, b.Marks
	first := 0
	for first < len(x) && first < len(y) && sameMark(x[first], y[first]) {
		first++
	}
	x, y = x[first:], y[first:]
	for len(x) > 0 && len(y) > 0 && sameMark(x[len(x)-1], y[len(y)-1]) {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	kept := keptInPlace(x, y)
	for _, marks := range [][]Mark{x, y} {
		for _, m := range marks {
			if kept[m.ID] {
				continue
			}
			if m.Darkens() {
				return whole, false
			}
			r = r.Union(m.Bounds())
		}
	}
	if r.Empty() {
		return image.Rectangle{}, false
	}
	return spread(r, b.Marks[first:]).Intersect(whole), false
}

// keptInPlace are the marks that are the same in both and lie in the same order to one another.
func keptInPlace(x, y []Mark) map[int64]bool {
	was := make(map[int64]Mark, len(x))
	for _, m := range x {
		was[m.ID] = m
	}
	kept := make(map[int64]bool, len(x))
	for _, m := range y {
		if o, ok := was[m.ID]; ok && sameMark(o, m) {
			kept[m.ID] = true
		}
	}
	order := func(marks []Mark) (ids []int64) {
		for _, m := range marks {
			if kept[m.ID] {
				ids = append(ids, m.ID)
			}
		}
		return ids
	}
	if !slices.Equal(order(x), order(y)) {
		return nil
	}
	return kept
}

// spread adds to r the regions that read pixels of it, from the bottom to the top.
func spread(r image.Rectangle, marks []Mark) image.Rectangle {
	for _, m := range marks {
		if m.Kind != Blur && m.Kind != Pixelate {
			continue
		}
		if b := m.Bounds(); b.Inset(-m.Reach()).Overlaps(r) {
			r = r.Union(b)
		}
	}
	return r
}
