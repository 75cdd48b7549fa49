package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Menu is an open menu over the window. Fyne's own has no edge, and would lie unseen on a panel of its colour.
type Menu struct {
	widget.BaseWidget
	canvas fyne.Canvas
	menu   *widget.Menu
	at     fyne.Position
	before fyne.Focusable
	gone   bool
}

// ShowMenu opens a menu with its upper left corner at a place in the window, moved as far as it needs to be whole.
// Up and Down move, Enter and Space choose, Esc or a click beside it closes it; the focus then goes back.
func ShowMenu(c fyne.Canvas, items *fyne.Menu, at fyne.Position) *Menu {
	m := &Menu{canvas: c, menu: widget.NewMenu(items), at: at, before: c.Focused()}
	m.menu.OnDismiss = m.Hide
	m.ExtendBaseWidget(m)
	c.Overlays().Add(m)
	m.Resize(c.Size())
	c.Focus(m)
	return m
}

// Hide closes the menu.
func (m *Menu) Hide() {
	if m.gone {
		return
	}
	m.gone = true
	m.canvas.Overlays().Remove(m)
	if m.before != nil {
		m.canvas.Focus(m.before)
	}
}

func (m *Menu) escape() { m.Hide() }

// Tapped closes: the click was beside the menu.
func (m *Menu) Tapped(*fyne.PointEvent) { m.Hide() }

// TappedSecondary closes: the click was beside the menu.
func (m *Menu) TappedSecondary(*fyne.PointEvent) { m.Hide() }

// FocusGained does nothing.
func (m *Menu) FocusGained() {}

// FocusLost does nothing.
func (m *Menu) FocusLost() {}

// TypedRune does nothing.
func (m *Menu) TypedRune(rune) {}

// TypedKey moves, chooses and closes.
func (m *Menu) TypedKey(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyEscape:
		m.Hide()
	case e.Name == fyne.KeyDown:
		m.menu.ActivateNext()
	case e.Name == fyne.KeyUp:
		m.menu.ActivatePrevious()
	case isTap(e):
		m.menu.TriggerLast()
	}
}

// CreateRenderer draws the menu in its edge.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer {
	r := &menuRenderer{m: m, plate: newPlate()}
	r.objects = []fyne.CanvasObject{r.plate, m.menu}
	r.Refresh()
	return r
}

type menuRenderer struct {
	m       *Menu
	plate   *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *menuRenderer) Destroy()                     {}
func (r *menuRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *menuRenderer) MinSize() fyne.Size           { return fyne.Size{} }

func (r *menuRenderer) Layout(s fyne.Size) {
	const edge = 1
	in := r.m.menu.MinSize()
	w, h := in.Width+2*edge, in.Height+2*edge
	x, y := max(min(r.m.at.X, s.Width-w-4), 0), max(min(r.m.at.Y, s.Height-h-4), 0)
	place(r.plate, x, y, w, h)
	place(r.m.menu, x+edge, y+edge, in.Width, in.Height)
}

func (r *menuRenderer) Refresh() {
	setPlate(r.plate, ink(resources.BgPanel), ink(resources.LineStrong), 1, radiusTag)
	r.m.menu.Refresh()
	r.Layout(r.m.Size())
}
