// Package mp4test modifies small MP4 files for tests.
package mp4test

import (
	"bytes"
	"encoding/binary"
)

// Matrix returns the linear part {a, b, c, d} of the track matrix for an orientation, numbered as in EXIF.
func Matrix(orientation int) [4]int32 {
	const one = 1 << 16
	return [...][4]int32{
		1: {one, 0, 0, one}, 2: {-one, 0, 0, one}, 3: {-one, 0, 0, -one}, 4: {one, 0, 0, -one},
		5: {0, one, one, 0}, 6: {0, one, -one, 0}, 7: {0, -one, -one, 0}, 8: {0, -one, one, 0},
	}[orientation]
}

// WithMatrix returns a copy of an MP4 file with the given linear part in the matrix of each track. The track headers
// must have version 0.
func WithMatrix(file []byte, matrix [4]int32) []byte {
	out := bytes.Clone(file)
	for at := bytes.Index(out, []byte("moov")); ; {
		next := bytes.Index(out[at:], []byte("tkhd"))
		if next < 0 {
			return out
		}
		at += next + 4
		for i, v := range matrix {
			binary.BigEndian.PutUint32(out[at+40+4*(i+i/2):], uint32(v))
		}
	}
}
