package stage

import (
	"image"
	"math"
	"slices"
)

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
