package mp4

import (
	"encoding/binary"
	"image"
	"math"
	"os"

	"github.com/Eyevinn/mp4ff/mp4"
)

// Orientation is the transformation that players apply to the coded picture, numbered as in EXIF (TIFF 6.0, tag 274), 1
// to 8.
type Orientation int

// The orientations, as applied to the coded picture. Rotations are clockwise.
const (
	Upright    Orientation = iota + 1 // nothing
	MirroredX                         // mirrored left to right
	Turned180                         // rotated by 180°
	MirroredY                         // mirrored top to bottom
	Transposed                        // mirrored along the diagonal from the upper left corner
	Turned90                          // rotated by 90°
	Transverse                        // mirrored along the diagonal from the upper right corner
	Turned270                         // rotated by 270°
)

// Swaps reports whether the orientation swaps width and height.
func (o Orientation) Swaps() bool { return o >= Transposed && o <= Turned270 }

// OrientationOf returns the orientation of the first video track of the file at path. It reads only the track headers,
// so it works even if [CheckFile] finds other damage. It returns [Upright] if the headers cannot be read.
func OrientationOf(path string) (o Orientation) {
	f, err := os.Open(path)
	if err != nil {
		return Upright
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return Upright
	}
	moov, err := readMoovBody(f, st.Size())
	if err != nil {
		return Upright
	}
	return readOrientation(moov)
}

// readOrientation reads the orientation from the content of a moov box. Players apply the matrix of the track, then
// that of the movie.
func readOrientation(moov []byte) Orientation {
	boxes, _ := splitBoxes(moov) // those before a broken one count
	movie := readMatrix(firstBox(boxes, "mvhd"), 36, 48)
	for _, track := range boxes {
		if track.typ() != "trak" {
			continue
		}
		inside, _ := splitBoxes(track[8:])
		media := firstBox(inside, "mdia")
		if media == nil {
			continue
		}
		inMedia, _ := splitBoxes(media[8:])
		handler := firstBox(inMedia, "hdlr")
		if len(handler) < 20 || string(handler[16:20]) != "vide" {
			continue
		}
		return readMatrix(firstBox(inside, "tkhd"), 40, 52).then(movie).orientation()
	}
	return Upright
}

// matrix is the linear part of a transformation: x' = a·x + c·y, y' = b·x + d·y. An orientation needs no
// translation.
type matrix struct{ a, b, c, d float64 }

// readMatrix reads the matrix of an mvhd or tkhd box, at offset at of its body, or at64 in version 1. A missing matrix,
// or one of zeros, is the identity.
func readMatrix(box rawBox, at, at64 int) matrix {
	identity := matrix{a: 1, d: 1}
	if len(box) < 12 {
		return identity
	}
	body := box[8:]
	if body[0] == 1 {
		at = at64
	}
	if len(body) < at+36 {
		return identity
	}
	value := func(i int) float64 { return float64(int32(binary.BigEndian.Uint32(body[at+4*i:]))) / (1 << 16) }
	m := matrix{a: value(0), b: value(1), c: value(3), d: value(4)}
	if m == (matrix{}) {
		return identity
	}
	return m
}

// then returns the transformation that applies m, then n.
func (m matrix) then(n matrix) matrix {
	return matrix{
		a: m.a*n.a + m.b*n.c, b: m.a*n.b + m.b*n.d,
		c: m.c*n.a + m.d*n.c, d: m.c*n.b + m.d*n.d,
	}
}

// orientation returns the orientation of a matrix. A rotation that is no multiple of 90° (within half a degree) counts
// as [Upright].
func (m matrix) orientation() Orientation {
	small := func(x, than float64) bool { return math.Abs(x) <= math.Abs(than)/100 }
	straight := small(m.b, m.a) && small(m.c, m.d) && m.a != 0 && m.d != 0
	swapped := small(m.a, m.b) && small(m.d, m.c) && m.b != 0 && m.c != 0
	switch {
	case straight && m.a < 0 && m.d < 0:
		return Turned180
	case straight && m.a < 0:
		return MirroredX
	case straight && m.d < 0:
		return MirroredY
	case swapped && m.b > 0 && m.c > 0:
		return Transposed
	case swapped && m.b > 0:
		return Turned90
	case swapped && m.c > 0:
		return Turned270
	case swapped:
		return Transverse
	}
	return Upright
}

// maxShownSide limits the side of a picture after stretching by its pixel aspect ratio. The format allows sides up to
// 65535.
const maxShownSide = 1 << 16

// shownSize returns the size at which a picture is shown: stretched by its pixel aspect ratio as in libmpv, then
// rotated.
func shownSize(e *mp4.VisualSampleEntryBox, o Orientation) image.Point {
	width, height := int64(e.Width), int64(e.Height)
	if p := e.Pasp; p != nil && p.HSpacing > 0 && p.VSpacing > 0 {
		h, v := int64(p.HSpacing), int64(p.VSpacing)
		switch {
		case h > v && width*h/v < maxShownSide:
			width = width * h / v
		case v > h && height*v/h < maxShownSide:
			height = height * v / h
		}
	}
	if o.Swaps() {
		width, height = height, width
	}
	return image.Pt(int(width), int(height))
}
