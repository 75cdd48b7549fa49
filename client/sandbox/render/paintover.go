package render

import (
	"runtime"
	"sync"
	"sync/atomic"

	"viviscope/client/sandbox/render/scene"
)

// strokes is the radius of the brush, in pixels: fine at high quality.
func strokes(w, h int, quality string) int {
	part := 170
	switch quality {
	case "low":
		part = 100
	case "high":
		part = 220
	case "xhigh":
		part = 260
	case "max":
		part = 300
	}
	return min(max(min(w, h)/part, 2), 14)
}

// stripe is the height of what is painted over at once: small, so that its tables stay in the cache.
const stripe = 48

// paintOver makes a painting of a picture. Each pixel takes the colour of that neighbourhood (upper left, upper right, …) which is
// the most even one, so that areas flow together and edges stay: a Kuwahara filter, with weights in place of a choice.
func paintOver(c *scene.Canvas, radius int) {
	src := append([]byte(nil), c.Pix...)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 4) {
		wg.Go(func() {
			b := newBrush(c.W, radius)
			for {
				y := int(next.Add(1)-1) * stripe
				if y >= c.H {
					return
				}
				b.paint(src, c, y, min(y+stripe, c.H))
			}
		})
	}
	wg.Wait()
}

// brush holds sums over the rectangle from the upper left of a stripe to each of its pixels: of the channels, of the brightness, and of its
// square. They may overflow; differences of them are right all the same.
type brush struct {
	radius, w int
	sums      [][5]uint32
}

func newBrush(w, radius int) *brush {
	return &brush{radius: radius, w: w, sums: make([][5]uint32, (w+1+2*radius)*(stripe+1+2*radius))}
}

// add fills the sums for the rows from-radius to to+radius; rows and columns outside the picture repeat its border.
func (b *brush) add(src []byte, h, from, to int) {
	r, stride := b.radius, b.w+1+2*b.radius
	clear(b.sums[:stride])
	for j := range to - from + 2*r {
		row := src[min(max(from-r+j, 0), h-1)*b.w*4:][:b.w*4]
		var run [5]uint32
		above, here := b.sums[j*stride:][:stride], b.sums[(j+1)*stride:][:stride]
		here[0] = [5]uint32{}
		for i := range b.w + 2*r {
			p := row[min(max(i-r, 0), b.w-1)*4:][:3]
			l := (54*uint32(p[0]) + 183*uint32(p[1]) + 19*uint32(p[2])) >> 8
			run[0] += uint32(p[0])
			run[1] += uint32(p[1])
			run[2] += uint32(p[2])
			run[3] += l
			run[4] += l * l
			for z := range run {
				here[i+1][z] = above[i+1][z] + run[z]
			}
		}
	}
}

func (b *brush) paint(src []byte, c *scene.Canvas, from, to int) {
	b.add(src, c.H, from, to)
	r, stride := b.radius, b.w+1+2*b.radius
	area := 1 / float32((r+1)*(r+1))
	for y := from; y < to; y++ {
		out := c.Pix[y*b.w*4:][:b.w*4]
		for x := range b.w {
			var sum [3]float32
			var weights float32
			for _, q := range [4][2]int{{0, 0}, {r, 0}, {0, r}, {r, r}} {
				o := (y-from+q[1])*stride + x + q[0]
				tl, tr, bl, br := &b.sums[o], &b.sums[o+r+1], &b.sums[o+(r+1)*stride], &b.sums[o+(r+1)*stride+r+1]
				var mean [5]float32
				for z := range mean {
					mean[z] = float32(br[z]-tr[z]-bl[z]+tl[z]) * area
				}
				k := 1 / (2 + max(0, mean[4]-mean[3]*mean[3])) // the more even, the heavier
				k *= k
				weights += k
				for z := range sum {
					sum[z] += mean[z] * k
				}
			}
			for z := range sum {
				out[x*4+z] = byte(sum[z]/weights + 0.5)
			}
		}
	}
}
