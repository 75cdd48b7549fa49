package render

import (
	"context"
	"errors"
	"fmt"
	"image"
)

// EditRequest describes an edit of pictures. The result depends on every field.
type EditRequest struct {
	StillRequest               // a width and height of 0 keep the size of the first picture
	Images       []image.Image // the first one is edited; numbered thumbnails of all are added
}

// ErrNoPicture reports an edit without a picture.
var ErrNoPicture = errors.New("there is no picture to edit")

// Edit returns the first picture repainted with brush strokes, with colours that depend on a hash of the request. A
// caption shows the prompt, so that the result is never mistaken for the input.
func (Renderer) Edit(ctx context.Context, r EditRequest) (image.Image, error) {
	if len(r.Images) == 0 {
		return nil, fmt.Errorf("edit picture: %w", ErrNoPicture)
	}
	if size := r.Images[0].Bounds().Size(); r.Width == 0 && r.Height == 0 {
		r.Width, r.Height = size.X, size.Y
	}
	m, err := r.paint(ctx, func() *canvas {
		c := canvasOf(cover(r.Images[0], r.Width, r.Height))
		paintStrokes(c, r.sceneInput().detailHash())
		applyGrade(c, r.sceneInput().detailHash())
		return c
	})
	if err != nil {
		return nil, fmt.Errorf("edit picture: %w", err)
	}
	drawThumbnails(m, r.Images)
	drawCaption(m, "edit · "+r.Prompt)
	return m, nil
}

// paintStrokes repaints a picture with strokes in its own colours: wide strokes first, then finer ones.
func paintStrokes(c *canvas, seed rng) {
	finest := min(max(float32(min(c.w, c.h))/270, 1.2), 14)
	src := &canvas{w: c.w, h: c.h, pix: append([]byte(nil), c.pix...)}
	for pass, width := range []float32{3, 1.7, 1} {
		r, step := finest*width, finest*width*1.25
		series := uint32(seed) + uint32(pass)*7
		columns := uint32(float32(c.w)/step) + 2
		for i := range columns * (uint32(float32(c.h)/step) + 2) {
			x := (float32(i%columns) + hash01(i, series) - 0.5) * step
			y := (float32(i/columns) + hash01(i, series+1) - 0.5) * step
			k := src.at(min(max(int(x), 0), c.w-1), min(max(int(y), 0), c.h-1))
			c.dot(x, y, r, k.times(0.97+0.06*hash01(i, series+2)), 0.85)
		}
	}
}

// colourGrades are colour grades of a whole picture: channel gain, light added to dark parts, and light added at the
// top. Values are from 0 to 1.
var colourGrades = [...]struct {
	gain, lift, sky      rgb
	saturation, contrast float32
}{
	{rgb{0.36, 0.46, 0.68}, rgb{0.01, 0.02, 0.07}, rgb{0, 0.015, 0.06}, 0.72, 0.2},    // night
	{rgb{1.14, 0.80, 0.60}, rgb{0.09, 0.01, 0.06}, rgb{0.26, 0.05, 0.08}, 1.25, 0.22}, // dusk
	{rgb{1.02, 0.95, 0.92}, rgb{0.09, 0.06, 0.10}, rgb{0.22, 0.13, 0.12}, 0.92, 0},    // dawn
	{rgb{1.08, 1.08, 1.06}, rgb{}, rgb{0.02, 0.06, 0.12}, 1.2, 0.1},                   // noon
	{rgb{0.95, 0.97, 1}, rgb{0.10, 0.12, 0.16}, rgb{0.14, 0.16, 0.20}, 0.55, 0.1},     // winter
	{rgb{1.06, 0.92, 0.70}, rgb{0.05, 0.04, 0.02}, rgb{}, 0.45, -0.1},                 // an old photograph
	{rgb{1, 1, 1}, rgb{0.02, 0.02, 0.02}, rgb{}, 1.75, 0.3},                           // vivid
	{rgb{0.78, 0.86, 0.94}, rgb{0.04, 0.05, 0.06}, rgb{0.02, 0.03, 0.04}, 0.6, 0.1},   // rain
}

// applyGrade applies a random colour grade with a random tint to a picture.
func applyGrade(c *canvas, r rng) {
	l := colourGrades[r.n(len(colourGrades))]
	tint := rgb{r.in(0.01, 0.06), r.in(0.01, 0.06), r.in(0.01, 0.06)}
	l.lift = l.lift.plus(tint, 1) // lifts black, so that the result differs from the input
	for y := range c.h {
		fy := float32(y) / float32(max(1, c.h-1))
		dy := (fy - 0.5) * 2
		for x := range c.w {
			dx := (float32(x)/float32(max(1, c.w-1)) - 0.5) * 2
			vignette := 1 - 0.22*min(1, (dx*dx+dy*dy)*(dx*dx+dy*dy)*0.3)
			grain := (r.f() - 0.5) * 0.024
			k := c.at(x, y).times(1.0 / 255)
			luma := k.luma()
			for z, v := range k {
				v = clamp01((luma + (v-luma)*l.saturation) * l.gain[z])
				v += (v*v*(3-2*v) - v) * l.contrast
				v += l.lift[z]*(1-luma) - tint[z]*luma
				v += l.sky[z] * (1 - fy) * (1 - fy) * (1 - v)
				k[z] = (v*vignette + grain) * 255
			}
			c.set(x, y, k)
		}
	}
}
