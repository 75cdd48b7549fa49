package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Card is a panel with a 1 px border and 12 px of padding.
type Card struct {
	widget.BaseWidget
	content fyne.CanvasObject
	tone    Tone
	padding float32
	fill    fyne.ThemeColorName
}

// NewCard makes a card around content.
func NewCard(content fyne.CanvasObject) *Card {
	c := &Card{content: content, padding: 12, fill: resources.BgPanel}
	c.ExtendBaseWidget(c)
	return c
}

// SetTone colours the border: ToneWarn for a job that needs somebody, ToneAccent for the chosen card.
func (c *Card) SetTone(t Tone) {
	if c.tone != t {
		c.tone = t
		c.Refresh()
	}
}

// SetFill changes the ground.
func (c *Card) SetFill(name fyne.ThemeColorName) *Card { c.fill = name; c.Refresh(); return c }

// SetPadding changes the room between border and content, in px.
func (c *Card) SetPadding(px float32) *Card { c.padding = px; c.Refresh(); return c }

// Padding returns the room between border and content, in px.
func (c *Card) Padding() float32 { return c.padding }

// CreateRenderer draws the card.
func (c *Card) CreateRenderer() fyne.WidgetRenderer {
	r := &cardRenderer{c: c, plate: newPlate()}
	r.objects = []fyne.CanvasObject{r.plate, c.content}
	r.Refresh()
	return r
}

type cardRenderer struct {
	c       *Card
	plate   *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *cardRenderer) Destroy()                     {}
func (r *cardRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *cardRenderer) MinSize() fyne.Size {
	return r.c.content.MinSize().AddWidthHeight(2*r.c.padding, 2*r.c.padding)
}

func (r *cardRenderer) Layout(s fyne.Size) {
	place(r.plate, 0, 0, s.Width, s.Height)
	p := r.c.padding
	place(r.c.content, p, p, s.Width-2*p, s.Height-2*p)
}

func (r *cardRenderer) Refresh() {
	stroke := resources.Line
	if r.c.tone != ToneNeutral {
		stroke = r.c.tone.word()
	}
	setPlate(r.plate, ink(r.c.fill), ink(stroke), 1, radiusCard)
	r.Layout(r.c.Size())
}

// HeightFor returns the height of the card in a width, in px.
func (c *Card) HeightFor(width float32) float32 {
	return HeightFor(c.content, width-2*c.padding) + 2*c.padding
}
