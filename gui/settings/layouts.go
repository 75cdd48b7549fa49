package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// cardGrid lays cards in columns of the same width: three, or fewer where a card would get narrower than least px, with text at 100 %.
type cardGrid struct{ least, gap float32 }

func (g *cardGrid) columns(width float32) int {
	return max(1, min(3, int((width+g.gap)/(resources.Scaled(g.least)+g.gap))))
}

func (g *cardGrid) heightOf(o []fyne.CanvasObject) float32 {
	h := float32(0)
	for _, x := range o {
		h = max(h, x.MinSize().Height)
	}
	return h
}

// MinSize is one column wide and as high as three columns need.
func (g *cardGrid) MinSize(o []fyne.CanvasObject) fyne.Size {
	rows := float32((len(o) + 2) / 3)
	return fyne.NewSize(g.least, rows*g.heightOf(o)+max(rows-1, 0)*g.gap)
}

// HeightFor is the height of all rows in a width.
func (g *cardGrid) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	n := g.columns(width)
	rows := float32((len(o) + n - 1) / n)
	return rows*g.heightOf(o) + max(rows-1, 0)*g.gap
}

// Layout fills row by row.
func (g *cardGrid) Layout(o []fyne.CanvasObject, s fyne.Size) {
	n := g.columns(s.Width)
	w, h := (s.Width-float32(n-1)*g.gap)/float32(n), g.heightOf(o)
	for i, x := range o {
		x.Move(fyne.NewPos(float32(i%n)*(w+g.gap), float32(i/n)*(h+g.gap)))
		x.Resize(fyne.NewSize(w, h))
	}
}

// fitted gives a choice a width of px. Where its words need more they are set smaller, each option as wide as its own.
func fitted(px float32, choice *widgets.Segmented) *fyne.Container {
	return container.New(fittedLayout(px), choice)
}

// fittedLayout is the least width of a choice, px.
type fittedLayout float32

// MinSize is that of the choice, or the least width. It follows the text, which may grow while the window is open.
func (l fittedLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if m.Width > float32(l) {
		m = o[0].(*widgets.Segmented).Tight().MinSize()
	}
	return m.Max(fyne.NewSize(float32(l), 0))
}

// Layout fills all room.
func (l fittedLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(s)
}

// reportLayout gives the report of a test at most the width of the fields above it.
type reportLayout struct{ most float32 }

// MinSize is that of the report; nothing where there is none.
func (l *reportLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	if len(o) == 0 {
		return fyne.Size{}
	}
	return fyne.NewSize(0, o[0].MinSize().Height)
}

// Layout places the report.
func (l *reportLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if len(o) > 0 {
		o[0].Move(fyne.NewPos(0, 0))
		o[0].Resize(fyne.NewSize(min(s.Width, l.most), s.Height))
	}
}
