package paint

import (
	"context"
	"image"
	"runtime"
	"sync/atomic"

	"golang.org/x/image/vector"

	"viviscope/client/guard"
)

// shape is a mark ready to be painted. It does not change after it was made, except the stroke in progress.
type shape interface {
	// touches reports whether the shape may change a pixel of r. It may report true for more pixels, never for fewer.
	touches(r image.Rectangle) bool
	// paint draws the shape on a tile that it touches.
	paint(t *tile)
}

// shapesIn returns the shapes that touch a rectangle, in their order.
func shapesIn(shapes []shape, r image.Rectangle) []shape {
	var touching []shape
	for _, s := range shapes {
		if s.touches(r) {
			touching = append(touching, s)
		}
	}
	return touching
}

// tileSide is the side of a tile in pixels. Larger tiles repaint more than necessary; smaller tiles cost more to
// match with shapes.
const tileSide = 128

// mask is the coverage of each pixel of a tile, 0 to 255.
type mask [tileSide * tileSide]uint8

// tile is a part of the picture while it is painted, with scratch buffers. One goroutine uses it at a time.
type tile struct {
	rect   image.Rectangle // on the canvas
	ground *image.RGBA
	pix    [4 * tileSide * tileSide]uint8 // the picture: tileSide rows of tileSide pixels

	raster  vector.Rasterizer
	mask    mask
	letters mask
}

// pixel returns the four channels of pixel i.
func (t *tile) pixel(i int) []uint8 { return t.pix[4*i : 4*i+4 : 4*i+4] }

// index returns the index in the tile of a pixel of the canvas.
func (t *tile) index(x, y int) int { return (y-t.rect.Min.Y)*tileSide + x - t.rect.Min.X }

// each calls f with the index of every pixel of the tile inside r.
func (t *tile) each(r image.Rectangle, f func(i int)) {
	r = r.Intersect(t.rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := t.index(r.Min.X, y)
		for end := i + r.Dx(); i < end; i++ {
			f(i)
		}
	}
}

// copyTo copies the pixels in r to the same place of an image. r must be inside the tile.
func (t *tile) copyTo(dst *image.RGBA, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(dst.Pix[dst.PixOffset(r.Min.X, y):], t.pix[4*t.index(r.Min.X, y):][:4*r.Dx()])
	}
}

// tilesIn returns the tiles of a canvas that overlap r, row by row.
func tilesIn(canvas, r image.Rectangle) (tiles []image.Rectangle) {
	r = r.Intersect(canvas)
	for y := r.Min.Y / tileSide * tileSide; y < r.Max.Y; y += tileSide {
		for x := r.Min.X / tileSide * tileSide; x < r.Max.X; x += tileSide {
			tiles = append(tiles, image.Rect(x, y, x+tileSide, y+tileSide).Intersect(canvas))
		}
	}
	return tiles
}

// paintTiles paints tiles on several goroutines. Each calls done with every tile that it has painted, so done runs
// concurrently. When ctx ends it returns early with the context's error.
func paintTiles(
	ctx context.Context, ground *image.RGBA, tiles []image.Rectangle, shapes []shape, done func(t *tile),
) error {
	var next atomic.Int64
	var group guard.Group
	for range min(len(tiles), runtime.GOMAXPROCS(0)) {
		group.Go("paint", func() {
			t := &tile{ground: ground}
			for i := int(next.Add(1)) - 1; i < len(tiles) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				t.rect = tiles[i]
				for y := t.rect.Min.Y; y < t.rect.Max.Y; y++ {
					copy(t.pix[4*t.index(t.rect.Min.X, y):],
						ground.Pix[ground.PixOffset(t.rect.Min.X, y):][:4*t.rect.Dx()])
				}
				for _, s := range shapesIn(shapes, t.rect) {
					s.paint(t)
				}
				done(t)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
