package reduce

import "encoding/binary"

// bitReader reads the entropy-coded data of a JPEG, most significant bit first. Past the end and past a marker it gives zeros and
// counts them, so that the inner loops need no error: who reads looks at overrun after each row.
type bitReader struct {
	data  []byte
	at    int
	acc   uint64 // the next n bits, at the top
	n     int
	ghost int // bits that were made up
}

// fill sees to it that there are at least 32 bits.
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
			b.ghost += 8
		case b.data[b.at] != 0xff:
			c = b.data[b.at]
			b.at++
		case b.at+1 < len(b.data) && b.data[b.at+1] == 0:
			c = 0xff
			b.at += 2
		default: // a marker
			b.ghost += 8
		}
		b.acc |= uint64(c) << (56 - b.n)
		b.n += 8
	}
}

// has0xFF reports whether one of four bytes is 0xff, behind which a zero is stuffed or a marker begins.
func has0xFF(v uint32) bool { return (^v-0x01010101)&v&0x80808080 != 0 }

func (b *bitReader) drop(n int) {
	b.acc <<= n
	b.n -= n
}

// overrun reports whether more was read than there is.
func (b *bitReader) overrun() bool { return b.ghost > b.n }

// restart goes behind the next marker, which must be RST0 to RST7.
func (b *bitReader) restart() bool {
	if b.overrun() {
		return false
	}
	b.acc, b.n, b.ghost = 0, 0, 0
	if b.at+1 >= len(b.data) || b.data[b.at] != 0xff || b.data[b.at+1]&^7 != 0xd0 {
		return false
	}
	b.at += 2
	return true
}
