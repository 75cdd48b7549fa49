package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// fieldLabel is the least width of the labels of a form, px; labelGap is the room behind them.
const (
	fieldLabel = 96
	labelGap   = 8
)

// NewField lays a label of 96 px beside its control.
func NewField(label string, content fyne.CanvasObject) *fyne.Container {
	t := NewText(label, resources.SizeBody, resources.Text2, false)
	return NewFieldBy(t, 0, func(float32) float32 { return max(fieldLabel, t.MinSize().Width+labelGap) }, content)
}

// NewFieldBy lays a label beside its control, at the height of the control's first line. column returns the width of the label with the
// room behind it in a width, px, in which the label may wrap; least is the least height, px.
func NewFieldBy(label *Text, least float32, column func(width float32) float32, content fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &fieldLayout{label: label, least: least, column: column}, Objects: []fyne.CanvasObject{label, content}}
}

type fieldLayout struct {
	label  *Text
	least  float32
	column func(width float32) float32
	width  float32 // as last laid out; 0: not yet
}

func (l *fieldLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	content := o[1].MinSize()
	w := l.column(0) + content.Width
	if l.width == 0 {
		return fyne.NewSize(w, max(content.Height, l.least, l.label.lineHeight()))
	}
	return fyne.NewSize(w, l.HeightFor(o, max(l.width, w)))
}

func (l *fieldLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	x := l.column(width)
	top := max((l.least-l.label.lineHeight())/2, 0)
	return max(HeightFor(o[1], width-x), l.least, top+HeightFor(l.label, x-labelGap))
}

func (l *fieldLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	x, line := l.column(s.Width), l.label.lineHeight()
	row := min(max(heightControl, line), s.Height)
	Place(l.label, 0, (row-line)/2, x-labelGap, HeightFor(l.label, x-labelGap))
	w := max(s.Width-x, 0)
	h := HeightFor(o[1], w)
	Place(o[1], x, max((row-h)/2, 0), w, h)
}

// Ground is a plain colour of the theme behind other things, or a line between them.
type Ground struct {
	widget.BaseWidget
	color  fyne.ThemeColorName
	stroke fyne.ThemeColorName // of its edge; "": none
	radius float32
	side   float32   // the least, px
	most   fyne.Size // how much of its room it fills, px

	plate *canvas.Rectangle
}

// NewGround makes a ground.
func NewGround(color fyne.ThemeColorName) *Ground {
	return newGround(color, 0, fyne.NewSize(unbounded, unbounded))
}

// NewRule makes a horizontal line of 1 px.
func NewRule() *Ground { return newGround(resources.Line, 1, fyne.NewSize(unbounded, 1)) }

// NewVRule makes a vertical line of 1 px.
func NewVRule() *Ground { return newGround(resources.Line, 1, fyne.NewSize(1, unbounded)) }

func newGround(color fyne.ThemeColorName, side float32, most fyne.Size) *Ground {
	g := &Ground{color: color, side: side, most: most}
	g.ExtendBaseWidget(g)
	return g
}

// newBox makes a ground with an edge and round corners.
func newBox(color, stroke fyne.ThemeColorName, radius float32) *Ground {
	g := NewGround(color)
	g.stroke, g.radius = stroke, radius
	return g
}

// SetColor changes the colour.
func (g *Ground) SetColor(color fyne.ThemeColorName) { g.color = color; g.Refresh() }

// CreateRenderer draws the ground.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	g.plate = newPlate()
	return Draw(g.least, g.arrange, g.paint, g.plate)
}

func (g *Ground) least() fyne.Size { return fyne.NewSquareSize(g.side) }
func (g *Ground) paint()           { setPlate(g.plate, ink(g.color), ink(g.stroke), 1, g.radius) }
func (g *Ground) arrange(s fyne.Size) {
	Place(g.plate, 0, 0, min(s.Width, g.most.Width), min(s.Height, g.most.Height))
}

// NewIcon makes an icon of a size in px at 100 % text, with which it grows, and of a colour of the theme.
func NewIcon(res fyne.Resource, px float32, color fyne.ThemeColorName) *Icon {
	i := &Icon{res: res, px: px, color: color}
	i.ExtendBaseWidget(i)
	return i
}

// Icon is one icon.
type Icon struct {
	widget.BaseWidget
	res   fyne.Resource
	px    float32
	color fyne.ThemeColorName

	glyph *canvas.Image
}

// Set changes icon and colour; nil shows nothing.
func (i *Icon) Set(res fyne.Resource, color fyne.ThemeColorName) {
	i.res, i.color = res, color
	i.Refresh()
}

// CreateRenderer draws the icon.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	i.glyph = newGlyph()
	return Draw(i.least, i.arrange, i.paint, i.glyph)
}

func (i *Icon) least() fyne.Size { return fyne.NewSquareSize(grown(i.px)) }
func (i *Icon) arrange(s fyne.Size) {
	px := max(i.px, min(grown(i.px), s.Width, s.Height)) // no larger than a place that is fixed
	Place(i.glyph, (s.Width-px)/2, (s.Height-px)/2, px, px)
}
func (i *Icon) paint() { setGlyph(i.glyph, i.res, i.color) }

// Show makes an object visible or not, and touches it only when that changes.
func Show(o fyne.CanvasObject, on bool) {
	switch {
	case o.Visible() == on:
	case on:
		o.Show()
	default:
		o.Hide()
	}
}

// Place moves an object and gives it a size, px.
func Place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
}
