package paint

import (
	"context"
	"image"
	"reflect"
	"slices"

	"viviscope/gui/editor/drawing"
)

// shape is what a mark looks like on a canvas. It is never changed once it was made, but for the stroke that is being drawn.
type shape interface {
	// touches says whether it may change a pixel of r. It may say so of more than it does, and never of less.
	touches(r image.Rectangle) bool
	// paint puts it upon a tile that it touches.
	paint(t *tile)
}

// upon is the shapes that touch a rectangle, in their order.
func upon(shapes []shape, r image.Rectangle) []shape {
	var touching []shape
	for _, s := range shapes {
		if s.touches(r) {
			touching = append(touching, s)
		}
	}
	return touching
}

// scene is the marks of a drawing made ready to be painted, from the bottom to the top. What did not change from one
// drawing to the next is the same shape, so two tiles show the same if they have the same shapes in the same order.
type scene []item

// item is what a mark, or all the darkening ones together, became.
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

// makeScene makes the marks ready. last is the scene before this one upon the same ground; nil: there was none.
func makeScene(ctx context.Context, ground *image.RGBA, a *placedPictures, marks []drawing.Mark, last scene) (scene, error) {
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
			if own = darkens; m.ID != own[0].ID {
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

// makeShape makes one shape of marks, or takes that of before where nothing about it has changed.
func makeShape(ctx context.Context, ground *image.RGBA, a *placedPictures, own []drawing.Mark, known item, below []shape) (shape, error) {
	var p *patch
	if k := own[0].Kind; k == drawing.Blur || k == drawing.Pixelate {
		p = patchOf(own[0], ground.Rect)
		p.below = upon(below, p.reads)
	}
	if reflect.DeepEqual(known.marks, own) { // that looks at the points of lines only where they are not the same memory
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
	return &figure{}, nil // of a newer version of the program: it leaves no trace
}
