package editor

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/imageview"
	"viviscope/resources"
)

// Measures of the overlay, px.
const (
	handleSide = 11
	swatchSeen = 28
)

// overlay shows what a tool tells over the picture. Its objects are kept and used again, because the pointer moves often.
type overlay struct {
	stage *imageview.View
	lines pool[*canvas.Line]
	rects pool[*canvas.Rectangle]
	discs pool[*canvas.Circle]
	top   fyne.CanvasObject // lies above them: the field that a label is typed into; nil: none
}

// pool holds objects of one kind, of which the first used ones are shown.
type pool[T fyne.CanvasObject] struct {
	objects []T
	used    int
	make    func() T
}

func (p *pool[T]) next() T {
	if p.used == len(p.objects) {
		p.objects = append(p.objects, p.make())
	}
	p.used++
	return p.objects[p.used-1]
}

func newOverlay(s *imageview.View) *overlay {
	return &overlay{
		stage: s,
		lines: pool[*canvas.Line]{make: func() *canvas.Line { return canvas.NewLine(color.Transparent) }},
		rects: pool[*canvas.Rectangle]{make: func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }},
		discs: pool[*canvas.Circle]{make: func() *canvas.Circle { return canvas.NewCircle(color.Transparent) }},
	}
}

// show shows what a tool tells, on a canvas of a size.
func (v *overlay) show(o tool.Overlay, d drawing.Drawing) {
	v.lines.used, v.rects.used, v.discs.used = 0, 0, 0
	if o.Frame != nil {
		v.frame(*o.Frame, d)
	}
	for _, l := range o.Lines {
		v.line(l.A, l.B)
	}
	for _, corners := range o.Outlines {
		for i, c := range corners { // thin, so that the line of a mark is seen below it
			v.stroke(v.at(c), v.at(corners[(i+1)%len(corners)]), 1, theme.Color(resources.Accent))
		}
	}
	for _, h := range o.Handles {
		v.disc(v.at(h.At), handleSide/2, theme.Color(resources.OnPictureText), theme.Color(resources.Accent), 2)
	}
	if p := o.Pen; p != nil {
		scale := float32(v.stage.Transform().Scale)
		v.disc(v.at(p.At), max(float32(p.Edge)*scale, 1)+1, color.Transparent, theme.Color(resources.OnPicture), 1)
		v.disc(v.at(p.At), max(float32(p.Edge)*scale, 1), color.Transparent, theme.Color(resources.OnPictureText), 1)
		if p.Solid > 0 && p.Solid < p.Edge {
			v.disc(v.at(p.At), float32(p.Solid)*scale, color.Transparent, theme.Color(resources.OnPicture), 1)
		}
	}
	if w := o.Swatch; w != nil {
		r := v.rects.next()
		r.FillColor, r.StrokeColor, r.StrokeWidth, r.CornerRadius = w.Color, theme.Color(resources.OnPictureText), 2, 6
		at := v.at(w.At).AddXY(16, 16)
		putRect(r, at.X, at.Y, at.X+swatchSeen, at.Y+swatchSeen)
	}
	v.publish()
	v.stage.SetCursor(cursorOf(o.Cursor))
}

// publish puts the objects in use onto the stage.
func (v *overlay) publish() {
	objects := make([]fyne.CanvasObject, 0, v.rects.used+v.lines.used+v.discs.used+1)
	for _, r := range v.rects.objects[:v.rects.used] {
		objects = append(objects, r)
	}
	for _, l := range v.lines.objects[:v.lines.used] {
		objects = append(objects, l)
	}
	for _, c := range v.discs.objects[:v.discs.used] {
		objects = append(objects, c)
	}
	if v.top != nil {
		objects = append(objects, v.top)
	}
	v.stage.Overlay.Objects = objects
	v.stage.Overlay.Refresh()
}

func (v *overlay) at(p drawing.Point) fyne.Position { return v.stage.FromPicture(p.X, p.Y) }

// line draws a line that is seen on light and on dark pictures.
func (v *overlay) line(a, b drawing.Point) {
	v.stroke(v.at(a), v.at(b), 3, theme.Color(resources.OnPicture))
	v.stroke(v.at(a), v.at(b), 1.5, theme.Color(resources.Accent))
}

func (v *overlay) stroke(from, to fyne.Position, width float32, c color.Color) {
	l := v.lines.next()
	l.Position1, l.Position2, l.StrokeWidth, l.StrokeColor = from, to, width, c
	l.Refresh()
}

func (v *overlay) disc(at fyne.Position, radius float32, fill, stroke color.Color, width float32) {
	c := v.discs.next()
	c.FillColor, c.StrokeColor, c.StrokeWidth = fill, stroke, width
	c.Move(at.SubtractXY(radius, radius))
	c.Resize(fyne.NewSquareSize(2 * radius))
	c.Refresh()
}

// frame shows the sheet that a crop leaves or an extension makes.
func (v *overlay) frame(f tool.Frame, d drawing.Drawing) {
	size := d.Size()
	whole := drawing.Rect{X1: float64(size.X), Y1: float64(size.Y)}
	r := drawing.Rect{X0: float64(f.Rect.Min.X), Y0: float64(f.Rect.Min.Y), X1: float64(f.Rect.Max.X), Y1: float64(f.Rect.Max.Y)}
	if f.Border {
		v.between(r, whole, f.Fill)
	}
	if f.Dim {
		v.between(whole, r, theme.Color(resources.Dim))
	}
	corners := r.Corners()
	for i, c := range corners {
		v.line(c, corners[(i+1)%len(corners)])
	}
	if !f.Thirds {
		return
	}
	for i := 1; i < 3; i++ {
		x, y := r.X0+(r.X1-r.X0)*float64(i)/3, r.Y0+(r.Y1-r.Y0)*float64(i)/3
		thin := theme.Color(resources.OnPictureText)
		v.stroke(v.at(drawing.Point{X: x, Y: r.Y0}), v.at(drawing.Point{X: x, Y: r.Y1}), 0.5, thin)
		v.stroke(v.at(drawing.Point{X: r.X0, Y: y}), v.at(drawing.Point{X: r.X1, Y: y}), 0.5, thin)
	}
}

// between fills what is in one rectangle and not in the other.
func (v *overlay) between(outer, inner drawing.Rect, c color.Color) {
	inner = drawing.Rect{
		X0: min(max(inner.X0, outer.X0), outer.X1), Y0: min(max(inner.Y0, outer.Y0), outer.Y1),
		X1: max(min(inner.X1, outer.X1), outer.X0), Y1: max(min(inner.Y1, outer.Y1), outer.Y0),
	}
	for _, r := range []drawing.Rect{
		{X0: outer.X0, Y0: outer.Y0, X1: outer.X1, Y1: inner.Y0},
		{X0: outer.X0, Y0: inner.Y1, X1: outer.X1, Y1: outer.Y1},
		{X0: outer.X0, Y0: inner.Y0, X1: inner.X0, Y1: inner.Y1},
		{X0: inner.X1, Y0: inner.Y0, X1: outer.X1, Y1: inner.Y1},
	} {
		if r.X1 <= r.X0 || r.Y1 <= r.Y0 {
			continue
		}
		a, b := v.at(drawing.Point{X: r.X0, Y: r.Y0}), v.at(drawing.Point{X: r.X1, Y: r.Y1})
		o := v.rects.next()
		o.FillColor, o.StrokeColor, o.StrokeWidth, o.CornerRadius = c, color.Transparent, 0, 0
		putRect(o, a.X, a.Y, b.X, b.Y)
	}
}

func putRect(r *canvas.Rectangle, x0, y0, x1, y1 float32) {
	r.Move(fyne.NewPos(x0, y0))
	r.Resize(fyne.NewSize(x1-x0, y1-y0))
	r.Refresh()
}

// cursorOf is the form of the pointer.
func cursorOf(c tool.Cursor) desktop.Cursor {
	switch c {
	case tool.Crossing:
		return desktop.CrosshairCursor
	case tool.Moving:
		return desktop.PointerCursor
	case tool.Hidden:
		return desktop.HiddenCursor
	case tool.Typing:
		return desktop.TextCursor
	}
	return desktop.DefaultCursor
}

// showOverlay shows what the current tool tells over the picture.
func (s *Screen) showOverlay() {
	var o tool.Overlay
	if s.page != nil && !s.peeking {
		o = s.toolbox.Overlay(s.stage.Scale())
	}
	s.overlay.show(o, s.drawing())
	s.placeTyping()
}
