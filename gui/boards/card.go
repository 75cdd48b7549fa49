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
	cardRadius    = 8
	pictureRadius = 4
	ringGap       = 3 // from a card to its focus ring
)

// cellLayout lays out the parts of a cell in the size of its place in the strip.
type cellLayout func(s fyne.Size)

func (l cellLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) { l(s) }

func (cellLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// cardEvents receives what the user does with the cards of the strip.
type cardEvents interface {
	cardPressed(id string)
	cardMenu(at fyne.Position)
	cardDragged(id string, at fyne.Position)
	cardDropped()
	showsFocus() bool // reports whether the selected card has a focus ring
}

// card is the common part of the cells of shots and keyframes: a click selects it, and it has a menu. A shot can be
// dragged.
type card struct {
	widget.BaseWidget
	m      *model
	events cardEvents
	id     string // "": none
	edge   *canvas.Rectangle
	ring   *canvas.Rectangle // of the keyboard focus
	face   *kit.Face
	whole  *fyne.Container
}

func newCard(m *model, events cardEvents) card {
	face := kit.NewFace(canvas.ImageFillCover, pictureRadius, 0)
	return card{m: m, events: events, edge: &canvas.Rectangle{}, ring: &canvas.Rectangle{}, face: face}
}

func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.whole) }

func (c *card) Tapped(*fyne.PointEvent) { c.events.cardPressed(c.id) }

func (c *card) TappedSecondary(e *fyne.PointEvent) {
	c.events.cardPressed(c.id)
	c.events.cardMenu(e.AbsolutePosition)
}

func (c *card) Dragged(e *fyne.DragEvent) { c.events.cardDragged(c.id, e.AbsolutePosition) }

func (c *card) DragEnd() { c.events.cardDropped() }

func (c *card) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (c *card) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// showSelection shows the focus ring if it is due, and reports whether the card is selected.
func (c *card) showSelection() bool {
	is := c.id != "" && c.id == c.m.card
	kit.PaintBox(c.ring, "", resources.Text1, 2, cardRadius+ringGap)
	kit.Show(c.ring, is && c.events.showsFocus())
	return is
}

// pixels returns a length in device pixels.
func (c *card) pixels(px float32) int { return int(px*c.m.Canvas().Scale() + 0.5) }
