package media

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/boxes-ltd/imaging"
)

// Full and reduced decoding rotate a photograph equally.
func TestSmallPicturesAreTurnedAsWholeOnes(t *testing.T) {
	plain := jpegOf(t, scene(640, 320))
	for turn := byte(1); turn <= 8; turn++ {
		exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(turn) +
			"\x00\x00\x00\x00\x00\x00"
		turned := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...)
		turned = append(turned, plain[2:]...)
		path := filepath.Join(t.TempDir(), "photo.jpg")
		if err := os.WriteFile(path, turned, 0o600); err != nil {
			t.Fatal(err)
		}
		whole, err := readPicture(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, lying := whole.Bounds().Size(), image.Pt(640, 320); turn < 5 && got != lying || turn >= 5 &&
			got != image.Pt(320, 640) {
			t.Errorf("turn %d: %v of %v", turn, got, lying)
		}
		small, err := readSmall(path, 160)
		if err != nil {
			t.Fatal(err)
		}
		if got := max(small.Bounds().Dx(), small.Bounds().Dy()); got != 160 {
			t.Errorf("turn %d: %d pixels, not reduced", turn, got)
		}
		want := imaging.Resize(whole, small.Bounds().Dx(), small.Bounds().Dy(), imaging.Box)
		for _, at := range []image.Point{{5, 5}, {40, 70}, {75, 10}} {
			a, b := color.RGBAModel.Convert(small.At(at.X, at.Y)).(color.RGBA),
				color.RGBAModel.Convert(want.At(at.X, at.Y)).(color.RGBA)
			if !near(a, b, 8) {
				t.Errorf("turn %d: %v is %v, want %v", turn, at, a, b)
			}
		}
	}
}

// Reduced decoding has the same limits as full decoding.
func TestSmallHasTheLimitsOfWhole(t *testing.T) {
	for name, content := range map[string][]byte{
		"cut JPEG":        jpegOf(t, textured(640, 320))[:2000],
		"cut PNG":         pngOf(t, textured(640, 320))[:2000],
		"too many pixels": pngHeader(10000, 10000),
		"words":           []byte("<html>"),
		"small PNG":       pngOf(t, scene(64, 32)),
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		_, whole := readPicture(path)
		if _, small := readSmall(path, 60); (whole == nil) != (small == nil) || whole != nil &&
			whole.Error() != small.Error() {
			t.Errorf("%s: %v, whole %v", name, small, whole)
		}
	}
}
