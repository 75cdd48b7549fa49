package render

import (
	"context"
	"fmt"
	"image"

	"viviscope/client/sandbox/render/scene"
)

// StillRequest asks for a picture. All fields matter for what comes out.
type StillRequest struct {
	Prompt, Model string
	Seed          int64
	Width, Height int    // in pixels
	Quality       string // interface 2.4: low, medium, high, xhigh, max; anything else counts as medium
}

// MaxPixels bounds a picture: the square of the longest side that the service allows (interface 2.4).
const MaxPixels = 3840 * 3840

// Still paints the picture for a prompt: the first moment of the scene that [Clip] films for the same prompt and seed. A better quality shows in the detail.
func Still(ctx context.Context, r StillRequest) (image.Image, error) {
	if err := checkSize(r.Width, r.Height); err != nil {
		return nil, fmt.Errorf("render picture: %w", err)
	}
	done, err := stillTurn.take(ctx)
	if err != nil {
		return nil, fmt.Errorf("render picture: %w", err)
	}
	defer done()
	m, err := newMark(r.Width, r.Height)
	if err != nil {
		return nil, fmt.Errorf("render picture: %w", err)
	}
	c := r.paint()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("render picture: %w", err)
	}
	sharpen(c, acuity(r.Quality))
	m.stamp(c)
	return c.Image(), nil
}

// minSide is the least side that scenes are laid out for.
const minSide = 32

// paint paints the scene: at low quality in half the size, as a draft; a very small picture is cut from a larger one.
func (r StillRequest) paint() *scene.Canvas {
	w, h := r.Width, r.Height
	if r.Quality == "low" {
		w, h = (w+1)/2, (h+1)/2
	}
	w, h = max(w, minSide), max(h, minSide)
	c := scene.NewCanvas(w, h)
	scene.New(scene.Brief{Prompt: r.Prompt, Model: r.Model, Seed: r.Seed}).Stage(w, h).Painter().Paint(c, 0, 5)
	if w == r.Width && h == r.Height {
		return c
	}
	return canvasOf(scene.Cover(c.Image(), r.Width, r.Height))
}

func checkSize(w, h int) error {
	if w <= 0 || h <= 0 || w > MaxPixels/h {
		return fmt.Errorf("%dx%d is no size for a picture", w, h)
	}
	return nil
}

// acuity is how far sharpen goes, in 256ths.
func acuity(quality string) int {
	switch quality {
	case "high":
		return 40
	case "xhigh":
		return 70
	case "max":
		return 100
	}
	return 0
}

// sharpen raises each pixel against the mean of its four neighbours.
func sharpen(c *scene.Canvas, amount int) {
	if amount == 0 || c.W < 3 || c.H < 3 {
		return
	}
	stride := c.W * 4
	above, here := make([]byte, stride), make([]byte, stride) // the rows as they were
	copy(here, c.Pix[:stride])
	for y := 1; y < c.H-1; y++ {
		above, here = here, above
		row := c.Pix[y*stride:][:stride]
		copy(here, row)
		below := c.Pix[(y+1)*stride:][:stride]
		for o := 4; o < stride-4; o++ {
			mean := (int(above[o]) + int(below[o]) + int(here[o-4]) + int(here[o+4])) / 4
			row[o] = byte(min(max(int(here[o])+(int(here[o])-mean)*amount/256, 0), 255))
		}
	}
}
