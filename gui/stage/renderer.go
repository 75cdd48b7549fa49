package stage

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// CreateRenderer makes what Fyne paints.
func (s *Stage) CreateRenderer() fyne.WidgetRenderer {
	g := s.ground
	g.dress()
	r := &renderer{stage: s, objects: []fyne.CanvasObject{g.behind, g.checker, s.tiles.box, g.lines[0], g.lines[1]}}
	for _, o := range g.around {
		r.objects = append(r.objects, o)
	}
	r.objects = append(r.objects, s.Overlay)
	return r
}

type renderer struct {
	stage   *Stage
	objects []fyne.CanvasObject
	size    fyne.Size
}

func (r *renderer) Destroy()                     {}
func (r *renderer) MinSize() fyne.Size           { return fyne.NewSize(2*fitMargin, 2*fitMargin) }
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

// Layout is also called by Fyne when nothing has another size.
func (r *renderer) Layout(size fyne.Size) {
	if size == r.size {
		return
	}
	s := r.stage
	before := r.size
	r.size = size
	s.tiles.box.Resize(size)
	s.Overlay.Resize(size)
	if s.follow == followNothing && !s.empty() {
		s.view = s.clamped(s.view.Moved(float64(size.Width-before.Width)/2, float64(size.Height-before.Height)/2))
	}
	s.settle()
}

// Refresh takes the theme's colours and whether there is a grid.
func (r *renderer) Refresh() {
	r.stage.ground.dress()
	r.stage.settle()
	canvas.Refresh(r.stage.Overlay)
}
