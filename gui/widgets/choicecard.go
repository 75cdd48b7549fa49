package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// ChoiceCard is a card that is chosen as a whole, by a click, Space or Enter. Nothing in it takes a click of its own.
type ChoiceCard struct {
	clickable

	content fyne.CanvasObject
	word    string
	chosen  bool

	plate, ring *canvas.Rectangle
}

// choicePadding is the room between the border of the card and what it shows, px.
const choicePadding = 12

// NewChoiceCard makes a card around content; word is what it is called.
func NewChoiceCard(word string, content fyne.CanvasObject, onTapped func()) *ChoiceCard {
	c := &ChoiceCard{clickable: clickable{OnTapped: onTapped}, content: content, word: word}
	c.ExtendBaseWidget(c)
	return c
}

// SetChosen shows the card as the one that is chosen: accent border on the selected ground.
func (c *ChoiceCard) SetChosen(on bool) {
	if c.chosen != on {
		c.chosen = on
		c.Refresh()
	}
}

// TypedKey chooses on Space and Enter.
func (c *ChoiceCard) TypedKey(e *fyne.KeyEvent) { tapOrPass(c, e) }

// AccessibilityLabel returns what the card is called.
func (c *ChoiceCard) AccessibilityLabel() string { return c.word }

// CreateRenderer draws the card.
func (c *ChoiceCard) CreateRenderer() fyne.WidgetRenderer {
	c.plate, c.ring = newPlate(), newPlate()
	return Draw(c.least, c.arrange, c.paint, c.ring, c.plate, c.content)
}

func (c *ChoiceCard) least() fyne.Size {
	return c.content.MinSize().AddWidthHeight(2*choicePadding, 2*choicePadding)
}

func (c *ChoiceCard) arrange(s fyne.Size) {
	Place(c.plate, 0, 0, s.Width, s.Height)
	placeRing(c.ring, s)
	Place(c.content, choicePadding, choicePadding, s.Width-2*choicePadding, s.Height-2*choicePadding)
}

func (c *ChoiceCard) paint() {
	fill, stroke := resources.BgPanel, resources.Line
	switch {
	case c.chosen:
		fill, stroke = resources.BgSelected, resources.Accent
	case c.hovered || c.pressed:
		fill = resources.BgHover
	}
	setPlate(c.plate, ink(fill), ink(stroke), 1, radiusCard)
	setRing(c.ring, c.focused, radiusCard)
}
