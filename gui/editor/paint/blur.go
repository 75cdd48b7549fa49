package paint

import (
	"image"
	"math"
)

// blurPasses is the number of box filters that make a blur. Three come within 3 % of a Gaussian.
const blurPasses = 3

// boxRadii returns the radii of boxes, 2r+1 pixels wide, that together approximate a Gaussian with deviation sigma.
// Their variances add up to its variance as closely as whole pixels allow.
func boxRadii(sigma float64) (r [blurPasses]int) {
	variance := func(r int) float64 { return float64(r*(r+1)) / 3 }
	small := int((math.Sqrt(12*sigma*sigma/blurPasses+1) - 1) / 2)
	lack := sigma*sigma - blurPasses*variance(small)
	wider := int(math.Round(lack / (variance(small+1) - variance(small))))
	for i := range r {
		r[i] = small
		if i < wider {
			r[i]++
		}
	}
	return r
}

// blurred blurs im in place with one box after the other. At the edges it averages the pixels that exist.
func blurred(im *image.RGBA, radii [blurPasses]int) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	parallel(h, func(from, to int) {
		line := make([]uint8, 4*w)
		for y := from; y < to; y++ {
			row := im.Pix[y*im.Stride:][:4*w]
			for _, r := range radii {
				copy(line, row)
				boxRow(row, line, r)
			}
		}
	})
	other := make([]uint8, len(im.Pix))
	parallel(im.Stride, func(from, to int) {
		sum := make([]uint32, to-from)
		for _, r := range radii {
			for y := range h {
				copy(other[y*im.Stride+from:y*im.Stride+to], im.Pix[y*im.Stride+from:])
			}
			boxColumns(im.Pix[from:], other[from:], sum, im.Stride, h, r)
		}
	})
}

// mean8 returns the rounded mean of count bytes with the given sum.
func mean8(sum, count uint32, share uint64) uint8 { return uint8((uint64(sum+count/2) * share) >> 40) }

// shareOf returns the factor by which mean8 multiplies instead of dividing by count, which is several times slower. The
// result is exact for up to 60,000 bytes.
func shareOf(count uint32) uint64 { return 1<<40/uint64(count) + 1 }

// boxRow sets each pixel of to to the mean of the pixels of from that are at most radius away.
func boxRow(to, from []uint8, radius int) {
	n := len(from) / 4
	var r, g, b, a, count uint32
	for i := range min(radius, n) {
		p := from[4*i : 4*i+4 : 4*i+4]
		r, g, b, a, count = r+uint32(p[0]), g+uint32(p[1]), b+uint32(p[2]), a+uint32(p[3]), count+1
	}
	for i := range n {
		if i+radius < n {
			p := from[4*(i+radius) : 4*(i+radius)+4 : 4*(i+radius)+4]
			r, g, b, a, count = r+uint32(p[0]), g+uint32(p[1]), b+uint32(p[2]), a+uint32(p[3]), count+1
		}
		if i > radius {
			p := from[4*(i-radius-1) : 4*(i-radius) : 4*(i-radius)]
			r, g, b, a, count = r-uint32(p[0]), g-uint32(p[1]), b-uint32(p[2]), a-uint32(p[3]), count-1
		}
		share := shareOf(count)
		p := to[4*i : 4*i+4 : 4*i+4]
		p[0], p[1], p[2], p[3] = mean8(r, count, share), mean8(g, count, share), mean8(b, count, share),
			mean8(a, count, share)
	}
}

// boxColumns is boxRow for len(sum) adjacent columns. It reads memory in order.
func boxColumns(to, from []uint8, sum []uint32, stride, rows, radius int) {
	clear(sum)
	count := uint32(0)
	row := func(y int) []uint8 { return from[y*stride:][:len(sum)] }
	for y := range min(radius, rows) {
		for i, v := range row(y) {
			sum[i] += uint32(v)
		}
		count++
	}
	for y := range rows {
		if y+radius < rows {
			for i, v := range row(y + radius) {
				sum[i] += uint32(v)
			}
			count++
		}
		if y > radius {
			for i, v := range row(y - radius - 1) {
				sum[i] -= uint32(v)
			}
			count--
		}
		share := shareOf(count)
		out := to[y*stride:][:len(sum)]
		for i, v := range sum {
			out[i] = mean8(v, count, share)
		}
	}
}

// squares returns the pixels of im in r, each as the mean of its square. The squares start in the upper left corner
// of r.
func squares(im *image.RGBA, r image.Rectangle, side int) *image.RGBA {
	out := image.NewRGBA(r)
	for y := r.Min.Y; y < r.Max.Y; y += side {
		for x := r.Min.X; x < r.Max.X; x += side {
			s := image.Rect(x, y, x+side, y+side).Intersect(im.Rect)
			p := mean(im, s)
			s = s.Intersect(r)
			first := out.Pix[out.PixOffset(s.Min.X, s.Min.Y):][:4*s.Dx()]
			for i := 0; i < len(first); i += 4 {
				copy(first[i:], p[:])
			}
			for row := s.Min.Y + 1; row < s.Max.Y; row++ {
				copy(out.Pix[out.PixOffset(s.Min.X, row):], first)
			}
		}
	}
	return out
}

func mean(im *image.RGBA, r image.Rectangle) (p [4]uint8) {
	var sum [4]uint64
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := im.Pix[im.PixOffset(r.Min.X, y):][:4*r.Dx()]
		for i := 0; i+3 < len(row); i += 4 {
			for c := range sum {
				sum[c] += uint64(row[i+c])
			}
		}
	}
	n := uint64(r.Dx() * r.Dy())
	for c := range p {
		p[c] = uint8((sum[c] + n/2) / n)
	}
	return p
}
