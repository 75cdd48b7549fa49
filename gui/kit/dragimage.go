package kit

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// DragImage is the image that follows the pointer during a drag inside the window: a picture, a count, and a text about
// what a drop would do. It covers the whole window, so that no control below shows its hover state. It is hidden at
// other times.
type DragImage struct {
	widget.BaseWidget
	seen     fyne.CanvasObject // in the window; Fyne does not repaint a change of an object that was hidden until now
	at       fyne.Position     // of the pointer, in the image
	accepted bool

	bitmap        *canvas.Image
	frame, plate  *canvas.Rectangle
	count         *Tag
	words         *Text
	width, height float32 // of the picture, px
}

// Measures of the image, px.
const (
	ghostSide   = 80  // the longer side of the picture
	ghostAside  = 20  // from the pointer
	ghostWords  = 240 // the widest, with text at 100 %
	ghostInside = 8   // padding around the text
)

// NewDragImage makes a hidden image for a window in which something is always seen.
func NewDragImage(seen fyne.CanvasObject) *DragImage {
	g := &DragImage{seen: seen, bitmap: &canvas.Image{ScaleMode: canvas.ImageScaleFastest, CornerRadius: radiusControl,
		Translucency: 0.25},
		count: NewTag(ToneInverted, nil, ""), words: NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	g.Hide()
	g.ExtendBaseWidget(g)
	return g
}

// Lift shows a picture of the first dragged item, nil if there is none yet, and the number of items.
func (g *DragImage) Lift(picture image.Image, count int) {
	g.bitmap.Image, g.width, g.height = picture, ghostSide, ghostSide*9/16
	if picture != nil {
		size := picture.Bounds().Size()
		scale := ghostSide / float32(max(size.X, size.Y, 1))
		g.width, g.height = scale*float32(size.X), scale*float32(size.Y)
	}
	g.bitmap.Refresh()
	g.count.Set(ToneInverted, nil, lang.Number(count))
	Show(g.count, count > 1)
	g.Show()
	g.Refresh()
	canvas.Refresh(g.seen)
}

// Follow moves the image with the pointer, to a position in the window. words is what a drop there would do, or why it
// cannot.
func (g *DragImage) Follow(at fyne.Position, words string, accepted bool) {
	g.at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(g))
	g.accepted = accepted
	g.words.SetText(words)
	g.Refresh()
}

// Words returns the text at the pointer.
func (g *DragImage) Words() string { return g.words.Text() }

// MouseIn, like the other two, keeps hover events from the objects below.
func (g *DragImage) MouseIn(*desktop.MouseEvent)    {}
func (g *DragImage) MouseMoved(*desktop.MouseEvent) {}
func (g *DragImage) MouseOut()                      {}

func (g *DragImage) Cursor() desktop.Cursor { return handUnless(!g.accepted) }

func (g *DragImage) CreateRenderer() fyne.WidgetRenderer {
	g.frame, g.plate = newRectangle(), newRectangle()
	return Draw(func() fyne.Size {
		return fyne.Size{}
	}, g.arrange, g.paint, g.bitmap, g.frame, g.count, g.plate, g.words)
}

// arrange puts the picture to the lower right of the pointer, with the text under it. At an edge of the window it uses
// the other side.
func (g *DragImage) arrange(s fyne.Size) {
	text := min(resources.Scaled(ghostWords),
		fyne.MeasureText(g.words.Text(), textPx(resources.SizeSM), fyne.TextStyle{}).Width+1)
	high := HeightFor(g.words, text)
	width, height := g.width, g.height
	if g.words.Text() != "" {
		width, height = max(width, text+2*ghostInside), height+4+high+2*ghostInside
	}
	x, y := g.at.X+ghostAside, g.at.Y+ghostAside
	if x+width > s.Width {
		x = max(g.at.X-ghostAside-width, 0)
	}
	if y+height > s.Height {
		y = max(g.at.Y-ghostAside-height, 0)
	}
	Place(g.bitmap, x, y, g.width, g.height)
	Place(g.frame, x, y, g.width, g.height)
	tag := g.count.MinSize()
	Place(g.count, x+g.width-tag.Width-4, y+4, tag.Width, tag.Height)
	Place(g.plate, x, y+g.height+4, text+2*ghostInside, high+2*ghostInside)
	Place(g.words, x+ghostInside, y+g.height+4+ghostInside, text, high)
}

func (g *DragImage) paint() {
	fill, edge := color.Color(color.Transparent), resources.LineStrong
	if g.bitmap.Image == nil {
		fill = themeColor(resources.BgMat)
	}
	switch {
	case g.accepted:
		edge = resources.Accent
	case g.words.Text() != "":
		edge = resources.Warn
	}
	setRectangle(g.frame, fill, themeColor(edge), 2, radiusControl)
	setRectangle(g.plate, themeColor(resources.BgRaised), themeColor(edge), 1, radiusControl)
	Show(g.plate, g.words.Text() != "")
	Show(g.words, g.words.Text() != "")
	g.arrange(g.Size())
}
