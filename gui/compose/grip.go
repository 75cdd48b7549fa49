package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// The bounds of a text field above its least height, px: the rest of the form has to stay within reach.
const (
	ownGrowth = 160 // by its text alone
	maxGrowth = 360 // by a person
)

// growing lays a text field out as tall as its text, within bounds, or as tall as a person dragged it, with the grip in
// its corner.
type growing struct {
	entry   *editor
	least   float32
	dragged float32 // height that a person chose; 0: that of the text counts
}

// MinSize is the height that the text asks for.
func (l *growing) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width, l.height())
}

func (l *growing) height() float32 {
	if l.dragged > 0 {
		return l.dragged
	}
	return min(max(l.entry.textHeight()+2*theme.InputBorderSize(), l.least), l.least+ownGrowth)
}

// Layout fills the box with the field.
func (l *growing) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(s)
	g := o[1].MinSize()
	o[1].Move(fyne.NewPos(s.Width-g.Width-2, s.Height-g.Height-2))
	o[1].Resize(g)
}

// grip makes the field above it taller and lower; a double click lets the text decide again.
type grip struct {
	widget.BaseWidget
	body    *fyne.Container // laid out by growing
	resized func()
}

func newGrip(body *fyne.Container, resized func()) *grip {
	g := &grip{body: body, resized: resized}
	g.ExtendBaseWidget(g)
	return g
}

// Cursor shows which way the grip goes.
func (g *grip) Cursor() desktop.Cursor { return desktop.VResizeCursor }

// Dragged follows the pointer.
func (g *grip) Dragged(e *fyne.DragEvent) {
	l := g.body.Layout.(*growing)
	g.set(min(max(l.height()+e.Dragged.DY, l.least), l.least+maxGrowth))
}

// DragEnd does nothing: the height is already as it was dragged.
func (g *grip) DragEnd() {}

// DoubleTapped gives the height back to the text.
func (g *grip) DoubleTapped(*fyne.PointEvent) { g.set(0) }

func (g *grip) set(height float32) {
	g.body.Layout.(*growing).dragged = height
	g.body.Refresh()
	g.resized()
}

// CreateRenderer draws two slanted lines in the corner.
func (g *grip) CreateRenderer() fyne.WidgetRenderer {
	r := &gripRenderer{long: canvas.NewLine(nil), short: canvas.NewLine(nil)}
	r.Refresh()
	return r
}

type gripRenderer struct{ long, short *canvas.Line }

const gripSide = 14

func (r *gripRenderer) Destroy()           {}
func (r *gripRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(gripSide) }

func (r *gripRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.long, r.short} }

func (r *gripRenderer) Layout(fyne.Size) {
	r.long.Position1, r.long.Position2 = fyne.NewPos(2, gripSide-3), fyne.NewPos(gripSide-3, 2)
	r.short.Position1, r.short.Position2 = fyne.NewPos(7, gripSide-3), fyne.NewPos(gripSide-3, 7)
}

func (r *gripRenderer) Refresh() {
	for _, l := range []*canvas.Line{r.long, r.short} {
		l.StrokeColor, l.StrokeWidth = theme.Color(resources.Text3), 1
		l.Refresh()
	}
}
