package viewer

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// The measures of a filmstrip, px.
const (
	stripHeight = 60
	headWidth   = 10
	headHeight  = 8
	gripBar     = 3 // of the edges of the range
	tickRoom    = 84
)

// CreateRenderer draws the filmstrip.
func (f *filmstrip) CreateRenderer() fyne.WidgetRenderer {
	plate := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	r := &filmstripRenderer{
		f: f, mat: plate(), before: plate(), after: plate(), frame: plate(), from: plate(), to: plate(),
		line: plate(), head: plate(), pointer: plate(), under: plate(), time: canvas.NewText("", color.Transparent),
	}
	r.frame.StrokeWidth, r.frame.CornerRadius, r.head.CornerRadius, r.under.CornerRadius = 2, 3, 2, 3
	for i := range r.tiles {
		r.tiles[i] = &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest}
	}
	f.renderer = r
	r.Refresh()
	return r
}

type filmstripRenderer struct {
	f             *filmstrip
	mat           *canvas.Rectangle
	tiles         [stripTiles]*canvas.Image
	before, after *canvas.Rectangle // dim what is not looped
	frame         *canvas.Rectangle
	from, to      *canvas.Rectangle
	line, head    *canvas.Rectangle // where the clip is
	pointer       *canvas.Rectangle
	under         *canvas.Rectangle // below time
	time          *canvas.Text      // under the pointer
	ticks         []*canvas.Text
	objects       []fyne.CanvasObject
	told          struct {
		length time.Duration
		width  float32
	} // what the ticks were made for
}

func (r *filmstripRenderer) Destroy()                     {}
func (r *filmstripRenderer) Objects() []fyne.CanvasObject { return r.objects }

// MinSize is the strip with its ticks below.
func (r *filmstripRenderer) MinSize() fyne.Size {
	return fyne.NewSize(200, stripHeight+headHeight+r.tickHeight())
}

func (r *filmstripRenderer) tickHeight() float32 {
	return fyne.MeasureText("0:00", theme.Size(resources.SizeXS), fyne.TextStyle{}).Height + 4
}

// Refresh takes new pictures and the colours of the theme.
func (r *filmstripRenderer) Refresh() {
	ink := theme.Color
	r.mat.FillColor = ink(resources.BgMat)
	r.before.FillColor = ink(resources.Dim)
	r.after.FillColor = r.before.FillColor
	r.frame.FillColor, r.frame.StrokeColor = color.Transparent, ink(resources.Accent)
	r.from.FillColor, r.to.FillColor = r.frame.StrokeColor, r.frame.StrokeColor
	r.line.FillColor = ink(resources.Text1)
	r.head.FillColor, r.pointer.FillColor = r.line.FillColor, r.line.FillColor
	r.under.FillColor = ink(resources.OnPicture)
	r.time.Color, r.time.TextSize = ink(resources.OnPictureText), theme.Size(resources.SizeXS)
	for i, im := range r.tiles {
		im.Image = nil
		if i < len(r.f.tiles) {
			im.Image = r.f.tiles[i]
		}
		show(im, im.Image != nil)
		im.Refresh()
	}
	r.told.width = -1
	r.Layout(r.f.Size())
	for _, o := range []fyne.CanvasObject{r.mat, r.before, r.after, r.frame, r.from, r.to, r.line, r.head} {
		canvas.Refresh(o)
	}
}

// Layout places everything for where the clip is now.
func (r *filmstripRenderer) Layout(s fyne.Size) {
	f := r.f
	const top = headHeight
	put(r.mat, 0, top, s.Width, stripHeight)
	w := s.Width / stripTiles
	for i, im := range r.tiles {
		put(im, float32(i)*w, top, w-1, stripHeight)
	}
	from, to, at := f.place(f.from), f.place(f.to), f.place(f.position)
	there, looped := f.length > 0, f.length > 0 && f.looping
	for _, o := range []fyne.CanvasObject{r.before, r.after, r.frame, r.from, r.to} {
		show(o, looped)
	}
	put(r.before, 0, top, from, stripHeight)
	put(r.after, to, top, s.Width-to, stripHeight)
	put(r.frame, from, top, max(to-from, 0), stripHeight)
	put(r.from, from, top, gripBar, stripHeight)
	put(r.to, to-gripBar, top, gripBar, stripHeight)
	show(r.line, there)
	show(r.head, there)
	put(r.line, at-1, top, 2, stripHeight+2)
	put(r.head, at-headWidth/2, 0, headWidth, headHeight)
	r.placePointer(s)
	r.placeTicks(s)
}

// placePointer shows the time under the pointer.
func (r *filmstripRenderer) placePointer(s fyne.Size) {
	f := r.f
	there := f.hover >= 0 && f.length > 0
	for _, o := range []fyne.CanvasObject{r.pointer, r.under, r.time} {
		show(o, there)
	}
	if !there {
		return
	}
	if words := clock(f.at(f.hover)); r.time.Text != words {
		r.time.Text = words
		r.time.Refresh()
	}
	m := r.time.MinSize()
	x := min(max(f.hover-m.Width/2, 4), s.Width-m.Width-4)
	put(r.pointer, f.hover, headHeight, 1, stripHeight)
	put(r.under, x-4, headHeight+2, m.Width+8, m.Height+2)
	put(r.time, x, headHeight+3, m.Width, m.Height)
}

// placeTicks writes the times below, anew where the clip or the width is another.
func (r *filmstripRenderer) placeTicks(s fyne.Size) {
	length := r.f.length
	if r.told.length == length && r.told.width == s.Width {
		return
	}
	r.told.length, r.told.width = length, s.Width
	r.ticks = r.ticks[:0:0]
	if length > 0 && s.Width > 0 {
		step := tickStep(length, max(int(s.Width/tickRoom), 1))
		for at := time.Duration(0); at <= length; at += step {
			t := canvas.NewText(tick(at), theme.Color(resources.Text3))
			t.TextSize = theme.Size(resources.SizeXS)
			m := t.MinSize()
			put(t, min(max(r.f.place(at)-m.Width/2, 0), s.Width-m.Width), headHeight+stripHeight+4, m.Width, m.Height)
			r.ticks = append(r.ticks, t)
		}
	}
	r.objects = append(r.objects[:0:0], r.mat)
	for _, im := range r.tiles {
		r.objects = append(r.objects, im)
	}
	r.objects = append(r.objects, r.before, r.after, r.frame, r.from, r.to)
	for _, t := range r.ticks {
		r.objects = append(r.objects, t)
	}
	r.objects = append(r.objects, r.line, r.head, r.pointer, r.under, r.time)
}

func show(o fyne.CanvasObject, on bool) {
	if on != o.Visible() {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}
