package jobview

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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

// How far columns may shrink: state and service copy to a share, the job to px.
const (
	leastShare = 0.55
	leastJob   = 72
)

// columns are shared by the head of the list and its rows: picture, job, state, cost, service copy, actions.
// In width px, what holds words grows with the text as far as there is room.
func columns(width float32) []widgets.Column {
	const picture, state, cost, kept, actions, apart = 72, 220, 132, 136, 240, 5*12 + 2*16
	job, room := float32(160), width-picture-actions-apart
	grown := max(1, min(resources.Scaled(1), (room-resources.Scaled(job))/(state+cost+kept)))
	words := func(s string) float32 {
		return fyne.MeasureText(s, theme.Size(resources.SizeSM), fyne.TextStyle{}).Width
	}
	unpriced, unsent := words(lang.L("price not known")), words(lang.L("est., not sent"))+resources.Scaled(18) // its sign
	price := min(max(cost*grown, unpriced+4, unsent+4), 2*cost)
	if others := (room - job - price) / (state + kept); others < grown { // the amounts come first
		grown = max(others, leastShare)
		job = min(job, max(room-price-(state+kept)*grown, leastJob)) // what can be done with a job stays in sight
	}
	return []widgets.Column{
		{Width: picture}, {Width: job, Grow: true}, {Width: state * grown}, {Width: price}, {Width: kept * grown}, {Width: actions},
	}
}

// inColumns lays out the head of the list or a row of it. The columns follow the text.
func inColumns(height float32, cells ...fyne.CanvasObject) *fyne.Container {
	return container.New(&widgets.Columns{Gap: 12, Margin: 16, Height: height, Of: columns}, cells...)
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
