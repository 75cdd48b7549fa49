package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"
)

// Tall is anything whose height follows from its width, such as a card around wrapped words. Custom cells
// implement it to have rows of uneven height.
type Tall interface{ HeightFor(width float32) float32 }

// TallLayout is a layout whose height follows from its width.
type TallLayout interface {
	HeightFor(objects []fyne.CanvasObject, width float32) float32
}

// HeightFor returns the height of an object in a width, in px, without laying it out there: of a wrapped
// text, or of columns and rows that hold some; of anything else its minimum.
func HeightFor(o fyne.CanvasObject, width float32) float32 {
	switch o := o.(type) {
	case Tall:
		return o.HeightFor(width)
	case *fyne.Container:
		if l, ok := o.Layout.(TallLayout); ok {
			return l.HeightFor(o.Objects, width)
		}
		if o.Layout == layout.NewStackLayout() {
			var high float32
			for _, part := range o.Objects {
				if part.Visible() {
					high = max(high, HeightFor(part, width))
				}
			}
			return high
		}
	}
	return o.MinSize().Height
}

// NewColumn stacks objects from top to bottom, gap px apart. Hidden ones take no room, wrapped texts get the
// height that their words need in the width of the column, and a Spring takes the height that is spare.
func NewColumn(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &columnLayout{gap: gap}, Objects: objects}
}

// NewFilled is a column in which one object has the height that the others leave.
func NewFilled(gap float32, filling fyne.CanvasObject, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &columnLayout{gap: gap, filling: filling}, Objects: objects}
}

// NewRow lays objects from left to right, gap px apart, each as wide as it must be and centred in the height.
// Hidden ones take no room. What is left over goes to the texts that wrap or are cut, to bars, to search
// fields and to Springs; a text gets no more than its words need where a Spring can have the rest.
func NewRow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &rowLayout{gap: gap}, Objects: objects}
}

type columnLayout struct {
	gap     float32
	filling fyne.CanvasObject // has the height that the others leave; nil: springs have it
	width   float32           // as last laid out; 0: not yet
}

func (l *columnLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var w float32
	for _, o := range objects {
		if o.Visible() {
			w = max(w, o.MinSize().Width)
		}
	}
	return fyne.NewSize(w, l.HeightFor(objects, max(l.width, w)))
}

func (l *columnLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	var h float32
	n := 0
	for _, o := range objects {
		if o.Visible() {
			h += HeightFor(o, width)
			n++
		}
	}
	return h + l.gap*float32(max(n-1, 0))
}

func (l *columnLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	springs := float32(0)
	for _, o := range objects {
		if _, ok := o.(*Spring); ok && o.Visible() {
			springs++
		}
	}
	spare := s.Height - l.HeightFor(objects, s.Width)
	var y float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		h := HeightFor(o, s.Width)
		if _, ok := o.(*Spring); ok {
			h = max(spare, 0) / springs
		} else if o == l.filling {
			h = max(h+spare, 0)
		}
		Place(o, 0, y, s.Width, h)
		y += h + l.gap
	}
}

// NewEven lays objects side by side, gap px apart, all as wide as each other and as high as there is room.
func NewEven(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: evenLayout{gap}, Objects: objects}
}

type evenLayout struct{ gap float32 }

func (l evenLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		m = m.Max(o.MinSize())
	}
	n := float32(len(objects))
	return fyne.NewSize(n*m.Width+max(n-1, 0)*l.gap, m.Height)
}

func (l evenLayout) width(n int, all float32) float32 { return (all - float32(n-1)*l.gap) / float32(n) }

func (l evenLayout) HeightFor(objects []fyne.CanvasObject, width float32) (height float32) {
	for _, o := range objects {
		height = max(height, HeightFor(o, l.width(len(objects), width)))
	}
	return height
}

func (l evenLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	w := l.width(len(objects), s.Width)
	for i, o := range objects {
		Place(o, float32(i)*(w+l.gap), 0, w, s.Height)
	}
}

// grower is anything that can say of itself that it takes the spare width.
type grower interface{ grows() bool }

// stretches reports whether an object takes spare width.
func stretches(o fyne.CanvasObject) bool {
	switch o := o.(type) {
	case *Spring, *Progress, *Meter:
		return true
	case *Text:
		return o.ellipsis || o.wrap
	case grower:
		return o.grows()
	case *fyne.Container:
		switch o.Layout.(type) {
		case *rowLayout, *columnLayout, insetLayout:
			return slices.ContainsFunc(o.Objects, func(c fyne.CanvasObject) bool { return c.Visible() && stretches(c) })
		}
	}
	return false
}

type rowLayout struct {
	gap   float32
	width float32 // as last laid out; 0: not yet
}

func (l *rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	w, n := float32(0), 0
	for _, o := range objects {
		if o.Visible() {
			w += o.MinSize().Width
			n++
		}
	}
	w += l.gap * float32(max(n-1, 0))
	return fyne.NewSize(w, l.HeightFor(objects, max(l.width, w)))
}

// widths shares a width among the objects; hidden ones get none.
func (l *rowLayout) widths(objects []fyne.CanvasObject, width float32) []float32 {
	out := make([]float32, len(objects))
	spare, n := width, 0
	var texts, others []int
	springs := false
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		n++
		switch _, text := o.(*Text); {
		case !stretches(o):
			out[i] = o.MinSize().Width
			spare -= out[i]
		case text:
			texts = append(texts, i)
		default:
			_, spring := o.(*Spring)
			springs = springs || spring
			others = append(others, i)
		}
	}
	spare = max(spare-l.gap*float32(max(n-1, 0)), 0)
	if springs || len(texts) > 1 {
		spare = l.shareTexts(objects, texts, out, spare)
	} else {
		others = append(others, texts...)
	}
	if len(others) == 0 && len(texts) > 0 {
		out[texts[len(texts)-1]] += spare
	}
	for _, i := range others {
		out[i] = spare / float32(len(others))
	}
	return out
}

// shareTexts gives texts the width of their words, or a part of it where that is too much, and returns the rest.
func (l *rowLayout) shareTexts(objects []fyne.CanvasObject, texts []int, out []float32, spare float32) float32 {
	want := float32(0)
	for _, i := range texts {
		want += objects[i].(*Text).NaturalWidth()
	}
	part := min(spare/max(want, 1), 1)
	for _, i := range texts {
		out[i] = objects[i].(*Text).NaturalWidth() * part
		spare -= out[i]
	}
	return max(spare, 0)
}

func (l *rowLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	var h float32
	for i, w := range l.widths(objects, width) {
		if objects[i].Visible() {
			h = max(h, HeightFor(objects[i], w))
		}
	}
	return h
}

func (l *rowLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	x := float32(0)
	for i, w := range l.widths(objects, s.Width) {
		o := objects[i]
		if !o.Visible() {
			continue
		}
		h := min(HeightFor(o, w), s.Height)
		Place(o, x, (s.Height-h)/2, w, h)
		x += w + l.gap
	}
}
