package decode

import (
	"context"
	"errors"
	"image"
	"sync"
	"time"
)

// Result describes what a decoder found in a file and how much of it it could decode.
type Result struct {
	Codec         string  // of the video, or of the sound where there is no video: "h264", "vp9", …
	Width, Height int     // of the coded picture with its pixel aspect ratio, not turned; 0: sound only
	Frames        int     // that were decoded
	FPS           float64 // mean frames a second
	Seconds       float64 // of video that were decoded, or of sound
	Reached       float64 // seconds of the longer of both
	Whole         float64 // seconds that the file claims to have; 0: it does not
	HasAudio      bool
	Fault         string // the first complaint about the media data; "" for none
	Last          string // the last complaint of the decoder; "" for none
}

// Errors of a decoder about a file.
var (
	// ErrNone means that this computer has no decoder.
	ErrNone = errors.New("no decoder on this computer")
	// ErrUnknown means that the file is readable, but its codec is not known. The error that wraps it is an
	// [*UnknownError].
	ErrUnknown = errors.New("unknown codec")
	// ErrNothing means that nothing of the file could be decoded.
	ErrNothing = errors.New("nothing can be decoded")
)

// UnknownError is [ErrUnknown] with the name of the codec; "" if even that is not known. Needs is the program that
// would decode it; "" for none.
type UnknownError struct{ Codec, Needs string }

// Error names the codec.
func (e *UnknownError) Error() string {
	if e.Codec == "" {
		return ErrUnknown.Error()
	}
	return ErrUnknown.Error() + " " + e.Codec
}

// Unwrap makes errors.Is(err, ErrUnknown) true.
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// Decoder decodes media files. Errors about a file are [ErrUnknown] and [ErrNothing]; any other is about the decoder or
// ctx.
type Decoder interface {
	// Clip decodes all of a clip.
	Clip(ctx context.Context, path string) (Result, error)
	// Picture decodes a picture, or the first one of several. It is not turned. faults reports whether the decoder
	// complained.
	Picture(ctx context.Context, path string) (im image.Image, faults bool, err error)
}

// The patience with a file. A clip that takes longer counts as far as it was decoded until then.
const (
	clipPatience    = 60 * time.Second
	picturePatience = 20 * time.Second
)

var registered struct {
	sync.Mutex
	more []func() (Decoder, error)
}

// Register adds a decoder that is asked where the ffmpeg program is missing or knows nothing of a file. find returns
// [ErrNone] where this computer lacks it.
func Register(find func() (Decoder, error)) {
	registered.Lock()
	defer registered.Unlock()
	registered.more = append(registered.more, find)
}

// decoders returns those of this computer.
func decoders() (found []Decoder) {
	registered.Lock()
	more := registered.more
	registered.Unlock()
	for _, find := range append([]func() (Decoder, error){findFFmpeg}, more...) {
		if d, err := find(); err == nil {
			found = append(found, d)
		}
	}
	return found
}

// ask asks one decoder after the other until one knows the file. The error is that of the first, or [ErrNone].
func ask(ctx context.Context, patience time.Duration, f func(context.Context, Decoder) error) error {
	first := ErrNone
	for _, d := range decoders() {
		limited, cancel := context.WithTimeout(ctx, patience)
		err := f(limited, d)
		cancel()
		if err == nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if first == ErrNone {
			first = err
		}
	}
	return first
}

// Clip decodes all of the clip at path, with the first decoder that can. It waits up to a minute. Errors: [ErrNone],
// [ErrUnknown], [ErrNothing], those of the decoder, and ctx's.
func Clip(ctx context.Context, path string) (r Result, err error) {
	err = ask(ctx, clipPatience, func(ctx context.Context, d Decoder) (err error) {
		r, err = d.Clip(ctx, path)
		return err
	})
	return r, err
}

// Picture decodes the picture at path, with the first decoder that can. The result is as the file has it: not turned.
// Errors: those of [Clip].
func Picture(ctx context.Context, path string) (im image.Image, faults bool, err error) {
	arithmetic := isArithmetic(path)
	if arithmetic {
		limited, cancel := context.WithTimeout(ctx, picturePatience)
		defer cancel()
		if im, faults, err = rewritten(limited, path); !errors.Is(err, ErrNone) {
			return im, faults, err
		}
	}
	err = ask(ctx, picturePatience, func(ctx context.Context, d Decoder) (err error) {
		im, faults, err = d.Picture(ctx, path)
		return err
	})
	if err != nil && arithmetic && ctx.Err() == nil {
		err = &UnknownError{Codec: "JPEG (arithmetic coding)", Needs: Jpegtran}
	}
	return im, faults, err
}
