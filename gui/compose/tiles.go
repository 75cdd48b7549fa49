package compose

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// tilesLayout lays the first object over the whole width and the others below it, three in a row. Even ones are all small.
type tilesLayout struct {
	even  bool
	width float32 // as last laid out; 0: not yet
}

const (
	tilesGap    = 8
	tilesAcross = 3
)

func (l *tilesLayout) walk(o []fyne.CanvasObject, width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	y, row, small := float32(0), float32(0), (width-(tilesAcross-1)*tilesGap)/tilesAcross
	n := 0
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		if n == 0 && !l.even {
			h := widgets.HeightFor(c, width)
			at(c, 0, 0, width, h)
			y = h
			n++
			continue
		}
		column := (n - 1) % tilesAcross
		if l.even {
			column = n % tilesAcross
		}
		if column == 0 && n > 0 {
			y, row = y+row+tilesGap, 0
		}
		h := widgets.HeightFor(c, small)
		at(c, float32(column)*(small+tilesGap), y, small, h)
		row = max(row, h)
		n++
	}
	return y + row
}

// MinSize is what the width of the form makes of it.
func (l *tilesLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	width := l.width
	if width == 0 {
		width = Width - 2*inset
	}
	return fyne.NewSize(0, l.HeightFor(o, width))
}

// HeightFor returns the height in a width, px.
func (l *tilesLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return l.walk(o, width, func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

// Layout places the slots.
func (l *tilesLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	l.walk(o, s.Width, func(c fyne.CanvasObject, x, y, w, h float32) {
		c.Move(fyne.NewPos(x, y))
		c.Resize(fyne.NewSize(w, h))
	})
}
