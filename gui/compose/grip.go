package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// maxGrowth bounds the drag of a grip, in px: the rest of the form has to stay within reach.
const maxGrowth = 360

// grip makes the field above it taller and lower.
type grip struct {
	widget.BaseWidget
	body *fyne.Container // laid out by growing
}

func newGrip(body *fyne.Container) *grip {
	g := &grip{body: body}
	g.ExtendBaseWidget(g)
	return g
}

// Cursor shows which way the grip goes.
func (g *grip) Cursor() desktop.Cursor { return desktop.VResizeCursor }

// Dragged follows the pointer.
func (g *grip) Dragged(e *fyne.DragEvent) {
	l := g.body.Layout.(*growing)
	l.more = min(max(l.more+e.Dragged.DY, 0), maxGrowth)
	g.body.Refresh()
}

// DragEnd does nothing: the height is already as it was dragged.
func (g *grip) DragEnd() {}

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
