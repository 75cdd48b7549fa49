package feed

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// pictureImage is what a poster comes as.
type pictureImage = image.Image

// bodyGap is the room between picture and words, in px.
const bodyGap = 16

// cardBody stands a picture beside words. The picture keeps its size; the words get the rest of the width, and the
// body is as high as the higher of the two.
type cardBody struct {
	widget.BaseWidget
	large   bool
	picture *widgets.Picture
	words   *fyne.Container
}

func newCardBody(large bool, picture *widgets.Picture, words *fyne.Container) *cardBody {
	b := &cardBody{large: large, picture: picture, words: words}
	b.ExtendBaseWidget(b)
	return b
}

const (
	leastWords   = 244 // the room that the words keep at 100 % text, px: a state and an amount with its kind in one line
	leastPicture = 96  // the least width of a compact picture, px
)

// pictureSize is the size of the picture in a width: it gives way where the words would get too narrow.
func (b *cardBody) pictureSize(width float32) fyne.Size {
	usual, least := float32(compactWidth), float32(leastPicture)
	if b.large {
		usual, least = largeWidth, compactWidth
	}
	w := max(min(usual, width-bodyGap-resources.Scaled(leastWords)), least)
	return fyne.NewSize(w, w*9/16)
}

// HeightFor returns the height of the body in a width, in px.
func (b *cardBody) HeightFor(width float32) float32 {
	p := b.pictureSize(width)
	return max(p.Height, widgets.HeightFor(b.words, width-p.Width-bodyGap))
}

// CreateRenderer lays the two out.
func (b *cardBody) CreateRenderer() fyne.WidgetRenderer {
	return &cardBodyRenderer{b, []fyne.CanvasObject{b.picture, b.words}}
}

type cardBodyRenderer struct {
	b       *cardBody
	objects []fyne.CanvasObject
}

func (r *cardBodyRenderer) Destroy()                     {}
func (r *cardBodyRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *cardBodyRenderer) Refresh()                     { r.b.words.Refresh() }

func (r *cardBodyRenderer) MinSize() fyne.Size {
	w := max(r.b.Size().Width, 320)
	return fyne.NewSize(320, r.b.HeightFor(w))
}

func (r *cardBodyRenderer) Layout(s fyne.Size) {
	p := r.b.pictureSize(s.Width)
	r.b.picture.Move(fyne.NewPos(0, 0))
	r.b.picture.Resize(p)
	r.b.words.Move(fyne.NewPos(p.Width+bodyGap, 0))
	r.b.words.Resize(fyne.NewSize(s.Width-p.Width-bodyGap, s.Height))
}
