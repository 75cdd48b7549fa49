package stage

import "image"

// Source gives the pixels of a picture.
type Source interface {
	// Size is that of the picture in pixels. It is called on the window's goroutine and must not block.
	Size() image.Point
	// Draw fills dst with the part r of the picture shrunk by 2^level. r is in picture pixels, its upper left corner is a
	// multiple of 2^level, and it lies inside of the size that Size gave last; dst has its corner in 0,0 and as many
	// pixels as r has cells of 2^level by 2^level, counting those that r cuts off. A pixel is the mean of the pixels of
	// its cell that are in r, premultiplied. Draw is called on one goroutine at a time, never on the window's.
	Draw(dst *image.RGBA, r image.Rectangle, level int)
}

// cells is how many cells of 2^level pixels a length has, counting the one that is cut off.
func cells(length, level int) int { return (length + 1<<level - 1) >> level }

// cellsOf is the size in pixels of what Source.Draw makes of r.
func cellsOf(r image.Rectangle, level int) image.Point {
	return image.Pt(cells(r.Dx(), level), cells(r.Dy(), level))
}
