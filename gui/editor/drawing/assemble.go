package drawing

import (
	"image"
	"image/color"
	"math"
)

// gap is the gap between the pictures of a sheet, px.
const gap = 16

// Assemble puts several pictures of the library on one sheet, because the service takes one file. The pictures stand
// in rows of equal width, in the given order. sizes are their sizes in pixels. The sheet shows them at full size, or
// smaller if it would exceed MaxSide. Pictures without a size are left out.
func Assemble(sizes []image.Point, refs []string) Drawing {
	var parts []part
	for i, s := range sizes {
		if i < len(refs) && s.X > 0 && s.Y > 0 {
			parts = append(parts, part{refs[i], s})
		}
	}
	if len(parts) == 0 {
		return Drawing{}
	}
	best := rowsOf(parts, 1)
	for n := 2; n <= len(parts); n++ {
		if r := rowsOf(parts, n); r.aspectDeviation() < best.aspectDeviation() {
			best = r
		}
	}
	return best.draw()
}

type part struct {
	ref  string
	size image.Point
}

// rows are the pictures of a sheet, row by row, with the width that shows them at full size, without gaps.
type rows struct {
	parts [][]part
	width float64
}

// rowsOf distributes the pictures to n rows as equally as possible.
func rowsOf(parts []part, n int) rows {
	var r rows
	for i := range n {
		row := parts[i*len(parts)/n : (i+1)*len(parts)/n]
		tallest := 0.0
		for _, p := range row {
			tallest = max(tallest, float64(p.size.Y))
		}
		r.parts = append(r.parts, row)
		r.width = max(r.width, tallest*ratio(row))
	}
	return r
}

// ratio returns the width of a row of height 1.
func ratio(row []part) (sum float64) {
	for _, p := range row {
		sum += float64(p.size.X) / float64(p.size.Y)
	}
	return sum
}

// heights returns the heights of the rows on a sheet of the given width, and the height of the sheet with gaps.
func (r rows) heights(width int) (each []int, sheet int) {
	sheet = gap
	for _, row := range r.parts {
		h := max(1, int(math.Round(float64(width-gap*(len(row)+1))/ratio(row))))
		each = append(each, h)
		sheet += h + gap
	}
	return each, sheet
}

// aspectDeviation returns the deviation from a square; 0 for a square.
func (r rows) aspectDeviation() float64 {
	height := 0.0
	for _, row := range r.parts {
		height += r.width / ratio(row)
	}
	return math.Abs(math.Log(r.width / height))
}

// draw returns the sheet. Every picture starts and ends on whole pixels, so that its edges are sharp.
func (r rows) draw() Drawing {
	least := (gap + 1) * (r.widest() + 1)
	width := max(least, min(MaxSide, gap*(r.widest()+1)+int(math.Ceil(r.width))))
	heights, height := r.heights(width)
	for height > MaxSide && width > least {
		width = max(least, width*MaxSide/(height+1))
		heights, height = r.heights(width)
	}
	d := Drawing{Source: Source{Size: image.Pt(width, height), Fill: color.NRGBA{255, 255, 255, 255}}}
	y := gap
	for i, row := range r.parts {
		room, x := float64(width-gap*(len(row)+1)), gap
		for n, p := range row {
			end := max(x+1, gap*(n+1)+int(math.Round(room*ratio(row[:n+1])/ratio(row))))
			w, h := float64(p.size.X), float64(p.size.Y)
			d = d.Add(Mark{
				Kind: Picture, Asset: p.ref, Size: Point{w, h}, Style: Style{Opacity: 1},
				At: Scaled(float64(end-x)/w, float64(heights[i])/h).Then(Moved(float64(x), float64(y))),
			})
			x = end + gap
		}
		y += heights[i] + gap
	}
	return d
}

// widest returns the number of pictures of the fullest row.
func (r rows) widest() (n int) {
	for _, row := range r.parts {
		n = max(n, len(row))
	}
	return n
}
