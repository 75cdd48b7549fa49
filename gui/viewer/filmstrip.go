package viewer

import (
	"image"
	"image/draw"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/media"
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
