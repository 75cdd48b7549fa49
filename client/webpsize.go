package client

import (
	"encoding/binary"
	"fmt"
	"io"

	"golang.org/x/image/riff"
)

// CheckWebPSize holds the frame of a WebP file against the size that its header claimed. An extended header (VP8X) is all
// that a measuring decoder reads, but memory is taken for the frame behind it: without this, a file of 60 bytes that
// claims one pixel costs a gigabyte. The two must be equal in a still picture, and libwebp refuses such a file too. r
// stands at the start of the file. Errors: ErrDamaged.
func CheckWebPSize(r io.Reader, width, height int) error {
	_, chunks, err := riff.NewReader(r)
	for err == nil {
		var id riff.FourCC
		var data io.Reader
		if id, _, data, err = chunks.Next(); err != nil {
			break
		}
		var w, h int
		switch id {
		case riff.FourCC{'V', 'P', '8', ' '}: // a frame tag, a start code, two sides of 14 bits (RFC 6386 9.1)
			var b [10]byte
			if _, err = io.ReadFull(data, b[:]); err != nil {
				break
			}
			w, h = int(binary.LittleEndian.Uint16(b[6:])&0x3fff), int(binary.LittleEndian.Uint16(b[8:])&0x3fff)
		case riff.FourCC{'V', 'P', '8', 'L'}: // a signature, two sides of 14 bits less one (RFC 9649 3.4)
			var b [5]byte
			if _, err = io.ReadFull(data, b[:]); err != nil {
				break
			}
			bits := binary.LittleEndian.Uint32(b[1:])
			w, h = int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1
		default:
			continue
		}
		if err == nil && (w != width || h != height) {
			return fmt.Errorf("%w: %d by %d pixels in a frame of %d by %d", ErrDamaged, w, h, width, height)
		}
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("%w: no frame in the webp", ErrDamaged)
}
