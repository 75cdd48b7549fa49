package stage

import (
	"image"
	"math"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

const (
	tileEdge   = 256 // pixels: what a brush touches is uploaded again as a whole, and each tile is one more object to paint
	perPost    = 8   // tiles that one post swaps in at most
	ahead      = 1   // how many tiles beyond what is in sight are drawn, for the next pan
	pixelsFrom = 2   // the zoom from which on pixels are squares with sharp edges
)

// tiles shows a Source as tiles. It belongs to the window's goroutine; only the batch in flight is elsewhere.
type tiles struct {
	deps    Deps
	box     *fyne.Container // the objects of the tiles
	landed  func()          // called after a batch was swapped in
	src     Source
	grid    grid
	buffers buffers

	level   int
	sight   image.Rectangle // columns and rows in sight
	x, y    float64         // the middle of what is in sight, in picture pixels
	all     map[place]*tile // those in sight and those ahead
	coarse  *tile
	leaving *leaving        // what is seen until the coarse picture of another size is there; nil: nothing
	objects []*canvas.Image // spare ones

	flight *batch // what is being drawn; nil: nothing
	epoch  atomic.Uint64
	spare  *image.RGBA // scratch for the next batch
}

func newTiles(d Deps, landed func()) *tiles {
	return &tiles{
		deps: d, box: &fyne.Container{}, landed: landed, all: map[place]*tile{},
		buffers: buffers{size: 4 * tileEdge * tileEdge, most: 64},
	}
}

// show begins with another source. Where its size is that of the one before, what is shown stays until it is drawn anew.
func (ts *tiles) show(src Source) {
	ts.epoch.Add(1)
	ts.src = src
	if src == nil {
		ts.reset(image.Point{})
		return
	}
	if size := ts.size(); size != ts.grid.size {
		ts.reset(size)
		return
	}
	ts.everything()
}

// size is that of the source; 0, 0 where there is nothing to show.
func (ts *tiles) size() image.Point {
	size := ts.src.Size()
	if size.X <= 0 || size.Y <= 0 {
		return image.Point{}
	}
	return size
}

// everything takes note that all of the picture may be different, its size included. What was seen of one of another size
// stays, stretched over the new one, until that has something to show.
func (ts *tiles) everything() {
	size := ts.size()
	if size != ts.grid.size {
		stay := ts.leave()
		ts.reset(size)
		if size == (image.Point{}) {
			ts.drop(stay)
		} else {
			ts.leaving = stay
			ts.box.Objects = stay.objects()
		}
		return
	}
	ts.changed([]image.Rectangle{{Max: size}})
}

func (ts *tiles) reset(size image.Point) {
	ts.drop(ts.leaving)
	ts.leaving = nil
	for _, t := range ts.all {
		ts.release(t)
	}
	clear(ts.all)
	ts.box.Objects = nil
	ts.coarse = nil
	ts.grid = grid{size: size, edge: tileEdge}
	ts.sight = image.Rectangle{}
	if size != (image.Point{}) {
		p := place{level: ts.grid.coarsest()}
		ts.coarse = &tile{place: p, bounds: image.Rectangle{Max: size}}
	}
}

// changed takes note that parts of the picture look different now.
func (ts *tiles) changed(rs []image.Rectangle) {
	if ts.coarse == nil {
		return
	}
	for _, r := range rs {
		ts.coarse.changed(r)
		for _, t := range ts.all {
			t.changed(r)
		}
	}
	if ts.flight != nil && ts.flight.ahead {
		ts.epoch.Add(1)
	}
}

// arrange has the tiles that a view needs, where it needs them. pixel is how many pixels of the screen a unit has.
func (ts *tiles) arrange(v View, w, h, pixel float64) {
	if ts.coarse == nil {
		return
	}
	zoom := v.Scale * pixel
	x0, y0, x1, y1 := v.Shown(ts.grid.size, w, h)
	region := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
	ts.x, ts.y = v.ToPicture(w/2, h/2)
	level := ts.grid.levelFor(zoom)
	sight := ts.grid.tilesIn(region, level, 0)
	if level != ts.level || sight != ts.sight {
		ts.choose(level, sight, ts.grid.tilesIn(region, level, ahead))
	}
	mode := canvas.ImageScaleFastest
	if zoom >= pixelsFrom {
		mode = canvas.ImageScalePixels
	}
	for _, t := range ts.all {
		ts.put(t, t.covered(), v, pixel, mode)
	}
	if l := ts.leaving; l != nil {
		for _, t := range l.tiles {
			ts.put(t, scaled(t.covered(), l.picture, ts.grid.size), v, pixel, mode)
		}
	}
}

// choose makes the tiles of a level for the columns and rows of around, and lets the others go.
func (ts *tiles) choose(level int, sight, around image.Rectangle) {
	ts.epoch.Add(1)
	old := ts.all
	ts.level, ts.sight, ts.all = level, sight, make(map[place]*tile, around.Dx()*around.Dy())
	for row := around.Min.Y; row < around.Max.Y; row++ {
		for col := around.Min.X; col < around.Max.X; col++ {
			p := place{level, col, row}
			t := old[p]
			if t == nil {
				t = &tile{place: p, bounds: ts.grid.bounds(p), object: ts.object()}
				t.object.Hide()
			}
			ts.all[p] = t
		}
	}
	for p, t := range ts.all {
		if t.front == nil && (image.Point{X: p.col, Y: p.row}).In(sight) {
			ts.standIn(t, old)
		}
	}
	ts.box.Objects = ts.leaving.objects()
	for p, t := range old {
		if ts.all[p] != t {
			ts.release(t)
		}
	}
	for _, t := range ts.all {
		ts.box.Objects = append(ts.box.Objects, t.object)
	}
}

func (ts *tiles) standIn(t *tile, old map[place]*tile) {
	if m, level := standIn(t.place, t.bounds, old, ts.coarse); m != nil {
		t.show(m, level)
	}
}

// holes tells whether something in sight has nothing to show yet.
func (ts *tiles) holes() bool {
	for p, t := range ts.all {
		if t.front == nil && (image.Point{X: p.col, Y: p.row}).In(ts.sight) {
			return true
		}
	}
	return false
}

// transparent tells whether something that shows through may be in sight.
func (ts *tiles) transparent() bool {
	for p, t := range ts.all {
		if t.front != nil && !t.opaque && (image.Point{X: p.col, Y: p.row}).In(ts.sight) && (t.drawn || !ts.coarse.opaque) {
			return true
		}
	}
	return false
}

// put places a tile over a part of the picture. Its corners are rounded to pixels of the screen, in the same way for those that meet there.
func (ts *tiles) put(t *tile, r image.Rectangle, v View, pixel float64, mode canvas.ImageScale) {
	x0, y0 := v.FromPicture(float64(r.Min.X), float64(r.Min.Y))
	x1, y1 := v.FromPicture(float64(r.Max.X), float64(r.Max.Y))
	x0, y0, x1, y1 = snap(x0, pixel), snap(y0, pixel), snap(x1, pixel), snap(y1, pixel)
	t.put(fyne.NewPos(float32(x0), float32(y0)), fyne.NewSize(float32(x1-x0), float32(y1-y0)), mode)
}

// snap rounds a length to whole pixels of the screen.
func snap(v, pixel float64) float64 { return math.Floor(v*pixel+0.5) / pixel }

// object gives an image object without an image.
func (ts *tiles) object() *canvas.Image {
	if n := len(ts.objects); n > 0 {
		o := ts.objects[n-1]
		ts.objects = ts.objects[:n-1]
		return o
	}
	return &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}
}

// release gives back what a tile holds: its texture, its object and its memory. The batch in flight may still read that; it
// goes to another tile when that batch is back, not before.
func (ts *tiles) release(t *tile) {
	ts.buffers.free(t.vanish())
	if len(ts.objects) < ts.buffers.most {
		ts.objects = append(ts.objects, t.object)
	}
}
