package stage

import (
	"encoding/binary"
	"image"
)

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
