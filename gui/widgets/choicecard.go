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
	r := &choiceCardRenderer{c: c, plate: newPlate(), ring: newPlate()}
	return drawn(r, r.ring, r.plate, c.content)
}

type choiceCardRenderer struct {
	drawing
	c           *ChoiceCard
	plate, ring *canvas.Rectangle
}

func (r *choiceCardRenderer) MinSize() fyne.Size {
	return r.c.content.MinSize().AddWidthHeight(2*choicePadding, 2*choicePadding)
}

func (r *choiceCardRenderer) Layout(s fyne.Size) {
	Place(r.plate, 0, 0, s.Width, s.Height)
	placeRing(r.ring, s)
	Place(r.c.content, choicePadding, choicePadding, s.Width-2*choicePadding, s.Height-2*choicePadding)
}

func (r *choiceCardRenderer) Refresh() {
	fill, stroke := resources.BgPanel, resources.Line
	switch {
	case r.c.chosen:
		fill, stroke = resources.BgSelected, resources.Accent
	case r.c.hovered || r.c.pressed:
		fill = resources.BgHover
	}
	setPlate(r.plate, ink(fill), ink(stroke), 1, radiusCard)
	setRing(r.ring, r.c.focused, radiusCard)
}
