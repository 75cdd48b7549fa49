package reduce

import "image"

// JPEG decodes a JPEG at 1/2, 1/4 or 1/8 of its size: the smallest with a longer side of at least px. It does not apply
// the EXIF orientation. The error is [ErrUnsupported].
func JPEG(b []byte, px int) (image.Image, error) {
	f, err := parseJPEG(b)
	if err != nil {
		return nil, err
	}
	side := 0 // pixels to keep of the 8 on the side of a block
	for _, s := range []int{1, 2, 4} {
		if ceilDiv(max(f.size.X, f.size.Y)*s, 8) >= px {
			side = s
			break
		}
	}
	if side == 0 {
		return nil, ErrUnsupported
	}
	if !f.decode(side) {
		return nil, ErrUnsupported
	}
	return f.assemble(side), nil
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// keepsDoubleChroma reports whether blocks of chroma keep twice as many pixels as blocks of luma. With chroma at half
// resolution, this keeps colours as sharp as scaling the whole picture.
func (f *jpegFile) keepsDoubleChroma(side int) bool {
	across, down := f.chromaHalved()
	return side <= 2 && across && down
}

// chromaHalved reports whether chroma has half of the resolution horizontally and vertically.
func (f *jpegFile) chromaHalved() (across, down bool) {
	y, c := f.components[0], f.components[1]
	return y.h > c.h, y.v > c.v
}

// decode decodes the scan into the planes of the components. It reports whether the data is valid.
func (f *jpegFile) decode(side int) bool {
	across, down := 1, 1
	for _, c := range f.components {
		across, down = max(across, c.h), max(down, c.v)
	}
	columns, rows := ceilDiv(f.size.X, 8*across), ceilDiv(f.size.Y, 8*down)
	for i := range f.components {
		c := &f.components[i]
		c.side = side
		if i > 0 && f.keepsDoubleChroma(side) {
			c.side = 2 * side
		}
		c.stride = columns * c.h * c.side
		c.pix = make([]byte, c.stride*rows*c.v*c.side)
	}
	b := &bitReader{data: f.data}
	left := f.interval
	for row := range rows {
		for column := range columns {
			if f.interval > 0 {
				if left == 0 {
					if !b.restart() {
						return false
					}
					for i := range f.components {
						f.components[i].previousDC = 0
					}
					left = f.interval
				}
				left--
			}
			if !f.decodeMCU(b, column, row) {
				return false
			}
		}
		if b.isOverrun() {
			return false
		}
	}
	return true
}

// decodeMCU decodes one minimum coded unit (T.81 A.2.3).
func (f *jpegFile) decodeMCU(b *bitReader, column, row int) bool {
	for i := range f.components {
		c := &f.components[i]
		for v := range c.v {
			for h := range c.h {
				at := ((row*c.v+v)*c.stride + (column*c.h + h)) * c.side
				if !c.decodeBlock(b, c.pix[at:]) {
					return false
				}
			}
		}
	}
	return true
}

// lastCoefficient is the zigzag index of the last coefficient that a block of 1, 2 or 4 pixels on a side needs.
var lastCoefficient = [5]int{1: 0, 2: 4, 4: 24}

// decodeBlock decodes one block of 8 x 8 pixels into side x side pixels of out.
func (c *component) decodeBlock(b *bitReader, out []byte) bool {
	side := c.side
	var k [25]int32 // coefficients in zigzag order
	b.fill()
	size, bad := c.dc.next(b)
	if bad || size > 15 {
		return false
	}
	b.fill()
	c.previousDC += receive(b, int(size))
	k[0] = c.previousDC * c.quant[0]
	last := lastCoefficient[side]
	plain := true
	at := 1
	for at <= last {
		b.fill()
		rs, bad := c.ac.next(b)
		if bad {
			return false
		}
		size := int(rs & 15)
		if size == 0 {
			if rs != 0xf0 { // end of block
				at = 64
				break
			}
			at += 16
			continue
		}
		at += int(rs >> 4)
		if at > last {
			b.drop(size)
			at++
			break
		}
		k[at] = receive(b, size) * c.quant[at]
		plain = false
		at++
	}
	// Skip the remaining coefficients: they have no effect at this size.
	for at < 64 {
		b.fill()
		rs, bad := c.ac.next(b)
		if bad {
			return false
		}
		size := int(rs & 15)
		if size == 0 {
			if rs != 0xf0 {
				break
			}
			at += 16
			continue
		}
		b.drop(size)
		at += int(rs>>4) + 1
	}
	if at > 64 {
		return false
	}
	switch {
	case side == 1:
		out[0] = toByte(k[0], 3)
	case plain:
		v := toByte(k[0], 3)
		for y := range side {
			row := out[y*c.stride : y*c.stride+side]
			for x := range row {
				row[x] = v
			}
		}
	case side == 2:
		inverse2(&k, out, c.stride)
	default:
		inverse4(&k, out, c.stride)
	}
	return true
}

// receive reads a signed number of size bits (T.81 F.2.2.1). b must hold them.
func receive(b *bitReader, size int) int32 {
	if size == 0 {
		return 0
	}
	v := int32(b.acc >> (64 - size))
	b.drop(size)
	if v < 1<<(size-1) {
		v += -1<<size + 1
	}
	return v
}

// toByte divides a sum by 2^shift, adds 128, and clamps it to a byte.
func toByte(v int32, shift uint) byte {
	v = (v+1<<(shift-1))>>shift + 128
	return byte(min(max(v, 0), 255))
}

// inverse2 is the inverse DCT of the 2 x 2 lowest coefficients.
func inverse2(k *[25]int32, out []byte, stride int) {
	a, b := k[0]+k[2], k[0]-k[2] // zigzag 1 is to the right, 2 below, 4 both
	c, d := k[1]+k[4], k[1]-k[4]
	out[0], out[1] = toByte(a+c, 3), toByte(a-c, 3)
	out[stride], out[stride+1] = toByte(b+d, 3), toByte(b-d, 3)
}

// zigzag4 is the zigzag index of each of the 4 x 4 lowest coefficients.
var zigzag4 = [16]uint8{
	0, 1, 5, 6,
	2, 4, 7, 13,
	3, 8, 12, 17,
	9, 11, 18, 24,
}

// The factors of a 4-point DCT, in 1/2048.
const (
	cosHalf   = 1024 // 0.5
	cosEighth = 1338 // cos(pi/8) / sqrt 2
	sinEighth = 554  // sin(pi/8) / sqrt 2
)

// inverse4 is the inverse DCT of the 4 x 4 lowest coefficients.
func inverse4(k *[25]int32, out []byte, stride int) {
	var t [16]int32 // columns done, times 16
	for x := range 4 {
		k0, k1, k2, k3 := k[zigzag4[x]], k[zigzag4[4+x]], k[zigzag4[8+x]], k[zigzag4[12+x]]
		even, odd := cosHalf*(k0+k2), cosHalf*(k0-k2)
		p, q := cosEighth*k1+sinEighth*k3, sinEighth*k1-cosEighth*k3
		t[x], t[12+x] = (even+p)>>7, (even-p)>>7
		t[4+x], t[8+x] = (odd+q)>>7, (odd-q)>>7
	}
	for y := range 4 {
		k0, k1, k2, k3 := t[4*y], t[4*y+1], t[4*y+2], t[4*y+3]
		even, odd := cosHalf*(k0+k2), cosHalf*(k0-k2)
		p, q := cosEighth*k1+sinEighth*k3, sinEighth*k1-cosEighth*k3
		row := out[y*stride : y*stride+4]
		// The sums are scaled by 16 (columns), 2048 (rows), and 2 (4 of 8 points are kept).
		row[0], row[3] = toByte(even+p, 16), toByte(even-p, 16)
		row[1], row[2] = toByte(odd+q, 16), toByte(odd-q, 16)
	}
}

// assemble combines the planes of the components into an image.
func (f *jpegFile) assemble(side int) image.Image {
	r := image.Rect(0, 0, ceilDiv(f.size.X*side, 8), ceilDiv(f.size.Y*side, 8))
	y := f.components[0]
	if len(f.components) == 1 {
		return &image.Gray{Pix: y.pix, Stride: y.stride, Rect: r}
	}
	ratio := image.YCbCrSubsampleRatio444
	switch across, down := f.chromaHalved(); {
	case f.keepsDoubleChroma(side):
	case across && down:
		ratio = image.YCbCrSubsampleRatio420
	case across:
		ratio = image.YCbCrSubsampleRatio422
	case down:
		ratio = image.YCbCrSubsampleRatio440
	}
	return &image.YCbCr{
		Y: y.pix, Cb: f.components[1].pix, Cr: f.components[2].pix,
		YStride: y.stride, CStride: f.components[1].stride,
		SubsampleRatio: ratio, Rect: r,
	}
}
