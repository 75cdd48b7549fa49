package reduce

// lookBits is how many bits are looked up at once; longer codes are searched.
const lookBits = 10

// huffman is one table of codes.
type huffman struct {
	look    [1 << lookBits]uint16 // length of the code << 8 | its value; 0: longer than lookBits
	values  [256]uint8
	maxCode [17]int32 // largest code of each length, left-aligned to 16 bits, exclusive; 0 for none
	offset  [17]int32 // of its values, less the first code
	known   bool
}

// set makes the table of the counts of the codes of each length, 1 to 16, and their values. It reports whether they make sense.
func (h *huffman) set(counts []byte, values []byte) bool {
	*h = huffman{known: true}
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

// next reads one value. bad is true where no code fits. It needs 16 bits in b.
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
