package reduce

// unfilter undoes the filter of a row of so many bytes a pixel, with the row above it (PNG 9.2). It reports whether
// there is such a filter.
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

// predict gives the one of left, up and corner that is nearest to left + up - corner. It must stay small enough to be inlined, and its
// choices short enough to become moves without jumps: what they depend on is noise.
func predict(left, up, corner int32) int32 {
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
		l = (predict(l, u, c) + int32(row[i])) & 0xff
		c = u
		row[i] = uint8(l)
	}
}

func paeth3(row, above []byte) {
	var l0, l1, l2, c0, c1, c2 int32
	for len(row) >= 3 && len(above) >= 3 {
		u0, u1, u2 := int32(above[0]), int32(above[1]), int32(above[2])
		l0 = (predict(l0, u0, c0) + int32(row[0])) & 0xff
		l1 = (predict(l1, u1, c1) + int32(row[1])) & 0xff
		l2 = (predict(l2, u2, c2) + int32(row[2])) & 0xff
		c0, c1, c2 = u0, u1, u2
		row[0], row[1], row[2] = uint8(l0), uint8(l1), uint8(l2)
		row, above = row[3:], above[3:]
	}
}

func paeth4(row, above []byte) {
	var l0, l1, l2, l3, c0, c1, c2, c3 int32
	for len(row) >= 4 && len(above) >= 4 {
		u0, u1, u2, u3 := int32(above[0]), int32(above[1]), int32(above[2]), int32(above[3])
		l0 = (predict(l0, u0, c0) + int32(row[0])) & 0xff
		l1 = (predict(l1, u1, c1) + int32(row[1])) & 0xff
		l2 = (predict(l2, u2, c2) + int32(row[2])) & 0xff
		l3 = (predict(l3, u3, c3) + int32(row[3])) & 0xff
		c0, c1, c2, c3 = u0, u1, u2, u3
		row[0], row[1], row[2], row[3] = uint8(l0), uint8(l1), uint8(l2), uint8(l3)
		row, above = row[4:], above[4:]
	}
}
