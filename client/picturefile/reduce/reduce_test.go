package reduce

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/boxes-ltd/imaging"
	"pgregory.net/rapid"
)

// scene returns a picture with gradients, edges and fine texture.
func scene(w, h int) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	n := uint32(7)
	for y := range h {
		for x := range w {
			n = n*1664525 + 1013904223
			v := uint8(40 + 40*math.Sin(float64(x)/9)*math.Cos(float64(y)/13))
			if (x/37+y/23)%5 == 0 {
				v += 60
			}
			im.SetRGBA(x, y, color.RGBA{uint8(100*x/w) + v, uint8(90*y/h) + v, v + uint8(n>>28), 255})
		}
	}
	return im
}

// psnr returns the peak signal-to-noise ratio of the RGB channels, in decibels.
func psnr(a, b image.Image) float64 {
	var sum float64
	r := a.Bounds()
	for y := range r.Dy() {
		for x := range r.Dx() {
			ar, ag, ab, _ := a.At(r.Min.X+x, r.Min.Y+y).RGBA()
			br, bg, bb, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			for _, d := range []float64{float64(ar) - float64(br), float64(ag) - float64(bg),
				float64(ab) - float64(bb)} {
				sum += d * d / 257 / 257
			}
		}
	}
	return 10 * math.Log10(255*255/(sum/float64(3*r.Dx()*r.Dy())+1e-9))
}

func encoded(t testing.TB, im image.Image, asPNG bool) []byte {
	t.Helper()
	var b bytes.Buffer
	err := jpeg.Encode(&b, im, &jpeg.Options{Quality: 92})
	if asPNG {
		b.Reset()
		err = png.Encode(&b, im)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestJPEGMatchesScaledPicture(t *testing.T) {
	for _, c := range []struct {
		w, h, px int
		want     image.Point
	}{
		{1600, 900, 200, image.Pt(200, 113)},
		{1600, 900, 201, image.Pt(400, 225)},
		{1600, 900, 800, image.Pt(800, 450)},
		{333, 777, 64, image.Pt(42, 98)},
		{17, 9, 3, image.Pt(3, 2)},
	} {
		b := encoded(t, scene(c.w, c.h), false)
		im, err := JPEG(b, c.px)
		if err != nil || im.Bounds().Size() != c.want {
			t.Fatalf("%d x %d at %d: %v, %v", c.w, c.h, c.px, im, err)
		}
		whole, err := jpeg.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if want := imaging.Resize(whole, c.want.X, c.want.Y, imaging.Box); c.w > 100 && psnr(im, want) < 25 {
			t.Errorf("%d x %d at %d: %.1f dB", c.w, c.h, c.px, psnr(im, want))
		}
	}
	if _, err := JPEG(encoded(t, scene(160, 90), false), 81); !errors.Is(err, ErrUnsupported) {
		t.Errorf("nothing to leave out: %v", err)
	}
}

// Other encoders use other tables, layouts and restart intervals.
func TestJPEGOfOtherEncodersMatchesScaledPicture(t *testing.T) {
	convert, err := exec.LookPath("convert")
	if err != nil {
		t.Skip("no ImageMagick here to encode with")
	}
	dir := t.TempDir()
	src := filepath.Join(dir, "a.png")
	if err := imaging.Save(scene(800, 600), src); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"4:4:4":     {"-sampling-factor", "1x1"},
		"4:2:2":     {"-sampling-factor", "2x1"},
		"4:4:0":     {"-sampling-factor", "1x2"},
		"4:2:0":     {"-sampling-factor", "2x2"},
		"1x2 each":  {"-sampling-factor", "1x2,1x2,1x2"},
		"restarts":  {"-define", "jpeg:restart-interval=7"},
		"gray":      {"-colorspace", "gray"},
		"optimized": {"-define", "jpeg:optimize-coding=true", "-quality", "30"},
	} {
		path := filepath.Join(dir, "a.jpg")
		if out, err := exec.Command(convert,
			append(append([]string{src}, args...), path)...).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		whole, err := imaging.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		b := read(t, path)
		for _, px := range []int{100, 200, 400} {
			im, err := JPEG(b, px)
			if err != nil {
				t.Errorf("%s at %d: %v", name, px, err)
				continue
			}
			size := im.Bounds().Size()
			if p := psnr(im, imaging.Resize(whole, size.X, size.Y, imaging.Box)); p < 28 {
				t.Errorf("%s at %d: %.1f dB", name, px, p)
			}
		}
	}
	path := filepath.Join(dir, "p.jpg")
	if out, err := exec.Command(convert, src, "-interlace", "JPEG", path).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if _, err := JPEG(read(t, path), 100); !errors.Is(err, ErrUnsupported) {
		t.Errorf("progressive: %v", err)
	}
}

func TestPNGMatchesAveragedPicture(t *testing.T) {
	gray := image.NewGray(image.Rect(0, 0, 500, 300))
	clearer := image.NewNRGBA(image.Rect(0, 0, 500, 300))
	for i := range gray.Pix {
		gray.Pix[i] = uint8(i * 7 / 3)
		clearer.SetNRGBA(i%500, i/500, color.NRGBA{uint8(i), uint8(i >> 5), 9, uint8(i / 500)})
	}
	for name, im := range map[string]image.Image{"opaque": scene(500, 300), "gray": gray, "transparent": clearer} {
		for _, factor := range []int{2, 3, 7, 50} {
			got, err := PNG(bytes.NewReader(encoded(t, im, true)), 500/factor)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			want := averaged(im, factor)
			if got.Rect != want.Rect {
				t.Fatalf("%s by %d: %v, want %v", name, factor, got.Rect, want.Rect)
			}
			for i := range got.Pix {
				if d := int(got.Pix[i]) - int(want.Pix[i]); d < -1 || d > 1 {
					t.Fatalf("%s by %d: byte %d is %d, want %d", name, factor, i, got.Pix[i], want.Pix[i])
				}
			}
		}
	}
}

// averaged is a slow reference implementation.
func averaged(im image.Image, factor int) *image.RGBA {
	r := im.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, ceilDiv(r.Dx(), factor), ceilDiv(r.Dy(), factor)))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			var s [4]float64
			n := 0.0
			for v := y * factor; v < min((y+1)*factor, r.Dy()); v++ {
				for u := x * factor; u < min((x+1)*factor, r.Dx()); u++ {
					cr, cg, cb, ca := im.At(u, v).RGBA()
					s[0], s[1], s[2], s[3], n = s[0]+float64(cr), s[1]+float64(cg), s[2]+float64(cb), s[3]+float64(ca),
						n+1
				}
			}
			for c := range s {
				out.Pix[y*out.Stride+4*x+c] = uint8(s[c]/n/257 + 0.5)
			}
		}
	}
	return out
}

func TestPNGRefusesUnsupportedKinds(t *testing.T) {
	palette := image.NewPaletted(image.Rect(0, 0, 90, 90), color.Palette{color.White, color.Black})
	for name, im := range map[string]image.Image{"16 bits": image.NewNRGBA64(image.Rect(0, 0, 90, 90)),
		"palette": palette, "small": scene(90, 90)} {
		px := 30
		if name == "small" {
			px = 46
		}
		if got, err := PNG(bytes.NewReader(encoded(t, im, true)), px); !errors.Is(err, ErrUnsupported) || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// A truncated or changed file is never accepted as valid. (A changed byte of a JPEG may still be valid.)
func TestBrokenFilesAreNotAccepted(t *testing.T) {
	asPNG, asJPEG := encoded(t, scene(64, 48), true), encoded(t, scene(64, 48), false)
	rapid.Check(t, func(t *rapid.T) {
		cut := rapid.IntRange(0, len(asPNG)-1).Draw(t, "cut")
		if _, err := PNG(bytes.NewReader(asPNG[:cut]), 16); err == nil {
			t.Fatalf("PNG cut at %d of %d", cut, len(asPNG))
		}
		b := bytes.Clone(asPNG)
		b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "by"))
		if _, err := PNG(bytes.NewReader(b), 16); err == nil {
			t.Fatal("PNG with a changed byte")
		}
		cut = rapid.IntRange(0, len(asJPEG)-8).Draw(t, "cut JPEG")
		if _, err := JPEG(asJPEG[:cut], 16); err == nil {
			t.Fatalf("JPEG cut at %d of %d", cut, len(asJPEG))
		}
		b = bytes.Clone(asJPEG)
		b[rapid.IntRange(0, len(b)-1).Draw(t, "at JPEG")] ^= byte(rapid.IntRange(1, 255).Draw(t, "by JPEG"))
		_, _ = JPEG(b, 16) // no panic
	})
}

func FuzzJPEG(f *testing.F) {
	f.Add(encoded(f, scene(40, 30), false), 10)
	f.Fuzz(func(t *testing.T, b []byte, px int) {
		im, err := JPEG(b, px)
		if err != nil {
			return
		}
		if c, err := jpeg.DecodeConfig(bytes.NewReader(b)); err == nil {
			if s := im.Bounds().Size(); max(s.X, s.Y) < min(px, max(c.Width, c.Height)) {
				t.Errorf("%d x %d at %d became %v", c.Width, c.Height, px, s)
			}
		}
		im.At(im.Bounds().Max.X-1, im.Bounds().Max.Y-1)
	})
}

func FuzzPNG(f *testing.F) {
	f.Add(encoded(f, scene(40, 30), true), 10)
	f.Fuzz(func(t *testing.T, b []byte, px int) {
		if c, err := png.DecodeConfig(bytes.NewReader(b)); err == nil && c.Width*c.Height > 1<<22 {
			return
		}
		im, err := PNG(bytes.NewReader(b), px)
		if err != nil {
			return
		}
		if whole, err := png.Decode(bytes.NewReader(b)); err != nil {
			t.Errorf("taken for whole, but %v", err)
		} else if s := im.Rect.Size(); max(s.X, s.Y) < px {
			t.Errorf("%v at %d became %v", whole.Bounds(), px, s)
		}
	})
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
