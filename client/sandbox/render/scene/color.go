package scene

import "math"

// rgb is a colour in sRGB, 0..255 a channel.
type rgb [3]float32

func hex(v uint32) rgb {
	return rgb{float32(v >> 16 & 255), float32(v >> 8 & 255), float32(v & 255)}
}

func mix(a, b rgb, t float32) rgb {
	return rgb{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t, a[2] + (b[2]-a[2])*t}
}

func (c rgb) times(f float32) rgb { return rgb{c[0] * f, c[1] * f, c[2] * f} }

func (c rgb) plus(d rgb, f float32) rgb {
	return rgb{c[0] + d[0]*f, c[1] + d[1]*f, c[2] + d[2]*f}
}

func b8(v float32) byte {
	if v <= 0 {
		return 0
	}
	if v >= 255 {
		return 255
	}
	return byte(v)
}

// shoulder rolls bright light off, so that it keeps its colour where clipping would make it white.
func shoulder(v float32) float32 {
	if v <= 150 {
		return v
	}
	x := (v - 150) / 105
	return 150 + 105*x/(1+x*0.72)
}

func clamp01(t float32) float32 { return min(1, max(0, t)) }

// smooth rises from 0 at a to 1 at b.
func smooth(a, b, x float32) float32 {
	t := clamp01((x - a) / (b - a))
	return t * t * (3 - 2*t)
}

func sqrt(x float32) float32   { return float32(math.Sqrt(float64(x))) }
func exp(x float32) float32    { return float32(math.Exp(float64(x))) }
func sin(x float32) float32    { return float32(math.Sin(float64(x))) }
func cos(x float32) float32    { return float32(math.Cos(float64(x))) }
func pow(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }

// wrap brings x into 0 ≤ x < n.
func wrap(x, n float32) float32 {
	m := float32(math.Mod(float64(x), float64(n)))
	if m < 0 {
		m += n
	}
	return m
}
