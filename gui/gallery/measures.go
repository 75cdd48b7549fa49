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

// pairLayout gives two objects half the width each; one that is alone has all of it.
type pairLayout struct{}

const pairGap = 8

func (pairLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(2*max(a.Width, b.Width)+pairGap, max(a.Height, b.Height))
}

func (pairLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := (s.Width - pairGap) / 2
	if !o[0].Visible() || !o[1].Visible() {
		w = s.Width
	}
	x := float32(0)
	for _, part := range o {
		if part.Visible() {
			part.Move(fyne.NewPos(x, 0))
			part.Resize(fyne.NewSize(w, s.Height))
			x += w + pairGap
		}
	}
}

// pair lays two objects side by side.
func pair(a, b fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: pairLayout{}, Objects: []fyne.CanvasObject{a, b}}
}
