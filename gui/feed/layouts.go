package feed

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// underHead is the room from the head to the list, px.
const underHead = 4

// feedLayout gives the head the height that it needs in the width, and the rest to what is below it.
type feedLayout struct{}

func (feedLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[1].MinSize().AddWidthHeight(0, o[0].MinSize().Height+underHead)
}

func (feedLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	h := widgets.HeightFor(o[0], s.Width)
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(s.Width, h))
	o[1].Move(fyne.NewPos(0, h+underHead))
	o[1].Resize(fyne.NewSize(s.Width, max(s.Height-h-underHead, 0)))
}

// topLayout lays its object over the top of the feed, in the middle.
type topLayout struct{ y float32 }

func (topLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l topLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	m := o[0].MinSize()
	o[0].Move(fyne.NewPos((s.Width-m.Width)/2, l.y))
	o[0].Resize(m)
}

func setShown(o fyne.CanvasObject, shown bool) {
	if o.Visible() == shown {
		return
	}
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}
