package costs

import "fyne.io/fyne/v2"

// evenly shares a width among its objects, edge to edge.
type evenly struct{}

func (evenly) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, x := range o {
		m = m.Max(x.MinSize())
	}
	return fyne.NewSize(m.Width*float32(len(o)), m.Height)
}

func (evenly) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := s.Width / float32(len(o))
	for i, x := range o {
		x.Move(fyne.NewPos(float32(i)*w, 0))
		x.Resize(fyne.NewSize(w, s.Height))
	}
}
