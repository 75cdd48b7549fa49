package imageview

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/client/picturefile/reduce"
	"viviscope/gui/kit"
	"viviscope/resources"
)

const (
	tileSide      = 256 // pixels; larger tiles upload more for a brush stroke, smaller ones add objects to paint
	spareTiles    = 64  // unused tiles that are kept for reuse
	pixelsFrom    = 2   // zoom from which pixels are drawn as sharp squares
	checkerSquare = 8   // units
)

// Source provides the pixels of a picture at sizes reduced by powers of two, like a *[reduce.Pyramid]. Its methods are
// called on the window's goroutine and must be fast.
type Source interface {
	// Size returns the size of the picture in pixels.
	Size() image.Point
	// Opaque reports whether every pixel is opaque.
	Opaque() bool
	// Draw fills dst with the part r of the picture, reduced by 2^level. r is in picture pixels and starts at a
	// multiple of 2^level. dst starts at 0,0 and has one pixel for each cell of 2^level by 2^level pixels in r,
	// including cells that r cuts. Pixels are premultiplied.
	Draw(dst *image.RGBA, r image.Rectangle, level int)
}

// Frame is a bitmap that is shown once, such as a frame of a clip. It is not cut into tiles and has no reduced sizes.
type Frame struct{ *image.RGBA }

func (f Frame) Size() image.Point { return f.Rect.Size() }

// Opaque implements [Source]: clips have no transparency.
func (Frame) Opaque() bool { return true }

func (f Frame) Draw(dst *image.RGBA, _ image.Rectangle, _ int) { copy(dst.Pix, f.Pix) }

// ViewRect is a rectangle in a view, in units.
type ViewRect struct{ X0, Y0, X1, Y1 float64 }

// Tiles shows a picture in tiles.
type Tiles struct {
	Object  *container.Clip // covers the visible part of the picture
	box     *fyne.Container
	checker *canvas.Image // below transparent pictures

	src   Source
	size  image.Point // of the picture; 0,0: none
	side  int         // of a tile, in pixels of the level
	level int
	sight image.Rectangle // columns and rows in sight
	tiles map[image.Point]*tile
	spare []*tile
}

// tile is one part of a picture.
type tile struct {
	bounds image.Rectangle // in picture pixels
	object *canvas.Image
	pix    []uint8
}

// NewTiles returns tiles without a picture.
func NewTiles() *Tiles {
	ts := &Tiles{box: &fyne.Container{}, checker: &canvas.Image{ScaleMode: canvas.ImageScalePixels},
		tiles: map[image.Point]*tile{}}
	ts.Object = container.NewClip(ts.box)
	ts.Object.Hide()
	return ts
}

// SetSource sets the picture, which the next Arrange shows; nil: none. A picture of the same size replaces the last one
// at once.
func (ts *Tiles) SetSource(src Source) {
	ts.src = src
	size, side := image.Point{}, tileSide
	if src != nil {
		size = src.Size()
	}
	if f, ok := src.(Frame); ok {
		side = max(f.Rect.Dx(), f.Rect.Dy())
	}
	if size.X <= 0 || size.Y <= 0 {
		size = image.Point{}
	}
	if size != ts.size || side != ts.side {
		ts.choose(0, image.Rectangle{})
		ts.size, ts.side = size, side
	}
	ts.Changed(image.Rectangle{Max: size})
}

// Changed draws the tiles again that show a part of r, in picture pixels.
func (ts *Tiles) Changed(r image.Rectangle) {
	for _, t := range ts.tiles {
		if t.bounds.Overlaps(r) {
			ts.draw(t)
		}
	}
}

// Arrange shows the part of the picture that is inside room under a transform. pixel is the number of screen pixels per
// unit.
func (ts *Tiles) Arrange(t Transform, room ViewRect, pixel float64) {
	x0, y0 := t.FromPicture(0, 0)
	x1, y1 := t.FromPicture(float64(ts.size.X), float64(ts.size.Y))
	seen := ViewRect{
		max(snap(x0, pixel), room.X0), max(snap(y0, pixel), room.Y0), min(snap(x1, pixel), room.X1),
		min(snap(y1, pixel), room.Y1),
	}
	if ts.size == (image.Point{}) || seen.X0 >= seen.X1 || seen.Y0 >= seen.Y1 {
		ts.choose(0, image.Rectangle{})
		ts.Object.Hide()
		return
	}
	ts.Object.Show()
	kit.Place(ts.Object, float32(seen.X0), float32(seen.Y0), float32(seen.X1-seen.X0), float32(seen.Y1-seen.Y0))

	zoom := t.Scale * pixel
	level := levelFor(zoom, max(ts.size.X, ts.size.Y), ts.side)
	step := float64(int(ts.side) << level)
	column := func(at float64, count int) int { return min(max(int(math.Floor(at/step)), 0), count-1) }
	columns, rows := reduce.Cells(ts.size.X, level), reduce.Cells(ts.size.Y, level)
	columns, rows = (columns+ts.side-1)/ts.side, (rows+ts.side-1)/ts.side
	left, top := t.ToPicture(seen.X0, seen.Y0)
	right, bottom := t.ToPicture(seen.X1, seen.Y1)
	const slack = 1e-6 // of a pixel: a part that ends at the start of a tile does not need that tile
	sight := image.Rect(column(left, columns), column(top, rows), column(right-slack, columns)+1,
		column(bottom-slack, rows)+1)
	if level != ts.level || sight != ts.sight {
		ts.choose(level, sight)
	}
	for _, tile := range ts.tiles {
		ts.put(tile, t, seen, pixel)
	}
	ts.check(!ts.src.Opaque(), seen, room)
}

// choose creates the missing tiles of a level in the given columns and rows, and removes all others.
func (ts *Tiles) choose(level int, sight image.Rectangle) {
	for at, t := range ts.tiles {
		if level != ts.level || !at.In(sight) {
			delete(ts.tiles, at)
			t.object.Image = nil
			t.object.Refresh() // frees the texture
			if len(ts.spare) < spareTiles {
				ts.spare = append(ts.spare, t)
			}
		}
	}
	ts.level, ts.sight = level, sight
	ts.box.Objects = append(ts.box.Objects[:0:0], ts.checker)
	for y := sight.Min.Y; y < sight.Max.Y; y++ {
		for x := sight.Min.X; x < sight.Max.X; x++ {
			at := image.Pt(x, y)
			if ts.tiles[at] == nil {
				ts.tiles[at] = ts.tile(at)
			}
			ts.box.Objects = append(ts.box.Objects, ts.tiles[at].object)
		}
	}
}

// tile returns the tile of a column and a row, with its pixels.
func (ts *Tiles) tile(at image.Point) *tile {
	var t *tile
	if n := len(ts.spare); n > 0 {
		t = ts.spare[n-1]
		ts.spare = ts.spare[:n-1]
	} else {
		t = &tile{object: &canvas.Image{FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleFastest}}
	}
	step := ts.side << ts.level
	t.bounds = image.Rectangle{Min: at.Mul(step),
		Max: at.Mul(step).Add(image.Pt(step, step))}.Intersect(image.Rectangle{Max: ts.size})
	ts.draw(t)
	return t
}

// draw gets the pixels of a tile from the source. Fyne uploads them with the next frame.
func (ts *Tiles) draw(t *tile) {
	size := image.Pt(reduce.Cells(t.bounds.Dx(), ts.level), reduce.Cells(t.bounds.Dy(), ts.level))
	need := 4 * size.X * size.Y
	if cap(t.pix) < need {
		t.pix = make([]uint8, max(need, 4*tileSide*tileSide))
	}
	m := &image.RGBA{Pix: t.pix[:need], Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
	ts.src.Draw(m, t.bounds, ts.level)
	t.object.Image = m
	t.object.Refresh()
}

// put places a tile. Its corners are rounded to screen pixels, so that adjacent tiles meet without a gap.
func (ts *Tiles) put(tile *tile, t Transform, seen ViewRect, pixel float64) {
	mode := canvas.ImageScaleFastest
	if t.Scale*pixel >= pixelsFrom {
		mode = canvas.ImageScalePixels
	}
	if tile.object.ScaleMode != mode {
		tile.object.ScaleMode = mode
		tile.object.Refresh()
	}
	// The last cell of a level may extend beyond the picture. The clip cuts it off.
	covered := tile.object.Image.Bounds().Size().Mul(1 << ts.level).Add(tile.bounds.Min)
	x0, y0 := t.FromPicture(float64(tile.bounds.Min.X), float64(tile.bounds.Min.Y))
	x1, y1 := t.FromPicture(float64(covered.X), float64(covered.Y))
	x0, y0, x1, y1 = snap(x0, pixel), snap(y0, pixel), snap(x1, pixel), snap(y1, pixel)
	kit.Place(tile.object, float32(x0-seen.X0), float32(y0-seen.Y0), float32(x1-x0), float32(y1-y0))
}

// check shows or hides the checkerboard over the whole room, with one pixel of its image per square. It does not move
// with the picture.
func (ts *Tiles) check(on bool, seen, room ViewRect) {
	kit.Show(ts.checker, on)
	if !on {
		return
	}
	squares := image.Pt(int(math.Ceil(room.X1/checkerSquare)), int(math.Ceil(room.Y1/checkerSquare)))
	if ts.checker.Image == nil || ts.checker.Image.Bounds().Size() != squares {
		m := image.NewRGBA(image.Rectangle{Max: squares})
		shades := [2]color.Color{theme.Color(resources.BgInput), theme.Color(resources.Line)}
		for y := range squares.Y {
			for x := range squares.X {
				m.Set(x, y, shades[(x+y)%2])
			}
		}
		ts.checker.Image = m
		ts.checker.Refresh()
	}
	kit.Place(ts.checker, float32(-seen.X0), float32(-seen.Y0), float32(squares.X*checkerSquare),
		float32(squares.Y*checkerSquare))
}

// Refresh applies the colours of the theme, from the next Arrange on.
func (ts *Tiles) Refresh() { ts.checker.Image = nil }

// levelFor returns the coarsest level that has at least one pixel per screen pixel at a zoom. A picture whose longer
// side has long pixels is not reduced below the size of a tile.
func levelFor(zoom float64, long, side int) int {
	const slack = 1e-9 // 50 % must be level 1, also when it was computed
	level := 0
	for limit := int(math.Floor(-math.Log2(zoom) + slack)); level < limit && reduce.Cells(long, level) > 2*side; {
		level++
	}
	return level
}

// snap rounds a length to whole pixels of the screen.
func snap(v, pixel float64) float64 { return math.Floor(v*pixel+0.5) / pixel }
