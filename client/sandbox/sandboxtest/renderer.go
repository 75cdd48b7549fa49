// Package sandboxtest provides sandboxes for tests. A [Box] is a sandbox with injected faults ([Fault]): lost, cut,
// delayed and changed responses. It can also accept requests and serve clips like other services. [Renderer] makes
// clips and pictures instantly, for tests of the protocol, the ledger and the files rather than their content. The
// program does not import this package.
//
// A request passes through the faults (apply.go), the request format (formats.go) and the content mode (box.go) before
// it reaches the sandbox.
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

// Renderer renders instantly. A clip is a valid MP4 of the right length and stated size, with sound if requested, that
// shows a grey picture. A picture has one colour and the exact size. Equal requests give equal bytes, different
// requests different ones. The zero value is ready to use.
//
// If Hold is not nil, Clip waits until it receives from Hold or Hold is closed.
type Renderer struct {
	Hold chan struct{}
	Fail error // error of Clip; nil: none

	mu    sync.Mutex
	clips []render.Request
	edits []render.EditRequest
}

// Clips returns the requests for clips so far.
func (r *Renderer) Clips() []render.Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]render.Request(nil), r.clips...)
}

// Edits returns the requests for edits so far.
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

// Still makes a picture of one colour, derived from the request.
func (r *Renderer) Still(_ context.Context, req render.StillRequest) (image.Image, error) {
	return uniformPicture(req.Width, req.Height, req.Prompt, req.Model, req.Seed, req.Quality), nil
}

// Edit makes a picture of one colour, derived from the request and the first pixel of each input.
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
	// User data (SEI) in the first frame makes the file of each request unique.
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

// sample returns some colours that identify a picture.
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

// lengthPrefixed returns a NAL unit after its length in 4 bytes.
func lengthPrefixed(nal []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(nal))), nal...)
}

// withoutEscapes removes byte values from a hash that H.264 would have to escape.
func withoutEscapes(b []byte) []byte {
	out := make([]byte, len(b))
	for i, x := range b {
		out[i] = x | 0x10
	}
	return out
}
