package viewer

import (
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

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

	mat, before, after, frame *canvas.Rectangle // before and after dim what is not looped
	left, right               *canvas.Rectangle // the edges of the range
	line, head                *canvas.Rectangle // where the clip is
	pointer                   *canvas.Rectangle
	time                      *widgets.Tag // under the pointer
	pictures                  [media.StripTiles]*canvas.Image
	ticks                     *fyne.Container
	ticked                    struct {
		length time.Duration
		width  float32
	} // what the ticks were made for
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

// set shows where the clip is. Without a length nothing can be taken hold of, and what is held is let go: what plays may be gone.
func (f *filmstrip) set(length, position time.Duration, looping bool, from, to time.Duration) {
	if length <= 0 {
		f.drag = gripNone
	}
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
	f.arrange(f.Size())
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
	f.arrange(f.Size())
}

// DragEnd lets go, and tells the range where it was changed.
func (f *filmstrip) DragEnd() {
	held := f.drag
	f.drag = gripNone
	if held == gripFrom || held == gripTo {
		f.onLoop(f.from, f.to)
	}
}

func (f *filmstrip) MouseIn(e *desktop.MouseEvent) { f.MouseMoved(e) }

func (f *filmstrip) MouseMoved(e *desktop.MouseEvent) {
	f.hover = e.Position.X
	f.arrange(f.Size())
}

func (f *filmstrip) MouseOut() {
	f.hover = -1
	f.arrange(f.Size())
}

// Cursor shows what a drag would do.
func (f *filmstrip) Cursor() desktop.Cursor {
	if g := f.holds(f.hover); g == gripFrom || g == gripTo {
		return desktop.HResizeCursor
	}
	return desktop.PointerCursor
}

// The measures of a filmstrip, px.
const (
	stripHeight = 60
	headWidth   = 10
	headHeight  = 8
	gripBar     = 3 // of the edges of the range
	tickRoom    = 84
)

// AccessibilityLabel returns where the clip is.
func (f *filmstrip) AccessibilityLabel() string {
	return clock(f.position, 1) + " / " + clock(f.length, 1)
}

func (f *filmstrip) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (f *filmstrip) CreateRenderer() fyne.WidgetRenderer {
	plate := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	f.mat, f.before, f.after, f.frame, f.left, f.right = plate(), plate(), plate(), plate(), plate(), plate()
	f.line, f.head, f.pointer, f.time = plate(), plate(), plate(), widgets.NewTag(widgets.ToneOnPicture, nil, "")
	f.frame.StrokeWidth, f.frame.CornerRadius, f.head.CornerRadius = 2, 3, 2
	pictures := container.NewWithoutLayout()
	for i := range f.pictures {
		f.pictures[i] = &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest}
		pictures.Add(f.pictures[i])
	}
	f.ticks = container.NewWithoutLayout()
	return widgets.Draw(func() fyne.Size {
		tick := fyne.MeasureText("0:00", theme.Size(resources.SizeXS), fyne.TextStyle{}).Height + 4
		return fyne.NewSize(200, stripHeight+headHeight+tick)
	}, f.arrange, f.paint, f.mat, pictures, f.before, f.after, f.frame, f.left, f.right, f.ticks, f.line, f.head, f.pointer, f.time)
}

// paint takes new pictures and the colours of the theme.
func (f *filmstrip) paint() {
	ink := theme.Color
	f.mat.FillColor = ink(resources.BgMat)
	f.before.FillColor, f.after.FillColor = ink(resources.Dim), ink(resources.Dim)
	f.frame.FillColor, f.frame.StrokeColor = color.Transparent, ink(resources.Accent)
	f.left.FillColor, f.right.FillColor = f.frame.StrokeColor, f.frame.StrokeColor
	f.line.FillColor, f.head.FillColor, f.pointer.FillColor = ink(resources.Text1), ink(resources.Text1), ink(resources.Text1)
	for i, im := range f.pictures {
		im.Image = nil
		if i < len(f.tiles) {
			im.Image = f.tiles[i]
		}
		widgets.Show(im, im.Image != nil)
		im.Refresh()
	}
	f.ticked.width = -1
	f.arrange(f.Size())
	for _, o := range []fyne.CanvasObject{f.mat, f.before, f.after, f.frame, f.left, f.right, f.line, f.head} {
		canvas.Refresh(o)
	}
}

// arrange places everything for where the clip is now.
func (f *filmstrip) arrange(s fyne.Size) {
	if f.mat == nil {
		return // nothing is drawn yet
	}
	const top = headHeight
	widgets.Place(f.mat, 0, top, s.Width, stripHeight)
	w := s.Width / media.StripTiles
	for i, im := range f.pictures {
		widgets.Place(im, float32(i)*w, top, w-1, stripHeight)
	}
	from, to, at := f.place(f.from), f.place(f.to), f.place(f.position)
	there := f.length > 0
	for _, o := range []fyne.CanvasObject{f.before, f.after, f.frame, f.left, f.right} {
		widgets.Show(o, there && f.looping)
	}
	widgets.Place(f.before, 0, top, from, stripHeight)
	widgets.Place(f.after, to, top, s.Width-to, stripHeight)
	widgets.Place(f.frame, from, top, max(to-from, 0), stripHeight)
	widgets.Place(f.left, from, top, gripBar, stripHeight)
	widgets.Place(f.right, to-gripBar, top, gripBar, stripHeight)
	widgets.Show(f.line, there)
	widgets.Show(f.head, there)
	widgets.Place(f.line, at-1, top, 2, stripHeight+2)
	widgets.Place(f.head, at-headWidth/2, 0, headWidth, headHeight)
	f.placePointer(s)
	f.placeTicks(s.Width)
}

// placePointer shows the time under the pointer.
func (f *filmstrip) placePointer(s fyne.Size) {
	there := f.hover >= 0 && f.length > 0
	widgets.Show(f.pointer, there)
	widgets.Show(f.time, there)
	if !there {
		return
	}
	f.time.Set(widgets.ToneOnPicture, nil, clock(f.at(f.hover), 2))
	m := f.time.MinSize()
	x := min(max(f.hover-m.Width/2, 4), s.Width-m.Width-4)
	widgets.Place(f.pointer, f.hover, headHeight, 1, stripHeight)
	widgets.Place(f.time, x, headHeight+2, m.Width, m.Height)
}

// placeTicks writes the times below, anew where the clip or the width is another.
func (f *filmstrip) placeTicks(width float32) {
	if f.ticked.length == f.length && f.ticked.width == width {
		return
	}
	f.ticked.length, f.ticked.width, f.ticks.Objects = f.length, width, nil
	if f.length > 0 && width > 0 {
		step := tickStep(f.length, max(int(width/tickRoom), 1))
		for at := time.Duration(0); at <= f.length; at += step {
			t := canvas.NewText(clock(at, 0), theme.Color(resources.Text3))
			t.TextSize = theme.Size(resources.SizeXS)
			m := t.MinSize()
			widgets.Place(t, min(max(f.place(at)-m.Width/2, 0), width-m.Width), headHeight+stripHeight+4, m.Width, m.Height)
			f.ticks.Add(t)
		}
	}
}
