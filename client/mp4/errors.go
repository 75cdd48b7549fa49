package mp4

import (
	"errors"
	"fmt"
)

// What can be wrong with a file. Every error of [Check] that is about the file wraps one of these;
// an error of the reader itself is passed on as it is.
var (
	// ErrNotMP4: the file does not begin like an MP4 file; an error page, for example, or nothing at all.
	ErrNotMP4 = errors.New("not an MP4 file")
	// ErrCut: the file ends before its boxes do. A download that broke looks like this.
	ErrCut = errors.New("the file is cut off")
	// ErrDamaged: the boxes contradict each other or themselves.
	ErrDamaged = errors.New("the MP4 file is damaged")
	// ErrFragmented: a fragmented file (moof boxes). It may be whole, but nothing here can tell.
	ErrFragmented = errors.New("fragmented MP4 files are not supported")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}
