package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

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
	return widgets.NewFieldBy(label, firstLine, labelColumn, content)
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

// labelColumn is the width of the labels in a width, px. It grows with the text as far as the page has room.
func labelColumn(width float32) float32 {
	return max(labelWidth, min(resources.Scaled(labelWidth), width-controlRoom))
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
