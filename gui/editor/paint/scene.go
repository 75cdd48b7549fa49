package paint

import (
	"context"
	"image"
	"slices"

	"viviscope/gui/editor/drawing"
)

// scene is the marks of a drawing made ready to be painted, from the bottom to the top. What did not change from one
// drawing to the next is the same shape, so two tiles show the same if they have the same shapes in the same order.
type scene struct {
	items []item
}

// item is what a mark, or all the darkening ones together, became.
type item struct {
	marks []drawing.Mark
	shape shape
}

func (s *scene) shapes() []shape {
	all := make([]shape, len(s.items))
	for i, it := range s.items {
		all[i] = it.shape
	}
	return all
}

// bytes is how much memory the patches take.
func (s *scene) bytes() (n int64) {
	for _, it := range s.items {
		if p, ok := it.shape.(*patch); ok && p.image != nil {
			n += int64(len(p.image.Pix))
		}
	}
	return n
}

// studio is what shapes are made with.
type studio struct {
	ground *image.RGBA
	album  *album
	// made gives the layer of tile i, where it stands already as these shapes make it.
	made func(i int, shapes []shape) (*layer, bool)
}

// scene makes the marks ready. last is the scene before this one upon the same ground; nil: there was none.
func (st *studio) scene(ctx context.Context, marks []drawing.Mark, last *scene) (*scene, error) {
	known := map[int64][]item{}
	if last != nil {
		for _, it := range last.items {
			known[it.marks[0].ID] = append(known[it.marks[0].ID], it)
		}
	}
	var next scene
	var below []shape
	darkens := darkening(marks)
	for _, m := range marks {
		if m.Hidden {
			continue
		}
		own := []drawing.Mark{m}
		if m.Darkens() {
			if own = darkens; m.ID != own[0].ID {
				continue // part of the first one
			}
		}
		s, err := st.shape(ctx, own, known[m.ID], below)
		if err != nil {
			return nil, err
		}
		next.items = append(next.items, item{own, s})
		below = append(below, s)
	}
	return &next, nil
}

func darkening(marks []drawing.Mark) (all []drawing.Mark) {
	for _, m := range marks {
		if m.Darkens() && !m.Hidden {
			all = append(all, m)
		}
	}
	return all
}

// shape makes one shape of marks, or takes that of before where nothing about it has changed.
func (st *studio) shape(ctx context.Context, own []drawing.Mark, known []item, below []shape) (shape, error) {
	var read []shape
	fresh := shapeOf(own, st.ground.Rect.Size())
	p, reads := fresh.(*patch)
	if reads {
		read = upon(below, p.reads)
	}
	for _, it := range known {
		if !slices.EqualFunc(it.marks, own, same) {
			continue
		}
		if old, ok := it.shape.(*patch); !ok || slices.Equal(old.below, read) {
			return it.shape, nil
		}
	}
	switch {
	case reads:
		return p, p.make(ctx, st.ground, read, st.made)
	case own[0].Kind == drawing.Picture:
		return st.album.place(own[0])
	case fresh == nil:
		return makeShape(own), nil
	}
	return fresh, nil
}

// shapeOf gives a patch, before it is made, and nil for what costs more to make than to compare.
func shapeOf(own []drawing.Mark, size image.Point) shape {
	if k := own[0].Kind; k == drawing.Blur || k == drawing.Pixelate {
		return patchOf(own[0], size)
	}
	return nil
}

// makeShape makes what needs neither the ground nor another picture.
func makeShape(own []drawing.Mark) shape {
	switch m := own[0]; m.Kind {
	case drawing.Brush, drawing.Erase, drawing.Line, drawing.Arrow:
		return strokeOf(m)
	case drawing.Box, drawing.Ellipse:
		return figureOf(m)
	case drawing.Text:
		return textOf(m)
	case drawing.Number:
		return numberOf(m)
	case drawing.Emphasis:
		if m.Style.Outline {
			return rimmedOf(m)
		}
		return emphasisOf(own)
	}
	return nothing{} // of a newer version of the program
}

// nothing is a mark that leaves no trace.
type nothing struct{}

func (nothing) touches(image.Rectangle) bool { return false }
func (nothing) paint(*tile)                  {}

// same says that two marks look the same. Points are values that nobody writes to, so the same memory is the same line, and
// a long line is not compared point by point at every event of another.
func same(a, b drawing.Mark) bool {
	return a.ID == b.ID && alike(a, b)
}

// alike is same, whatever the marks are called.
func alike(a, b drawing.Mark) bool {
	if a.Kind != b.Kind || a.At != b.At || a.Style != b.Style || a.Text != b.Text || a.Number != b.Number ||
		a.Asset != b.Asset || a.Size != b.Size || a.Round != b.Round || len(a.Points) != len(b.Points) {
		return false
	}
	return len(a.Points) == 0 || &a.Points[0] == &b.Points[0] || slices.Equal(a.Points, b.Points)
}
