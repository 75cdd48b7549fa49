package stage

import (
	"encoding/binary"
	"image"
	"sync/atomic"
)

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
