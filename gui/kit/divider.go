package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// dividerHold is how wide a divider can be taken hold of, px; its line is 1 px in the middle.
const dividerHold = 7

// dividerStep is how far a key moves a divider, px.
const dividerStep = 16

// Divider is a line between two parts of a screen that is dragged or moved by the arrow keys. Fyne's container.Split
// has no keys and no callback after a drag, and stores a share of the room: the inspector would change with the window.
type Divider struct {
	control
	across  bool // it is between an upper and a lower part
	dragged func(by float32)
	dropped func()
	line    *canvas.Rectangle
	moved   bool // by keys
}

// NewDivider makes a divider with a name. across means that it is between an upper and a lower part. dragged receives
// the distance to the right or down, px. dropped is called at the end of the drag.
func NewDivider(name string, across bool, dragged func(by float32), dropped func()) *Divider {
	d := &Divider{across: across, dragged: dragged, dropped: dropped, line: newRectangle()}
	d.SetName(NewText(name, resources.SizeSM, resources.Text2, false))
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

func (d *Divider) Dragged(e *fyne.DragEvent) {
	by := e.Dragged.DX
	if d.across {
		by = e.Dragged.DY
	}
	d.dragged(by)
}

func (d *Divider) DragEnd() { d.dropped() }

// TypedKey moves it by the arrow keys of its direction.
func (d *Divider) TypedKey(e *fyne.KeyEvent) {
	back, on := fyne.KeyLeft, fyne.KeyRight
	if d.across {
		back, on = fyne.KeyUp, fyne.KeyDown
	}
	by, ok := map[fyne.KeyName]float32{back: -dividerStep, on: dividerStep}[e.Name]
	if !ok {
		PassKey(d, e)
		return
	}
	d.moved = true
	d.dragged(by)
}

// FocusLost lets go of what keys moved.
func (d *Divider) FocusLost() {
	d.control.FocusLost()
	if d.moved {
		d.moved = false
		d.dropped()
	}
}

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
		look, ring := resources.Line, float32(0)
		if d.IsActive() {
			look = resources.Accent
		}
		if d.hasRing() {
			ring = 2
		}
		setRectangle(d.line, themeColor(look), themeColor(look), ring, 0)
	}, d.line)
}
