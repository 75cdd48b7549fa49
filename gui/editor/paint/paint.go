// Package paint makes pixels of a drawing, without a window.
//
// The ground is the source's pixels after the steps. The picture is a copy of it upon which the marks are painted from the
// bottom to the top: an eraser brings the ground back, and a blur, a pixelation or an emphasis writes what it makes of the
// picture below it.
//
// Everything is painted in tiles of [tileSide] pixels that lie on one fixed grid. What a tile shows follows from the ground
// and from the marks that touch the tile, in their order, and from nothing else. So a [Surface], which paints again only
// the tiles whose marks have changed, and [Bake], which paints all of them, come to the same bytes by construction.
//
// Pixels are premultiplied with alpha, 8 bits a channel, rows without padding. Colours of marks are taken as values of the
// picture's own colour space: with a profile that is not sRGB they look a little different there. Nothing is converted, so
// that the picture's own pixels stay what they are.
package paint

import (
	"context"
	"image"
	"image/color"
	"math"
	"runtime"
	"sync/atomic"

	"golang.org/x/image/vector"

	"viviscope/client/guard"
	"viviscope/gui/editor/drawing"
)

// Pictures gives the pixels of the library's assets.
type Pictures interface {
	// Picture gives the pixels of an asset, turned as its EXIF says. Nobody changes them afterwards: not this package, which
	// may keep them as long as it paints them, and not who gave them. It is called on the goroutine that paints.
	Picture(ref string) (*image.RGBA, error)
}

// Bake paints a drawing as one flat picture. It holds the picture once, and besides what is placed, blurred or in squares
// upon it. It stops with the context's error between two tiles.
func Bake(ctx context.Context, d drawing.Drawing, p Pictures) (*image.RGBA, error) {
	ground, err := Ground(ctx, d, p)
	if err != nil {
		return nil, err
	}
	ground = cut(ground, ground.Rect)
	made, err := makeScene(ctx, ground, newPlacedPictures(p), d.Marks, nil)
	if err != nil {
		return nil, err
	}
	// Everything that reads beyond its own tile was made of the ground above, so a tile may be painted in its place.
	err = paintTiles(ctx, ground, tilesIn(ground.Rect, ground.Rect), made.shapes(), func(t *tile) { t.copyTo(ground, t.rect) })
	if err != nil {
		return nil, err
	}
	return ground, nil
}

// tileSide is the side of a tile in pixels. Larger tiles repaint more than was touched, smaller ones cost more in sorting out
// what touches them.
const tileSide = 128

// tile is a part of the picture while it is painted, with the room that painting needs. One goroutine uses it at a time.
type tile struct {
	rect   image.Rectangle // on the canvas
	ground *image.RGBA
	pix    [4 * tileSide * tileSide]uint8 // the picture: tileSide rows of tileSide pixels

	raster  vector.Rasterizer
	mask    mask
	letters mask
}

// mask is how much of each pixel of a tile is covered, 0 to 255.
type mask [tileSide * tileSide]uint8

// pixel is pixel i of the tile.
func (t *tile) pixel(i int) []uint8 { return t.pix[4*i : 4*i+4 : 4*i+4] }

// index is the number of a pixel of the canvas in the tile.
func (t *tile) index(x, y int) int { return (y-t.rect.Min.Y)*tileSide + x - t.rect.Min.X }

// each calls f with the number of every pixel of the tile that lies in r.
func (t *tile) each(r image.Rectangle, f func(i int)) {
	r = r.Intersect(t.rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := t.index(r.Min.X, y)
		for end := i + r.Dx(); i < end; i++ {
			f(i)
		}
	}
}

// copyTo copies the pixels in r, which lies inside of the tile, to the same place of an image.
func (t *tile) copyTo(dst *image.RGBA, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(dst.Pix[dst.PixOffset(r.Min.X, y):], t.pix[4*t.index(r.Min.X, y):][:4*r.Dx()])
	}
}

// tilesIn are the tiles of a canvas that a part of it touches, row by row.
func tilesIn(canvas, r image.Rectangle) (tiles []image.Rectangle) {
	r = r.Intersect(canvas)
	for y := r.Min.Y / tileSide * tileSide; y < r.Max.Y; y += tileSide {
		for x := r.Min.X / tileSide * tileSide; x < r.Max.X; x += tileSide {
			tiles = append(tiles, image.Rect(x, y, x+tileSide, y+tileSide).Intersect(canvas))
		}
	}
	return tiles
}

// paintTiles paints tiles of a picture on several goroutines, each of which calls done with every tile that it has painted. It
// returns early with the context's error.
func paintTiles(ctx context.Context, ground *image.RGBA, tiles []image.Rectangle, shapes []shape, done func(t *tile)) error {
	var next atomic.Int64
	var group guard.Group
	for range min(len(tiles), runtime.GOMAXPROCS(0)) {
		group.Go("paint", func() {
			t := &tile{ground: ground}
			for i := int(next.Add(1)) - 1; i < len(tiles) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				t.rect = tiles[i]
				for y := t.rect.Min.Y; y < t.rect.Max.Y; y++ {
					copy(t.pix[4*t.index(t.rect.Min.X, y):], ground.Pix[ground.PixOffset(t.rect.Min.X, y):][:4*t.rect.Dx()])
				}
				for _, s := range upon(shapes, t.rect) {
					s.paint(t)
				}
				done(t)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// mul is a*b/255, rounded.
func mul(a, b uint32) uint32 {
	t := a*b + 128
	return (t + t>>8) >> 8
}

// byteOf is a share of 0 to 1 as 0 to 255; 0 for no number at all.
func byteOf(share float64) uint32 {
	if !(share > 0) {
		return 0
	}
	return uint32(math.Round(255 * min(share, 1)))
}

// tint is a colour that is laid on by coverage. c holds red, green and blue as they are without alpha.
type tint struct {
	c     [3]uint32
	alpha uint32
}

func tintOf(c color.NRGBA, opacity float64) tint {
	return tint{
		c:     [3]uint32{uint32(c.R), uint32(c.G), uint32(c.B)},
		alpha: mul(uint32(c.A), byteOf(opacity)),
	}
}

// over lays a premultiplied pixel upon p.
func over(p []uint8, r, g, b, a uint32) {
	left := 255 - a
	p[0] = uint8(r + mul(uint32(p[0]), left))
	p[1] = uint8(g + mul(uint32(p[1]), left))
	p[2] = uint8(b + mul(uint32(p[2]), left))
	p[3] = uint8(a + mul(uint32(p[3]), left))
}

// Letters on a colour are dark where the colour is light. The bound lies between the yellow of the mark colours, which
// needs dark letters, and its red and green, on which white ones are read better than the bare contrast says.
const lightFrom = 0.4

// inkOn is the colour of letters on a label of colour c.
func inkOn(c color.NRGBA) [3]uint32 {
	if luminance(c) > lightFrom {
		return [3]uint32{0x18, 0x1b, 0x1d}
	}
	return [3]uint32{255, 255, 255}
}

// luminance is how light a colour is, 0 to 1 (WCAG 2.2, relative luminance).
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
