package jobview

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// say shows a text, or no line at all.
func say(t *widgets.Text, text string) {
	t.SetText(text)
	widgets.Show(t, text != "")
}

// topLayout lays its object over the top of the session, in the middle.
type topLayout struct{ y float32 }

func (topLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l topLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	m := o[0].MinSize()
	widgets.Place(o[0], (s.Width-m.Width)/2, l.y, m.Width, m.Height)
}

// cardLayout stands a picture beside words. The picture keeps its size; the words get the rest of the width.
type cardLayout struct {
	large bool
	width float32 // as last laid out
}

const (
	bodyGap      = 16  // between picture and words, px
	leastWords   = 244 // the room that the words keep at 100 % text, px: a state and an amount with its kind in one line
	leastPicture = 96  // the least width of a compact picture, px
	leastCard    = 320 // px
)

// picture is the size of the picture in a width: it gives way where the words would get too narrow.
func (l *cardLayout) picture(width float32) fyne.Size {
	usual, least := float32(compactWidth), float32(leastPicture)
	if l.large {
		usual, least = largeWidth, compactWidth
	}
	w := max(min(usual, width-bodyGap-resources.Scaled(leastWords)), least)
	return fyne.NewSize(w, w*9/16)
}

// HeightFor returns the height of the higher of the two in a width, px.
func (l *cardLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	p := l.picture(width)
	return max(p.Height, widgets.HeightFor(o[1], width-p.Width-bodyGap))
}

func (l *cardLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastCard, l.HeightFor(o, max(l.width, leastCard)))
}

func (l *cardLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	p := l.picture(s.Width)
	widgets.Place(o[0], 0, 0, p.Width, p.Height)
	widgets.Place(o[1], p.Width+bodyGap, 0, s.Width-p.Width-bodyGap, s.Height)
}

// beside lays words with something to their right, such as an amount or buttons, which keeps its size. Where that leaves the
// words less than least px, at 100 %, it stands below them.
type beside struct{ least float32 }

const besideGap = 8 // px

// below reports whether the second object stands under the first in a width, px.
func (l beside) below(o []fyne.CanvasObject, width float32) bool {
	return l.right(o) > 0 && width-l.right(o) < resources.Scaled(l.least)
}

func (l beside) right(o []fyne.CanvasObject) float32 {
	if w := wide(o[1]); o[1].Visible() && w > 0 {
		return w + besideGap
	}
	return 0
}

// wide is the width of an object in one line, px: buttons break into more where there is less.
func wide(o fyne.CanvasObject) float32 {
	box, ok := o.(*fyne.Container)
	if !ok {
		return o.MinSize().Width
	}
	var w float32
	for _, part := range box.Objects {
		w += part.MinSize().Width + besideGap
	}
	return max(w-besideGap, 0)
}

// HeightFor returns the height of both in a width, px.
func (l beside) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	if l.below(o, width) {
		return widgets.HeightFor(o[0], width) + besideGap/2 + widgets.HeightFor(o[1], width)
	}
	return max(widgets.HeightFor(o[0], width-l.right(o)), widgets.HeightFor(o[1], wide(o[1])))
}

func (l beside) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

func (l beside) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if l.below(o, s.Width) {
		high := widgets.HeightFor(o[0], s.Width)
		widgets.Place(o[0], 0, 0, s.Width, high)
		widgets.Place(o[1], 0, high+besideGap/2, s.Width, widgets.HeightFor(o[1], s.Width))
		return
	}
	m := fyne.NewSize(wide(o[1]), widgets.HeightFor(o[1], wide(o[1])))
	w := max(s.Width-l.right(o), 0)
	high := min(widgets.HeightFor(o[0], w), s.Height)
	widgets.Place(o[0], 0, (s.Height-high)/2, w, high)
	widgets.Place(o[1], s.Width-m.Width, (s.Height-m.Height)/2, m.Width, m.Height)
}

// How far columns may shrink: state and service copy to a share, the job to px.
const (
	leastShare = 0.55
	leastJob   = 72
)

// columns are shared by the head of the list and its rows: picture, job, state, cost, service copy, actions.
// In width px, what holds words grows with the text as far as there is room.
func columns(height, width float32) *widgets.Columns {
	const picture, state, cost, kept, actions, apart = 72, 220, 132, 136, 240, 5*12 + 2*16
	job, room := float32(160), width-picture-actions-apart
	grown := max(1, min(resources.Scaled(1), (room-resources.Scaled(job))/(state+cost+kept)))
	words := func(s string) float32 {
		return fyne.MeasureText(s, theme.Size(resources.SizeSM), fyne.TextStyle{}).Width
	}
	unpriced, unsent := words(lang.L("price not known")), words(lang.L("est., not sent"))+resources.Scaled(18) // its sign
	price := min(max(cost*grown, unpriced+4, unsent+4), 2*cost)
	if others := (room - job - price) / (state + kept); width > 0 && others < grown { // the amounts come first
		grown = max(others, leastShare)
		job = min(job, max(room-price-(state+kept)*grown, leastJob)) // what can be done with a job stays in sight
	}
	return &widgets.Columns{Gap: 12, Margin: 16, Height: height, Columns: []widgets.Column{
		{Width: picture}, {Width: job, Grow: true}, {Width: state * grown}, {Width: price}, {Width: kept * grown}, {Width: actions},
	}}
}

// rowLayout lays out the head of the list or a row of it. Its columns follow the text: they are not kept.
type rowLayout struct{ height float32 }

func (l rowLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return columns(l.height, 1).MinSize(o) }

func (l rowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	columns(l.height, s.Width).Layout(o, s)
}

// lined gives all objects but the last the whole row, and the last one, a line, its foot.
type lined struct{}

func (lined) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, x := range o {
		m = m.Max(x.MinSize())
	}
	return m
}

func (lined) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for i, x := range o {
		y, h := float32(0), s.Height-1
		if i == len(o)-1 {
			y, h = s.Height-1, 1
		}
		widgets.Place(x, 0, y, s.Width, h)
	}
}

// trailing lays objects at the right end of a row, gap px apart. The first one takes what the others leave, or less where that
// is too little for it.
type trailing struct{ gap float32 }

func (l trailing) others(o []fyne.CanvasObject) (width float32) {
	for _, x := range o[1:] {
		width += x.MinSize().Width + l.gap
	}
	return width
}

func (l trailing) MinSize(o []fyne.CanvasObject) (m fyne.Size) {
	if len(o) == 0 {
		return m
	}
	for _, x := range o {
		m.Height = max(m.Height, x.MinSize().Height)
	}
	m.Width = l.others(o) + o[0].MinSize().Width
	return m
}

func (l trailing) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if len(o) == 0 {
		return
	}
	end := s.Width
	place := func(x fyne.CanvasObject, width float32) {
		high := x.MinSize().Height
		widgets.Place(x, end-width, (s.Height-high)/2, width, high)
		end -= width + l.gap
	}
	for _, x := range slices.Backward(o[1:]) {
		place(x, x.MinSize().Width)
	}
	room := max(end, 0)
	if c, ok := o[0].(*fyne.Container); !ok || c.Layout != (longOrShort{}) {
		room = min(room, o[0].MinSize().Width)
	}
	place(o[0], room)
}

// longOrShort shows the first of two objects where it has room, else the second, at the right end.
type longOrShort struct{}

func (longOrShort) MinSize(o []fyne.CanvasObject) fyne.Size { return o[1].MinSize() }

func (longOrShort) Layout(o []fyne.CanvasObject, s fyne.Size) {
	long := o[0].MinSize().Width <= s.Width
	for i, x := range o {
		widgets.Show(x, long == (i == 0))
		w := min(x.MinSize().Width, s.Width)
		widgets.Place(x, s.Width-w, 0, w, s.Height)
	}
}

// saidLayout lays what a state says more beside its tag, or below it where that leaves it less than a few words.
type saidLayout struct{ width float32 } // as last laid out; 0: not yet

const (
	saidGap   = 8
	saidLeast = 88 // px at 100 % text
)

func (l *saidLayout) below(o []fyne.CanvasObject, width float32) bool {
	beside := width - o[0].MinSize().Width - saidGap
	return width > 0 && beside < min(resources.Scaled(saidLeast), o[1].(*widgets.Text).NaturalWidth())
}

// HeightFor returns the height in a width, px.
func (l *saidLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	tag := o[0].MinSize()
	if l.below(o, width) {
		return tag.Height + widgets.HeightFor(o[1], width)
	}
	return max(tag.Height, widgets.HeightFor(o[1], max(width-tag.Width-saidGap, 0)))
}

func (l *saidLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width, l.HeightFor(o, l.width))
}

func (l *saidLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	tag := o[0].MinSize()
	x, y, high := tag.Width+saidGap, float32(0), s.Height
	if l.below(o, s.Width) {
		x, y = 0, tag.Height
		high = tag.Height
	} else {
		y = (s.Height - min(widgets.HeightFor(o[1], s.Width-x), s.Height)) / 2
	}
	widgets.Place(o[0], 0, (high-tag.Height)/2, tag.Width, tag.Height)
	widgets.Place(o[1], x, y, max(s.Width-x, 0), max(s.Height-y, 0))
}
