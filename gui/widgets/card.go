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

	plate *canvas.Rectangle
}

// cardPadding is the room between border and content, in px.
const cardPadding = 12

// NewCard makes a card around content.
func NewCard(content fyne.CanvasObject) *Card {
	c := &Card{content: content}
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

// CreateRenderer draws the card.
func (c *Card) CreateRenderer() fyne.WidgetRenderer {
	c.plate = newPlate()
	return Draw(c.least, c.arrange, c.paint, c.plate, c.content)
}

func (c *Card) least() fyne.Size {
	return c.content.MinSize().AddWidthHeight(2*cardPadding, 2*cardPadding)
}

func (c *Card) arrange(s fyne.Size) {
	Place(c.plate, 0, 0, s.Width, s.Height)
	Place(c.content, cardPadding, cardPadding, s.Width-2*cardPadding, s.Height-2*cardPadding)
}

func (c *Card) paint() {
	stroke := resources.Line
	if c.tone != ToneNeutral {
		stroke = c.tone.word()
	}
	setPlate(c.plate, ink(resources.BgPanel), ink(stroke), 1, radiusCard)
	c.arrange(c.Size())
}

// HeightFor returns the height of the card in a width, in px.
func (c *Card) HeightFor(width float32) float32 {
	return HeightFor(c.content, width-2*cardPadding) + 2*cardPadding
}
