// Package render makes what the sandbox delivers: clips, pictures, and edits of pictures, from the fields of a request alone.
//
// It stands in for a model that costs money, so it promises what a client of such a service can see: files of the exact size, length and
// format; a result that follows from every field; a clip that starts at its first frame and ends at its last one. It does not
// pretend to be one: each result carries the word "sandbox" in a corner.
//
// A prompt is read for words that it knows (words.go). They choose one of five kinds of landscape (landscape.go), its light and what is in
// it (details.go); the rest follows from a hash of the request. Clips with frames move from picture to picture (frames.go).
//
// The same request gives the same bytes on the same kind of machine, whatever the number of cores. (Between processor
// architectures the rounding of floating point may differ.)
//
// Clips need the encoders of package film; see [ErrNoEncoder]. Everything else is plain Go.
//
// All functions may be called from several goroutines. One clip and one picture are made at a time in a process; further calls
// wait for their turn, or for the end of their context.
package render

import (
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"viviscope/client/sandbox/render/film"
)

// fps is the frame rate of all clips, in frames a second.
const fps = 24

// ErrNoEncoder says that this build of the program cannot make clips, because it has no H.264 encoder.
var ErrNoEncoder = film.ErrNoEncoder

// Request asks for a clip. All fields matter for what comes out.
type Request struct {
	Prompt, NegativePrompt, Model string
	Seed                          int64
	Width, Height                 int // in pixels; H.264 needs even sides; odd ones, and those below 32, are rounded up
	Seconds                       int
	Audio                         bool
	First, Last                   image.Image // frames to begin and to end with, fitted to the size; nil for none
}

func (r Request) brief() brief { return brief{r.Prompt, r.NegativePrompt, r.Model, r.Seed} }

// Clip renders an MP4: H.264, tagged as BT.709, 24 frames a second, exactly Seconds long, with AAC sound if Audio is true. It is
// written to w when all of it is there.
//
// Without frames the clip shows the scene that [Still] shows for the same prompt and seed. With a first frame it begins exactly with
// it, and moves on from there; with a last frame it ends exactly with it, coming from the first one or from the scene.
//
// When ctx ends, Clip returns its error within about a frame.
func Clip(ctx context.Context, r Request, w io.Writer) error {
	if r.Seconds <= 0 || r.Width <= 0 || r.Height <= 0 {
		return fmt.Errorf("render clip: %d s of %dx%d", r.Seconds, r.Width, r.Height)
	}
	done, err := clipTurn.take(ctx)
	if err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	defer done()
	paint, err := r.frames()
	if err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	spec := film.Spec{Width: even(r.Width), Height: even(r.Height), FPS: fps, Frames: r.Seconds * fps, Paint: paint}
	if r.Audio {
		spec.PCM = ambient(r.brief().detail(), r.First == nil && familyOf(r.brief()) == sea, r.Seconds)
	}
	if err := film.Write(ctx, w, spec); err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	return nil
}

// frames lays out what the clip shows, and gives what paints frame i of it.
func (r Request) frames() (func(i int, pix []byte), error) {
	w, h := even(r.Width), even(r.Height)
	m, err := newMark(w, h)
	if err != nil {
		return nil, err
	}
	b, dur := r.brief(), float32(r.Seconds)
	var paint painter
	switch {
	case r.First != nil:
		paint = newMove(r.First, r.Last, b, w, h)
	case r.Last != nil:
		c := newCanvas(w, h)
		newLandscape(b, w, h).paint(c, 0, dur)
		paint = newMove(c.image(), r.Last, b, w, h)
	default:
		paint = newLandscape(b, w, h)
	}
	return func(i int, pix []byte) {
		c := &canvas{w: w, h: h, pix: pix}
		paint.paint(c, float32(i)/fps, dur)
		m.stamp(c)
	}, nil
}

// painter paints moments of a film. It may be used by several goroutines.
type painter interface {
	// paint fills c with the moment t of a film that lasts dur seconds.
	paint(c *canvas, t, dur float32)
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

// Still paints the picture for a prompt: the first moment of the scene that [Clip] films for the same prompt and seed. A better
// quality shows in the detail.
func Still(ctx context.Context, r StillRequest) (image.Image, error) {
	m, err := still(ctx, r.Width, r.Height, func() (*canvas, error) {
		w, h := r.Width, r.Height
		if r.Quality == "low" { // a draft
			w, h = (w+1)/2, (h+1)/2
		}
		w, h = max(w, minSide), max(h, minSide)
		c := newCanvas(w, h)
		newLandscape(brief{prompt: r.Prompt, model: r.Model, seed: r.Seed}, w, h).paint(c, 0, 5)
		if w != r.Width || h != r.Height {
			c = canvasOf(cover(c.image(), r.Width, r.Height))
		}
		sharpen(c, acuity(r.Quality))
		return c, ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("render picture: %w", err)
	}
	return m, nil
}

// still waits for its turn, paints a picture of a size, and marks it.
func still(ctx context.Context, w, h int, paint func() (*canvas, error)) (image.Image, error) {
	if w <= 0 || h <= 0 || w > maxPixels/h {
		return nil, fmt.Errorf("%dx%d is no size for a picture", w, h)
	}
	done, err := stillTurn.take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	m, err := newMark(w, h)
	if err != nil {
		return nil, err
	}
	c, err := paint()
	if err != nil {
		return nil, err
	}
	m.stamp(c)
	return c.image(), nil
}

// acuity is how far sharpen goes, in 256ths.
func acuity(quality string) int { return map[string]int{"high": 40, "xhigh": 70, "max": 100}[quality] }

// sharpen raises each pixel against the mean of its four neighbours.
func sharpen(c *canvas, amount int) {
	if amount == 0 {
		return
	}
	src, stride := append([]byte(nil), c.pix...), c.w*4
	for y := 1; y < c.h-1; y++ {
		for o := y*stride + 4; o < (y+1)*stride-4; o++ {
			mean := (int(src[o-stride]) + int(src[o+stride]) + int(src[o-4]) + int(src[o+4])) / 4
			c.pix[o] = byte(min(max(int(src[o])+(int(src[o])-mean)*amount/256, 0), 255))
		}
	}
}

// turn lets one caller in at a time. A render uses all cores and up to 200 MB, so a second one beside it gains nothing.
type turn chan struct{}

// The machine is one for the whole process, and so are these.
var (
	clipTurn  = make(turn, 1)
	stillTurn = make(turn, 1)
)

// take waits for the turn, or for the end of ctx. The caller must call done once if the error is nil.
func (t turn) take(ctx context.Context) (done func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// EncodePNG writes a picture as PNG.
func EncodePNG(w io.Writer, m image.Image) error {
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, m)
}

// EncodeJPEG writes a picture as JPEG, of a quality at which nothing can be seen of it.
func EncodeJPEG(w io.Writer, m image.Image) error {
	return jpeg.Encode(w, m, &jpeg.Options{Quality: 92})
}

// Size gives the size in pixels of a clip of the given resolution ("720P", "1080P") and aspect ratio ("16:9", "9:16", "1:1"; interface
// 2.2). The shorter side has the number of the resolution, so a square clip is 720x720 or 1080x1080. An empty or unknown value counts
// as "720P" and "16:9".
func Size(resolution, ratio string) (w, h int) {
	short := shorter(resolution)
	long := short * 16 / 9
	switch ratio {
	case "9:16":
		return short, long
	case "1:1":
		return short, short
	}
	return long, short
}

// SizeLike gives the size of a clip whose ratio follows a first frame of w times h pixels: the shorter side has the number of the
// resolution, both are even. Frames wider or taller than 12:5 are cut to that.
func SizeLike(resolution string, w, h int) (int, int) {
	if w <= 0 || h <= 0 {
		return Size(resolution, "")
	}
	short := shorter(resolution)
	long := func(a, b int) int { return min(short*a/b, short*12/5) / 2 * 2 }
	if w >= h {
		return long(w, h), short
	}
	return short, long(h, w)
}

func shorter(resolution string) int {
	if resolution == "1080P" {
		return 1080
	}
	return 720
}

// even rounds up to what H.264 with half the colour resolution can code, and scenes can be laid out for.
func even(v int) int { return max(minSide, v+v%2) }
