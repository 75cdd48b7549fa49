package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// The measures of the detail pane, in px.
const (
	paneWidth = 336
	paneEdge  = 16
	paneInner = paneWidth - 2*paneEdge
)

// paneLayout gives one object the width of the pane and the height that its words need in it.
type paneLayout struct{}

func (paneLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(paneWidth, widgets.HeightFor(o[0], paneInner)+2*12)
}

func (paneLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(paneEdge, 12))
	o[0].Resize(fyne.NewSize(s.Width-2*paneEdge, widgets.HeightFor(o[0], s.Width-2*paneEdge)))
}

// overFoot puts the second object at the bottom, as high as its words need, and the first above it.
type overFoot struct{}

func (overFoot) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(paneWidth, o[1].MinSize().Height+60)
}

func (overFoot) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h := float32(0)
	if o[1].Visible() {
		h = widgets.HeightFor(o[1], s.Width)
	}
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(s.Width, s.Height-h))
	o[1].Move(fyne.NewPos(0, s.Height-h))
	o[1].Resize(fyne.NewSize(s.Width, h))
}

// pairLayout gives two objects half the width each; one that is alone has all of it. Where half is too narrow for one of them
// they stand below each other: an amount with its words must never be cut.
type pairLayout struct{}

const pairGap = 8

// stacked reports whether the two stand below each other in a width.
func (pairLayout) stacked(o []fyne.CanvasObject, width float32) bool {
	both := o[0].Visible() && o[1].Visible()
	return both && max(o[0].MinSize().Width, o[1].MinSize().Width) > (width-pairGap)/2
}

// MinSize is that of the two below each other.
func (l pairLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	wide := max(o[0].MinSize().Width, o[1].MinSize().Width)
	return fyne.NewSize(wide, l.HeightFor(o, wide))
}

// HeightFor returns the height in a width, px.
func (l pairLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	a, b := o[0].MinSize().Height, o[1].MinSize().Height
	if l.stacked(o, width) {
		return a + pairGap + b
	}
	return max(a, b)
}

// Layout implements [fyne.Layout].
func (l pairLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w, x, y := (s.Width-pairGap)/2, float32(0), float32(0)
	below := l.stacked(o, s.Width)
	if below || !o[0].Visible() || !o[1].Visible() {
		w = s.Width
	}
	for _, part := range o {
		if !part.Visible() {
			continue
		}
		h := s.Height
		if below {
			h = part.MinSize().Height
		}
		part.Move(fyne.NewPos(x, y))
		part.Resize(fyne.NewSize(w, h))
		if below {
			y += h + pairGap
		} else {
			x += w + pairGap
		}
	}
}

// pair lays two objects side by side.
func pair(a, b fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: pairLayout{}, Objects: []fyne.CanvasObject{a, b}}
}
