package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// cardPadding is the room between the border of a card and its content, px.
const cardPadding = 12

func inCard(box, content fyne.CanvasObject) *fyne.Container {
	return container.NewStack(box, NewInset(cardPadding, cardPadding, cardPadding, cardPadding, content))
}

// Card is a panel with a 1 px border and 12 px of padding.
type Card struct {
	widget.BaseWidget
	TextRole
	box  *Ground
	body *fyne.Container
}

// NewCard makes a card around content.
func NewCard(content fyne.CanvasObject) *Card {
	c := &Card{box: newBox(resources.BgPanel, resources.Line, radiusCard)}
	c.body = inCard(c.box, content)
	c.ExtendBaseWidget(c)
	return c
}

// SetTone colours the border: ToneWarn for a job that needs the user, ToneAccent for the chosen card.
func (c *Card) SetTone(t Tone) {
	stroke := resources.Line
	if t != ToneNeutral {
		stroke = t.Color()
	}
	c.box.set(resources.BgPanel, stroke)
}

// inside returns the container of the controls in the card.
func (c *Card) inside() *fyne.Container { return c.body }

func (c *Card) AccessibilityLabel() string { return Words(c.body) }

func (c *Card) CreateRenderer() fyne.WidgetRenderer {
	return &Drawing{[]fyne.CanvasObject{c.body}, c.body.MinSize, c.body.Resize, c.body.Refresh}
}

// HeightFor returns the height of the card in a width, in px.
func (c *Card) HeightFor(width float32) float32 { return HeightFor(c.body, width) }

// ChoiceCard is a card that is chosen as a whole, by a click, Space or Enter. Nothing in it takes a click of its own.
type ChoiceCard struct {
	clickable

	box    *Ground
	body   *fyne.Container
	ring   *canvas.Rectangle
	word   string
	chosen bool
}

// NewChoiceCard makes a card around content; word is its accessible label.
func NewChoiceCard(word string, content fyne.CanvasObject, onTapped func()) *ChoiceCard {
	c := &ChoiceCard{clickable: clickable{OnTapped: onTapped},
		box: newBox(resources.BgPanel, resources.Line, radiusCard), word: word}
	c.body = inCard(c.box, content)
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

func (c *ChoiceCard) TypedKey(e *fyne.KeyEvent) { tapOrPass(c, e) }

// HeightFor returns the height of the card in a width, in px.
func (c *ChoiceCard) HeightFor(width float32) float32 { return HeightFor(c.body, width) }

func (c *ChoiceCard) AccessibilityLabel() string { return c.word }

func (c *ChoiceCard) CreateRenderer() fyne.WidgetRenderer {
	c.ring = newRectangle()
	arrange := func(s fyne.Size) {
		placeRing(c.ring, s)
		c.body.Resize(s)
	}
	return Draw(c.body.MinSize, arrange, c.paint, c.ring, c.body)
}

func (c *ChoiceCard) paint() {
	switch {
	case c.chosen:
		c.box.set(resources.BgSelected, resources.Accent)
	case c.hovered || c.pressed:
		c.box.set(resources.BgHover, resources.Line)
	default:
		c.box.set(resources.BgPanel, resources.Line)
	}
	setRing(c.ring, c.focused, radiusCard)
}

// Banner shows one message about a whole screen, with actions beside it.
type Banner struct {
	*Card
	icon *Icon
	text *Text
}

// NewBanner makes a banner. The tone colours only the icon.
func NewBanner(icon fyne.Resource, tone Tone, text string, actions ...fyne.CanvasObject) *Banner {
	b := &Banner{
		icon: NewIcon(icon, iconControl, tone.Color()),
		text: NewText(text, resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	row := NewRow(8, append([]fyne.CanvasObject{b.icon, b.text}, actions...)...)
	b.Card = NewCard(row)
	b.ExtendBaseWidget(b) // the banner is the object in the window: sizes must reach its own background
	return b
}

// SetText replaces the text: lead is bold, rest follows it. Both may be empty.
func (b *Banner) SetText(lead, rest string) {
	if lead != "" && rest != "" {
		rest = " " + rest
	}
	b.text.SetSpans(Span{Text: lead, Bold: true, Color: resources.Text1}, Span{Text: rest})
}

// SetTone changes icon and tone.
func (b *Banner) SetTone(icon fyne.Resource, tone Tone) { b.icon.Set(icon, tone.Color()) }

// Text returns the text.
func (b *Banner) Text() string { return b.text.Text() }

// NewEmpty makes the empty state of a screen: an icon, a title, a sentence and an action. action may be nil.
func NewEmpty(icon fyne.Resource, title, text string, action fyne.CanvasObject) fyne.CanvasObject {
	t := NewText(title, resources.SizeH2, resources.Text1, true).Wrap(true).Centered()
	words := NewText(text, resources.SizeSM, resources.Text2, false).Wrap(true).Centered()
	parts := []fyne.CanvasObject{NewIcon(icon, 32, resources.Text3), t, NewFixed(360, 0, words)}
	if action != nil {
		parts = append(parts, container.NewCenter(action))
	}
	return NewMiddle(360, 0, NewColumn(8, parts...))
}
