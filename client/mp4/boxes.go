package mp4

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Limits for files that come from outside. A clip of 15 s needs about 20 KB of moov and 3 boxes at the top.
const (
	maxMoov     = 32 << 20
	maxTopBoxes = 10_000
	maxSamples  = 2_000_000
)

// span is one box at the top level: its type, where it starts, how long its header is and how long all of it is.
type span struct {
	typ            string
	at, head, size int64
}

func (s span) end() int64 { return s.at + s.size }

// topBoxes walks over the headers at the top level, of which the first must be ftyp.
// The boxes must fill the file exactly.
func topBoxes(r io.ReaderAt, size int64) ([]span, error) {
	if err := beginsLikeMP4(r, size); err != nil {
		return nil, err
	}
	var out []span
	for at := int64(0); at < size; {
		if len(out) == maxTopBoxes {
			return nil, damaged("more than %d boxes", maxTopBoxes)
		}
		s, err := header(r, at, size)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
		at = s.end()
	}
	return out, nil
}

// beginsLikeMP4 looks at the first bytes, so that a page or an error text is called by its name.
func beginsLikeMP4(r io.ReaderAt, size int64) error {
	if size <= 0 {
		return fmt.Errorf("%w: it is empty", ErrNotMP4)
	}
	first := make([]byte, min(size, 64))
	if err := readAt(r, first, 0); err != nil {
		return err
	}
	if len(first) >= 8 && string(first[4:8]) == "ftyp" {
		return nil
	}
	text := bytes.ToLower(bytes.TrimLeft(first, " \t\r\n\ufeff"))
	switch {
	case bytes.HasPrefix(text, []byte("<")):
		return fmt.Errorf("%w: it looks like a web page", ErrNotMP4)
	case bytes.HasPrefix(text, []byte("{")), bytes.HasPrefix(text, []byte("[")):
		return fmt.Errorf("%w: it looks like a JSON answer", ErrNotMP4)
	}
	return ErrNotMP4
}

func header(r io.ReaderAt, at, size int64) (span, error) {
	if size-at < 8 {
		return span{}, damaged("%d stray bytes at the end", size-at)
	}
	var b [16]byte
	if err := readAt(r, b[:8], at); err != nil {
		return span{}, err
	}
	s := span{typ: string(b[4:8]), at: at, head: 8, size: int64(binary.BigEndian.Uint32(b[:4]))}
	if s.typ == "\x00\x00\x00\x00" {
		// Size 0 would mean "to the end of the file", and zeros would pass as a box without a name: a file that was made
		// longer before its bytes came.
		return span{}, damaged("zero bytes where a box should begin at %d", at)
	}
	switch s.size {
	case 0: // to the end of the file
		s.size = size - at
	case 1: // 64 bits of size behind the type
		if size-at < 16 {
			return span{}, fmt.Errorf("%w in the header of box %q at %d", ErrCut, s.typ, at)
		}
		if err := readAt(r, b[8:], at+8); err != nil {
			return span{}, err
		}
		u := binary.BigEndian.Uint64(b[8:])
		if u > math.MaxInt64 {
			return span{}, damaged("box %q at %d has an absurd size", s.typ, at)
		}
		s.size, s.head = int64(u), 16
	}
	if s.size < s.head {
		return span{}, damaged("box %q at %d is smaller than its header", s.typ, at)
	}
	if s.size > size-at {
		return span{}, fmt.Errorf("%w: box %q at %d wants %d bytes, %d are there", ErrCut, s.typ, at, s.size, size-at)
	}
	return s, nil
}

// readAt fills b. A file that ends before its stated size is cut off.
func readAt(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return fmt.Errorf("%w: %d bytes are missing at %d", ErrCut, len(b)-n, at+int64(n))
	}
	return fmt.Errorf("read at %d: %w", at, err)
}
