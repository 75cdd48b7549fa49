package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// fieldLabel is the width of the labels of a form, in px at 100 % text.
const fieldLabel = 96

// NewField lays a label of 96 px beside its control.
func NewField(label string, content fyne.CanvasObject) *fyne.Container {
	t := NewText(label, resources.SizeBody, resources.Text2, false)
	return &fyne.Container{Layout: fieldLayout{}, Objects: []fyne.CanvasObject{t, content}}
}

type fieldLayout struct{}

func (fieldLayout) label(o []fyne.CanvasObject) float32 {
	return max(fieldLabel, o[0].MinSize().Width+8)
}

func (l fieldLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(l.label(o)+b.Width, max(a.Height, b.Height))
}

func (l fieldLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := l.label(o)
	a, b := o[0].MinSize(), o[1].MinSize()
	// The label stands beside the first row of a control that has several.
	row := min(max(heightControl, a.Height), s.Height)
	place(o[0], 0, (row-a.Height)/2, w-8, a.Height)
	h := b.Height
	if h >= row {
		place(o[1], w, 0, s.Width-w, s.Height)
	} else {
		place(o[1], w, (row-h)/2, s.Width-w, h)
	}
}

// Rule is a 1 px line of decoration between parts of a screen.
type Rule struct {
	widget.BaseWidget
	vertical bool
}

// NewRule makes a horizontal line.
func NewRule() *Rule { return newRule(false) }

// NewVRule makes a vertical line.
func NewVRule() *Rule { return newRule(true) }

func newRule(vertical bool) *Rule {
	r := &Rule{vertical: vertical}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer draws the line.
func (r *Rule) CreateRenderer() fyne.WidgetRenderer {
	p := &ruleRenderer{r: r, line: newPlate()}
	p.objects = []fyne.CanvasObject{p.line}
	p.Refresh()
	return p
}

type ruleRenderer struct {
	r       *Rule
	line    *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *ruleRenderer) Destroy()                     {}
func (r *ruleRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *ruleRenderer) MinSize() fyne.Size           { return fyne.NewSize(1, 1) }
func (r *ruleRenderer) Refresh()                     { setPlate(r.line, ink(resources.Line), ink(""), 0, 0) }

func (r *ruleRenderer) Layout(s fyne.Size) {
	if r.r.vertical {
		place(r.line, 0, 0, 1, s.Height)
	} else {
		place(r.line, 0, 0, s.Width, 1)
	}
}

// Ground is a plain colour of the theme behind other things.
type Ground struct {
	widget.BaseWidget
	color fyne.ThemeColorName
}

// NewGround makes a ground.
func NewGround(color fyne.ThemeColorName) *Ground {
	g := &Ground{color: color}
	g.ExtendBaseWidget(g)
	return g
}

// SetColor changes the colour.
func (g *Ground) SetColor(color fyne.ThemeColorName) { g.color = color; g.Refresh() }

// CreateRenderer draws the ground.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	r := &groundRenderer{g: g, plate: newPlate()}
	r.objects = []fyne.CanvasObject{r.plate}
	r.Refresh()
	return r
}

type groundRenderer struct {
	g       *Ground
	plate   *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *groundRenderer) Destroy()                     {}
func (r *groundRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *groundRenderer) MinSize() fyne.Size           { return fyne.NewSize(0, 0) }
func (r *groundRenderer) Layout(s fyne.Size)           { place(r.plate, 0, 0, s.Width, s.Height) }
func (r *groundRenderer) Refresh()                     { setPlate(r.plate, ink(r.g.color), ink(""), 0, 0) }

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
}

// Set changes icon and colour; nil shows nothing.
func (i *Icon) Set(res fyne.Resource, color fyne.ThemeColorName) {
	i.res, i.color = res, color
	i.Refresh()
}

// CreateRenderer draws the icon.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	r := &iconRenderer{i: i, glyph: newGlyph()}
	r.objects = []fyne.CanvasObject{r.glyph}
	r.Refresh()
	return r
}

type iconRenderer struct {
	i       *Icon
	glyph   *canvas.Image
	objects []fyne.CanvasObject
}

func (r *iconRenderer) Destroy()                     {}
func (r *iconRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *iconRenderer) MinSize() fyne.Size           { return fyne.NewSquareSize(grown(r.i.px)) }
func (r *iconRenderer) Layout(s fyne.Size) {
	px := max(r.i.px, min(grown(r.i.px), s.Width, s.Height)) // no larger than a place that is fixed
	place(r.glyph, (s.Width-px)/2, (s.Height-px)/2, px, px)
}
func (r *iconRenderer) Refresh() { setGlyph(r.glyph, r.i.res, r.i.color) }
