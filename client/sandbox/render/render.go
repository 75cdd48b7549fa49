// Package render makes the files of the sandbox: clips, pictures and edits. The result depends only on the fields of a
// request. Start with [Renderer], [Request] and [StillRequest].
//
// It replaces a paid model, so it guarantees what a client can observe: exact size, length and format; a result that
// depends on every field; a clip that begins and ends with its frames. It does not imitate a model. Each result shows
// the word "sandbox" in a corner, and every clip with sound has the same soft tones (sound.go).
//
// A picture is one of four kinds of landscape (landscape.go), selected by a hash of the request. Clips with frames move
// from picture to picture (picturefilm.go). An edit is the repainted picture under a caption with its prompt (edit.go,
// caption.go).
//
// The same request gives the same bytes on the same kind of machine, with any number of cores. Captions also depend on
// installed fonts. Clips need an encoder in C (encoder.go). Builds without cgo or without a library for openh264 return
// [ErrNoEncoder] for clips.
//
// A [Renderer] is safe for concurrent use. A process renders one clip and one picture at a time; further calls wait, or
// return when their context ends.
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

// Request describes a clip. The result depends on every field.
type Request struct {
	Prompt, NegativePrompt, Model string
	Seed                          int64
	Width, Height                 int // in pixels; rounded up to even numbers of at least 32
	Seconds                       int
	Audio                         bool
	First, Last                   image.Image // first and last frame, fitted to the size; nil: none
}

func (r Request) sceneInput() sceneInput {
	return sceneInput{r.Prompt, r.NegativePrompt, r.Model, r.Seed}
}

// Clip renders an MP4: H.264 tagged as BT.709, 24 frames a second, exactly Seconds long, with AAC sound if Audio is
// true. It writes to w once the file is complete.
//
// Without frames the clip shows the scene of [Renderer.Still] for the same prompt and seed. With a first frame it
// begins exactly with that. With a last frame it ends exactly with that, starting from the first frame or from the
// scene.
//
// When ctx ends, Clip returns its error within about one frame.
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

// frames prepares the content of the clip and returns a function that paints frame i. The function is safe for
// concurrent use.
func (r Request) frames() (func(i int, pix []byte), error) {
	w, h := roundUpSide(r.Width), roundUpSide(r.Height)
	m, err := newWatermark(w, h)
	if err != nil {
		return nil, err
	}
	b, dur := r.sceneInput(), float32(r.Seconds)
	var paint func(c *canvas, t, dur float32) // time t of a film of dur seconds
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

// StillRequest describes a picture. The result depends on every field.
type StillRequest struct {
	Prompt, Model string
	Seed          int64
	Width, Height int    // in pixels
	Quality       string // interface 2.4: low, medium, high, xhigh, max; anything else counts as medium
}

// maxPixels limits a picture to the square of the longest side that the service allows (interface 2.4).
const maxPixels = 3840 * 3840

// minSide is the smallest side of a scene.
const minSide = 32

func (r StillRequest) sceneInput() sceneInput {
	return sceneInput{prompt: r.Prompt, model: r.Model, seed: r.Seed}
}

// Still paints the picture for a prompt: the first frame of the scene that [Renderer.Clip] shows for the same prompt
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

// paint waits for the slot, paints a picture, and finishes it. Quality changes the sharpness.
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

// sharpen increases the difference of each pixel from the mean of its four neighbours, by 256ths. A negative amount
// softens.
func sharpen(c *canvas, amount int) {
	src, stride := append([]byte(nil), c.pix...), c.w*4
	for y := 1; y < c.h-1 && amount != 0; y++ {
		for o := y*stride + 4; o < (y+1)*stride-4; o++ {
			mean := (int(src[o-stride]) + int(src[o+stride]) + int(src[o-4]) + int(src[o+4])) / 4
			c.pix[o] = byte(min(max(int(src[o])+(int(src[o])-mean)*amount/256, 0), 255))
		}
	}
}

// Slots for one clip and one picture in the process. A render uses all cores and up to 200 MB, so parallel renders
// would gain nothing.
var clipSlot, stillSlot = make(chan struct{}, 1), make(chan struct{}, 1)

// acquireSlot waits for the slot, or for the end of ctx. The caller must release the slot by receiving from it.
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

// roundUpSide rounds a side up to an even number, as 4:2:0 video needs, and to at least minSide.
func roundUpSide(v int) int { return max(minSide, v+v%2) }
