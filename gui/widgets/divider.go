package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// dividerHold is how wide a divider can be taken hold of, px; its line is 1 px in the middle.
const dividerHold = 7

// Divider is a line between two parts of a screen, which is dragged to give one of them the room of the other.
type Divider struct {
	widget.BaseWidget
	across  bool // it lies between an upper and a lower part
	dragged func(by float32)
	dropped func()
	line    *canvas.Rectangle
	hot     bool
}

// NewDivider makes a divider, between an upper and a lower part where it lies across. dragged is told how far to the right or down it is
// to go, px, and dropped that it was let go.
func NewDivider(across bool, dragged func(by float32), dropped func()) *Divider {
	d := &Divider{across: across, dragged: dragged, dropped: dropped, line: newRectangle()}
	d.ExtendBaseWidget(d)
	return d
}

// PlaceAt lays the line at a place, px, over a length.
func (d *Divider) PlaceAt(x, y, length float32) {
	if d.across {
		Place(d, x, y-dividerHold/2, length, dividerHold)
	} else {
		Place(d, x-dividerHold/2, y, dividerHold, length)
	}
}

// Dragged tells how far it is to go.
func (d *Divider) Dragged(e *fyne.DragEvent) {
	by := e.Dragged.DX
	if d.across {
		by = e.Dragged.DY
	}
	d.dragged(by)
}

// DragEnd tells that it was let go.
func (d *Divider) DragEnd() { d.dropped() }

// MouseIn shows that it can be dragged.
func (d *Divider) MouseIn(*desktop.MouseEvent) { d.hot = true; d.Refresh() }

func (d *Divider) MouseMoved(*desktop.MouseEvent) {}

// MouseOut shows the line alone.
func (d *Divider) MouseOut() { d.hot = false; d.Refresh() }

// Cursor shows which way it goes.
func (d *Divider) Cursor() desktop.Cursor {
	if d.across {
		return desktop.VResizeCursor
	}
	return desktop.HResizeCursor
}

func (d *Divider) CreateRenderer() fyne.WidgetRenderer {
	return Draw(func() fyne.Size { return fyne.NewSquareSize(1) }, func(s fyne.Size) {
		if d.across {
			Place(d.line, 0, dividerHold/2, s.Width, 1)
		} else {
			Place(d.line, dividerHold/2, 0, 1, s.Height)
		}
	}, func() {
		look := resources.Line
		if d.hot {
			look = resources.Accent
		}
		setRectangle(d.line, themeColor(look), themeColor(""), 0, 0)
	}, d.line)
}
