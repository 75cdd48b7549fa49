package compare

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Mode is a way to show two pictures against each other.
type Mode int

// The modes, in the order of the control.
const (
	Slider     Mode = iota // one over the other, with a divider that is dragged
	Side                   // beside each other
	OnlyA                  // the first alone
	OnlyB                  // the second alone
	Difference             // where and how much they differ, amplified
)

// ModeWords returns the labels of the modes, in their order.
func ModeWords() []string {
	return []string{lang.L("Slider"), lang.L("Side by side"), lang.L("A only"), lang.L("B only"),
		lang.X("noun", "Difference")}
}

// letters name the two places.
var letters = [2]string{"A", "B"}

// sizeWord formats a size in pixels.
func sizeWord(s image.Point) string { return fmt.Sprintf("%d × %d", s.X, s.Y) }

// Found returns the difference of the two as text; "" while it is unknown and in other modes.
func (p *pairView) Found() string {
	switch {
	case p.mode != Difference:
		return ""
	case p.comparing:
		return lang.L("Comparing…")
	case !p.compared:
		return ""
	}
	return p.unlike.words()
}

// standing returns the index of the picture at a place, 0 or 1.
func (p *pairView) standing(place int) int {
	if p.swapped != p.held {
		return 1 - place
	}
	return place
}

func (p *pairView) sizeOf(i int) image.Point {
	if p.pics[i] == nil {
		return image.Point{}
	}
	return p.pics[i].size
}

// Sizes returns the sizes of the two as text: "Both 1344 × 1008", or each with its letter.
func (p *pairView) Sizes() string {
	var words []string
	for i, letter := range letters {
		if size := p.sizeOf(p.standing(i)); size != (image.Point{}) {
			words = append(words, letter+" "+sizeWord(size))
		}
	}
	if a := p.sizeOf(0); len(words) == 2 && a == p.sizeOf(1) {
		return lang.L("Both %s", sizeWord(a))
	}
	return wording.Commas(words...)
}

// SetSplit moves the divider to a share of the visible part of the pictures: 0 shows only B, 1 only A.
func (p *pairView) SetSplit(share float64) {
	p.split = min(max(share, 0), 1)
	p.place()
}

func (p *pairView) Split() float64 { return p.split }

// Fit shows all of both pictures.
func (p *pairView) Fit() { p.view.Fit() }

// ZoomBy enlarges by a factor around the middle.
func (p *pairView) ZoomBy(factor float64) { p.view.ZoomBy(factor) }

// Actual shows one pixel of the larger picture in one pixel of the screen.
func (p *pairView) Actual() { p.view.Actual() }

// Disabled reports whether there is no picture and none is being prepared. The focus skips such a pair.
func (p *pairView) Disabled() bool { return p.pics[0] == nil && p.pics[1] == nil && !p.loading }

// pairView draws two pictures against each other. The pointer zooms, pans and moves the divider.
type pairView struct {
	changed func() // the mode, the pictures or their difference changed
	pressed func() // a button was pressed on the pictures

	mode    Mode
	pics    [2]*picture // nil if there is none or it is not prepared yet
	words   [2]string
	loading bool
	frames  bool // the pictures are frames of clips
	swapped bool // the two sides are swapped
	held    bool // each place shows the other picture, while a key is down
	split   float64
	focused bool

	unlike    unlike
	compared  bool // unlike is known
	comparing bool

	view  *imageview.View     // of the box; the pictures are on it
	tiles [2]*imageview.Tiles // of the left one and of the right one
	shown [2]*picture         // what the tiles show
	box   image.Point
	seen  imageview.ViewRect // the visible part of the box, in one of the columns
	cut   float64            // position of the divider, in units

	line, handle *canvas.Rectangle
	icon         *canvas.Image
	labels       [2]*kit.Text // in the strip above the pictures
	note         *kit.Text    // also there, if the labels are not
	divides      bool         // the pointer drags the divider
}

// The measures of the objects over the pictures, in units.
const (
	handleSize = 40
	handleIcon = 18
	lineWidth  = 2
	labelRow   = 32  // height of the strip with the labels
	labelIn    = 16  // from the edge of the view to a label
	grabWidth  = 24  // on either side of the divider, where a press takes it
	margin     = 32. // around fitted pictures
	sideGap    = 1   // on either side of the middle between two pictures side by side
)

func (p *pairView) build(on func() fyne.Canvas) {
	p.view = imageview.New(on, p.pointed, p.place)
	p.line, p.handle = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	p.handle.CornerRadius = handleSize / 2
	p.icon = &canvas.Image{FillMode: canvas.ImageFillContain}
	p.note = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis().Centered()
	objects := []fyne.CanvasObject{p.line, p.handle, p.icon}
	for i := range p.tiles {
		p.tiles[i], p.labels[i] = imageview.NewTiles(), kit.NewText("", resources.SizeSM, resources.Text2, false)
		objects = append([]fyne.CanvasObject{p.tiles[i].Object}, objects...)
	}
	p.view.Overlay.Objects = objects
}

// paint applies the colours of the theme and shows the focus.
func (p *pairView) paint() {
	p.line.FillColor = theme.Color(resources.OnPictureText)
	p.handle.FillColor = p.line.FillColor
	p.handle.StrokeColor, p.handle.StrokeWidth = color.Transparent, 0
	if p.focused {
		p.handle.StrokeColor, p.handle.StrokeWidth = theme.Color(resources.Accent), lineWidth+1
	}
	p.icon.Resource = resources.Tint(resources.IconSwap, resources.OnPicture)
	canvas.Refresh(p.view.Overlay)
}

// refresh shows everything again and calls changed.
func (p *pairView) refresh() {
	a, b := p.sizeOf(0), p.sizeOf(1)
	p.box = image.Pt(max(a.X, b.X), max(a.Y, b.Y))
	columns, around := 1, margin
	if p.mode == Side {
		columns, around = 2, margin/2
	}
	p.view.SetSize(p.box, columns, around) // which calls place
	p.changed()
}

// place arranges both pictures under the transform of the view, and the objects over them.
func (p *pairView) place() {
	t, size := p.view.Transform(), p.view.Size()
	all := imageview.ViewRect{X1: float64(size.Width), Y1: float64(size.Height)}
	column := all
	if p.mode == Side {
		column.X1 /= 2
	}
	x0, y0 := t.FromPicture(0, 0)
	x1, y1 := t.FromPicture(float64(p.box.X), float64(p.box.Y))
	p.seen = imageview.ViewRect{X0: max(x0, 0), Y0: max(y0, 0), X1: min(x1, column.X1), Y1: min(y1, all.Y1)}
	p.cut = p.seen.X0 + p.split*(p.seen.X1-p.seen.X0)

	shown, rooms, second := [2]*picture{p.pics[p.standing(0)], p.pics[p.standing(1)]}, [2]imageview.ViewRect{all, all},
		0.0
	switch p.mode {
	case Slider:
		rooms[0].X1, rooms[1].X0 = p.cut, p.cut
	case Side:
		rooms[0].X1, rooms[1].X0, second = column.X1-sideGap, column.X1+sideGap, column.X1
	case OnlyA:
		shown[1] = nil
	case OnlyB:
		shown[0] = nil
	case Difference:
		shown = [2]*picture{p.unlike.shown, nil}
	}
	for i, tiles := range p.tiles {
		var at imageview.Transform
		var source imageview.Source
		if shown[i] != nil {
			at, source = shown[i].in(p.box, t).Moved(second*float64(i), 0), shown[i].Source
		}
		if shown[i] != p.shown[i] {
			p.shown[i] = shown[i]
			tiles.SetSource(source)
		}
		tiles.Arrange(at, rooms[i], p.view.Pixel())
	}
	p.placeDivider()
	p.placeLabels(size.Width)
	p.view.Overlay.Refresh()
	switch {
	case p.Disabled():
		p.view.SetCursor(desktop.DefaultCursor)
	case p.mode == Slider && !p.pans():
		p.view.SetCursor(desktop.HResizeCursor)
	default:
		p.view.SetCursor(desktop.CrosshairCursor)
	}
}

// pans reports whether the box is larger than the view.
func (p *pairView) pans() bool {
	k, size := p.view.Transform().Scale, p.view.Size()
	width := float64(size.Width)
	if p.mode == Side {
		width /= 2
	}
	return float64(p.box.X)*k > width+0.5 || float64(p.box.Y)*k > float64(size.Height)+0.5
}

// placeDivider places the line and the handle of the divider.
func (p *pairView) placeDivider() {
	for _, o := range []fyne.CanvasObject{p.line, p.handle, p.icon} {
		kit.Show(o, p.mode == Slider && p.shown != [2]*picture{})
	}
	x, y, h := float32(p.cut), float32(p.seen.Y0), float32(p.seen.Y1-p.seen.Y0)
	kit.Place(p.line, x-lineWidth/2, y, lineWidth, h)
	middle := y + h/2
	kit.Place(p.handle, x-handleSize/2, middle-handleSize/2, handleSize, handleSize)
	kit.Place(p.icon, x-handleIcon/2, middle-handleIcon/2, handleIcon, handleIcon)
}

// placeLabels places the labels in the strip above the pictures, and hides the label of a missing picture. Without
// enough room the last parts of a label are left out and the first is shortened. The letter stays.
func (p *pairView) placeLabels(width float32) {
	for i, l := range p.labels {
		kit.Show(l, p.shown[i] != nil && p.mode != Difference)
		x, room := float32(labelIn), width-2*labelIn
		if p.mode == Slider || p.mode == Side {
			room = width/2 - 2*labelIn
			x += float32(i) * width / 2
		}
		words := p.label(p.standing(i))
		for p.setLabel(i, words); l.NaturalWidth() > room && words != ""; p.setLabel(i, words) {
			words = shorter(words)
		}
		if own := l.NaturalWidth(); i == 1 && p.mode == Slider {
			x += room - own
		}
		kit.Place(l, x, 0, l.NaturalWidth(), labelRow)
	}
	words := p.Found()
	if p.loading {
		words = lang.L("Loading…")
	}
	p.note.SetText(words)
	kit.Show(p.note, words != "")
	kit.Place(p.note, labelIn, 0, width-2*labelIn, labelRow)
}

// setLabel writes the letter of a place and the words about its picture.
func (p *pairView) setLabel(place int, words string) {
	spans := []kit.Span{{Text: letters[place], Bold: true, Color: resources.Text1}}
	if words != "" {
		spans = append(spans, kit.Span{Text: "  " + words})
	}
	p.labels[place].SetSpans(spans...)
}

// shorter removes the last part of a label, or a character if it has one part.
func shorter(words string) string {
	if i := strings.LastIndex(words, " · "); i >= 0 {
		return words[:i]
	}
	return Cut(words, utf8.RuneCountInString(words)-1)
}

// label returns the label of one of the two, with its size if the sizes differ.
func (p *pairView) label(i int) string {
	if size := p.sizeOf(i); p.sizeOf(0) != p.sizeOf(1) && size != (image.Point{}) {
		return p.words[i] + " · " + sizeWord(size)
	}
	return p.words[i]
}

// pointed drags the divider if the press is near it or nothing can be panned, else it pans the pictures. A double click
// fits the pictures, or shows them at their own size if they are fitted already.
func (p *pairView) pointed(at imageview.Pointer) {
	switch at.Event {
	case imageview.Down:
		p.pressed()
		near := math.Abs(float64(at.At.X)-p.cut) <= grabWidth
		p.divides = at.Button == desktop.MouseButtonPrimary && p.mode == Slider && (near || !p.pans())
		if p.divides {
			p.divideAt(at.At)
		}
	case imageview.Drag:
		if p.divides {
			p.divideAt(at.At)
		} else {
			p.view.PanBy(at.By.DX, at.By.DY)
		}
	case imageview.Double:
		if p.view.Fitted() {
			p.Actual()
		} else {
			p.Fit()
		}
	}
}

// divideAt moves the divider to a position.
func (p *pairView) divideAt(at fyne.Position) {
	if width := p.seen.X1 - p.seen.X0; width > 0 {
		p.SetSplit((float64(at.X) - p.seen.X0) / width)
	}
}
