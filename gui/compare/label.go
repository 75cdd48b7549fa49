package compare

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// label is a letter and words on a picture. Where there is no room for the words, the letter stands alone.
type label struct {
	text          *widgets.Text
	object        *fyne.Container
	letter, words string
	short         bool // only the letter is shown
}

// labelPad is the room around the words of a label, px.
const labelPad = 6

func newLabel() *label {
	l := &label{text: widgets.NewText("", resources.SizeSM, resources.OnPictureText, false)}
	plate := canvas.NewRectangle(color.Transparent)
	plate.CornerRadius = 4
	l.object = &fyne.Container{Layout: labelLayout{plate}, Objects: []fyne.CanvasObject{plate, l.text}}
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
	if l.short {
		l.write(false)
	}
	if l.letter != "" && l.object.MinSize().Width > room {
		l.write(true)
	}
	return l.object.MinSize()
}

type labelLayout struct{ plate *canvas.Rectangle }

// MinSize is that of the words with room around them.
func (labelLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(m.Width+2*labelPad, m.Height+2*labelPad)
}

// Layout lays the words on their ground.
func (l labelLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.plate.FillColor = theme.Color(resources.OnPicture)
	widgets.Place(o[0], 0, 0, s.Width, s.Height)
	widgets.Place(o[1], labelPad, labelPad, s.Width-2*labelPad, s.Height-2*labelPad)
}
