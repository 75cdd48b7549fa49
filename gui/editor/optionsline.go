package editor

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// The measures of the options line, px.
const (
	linePad    = 16
	lineGap    = 12 // between the title, the options and the bar
	rowGap     = 4  // between two rows of options
	linePadY   = 6
	titleLeast = 48
	wideLine   = 660  // from this width on the bar has labels and zoom steps; at 100 % text size
	narrowLine = 380  // below this width the zoom is hidden
	oneRowLine = 1100 // from this width on all options are in one row; at 100 % text size
)

// newOptionsLine returns the line above the view: the title of the tool, its options and the bar.
func newOptionsLine(o *options, b *bar) *fyne.Container {
	return &fyne.Container{Layout: lineLayout{o.rows, b}, Objects: []fyne.CanvasObject{o.title, o.row, b.box}}
}

// lineLayout places the title, the options and the bar beside each other. The options get the remaining width, and a
// second row in a narrow window. The height follows from the width alone, so that no other tool moves the canvas.
type lineLayout struct {
	options *optionRows
	bar     *bar
}

// rowsIn returns the number of rows in a width.
func rowsIn(width float32) int {
	if width >= resources.Scaled(oneRowLine) {
		return 1
	}
	return 2
}

// HeightFor returns the height in a width, px.
func (l lineLayout) HeightFor(_ []fyne.CanvasObject, width float32) float32 {
	rows := float32(rowsIn(width))
	return rows*(l.options.high()+rowGap) - rowGap + 2*linePadY
}

func (l lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, l.HeightFor(o, 0))
}

func (l lineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	b := l.bar
	wide := s.Width >= resources.Scaled(wideLine)
	kit.Show(b.eye, !wide)
	for _, button := range []*kit.Button{b.marks, b.out, b.in, b.actual} {
		kit.Show(button, wide)
	}
	kit.Show(b.zoom, s.Width >= resources.Scaled(narrowLine))
	kit.Show(b.fit, b.zoom.Visible())
	title, bar, high := o[0].MinSize(), o[2].MinSize(), l.options.high()
	at := linePad + max(title.Width, titleLeast) + lineGap
	l.options.rows, l.options.beside = rowsIn(s.Width), bar.Width+lineGap
	kit.Place(o[0], linePad, linePadY+(high-title.Height)/2, title.Width, title.Height)
	kit.Place(o[1], at, linePadY, max(s.Width-lineGap-at, 0), s.Height-2*linePadY)
	kit.Place(o[2], s.Width-lineGap-bar.Width, linePadY+(high-bar.Height)/2, bar.Width, bar.Height)
}

// optionRows lays the options of a tool from left to right in one or two rows. The first row leaves room for the bar.
// If the options have too little room, the last ones become compact one after the other. The last object of the
// container leads to those that have no room even then.
type optionRows struct {
	list    []*option // of the objects, in their order
	rows    int
	beside  float32        // room that the bar takes from the first row, px
	high    func() float32 // height of a row, px
	dropped []*option

	width float32 // for which the options are compact
}

// MinSize has room for the last object.
func (l *optionRows) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[len(o)-1].MinSize().Width, l.high())
}

func (l *optionRows) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if l.width != s.Width {
		l.width = s.Width
		l.expand()
	}
	more, high := o[len(o)-1], l.high()
	left := l.walk(0, nil)
	for _, c := range slices.Backward(l.list) {
		if len(left) == 0 {
			break
		}
		c.shrink(true)
		left = l.walk(0, nil)
	}
	reserve := float32(0)
	if len(left) > 0 {
		reserve = more.MinSize().Width + lineGap
	}
	l.dropped = l.walk(reserve, func(c *option, x float32, row int, width float32) {
		height := c.object.MinSize().Height
		kit.Place(c.object, x, float32(row)*(high+rowGap)+(high-height)/2, width, height)
	})
	for _, c := range l.list {
		kit.Show(c.object, !slices.Contains(l.dropped, c))
	}
	kit.Show(more, len(l.dropped) > 0)
	size := more.MinSize()
	last := float32(l.rows - 1)
	kit.Place(more, l.room(l.rows-1)-size.Width, last*(high+rowGap)+(high-size.Height)/2, size.Width, size.Height)
}

// expand makes all options as large as they can be.
func (l *optionRows) expand() {
	for _, c := range l.list {
		c.shrink(false)
	}
}

// room returns the width of a row, px.
func (l *optionRows) room(row int) float32 {
	if row == 0 {
		return max(l.width-l.beside, 0)
	}
	return l.width
}

// walk calls put with the place of each option, and returns those that have no room. reserve is kept free in the last
// row. put may be nil.
func (l *optionRows) walk(reserve float32, put func(c *option, x float32, row int, width float32)) (left []*option) {
	x, row := float32(0), 0
	for _, c := range l.list {
		width := c.width(l.end(l.rows-1, reserve))
		to, in := x, row
		for to+width > l.end(in, reserve) && in < l.rows {
			to, in = 0, in+1
		}
		if in == l.rows {
			left = append(left, c)
			continue
		}
		if put != nil {
			put(c, to, in, width)
		}
		x, row = to+width+lineGap, in
	}
	return left
}

// end returns the width of a row without the reserved room at its end, px.
func (l *optionRows) end(row int, reserve float32) float32 {
	if row == l.rows-1 {
		return l.room(row) - reserve
	}
	return l.room(row)
}
