package client

import (
	"encoding/binary"
	"errors"
	"io"

	"viviscope/client/mp4"
)

// checkClip verifies a whole clip. A fragmented file, which the strict check does not know, counts when its boxes fill
// it exactly: it plays everywhere, and refusing it would lose something that was paid for.
func checkClip(r io.ReaderAt, size int64) error {
	_, err := mp4.Check(r, size)
	if errors.Is(err, mp4.ErrFragmented) && boxesFill(r, size) {
		return nil
	}
	return err
}

// notAClip reports whether an error of checkClip is about the file; any other is about reading it.
func notAClip(err error) bool {
	for _, about := range []error{mp4.ErrNotMP4, mp4.ErrCut, mp4.ErrDamaged, mp4.ErrFragmented} {
		if errors.Is(err, about) {
			return true
		}
	}
	return false
}

// boxesFill walks the outermost boxes (ISO/IEC 14496-12, 4.2) and reports whether the last one ends with the file.
func boxesFill(r io.ReaderAt, size int64) bool {
	var head [16]byte
	at := int64(0)
	for at < size {
		n, err := r.ReadAt(head[:], at)
		if n < 8 && err != nil {
			return false
		}
		box := int64(binary.BigEndian.Uint32(head[:4]))
		if box == 1 && n == 16 { // a 64-bit length follows
			box = int64(binary.BigEndian.Uint64(head[8:]))
		}
		if box < 8 || box > size-at { // also a box "to the end of the file", which nothing can check
			return false
		}
		at += box
	}
	return size > 0
}
