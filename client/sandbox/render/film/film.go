package film

import (
	"context"
	"errors"
	"fmt"
	"io"

	"viviscope/client/mp4"
)

// ErrNoEncoder says that this build of the program cannot make clips.
var ErrNoEncoder = errors.New("this build of the program has no video encoder: it was built without cgo, or for a system that openh264 is not available for")

// SampleRate is the rate of the sound, in samples a second.
const SampleRate = 48000

// groupSeconds is the time between two frames that decoding may start from.
const groupSeconds = 2

// Paint paints frame i of the film into pix: rows of Width pixels from the top, 4 bytes a pixel (red, green, blue, unused; sRGB).
// The picture must depend on i only.
type Paint func(i int, pix []byte)

// Spec describes a film.
type Spec struct {
	Width, Height int // in pixels: even, at least 16
	FPS           int // frames a second
	Frames        int
	Painter       func() Paint // makes a painter for one goroutine; called once a worker
	PCM           []int16      // 16 bit stereo, interleaved, at SampleRate; nil for a silent film
	// Progress is called after each group of frames, on one goroutine at a time, with the frames that are done and all of them. May be nil.
	Progress func(done, total int)
}

// Write renders the film and writes it to w when all of it is there. It stops within a frame when ctx ends.
func Write(ctx context.Context, w io.Writer, s Spec) error {
	if s.Width%2 != 0 || s.Height%2 != 0 || s.Width < 16 || s.Height < 16 {
		return fmt.Errorf("render film: %dx%d: both sides must be even and at least 16", s.Width, s.Height)
	}
	if s.FPS <= 0 || s.Frames <= 0 {
		return fmt.Errorf("render film: %d frames at %d fps", s.Frames, s.FPS)
	}
	st, err := encodeVideo(ctx, s)
	if err != nil {
		return fmt.Errorf("render film: %w", err)
	}
	video := mp4.Video{Width: s.Width, Height: s.Height, FPS: s.FPS, PPS: st.pps, Frames: st.frames}
	if video.SPS, err = tagSPS(st.sps, s.FPS); err != nil {
		return fmt.Errorf("render film: %w", err)
	}
	var audio *mp4.Audio
	if s.PCM != nil {
		if audio, err = encodeAudio(s.PCM); err != nil {
			return fmt.Errorf("render sound: %w", err)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return mp4.Write(w, video, audio)
}
