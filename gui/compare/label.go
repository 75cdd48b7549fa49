package compare

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// label is a letter and words on a picture. Where there is no room for the words, the letter stands alone.
type label struct {
	text          *widgets.Text
	plate         *canvas.Rectangle
	object        *fyne.Container
	letter, words string
	short         bool // only the letter is shown
}

// labelPad is the room around the words of a label, px.
const labelPad = 6

func newLabel() *label {
	l := &label{text: widgets.NewText("", resources.SizeSM, resources.OnPictureText, false), plate: canvas.NewRectangle(color.Transparent)}
	l.plate.CornerRadius = 4
	l.object = container.NewStack(l.plate, widgets.NewInset(labelPad, labelPad, labelPad, labelPad, l.text))
	return l
}

func (l *label) set(letter, words string) {
	l.letter, l.words = letter, words
	l.write(false)
}

func (l *label) write(short bool) {
	l.short = short
	letter, words := l.letter, l.words
	if short {
		words = ""
	} else if letter != "" && words != "" {
		letter += "  "
	}
	l.text.SetSpans(
		widgets.Span{Text: letter, Bold: true, Color: resources.OnPictureText},
		widgets.Span{Text: words, Color: resources.OnPictureText})
}

// fitIn cuts the label to a width and gives the size that it takes.
func (l *label) fitIn(room float32) fyne.Size {
	l.plate.FillColor = theme.Color(resources.OnPicture)
	if l.short {
		l.write(false)
	}
	if l.letter != "" && l.object.MinSize().Width > room {
		l.write(true)
	}
	return l.object.MinSize()
}
