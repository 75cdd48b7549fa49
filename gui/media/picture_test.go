package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"viviscope/client/picturefile"
)

func TestFit(t *testing.T) {
	for _, c := range []struct {
		size image.Point
		px   int
		want image.Point
	}{
		{image.Pt(3840, 2160), 512, image.Pt(512, 288)},
		{image.Pt(2160, 3840), 512, image.Pt(288, 512)},
		{image.Pt(1000, 1000), 320, image.Pt(320, 320)},
		{image.Pt(100, 50), 512, image.Pt(100, 50)}, // never enlarged
		{image.Pt(16000, 10), 64, image.Pt(64, 1)},  // never nothing
		{image.Pt(0, 0), 64, image.Pt(0, 0)},
	} {
		if got := picturefile.FitSize(c.size, c.px); got != c.want {
			t.Errorf("picturefile.Fit(%v, %d) = %v, want %v", c.size, c.px, got, c.want)
		}
	}
}

func TestShrinkReturnsUnpaddedRGBA(t *testing.T) {
	for name, im := range map[string]image.Image{
		"rgba":      scene(300, 200),
		"sub-image": scene(300, 200).SubImage(image.Rect(10, 10, 210, 110)),
		"nrgba":     image.NewNRGBA(image.Rect(0, 0, 300, 200)),
		"ycbcr":     image.NewYCbCr(image.Rect(0, 0, 300, 200), image.YCbCrSubsampleRatio420),
		"gray":      image.NewGray(image.Rect(0, 0, 300, 200)),
	} {
		for _, px := range []int{64, 512} {
			got := shrink(im, px)
			if got.Stride != 4*got.Rect.Dx() || got.Rect.Min != (image.Point{}) {
				t.Errorf("%s at %d: stride %d for width %d, origin %v", name, px, got.Stride, got.Rect.Dx(),
					got.Rect.Min)
			}
			if want := picturefile.FitSize(im.Bounds().Size(), px); got.Rect.Size() != want {
				t.Errorf("%s at %d: size %v, want %v", name, px, got.Rect.Size(), want)
			}
		}
	}
}

func TestShrinkPremultipliesTransparency(t *testing.T) {
	im := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	for i := range im.Pix {
		im.Pix[i] = 0x80
	}
	got := shrink(im, 64).RGBAAt(10, 10)
	if want := (color.RGBA{0x40, 0x40, 0x40, 0x80}); got != want {
		t.Errorf("half transparent grey became %v, want %v", got, want)
	}
}

func TestReadPictureRefuses(t *testing.T) {
	whole := jpegOf(t, scene(200, 100))
	png := pngOf(t, scene(64, 64))
	broken := bytes.Clone(png)
	broken[len(broken)/2] ^= 0xff
	for _, c := range []struct {
		name    string
		content []byte
		want    error
	}{
		{"empty", nil, ErrDamaged},
		{"words", []byte("<html>502 Bad Gateway</html>"), ErrDamaged},
		{"png with a flipped byte", broken, ErrDamaged},
		{"truncated webp", []byte("RIFF\x10\x00\x00\x00WEBPVP8 "), ErrDamaged},
		{"too many pixels", pngHeader(10000, 10000), ErrTooLarge},
		{"too long a side", pngHeader(20000, 2), ErrTooLarge},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if im, err := readPicture(path); !errors.Is(err, c.want) || im != nil {
			t.Errorf("%s: %v, %v; want %v", c.name, im, err, c.want)
		}
		if err := picturefile.Verify(path); errors.Is(err, ErrDamaged) != (c.want == ErrDamaged) {
			t.Errorf("%s: the check says %v", c.name, err)
		}
	}
	cut := filepath.Join(t.TempDir(), "cut.jpg")
	if err := os.WriteFile(cut, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if im, err := readPicture(cut); err != nil || im.Rect.Empty() || !errors.Is(picturefile.Verify(cut), ErrDamaged) {
		t.Errorf("what there is of a cut picture is not shown, or counts as whole: %v", err)
	}
	if _, err := readPicture(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// A picture of a medium-format camera is reduced, and is neither reported as damaged nor checked only by its header.
func TestAJPEGThatIsTooLargeIsReduced(t *testing.T) {
	var out bytes.Buffer
	grey := image.NewGray(image.Rect(0, 0, picturefile.MaxSide+16, 32))
	for i := range grey.Pix {
		grey.Pix[i] = 0x80
	}
	if err := jpeg.Encode(&out, grey, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "wide.jpg")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readPicture(path); !errors.Is(err, ErrTooLarge) {
		t.Errorf("decoded whole: %v", err)
	}
	for px, want := range map[int]int{512: 2050, picturefile.MaxSide: 8200} {
		im, err := readSmall(path, px)
		if err != nil || im.Bounds().Dx() != want || color.GrayModel.Convert(im.At(9, 3)).(color.Gray).Y != 0x80 {
			t.Errorf("at %d: %v, %v", px, im, err)
		}
	}
}

// pngHeader is a PNG header with this size and no data. Decoding it would allocate that much memory.
func pngHeader(width, height uint32) []byte {
	chunk := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(chunk[4:], width)
	binary.BigEndian.PutUint32(chunk[8:], height)
	copy(chunk[12:], []byte{8, 2, 0, 0, 0})
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
}

// Lossy WebP uses limited-range colours; the others do not.
func TestColoursOfWebP(t *testing.T) {
	for name, want := range map[string]color.NRGBA{"lossy": {200, 30, 40, 255}, "glass": {200, 30, 40, 128}} {
		im, err := readPicture(filepath.Join("..", "..", "client", "picturefile", "testdata", name+".webp"))
		if err != nil {
			t.Fatal(err)
		}
		got := color.NRGBAModel.Convert(im.At(5, 5)).(color.NRGBA)
		for i, c := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}, {got.A, want.A}} {
			if d := int(c[0]) - int(c[1]); d < -4 || d > 4 {
				t.Errorf("%s: channel %d is %d, want %d", name, i, c[0], c[1])
			}
		}
	}
}
