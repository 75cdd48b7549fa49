// Package decode decodes media files with external decoders, to find out what a file contains and how much of it can
// be played.
//
// [Clip] and [Picture] try the decoders of this computer in turn: the ffmpeg program first, then those added by
// [Register]. They are looked up on each call, so a decoder that the user installs is used at once. [TypeOf] detects
// the media type of a file by its first bytes.
//
// Files are not trusted. A decoder program runs as a separate process with a timeout, a memory limit, and no access to
// other files. The package does not play, convert or repair files.
//
// All functions are safe for concurrent use.
package decode

import (
	"context"
	"errors"
	"image"
	"sync"
	"time"
)

// Result describes the content of a clip and how much of it was decoded.
type Result struct {
	Codec          string  // of the video, or of the audio if there is no video: "h264", "vp9", …
	Width, Height  int     // pixels with the pixel aspect ratio applied, before rotation; 0: audio only
	Frames         int     // number of decoded frames
	FPS            float64 // mean frames per second
	Seconds        float64 // decoded duration of the video, or of the audio if there is no video
	LongestSeconds float64 // decoded duration of the longer stream
	ClaimedSeconds float64 // duration according to the file; 0: not given
	HasAudio       bool
	MediaError     string // first error about the media data; "" for none
	LastError      string // last error of the decoder; "" for none
}

// Sentinel errors.
var (
	// ErrNoDecoder reports that this computer has no decoder.
	ErrNoDecoder = errors.New("no decoder on this computer")
	// ErrUnknownCodec reports that no decoder supports the codec. It is wrapped by an [*UnknownCodecError].
	ErrUnknownCodec = errors.New("unknown codec")
	// ErrUndecodable reports that nothing of the file could be decoded.
	ErrUndecodable = errors.New("nothing can be decoded")
)

// UnknownCodecError is [ErrUnknownCodec] with details.
type UnknownCodecError struct {
	Codec   string // name of the codec; "": unknown
	Program string // program that can decode it; "": none known
}

// Error returns a text with the name of the codec.
func (e *UnknownCodecError) Error() string {
	if e.Codec == "" {
		return ErrUnknownCodec.Error()
	}
	return ErrUnknownCodec.Error() + " " + e.Codec
}

// Unwrap makes errors.Is(err, ErrUnknownCodec) true.
func (e *UnknownCodecError) Unwrap() error { return ErrUnknownCodec }

// Decoder decodes media files. Its errors about a file are [ErrUnknownCodec] and [ErrUndecodable]. Any other error
// comes from the decoder itself or from ctx.
type Decoder interface {
	// Clip decodes a clip to its end. If ctx ends first, it returns the part decoded so far.
	Clip(ctx context.Context, path string) (Result, error)
	// Picture decodes a picture, or the first frame of several, without applying its rotation. faults reports whether
	// the decoder reported errors.
	Picture(ctx context.Context, path string) (im image.Image, faults bool, err error)
}

// Timeouts for a file. After the timeout, the part of a clip decoded so far is the result.
const (
	clipTimeout    = 60 * time.Second
	pictureTimeout = 20 * time.Second
)

var registered struct {
	sync.Mutex
	more []func() (Decoder, error)
}

// Register adds a decoder that is used if the ffmpeg program is missing or cannot decode a file. find returns
// [ErrNoDecoder] if the decoder is not installed.
func Register(find func() (Decoder, error)) {
	registered.Lock()
	defer registered.Unlock()
	registered.more = append(registered.more, find)
}

// decoders returns the installed decoders, ffmpeg first.
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

// tryDecoders calls f with each decoder until f succeeds or ctx ends. timeout applies to each call. If every call
// fails, it returns the error of the first decoder, or [ErrNoDecoder].
func tryDecoders(ctx context.Context, timeout time.Duration, f func(context.Context, Decoder) error) error {
	first := ErrNoDecoder
	for _, d := range decoders() {
		limited, cancel := context.WithTimeout(ctx, timeout)
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

// Clip decodes the clip at path with the first decoder that supports it. It blocks up to a minute for each decoder.
// Errors: [ErrNoDecoder], [ErrUnknownCodec], [ErrUndecodable], and errors of the decoder or ctx.
func Clip(ctx context.Context, path string) (r Result, err error) {
	err = tryDecoders(ctx, clipTimeout, func(ctx context.Context, d Decoder) (err error) {
		r, err = d.Clip(ctx, path)
		return err
	})
	return r, err
}

// Picture decodes the picture at path with the first decoder that supports it, without applying its rotation. faults
// reports whether the decoder reported errors. The errors are those of [Clip].
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
