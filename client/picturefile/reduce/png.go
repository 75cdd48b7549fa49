package reduce

import (
	"bufio"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"image"
	"io"

	"github.com/klauspost/compress/zlib" // a fifth faster than the standard library's
)

// The supported colour types of a PNG, all with 8 bits.
const (
	pngGray = 0
	pngRGB  = 2
	pngRGBA = 6
)

// maxFactor limits the side of a square so that its sums fit: 255 * 4096 * 4096 is just under 2^32.
const maxFactor = 4096

// PNG decodes a PNG at 1/n of its size, for the largest integer n that leaves a longer side of at least px. It holds
// only a few rows and the result in memory. The error is [ErrUnsupported], or that of r.
func PNG(r io.Reader, px int) (*image.RGBA, error) {
	c := &chunkReader{r: r, sum: crc32.NewIEEE()}
	h, err := c.readHeader()
	if err != nil {
		return nil, err
	}
	factor := min(max(h.width, h.height)/max(px, 1), maxFactor)
	if factor < 2 {
		return nil, ErrUnsupported
	}
	data, err := zlib.NewReader(bufio.NewReaderSize(c, 1<<15))
	if err != nil {
		return nil, ErrUnsupported
	}
	b := newBoxFilter(h.width, h.height, factor)
	add := map[int]func([]byte){1: b.addGray, 3: b.addRGB, 4: b.addRGBA}[h.bytes]
	// Each row is a filter byte and its pixels. The row above the first one is zero.
	row, above := make([]byte, 1+h.width*h.bytes), make([]byte, 1+h.width*h.bytes)
	for range h.height {
		if _, err := io.ReadFull(data, row); err != nil {
			return nil, ErrUnsupported
		}
		if !unfilter(row[0], row[1:], above[1:], h.bytes) {
			return nil, ErrUnsupported
		}
		add(row[1:])
		row, above = above, row
	}
	b.flush()
	// Reading to the end of the stream verifies its checksum.
	if n, err := data.Read(row[:1]); n != 0 || err != io.EOF || !c.readToEnd() {
		return nil, ErrUnsupported
	}
	return b.out, nil
}

type pngHeader struct {
	width, height int
	bytes         int // a pixel
}

// chunkReader reads the image data of a PNG as one stream, and verifies the checksum of each chunk.
type chunkReader struct {
	r      io.Reader
	sum    hash.Hash32
	left   uint32 // unread bytes of the current chunk
	inData bool   // the current chunk is an IDAT
	kind   string // of the first chunk after the data
}

// readHeader reads the chunks before the image data.
func (c *chunkReader) readHeader() (pngHeader, error) {
	var b [8]byte
	if _, err := io.ReadFull(c.r, b[:]); err != nil || string(b[:]) != "\x89PNG\r\n\x1a\n" {
		return pngHeader{}, ErrUnsupported
	}
	var h pngHeader
	for first := true; ; first = false {
		n, kind, err := c.beginChunk()
		if err != nil {
			return h, ErrUnsupported
		}
		if first != (kind == "IHDR") {
			return h, ErrUnsupported
		}
		switch kind {
		case "IHDR":
			if n != 13 {
				return h, ErrUnsupported
			}
			var b [13]byte
			if _, err := io.ReadFull(io.TeeReader(c.r, c.sum), b[:]); err != nil || !c.endChunk() {
				return h, ErrUnsupported
			}
			h.width, h.height = int(binary.BigEndian.Uint32(b[:])), int(binary.BigEndian.Uint32(b[4:]))
			// 8 bits, deflate, standard filters, not interlaced
			if h.width <= 0 || h.height <= 0 || b[8] != 8 || b[10] != 0 || b[11] != 0 || b[12] != 0 {
				return h, ErrUnsupported
			}
			h.bytes = map[byte]int{pngGray: 1, pngRGB: 3, pngRGBA: 4}[b[9]]
			if h.bytes == 0 {
				return h, ErrUnsupported
			}
		case "IDAT":
			c.left, c.inData = n, true
			return h, nil
		case "tRNS": // one colour is transparent
			return h, ErrUnsupported
		default:
			if !c.skipChunk(n) {
				return h, ErrUnsupported
			}
		}
	}
}

// beginChunk reads the length and the name of a chunk.
func (c *chunkReader) beginChunk() (n uint32, kind string, err error) {
	var b [8]byte
	if _, err := io.ReadFull(c.r, b[:]); err != nil {
		return 0, "", err
	}
	c.sum.Reset()
	c.sum.Write(b[4:])
	return binary.BigEndian.Uint32(b[:]), string(b[4:]), nil
}

// endChunk reads the checksum of a chunk and reports whether it matches.
func (c *chunkReader) endChunk() bool {
	var b [4]byte
	_, err := io.ReadFull(c.r, b[:])
	return err == nil && binary.BigEndian.Uint32(b[:]) == c.sum.Sum32()
}

func (c *chunkReader) skipChunk(n uint32) bool {
	_, err := io.CopyN(c.sum, c.r, int64(n))
	return err == nil && c.endChunk()
}

// Read reads image data across IDAT chunks.
func (c *chunkReader) Read(p []byte) (int, error) {
	for c.inData && c.left == 0 {
		if !c.endChunk() {
			return 0, ErrUnsupported
		}
		n, kind, err := c.beginChunk()
		if err != nil {
			return 0, ErrUnsupported
		}
		c.left, c.kind, c.inData = n, kind, kind == "IDAT"
	}
	if !c.inData {
		return 0, io.EOF
	}
	n, err := c.r.Read(p[:min(len(p), int(c.left))])
	c.sum.Write(p[:n])
	c.left -= uint32(n)
	return n, err
}

// readToEnd reads the chunks after the data and reports whether the file is complete.
func (c *chunkReader) readToEnd() bool {
	var one [1]byte
	if n, err := c.Read(one[:]); n != 0 || err != io.EOF { // data after the end of the zlib stream
		return false
	}
	for c.kind != "IEND" {
		if !c.skipChunk(c.left) {
			return false
		}
		var err error
		if c.left, c.kind, err = c.beginChunk(); err != nil {
			return false
		}
	}
	return c.skipChunk(c.left)
}

// unfilter reverses the filter of a row, given the row above it (PNG 9.2). bytes is the size of a pixel. It reports
// whether the filter is known.
func unfilter(filter byte, row, above []byte, bytes int) bool {
	above = above[:len(row)]
	switch filter {
	case 0:
	case 1:
		for i := bytes; i < len(row); i++ {
			row[i] += row[i-bytes]
		}
	case 2:
		for i, v := range above {
			row[i] += v
		}
	case 3:
		for i := range min(bytes, len(row)) {
			row[i] += above[i] / 2
		}
		for i := bytes; i < len(row); i++ {
			row[i] += uint8((int(row[i-bytes]) + int(above[i])) / 2)
		}
	case 4:
		switch bytes {
		case 3:
			paeth3(row, above)
		case 4:
			paeth4(row, above)
		default:
			paeth1(row, above)
		}
	default:
		return false
	}
	return true
}

// paethPredictor returns whichever of left, up and corner is nearest to left + up - corner. It must stay small enough
// to be inlined, and its conditions simple enough for conditional moves: branches would be mispredicted.
func paethPredictor(left, up, corner int32) int32 {
	p, q := up-corner, left-corner
	a, b, c := abs(p), abs(q), abs(p+q)
	v, d := left, a
	if b < d {
		v, d = up, b
	}
	if c < d {
		v = corner
	}
	return v
}

func abs(v int32) int32 {
	m := v >> 31
	return (v ^ m) - m
}

func paeth1(row, above []byte) {
	var l, c int32
	for i, v := range above {
		u := int32(v)
		l = (paethPredictor(l, u, c) + int32(row[i])) & 0xff
		c = u
		row[i] = uint8(l)
	}
}

func paeth3(row, above []byte) {
	var l0, l1, l2, c0, c1, c2 int32
	for len(row) >= 3 && len(above) >= 3 {
		u0, u1, u2 := int32(above[0]), int32(above[1]), int32(above[2])
		l0 = (paethPredictor(l0, u0, c0) + int32(row[0])) & 0xff
		l1 = (paethPredictor(l1, u1, c1) + int32(row[1])) & 0xff
		l2 = (paethPredictor(l2, u2, c2) + int32(row[2])) & 0xff
		c0, c1, c2 = u0, u1, u2
		row[0], row[1], row[2] = uint8(l0), uint8(l1), uint8(l2)
		row, above = row[3:], above[3:]
	}
}

func paeth4(row, above []byte) {
	var l0, l1, l2, l3, c0, c1, c2, c3 int32
	for len(row) >= 4 && len(above) >= 4 {
		u0, u1, u2, u3 := int32(above[0]), int32(above[1]), int32(above[2]), int32(above[3])
		l0 = (paethPredictor(l0, u0, c0) + int32(row[0])) & 0xff
		l1 = (paethPredictor(l1, u1, c1) + int32(row[1])) & 0xff
		l2 = (paethPredictor(l2, u2, c2) + int32(row[2])) & 0xff
		l3 = (paethPredictor(l3, u3, c3) + int32(row[3])) & 0xff
		c0, c1, c2, c3 = u0, u1, u2, u3
		row[0], row[1], row[2], row[3] = uint8(l0), uint8(l1), uint8(l2), uint8(l3)
		row, above = row[4:], above[4:]
	}
}
