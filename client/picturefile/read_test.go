package picturefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"

	"golang.org/x/image/bmp"

	"viviscope/gui/media/mediatest"
)

var red = color.NRGBA{0xe5, 0x37, 0x2a, 255}

func at(im *image.RGBA, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(im.RGBAAt(x, y)).(color.NRGBA)
}

// wantNear compares a pixel with a tolerance for each channel.
func wantNear(t *testing.T, im *image.RGBA, x, y int, want color.NRGBA, off int) {
	t.Helper()
	got := at(im, x, y)
	for _, c := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}, {got.A, want.A}} {
		if d := int(c[0]) - int(c[1]); d > off || d < -off {
			t.Errorf("pixel %d,%d is %v, and not within %d of %v", x, y, got, off, want)
			return
		}
	}
}

func encoded(t testing.TB, encode func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, im image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return png.Encode(w, im) })
}

func asJPEG(t testing.TB, im image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return jpeg.Encode(w, im, &jpeg.Options{Quality: 100}) })
}

func testFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustRead(t testing.TB, b []byte) Picture {
	t.Helper()
	r, err := Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if im := r.Image; im.Rect.Min != (image.Point{}) || im.Stride != 4*im.Rect.Dx() ||
		len(im.Pix) != 4*im.Rect.Dx()*im.Rect.Dy() {
		t.Errorf("image %v with %d bytes in rows of %d", im.Rect, len(im.Pix), im.Stride)
	}
	return r
}

func TestReadDecodesEveryPixelFormat(t *testing.T) {
	rect := image.Rect(0, 0, 24, 16)
	fill := func(im interface{ Set(x, y int, c color.Color) }, c color.Color) {
		for y := range 16 {
			for x := range 24 {
				im.Set(x, y, c)
			}
		}
	}
	half := color.NRGBA{255, 0, 0, 128}
	nrgba, deep, gray, deepGray := image.NewNRGBA(rect), image.NewNRGBA64(rect), image.NewGray(rect),
		image.NewGray16(rect)
	fill(nrgba, half)
	fill(deep, color.NRGBA64{0x1234, 0x5678, 0x9abc, 0xffff})
	fill(gray, color.Gray{99})
	fill(deepGray, color.Gray16{0x6363})
	palette := image.NewPaletted(rect, color.Palette{color.NRGBA{}, red})
	fill(palette, red)
	palette.SetColorIndex(3, 3, 0)
	frame := &image.Paletted{Pix: palette.Pix, Stride: palette.Stride, Rect: rect.Add(image.Pt(10, 5)),
		Palette: palette.Palette}
	moving := encoded(t, func(w io.Writer) error {
		return gif.EncodeAll(w, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{5, 5},
			Config: image.Config{Width: 40, Height: 30, ColorModel: palette.Palette}})
	})
	for name, c := range map[string]struct {
		data   []byte
		format string
		size   image.Point
		at     image.Point
		want   color.NRGBA
		off    int
		alpha  bool
	}{
		"alpha": {asPNG(t, nrgba), "png", image.Pt(24, 16), image.Pt(5, 5), half, 0, true},
		"16 bits": {asPNG(t, deep), "png", image.Pt(24, 16), image.Pt(5, 5), color.NRGBA{0x12, 0x56, 0x9a, 255}, 0,
			false},
		"gray": {asPNG(t, gray), "png", image.Pt(24, 16), image.Pt(5, 5), color.NRGBA{99, 99, 99, 255}, 0, false},
		"16 gray": {asPNG(t, deepGray), "png", image.Pt(24, 16), image.Pt(5, 5), color.NRGBA{99, 99, 99, 255}, 0,
			false},
		"palette": {asPNG(t, palette), "png", image.Pt(24, 16), image.Pt(5, 5), red, 0, true},
		"jpeg": {asJPEG(t, gray), "jpeg", image.Pt(24, 16), image.Pt(5, 5), color.NRGBA{99, 99, 99, 255}, 1,
			false},
		"cmyk": {testFile(t, "cmyk.jpg"), "jpeg", image.Pt(24, 16), image.Pt(12, 0), color.NRGBA{255, 0, 0, 255}, 40,
			false},
		"lossy": {testFile(t, "lossy.webp"), "webp", image.Pt(24, 16), image.Pt(5, 5), color.NRGBA{200, 30, 40, 255}, 3,
			false},
		"glass": {testFile(t, "glass.webp"), "webp", image.Pt(24, 16), image.Pt(5, 5), color.NRGBA{200, 30, 40, 128}, 4,
			true},
		"lossless": {testFile(t, "lossless.webp"), "webp", image.Pt(24, 16), image.Pt(5, 5), half, 1, true},
		"bmp": {encoded(t, func(w io.Writer) error {
			return bmp.Encode(w, gray)
		}), "bmp", image.Pt(24, 16), image.Pt(5, 5), color.NRGBA{99, 99, 99, 255}, 0, false},
		"gif":       {moving, "gif", image.Pt(40, 30), image.Pt(12, 7), red, 0, true},
		"gif, left": {moving, "gif", image.Pt(40, 30), image.Pt(2, 2), color.NRGBA{}, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustRead(t, c.data)
			if r.Format != c.format || r.Image.Rect.Size() != c.size || r.Alpha != c.alpha || r.Profile != nil {
				t.Errorf("%s of %v, alpha %v, profile of %d bytes", r.Format, r.Image.Rect.Size(), r.Alpha,
					len(r.Profile))
			}
			wantNear(t, r.Image, c.at.X, c.at.Y, c.want, c.off)
		})
	}
}

// exifBlock returns a TIFF block that contains only an orientation.
func exifBlock(order binary.ByteOrder, v uint16) []byte {
	b := make([]byte, 26)
	copy(b, "II*\x00")
	if order == binary.ByteOrder(binary.BigEndian) {
		copy(b, "MM\x00*")
	}
	order.PutUint32(b[4:], 8)
	order.PutUint16(b[8:], 1)
	order.PutUint16(b[10:], 274)
	order.PutUint16(b[12:], 3)
	order.PutUint32(b[14:], 1)
	order.PutUint16(b[18:], v)
	return b
}

func insert(b []byte, at int, piece []byte) []byte {
	return append(append(append([]byte(nil), b[:at]...), piece...), b[at:]...)
}

func withJPEG(b []byte, marker byte, body []byte) []byte {
	seg := append([]byte{0xff, marker}, binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))...)
	return insert(b, 2, append(seg, body...))
}

func pngChunk(kind string, body []byte) []byte {
	c := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	c = append(append(c, kind...), body...)
	return binary.BigEndian.AppendUint32(c, crc32.ChecksumIEEE(c[4:]))
}

func riffChunk(kind string, body []byte) []byte {
	c := append([]byte(kind), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...)
	c = append(c, body...)
	if len(body)%2 == 1 {
		c = append(c, 0)
	}
	return c
}

// withWebP converts a simple WebP file to an extended one (RFC 9649 2.7).
func withWebP(b, profile, meta []byte) []byte {
	head := []byte{0, 0, 0, 0, 23, 0, 0, 15, 0, 0} // 24 by 16
	body := append([]byte("WEBP"), riffChunk("VP8X", head)...)
	if profile != nil {
		body[12] |= 0x20
		body = append(body, riffChunk("ICCP", profile)...)
	}
	body = append(body, b[12:]...)
	if meta != nil {
		body[12] |= 0x08
		body = append(body, riffChunk("EXIF", meta)...)
	}
	return append(append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...), body...)
}

// corners returns a gray picture with one white corner, which shows the applied orientation.
func corners() *image.Gray {
	im := image.NewGray(image.Rect(0, 0, 24, 16))
	for y := range 8 {
		for x := range 8 {
			im.SetGray(x, y, color.Gray{255})
		}
	}
	return im
}

func TestReadAppliesEXIFOrientation(t *testing.T) {
	// Expected position of the first stored pixel (TIFF 6.0, Orientation).
	for orientation, want := range map[uint16]struct {
		size  image.Point
		right bool
		lower bool
	}{
		0: {image.Pt(24, 16), false, false}, 1: {image.Pt(24, 16), false, false}, 2: {image.Pt(24, 16), true, false},
		3: {image.Pt(24, 16), true, true}, 4: {image.Pt(24, 16), false, true}, 5: {image.Pt(16, 24), false, false},
		6: {image.Pt(16, 24), true, false}, 7: {image.Pt(16, 24), true, true}, 8: {image.Pt(16, 24), false, true},
		9: {image.Pt(24, 16), false, false},
	} {
		for name, b := range map[string][]byte{
			"jpeg": withJPEG(asJPEG(t, corners()), 0xe1,
				append([]byte("Exif\x00\x00"), exifBlock(binary.LittleEndian, orientation)...)),
			"png": insert(asPNG(t, corners()), 33, pngChunk("eXIf", exifBlock(binary.BigEndian, orientation))),
		} {
			im := mustRead(t, b).Image
			if im.Rect.Size() != want.size {
				t.Errorf("%s, orientation %d: %v", name, orientation, im.Rect.Size())
				continue
			}
			for _, right := range []bool{false, true} {
				for _, lower := range []bool{false, true} {
					p := image.Pt(2, 2)
					if right {
						p.X = want.size.X - 3
					}
					if lower {
						p.Y = want.size.Y - 3
					}
					if got := at(im, p.X, p.Y).R > 128; got != (right == want.right && lower == want.lower) {
						t.Errorf("%s, orientation %d: %v is white: %v", name, orientation, p, got)
					}
				}
			}
		}
	}
	turned := mustRead(t, withWebP(testFile(t, "lossy.webp"), nil, exifBlock(binary.LittleEndian, 6))).Image
	if turned.Rect.Size() != image.Pt(16, 24) {
		t.Errorf("webp: %v", turned.Rect.Size())
	}
}

// profileOf returns n bytes that begin like a profile for a colour space.
func profileOf(space string, n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(i * 7)
	}
	copy(p[16:], space)
	copy(p[36:], "acsp")
	return p
}

// A profile of any size is read from each format and written to both formats unchanged.
func TestReadAndEncodeKeepProfile(t *testing.T) {
	im := mediatest.Pattern(24, 16, true)
	for _, n := range []int{128, 561, 65519, 65520, 200_000} {
		want := profileOf("RGB ", n)
		for _, b := range [][]byte{
			encoded(t, func(w io.Writer) error { return EncodePNG(w, im, want) }),
			encoded(t, func(w io.Writer) error { return EncodeJPEG(w, im, want, 90) }),
			withWebP(testFile(t, "lossy.webp"), want, nil),
		} {
			r := mustRead(t, b)
			if !bytes.Equal(r.Profile, want) {
				t.Errorf("%s: a profile of %d bytes became one of %d", r.Format, n, len(r.Profile))
			}
		}
	}
	// Pieces may be stored in any order.
	want := profileOf("RGB ", 300)
	b := asJPEG(t, corners())
	for i := range 3 {
		piece := append([]byte(jpegICC), byte(i+1), 3)
		b = withJPEG(b, 0xe2, append(piece, want[100*i:100*i+100]...))
	}
	if got := mustRead(t, b).Profile; !bytes.Equal(got, want) {
		t.Errorf("%d bytes in pieces", len(got))
	}
	gone := append([]byte(jpegICC), 1, 2)
	if got := mustRead(t, withJPEG(asJPEG(t, corners()), 0xe2, append(gone, want...))).Profile; got != nil {
		t.Errorf("a profile without its second piece is one of %d bytes", len(got))
	}
}

// CMYK and gray pictures are decoded to RGB, so their own profile no longer applies.
func TestReadDropsProfileThatIsNotRGB(t *testing.T) {
	for _, p := range [][]byte{profileOf("CMYK", 400), profileOf("GRAY", 400), profileOf("RGB ", 128)[:127],
		[]byte("x")} {
		b := encoded(t, func(w io.Writer) error { return EncodeJPEG(w, mediatest.Pattern(9, 9, true), p, 90) })
		if got := mustRead(t, b).Profile; got != nil {
			t.Errorf("kept %d bytes of %q", len(got), p[:1])
		}
	}
}

func TestEncodePNGKeepsEveryPixel(t *testing.T) {
	for _, opaque := range []bool{true, false} {
		im := mediatest.Pattern(300, 200, opaque)
		r := mustRead(t, encoded(t, func(w io.Writer) error { return EncodePNG(w, im, nil) }))
		if r.Alpha == opaque {
			t.Errorf("opaque %v, and alpha %v", opaque, r.Alpha)
		}
		if !bytes.Equal(r.Image.Pix, im.Pix) {
			t.Errorf("opaque %v: other pixels", opaque)
		}
	}
}

func TestEncodeJPEGFlattensOnWhite(t *testing.T) {
	im := image.NewRGBA(image.Rect(0, 0, 32, 32))
	for i := 0; i < len(im.Pix); i += 4 {
		copy(im.Pix[i:], []uint8{0, 0, 0, 128})
	}
	r := mustRead(t, encoded(t, func(w io.Writer) error { return EncodeJPEG(w, im, nil, 100) }))
	wantNear(t, r.Image, 9, 9, color.NRGBA{127, 127, 127, 255}, 2)
	low := encoded(t, func(w io.Writer) error { return EncodeJPEG(w, mediatest.Pattern(200, 200, true), nil, 20) })
	high := encoded(t, func(w io.Writer) error { return EncodeJPEG(w, mediatest.Pattern(200, 200, true), nil, 95) })
	if len(low) >= len(high) {
		t.Errorf("quality 20 has %d bytes, quality 95 %d", len(low), len(high))
	}
}

func TestConvert(t *testing.T) {
	im := mediatest.Pattern(100, 60, true)
	for _, c := range []ConvertOptions{{Format: "png"}, {Format: "png", Size: image.Pt(50, 30)},
		{Format: "jpeg", Quality: 80, Size: image.Pt(200, 120), Profile: profileOf("RGB ", 200)}} {
		r := mustRead(t, encoded(t, func(w io.Writer) error { return Convert(w, im, c) }))
		want := c.Size
		if want == (image.Point{}) {
			want = image.Pt(100, 60)
		}
		if r.Format != c.Format || r.Image.Rect.Size() != want || !bytes.Equal(r.Profile, c.Profile) {
			t.Errorf("%+v became %s of %v", c, r.Format, r.Image.Rect.Size())
		}
	}
	for _, c := range []ConvertOptions{{Format: "tiff"}, {Format: "png", Size: image.Pt(-1, 9)},
		{Format: "png", Size: image.Pt(1<<40, 9)}} {
		if err := Convert(io.Discard, im, c); err == nil {
			t.Errorf("%+v was written", c)
		}
	}
	if got := ScaleDown(im, 40).Rect.Size(); got != image.Pt(40, 24) {
		t.Errorf("smaller is %v", got)
	}
	if ScaleDown(im, 100) != im {
		t.Error("what is small enough was copied")
	}
}

func TestReadReportsUnreadableFiles(t *testing.T) {
	good := asPNG(t, corners())
	huge := append([]byte(nil), good...)
	binary.BigEndian.PutUint32(huge[16:], 20000)
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	// An extended header of 24 by 16 pixels before a frame of another size.
	liar := withWebP(testFile(t, "lossy.webp"), nil, nil)
	liar[24] = 99
	// Three colours of 6144 by 6144 pixels: 600 MB.
	progressive := []byte("\xff\xd8\xff\xc2\x00\x11\x08\x18\x00\x18\x00\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00")
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"progressive": {progressive, ErrTooLarge},
		"empty":       {nil, ErrFormat}, "text": {[]byte("hello, this is no picture"), ErrFormat},
		"short": {good[:4], ErrFormat},
		"huge":  {huge, ErrTooLarge}, "liar": {liar, ErrDamaged},
		"half a jpeg": {asJPEG(t, corners())[:100], ErrDamaged},
	} {
		if _, err := Read(bytes.NewReader(c.data)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := exec.LookPath("ffmpeg"); err != nil && runtime.GOOS == "windows" {
		t.Skip("the decoders of other programs are not installed")
	}
	if p, err := Read(bytes.NewReader(testFile(t, "../../testdata/jpeg-arithmetic.jpg"))); err != nil ||
		!p.NonStandard ||
		p.Image.Rect.Dx() != 96 || p.Faults != "" {
		t.Errorf("arithmetic coding: %+v, %v", p.Faults, err)
	}
	if p, err := Read(bytes.NewReader(good[:len(good)-30])); err != nil || p.Faults == "" || !p.NonStandard {
		t.Errorf("cut off: %q, %v", p.Faults, err)
	}
}

// Any input must not panic, and must respect the limits of size and profile.
func FuzzRead(f *testing.F) {
	nrgba := mediatest.Pattern(24, 16, false)
	f.Add(encoded(f, func(w io.Writer) error { return EncodePNG(w, nrgba, profileOf("RGB ", 300)) }))
	f.Add(insert(asPNG(f, corners()), 33, pngChunk("eXIf", exifBlock(binary.BigEndian, 5))))
	f.Add(withJPEG(asJPEG(f, corners()), 0xe1, append([]byte("Exif\x00\x00"), exifBlock(binary.LittleEndian, 6)...)))
	f.Add(encoded(f, func(w io.Writer) error { return EncodeJPEG(w, nrgba, profileOf("RGB ", 300), 80) }))
	f.Add(withWebP(testFile(f, "lossy.webp"), profileOf("RGB ", 200), exifBlock(binary.LittleEndian, 8)))
	f.Add(testFile(f, "lossless.webp"))
	f.Add(testFile(f, "cmyk.jpg"))
	f.Add(encoded(f, func(w io.Writer) error { return bmp.Encode(w, nrgba) }))
	f.Add(encoded(f, func(w io.Writer) error { return gif.Encode(w, nrgba, nil) }))
	const most = 1 << 16
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := read(bytes.NewReader(b), func(w, h int) error {
			if err := Check(w, h); err != nil {
				return err
			}
			if w*h > most { // large pictures only slow the fuzzer down
				return ErrTooLarge
			}
			return nil
		})
		if err != nil {
			return
		}
		if n := r.Image.Rect.Dx() * r.Image.Rect.Dy(); n < 1 || n > most || len(r.Image.Pix) != 4*n ||
			len(r.Profile) > maxProfile {
			t.Errorf("%d pixels in %d bytes, profile of %d", n, len(r.Image.Pix), len(r.Profile))
		}
	})
}

func BenchmarkEncode3840x2160(b *testing.B) {
	im := mediatest.Pattern(3840, 2160, true)
	for _, bb := range []struct {
		name   string
		encode func(io.Writer) error
	}{
		{"png", func(w io.Writer) error { return EncodePNG(w, im, nil) }},
		{"jpeg", func(w io.Writer) error { return EncodeJPEG(w, im, nil, 90) }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := bb.encode(&out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len())/1e6, "MB")
		})
	}
}
