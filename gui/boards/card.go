package boards

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// Sizes of the cells of the strip, px.
const (
	cardRadius = 8
	ringGap    = 3 // from a card to its focus ring
)

// cellLayout lays out the parts of a cell in the size of its place in the strip.
type cellLayout func(s fyne.Size)

func (l cellLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) { l(s) }

func (cellLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// cardEvents receives clicks, drags and menu requests on the cards of the strip.
type cardEvents interface {
	cardPressed(id string)
	cardMenu(at fyne.Position)
	cardDragged(id string, at fyne.Position)
	cardDropped()
	showsFocus() bool // reports whether the selected card has a focus ring
}

// stripCard is the common part of the cells of shots and keyframes: a click selects it, and it has a menu. A shot can
// be dragged.
type stripCard struct {
	widget.BaseWidget
	m      *boardModel
	events cardEvents
	id     string // "": none
	edge   *canvas.Rectangle
	ring   *canvas.Rectangle // of the keyboard focus
	face   *kit.Face
	whole  *fyne.Container
}

func newStripCard(m *boardModel, events cardEvents) stripCard {
	face := kit.NewFace(canvas.ImageFillCover, pictureRadius, 0)
	return stripCard{m: m, events: events, edge: &canvas.Rectangle{}, ring: &canvas.Rectangle{}, face: face}
}

func (c *stripCard) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.whole) }

func (c *stripCard) Tapped(*fyne.PointEvent) { c.events.cardPressed(c.id) }

func (c *stripCard) TappedSecondary(e *fyne.PointEvent) {
	c.events.cardPressed(c.id)
	c.events.cardMenu(e.AbsolutePosition)
}

func (c *stripCard) Dragged(e *fyne.DragEvent) { c.events.cardDragged(c.id, e.AbsolutePosition) }

func (c *stripCard) DragEnd() { c.events.cardDropped() }

func (c *stripCard) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (c *stripCard) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// showSelection shows the focus ring if it is due, and reports whether the card is selected.
func (c *stripCard) showSelection() bool {
	is := c.id != "" && c.id == c.m.card
	kit.PaintBox(c.ring, "", resources.Text1, 2, cardRadius+ringGap)
	kit.Show(c.ring, is && c.events.showsFocus())
	return is
}

// pixels returns a length in device pixels.
func (c *stripCard) pixels(px float32) int { return int(px*c.m.Canvas().Scale() + 0.5) }
