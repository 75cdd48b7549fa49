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
	Codec          string  // of the video, or of the sound where there is no video: "h264", "vp9", …
	Width, Height  int     // of the coded picture with its pixel aspect ratio, not turned; 0: sound only
	Frames         int     // that were decoded
	FPS            float64 // mean frames a second
	Seconds        float64 // of video that were decoded, or of sound
	LongestSeconds float64 // seconds of the longer of both
	ClaimedSeconds float64 // seconds that the file claims to have; 0: it does not
	HasAudio       bool
	MediaError     string // the first complaint about the media data; "" for none
	LastError      string // the last complaint of the decoder; "" for none
}

// Errors of a decoder about a file.
var (
	// ErrNoDecoder means that this computer has no decoder.
	ErrNoDecoder = errors.New("no decoder on this computer")
	// ErrUnknownCodec means that the file is readable, but its codec is not known. The error that wraps it is an
	// [*UnknownCodecError].
	ErrUnknownCodec = errors.New("unknown codec")
	// ErrUndecodable means that nothing of the file could be decoded.
	ErrUndecodable = errors.New("nothing can be decoded")
)

// UnknownCodecError is [ErrUnknownCodec] with the name of the codec; "" if even that is not known. Needs is the program that
// would decode it; "" for none.
type UnknownCodecError struct{ Codec, Program string }

// Error names the codec.
func (e *UnknownCodecError) Error() string {
	if e.Codec == "" {
		return ErrUnknownCodec.Error()
	}
	return ErrUnknownCodec.Error() + " " + e.Codec
}

// Unwrap makes errors.Is(err, ErrUnknownCodec) true.
func (e *UnknownCodecError) Unwrap() error { return ErrUnknownCodec }

// Decoder decodes media files. Errors about a file are [ErrUnknownCodec] and [ErrUndecodable]; any other is about the decoder or
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
	clipTimeout    = 60 * time.Second
	pictureTimeout = 20 * time.Second
)

var registered struct {
	sync.Mutex
	more []func() (Decoder, error)
}

// Register adds a decoder that is asked where the ffmpeg program is missing or knows nothing of a file. find returns
// [ErrNoDecoder] where this computer lacks it.
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

// tryDecoders asks one decoder after the other until one knows the file. The error is that of the first, or [ErrNoDecoder].
func tryDecoders(ctx context.Context, patience time.Duration, f func(context.Context, Decoder) error) error {
	first := ErrNoDecoder
	for _, d := range decoders() {
		limited, cancel := context.WithTimeout(ctx, patience)
		err := f(limited, d)
		cancel()
		if err == nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if first == ErrNoDecoder {
			first = err
		}
	}
	return first
}

// Clip decodes all of the clip at path, with the first decoder that can. It waits up to a minute. Errors: [ErrNoDecoder],
// [ErrUnknownCodec], [ErrUndecodable], those of the decoder, and ctx's.
func Clip(ctx context.Context, path string) (r Result, err error) {
	err = tryDecoders(ctx, clipTimeout, func(ctx context.Context, d Decoder) (err error) {
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
		limited, cancel := context.WithTimeout(ctx, pictureTimeout)
		defer cancel()
		if im, faults, err = decodeRewritten(limited, path); !errors.Is(err, ErrNoDecoder) {
			return im, faults, err
		}
	}
	err = tryDecoders(ctx, pictureTimeout, func(ctx context.Context, d Decoder) (err error) {
		im, faults, err = d.Picture(ctx, path)
		return err
	})
	if err != nil && arithmetic && ctx.Err() == nil {
		err = &UnknownCodecError{Codec: "JPEG (arithmetic coding)", Program: Jpegtran}
	}
	return im, faults, err
}
