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

// besideLayout puts an icon beside what it marks, at the height of its first line.
type besideLayout struct{ gap, lead float32 }

// MinSize is the icon beside the object.
func (b *besideLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := o[1].MinSize()
	if w := o[1].Size().Width; w > 0 {
		size.Height = widgets.HeightFor(o[1], w)
	}
	return fyne.NewSize(size.Width+b.lead+b.gap, max(size.Height, b.lead))
}

// Layout places both.
func (b *besideLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSquareSize(b.lead))
	o[0].Move(fyne.NewPos(0, 0))
	width := max(size.Width-b.lead-b.gap, 0)
	o[1].Resize(fyne.NewSize(width, widgets.HeightFor(o[1], width)))
	o[1].Move(fyne.NewPos(b.lead+b.gap, 0))
}

// HeightFor is the height of the object in what the icon leaves of the width.
func (b *besideLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return max(widgets.HeightFor(o[1], width-b.lead-b.gap), b.lead)
}
