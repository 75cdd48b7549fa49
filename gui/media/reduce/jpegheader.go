package reduce

import (
	"encoding/binary"
	"image"
)

// The markers of T.81, table B.1, that matter here.
const (
	markSOF0 = 0xc0 // baseline
	markSOF1 = 0xc1 // extended sequential, which differs in 12 bits and more tables only
	markDHT  = 0xc4
	markSOI  = 0xd8
	markEOI  = 0xd9
	markSOS  = 0xda
	markDQT  = 0xdb
	markDRI  = 0xdd
	markAPP1 = 0xe1
	markAPPE = 0xee
	markCOM  = 0xfe
)

// component is one of brightness and the two colours.
type component struct {
	id     byte
	h, v   int // blocks in an MCU, across and down
	quant  *[64]int32
	dc, ac *huffman

	prev   int32  // DC of the block before
	side   int    // pixels that are kept of the 8 on the side of a block
	pix    []byte // the plane, reduced
	stride int
}

// jpegFile is what the header says.
type jpegFile struct {
	size       image.Point
	components []component
	interval   int // MCUs between restarts; 0: none
	turn       int // EXIF orientation, 1 to 8
	quants     [4][64]int32
	hasQuant   [4]bool
	dc, ac     [4]huffman
	data       []byte // the entropy-coded rest of the file
}

// parseJPEG reads up to the data of the only scan.
func parseJPEG(b []byte) (*jpegFile, error) {
	if len(b) < 4 || b[0] != 0xff || b[1] != markSOI {
		return nil, ErrOther
	}
	f := &jpegFile{turn: 1}
	for at := 2; ; {
		if at+4 > len(b) || b[at] != 0xff {
			return nil, ErrOther
		}
		mark := b[at+1]
		if mark == 0xff { // fill
			at++
			continue
		}
		n := int(binary.BigEndian.Uint16(b[at+2:]))
		if n < 2 || at+2+n > len(b) {
			return nil, ErrOther
		}
		body := b[at+4 : at+2+n]
		at += 2 + n
		ok := true
		switch {
		case mark == markSOS:
			if !f.scan(body) {
				return nil, ErrOther
			}
			f.data = b[at:]
			return f, nil
		case mark == markSOF0 || mark == markSOF1:
			ok = f.frame(body)
		case mark == markDHT:
			ok = f.huffmans(body)
		case mark == markDQT:
			ok = f.quantizers(body)
		case mark == markDRI:
			if ok = len(body) == 2; ok {
				f.interval = int(binary.BigEndian.Uint16(body))
			}
		case mark == markAPP1:
			if turn, found := orientation(body); found {
				f.turn = turn
			}
		case mark == markAPPE:
			// Adobe's mark says that three colours are red, green and blue where its last byte is 0.
			ok = len(body) < 12 || string(body[:5]) != "Adobe" || body[11] == 1
		case mark >= 0xe0 && mark <= 0xef, mark == markCOM:
		default: // progressive, arithmetic, lossless, or broken
			ok = false
		}
		if !ok {
			return nil, ErrOther
		}
	}
}

// frame reads SOF (T.81 B.2.2).
func (f *jpegFile) frame(b []byte) bool {
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

// quantizers reads DQT (B.2.4.1), in zigzag order as it stands.
func (f *jpegFile) quantizers(b []byte) bool {
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

// huffmans reads DHT (B.2.4.2).
func (f *jpegFile) huffmans(b []byte) bool {
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

// scan reads SOS (B.2.3), which must be of all components at once.
func (f *jpegFile) scan(b []byte) bool {
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
		if !c.dc.known || !c.ac.known {
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
