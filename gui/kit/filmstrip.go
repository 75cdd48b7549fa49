package kit

import (
	"fmt"
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Filmstrip shows a clip from end to end. A click or a drag seeks; the edges of the loop range can be dragged. On hover
// it shows the time under the pointer.
type Filmstrip struct {
	widget.BaseWidget
	ButtonRole
	High  float32           // of the pictures, px
	Cover fyne.CanvasObject // in place of the pictures of a clip; nil: those

	onSeek func(at time.Duration)
	onLoop func(from, to time.Duration)

	tiles    []image.Image // empty until they are read
	length   time.Duration // 0: no clip
	position time.Duration
	looping  bool
	from, to time.Duration // the loop range, while looping
	hover    float32       // px; below 0: the pointer is elsewhere
	drag     grip

	mat, before, after, frame *canvas.Rectangle // before and after dim the part outside the loop range
	left, right               *canvas.Rectangle // the edges of the range
	line, head                *canvas.Rectangle // the position of the clip
	pointer                   *canvas.Rectangle
	time                      *Tag            // under the pointer
	pictures                  *fyne.Container // of the tiles, or Cover
	ticks                     *fyne.Container
	ticked                    struct {
		length time.Duration
		width  float32
	} // what the ticks were made for
}

// grip is the part of a filmstrip that is being dragged.
type grip int

const (
	gripNone grip = iota
	gripPlace
	gripFrom
	gripTo
)

// gripWidth is how far from an edge of the range the pointer takes hold of it, px.
const gripWidth = 8

// LeastLoop is the shortest range.
const LeastLoop = 100 * time.Millisecond

// NewFilmstrip makes one that shows nothing yet. High and Cover may be set before it is shown.
func NewFilmstrip(onSeek func(time.Duration), onLoop func(from, to time.Duration)) *Filmstrip {
	f := &Filmstrip{High: stripHeight, onSeek: onSeek, onLoop: onLoop, hover: -1}
	f.ExtendBaseWidget(f)
	return f
}

// SetTiles shows the pictures of a clip; nil if there are none yet.
func (f *Filmstrip) SetTiles(tiles []image.Image) {
	f.tiles = tiles
	f.Refresh()
}

// Set shows the state of the clip. A length of 0 disables dragging and cancels the current drag, because the clip may
// be gone.
func (f *Filmstrip) Set(length, position time.Duration, looping bool, from, to time.Duration) {
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
func (f *Filmstrip) at(x float32) time.Duration {
	w := f.Size().Width
	if w <= 0 {
		return 0
	}
	return time.Duration(float64(f.length) * float64(min(max(x, 0), w)) / float64(w))
}

// place returns the x of a time, px.
func (f *Filmstrip) place(at time.Duration) float32 {
	if f.length <= 0 {
		return 0
	}
	return f.Size().Width * float32(float64(min(max(at, 0), f.length))/float64(f.length))
}

// holds returns the part that a press at x would drag.
func (f *Filmstrip) holds(x float32) grip {
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
func (f *Filmstrip) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	f.drag = f.holds(e.Position.X)
	if f.drag == gripPlace {
		f.onSeek(f.at(e.Position.X))
	}
}

func (f *Filmstrip) MouseUp(*desktop.MouseEvent) { f.DragEnd() }

func (f *Filmstrip) Dragged(e *fyne.DragEvent) {
	at := f.at(e.Position.X)
	f.hover = e.Position.X
	switch f.drag {
	case gripPlace:
		f.onSeek(at)
	case gripFrom:
		f.from = max(min(at, f.to-LeastLoop), 0)
	case gripTo:
		f.to = min(max(at, f.from+LeastLoop), f.length)
	}
	f.arrange(f.Size())
}

// DragEnd ends the drag, and reports the loop range if it was changed.
func (f *Filmstrip) DragEnd() {
	held := f.drag
	f.drag = gripNone
	if held == gripFrom || held == gripTo {
		f.onLoop(f.from, f.to)
	}
}

func (f *Filmstrip) MouseIn(e *desktop.MouseEvent) { f.MouseMoved(e) }

func (f *Filmstrip) MouseMoved(e *desktop.MouseEvent) {
	f.hover = e.Position.X
	f.arrange(f.Size())
}

func (f *Filmstrip) MouseOut() {
	f.hover = -1
	f.arrange(f.Size())
}

func (f *Filmstrip) Cursor() desktop.Cursor {
	if g := f.holds(f.hover); g == gripFrom || g == gripTo {
		return desktop.HResizeCursor
	}
	return desktop.PointerCursor
}

// The measures of a filmstrip, px.
const (
	stripHeight = 60 // of a clip
	headWidth   = 10
	headHeight  = 8
	gripBar     = 3 // of the edges of the range
	tickRoom    = 84
)

func (f *Filmstrip) AccessibilityLabel() string {
	return Clock(f.position, 1) + " / " + Clock(f.length, 1)
}

func (f *Filmstrip) CreateRenderer() fyne.WidgetRenderer {
	plate := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	f.mat, f.before, f.after, f.frame, f.left, f.right = plate(), plate(), plate(), plate(), plate(), plate()
	f.line, f.head, f.pointer, f.time = plate(), plate(), plate(), NewTag(ToneOnPicture, nil, "")
	f.frame.StrokeWidth, f.frame.CornerRadius, f.head.CornerRadius = 2, 3, 2
	f.pictures = container.NewWithoutLayout()
	if f.Cover != nil {
		f.pictures.Add(f.Cover)
	}
	f.ticks = container.NewWithoutLayout()
	return Draw(func() fyne.Size {
		tick := fyne.MeasureText("0:00", theme.Size(resources.SizeXS), fyne.TextStyle{}).Height + 4
		return fyne.NewSize(200, f.High+headHeight+tick)
	}, f.arrange, f.paint, f.mat, f.pictures, f.before, f.after, f.frame, f.left, f.right, f.ticks, f.line, f.head,
		f.pointer, f.time)
}

// paint takes new pictures and the colours of the theme.
func (f *Filmstrip) paint() {
	ink := theme.Color
	f.mat.FillColor = ink(resources.BgMat)
	f.before.FillColor, f.after.FillColor = ink(resources.Dim), ink(resources.Dim)
	f.frame.FillColor, f.frame.StrokeColor = color.Transparent, ink(resources.Accent)
	f.left.FillColor, f.right.FillColor = f.frame.StrokeColor, f.frame.StrokeColor
	f.line.FillColor, f.head.FillColor, f.pointer.FillColor = ink(resources.Text1), ink(resources.Text1),
		ink(resources.Text1)
	if f.Cover == nil {
		f.pictures.RemoveAll()
		for _, tile := range f.tiles {
			f.pictures.Add(&canvas.Image{Image: tile, FillMode: canvas.ImageFillCover,
				ScaleMode: canvas.ImageScaleFastest})
		}
	}
	f.ticked.width = -1
	f.arrange(f.Size())
	for _, o := range []fyne.CanvasObject{f.mat, f.before, f.after, f.frame, f.left, f.right, f.line, f.head} {
		canvas.Refresh(o)
	}
}

// arrange places everything for the current position of the clip.
func (f *Filmstrip) arrange(s fyne.Size) {
	if f.mat == nil {
		return // nothing is drawn yet
	}
	const top = headHeight
	gap := float32(1)
	if f.Cover != nil {
		gap = 0
	}
	Place(f.mat, 0, top, s.Width, f.High)
	w := s.Width / float32(max(len(f.pictures.Objects), 1))
	for i, o := range f.pictures.Objects {
		Place(o, float32(i)*w, top, w-gap, f.High)
	}
	from, to, at := f.place(f.from), f.place(f.to), f.place(f.position)
	there := f.length > 0
	for _, o := range []fyne.CanvasObject{f.before, f.after, f.frame, f.left, f.right} {
		Show(o, there && f.looping)
	}
	Place(f.before, 0, top, from, f.High)
	Place(f.after, to, top, s.Width-to, f.High)
	Place(f.frame, from, top, max(to-from, 0), f.High)
	Place(f.left, from, top, gripBar, f.High)
	Place(f.right, to-gripBar, top, gripBar, f.High)
	Show(f.line, there)
	Show(f.head, there)
	Place(f.line, at-1, top, 2, f.High+2)
	Place(f.head, at-headWidth/2, 0, headWidth, headHeight)
	f.placePointer(s)
	f.placeTicks(s.Width)
}

// placePointer shows the time under the pointer.
func (f *Filmstrip) placePointer(s fyne.Size) {
	there := f.hover >= 0 && f.length > 0
	Show(f.pointer, there)
	Show(f.time, there)
	if !there {
		return
	}
	f.time.Set(ToneOnPicture, nil, Clock(f.at(f.hover), 2))
	m := f.time.MinSize()
	x := min(max(f.hover-m.Width/2, 4), s.Width-m.Width-4)
	Place(f.pointer, f.hover, headHeight, 1, f.High)
	Place(f.time, x, headHeight+2, m.Width, m.Height)
}

// placeTicks writes the times below the strip, if the clip or the width has changed.
func (f *Filmstrip) placeTicks(width float32) {
	if f.ticked.length == f.length && f.ticked.width == width {
		return
	}
	f.ticked.length, f.ticked.width, f.ticks.Objects = f.length, width, nil
	if f.length > 0 && width > 0 {
		step := tickStep(f.length, max(int(width/tickRoom), 1))
		for at := time.Duration(0); at < f.length+step; at += step {
			if at > f.length { // the end has a tick if it fits
				at = f.length
				if f.place(at)-f.place(f.length/step*step) < tickRoom/2 {
					break
				}
			}
			t := canvas.NewText(Clock(at.Round(time.Second), 0), theme.Color(resources.Text3))
			t.TextSize = theme.Size(resources.SizeXS)
			m := t.MinSize()
			Place(t, min(max(f.place(at)-m.Width/2, 0), width-m.Width), headHeight+f.High+4, m.Width, m.Height)
			f.ticks.Add(t)
		}
	}
}

// tickStep returns the interval of the ticks under a filmstrip, so that there are at most most ticks.
func tickStep(length time.Duration, most int) time.Duration {
	for _, seconds := range []time.Duration{1, 2, 5, 10, 30, 60, 300, 600} {
		step := seconds * time.Second
		if length/step <= time.Duration(most) {
			return step
		}
	}
	return time.Hour
}

// Clock formats a position in a clip with the given decimals of a second, "0:04.50". It rounds down, so that it never
// shows a position that is not reached yet.
func Clock(d time.Duration, decimals int) string {
	d = max(d, 0)
	words := fmt.Sprintf("%d:%02d", int(d/time.Minute), int(d/time.Second)%60)
	if decimals == 0 {
		return words
	}
	return words + fmt.Sprintf(".%02d", int(d/(10*time.Millisecond))%100)[:decimals+1]
}
