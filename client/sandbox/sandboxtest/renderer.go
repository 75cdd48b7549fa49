// Package sandboxtest helps tests that talk to a sandbox. A [Box] is a sandbox that loses, cuts, delays and changes
// answers when a test orders it ([Fault]), and that can accept requests and deliver clips as other services do.
// [Renderer] makes clips and pictures in no time, for tests that look at the protocol, the ledger and the files, and
// not at what they show. The program does not import this package.
//
// A request passes through the faults, the request format (forms.go) and the way to deliver clips (box.go), and then
// gets to the sandbox.
package sandboxtest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"io"
	"sync"

	"viviscope/client/mp4"
	"viviscope/client/sandbox/render"
)

// Renderer is a renderer that is done at once. A clip is a whole MP4 of the right length, with sound where it was asked
// for, that says it has the right size and shows a grey picture; a picture has one colour and the exact size. The same
// request gives the same bytes, another one others. The zero value is ready.
//
// With Hold a clip is made only when something comes through that channel, or when it is closed.
type Renderer struct {
	Hold chan struct{}
	Fail error // what a clip fails with, nil for none

	mu    sync.Mutex
	clips []render.Request
	edits []render.EditRequest
}

// Clips returns the requests for clips that came so far.
func (r *Renderer) Clips() []render.Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]render.Request(nil), r.clips...)
}

// Edits returns the requests for edits that came so far.
func (r *Renderer) Edits() []render.EditRequest {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]render.EditRequest(nil), r.edits...)
}

// fps is the frame rate of every clip of the sandbox.
const fps = 24

// Clip writes an MP4.
func (r *Renderer) Clip(ctx context.Context, req render.Request, w io.Writer) error {
	r.mu.Lock()
	r.clips = append(r.clips, req)
	r.mu.Unlock()
	if r.Hold != nil {
		select {
		case <-r.Hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if r.Fail != nil {
		return r.Fail
	}
	v, a, err := greyClip(req)
	if err != nil {
		return err
	}
	return mp4.Write(w, v, a)
}

// Still makes a picture of one colour, which follows from the request.
func (r *Renderer) Still(_ context.Context, req render.StillRequest) (image.Image, error) {
	return uniformPicture(req.Width, req.Height, req.Prompt, req.Model, req.Seed, req.Quality), nil
}

// Edit makes a picture of one colour, which follows from the request and from the first pixel of each input.
func (r *Renderer) Edit(_ context.Context, req render.EditRequest) (image.Image, error) {
	r.mu.Lock()
	r.edits = append(r.edits, req)
	r.mu.Unlock()
	parts := []any{req.Prompt, req.Model, req.Seed, req.Quality}
	for _, in := range req.Images {
		parts = append(parts, in.At(in.Bounds().Min.X, in.Bounds().Min.Y), in.Bounds())
	}
	return uniformPicture(req.Width, req.Height, parts...), nil
}

func uniformPicture(w, h int, parts ...any) image.Image {
	sum := hash(parts...)
	return image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.RGBA{sum[0], sum[1], sum[2], 255}})
}

func hash(parts ...any) []byte {
	sum := sha256.Sum256(fmt.Append(nil, parts...))
	return sum[:]
}

// One coded grey picture of 64 by 64 pixels, H.264 baseline, and one AAC frame of silence.
const (
	greySPS  = "6742c00ad90426c044000003000400000300c03c489920"
	greyPPS  = "68cb83cb20"
	greyIDR  = "6588840af26280017939393aebaebaebaebaebaebc"
	silence  = "211004608c1c"
	aacRate  = 48000
	aacFrame = 1024
)

func greyClip(req render.Request) (mp4.Video, *mp4.Audio, error) {
	var raw [4][]byte
	for i, s := range []string{greySPS, greyPPS, greyIDR, silence} {
		var err error
		if raw[i], err = hex.DecodeString(s); err != nil {
			return mp4.Video{}, nil, err
		}
	}
	v := mp4.Video{Width: req.Width, Height: req.Height, FPS: fps, SPS: raw[0], PPS: raw[1]}
	frame := mp4.Frame{Data: lengthPrefixed(raw[2]), Sync: true}
	for range req.Seconds * fps {
		v.Frames = append(v.Frames, frame)
	}
	// A note in the first frame (user data, unregistered) makes every request's file its own.
	note := append([]byte{6, 5, 32},
		withoutEscapes(hash(req.Prompt, req.NegativePrompt, req.Model, req.Seed, sample(req.First),
			sample(req.Last)))...)
	v.Frames[0].Data = append(lengthPrefixed(append(note, 0x80)), v.Frames[0].Data...)
	if !req.Audio {
		return v, nil, nil
	}
	a := &mp4.Audio{Rate: aacRate, Config: []byte{0x11, 0x90}, Length: req.Seconds * aacRate}
	for len(a.Frames)*aacFrame < a.Length {
		a.Frames = append(a.Frames, raw[3])
	}
	return v, a, nil
}

// sample is enough of a picture to tell it from others.
func sample(img image.Image) (s []color.Color) {
	if img == nil {
		return nil
	}
	b := img.Bounds()
	for i := range 8 {
		s = append(s, img.At(b.Min.X+i*b.Dx()/8, b.Min.Y+i*b.Dy()/8))
	}
	return s
}

// lengthPrefixed puts a NAL unit behind its length.
func lengthPrefixed(nal []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(nal))), nal...)
}

// withoutEscapes keeps a hash free of the bytes that H.264 would have to escape.
func withoutEscapes(b []byte) []byte {
	out := make([]byte, len(b))
	for i, x := range b {
		out[i] = x | 0x10
	}
	return out
}
