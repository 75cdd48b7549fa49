// Package render makes what the sandbox delivers: clips, pictures, and edits of pictures, from the fields of a request
// alone.
//
// It stands in for a model that costs money, so it promises what a client of such a service can see: files of the exact
// size, length and format; a result that follows from every field; a clip that starts at its first frame and ends at
// its last one. It does not pretend to be one: each result carries the word "sandbox" in a corner, and every clip with
// sound has the same soft tones (sound.go).
//
// A picture is one of four kinds of landscape (landscape.go), chosen with all that is in it by a hash of the request.
// Clips with frames move from picture to picture (move.go). An edit shows that it is one: a repainted picture under a
// line with the words of its prompt (edit.go, caption.go).
//
// The same request gives the same bytes on the same kind of machine, with any number of cores. Captions depend on its
// fonts too. Clips need an encoder in C (encoder.go); where it cannot be built (without cgo, or where the openh264
// module has no library), clips give [ErrNoEncoder].
//
// A [Renderer] may be used by several goroutines. One clip and one picture are made at a time in a process; further
// calls wait for their turn, or for the end of their context.
package render

import (
	"context"
	"fmt"
	"image"
	"io"
)

// Renderer makes clips and pictures.
type Renderer struct{}

// fps is the frame rate of all clips, in frames a second.
const fps = 24

// Request asks for a clip. All fields matter for what comes out.
type Request struct {
	Prompt, NegativePrompt, Model string
	Seed                          int64
	Width, Height                 int // in pixels; H.264 needs even sides; odd ones, and those below 32, are rounded up
	Seconds                       int
	Audio                         bool
	First, Last                   image.Image // frames to begin and to end with, fitted to the size; nil for none
}

func (r Request) sceneInput() sceneInput {
	return sceneInput{r.Prompt, r.NegativePrompt, r.Model, r.Seed}
}

// Clip renders an MP4: H.264, tagged as BT.709, 24 frames a second, exactly Seconds long, with AAC sound if Audio is
// true. It is written to w when all of it is there.
//
// Without frames the clip shows the scene that [Renderer.Still] shows for the same prompt and seed. With a first frame
// it begins exactly with it, and moves on from there; with a last frame it ends exactly with it, coming from the first
// one or from the scene.
//
// When ctx ends, Clip returns its error within about a frame.
func (Renderer) Clip(ctx context.Context, r Request, w io.Writer) error {
	if r.Seconds <= 0 || r.Width <= 0 || r.Height <= 0 {
		return fmt.Errorf("render clip: %d s of %dx%d", r.Seconds, r.Width, r.Height)
	}
	if err := acquireSlot(ctx, clipSlot); err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	defer func() { <-clipSlot }()
	paint, err := r.frames()
	if err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	film := Film{Width: roundUpSide(r.Width), Height: roundUpSide(r.Height), FPS: fps, Frames: r.Seconds * fps,
		Paint: paint}
	if r.Audio {
		if film.Sound, err = Sound(r.Seconds * SampleRate); err != nil {
			return fmt.Errorf("render clip: %w", err)
		}
	}
	if err := film.Write(ctx, w); err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	return nil
}

// frames lays out what the clip shows, and gives what paints frame i of it.
func (r Request) frames() (func(i int, pix []byte), error) {
	w, h := roundUpSide(r.Width), roundUpSide(r.Height)
	m, err := newWatermark(w, h)
	if err != nil {
		return nil, err
	}
	b, dur := r.sceneInput(), float32(r.Seconds)
	var paint func(c *canvas, t, dur float32) // the moment t of a film that lasts dur seconds
	switch {
	case r.First != nil:
		paint = newPictureFilm(r.First, r.Last, b, w, h).paint
	case r.Last != nil:
		c := newCanvas(w, h)
		newLandscape(b, w, h).paint(c, 0, dur)
		paint = newPictureFilm(c.image(), r.Last, b, w, h).paint
	default:
		paint = newLandscape(b, w, h).paint
	}
	return func(i int, pix []byte) {
		c := &canvas{w: w, h: h, pix: pix}
		paint(c, float32(i)/fps, dur)
		m.stamp(c)
	}, nil
}

// StillRequest asks for a picture. All fields matter for what comes out.
type StillRequest struct {
	Prompt, Model string
	Seed          int64
	Width, Height int    // in pixels
	Quality       string // interface 2.4: low, medium, high, xhigh, max; anything else counts as medium
}

// maxPixels bounds a picture: the square of the longest side that the service allows (interface 2.4).
const maxPixels = 3840 * 3840

// minSide is the least side that scenes are laid out for.
const minSide = 32

func (r StillRequest) sceneInput() sceneInput {
	return sceneInput{prompt: r.Prompt, model: r.Model, seed: r.Seed}
}

// Still paints the picture for a prompt: the first moment of the scene that [Renderer.Clip] films for the same prompt
// and seed.
func (Renderer) Still(ctx context.Context, r StillRequest) (image.Image, error) {
	m, err := r.paint(ctx, func() *canvas {
		w, h := max(r.Width, minSide), max(r.Height, minSide)
		c := newCanvas(w, h)
		newLandscape(r.sceneInput(), w, h).paint(c, 0, 5)
		if w != r.Width || h != r.Height {
			c = canvasOf(cover(c.image(), r.Width, r.Height))
		}
		return c
	})
	if err != nil {
		return nil, fmt.Errorf("render picture: %w", err)
	}
	return m, nil
}

// paint waits for its turn, paints a picture, and finishes it: a better quality shows in the detail.
func (r StillRequest) paint(ctx context.Context, paint func() *canvas) (*image.RGBA, error) {
	if r.Width <= 0 || r.Height <= 0 || r.Width > maxPixels/r.Height {
		return nil, fmt.Errorf("%dx%d is no size for a picture", r.Width, r.Height)
	}
	if err := acquireSlot(ctx, stillSlot); err != nil {
		return nil, err
	}
	defer func() { <-stillSlot }()
	m, err := newWatermark(r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	c := paint()
	sharpen(c, map[string]int{"low": -200, "high": 40, "xhigh": 70, "max": 100}[r.Quality])
	m.stamp(c)
	return c.image(), ctx.Err()
}

// sharpen raises each pixel against the mean of its four neighbours, by 256ths; or softens it, below 0.
func sharpen(c *canvas, amount int) {
	src, stride := append([]byte(nil), c.pix...), c.w*4
	for y := 1; y < c.h-1 && amount != 0; y++ {
		for o := y*stride + 4; o < (y+1)*stride-4; o++ {
			mean := (int(src[o-stride]) + int(src[o+stride]) + int(src[o-4]) + int(src[o+4])) / 4
			c.pix[o] = byte(min(max(int(src[o])+(int(src[o])-mean)*amount/256, 0), 255))
		}
	}
}

// A render uses all cores and up to 200 MB, so a second one beside it gains nothing: whoever holds the one place in
// these renders. The machine is one for the whole process, and so are they.
var clipSlot, stillSlot = make(chan struct{}, 1), make(chan struct{}, 1)

// acquireSlot waits for a turn, or for the end of ctx. Whoever has it gives it back by receiving from it.
func acquireSlot(ctx context.Context, turn chan struct{}) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// roundUpSide rounds up to what H.264 with half the colour resolution can code, and scenes can be laid out for.
func roundUpSide(v int) int { return max(minSide, v+v%2) }
