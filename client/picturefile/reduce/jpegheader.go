package reduce

import (
	"encoding/binary"
	"image"
)

// The markers of T.81, table B.1, that are used here.
const (
	markSOF0 = 0xc0 // baseline
	markSOF1 = 0xc1 // extended sequential: adds 12-bit samples and more tables
	markDHT  = 0xc4
	markSOI  = 0xd8
	markEOI  = 0xd9
	markSOS  = 0xda
	markDQT  = 0xdb
	markDRI  = 0xdd
	markAPPE = 0xee
	markCOM  = 0xfe
)

// component is luma or one of the two chroma components.
type component struct {
	id     byte
	h, v   int // blocks in an MCU, across and down
	quant  *[64]int32
	dc, ac *huffman

	previousDC int32  // DC of the previous block
	side       int    // pixels to keep of the 8 on the side of a block
	pix        []byte // reduced plane
	stride     int
}

// jpegFile holds the parsed headers of a JPEG and its entropy-coded data.
type jpegFile struct {
	size       image.Point
	components []component
	interval   int // MCUs between restarts; 0: none
	quants     [4][64]int32
	hasQuant   [4]bool
	dc, ac     [4]huffman
	data       []byte // entropy-coded data, to the end of the file
}

// parseJPEG reads the segments up to the data of the only scan.
func parseJPEG(b []byte) (*jpegFile, error) {
	if len(b) < 4 || b[0] != 0xff || b[1] != markSOI {
		return nil, ErrUnsupported
	}
	f := &jpegFile{}
	for at := 2; ; {
		if at+4 > len(b) || b[at] != 0xff {
			return nil, ErrUnsupported
		}
		mark := b[at+1]
		if mark == 0xff { // fill
			at++
			continue
		}
		n := int(binary.BigEndian.Uint16(b[at+2:]))
		if n < 2 || at+2+n > len(b) {
			return nil, ErrUnsupported
		}
		body := b[at+4 : at+2+n]
		at += 2 + n
		ok := true
		switch {
		case mark == markSOS:
			if !f.readScanHeader(body) {
				return nil, ErrUnsupported
			}
			f.data = b[at:]
			return f, nil
		case mark == markSOF0 || mark == markSOF1:
			ok = f.readFrameHeader(body)
		case mark == markDHT:
			ok = f.readHuffmanTables(body)
		case mark == markDQT:
			ok = f.readQuantizers(body)
		case mark == markDRI:
			if ok = len(body) == 2; ok {
				f.interval = int(binary.BigEndian.Uint16(body))
			}
		case mark == markAPPE:
			// In the Adobe segment, transform 0 in the last byte means RGB instead of YCbCr.
			ok = len(body) < 12 || string(body[:5]) != "Adobe" || body[11] == 1
		case mark >= 0xe0 && mark <= 0xef, mark == markCOM:
		default: // progressive, arithmetic, lossless, or broken
			ok = false
		}
		if !ok {
			return nil, ErrUnsupported
		}
	}
}

// readFrameHeader reads SOF (T.81 B.2.2). It reports whether the frame is supported.
func (f *jpegFile) readFrameHeader(b []byte) bool {
	if f.components != nil || len(b) < 6 || b[0] != 8 {
		return false
	}
	f.size = image.Pt(int(binary.BigEndian.Uint16(b[3:])), int(binary.BigEndian.Uint16(b[1:])))
	n := int(b[5])
	if f.size.X == 0 || f.size.Y == 0 || n != 1 && n != 3 || len(b) != 6+3*n {
		return false
	}
	for i := range n {
		p := b[6+3*i:]
		c := component{id: p[0], h: int(p[1] >> 4), v: int(p[1] & 15), quant: &f.quants[p[2]&3]}
		if p[2] > 3 || c.h < 1 || c.h > 2 || c.v < 1 || c.v > 2 {
			return false
		}
		if n == 1 {
			c.h, c.v = 1, 1
		}
		f.components = append(f.components, c)
	}
	if n == 3 {
		y, cb, cr := f.components[0], f.components[1], f.components[2]
		return cb.h == cr.h && cb.v == cr.v && y.h >= cb.h && y.v >= cb.v && !(cb.id == 'G' && cr.id == 'B')
	}
	return true
}

// readQuantizers reads DQT (B.2.4.1). The tables stay in zigzag order.
func (f *jpegFile) readQuantizers(b []byte) bool {
	for len(b) > 0 {
		wide, i := int(b[0]>>4), b[0]&15
		n := 64 * (wide + 1)
		if wide > 1 || i > 3 || len(b) < 1+n {
			return false
		}
		for k := range 64 {
			if wide == 1 {
				f.quants[i][k] = int32(binary.BigEndian.Uint16(b[1+2*k:]))
			} else {
				f.quants[i][k] = int32(b[1+k])
			}
		}
		f.hasQuant[i] = true
		b = b[1+n:]
	}
	return true
}

// readHuffmanTables reads DHT (B.2.4.2).
func (f *jpegFile) readHuffmanTables(b []byte) bool {
	for len(b) > 0 {
		if len(b) < 17 || b[0]&15 > 3 || b[0]>>4 > 1 {
			return false
		}
		n := 0
		for _, c := range b[1:17] {
			n += int(c)
		}
		if n > 256 || len(b) < 17+n {
			return false
		}
		table := &f.dc[b[0]&15]
		if b[0]>>4 == 1 {
			table = &f.ac[b[0]&15]
		}
		if !table.set(b[1:17], b[17:17+n]) {
			return false
		}
		b = b[17+n:]
	}
	return true
}

// readScanHeader reads SOS (B.2.3). The scan must contain all components.
func (f *jpegFile) readScanHeader(b []byte) bool {
	n := len(f.components)
	if n == 0 || len(b) != 4+2*n || int(b[0]) != n {
		return false
	}
	for i := range f.components {
		c, p := &f.components[i], b[1+2*i:]
		if p[0] != c.id || p[1]>>4 > 3 || p[1]&15 > 3 {
			return false
		}
		c.dc, c.ac = &f.dc[p[1]>>4], &f.ac[p[1]&15]
		if !c.dc.isSet || !c.ac.isSet {
			return false
		}
	}
	for _, c := range f.components {
		for j := range f.quants {
			if c.quant == &f.quants[j] && !f.hasQuant[j] {
				return false
			}
		}
	}
	return true
}

// lookBits is the number of bits that the table looks up at once. Longer codes are searched.
const lookBits = 10

// huffman is a decoding table.
type huffman struct {
	look    [1 << lookBits]uint16 // length of the code << 8 | its value; 0: longer than lookBits
	values  [256]uint8
	maxCode [17]int32 // exclusive upper bound of the codes of each length, left-aligned to 16 bits; 0: none
	offset  [17]int32 // index of its first value, minus its first code
	isSet   bool
}

// set builds the table from the number of codes of each length, 1 to 16, and their values. It reports whether they are
// valid.
func (h *huffman) set(counts []byte, values []byte) bool {
	*h = huffman{isSet: true}
	copy(h.values[:], values)
	code, k := int32(0), int32(0)
	for length := 1; length <= 16; length++ {
		n := int32(counts[length-1])
		h.offset[length] = k - code
		if code+n > 1<<length {
			return false
		}
		for range n {
			if length <= lookBits {
				entry := uint16(length)<<8 | uint16(h.values[k])
				from := code << (lookBits - length)
				for i := range int32(1) << (lookBits - length) {
					h.look[from+i] = entry
				}
			}
			code++
			k++
		}
		h.maxCode[length] = code << (16 - length)
		code <<= 1
	}
	return true
}

// next reads one value. bad is true if no code matches. b must hold 16 bits.
func (h *huffman) next(b *bitReader) (value uint8, bad bool) {
	if e := h.look[b.acc>>(64-lookBits)]; e != 0 {
		b.drop(int(e >> 8))
		return uint8(e), false
	}
	top := int32(b.acc >> 48)
	for length := lookBits + 1; length <= 16; length++ {
		if top < h.maxCode[length] {
			b.drop(length)
			i := top>>(16-length) + h.offset[length]
			return h.values[i&0xff], false
		}
	}
	return 0, true
}

// bitReader reads the entropy-coded data of a JPEG, most significant bit first. After the end, and at a marker, it
// returns zeros and counts them, so that the inner loops need no error checks. The caller checks isOverrun after each
// row.
type bitReader struct {
	data    []byte
	at      int
	acc     uint64 // the next n bits, at the top
	n       int
	padding int // zero bits added after the end
}

// fill loads data until acc holds at least 32 bits.
func (b *bitReader) fill() {
	if b.n >= 32 {
		return
	}
	if b.at+4 <= len(b.data) {
		v := binary.BigEndian.Uint32(b.data[b.at:])
		if !has0xFF(v) {
			b.acc |= uint64(v) << (32 - b.n)
			b.n += 32
			b.at += 4
			return
		}
	}
	for b.n <= 56 {
		c := byte(0)
		switch {
		case b.at >= len(b.data):
			b.padding += 8
		case b.data[b.at] != 0xff:
			c = b.data[b.at]
			b.at++
		case b.at+1 < len(b.data) && b.data[b.at+1] == 0:
			c = 0xff
			b.at += 2
		default: // a marker
			b.padding += 8
		}
		b.acc |= uint64(c) << (56 - b.n)
		b.n += 8
	}
}

// has0xFF reports whether one of four bytes is 0xff, which begins a stuffed zero or a marker.
func has0xFF(v uint32) bool { return (^v-0x01010101)&v&0x80808080 != 0 }

func (b *bitReader) drop(n int) {
	b.acc <<= n
	b.n -= n
}

// isOverrun reports whether bits after the end were used.
func (b *bitReader) isOverrun() bool { return b.padding > b.n }

// restart skips the next marker and resets the bit buffer. It reports whether the marker is RST0 to RST7.
func (b *bitReader) restart() bool {
	if b.isOverrun() {
		return false
	}
	b.acc, b.n, b.padding = 0, 0, 0
	if b.at+1 >= len(b.data) || b.data[b.at] != 0xff || b.data[b.at+1]&^7 != 0xd0 {
		return false
	}
	b.at += 2
	return true
}
