package scene

import "math"

// rng is splitmix64: small, and the same everywhere.
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

// sign is -1 or 1.
func (r *rng) sign() float32 { return float32(1 - 2*r.n(2)) }

// hash01 gives a number in 0..1 for x in the series s.
func hash01(x, s uint32) float32 {
	x = x*0x9e3779b1 ^ s*0x85ebca6b
	x ^= x >> 15
	x *= 0x2c1b3c6d
	x ^= x >> 12
	x *= 0x297a2d39
	x ^= x >> 15
	return float32(x>>8) / (1 << 24)
}

// noise1 is smooth value noise in -1..1.
func noise1(x float32, s uint32) float32 {
	f := float32(math.Floor(float64(x)))
	i := uint32(int32(f))
	t := x - f
	t = t * t * t * (t*(t*6-15) + 10)
	a, b := hash01(i, s), hash01(i+1, s)
	return 2*(a+(b-a)*t) - 1
}

// fbm1 adds octaves of noise1: rolling hills.
func fbm1(x float32, octaves int, s uint32) float32 {
	var v, a float32 = 0, 0.5
	for o := range octaves {
		v += a * noise1(x, s+uint32(o)*101)
		x = x*2.03 + 17.7
		a *= 0.5
	}
	return v
}

// ridge1 is like fbm1 with sharp tops: rock.
func ridge1(x float32, octaves int, s uint32) float32 {
	var v, a float32 = 0, 0.55
	for o := range octaves {
		n := noise1(x, s+uint32(o)*101)
		if n < 0 {
			n = -n
		}
		v += a * (1 - 2*n)
		x = x*2.11 + 9.3
		a *= 0.46
	}
	return v
}

// texSize is the side of a texture; a power of two, so that masks wrap.
const (
	texSize = 512
	texMask = texSize - 1
)

// texture is a wrapping square of texSize × texSize values in 0..1.
type texture []float32

// newTexture adds octaves of smooth value noise; the first one has freq features across.
func newTexture(freq uint32, octaves int, s uint32) texture {
	out := make(texture, texSize*texSize)
	var sum, weight float32 = 0, 0.5
	for o := range octaves {
		out.addOctave(freq<<o, weight, s+uint32(o)*31)
		sum += weight
		weight *= 0.5
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// addOctave adds noise between the points of a lattice of freq × freq values, which wraps.
func (t texture) addOctave(freq uint32, weight float32, s uint32) {
	lattice := make([]float32, freq*freq)
	for j := range freq {
		for i := range freq {
			lattice[j*freq+i] = hash01(i*7919+j*104729, s) * weight
		}
	}
	type place struct {
		i, next uint32
		f       float32
	}
	var at [texSize]place
	for x := range at {
		v := float32(x) * float32(freq) / texSize
		i := uint32(v)
		f := v - float32(i)
		at[x] = place{i, (i + 1) % freq, f * f * (3 - 2*f)}
	}
	bands(texSize, func(from, to int) {
		for y := from; y < to; y++ {
			upper, lower, fy := lattice[at[y].i*freq:][:freq], lattice[at[y].next*freq:][:freq], at[y].f
			row := t.row(y)
			for x := range row {
				p := at[x]
				a := upper[p.i] + (upper[p.next]-upper[p.i])*p.f
				b := lower[p.i] + (lower[p.next]-lower[p.i])*p.f
				row[x] += a + (b-a)*fy
			}
		}
	})
}

func (t texture) row(y int) []float32 { return t[(y&texMask)*texSize:][:texSize] }

// lerp reads a row of a texture between its values. Whole steps would tick when the row moves slowly.
func lerp(row []float32, u float32) float32 {
	i := int(u)
	a, b := row[i&texMask], row[(i+1)&texMask]
	return a + (b-a)*(u-float32(i))
}

// dither spreads the rounding of a smooth sky, so that it shows no bands: an 8x8 Bayer matrix, broken up a little. 64x64, 0..1. It is
// read only.
var dither = func() (d [64 * 64]float32) {
	for y := range 64 {
		for x := range 64 {
			v := 0
			for b := range 3 {
				xb, yb := x>>b&1, y>>b&1
				v |= (xb^yb)<<(2*(2-b)+1) | yb<<(2*(2-b))
			}
			d[y*64+x] = (float32(v) + hash01(uint32(y*64+x), 5)) / 64
		}
	}
	return
}()

func ditherRow(y int) []float32 { return dither[(y&63)*64:][:64] }
