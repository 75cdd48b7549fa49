package scene

import "image"

// Scene is a place that can be painted at any size and any moment.
type Scene interface {
	// Stage lays the scene out for pictures of w times h pixels, both at least 32.
	Stage(w, h int) Stage
}

// Stage is a scene laid out for one size. It may be used by several goroutines.
type Stage interface {
	// Painter makes a painter for one goroutine.
	Painter() Painter
}

// Painter paints moments of a scene, one at a time.
type Painter interface {
	// Paint fills c, which has the size of the stage, with the moment t of a film that lasts dur seconds. Every pixel is
	// written, except its fourth byte.
	Paint(c *Canvas, t, dur float32)
}

// Canvas is a picture of packed sRGB pixels: red, green, blue, unused; rows from the top without gaps.
type Canvas struct {
	W, H int
	Pix  []byte
}

// NewCanvas makes a black canvas.
func NewCanvas(w, h int) *Canvas { return &Canvas{W: w, H: h, Pix: make([]byte, w*h*4)} }

// Image gives the canvas as an opaque picture, which shares its pixels.
func (c *Canvas) Image() *image.RGBA {
	for i := 3; i < len(c.Pix); i += 4 {
		c.Pix[i] = 255
	}
	return &image.RGBA{Pix: c.Pix, Stride: c.W * 4, Rect: image.Rect(0, 0, c.W, c.H)}
}

// at gives the colour of a pixel.
func (c *Canvas) at(x, y int) rgb {
	o := (y*c.W + x) * 4
	return rgb{float32(c.Pix[o]), float32(c.Pix[o+1]), float32(c.Pix[o+2])}
}

// above gives the colour of the pixel above, for blending edges.
func (c *Canvas) above(x, y int) rgb { return c.at(x, max(y, 1)-1) }

// blend mixes k into a pixel.
func (c *Canvas) blend(x, y int, k rgb, a float32) {
	o := (y*c.W + x) * 4
	p := c.Pix[o : o+3 : o+3]
	p[0] = b8(float32(p[0]) + (k[0]-float32(p[0]))*a)
	p[1] = b8(float32(p[1]) + (k[1]-float32(p[1]))*a)
	p[2] = b8(float32(p[2]) + (k[2]-float32(p[2]))*a)
}

// dot paints a soft disc of radius r around x, y.
func (c *Canvas) dot(x, y, r float32, k rgb, a float32) {
	x0, x1 := max(0, int(x-r-1)), min(c.W-1, int(x+r+1))
	y0, y1 := max(0, int(y-r-1)), min(c.H-1, int(y+r+1))
	for j := y0; j <= y1; j++ {
		for i := x0; i <= x1; i++ {
			dx, dy := float32(i)-x, float32(j)-y
			if v := a * clamp01(r+0.5-sqrt(dx*dx+dy*dy)); v > 0 {
				c.blend(i, j, k, v)
			}
		}
	}
}
