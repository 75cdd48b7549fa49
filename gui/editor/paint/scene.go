package paint

import (
	"context"
	"image"
	"reflect"
	"slices"

	"viviscope/gui/editor/drawing"
)

// scene is the visible marks of a drawing as shapes, from bottom to top. A mark that did not change keeps its shape
// from one drawing to the next, so two tiles are equal if they have the same shapes in the same order.
type scene []item

// item is the shape of one mark, or of all darkening marks together.
type item struct {
	marks []drawing.Mark
	shape shape
}

func (s scene) shapes() []shape {
	all := make([]shape, len(s))
	for i, it := range s {
		all[i] = it.shape
	}
	return all
}

// makeScene returns the scene of marks. last is the previous scene on the same ground; nil if there was none.
func makeScene(
	ctx context.Context, ground *image.RGBA, a *placedPictures, marks []drawing.Mark, last scene,
) (scene, error) {
	known := map[int64]item{}
	for _, it := range last {
		known[it.marks[0].ID] = it
	}
	marks = slices.DeleteFunc(slices.Clone(marks), func(m drawing.Mark) bool { return m.Hidden })
	darkens := slices.DeleteFunc(slices.Clone(marks), func(m drawing.Mark) bool { return !m.Darkens() })
	var next scene
	var below []shape
	for _, m := range marks {
		own := []drawing.Mark{m}
		if m.Darkens() {
			own = darkens
			if m.ID != own[0].ID {
				continue // part of the first one
			}
		}
		s, err := makeShape(ctx, ground, a, own, known[m.ID], below)
		if err != nil {
			return nil, err
		}
		next = append(next, item{own, s})
		below = append(below, s)
	}
	return next, nil
}

// makeShape returns the shape of marks: the known one if nothing about it has changed, else a new one.
func makeShape(
	ctx context.Context, ground *image.RGBA, a *placedPictures, own []drawing.Mark, known item, below []shape,
) (shape, error) {
	var p *patch
	if k := own[0].Kind; k == drawing.Blur || k == drawing.Pixelate {
		p = patchOf(own[0], ground.Rect)
		p.below = shapesIn(below, p.reads)
	}
	if reflect.DeepEqual(known.marks, own) { // it compares points only if they are not the same memory
		if old, ok := known.shape.(*patch); !ok || slices.Equal(old.below, p.below) {
			return known.shape, nil
		}
	}
	switch m := own[0]; m.Kind {
	case drawing.Blur, drawing.Pixelate:
		return p, p.make(ctx, ground)
	case drawing.Picture:
		return a.place(m)
	case drawing.Brush, drawing.Erase, drawing.Line, drawing.Arrow:
		return strokeOf(m), nil
	case drawing.Box, drawing.Ellipse:
		return figureOf(m), nil
	case drawing.Text:
		return textOf(m), nil
	case drawing.Number:
		return numberOf(m), nil
	case drawing.Emphasis:
		if m.Style.Outline {
			return rimmedOf(m), nil
		}
		return emphasisOf(own), nil
	}
	return &figure{}, nil // a kind of a newer program: nothing is painted
}
