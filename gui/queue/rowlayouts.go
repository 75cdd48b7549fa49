package queue

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

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
	put := func(x fyne.CanvasObject, width float32) {
		high := x.MinSize().Height
		end -= width
		x.Move(fyne.NewPos(end, (s.Height-high)/2))
		x.Resize(fyne.NewSize(width, high))
		end -= l.gap
	}
	for _, x := range slices.Backward(o[1:]) {
		put(x, x.MinSize().Width)
	}
	room := max(end, 0)
	if c, ok := o[0].(*fyne.Container); !ok || c.Layout != (longOrShort{}) {
		room = min(room, o[0].MinSize().Width)
	}
	put(o[0], room)
}

// longOrShort shows the first of two objects where it has room, else the second, at the right end.
type longOrShort struct{}

func (longOrShort) MinSize(o []fyne.CanvasObject) fyne.Size { return o[1].MinSize() }

func (longOrShort) Layout(o []fyne.CanvasObject, s fyne.Size) {
	long := o[0].MinSize().Width <= s.Width
	for i, x := range o {
		setShown(x, long == (i == 0))
		w := min(x.MinSize().Width, s.Width)
		x.Move(fyne.NewPos(s.Width-w, 0))
		x.Resize(fyne.NewSize(w, s.Height))
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
	o[0].Move(fyne.NewPos(0, (high-tag.Height)/2))
	o[0].Resize(tag)
	o[1].Move(fyne.NewPos(x, y))
	o[1].Resize(fyne.NewSize(max(s.Width-x, 0), max(s.Height-y, 0)))
}
