package paint

import (
	"context"
	"image"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/image/vector"
)

// shape is what a mark looks like on a canvas. It is never changed once it was made, but for the stroke that is being drawn.
type shape interface {
	// touches says whether it may change a pixel of r. It may say so of more than it does, and never of less.
	touches(r image.Rectangle) bool
	// paint puts it upon the layer of a tile that it touches.
	paint(t *tile)
}

// tile is a tile while it is being painted, with the room that painting needs. One goroutine uses it at a time.
type tile struct {
	rect   image.Rectangle // on the canvas
	layer  *layer
	ground *image.RGBA

	raster  vector.Rasterizer
	mask    mask
	letters mask
}

// each calls f with the number of every pixel of the tile that lies in r.
func (t *tile) each(r image.Rectangle, f func(i int)) {
	r = r.Intersect(t.rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := (y-t.rect.Min.Y)*tileSide + r.Min.X - t.rect.Min.X
		for end := i + r.Dx(); i < end; i++ {
			f(i)
		}
	}
}

// below gives what is at pixel i of the tile now: the ground and what was painted upon it so far.
func (t *tile) below(i int) [4]uint8 {
	at := t.ground.PixOffset(t.rect.Min.X+i%tileSide, t.rect.Min.Y+i/tileSide)
	return t.layer.over(i, t.ground.Pix[at:at+4:at+4])
}

// paintTile makes the layer of a tile; nil: nothing touches it.
func (t *tile) paintTile(ground *image.RGBA, rect image.Rectangle, shapes []shape) *layer {
	if len(shapes) == 0 {
		return nil
	}
	t.rect, t.ground, t.layer = rect, ground, newLayer()
	for _, s := range shapes {
		s.paint(t)
	}
	l := t.layer
	t.ground, t.layer = nil, nil
	return l
}

// inTiles calls f for the numbers below n, on several goroutines, each with a tile of its own. It returns early with the
// context's error.
func inTiles(ctx context.Context, n int, f func(t *tile, i int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			t := new(tile)
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				f(t, i)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// upon is the shapes that touch a rectangle, in their order.
func upon(shapes []shape, r image.Rectangle) []shape {
	var touching []shape
	for _, s := range shapes {
		if s.touches(r) {
			touching = append(touching, s)
		}
	}
	return touching
}
