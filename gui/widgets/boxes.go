package widgets

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"

	"viviscope/resources"
)

// NewInset puts room around an object, in px.
func NewInset(top, right, bottom, left float32, o fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: insetLayout{top, right, bottom, left}, Objects: []fyne.CanvasObject{o}}
}

// NewFixed gives an object at least a size; 0 leaves that side to the object.
func NewFixed(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: fixedLayout{width, height}, Objects: []fyne.CanvasObject{o}}
}

// Spring is the room that a row or a column has left: Fyne's spacer, which its own boxes take as well.
type Spring = layout.Spacer

// NewSpring makes a spring.
func NewSpring() *Spring { return &Spring{} }

type insetLayout struct{ top, right, bottom, left float32 }

func (l insetLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(l.left+l.right, l.top+l.bottom)
}

func (l insetLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	return HeightFor(objects[0], width-l.left-l.right) + l.top + l.bottom
}

func (l insetLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	Place(objects[0], l.left, l.top, s.Width-l.left-l.right, s.Height-l.top-l.bottom)
}

type fixedLayout struct{ width, height float32 }

func (l fixedLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := objects[0].MinSize()
	if l.width > 0 {
		m.Width = l.width
	}
	m.Height = max(m.Height, l.height)
	return m
}

func (l fixedLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	return max(HeightFor(objects[0], width), l.height)
}

func (l fixedLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	Place(objects[0], 0, 0, s.Width, s.Height)
}

// NewMiddle puts an object into the middle, at most width px wide, with room of pad px around it.
func NewMiddle(width, pad float32, o fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &middleLayout{width: width, pad: pad}, Objects: []fyne.CanvasObject{o}}
}

type middleLayout struct {
	width, pad float32
	laid       float32 // width as last laid out; 0: not yet
}

func (l *middleLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(min(l.width, 200)+2*l.pad, HeightFor(o[0], cmp.Or(l.laid, l.width))+2*l.pad)
}

func (l *middleLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.laid = min(l.width, s.Width-2*l.pad)
	h := HeightFor(o[0], l.laid)
	Place(o[0], (s.Width-l.laid)/2, max((s.Height-h)/2, l.pad), l.laid, h)
}

// frameLayout lays objects along the edges of a box and one into the rest, edge to edge: lines meet, and no ground
// shows between two panels.
type frameLayout struct{ top, left, right, centre fyne.CanvasObject }

// NewFrame puts top over the whole width, left and right beside the centre, and gives the rest to the centre. Any but
// the centre may be nil. Tab goes top, left, centre, right.
func NewFrame(top, left, right, centre fyne.CanvasObject) *fyne.Container {
	c := &fyne.Container{Layout: &frameLayout{top, left, right, centre}}
	for _, o := range []fyne.CanvasObject{top, left, centre, right} {
		if o != nil {
			c.Objects = append(c.Objects, o)
		}
	}
	return c
}

func shown(o fyne.CanvasObject) bool { return o != nil && o.Visible() }

// HeightFor is the height of the top, and of the highest of those below it.
func (l *frameLayout) HeightFor(_ []fyne.CanvasObject, width float32) float32 {
	top, high, w := float32(0), float32(0), width
	if shown(l.top) {
		top = HeightFor(l.top, width)
	}
	for _, o := range []fyne.CanvasObject{l.left, l.right} {
		if shown(o) {
			high, w = max(high, o.MinSize().Height), w-o.MinSize().Width
		}
	}
	return top + max(high, HeightFor(l.centre, w))
}

// MinSize is the sum of the parts that are shown.
func (l *frameLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	m := l.centre.MinSize()
	for _, o := range []fyne.CanvasObject{l.left, l.right} {
		if shown(o) {
			s := o.MinSize()
			m.Width += s.Width
			m.Height = max(m.Height, s.Height)
		}
	}
	if shown(l.top) {
		s := l.top.MinSize()
		m.Width = max(m.Width, s.Width)
		m.Height += s.Height
	}
	return m
}

// Layout places the parts.
func (l *frameLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	x, y, w := float32(0), float32(0), s.Width
	if shown(l.top) {
		y = HeightFor(l.top, s.Width)
		Place(l.top, 0, 0, s.Width, y)
	}
	if shown(l.left) {
		x = l.left.MinSize().Width
		Place(l.left, 0, y, x, s.Height-y)
		w -= x
	}
	if shown(l.right) {
		r := l.right.MinSize().Width
		w -= r
		Place(l.right, x+w, y, r, s.Height-y)
	}
	Place(l.centre, x, y, w, s.Height-y)
}

// fieldLabel is the least width of the labels of a form, px; labelGap is the room behind them.
const (
	fieldLabel = 96
	labelGap   = 8
)

// NewField lays a label of 96 px beside its control.
func NewField(label string, content fyne.CanvasObject) *fyne.Container {
	t := NewText(label, resources.SizeBody, resources.Text2, false)
	return NewFieldBy(t, 0, func(float32) float32 { return max(fieldLabel, t.MinSize().Width+labelGap) }, content)
}

// NewFieldBy lays a label beside its control, which it names, at the height of the control's first line. column returns the width of the
// label with the room behind it in a width, px, in which the label may wrap; least is the least height, px.
func NewFieldBy(label *Text, least float32, column func(width float32) float32, content fyne.CanvasObject) *fyne.Container {
	Name(label, content)
	return &fyne.Container{Layout: &fieldLayout{label: label, least: least, column: column}, Objects: []fyne.CanvasObject{label, content}}
}

type fieldLayout struct {
	label  *Text
	least  float32
	column func(width float32) float32
	width  float32 // as last laid out; 0: not yet
}

func (l *fieldLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	content := o[1].MinSize()
	w := l.column(0) + content.Width
	if l.width == 0 {
		return fyne.NewSize(w, max(content.Height, l.least, l.label.lineHeight()))
	}
	return fyne.NewSize(w, l.HeightFor(o, max(l.width, w)))
}

func (l *fieldLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	x := l.column(width)
	top := max((l.least-l.label.lineHeight())/2, 0)
	return max(HeightFor(o[1], width-x), l.least, top+HeightFor(l.label, x-labelGap))
}

func (l *fieldLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	x, line := l.column(s.Width), l.label.lineHeight()
	row := min(max(heightControl, line), s.Height)
	Place(l.label, 0, (row-line)/2, x-labelGap, HeightFor(l.label, x-labelGap))
	w := max(s.Width-x, 0)
	h := HeightFor(o[1], w)
	Place(o[1], x, max((row-h)/2, 0), w, h)
}

// Column is the room of one cell of a table row.
type Column struct {
	Width float32 // px; the least width where Grow is set
	Grow  bool    // takes its share of what is left over
}

// Columns lays objects side by side, each in its column, in the middle of the height. The head of a table and all its rows have the same
// columns, so that they line up.
type Columns struct {
	Gap     float32 // px between columns
	Margin  float32 // px left and right of the row
	Height  float32 // least height of a row, px
	Columns []Column
	// Of returns the columns in a width, px, in place of Columns where they follow the text; in a width of 0 the narrowest.
	Of func(width float32) []Column
}

func (c *Columns) in(width float32) []Column {
	if c.Of != nil {
		return c.Of(width)
	}
	return c.Columns
}

var _ fyne.Layout = (*Columns)(nil)

// MinSize is the sum of the columns and the highest object.
func (c *Columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size, columns := fyne.NewSize(2*c.Margin, c.Height), c.in(0)
	for i, o := range objects {
		if i > 0 {
			size.Width += c.Gap
		}
		size.Width += columns[i].Width
		if o.Visible() {
			size.Height = max(size.Height, o.MinSize().Height)
		}
	}
	return size
}

// Layout places each object in its column.
func (c *Columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	columns, spare, growing := c.in(size.Width), size.Width-2*c.Margin, 0
	for i := range objects {
		if i > 0 {
			spare -= c.Gap
		}
		spare -= columns[i].Width
		if columns[i].Grow {
			growing++
		}
	}
	share := float32(1) // of their widths, where they are wider together than the room
	if spare < 0 {
		share = max(1+spare/(size.Width-2*c.Margin-float32(len(objects)-1)*c.Gap-spare), 0)
	}
	x := c.Margin
	for i, o := range objects {
		w := columns[i].Width * share
		if columns[i].Grow && spare > 0 {
			w += spare / float32(growing)
		}
		h := min(o.MinSize().Height, size.Height)
		Place(o, x, (size.Height-h)/2, w, h)
		x += w + c.Gap
	}
}

// NewBar lays what stands at its left and at its right into one line as [NewRow] does, and what stands at the right into a
// second line where one is too short.
func NewBar(gap float32, left, right []fyne.CanvasObject) *fyne.Container {
	l := barLayout{gap: gap, left: len(left), line: rowLayout{gap: gap}, upper: rowLayout{gap: gap}, lower: rowLayout{gap: gap}}
	right = append([]fyne.CanvasObject{NewSpring()}, right...)
	return &fyne.Container{Layout: &l, Objects: append(left[:len(left):len(left)], right...)}
}

type barLayout struct {
	gap                float32
	left               int // how many stand at the left
	line, upper, lower rowLayout
}

// broken reports whether a width is too short for one line.
func (l *barLayout) broken(o []fyne.CanvasObject, width float32) bool {
	return l.line.MinSize(o).Width > width
}

// MinSize is that of the longer of two lines.
func (l *barLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return l.upper.MinSize(o[:l.left]).Max(l.lower.MinSize(o[l.left:]))
}

func (l *barLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	if !l.broken(o, width) {
		return l.line.MinSize(o).Height
	}
	return l.upper.MinSize(o[:l.left]).Height + l.gap + l.lower.MinSize(o[l.left:]).Height
}

func (l *barLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if !l.broken(o, s.Width) {
		l.line.Layout(o, s)
		return
	}
	first, second := o[:l.left], o[l.left:]
	top := l.upper.MinSize(first).Height
	l.upper.Layout(first, fyne.NewSize(s.Width, top))
	l.lower.Layout(second, fyne.NewSize(s.Width, s.Height-top-l.gap))
	for _, part := range second {
		part.Move(part.Position().AddXY(0, top+l.gap))
	}
}
