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

// Ghost is what follows the pointer while something is dragged inside of the window: its picture, how many there are, and in words what
// letting go would do. It lies over the whole window, so that no control below lights up on the way, and is hidden at other times.
type Ghost struct {
	widget.BaseWidget
	seen     fyne.CanvasObject // in the window; a change of what was hidden until now has nothing painted
	at       fyne.Position     // of the pointer, in the ghost
	accepted bool

	bitmap        *canvas.Image
	frame, plate  *canvas.Rectangle
	count         *Tag
	words         *Text
	width, height float32 // of the picture, px
}

// The measures of a ghost, px.
const (
	ghostSide   = 80  // the longer side of the picture
	ghostAside  = 20  // from the pointer
	ghostWords  = 240 // the widest, with text at 100 %
	ghostInside = 8   // around the words
)

// NewGhost makes a hidden ghost for a window in which something is always seen.
func NewGhost(seen fyne.CanvasObject) *Ghost {
	g := &Ghost{seen: seen, bitmap: &canvas.Image{ScaleMode: canvas.ImageScaleFastest, CornerRadius: radiusControl, Translucency: 0.25},
		count: NewTag(ToneInverted, nil, ""), words: NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	g.Hide()
	g.ExtendBaseWidget(g)
	return g
}

// Lift shows what is dragged: a picture of the first, nil where there is none yet, and how many there are.
func (g *Ghost) Lift(picture image.Image, count int) {
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

// Follow goes with the pointer to a place of the window. The words say what letting go there would do, or why it cannot.
func (g *Ghost) Follow(at fyne.Position, words string, accepted bool) {
	g.at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(g))
	g.accepted = accepted
	g.words.SetText(words)
	g.Refresh()
}

// Words returns what is said at the pointer.
func (g *Ghost) Words() string { return g.words.Text() }

// MouseIn, like the other two, keeps the pointer off what lies below.
func (g *Ghost) MouseIn(*desktop.MouseEvent)    {}
func (g *Ghost) MouseMoved(*desktop.MouseEvent) {}
func (g *Ghost) MouseOut()                      {}

func (g *Ghost) Cursor() desktop.Cursor { return handUnless(!g.accepted) }

func (g *Ghost) CreateRenderer() fyne.WidgetRenderer {
	g.frame, g.plate = newRectangle(), newRectangle()
	return Draw(func() fyne.Size { return fyne.Size{} }, g.arrange, g.paint, g.bitmap, g.frame, g.count, g.plate, g.words)
}

// arrange puts the picture right below the pointer, and the words under it; where the window ends, on the other side.
func (g *Ghost) arrange(s fyne.Size) {
	text := min(resources.Scaled(ghostWords), fyne.MeasureText(g.words.Text(), textPx(resources.SizeSM), fyne.TextStyle{}).Width+1)
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

func (g *Ghost) paint() {
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
