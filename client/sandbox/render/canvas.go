package render

import (
	"image"
	"image/draw"
	"math"

	xdraw "golang.org/x/image/draw"
)

// canvas is a picture of packed sRGB pixels: red, green, blue, unused. Rows start at the top and have no gaps.
type canvas struct {
	w, h int
	pix  []byte
}

func newCanvas(w, h int) *canvas { return &canvas{w: w, h: h, pix: make([]byte, w*h*4)} }

// canvasOf returns a canvas that shares the pixels of m, whose bounds must begin at 0, 0.
func canvasOf(m *image.RGBA) *canvas { return &canvas{w: m.Rect.Dx(), h: m.Rect.Dy(), pix: m.Pix} }

// image makes all pixels opaque and returns a picture that shares them.
func (c *canvas) image() *image.RGBA {
	for i := 3; i < len(c.pix); i += 4 {
		c.pix[i] = 255
	}
	return &image.RGBA{Pix: c.pix, Stride: c.w * 4, Rect: image.Rect(0, 0, c.w, c.h)}
}

func (c *canvas) at(x, y int) rgb {
	p := c.pix[(y*c.w+x)*4:][:3:3]
	return rgb{float32(p[0]), float32(p[1]), float32(p[2])}
}

func (c *canvas) set(x, y int, k rgb) {
	p := c.pix[(y*c.w+x)*4:][:3:3]
	p[0], p[1], p[2] = b8(k[0]), b8(k[1]), b8(k[2])
}

// setDithered sets a pixel with dithering, so that gradients show no bands.
func (c *canvas) setDithered(x, y int, s fixedColour) {
	d := dither[(y&63)*64+x&63]
	p := c.pix[(y*c.w+x)*4:][:3:3]
	p[0], p[1], p[2] = byte(min((s[0]+d)>>8, 255)), byte(min((s[1]+d)>>8, 255)), byte(min((s[2]+d)>>8, 255))
}

// blend mixes k into a pixel with opacity a.
func (c *canvas) blend(x, y int, k rgb, a float32) { c.set(x, y, mix(c.at(x, y), k, a)) }

// dot paints a disc of radius r with a soft edge at x, y.
func (c *canvas) dot(x, y, r float32, k rgb, a float32) {
	x0, x1 := max(0, int(x-r-1)), min(c.w-1, int(x+r+1))
	y0, y1 := max(0, int(y-r-1)), min(c.h-1, int(y+r+1))
	for j := y0; j <= y1; j++ {
		for i := x0; i <= x1; i++ {
			dx, dy := float32(i)-x, float32(j)-y
			if v := a * clamp01(r+0.5-sqrt(dx*dx+dy*dy)); v > 0 {
				c.blend(i, j, k, v)
			}
		}
	}
}

// cover scales and crops src to fill w times h pixels. Transparent pixels become white.
func cover(src image.Image, w, h int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	b := src.Bounds()
	if b.Dx() == w && b.Dy() == h {
		draw.Draw(out, out.Rect, src, b.Min, draw.Over)
		return out
	}
	f := max(float64(w)/float64(b.Dx()), float64(h)/float64(b.Dy()))
	cw, ch := max(1, int(float64(w)/f+0.5)), max(1, int(float64(h)/f+0.5))
	x, y := b.Min.X+(b.Dx()-cw)/2, b.Min.Y+(b.Dy()-ch)/2
	xdraw.CatmullRom.Scale(out, out.Rect, src, image.Rect(x, y, x+cw, y+ch), draw.Over, nil)
	return out
}

// rgb is an sRGB colour with channels from 0 to 255.
type rgb [3]float32

func hex(v uint32) rgb {
	return rgb{float32(v >> 16 & 255), float32(v >> 8 & 255), float32(v & 255)}
}

func mix(a, b rgb, t float32) rgb {
	return rgb{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t, a[2] + (b[2]-a[2])*t}
}

func (c rgb) times(f float32) rgb { return rgb{c[0] * f, c[1] * f, c[2] * f} }
func (c rgb) luma() float32       { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }
func (c rgb) fixed() fixedColour {
	return fixedColour{int32(max(0, c[0]) * 256), int32(max(0, c[1]) * 256), int32(max(0, c[2]) * 256)}
}
func (c rgb) plus(d rgb, f float32) rgb {
	return rgb{c[0] + d[0]*f, c[1] + d[1]*f, c[2] + d[2]*f}
}

// fixedColour is a colour in 1/256 of a channel step, for fast computations on each pixel. It is never negative.
type fixedColour [3]int32

func (s fixedColour) times(f int32) fixedColour {
	return fixedColour{s[0] * f >> 8, s[1] * f >> 8, s[2] * f >> 8}
}

// blend interpolates toward another colour by f, in 256ths.
func (s fixedColour) blend(o fixedColour, f int32) fixedColour {
	return fixedColour{s[0] + (o[0]-s[0])*f>>8, s[1] + (o[1]-s[1])*f>>8, s[2] + (o[2]-s[2])*f>>8}
}

func b8(v float32) byte { return byte(min(max(v, 0), 255)) }

func clamp01(t float32) float32 { return min(1, max(0, t)) }

// smoothstep rises smoothly from 0 at a to 1 at b.
func smoothstep(a, b, x float32) float32 {
	t := clamp01((x - a) / (b - a))
	return t * t * (3 - 2*t)
}

func sqrt(x float32) float32   { return float32(math.Sqrt(float64(x))) }
func exp(x float32) float32    { return float32(math.Exp(float64(x))) }
func sin(x float32) float32    { return float32(math.Sin(float64(x))) }
func pow(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }
func abs(x float32) float32    { return max(x, -x) }

// rng is the generator splitmix64: small, and the same on every machine.
type rng uint64

func (r *rng) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *rng) seed() uint32            { return uint32(r.next()) }
func (r *rng) f() float32              { return float32(r.next()>>40) / (1 << 24) } // 0..1
func (r *rng) in(a, b float32) float32 { return a + (b-a)*r.f() }
func (r *rng) n(k int) int             { return int(r.next() % uint64(k)) }

// hash01 returns a pseudorandom number in 0..1 for x in series s.
func hash01(x, s uint32) float32 {
	x = x*0x9e3779b1 ^ s*0x85ebca6b
	x ^= x >> 15
	x *= 0x2c1b3c6d
	x ^= x >> 12
	x *= 0x297a2d39
	x ^= x >> 15
	return float32(x>>8) / (1 << 24)
}

// noise1 returns smooth value noise in -1..1.
func noise1(x float32, s uint32) float32 {
	f := float32(math.Floor(float64(x)))
	i := uint32(int32(f))
	t := x - f
	t = t * t * t * (t*(t*6-15) + 10)
	a, b := hash01(i, s), hash01(i+1, s)
	return 2*(a+(b-a)*t) - 1
}

// fbm1 adds octaves of noise1: rolling hills, or rock with sharp tops if sharp is true.
func fbm1(x float32, octaves int, s uint32, sharp bool) float32 {
	var v, a float32 = 0, 0.5
	for o := range octaves {
		n := noise1(x, s+uint32(o)*101)
		if sharp {
			n = 1 - 2*abs(n)
		}
		v += a * n
		x = x*2.07 + 17.7
		a *= 0.48
	}
	return v
}

// texSize is the side of a texture. It is a power of two, so that texMask wraps coordinates.
const (
	texSize = 512
	texMask = texSize - 1
)

// texture is a tileable square of texSize × texSize values in 0..1.
type texture []float32

// newTexture returns octaves of smooth lattice noise. The first octave has freq points across.
func newTexture(freq, octaves int, s uint32) texture {
	out := make(texture, texSize*texSize)
	weight := 0.5 / (1 - pow(0.5, float32(octaves)))
	for o := range uint32(octaves) {
		n, step := freq<<o, texSize/(freq<<o)
		points := make([]float32, n*n)
		for i := range points {
			points[i] = hash01(uint32(i), s+o*31) * weight
		}
		for i := range out {
			x, y := i&texMask, i/texSize
			fx, fy := smoothstep(0, float32(step), float32(x%step)), smoothstep(0, float32(step), float32(y%step))
			upper, lower := points[y/step*n:][:n], points[(y/step+1)%n*n:][:n]
			left, right := x/step, (x/step+1)%n
			a := upper[left] + (upper[right]-upper[left])*fx
			b := lower[left] + (lower[right]-lower[left])*fx
			out[i] += a + (b-a)*fy
		}
		weight *= 0.5
	}
	return out
}

// lerp interpolates a texture. Nearest values would flicker in slow motion. u and v must not be negative.
func (t texture) lerp(u, v float32) float32 {
	i, j := int(u), int(v)
	upper, lower := (*[texSize]float32)(t[(j&texMask)*texSize:]), (*[texSize]float32)(t[((j+1)&texMask)*texSize:])
	fx := u - float32(i)
	a := upper[i&texMask] + (upper[(i+1)&texMask]-upper[i&texMask])*fx
	b := lower[i&texMask] + (lower[(i+1)&texMask]-lower[i&texMask])*fx
	return a + (b-a)*(v-float32(j))
}

// dither holds the 64x64 values below one step that setDithered adds before rounding. It is read-only.
var dither = func() (d [64 * 64]int32) {
	for i := range d {
		d[i] = int32(hash01(uint32(i), 5) * 256)
	}
	return d
}()
