package editor

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/viewer/imageview"
	"viviscope/resources"
)

// Measures of the overlay, px.
const (
	handleSide = 11
	swatchSeen = 28
)

// overlay draws the overlay of the current tool over the picture.
type overlay struct {
	doc     *document
	tools   *tools
	view    *imageview.View
	objects []fyne.CanvasObject
	label   fyne.CanvasObject // on top: the field of a label that is typed; nil: none
	labelAt drawing.Point     // its position on the canvas
	size    *kit.Tag          // of the frame
}

// update shows the overlay of the current tool, and places the label.
func (v *overlay) update() {
	var o tool.Overlay
	if v.doc.isOpen() && !v.doc.peeking {
		o = v.tools.toolbox.Overlay(v.view.Scale())
	}
	v.draw(o, v.doc.drawing())
	v.placeLabel()
}

// placeLabel moves the label to its place, inside the view.
func (v *overlay) placeLabel() {
	if v.label == nil {
		return
	}
	pos, size, room := v.at(v.labelAt), v.label.MinSize(), v.view.Size()
	pos = fyne.NewPos(max(min(pos.X, room.Width-size.Width-4), 4), max(min(pos.Y, room.Height-size.Height-4), 4))
	v.label.Move(pos)
	v.label.Resize(size)
}

func (v *overlay) draw(o tool.Overlay, d drawing.Drawing) {
	v.objects = nil
	if o.Frame != nil {
		v.frame(*o.Frame, d)
	}
	for _, l := range o.Lines {
		v.line(l.A, l.B)
	}
	for _, corners := range o.Outlines {
		for i, c := range corners { // thin, so that the line of the mark stays visible
			v.stroke(c, corners[(i+1)%len(corners)], 1, theme.Color(resources.Accent))
		}
	}
	for _, h := range o.Handles {
		v.disc(h.At, handleSide/2, theme.Color(resources.OnPictureText), theme.Color(resources.Accent), 2)
	}
	if p := o.Pen; p != nil {
		scale := float32(v.view.Transform().Scale)
		edge := max(float32(p.Edge)*scale, 1)
		v.disc(p.At, edge+1, color.Transparent, theme.Color(resources.OnPicture), 1)
		v.disc(p.At, edge, color.Transparent, theme.Color(resources.OnPictureText), 1)
		if p.Solid > 0 && p.Solid < p.Edge {
			v.disc(p.At, float32(p.Solid)*scale, color.Transparent, theme.Color(resources.OnPicture), 1)
		}
	}
	if w := o.Swatch; w != nil {
		at := v.at(w.At).AddXY(16, 16)
		v.rectangle(canvas.Rectangle{FillColor: w.Color, StrokeColor: theme.Color(resources.OnPictureText),
			StrokeWidth: 2, CornerRadius: 6},
			at, at.AddXY(swatchSeen, swatchSeen))
	}
	if v.label != nil {
		v.objects = append(v.objects, v.label)
	}
	v.view.Overlay.Objects = v.objects
	v.view.Overlay.Refresh()
	v.view.SetCursor(cursors[o.Cursor])
}

func (v *overlay) at(p drawing.Point) fyne.Position { return v.view.FromPicture(p.X, p.Y) }

// line draws a line that is visible on light and dark pictures.
func (v *overlay) line(a, b drawing.Point) {
	v.stroke(a, b, 3, theme.Color(resources.OnPicture))
	v.stroke(a, b, 1.5, theme.Color(resources.Accent))
}

func (v *overlay) stroke(from, to drawing.Point, width float32, c color.Color) {
	v.objects = append(v.objects, &canvas.Line{Position1: v.at(from), Position2: v.at(to), StrokeWidth: width,
		StrokeColor: c})
}

func (v *overlay) disc(at drawing.Point, radius float32, fill, stroke color.Color, width float32) {
	middle := v.at(at)
	v.objects = append(v.objects, &canvas.Circle{Position1: middle.SubtractXY(radius, radius),
		Position2: middle.AddXY(radius, radius),
		FillColor: fill, StrokeColor: stroke, StrokeWidth: width})
}

func (v *overlay) rectangle(r canvas.Rectangle, from, to fyne.Position) {
	r.Move(from)
	r.Resize(fyne.NewSize(to.X-from.X, to.Y-from.Y))
	v.objects = append(v.objects, &r)
}

// frame draws the new canvas of a crop or an extension.
func (v *overlay) frame(f tool.Frame, d drawing.Drawing) {
	size := d.Size()
	whole := drawing.Rect{X1: float64(size.X), Y1: float64(size.Y)}
	r := drawing.Rect{X0: float64(f.Rect.Min.X), Y0: float64(f.Rect.Min.Y), X1: float64(f.Rect.Max.X),
		Y1: float64(f.Rect.Max.Y)}
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
	if f.Thirds {
		v.thirds(r)
	}
	v.showSize(f.Rect.Size(), r)
}

// thirds draws the lines that divide a frame into thirds.
func (v *overlay) thirds(r drawing.Rect) {
	for i := 1; i < 3; i++ {
		x, y := r.X0+(r.X1-r.X0)*float64(i)/3, r.Y0+(r.Y1-r.Y0)*float64(i)/3
		thin := theme.Color(resources.OnPictureText)
		v.stroke(drawing.Point{X: x, Y: r.Y0}, drawing.Point{X: x, Y: r.Y1}, 0.5, thin)
		v.stroke(drawing.Point{X: r.X0, Y: y}, drawing.Point{X: r.X1, Y: y}, 0.5, thin)
	}
}

// showSize shows the size of a frame inside its lower edge, or below it if the frame is too low.
func (v *overlay) showSize(size image.Point, r drawing.Rect) {
	v.size.Set(kit.ToneOnPicture, nil, sizeText(size)+" px")
	from, to := v.at(drawing.Point{X: r.X0, Y: r.Y0}), v.at(drawing.Point{X: r.X1, Y: r.Y1})
	tag, room := v.size.MinSize(), v.view.Size()
	y := to.Y - tag.Height - handleSide
	if to.Y-from.Y < 3*tag.Height {
		y = to.Y + handleSide
	}
	y = max(min(y, room.Height-tag.Height-4), 4)
	x := max(min((from.X+to.X-tag.Width)/2, room.Width-tag.Width-4), 4)
	kit.Place(v.size, x, y, tag.Width, tag.Height)
	v.objects = append(v.objects, v.size)
}

// between fills the area inside outer and outside inner.
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
		v.rectangle(canvas.Rectangle{FillColor: c}, v.at(drawing.Point{X: r.X0, Y: r.Y0}),
			v.at(drawing.Point{X: r.X1, Y: r.Y1}))
	}
}

var cursors = map[tool.Cursor]desktop.Cursor{
	tool.Pointing: desktop.DefaultCursor, tool.Crossing: desktop.CrosshairCursor, tool.Moving: desktop.PointerCursor,
	tool.Hidden: desktop.HiddenCursor, tool.Typing: desktop.TextCursor,
}
