package paint

import (
	"context"
	"image"
	"math"
	"runtime"

	"viviscope/client/guard"
	"viviscope/gui/editor/drawing"
)

// darkened is what an emphasis takes from the light of what is outside: it leaves 45 %.
const darkened = 0.55

// emphasis darkens what is outside of all regions.
type emphasis struct {
	regions []outline
	take    uint32 // of 255
}

// emphasisOf makes one of all marks that darken: a second region adds to the first, and does not darken it. It lies where
// the lowest of them lies, and has that one's opacity.
func emphasisOf(marks []drawing.Mark) *emphasis {
	e := &emphasis{take: byteOf(darkened * marks[0].Style.Opacity)}
	for _, m := range marks {
		e.regions = append(e.regions, regionOf(m))
	}
	return e
}

// regionOf is the region of a mark.
func regionOf(m drawing.Mark) outline {
	t := trace(m.At)
	contour(t, m.Rect(), m.Round, false)
	return t.outline
}

func (e *emphasis) touches(image.Rectangle) bool { return e.take != 0 }

func (e *emphasis) paint(t *tile) {
	clear(t.mask[:])
	for i := range e.regions {
		e.regions[i].fill(&t.raster, &t.letters, t.rect.Min)
		for j, c := range t.letters {
			t.mask[j] = max(t.mask[j], c)
		}
	}
	t.each(t.rect, func(i int) {
		left := 255 - mul(255-uint32(t.mask[i]), e.take)
		if left == 255 {
			return
		}
		p := t.pixel(i)
		for c := range 3 {
			p[c] = uint8(mul(uint32(p[c]), left))
		}
	})
}

// rimmedOf is an emphasis that outlines its region: a line in its colour between two rims that are light where the colour is
// dark and dark where it is light, so that it is seen on everything.
func rimmedOf(m drawing.Mark) *figure {
	rim, line := frameOf(m.Rect(), m.Round, m.At, m.Style.Width/2), frameOf(m.Rect(), m.Round, m.At, m.Style.Width/4)
	f := newFigure(m, rim, line)
	f.layers[0].c, f.layers[1].c = f.layers[1].c, f.layers[0].c
	return f
}

// patch is a region of the picture blurred or in squares: pixels made of what lies below the mark.
type patch struct {
	region  outline
	pixels  image.Rectangle // of the region that are on the canvas
	reads   image.Rectangle // what they are made of
	opacity uint32
	blur    [blurPasses]int // radius of each box, of a blur
	square  int             // side, of a pixelation
	image   *image.RGBA
	below   []shape // what it was made of, beside the ground
}

// patchOf is a patch that is not made yet.
func patchOf(m drawing.Mark, canvas image.Rectangle) *patch {
	p := &patch{opacity: byteOf(m.Style.Opacity)}
	if p.opacity == 0 || !(m.Style.Width > 0) {
		return p
	}
	p.region = regionOf(m)
	p.pixels = p.region.pixels().Intersect(canvas)
	width := min(m.Style.Width*m.At.Scale(), drawing.MaxSide)
	if !(width > 0) {
		p.pixels = image.Rectangle{}
		return p
	}
	reach := 0
	if m.Kind == drawing.Blur {
		p.blur = boxRadii(width / 2)
		for _, r := range p.blur {
			reach += r
		}
	} else {
		p.square = int(max(math.Round(width), 1))
		reach = p.square
	}
	p.reads = p.pixels.Inset(-reach).Intersect(canvas)
	return p
}

// make makes the pixels of what the shapes below it have made of the ground.
func (p *patch) make(ctx context.Context, ground *image.RGBA) error {
	if p.pixels.Empty() {
		return nil
	}
	read := image.NewRGBA(p.reads)
	err := paintTiles(ctx, ground, tilesIn(ground.Rect, p.reads), p.below, func(t *tile) { t.copyTo(read, t.rect.Intersect(p.reads)) })
	if err != nil {
		return err
	}
	if p.square > 0 {
		p.image = squares(read, p.pixels, p.square)
	} else {
		blurred(read, p.blur)
		p.image = cut(read, p.pixels)
	}
	return nil
}

func (p *patch) touches(r image.Rectangle) bool { return p.pixels.Overlaps(r) }

func (p *patch) paint(t *tile) {
	p.region.fill(&t.raster, &t.mask, t.rect.Min)
	t.each(p.pixels, func(i int) {
		c := mul(uint32(t.mask[i]), p.opacity)
		if c == 0 {
			return
		}
		made := p.image.Pix[p.image.PixOffset(t.rect.Min.X+i%tileSide, t.rect.Min.Y+i/tileSide):]
		for k, was := range t.pixel(i) {
			t.pix[4*i+k] = uint8(mul(uint32(was), 255-c) + mul(uint32(made[k]), c))
		}
	})
}

// blurPasses of a box come within 3 % of a bell curve.
const blurPasses = 3

// boxRadii are the radii of boxes, 2r+1 pixels wide, that one after the other spread a pixel like a bell curve of deviation
// sigma, at most half of the longest side: their variances add up to that of the curve as nearly as whole pixels allow.
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

// blurred blurs im in place, with one box after the other. At the edges the mean is of what is there.
func blurred(im *image.RGBA, radii [blurPasses]int) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	inParts(h, func(from, to int) {
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
	inParts(im.Stride, func(from, to int) {
		sum := make([]uint32, to-from)
		for _, r := range radii {
			for y := range h {
				copy(other[y*im.Stride+from:y*im.Stride+to], im.Pix[y*im.Stride+from:])
			}
			boxColumns(im.Pix[from:], other[from:], sum, im.Stride, h, r)
		}
	})
}

// inParts calls f for parts of 0 to n, on several goroutines.
func inParts(n int, f func(from, to int)) {
	parts := runtime.GOMAXPROCS(0)
	var group guard.Group
	for i := range parts {
		group.Go("paint", func() { f(n*i/parts, n*(i+1)/parts) })
	}
	group.Wait()
}

// mean8 is the mean, rounded, of count bytes whose sum is given.
func mean8(sum, count uint32, share uint64) uint8 { return uint8((uint64(sum+count/2) * share) >> 40) }

// shareOf is what mean8 multiplies with instead of dividing by count, which costs several times as much. It gives the very
// quotient for up to 60,000 bytes.
func shareOf(count uint32) uint64 { return 1<<40/uint64(count) + 1 }

// boxRow sets each pixel of to to the mean of those of from that are at most radius away.
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
		p[0], p[1], p[2], p[3] = mean8(r, count, share), mean8(g, count, share), mean8(b, count, share), mean8(a, count, share)
	}
}

// boxColumns does the same upright for as many columns as sum has, side by side: memory is read in its order.
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

// squares gives the pixels of im in r, each as the mean of its square. The squares begin in the upper left corner of r.
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

// cut copies a part of an image.
func cut(im *image.RGBA, r image.Rectangle) *image.RGBA {
	out := image.NewRGBA(r)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(out.Pix[out.PixOffset(r.Min.X, y):][:4*r.Dx()], im.Pix[im.PixOffset(r.Min.X, y):])
	}
	return out
}
