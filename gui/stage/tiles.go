package stage

import (
	"image"
	"math"
	"slices"
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

// tile is one part of the picture at one level.
type tile struct {
	place   place
	bounds  image.Rectangle // what it covers, in picture pixels
	object  *canvas.Image   // shows front; nil for the coarse picture, which is never shown itself
	front   *image.RGBA     // nil: nothing to show yet
	level   int             // of front: that of place, or of the tile that stands in
	drawn   bool            // front are the tile's own pixels, not a stand-in
	opaque  bool
	damage  image.Rectangle // what of front is out of date, in picture pixels
	drawing bool            // in the batch that is being drawn
}

// wanting tells whether a tile is worth drawing.
func (t *tile) wanting() bool { return !t.drawn || !t.damage.Empty() }

// changed takes note that a part of the picture looks different now.
func (t *tile) changed(r image.Rectangle) {
	if r = r.Intersect(t.bounds); !r.Empty() && (t.drawn || t.drawing) {
		t.damage = t.damage.Union(r)
	}
}

// show puts pixels of a level on the screen. Fyne makes a texture of them when it paints the next time.
func (t *tile) show(m *image.RGBA, level int) {
	t.front, t.level = m, level
	if t.object != nil {
		t.object.Image = m
		t.object.Refresh()
		t.object.Show()
	}
}

// vanish takes the pixels off the screen and frees their texture; it gives them back.
func (t *tile) vanish() *image.RGBA {
	m := t.front
	t.front, t.drawn = nil, false
	t.object.Image = nil
	t.object.Refresh()
	t.object.Hide()
	return m
}

// covered is what front shows, in picture pixels: more than bounds where the picture ends inside of a cell.
func (t *tile) covered() image.Rectangle {
	if t.front == nil {
		return image.Rectangle{}
	}
	size := t.front.Rect.Size()
	return image.Rectangle{Max: image.Pt(size.X<<t.level, size.Y<<t.level)}.Add(t.bounds.Min)
}

// put gives the tile's object its room, in units of the canvas.
func (t *tile) put(pos fyne.Position, size fyne.Size, mode canvas.ImageScale) {
	if t.object.ScaleMode != mode {
		t.object.ScaleMode = mode
		t.object.Refresh()
	}
	t.object.Move(pos)
	t.object.Resize(size)
}

// grid cuts a picture into tiles. At level n the picture is shrunk by 2^n and a tile is edge by edge pixels of that; those at
// the right and the lower border may be smaller.
type grid struct {
	size image.Point // of the picture
	edge int
}

// place names a tile of a grid.
type place struct{ level, col, row int }

// coarsest is the level at which the whole picture is at most twice an edge long: there it is one image, which is always
// kept and stands in for whatever is not drawn yet.
func (g grid) coarsest() int {
	level := 0
	for cells(max(g.size.X, g.size.Y), level) > 2*g.edge {
		level++
	}
	return level
}

// levelFor is the coarsest level that has at least as many pixels as the screen at a zoom.
func (g grid) levelFor(zoom float64) int {
	const slack = 1e-9 // 50 % must be level 1, also when it was computed
	level := int(math.Floor(-math.Log2(zoom) + slack))
	return min(max(level, 0), g.coarsest())
}

// bounds is what a tile covers, in picture pixels.
func (g grid) bounds(p place) image.Rectangle {
	step := g.edge << p.level
	return image.Rect(p.col*step, p.row*step, (p.col+1)*step, (p.row+1)*step).Intersect(image.Rectangle{Max: g.size})
}

// tilesIn are the columns and rows of the tiles that a part of the picture touches, at most around tiles more on each side.
func (g grid) tilesIn(r image.Rectangle, level, around int) image.Rectangle {
	r = r.Intersect(image.Rectangle{Max: g.size})
	if r.Empty() {
		return image.Rectangle{}
	}
	step := g.edge << level
	all := image.Rect(0, 0, (g.size.X+step-1)/step, (g.size.Y+step-1)/step)
	touched := image.Rect(r.Min.X/step, r.Min.Y/step, (r.Max.X+step-1)/step, (r.Max.Y+step-1)/step)
	return touched.Inset(-around).Intersect(all)
}

// fromMiddle puts tiles that are nearer to a point of the picture first.
func (g grid) fromMiddle(places []place, x, y float64) {
	distance := func(p place) float64 {
		b := g.bounds(p)
		return math.Hypot(float64(b.Min.X+b.Max.X)/2-x, float64(b.Min.Y+b.Max.Y)/2-y)
	}
	slices.SortStableFunc(places, func(a, b place) int {
		switch da, db := distance(a), distance(b); {
		case da < db:
			return -1
		case da > db:
			return 1
		case a.row != b.row:
			return a.row - b.row
		}
		return a.col - b.col
	})
}

// wholeCells makes a part of what a tile covers larger until it has whole cells of the tile's level only, except where
// bounds, which begins with a whole cell, ends.
func wholeCells(r, bounds image.Rectangle, level int) image.Rectangle {
	mask := 1<<level - 1
	r = r.Intersect(bounds)
	if r.Empty() {
		return image.Rectangle{}
	}
	r.Min.X &^= mask
	r.Min.Y &^= mask
	r.Max.X = (r.Max.X + mask) &^ mask
	r.Max.Y = (r.Max.Y + mask) &^ mask
	return r.Intersect(bounds)
}

// buffers keeps the memory of tiles that are not shown any more for the next ones. It belongs to the window's goroutine.
type buffers struct {
	size  int // bytes of one buffer
	most  int // how many are kept
	spare [][]byte
}

// image gives an image with a corner in 0,0, whose rows stand one behind the other. Its pixels are whatever was there.
func (b *buffers) image(size image.Point) *image.RGBA {
	need := 4 * size.X * size.Y
	var pix []byte
	if n := len(b.spare); n > 0 && need <= b.size {
		pix = b.spare[n-1]
		b.spare[n-1] = nil
		b.spare = b.spare[:n-1]
	} else {
		pix = make([]byte, max(need, b.size))
	}
	return &image.RGBA{Pix: pix[:need], Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
}

// free takes an image back that is not shown any more. The batch in flight may still read it: images are only asked for
// while there is none. Those that are not of image's making are left to the garbage collector.
func (b *buffers) free(m *image.RGBA) {
	if m == nil || cap(m.Pix) != b.size || len(b.spare) >= b.most {
		return
	}
	b.spare = append(b.spare, m.Pix[:b.size])
}
