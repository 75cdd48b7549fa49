package welcome

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// mosaicLayout hangs pictures in three columns, each into the shortest, and lets the lowest ones run out of the window.
type mosaicLayout struct{}

const (
	mosaicColumns = 3
	mosaicWidth   = 168 // px of one column
	mosaicGap     = 4
)

// MinSize is the width of the columns; the height is whatever the window has.
func (mosaicLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(mosaicColumns*(mosaicWidth+mosaicGap)+mosaicGap, 0)
}

// Layout places the pictures.
func (mosaicLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	var bottom [mosaicColumns]float32
	for _, o := range objects {
		column := 0
		for i := range bottom {
			if bottom[i] < bottom[column] {
				column = i
			}
		}
		natural := o.MinSize()
		height := mosaicWidth * natural.Height / max(natural.Width, 1)
		height = min(height, size.Height-bottom[column])
		if height <= mosaicGap {
			o.Hide()
			bottom[column] = size.Height
			continue
		}
		o.Show()
		o.Move(fyne.NewPos(mosaicGap+float32(column)*(mosaicWidth+mosaicGap), bottom[column]))
		o.Resize(fyne.NewSize(mosaicWidth, height))
		bottom[column] += height + mosaicGap
	}
}

// middleLayout keeps one object at most so wide, in the middle of the room.
type middleLayout struct{ width float32 }

// MinSize is narrow enough for the smallest window and as high as the object needs.
func (m *middleLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	width := o[0].Size().Width
	if width <= 0 {
		width = m.width
	}
	return fyne.NewSize(420, widgets.HeightFor(o[0], width)+48)
}

// Layout places the object.
func (m *middleLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := min(m.width, size.Width-48)
	height := widgets.HeightFor(o[0], width)
	o[0].Resize(fyne.NewSize(width, height))
	o[0].Move(fyne.NewPos((size.Width-width)/2, max(24, (size.Height-height)/2)))
}
