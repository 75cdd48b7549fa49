package render

import (
	"context"
	"fmt"
	"image"
	"io"

	"viviscope/client/sandbox/render/film"
	"viviscope/client/sandbox/render/scene"
	"viviscope/client/sandbox/render/sound"
)

// FPS is the frame rate of all clips, in frames a second.
const FPS = scene.FPS

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

func (r Request) brief() scene.Brief {
	return scene.Brief{Prompt: r.Prompt, Negative: r.NegativePrompt, Model: r.Model, Seed: r.Seed}
}

// Clip renders an MP4: H.264, tagged as BT.709, 24 frames a second, exactly Seconds long, with AAC sound if Audio is true. It is written to w
// when all of it is there.
//
// Without frames the clip shows the scene that [Still] shows for the same prompt and seed. With a first frame it begins exactly with
// it, and moves on from there; with a last frame it ends exactly with it, coming from the first one or from the scene.
//
// progress, which may be nil, is called after each 2 s of the clip with the frames that are done and all of them, on one goroutine at a time.
// When ctx ends, Clip returns its error within about a frame.
func Clip(ctx context.Context, r Request, w io.Writer, progress func(done, total int)) error {
	if r.Seconds <= 0 || r.Width <= 0 || r.Height <= 0 {
		return fmt.Errorf("render clip: %d s of %dx%d", r.Seconds, r.Width, r.Height)
	}
	done, err := clipTurn.take(ctx)
	if err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	defer done()
	shoot, err := r.shoot()
	if err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	spec := film.Spec{Width: even(r.Width), Height: even(r.Height), FPS: FPS, Frames: r.Seconds * FPS, Painter: shoot, Progress: progress}
	if r.Audio {
		spec.PCM = r.sound()
	}
	if err := film.Write(ctx, w, spec); err != nil {
		return fmt.Errorf("render clip: %w", err)
	}
	return nil
}

// shoot lays out what the clip shows, and gives a maker of painters.
func (r Request) shoot() (func() film.Paint, error) {
	w, h := even(r.Width), even(r.Height)
	m, err := newMark(w, h)
	if err != nil {
		return nil, err
	}
	stage := r.scene(w, h).Stage(w, h)
	return func() film.Paint {
		p := stage.Painter()
		return func(i int, pix []byte) {
			c := &scene.Canvas{W: w, H: h, Pix: pix}
			p.Paint(c, float32(i)/FPS, float32(r.Seconds))
			m.stamp(c)
		}
	}, nil
}

func (r Request) scene(w, h int) scene.Scene {
	b := r.brief()
	switch {
	case r.First != nil && r.Last != nil:
		return scene.NewMorph(r.First, r.Last, b)
	case r.First != nil:
		return scene.NewMove(r.First, b)
	case r.Last != nil:
		c := scene.NewCanvas(w, h)
		scene.New(b).Stage(w, h).Painter().Paint(c, 0, float32(r.Seconds))
		return scene.NewMorph(c.Image(), r.Last, b)
	}
	return scene.New(b)
}

func (r Request) sound() []int16 {
	kind := sound.Wind
	if r.First == nil && scene.FamilyOf(r.brief()) == scene.Sea {
		kind = sound.Waves
	}
	return sound.Ambient(r.brief().Key(), kind, r.Seconds)
}
