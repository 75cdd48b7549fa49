package render

import (
	"context"
	"errors"
	"fmt"
	"image"

	"viviscope/client/sandbox/render/scene"
)

// EditRequest asks for a change of a picture. All fields matter for what comes out.
type EditRequest struct {
	Images        []image.Image // the first one is changed; others shine through it
	Prompt, Model string
	Seed          int64
	Width, Height int    // of the result, in pixels; 0 keeps the size of the first picture
	Quality       string // interface 2.4: low, medium, high, xhigh, max; anything else counts as medium
}

// ErrNoPicture says that an edit was asked for without a picture.
var ErrNoPicture = errors.New("there is no picture to edit")

// Edit gives the picture that was sent, painted anew: with brush strokes, in the light and colours that the words ask for (night, sunset, snow, black and
// white, warmer, vintage, …), with what they name and what can stand in any picture (lanterns, northern lights, snow, birds). It never
// gives back what was sent.
func Edit(ctx context.Context, r EditRequest) (image.Image, error) {
	if len(r.Images) == 0 {
		return nil, fmt.Errorf("edit picture: %w", ErrNoPicture)
	}
	w, h := r.size()
	if err := checkSize(w, h); err != nil {
		return nil, fmt.Errorf("edit picture: %w", err)
	}
	done, err := stillTurn.take(ctx)
	if err != nil {
		return nil, fmt.Errorf("edit picture: %w", err)
	}
	defer done()
	m, err := newMark(w, h)
	if err != nil {
		return nil, fmt.Errorf("edit picture: %w", err)
	}
	c := canvasOf(scene.Cover(r.Images[0], w, h))
	for i, more := range r.Images[1:] {
		shineThrough(c, scene.Cover(more, w, h), i)
	}
	b := scene.Brief{Prompt: r.Prompt, Model: r.Model, Seed: r.Seed}
	steps := []func(){
		func() { paintOver(c, strokes(w, h, r.Quality)) },
		func() { lookFor(b).apply(c) },
		func() { scene.Adorn(c, b) },
		func() { sharpen(c, acuity(r.Quality)) },
	}
	for _, step := range steps {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("edit picture: %w", err)
		}
		step()
	}
	m.stamp(c)
	return c.Image(), nil
}

func (r EditRequest) size() (w, h int) {
	if r.Width != 0 || r.Height != 0 {
		return r.Width, r.Height
	}
	b := r.Images[0].Bounds()
	return b.Dx(), b.Dy()
}

// shineThrough lays a second picture over the first one like a double exposure: fading in from one side, from the other for the next.
func shineThrough(c *scene.Canvas, m *image.RGBA, index int) {
	for y := range c.H {
		for x := range c.W {
			at := (float32(x)/float32(c.W) + float32(y)/float32(c.H)) / 2
			if index%2 == 1 {
				at = 1 - at
			}
			a := int(256 * min(0.85, max(0.15, at*1.6-0.45)))
			o, s := (y*c.W+x)*4, y*m.Stride+x*4
			for z := range 3 {
				c.Pix[o+z] = byte((int(c.Pix[o+z])*(256-a) + int(m.Pix[s+z])*a) >> 8)
			}
		}
	}
}
