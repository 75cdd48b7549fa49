// Package bounds says which pictures are decoded at all, for everyone who decodes one.
package bounds

import (
	"errors"
	"fmt"
	"io"

	"viviscope/client"
)

var (
	// ErrDamaged means that the file is there but cannot be decoded.
	ErrDamaged = errors.New("file is damaged")

	// ErrTooLarge means that the picture has more than 64 megapixels or a side of more than 16384 pixels, or takes more memory to
	// decode than its kind may. It was not decoded.
	ErrTooLarge = errors.New("picture is too large to show")
)

// The largest picture that is decoded. 64 megapixels are 256 MB while decoding; the service makes at most 14.7 (3840 x 3840).
const (
	MaxPixels = 64 << 20
	MaxSide   = 16384
)

// Check refuses what is too large to decode, by the size in its header. Errors: [ErrDamaged], [ErrTooLarge].
func Check(width, height int) error {
	if width <= 0 || height <= 0 {
		return fmt.Errorf("%w: %d x %d pixels", ErrDamaged, width, height)
	}
	if width > MaxSide || height > MaxSide || width*height > MaxPixels {
		return fmt.Errorf("%w: %d x %d pixels", ErrTooLarge, width, height)
	}
	return nil
}

// CheckJPEG refuses a JPEG that takes too much memory to decode for the size in its header, which [Check] is for: a progressive one
// takes five times as much as another. r stands at the start of the file. Errors: [ErrTooLarge].
func CheckJPEG(r io.Reader) error {
	if n := client.JPEGMemory(r); n > client.MaxJPEGMemory {
		return fmt.Errorf("%w: a progressive JPEG that takes %d MB", ErrTooLarge, n>>20)
	}
	return nil
}
