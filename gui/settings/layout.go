package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Sizes of the page, px.
const (
	fieldWidth  = 460 // of text fields: long enough for an address, and no line across the whole window
	firstLine   = 32  // height of a control's first line
	labelWidth  = 180 // of the labels at 100 % text
	labelGap    = 12  // between a label and its control
	controlRoom = 560 // what a growing label leaves to its control: a text field with words or a button behind it
	cardWidth   = 280 // the least of a profile's card at 100 % text
	cardGap     = 12
)

func heading(s string) fyne.CanvasObject {
	return widgets.NewText(s, resources.SizeH2, resources.Text1, true)
}

func note(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeSM, resources.Text2, false)
}

// failure is the look of what cannot be done, beside its words.
func failure(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeSM, resources.Err, false).Wrap(true)
}

func labelText(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeBody, resources.Text2, false).Wrap(true)
}

// field lays a label beside its control. A longer one breaks into lines.
func field(label string, content fyne.CanvasObject) fyne.CanvasObject {
	return labelledBy(labelText(label), content)
}

// labelledBy is a field whose label changes.
func labelledBy(label *widgets.Text, content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(labelled{}, label, content)
}

// withNote lays a field beside what there is to say about it, or above it where the room is too narrow for both.
func withNote(entry fyne.CanvasObject, words *widgets.Text) fyne.CanvasObject {
	return widgets.NewFlow(16, widgets.NewFixed(fieldWidth, 0, entry), widgets.NewFixed(0, firstLine, words))
}

func setVisible(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}

func switchOn(o fyne.Disableable, on bool) {
	if on {
		o.Enable()
	} else {
		o.Disable()
	}
}

func say(t *widgets.Text, words string, color fyne.ThemeColorName) {
	t.SetText(words)
	t.SetColor(color)
}

// sayProblem shows words that take room only where there are some.
func sayProblem(t *widgets.Text, words string) {
	t.SetText(words)
	setVisible(t, words != "")
}

func focus(o interface {
	fyne.CanvasObject
	fyne.Focusable
}) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		c.Focus(o)
	}
}

// savingWord is the word of a button that saves.
func savingWord(saving bool, word string) string {
	if saving {
		return lang.L("Saving…")
	}
	return word
}

// labelled lays a label beside its control; the label stands at the height of the control's first line, and goes on below it.
// Its width grows with the text as far as the page has room; it is the same for all fields of a page.
type labelled struct{}

// label is the width of the label in a width, px.
func (labelled) label(width float32) float32 {
	return max(labelWidth, min(resources.Scaled(labelWidth), width-controlRoom))
}

// labelTop is where the label begins, so that its first line is in the middle of the control's.
func (labelled) labelTop() float32 {
	line := fyne.MeasureText("X", theme.Size(resources.SizeBody), fyne.TextStyle{}).Height
	return max((firstLine-line)/2, 0)
}

func (l labelled) height(o []fyne.CanvasObject, label, content float32) float32 {
	return max(content, firstLine, l.labelTop()+widgets.HeightFor(o[0], label-labelGap))
}

// MinSize is the label beside the control.
func (l labelled) MinSize(o []fyne.CanvasObject) fyne.Size {
	content := o[1].MinSize()
	height, label := content.Height, resources.Scaled(labelWidth)
	if w := o[1].Size().Width; w > 0 {
		height, label = widgets.HeightFor(o[1], w), o[1].Position().X
	}
	return fyne.NewSize(labelWidth+content.Width, l.height(o, label, height))
}

// Layout gives the control what the label leaves, and its height to what is inside.
func (l labelled) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x, top := l.label(size.Width), l.labelTop()
	o[0].Move(fyne.NewPos(0, top))
	o[0].Resize(fyne.NewSize(x-labelGap, widgets.HeightFor(o[0], x-labelGap)))
	width := max(size.Width-x, 0)
	height := widgets.HeightFor(o[1], width)
	o[1].Move(fyne.NewPos(x, max(0, (firstLine-height)/2)))
	o[1].Resize(fyne.NewSize(width, height))
}

// HeightFor is the height of the control in what the label leaves of the width.
func (l labelled) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	x := l.label(width)
	return l.height(o, x, widgets.HeightFor(o[1], width-x))
}

// cardGrid lays cards in columns of the same width: three, or fewer where a card would get too narrow.
type cardGrid struct{}

// grid is how many columns a width has, and how high a card and all rows of them are.
func (cardGrid) grid(o []fyne.CanvasObject, width float32) (columns int, card, all float32) {
	columns = max(1, min(3, int((width+cardGap)/(resources.Scaled(cardWidth)+cardGap))))
	for _, x := range o {
		card = max(card, x.MinSize().Height)
	}
	rows := float32((len(o) + columns - 1) / columns)
	return columns, card, rows*card + max(rows-1, 0)*cardGap
}

// MinSize is one column wide and as high as three columns need.
func (g cardGrid) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(cardWidth, g.HeightFor(o, 3*resources.Scaled(cardWidth)+2*cardGap))
}

// HeightFor is the height of all rows in a width.
func (g cardGrid) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	_, _, all := g.grid(o, width)
	return all
}

// Layout fills row by row.
func (g cardGrid) Layout(o []fyne.CanvasObject, s fyne.Size) {
	n, h, _ := g.grid(o, s.Width)
	w := (s.Width - float32(n-1)*cardGap) / float32(n)
	for i, x := range o {
		x.Move(fyne.NewPos(float32(i%n)*(w+cardGap), float32(i/n)*(h+cardGap)))
		x.Resize(fyne.NewSize(w, h))
	}
}

// fitted gives a choice a width of px. Where its words need more they are set smaller, each option as wide as its own.
func fitted(px float32, choice *widgets.Segmented) *fyne.Container {
	return container.New(fittedLayout(px), choice)
}

// fittedLayout is the least width of a choice, px.
type fittedLayout float32

// MinSize is that of the choice, or the least width. It follows the text, which may grow while the window is open.
func (l fittedLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if m.Width > float32(l) {
		m = o[0].(*widgets.Segmented).Tight().MinSize()
	}
	return m.Max(fyne.NewSize(float32(l), 0))
}

// Layout fills all room.
func (l fittedLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(s)
}
