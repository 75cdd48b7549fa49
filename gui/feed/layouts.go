package feed

import "fyne.io/fyne/v2"

// roomyWidth is from where the header has room for words beside the switch, in px.
const roomyWidth = 760

// headLayout shows words or an icon beside the switch of the header, by the width that there is.
type headLayout struct{ roomy, tight fyne.CanvasObject }

func (l *headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (l *headLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	changed := l.roomy.Visible() != (s.Width >= roomyWidth)
	setShown(l.roomy, s.Width >= roomyWidth)
	setShown(l.tight, s.Width < roomyWidth)
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(s)
	if changed {
		o[0].Refresh()
	}
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
