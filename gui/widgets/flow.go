package widgets

import "fyne.io/fyne/v2"

// NewFlow lays objects from left to right, gap px apart, each as wide as it must be, and goes on in the next line
// where the width ends. Hidden ones take no room.
func NewFlow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &flowLayout{gap: gap}, Objects: objects}
}

type flowLayout struct {
	gap   float32
	width float32 // as last laid out; 0: not yet
}

func (l *flowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var w float32
	for _, o := range objects {
		if o.Visible() {
			w = max(w, o.MinSize().Width)
		}
	}
	return fyne.NewSize(w, l.HeightFor(objects, max(l.width, w)))
}

func (l *flowLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	return l.walk(objects, width, func(fyne.CanvasObject, float32, float32, fyne.Size) {})
}

func (l *flowLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	l.walk(objects, s.Width, func(o fyne.CanvasObject, x, y float32, m fyne.Size) { Place(o, x, y, m.Width, m.Height) })
}

// inOneLine is the width of the objects where none goes on in the next line.
func (l *flowLayout) inOneLine(objects []fyne.CanvasObject) (width float32) {
	for _, o := range objects {
		if o.Visible() {
			width += o.MinSize().Width + l.gap
		}
	}
	return max(width-l.gap, 0)
}

// walk visits the place of each object and returns the height of all lines.
func (l *flowLayout) walk(objects []fyne.CanvasObject, width float32, at func(o fyne.CanvasObject, x, y float32, m fyne.Size)) float32 {
	var x, y, line float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if x > 0 && x+m.Width > width {
			x, y, line = 0, y+line+l.gap, 0
		}
		m.Width = min(m.Width, width)
		at(o, x, y, m)
		x += m.Width + l.gap
		line = max(line, m.Height)
	}
	return y + line
}
