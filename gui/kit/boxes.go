package kit

import (
	"fyne.io/fyne/v2"

	"viviscope/resources"
)

// NewInset puts room around an object, in px.
func NewInset(top, right, bottom, left float32, o fyne.CanvasObject) *fyne.Container {
	return arrange(boxLayout{top: top, right: right, bottom: bottom, left: left}, o)
}

// NewFixed gives an object at least a size; 0 leaves that side to the object.
func NewFixed(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return arrange(boxLayout{width: width, height: height}, o)
}

// NewColumnCell gives an object at least a width, px at 100 % text, which follows the text size.
func NewColumnCell(width float32, o fyne.CanvasObject) *fyne.Container {
	return arrange(boxLayout{width: width, scaled: true}, o)
}

// boxLayout lays out one object.
type boxLayout struct {
	top, right, bottom, left float32 // around it
	width, height            float32 // that it has at least; 0: its own
	scaled                   bool    // the width follows the text size
}

func (l boxLayout) least(o []fyne.CanvasObject) float32 {
	switch {
	case l.width > 0 && l.scaled:
		return resources.Scaled(l.width)
	case l.width > 0:
		return l.width
	}
	return leastWidth(o[0]) + l.left + l.right
}

func (l boxLayout) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	w := s.Width - l.left - l.right
	put(o[0], l.left, l.top, w, s.Height-l.top-l.bottom)
	return max(heightIn(o[0], w, s)+l.top+l.bottom, l.height)
}

// NewMiddle puts an object into the middle, at most width px wide, with room of pad px around it.
func NewMiddle(width, pad float32, o fyne.CanvasObject) *fyne.Container {
	return arrange(middleLayout{width, pad}, o)
}

type middleLayout struct{ width, pad float32 }

func (l middleLayout) least([]fyne.CanvasObject) float32 { return min(l.width, 200) + 2*l.pad }

func (l middleLayout) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	w := min(l.width, s.Width-2*l.pad)
	if s.Height == minimalHeight && s.Width == l.least(nil) { // not laid out yet
		w = l.width
	}
	h := HeightFor(o[0], w)
	put(o[0], (s.Width-w)/2, max((s.Height-h)/2, l.pad), w, h)
	return h + 2*l.pad
}

// NewFloat lays objects over the lower edge of another one, where they cover it and move nothing. The container must
// have the same origin as the parent of over.
func NewFloat(over fyne.CanvasObject, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: floatLayout{over}, Objects: objects}
}

type floatLayout struct{ over fyne.CanvasObject }

func (floatLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l floatLayout) Layout(objects []fyne.CanvasObject, _ fyne.Size) {
	at, size := l.over.Position(), l.over.Size()
	bottom := at.Y + size.Height
	for _, o := range visibleOf(objects) {
		height := HeightFor(o, size.Width)
		bottom -= height
		Place(o, at.X, bottom, size.Width, height)
	}
}

// NewEven lays objects side by side, gap px apart, all as wide as each other and as high as there is room.
func NewEven(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return arrange(gridLayout{gap: gap, fixed: true}, objects...)
}

// NewGrid lays objects into columns of the same width, gap px apart, all rows as high as each other: into as many
// columns as have room for least px at 100 % text and for the widest object, and into most columns at most; 0: one for
// each object.
func NewGrid(gap float32, most int, least float32, objects ...fyne.CanvasObject) *fyne.Container {
	return arrange(gridLayout{gap: gap, columns: most, column: least}, objects...)
}

// NewTiles is a grid with a fixed number of columns in any width, however much the objects need.
func NewTiles(gap float32, columns int) *fyne.Container {
	return arrange(gridLayout{gap: gap, columns: columns, fixed: true})
}

type gridLayout struct {
	gap, column float32 // between the columns, and the least width of one, px
	columns     int     // at most; 0: one for each object
	fixed       bool    // exactly this number of columns
}

func (l gridLayout) least(o []fyne.CanvasObject) float32 {
	w := max(l.column, widest(o))
	switch {
	case l.fixed && l.columns == 0:
		return float32(len(visibleOf(o)))*(w+l.gap) - l.gap
	case l.fixed:
		return 0
	}
	return w
}

func (l gridLayout) walk(all []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	o, columns := visibleOf(all), l.columns
	if columns == 0 {
		columns = len(o)
	}
	if !l.fixed {
		columns = min(columns, int((s.Width+l.gap)/(max(widest(o), resources.Scaled(l.column))+l.gap)))
	}
	columns = max(columns, 1)
	rows := max((len(o)+columns-1)/columns, 1)
	w, h, need := (s.Width+l.gap)/float32(columns)-l.gap, (s.Height+l.gap)/float32(rows)-l.gap, float32(0)
	for i, c := range o {
		if w > 0 {
			need = max(need, HeightFor(c, w))
		} else { // the width is not known yet
			need = max(need, c.MinSize().Height)
		}
		put(c, float32(i%columns)*(w+l.gap), float32(i/columns)*(h+l.gap), w, h)
	}
	return float32(rows)*(need+l.gap) - l.gap
}

// frameLayout lays objects along the edges of a box and one into the rest, edge to edge: lines meet, and no ground
// shows between two panels.
type frameLayout struct{ top, left, right, centre fyne.CanvasObject }

// NewFrame puts top over the whole width, left and right beside the centre, and gives the rest to the centre. Any but
// the centre may be nil. Tab goes top, left, centre, right.
func NewFrame(top, left, right, centre fyne.CanvasObject) *fyne.Container {
	l, none := frameLayout{top, left, right, centre}, NewSpring()
	none.Hide()
	var objects []fyne.CanvasObject
	for _, o := range []*fyne.CanvasObject{&l.top, &l.left, &l.centre, &l.right} {
		if *o == nil {
			*o = none
		} else {
			objects = append(objects, *o)
		}
	}
	return arrange(l, objects...)
}

// sides returns the widths of left and right.
func (l frameLayout) sides() (left, right float32) {
	return widest([]fyne.CanvasObject{l.left}), widest([]fyne.CanvasObject{l.right})
}

func (l frameLayout) least([]fyne.CanvasObject) float32 {
	left, right := l.sides()
	return max(left+leastWidth(l.centre)+right, widest([]fyne.CanvasObject{l.top}))
}

func (l frameLayout) walk(_ []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	left, right := l.sides()
	w, y, beside := s.Width-left-right, float32(0), float32(0)
	if l.top.Visible() {
		y = heightIn(l.top, s.Width, s)
		put(l.top, 0, 0, s.Width, y)
	}
	if l.left.Visible() {
		beside = l.left.MinSize().Height
		put(l.left, 0, y, left, s.Height-y)
	}
	if l.right.Visible() {
		beside = max(beside, l.right.MinSize().Height)
		put(l.right, left+w, y, right, s.Height-y)
	}
	put(l.centre, left, y, w, s.Height-y)
	return y + max(beside, heightIn(l.centre, w, s))
}

// fieldLabel is the least width of the labels of a form, px, which takes a third part in the growth of the text;
// labelGap is the room behind them.
const (
	fieldLabel = 96
	labelGap   = 8
)

// NewField lays a label of 96 px beside its control.
func NewField(label string, content fyne.CanvasObject) *fyne.Container {
	t := NewText(label, resources.SizeBody, resources.Text2, false)
	return NewFieldBy(t, 0, func(width float32) float32 {
		return max(fieldColumn(width), t.MinSize().Width+labelGap)
	}, content)
}

// fieldColumn is the room of the labels in a width, px; what the least form has room for decides the one in a width of
// 0.
func fieldColumn(width float32) float32 {
	if width == 0 {
		return fieldLabel
	}
	return (2*fieldLabel + resources.Scaled(fieldLabel)) / 3
}

// NewUnderField lays an object below the control of a field.
func NewUnderField(o fyne.CanvasObject) *fyne.Container { return arrange(underLayout{}, o) }

type underLayout struct{}

func (underLayout) least(o []fyne.CanvasObject) float32 { return fieldColumn(0) + leastWidth(o[0]) }

func (underLayout) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	x := fieldColumn(s.Width)
	put(o[0], x, 0, max(s.Width-x, 0), s.Height)
	return heightIn(o[0], max(s.Width-x, 0), s)
}

// NewFieldBy lays a label beside its control, which it names, at the height of the control's first line. column returns
// the width of the label with the room behind it in a width, px, in which the label may wrap; least is the least
// height, px.
func NewFieldBy(
	label *Text, least float32, column func(width float32) float32, content fyne.CanvasObject,
) *fyne.Container {
	Name(label, content)
	return arrange(fieldLayout{label, least, column}, label, content)
}

type fieldLayout struct {
	label  *Text
	high   float32
	column func(width float32) float32
}

func (l fieldLayout) least(o []fyne.CanvasObject) float32 { return l.column(0) + leastWidth(o[1]) }

func (l fieldLayout) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	x, line := l.column(s.Width), l.label.lineHeight()
	row := min(max(heightControl, line+10), s.Height)
	w := max(s.Width-x, 0)
	words, content := HeightFor(l.label, x-labelGap), HeightFor(o[1], w)
	put(l.label, 0, (row-line)/2, x-labelGap, words)
	put(o[1], x, max((row-content)/2, 0), w, content)
	return max(content, l.high, max((l.high-line)/2, 0)+words)
}

// Column is the room of one cell of a table row.
type Column struct {
	Width float32 // px; where Grow is set it takes more if there is room
	Least float32 // px; how far the column shrinks before the others give up more than theirs
	Grow  bool    // takes its share of the spare width
}

// Columns lays objects side by side, each in its column, in the middle of the height. The head of a table and all its
// rows have the same columns, so that they line up. Fyne's grid has columns of equal width.
type Columns struct {
	Gap     float32 // px between columns
	Margin  float32 // px left and right of the row
	Height  float32 // least height of a row, px
	Columns []Column
	// Of returns the columns for a width, px, instead of Columns, if they depend on the text; for a width of 0 the
	// narrowest.
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

func (c *Columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	columns := c.in(size.Width)[:len(objects)]
	room, growing := size.Width-2*c.Margin-float32(max(len(objects)-1, 0))*c.Gap, 0
	spare := room
	for _, one := range columns {
		spare -= one.Width
		if one.Grow {
			growing++
		}
	}
	widths := shrunk(columns, room)
	x := c.Margin
	for i, o := range objects {
		w := widths[i]
		if columns[i].Grow && spare > 0 {
			w += spare / float32(growing)
		}
		h := min(o.MinSize().Height, size.Height)
		Place(o, x, (size.Height-h)/2, w, h)
		x += w + c.Gap
	}
}

// shrunk returns the widths of columns in a room, px. If they do not fit, each gives up the same share of what it has
// above its least width. If that does not suffice, each gets the same share of its least width.
func shrunk(columns []Column, room float32) (widths []float32) {
	var whole, least float32
	for _, c := range columns {
		whole += c.Width
		least += min(c.Least, c.Width)
	}
	for _, c := range columns {
		w, bottom := c.Width, min(c.Least, c.Width)
		switch {
		case whole <= room:
		case least <= room && whole > least:
			w = bottom + (w-bottom)*(room-least)/(whole-least)
		default:
			w = bottom * max(room, 0) / max(least, 1)
		}
		widths = append(widths, w)
	}
	return widths
}

// NewBar lays out left and right in one line as [NewRow] does. If one line is too short, right goes to a second line.
// If that is too short as well, each continues on further lines.
func NewBar(gap float32, left, right []fyne.CanvasObject) *fyne.Container {
	l := barLayout{rowLayout{gap}, len(left)}
	right = append([]fyne.CanvasObject{NewSpring()}, right...)
	return arrange(l, append(left[:len(left):len(left)], right...)...)
}

type barLayout struct {
	row  rowLayout
	left int // how many are at the left
}

func (l barLayout) least(o []fyne.CanvasObject) float32 { return widest(o) }

func (l barLayout) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	if l.row.least(o) <= s.Width {
		return l.row.walk(o, s, put)
	}
	line := func(o []fyne.CanvasObject, y float32) float32 {
		at := func(o fyne.CanvasObject, x, below, w, h float32) { put(o, x, y+below, w, h) }
		if l.row.least(o) > s.Width {
			return flowLayout{l.row.gap}.walk(o, s, at)
		}
		high := l.row.walk(o, fyne.NewSize(s.Width, 0), nowhere)
		return l.row.walk(o, fyne.NewSize(s.Width, high), at)
	}
	top := line(o[:l.left], 0) + l.row.gap
	return top + line(o[l.left:], top)
}
