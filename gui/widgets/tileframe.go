package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// tileFrame is what lies around a cell: clicks, and the marks of selection and focus.
type tileFrame struct {
	widget.BaseWidget
	rows    *JustifiedRows
	content fyne.CanvasObject
	index   int

	chosen, current, hovered bool

	ground            *canvas.Rectangle // always there and never seen: what was hidden has nothing drawn by itself
	ring, border, box *canvas.Rectangle
	check             *canvas.Image
}

func newTileFrame(j *JustifiedRows, content fyne.CanvasObject) *tileFrame {
	f := &tileFrame{rows: j, content: content}
	f.ExtendBaseWidget(f)
	return f
}

func (f *tileFrame) mark(chosen, current bool) {
	if f.chosen != chosen || f.current != current {
		f.chosen, f.current = chosen, current
		f.Refresh()
	}
}

// checkCorner is the part of a tile where a click toggles it, px.
const checkCorner = 30

func (f *tileFrame) inCorner(at fyne.Position) bool {
	return at.X < checkCorner && (at.Y < checkCorner || f.rows.list)
}

// MouseDown selects.
func (f *tileFrame) MouseDown(e *desktop.MouseEvent) {
	if f.index < 0 {
		return
	}
	switch e.Button {
	case desktop.MouseButtonPrimary:
		mods := e.Modifier
		if mods == 0 && f.inCorner(e.Position) {
			mods = fyne.KeyModifierShortcutDefault
		}
		f.rows.pressed(f.index, mods)
	case desktop.MouseButtonSecondary:
		if !f.chosen {
			f.rows.pressed(f.index, 0)
		}
	}
}

// MouseUp does nothing.
func (f *tileFrame) MouseUp(*desktop.MouseEvent) {}

// Tapped tells a double click.
func (f *tileFrame) Tapped(e *fyne.PointEvent) {
	if f.index >= 0 && !f.inCorner(e.Position) {
		f.rows.tapped(f.index)
	}
}

// TappedSecondary opens the menu.
func (f *tileFrame) TappedSecondary(e *fyne.PointEvent) {
	if f.index >= 0 && f.rows.OnMenu != nil {
		f.rows.OnMenu(f.index, e.AbsolutePosition)
	}
}

// MouseIn shows the box to mark the tile with.
func (f *tileFrame) MouseIn(e *desktop.MouseEvent) {
	f.hovered = true
	f.Refresh()
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseIn(e)
	}
}

// MouseMoved tells the cell, which may scrub.
func (f *tileFrame) MouseMoved(e *desktop.MouseEvent) {
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseMoved(e)
	}
}

// MouseOut hides the box.
func (f *tileFrame) MouseOut() {
	f.hovered = false
	f.Refresh()
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseOut()
	}
}

// CreateRenderer draws the marks.
func (f *tileFrame) CreateRenderer() fyne.WidgetRenderer {
	f.ground, f.ring, f.border, f.box = newPlate(), newPlate(), newPlate(), newPlate()
	f.check = newGlyph()
	return Draw(f.least, f.arrange, f.paint, f.ground, f.ring, f.content, f.border, f.box, f.check)
}

const tileBox = 18

func (f *tileFrame) least() fyne.Size { return fyne.NewSize(8, 8) }

func (f *tileFrame) arrange(s fyne.Size) {
	Place(f.ground, 0, 0, s.Width, s.Height)
	Place(f.content, 0, 0, s.Width, s.Height)
	Place(f.border, -2, -2, s.Width+4, s.Height+4)
	Place(f.ring, -4, -4, s.Width+8, s.Height+8)
	y := float32(6)
	if f.rows.list {
		y = (s.Height - tileBox) / 2
	}
	Place(f.box, 6, y, tileBox, tileBox)
	Place(f.check, 9, y+3, iconTag, iconTag)
}

func (f *tileFrame) paint() {
	Show(f.border, f.chosen)
	if f.chosen {
		setPlate(f.border, ink(""), ink(resources.Accent), 2, radiusTag+2)
	}
	if f.current {
		setPlate(f.ring, ink(""), ink(resources.Text1), 2, radiusTag+4)
	}
	Show(f.ring, f.current)
	switch {
	case f.chosen:
		setPlate(f.box, ink(resources.Accent), ink(""), 0, radiusTag)
		setGlyph(f.check, resources.IconCheck(), resources.OnAccent)
	case f.hovered:
		setPlate(f.box, ink(resources.OnPicture), ink(resources.OnPictureText), 1, radiusTag)
		f.check.Hide()
	default:
		f.check.Hide()
	}
	Show(f.box, f.chosen || f.hovered)
	f.ground.Refresh()
}
