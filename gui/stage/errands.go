package stage

import (
	"encoding/binary"
	"image"
	"sync/atomic"

	"fyne.io/fyne/v2"
)

// pump sends the most urgent tiles to be drawn, unless some are being drawn already: those come back first.
func (ts *tiles) pump() {
	if ts.flight != nil || ts.coarse == nil {
		return
	}
	b := &batch{src: ts.src, epoch: ts.epoch.Load(), scratch: ts.spare}
	ts.fill(b)
	if len(b.jobs) == 0 {
		return
	}
	ts.flight = b
	ts.deps.Go(func() {
		b.run(&ts.epoch)
		ts.deps.Post(func() { ts.land(b) })
	})
}

// fill chooses what to draw next: the coarse picture while there is none, for it stands in for everything; then what is in
// sight, from the middle outwards; then what a pan would bring into sight, and the coarse picture where it is out of date.
func (ts *tiles) fill(b *batch) {
	if !ts.coarse.drawn {
		b.jobs = append(b.jobs, ts.job(ts.coarse))
		return
	}
	var inSight, beyond []place
	for p, t := range ts.all {
		switch {
		case !t.wanting():
		case (image.Point{X: p.col, Y: p.row}).In(ts.sight):
			inSight = append(inSight, p)
		default:
			beyond = append(beyond, p)
		}
	}
	places := inSight
	if len(places) == 0 {
		b.ahead = true
		if ts.coarse.wanting() {
			b.jobs = append(b.jobs, ts.job(ts.coarse))
			return
		}
		places = beyond
	}
	ts.grid.fromMiddle(places, ts.x, ts.y)
	for _, p := range places[:min(len(places), perPost)] {
		b.jobs = append(b.jobs, ts.job(ts.all[p]))
	}
}

// job takes the damage off a tile: what comes after this is damage to what the job makes.
func (ts *tiles) job(t *tile) job {
	part := t.bounds
	var base *image.RGBA
	if t.drawn {
		part = wholeCells(t.damage, t.bounds, t.place.level)
		if 2*area(part) < area(t.bounds) {
			base = t.front
		} else {
			part = t.bounds
		}
	}
	t.damage, t.drawing = image.Rectangle{}, true
	return job{
		place: t.place, coarse: t == ts.coarse, bounds: t.bounds, part: part, base: base,
		dst: ts.buffers.image(cellsOf(t.bounds, t.place.level)),
	}
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// land swaps in what was drawn, and sends the next batch.
func (ts *tiles) land(b *batch) {
	ts.flight, ts.spare = nil, b.scratch
	for i, j := range b.jobs {
		t := ts.all[j.place]
		if j.coarse {
			t = ts.coarse
		}
		// A tile that was let go while its job was in flight has no successor that is drawing.
		if t == nil || !t.drawing || t.bounds != j.bounds {
			ts.buffers.free(j.dst)
			continue
		}
		t.drawing = false
		if i >= b.done {
			t.damage = t.damage.Union(j.part)
			ts.buffers.free(j.dst)
			continue
		}
		old := t.front
		t.drawn, t.opaque = true, j.opaque
		t.show(j.dst, t.place.level)
		ts.buffers.free(old)
		if j.coarse {
			ts.fillIn()
			ts.part()
		}
	}
	ts.landed()
	ts.pump()
}

// fillIn has the coarse picture stand in for what is in sight and has nothing to show.
func (ts *tiles) fillIn() {
	for p, t := range ts.all {
		if t.front == nil && (image.Point{X: p.col, Y: p.row}).In(ts.sight) {
			ts.standIn(t, nil)
		}
	}
}

// job is one tile, or a part of one, to be drawn.
type job struct {
	place  place
	coarse bool            // the picture as a whole instead of a tile
	bounds image.Rectangle // what the tile covers, in picture pixels
	part   image.Rectangle // what of it must be drawn, in whole cells
	base   *image.RGBA     // the tile as it is; nil where all of it is drawn. It is only read
	dst    *image.RGBA     // the tile as it will be
	opaque bool            // after run: no pixel lets anything through
}

// batch is what one errand to the other goroutine draws.
type batch struct {
	src     Source
	epoch   uint64
	ahead   bool // none of it is in sight
	jobs    []job
	done    int         // how many jobs were drawn
	scratch *image.RGBA // for parts; it goes from batch to batch
}

// run draws the jobs in their order. It ends early, but not before the first, when the epoch is not that of the batch any
// more: then something else has become more urgent.
func (b *batch) run(epoch *atomic.Uint64) {
	for i := range b.jobs {
		if i > 0 && epoch.Load() != b.epoch {
			return
		}
		b.draw(&b.jobs[i])
		b.done++
	}
}

func (b *batch) draw(j *job) {
	level := j.place.level
	if j.base == nil {
		b.src.Draw(j.dst, j.bounds, level)
	} else {
		copy(j.dst.Pix, j.base.Pix)
		size := cellsOf(j.part, level)
		if need := 4 * size.X * size.Y; b.scratch == nil || cap(b.scratch.Pix) < need {
			b.scratch = image.NewRGBA(image.Rectangle{Max: size})
		} else {
			b.scratch = &image.RGBA{Pix: b.scratch.Pix[:need], Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
		}
		b.src.Draw(b.scratch, j.part, level)
		at := j.part.Min.Sub(j.bounds.Min)
		paste(j.dst, b.scratch, at.X>>level, at.Y>>level)
	}
	j.opaque = opaque(j.dst)
}

// paste copies src into dst with its corner at x, y, where it must fit.
func paste(dst, src *image.RGBA, x, y int) {
	for row := range src.Rect.Dy() {
		from := src.Pix[row*src.Stride:][:4*src.Rect.Dx()]
		copy(dst.Pix[(y+row)*dst.Stride+4*x:], from)
	}
}

// opaque tells whether no pixel of an image whose rows stand one behind the other lets anything through. It looks at two
// pixels at a time, for it is asked of every tile that was drawn.
func opaque(m *image.RGBA) bool {
	const alphas = 0xff000000_ff000000
	pix := m.Pix
	for ; len(pix) >= 8; pix = pix[8:] {
		if binary.LittleEndian.Uint64(pix)&alphas != alphas {
			return false
		}
	}
	return len(pix) == 0 || pix[3] == 0xff
}

// leaving is what was in sight of a picture before it got another size. It is stretched over the new one for the few frames
// until that has something to show, so that a crop or a turn does not flash.
type leaving struct {
	tiles   []*tile
	picture image.Point // the size that the picture had
}

// objects are what is on the screen of it.
func (l *leaving) objects() []fyne.CanvasObject {
	if l == nil {
		return nil
	}
	objects := make([]fyne.CanvasObject, len(l.tiles))
	for i, t := range l.tiles {
		objects[i] = t.object
	}
	return objects
}

// leave takes what is in sight out of the tiles: what is left of an older picture, where this one has nothing to show yet.
func (ts *tiles) leave() *leaving {
	l := &leaving{picture: ts.grid.size}
	for p, t := range ts.all {
		if t.front != nil && (image.Point{X: p.col, Y: p.row}).In(ts.sight) {
			l.tiles = append(l.tiles, t)
			delete(ts.all, p)
		}
	}
	if len(l.tiles) == 0 {
		l, ts.leaving = ts.leaving, nil
	}
	return l
}

// part lets go of what is leaving: the new picture has something to show.
func (ts *tiles) part() {
	if ts.leaving == nil {
		return
	}
	ts.box.Objects = ts.box.Objects[len(ts.leaving.tiles):]
	ts.drop(ts.leaving)
	ts.leaving = nil
	ts.box.Refresh()
}

func (ts *tiles) drop(l *leaving) {
	if l == nil {
		return
	}
	for _, t := range l.tiles {
		ts.release(t)
	}
}

// scaled is a part of a picture in one of another size.
func scaled(r image.Rectangle, from, to image.Point) image.Rectangle {
	return image.Rect(r.Min.X*to.X/from.X, r.Min.Y*to.Y/from.Y, r.Max.X*to.X/from.X, r.Max.Y*to.Y/from.Y)
}

// standIn makes something to show for a tile that is not drawn yet, from tiles of another level: a part of a coarser one, or
// every so many-th pixel of finer ones over a part of the coarse picture. It also gives the level of that, which is one
// coarser than the tile's in the second case: this is done on the window's goroutine, for all of the tiles in sight at once,
// and is seen for a few frames in the middle of a zoom. It is nil when there is nothing at all.
func standIn(p place, bounds image.Rectangle, old map[place]*tile, coarse *tile) (*image.RGBA, int) {
	level := p.level + 1
	var finer []*tile
	missing := area(bounds) // what no finer tile covers
	for _, t := range old {
		switch {
		case t.front == nil || !t.bounds.Overlaps(bounds):
		case t.place.level >= p.level:
			return cut(t, bounds), t.level // a coarser tile covers the whole of the finer one
		case t.level <= level && t.bounds.Dx() >= 1<<level && t.bounds.Dy() >= 1<<level:
			finer = append(finer, t)
			missing -= area(t.bounds.Intersect(bounds))
		}
	}
	if coarse == nil || !coarse.drawn {
		return nil, 0
	}
	if len(finer) == 0 {
		return cut(coarse, bounds), coarse.level
	}
	dst := image.NewRGBA(image.Rectangle{Max: cellsOf(bounds, level)})
	if missing > 0 {
		spread(dst, cut(coarse, bounds))
	}
	for _, t := range finer {
		thin(dst, bounds, level, t)
	}
	return dst, level
}

// cut copies the part of a tile that shows r out of it. A pixel that shows more than r is a part of it.
func cut(t *tile, r image.Rectangle) *image.RGBA {
	level := t.level
	at := r.Min.Sub(t.bounds.Min)
	part := image.Rectangle{Max: cellsOf(r, level)}.Add(image.Pt(at.X>>level, at.Y>>level)).Intersect(t.front.Rect)
	m := image.NewRGBA(image.Rectangle{Max: part.Size()})
	for y := range part.Dy() {
		copy(m.Pix[y*m.Stride:], t.front.Pix[(part.Min.Y+y)*t.front.Stride+4*part.Min.X:][:4*part.Dx()])
	}
	return m
}

// spread fills dst with src, each pixel as often as it takes.
func spread(dst, src *image.RGBA) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	made := -1 // the row of src that the row of dst above shows
	for y := range h {
		to := dst.Pix[y*dst.Stride:][:4*w]
		from := y * src.Rect.Dy() / h
		if from == made {
			copy(to, dst.Pix[(y-1)*dst.Stride:])
			continue
		}
		made = from
		row := src.Pix[from*src.Stride:]
		for x := range w {
			copyPixel(to[4*x:], row[4*(x*src.Rect.Dx()/w):])
		}
	}
}

// thin writes what a finer tile shows into dst, which shows bounds at a level.
func thin(dst *image.RGBA, bounds image.Rectangle, level int, t *tile) {
	both := wholeCells(bounds.Intersect(t.bounds), bounds, level)
	step := 1 << (level - t.level)
	to := both.Min.Sub(bounds.Min)
	from := both.Min.Sub(t.bounds.Min)
	size := cellsOf(both, level)
	for y := range size.Y {
		source := t.front.Pix[((from.Y>>t.level)+y*step)*t.front.Stride+4*(from.X>>t.level):]
		target := dst.Pix[((to.Y>>level)+y)*dst.Stride+4*(to.X>>level):]
		for x := range size.X {
			copyPixel(target[4*x:], source[4*x*step:])
		}
	}
}

// copyPixel copies 4 bytes at once.
func copyPixel(dst, src []byte) { binary.NativeEndian.PutUint32(dst, binary.NativeEndian.Uint32(src)) }
