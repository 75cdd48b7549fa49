package viewer

import (
	"image"
	"image/color"
	"image/draw"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// stripTiles is how many pictures a filmstrip has.
const stripTiles = media.StripTiles

// filmstrip shows a clip from end to end: a click or a drag goes to a place, and the edges of the range that is
// looped are dragged. The pointer over it is told the time there.
type filmstrip struct {
	widget.BaseWidget
	onSeek func(at time.Duration)
	onLoop func(from, to time.Duration)

	tiles    []image.Image // none: not there yet
	length   time.Duration // 0: no clip
	position time.Duration
	looping  bool
	from, to time.Duration // what is looped, while looping
	hover    float32       // px; below 0: the pointer is elsewhere
	drag     grip
	renderer *filmstripRenderer
}

// grip is what the pointer holds of a filmstrip.
type grip int

const (
	gripNone grip = iota
	gripPlace
	gripFrom
	gripTo
)

// gripWidth is how far from an edge of the range the pointer takes hold of it, px; leastLoop is the shortest range.
const (
	gripWidth = 8
	leastLoop = 100 * time.Millisecond
)

func newFilmstrip(onSeek func(time.Duration), onLoop func(from, to time.Duration)) *filmstrip {
	f := &filmstrip{onSeek: onSeek, onLoop: onLoop, hover: -1}
	f.ExtendBaseWidget(f)
	return f
}

// setTiles shows the pictures of a clip; nil for none yet.
func (f *filmstrip) setTiles(tiles []image.Image) {
	f.tiles = tiles
	f.Refresh()
}

// set shows where the clip is. Without a length nothing can be taken hold of.
func (f *filmstrip) set(length, position time.Duration, looping bool, from, to time.Duration) {
	if to <= from {
		from, to = 0, length
	}
	if f.drag == gripFrom || f.drag == gripTo {
		from, to = f.from, f.to // the pointer knows better than the player
	}
	if f.length == length && f.position == position && f.looping == looping && f.from == from && f.to == to {
		return
	}
	f.length, f.position, f.looping, f.from, f.to = length, position, looping, from, to
	f.show()
}

// cut parts a row of pictures into the single ones. It copies them: off the window's goroutine.
func cut(row image.Image) []image.Image {
	if row == nil || row.Bounds().Dx() < stripTiles {
		return nil
	}
	b := row.Bounds()
	w := b.Dx() / stripTiles
	tiles := make([]image.Image, stripTiles)
	for i := range tiles {
		t := image.NewRGBA(image.Rect(0, 0, w, b.Dy()))
		draw.Draw(t, t.Rect, row, b.Min.Add(image.Pt(i*w, 0)), draw.Src)
		tiles[i] = t
	}
	return tiles
}

// at gives the time at a place, px.
func (f *filmstrip) at(x float32) time.Duration {
	w := f.Size().Width
	if w <= 0 {
		return 0
	}
	return time.Duration(float64(f.length) * float64(min(max(x, 0), w)) / float64(w))
}

// place gives where a time is, px.
func (f *filmstrip) place(at time.Duration) float32 {
	if f.length <= 0 {
		return 0
	}
	return f.Size().Width * float32(float64(min(max(at, 0), f.length))/float64(f.length))
}

// holds tells what the pointer would take hold of.
func (f *filmstrip) holds(x float32) grip {
	near := func(at time.Duration) bool { d := x - f.place(at); return d <= gripWidth && d >= -gripWidth }
	switch {
	case f.length <= 0:
		return gripNone
	case f.looping && near(f.to):
		return gripTo
	case f.looping && near(f.from):
		return gripFrom
	}
	return gripPlace
}

// MouseDown takes hold of an edge of the range, or goes to the place.
func (f *filmstrip) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	f.drag = f.holds(e.Position.X)
	if f.drag == gripPlace {
		f.onSeek(f.at(e.Position.X))
	}
}

// MouseUp lets go.
func (f *filmstrip) MouseUp(*desktop.MouseEvent) { f.DragEnd() }

// Dragged moves what is held.
func (f *filmstrip) Dragged(e *fyne.DragEvent) {
	at := f.at(e.Position.X)
	f.hover = e.Position.X
	switch f.drag {
	case gripPlace:
		f.onSeek(at)
	case gripFrom:
		f.from = max(min(at, f.to-leastLoop), 0)
	case gripTo:
		f.to = min(max(at, f.from+leastLoop), f.length)
	}
	f.show()
}

// DragEnd lets go, and tells the range where it was changed.
func (f *filmstrip) DragEnd() {
	held := f.drag
	f.drag = gripNone
	if held == gripFrom || held == gripTo {
		f.onLoop(f.from, f.to)
	}
}

// MouseIn shows the time under the pointer.
func (f *filmstrip) MouseIn(e *desktop.MouseEvent) { f.MouseMoved(e) }

// MouseMoved shows the time under the pointer.
func (f *filmstrip) MouseMoved(e *desktop.MouseEvent) {
	f.hover = e.Position.X
	f.show()
}

// MouseOut takes it away.
func (f *filmstrip) MouseOut() {
	f.hover = -1
	f.show()
}

// Cursor shows what a drag would do.
func (f *filmstrip) Cursor() desktop.Cursor {
	if g := f.holds(f.hover); g == gripFrom || g == gripTo {
		return desktop.HResizeCursor
	}
	return desktop.PointerCursor
}

func (f *filmstrip) show() {
	if f.renderer != nil {
		f.renderer.Layout(f.Size())
	}
}

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
		widgets.Show(im, im.Image != nil)
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
	widgets.Place(r.mat, 0, top, s.Width, stripHeight)
	w := s.Width / stripTiles
	for i, im := range r.tiles {
		widgets.Place(im, float32(i)*w, top, w-1, stripHeight)
	}
	from, to, at := f.place(f.from), f.place(f.to), f.place(f.position)
	there, looped := f.length > 0, f.length > 0 && f.looping
	for _, o := range []fyne.CanvasObject{r.before, r.after, r.frame, r.from, r.to} {
		widgets.Show(o, looped)
	}
	widgets.Place(r.before, 0, top, from, stripHeight)
	widgets.Place(r.after, to, top, s.Width-to, stripHeight)
	widgets.Place(r.frame, from, top, max(to-from, 0), stripHeight)
	widgets.Place(r.from, from, top, gripBar, stripHeight)
	widgets.Place(r.to, to-gripBar, top, gripBar, stripHeight)
	widgets.Show(r.line, there)
	widgets.Show(r.head, there)
	widgets.Place(r.line, at-1, top, 2, stripHeight+2)
	widgets.Place(r.head, at-headWidth/2, 0, headWidth, headHeight)
	r.placePointer(s)
	r.placeTicks(s)
}

// placePointer shows the time under the pointer.
func (r *filmstripRenderer) placePointer(s fyne.Size) {
	f := r.f
	there := f.hover >= 0 && f.length > 0
	for _, o := range []fyne.CanvasObject{r.pointer, r.under, r.time} {
		widgets.Show(o, there)
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
	widgets.Place(r.pointer, f.hover, headHeight, 1, stripHeight)
	widgets.Place(r.under, x-4, headHeight+2, m.Width+8, m.Height+2)
	widgets.Place(r.time, x, headHeight+3, m.Width, m.Height)
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
			widgets.Place(t, min(max(r.f.place(at)-m.Width/2, 0), s.Width-m.Width), headHeight+stripHeight+4, m.Width, m.Height)
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
