package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"viviscope/resources"
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
	h := l.HeightFor(objects, max(l.width, w))
	if l.filling != nil && l.filling.Visible() {
		h += l.filling.MinSize().Height - l.wanted(l.filling, max(l.width, w))
	}
	return fyne.NewSize(w, h)
}

func (l *columnLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	var h float32
	n := 0
	for _, o := range objects {
		if o.Visible() {
			h += l.wanted(o, width)
			n++
		}
	}
	return h + l.gap*float32(max(n-1, 0))
}

// wanted is the height of an object at which nothing in it has to scroll.
func (l *columnLayout) wanted(o fyne.CanvasObject, width float32) float32 {
	if scroll, ok := o.(*container.Scroll); ok && o == l.filling {
		return scroll.Content.MinSize().Height
	}
	return HeightFor(o, width)
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
		h := l.wanted(o, s.Width)
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
	return &fyne.Container{Layout: &gridLayout{gap: gap, fixed: true}, Objects: objects}
}

// NewGrid lays objects into columns of the same width, gap px apart, all rows as high as each other: into as many columns as have room for
// least px at 100 % text and for the widest object, and into most columns at most; 0: one for each object.
func NewGrid(gap float32, most int, least float32, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &gridLayout{gap: gap, columns: most, least: least}, Objects: objects}
}

// NewTiles is a grid of so many columns in any width, however much the objects need.
func NewTiles(gap float32, columns int) *fyne.Container {
	return &fyne.Container{Layout: &gridLayout{gap: gap, columns: columns, fixed: true}}
}

type gridLayout struct {
	gap, least float32
	columns    int     // at most; 0: one for each object
	fixed      bool    // just so many
	width      float32 // as last laid out; 0: not yet
}

// shape returns what is visible, in how many columns and rows it stands in a width, and the least size of the largest.
func (l *gridLayout) shape(objects []fyne.CanvasObject, width float32) (seen []fyne.CanvasObject, columns, rows int, largest fyne.Size) {
	largest.Width = l.least
	for _, o := range objects {
		if o.Visible() {
			seen, largest = append(seen, o), largest.Max(o.MinSize())
		}
	}
	if columns = l.columns; columns == 0 {
		columns = len(seen)
	}
	if !l.fixed {
		columns = min(columns, int((width+l.gap)/(max(largest.Width, resources.Scaled(l.least))+l.gap)))
	}
	columns = max(columns, 1)
	return seen, columns, max((len(seen)+columns-1)/columns, 1), largest
}

func (l *gridLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	_, columns, rows, largest := l.shape(objects, l.width)
	switch {
	case l.fixed && l.columns == 0:
		return fyne.NewSize(float32(columns)*(largest.Width+l.gap)-l.gap, largest.Height)
	case l.fixed && l.width == 0:
		return fyne.NewSize(0, float32(rows)*(largest.Height+l.gap)-l.gap)
	case l.fixed:
		return fyne.NewSize(0, l.HeightFor(objects, l.width))
	}
	return fyne.NewSize(largest.Width, l.HeightFor(objects, max(l.width, largest.Width)))
}

func (l *gridLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	seen, columns, rows, _ := l.shape(objects, width)
	w, height := (width+l.gap)/float32(columns)-l.gap, float32(0)
	for _, o := range seen {
		height = max(height, HeightFor(o, w))
	}
	return float32(rows)*(height+l.gap) - l.gap
}

func (l *gridLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	seen, columns, rows, _ := l.shape(objects, s.Width)
	w, h := (s.Width-float32(columns-1)*l.gap)/float32(columns), (s.Height-float32(rows-1)*l.gap)/float32(rows)
	for i, o := range seen {
		Place(o, float32(i%columns)*(w+l.gap), float32(i/columns)*(h+l.gap), w, h)
	}
}

// NewBeside lays two objects beside each other, gap px apart. One of them keeps its width: the first where only the second takes spare
// width, else the second, which then stands at the right end. The other one gets the rest; where that is less than least px at 100 % text
// and less than its words need, the second stands below the first, half a gap apart. A least of 0 asks for all of its words.
func NewBeside(gap, least float32, first, second fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &besideLayout{gap: gap, least: least}, Objects: []fyne.CanvasObject{first, second}}
}

type besideLayout struct {
	gap, least float32
	width      float32 // as last laid out; 0: not yet
}

// inOneLine is the width of an object whose words and parts are not broken into lines.
func inOneLine(o fyne.CanvasObject) float32 {
	switch o := o.(type) {
	case *Text:
		return o.NaturalWidth()
	case *fyne.Container:
		switch l := o.Layout.(type) {
		case *flowLayout:
			return allInOneLine(o.Objects, l.gap)
		case *rowLayout:
			return allInOneLine(o.Objects, l.gap)
		}
	}
	return o.MinSize().Width
}

// shares returns the widths of both objects, and whether the second stands below the first.
func (l *besideLayout) shares(o []fyne.CanvasObject, width float32) (first, second float32, below bool) {
	kept := 1
	if !stretches(o[0]) && stretches(o[1]) {
		kept = 0
	}
	fixed, rest := o[kept], o[1-kept]
	if !o[0].Visible() {
		return 0, width, false
	}
	if !o[1].Visible() || inOneLine(fixed) <= 0 {
		return width, 0, false
	}
	need := inOneLine(rest)
	if _, text := rest.(*Text); l.least > 0 && text {
		need = min(need, resources.Scaled(l.least))
	} else if l.least > 0 {
		need = resources.Scaled(l.least)
	}
	of := [2]float32{}
	of[kept] = inOneLine(fixed)
	of[1-kept] = width - of[kept] - l.gap
	if of[1-kept] < need {
		of[kept], of[1-kept] = min(of[kept], width), width
		return of[0], of[1], true
	}
	return of[0], of[1], false
}

func (l *besideLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	w := max(o[0].MinSize().Width, o[1].MinSize().Width)
	return fyne.NewSize(w, l.HeightFor(o, max(l.width, w)))
}

func (l *besideLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	first, second, below := l.shares(o, width)
	if below {
		return HeightFor(o[0], first) + l.gap/2 + HeightFor(o[1], second)
	}
	if second <= 0 {
		return HeightFor(o[0], first)
	}
	return max(HeightFor(o[0], first), HeightFor(o[1], second))
}

func (l *besideLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	first, second, below := l.shares(o, s.Width)
	high, low := HeightFor(o[0], first), HeightFor(o[1], second)
	if below {
		Place(o[0], 0, 0, first, high)
		Place(o[1], 0, high+l.gap/2, second, low)
		return
	}
	high, low = min(high, s.Height), min(low, s.Height)
	Place(o[0], 0, (s.Height-high)/2, first, high)
	Place(o[1], s.Width-second, (s.Height-low)/2, second, low)
}

// grower is anything that can say of itself that it takes the spare width.
type grower interface{ grows() bool }

// stretches reports whether an object takes spare width.
func stretches(o fyne.CanvasObject) bool {
	switch o := o.(type) {
	case *Spring, *Meter:
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

// NewFlow lays objects from left to right, gap px apart, each as wide as it must be, and goes on in the next line
// where the width ends. Hidden ones take no room.
func NewFlow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &flowLayout{gap: gap}, Objects: objects}
}

type flowLayout struct {
	gap   float32
	width float32 // as last laid out; 0: not yet
}

func (l *flowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var w float32
	for _, o := range objects {
		if o.Visible() {
			w = max(w, o.MinSize().Width)
		}
	}
	return fyne.NewSize(w, l.HeightFor(objects, max(l.width, w)))
}

func (l *flowLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	return l.walk(objects, width, func(fyne.CanvasObject, float32, float32, fyne.Size) {})
}

func (l *flowLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	l.walk(objects, s.Width, func(o fyne.CanvasObject, x, y float32, m fyne.Size) { Place(o, x, y, m.Width, m.Height) })
}

// allInOneLine is the width of the objects where none goes on in the next line.
func allInOneLine(objects []fyne.CanvasObject, gap float32) (width float32) {
	for _, o := range objects {
		if o.Visible() {
			width += inOneLine(o) + gap
		}
	}
	return max(width-gap, 0)
}

// walk visits the place of each object and returns the height of all lines.
func (l *flowLayout) walk(objects []fyne.CanvasObject, width float32, at func(o fyne.CanvasObject, x, y float32, m fyne.Size)) float32 {
	var x, y, line float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if x > 0 && x+m.Width > width {
			x, y, line = 0, y+line+l.gap, 0
		}
		m.Width = min(m.Width, width)
		at(o, x, y, m)
		x += m.Width + l.gap
		line = max(line, m.Height)
	}
	return y + line
}
