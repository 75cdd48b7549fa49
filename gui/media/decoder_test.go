package media

import (
	"errors"
	"image"
	"image/color"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"viviscope/gui/media/mpv"
)

// makeClip makes a clip with ffmpeg, or skips the test without it. more holds further encoder options.
func makeClip(t testing.TB, filter string, more ...string) string {
	t.Helper()
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("no ffmpeg here to make a clip with")
	}
	path := filepath.Join(t.TempDir(), "clip.mp4")
	args := append([]string{"-v", "error", "-nostdin", "-f", "lavfi", "-i", filter,
		"-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-colorspace", "bt709"}, more...)
	out, err := exec.Command(program, append(args, path)...).CombinedOutput()
	if err != nil {
		t.Skipf("ffmpeg here makes no clip: %v %s", err, out)
	}
	return path
}

// decoders returns the available decoders.
func decoders(t testing.TB) map[string]*Decoder {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	byMPV, byFFmpeg := NewDecoder(quiet), NewDecoder(quiet)
	byMPV.findFFmpegPath = func() (string, error) { return "", exec.ErrNotFound }
	byFFmpeg.openMPV = func() (*mpv.Library, error) { return nil, mpv.ErrNotFound }
	out := map[string]*Decoder{}
	for name, d := range map[string]*Decoder{"libmpv": byMPV, "ffmpeg": byFFmpeg} {
		t.Cleanup(func() {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
		if _, err := d.Name(); err != nil {
			t.Logf("%s is not tested: %v", name, err)
			continue
		}
		out[name] = d
	}
	return out
}

// eachPoster passes the poster of each decoder to look.
func eachPoster(t *testing.T, filter string, px int, look func(t *testing.T, im *image.RGBA)) {
	t.Helper()
	clip := makeClip(t, filter)
	for name, d := range decoders(t) {
		t.Run(name, func(t *testing.T) {
			for range 2 { // one player for many files
				im, err := d.Poster(t.Context(), clip, px)
				if err != nil {
					t.Fatal(err)
				}
				look(t, im)
			}
		})
	}
}

func TestPosterIsTheFirstPicture(t *testing.T) {
	// Red on the left, blue on the right for the first half second; then green.
	// (ffmpeg encodes plain colours as BT.601 regardless of the options; hence the tolerance.)
	const filter = "color=red:s=640x360:r=24:d=2,drawbox=x=320:w=320:h=360:color=blue:t=fill,drawbox=w=640:h=360:color=green:t=fill:enable='gt(t,0.5)'"
	eachPoster(t, filter, 512, func(t *testing.T, im *image.RGBA) {
		if got := im.Rect.Size(); got != image.Pt(512, 288) || im.Stride != 4*512 {
			t.Fatalf("size %v, stride %d", got, im.Stride)
		}
		left, right := im.RGBAAt(100, 144), im.RGBAAt(400, 144)
		if !near(left, color.RGBA{255, 0, 0, 255}, 30) || !near(right, color.RGBA{0, 0, 255, 255}, 30) {
			t.Errorf("left %v, right %v", left, right)
		}
	})
}

func TestPosterOfAPortraitClipFillsItsFrame(t *testing.T) {
	eachPoster(t, "color=white:s=360x640:r=24:d=0.5,drawbox=y=320:w=360:h=320:color=red:t=fill", 512,
		func(t *testing.T, im *image.RGBA) {
			if got := im.Rect.Size(); got != image.Pt(288, 512) {
				t.Fatalf("size %v", got)
			}
			for _, at := range []image.Point{{2, 2}, {285, 2}} { // no bars
				if c := im.RGBAAt(at.X, at.Y); !near(c, color.RGBA{255, 255, 255, 255}, 8) {
					t.Errorf("%v is %v", at, c)
				}
			}
		})
}

func TestPosterSkipsBlankStart(t *testing.T) {
	eachPoster(t, "testsrc=s=320x180:r=24:d=6,drawbox=w=320:h=180:color=black:t=fill:enable='lt(t,0.9)'", 320,
		func(t *testing.T, im *image.RGBA) {
			if !hasContent(im) {
				t.Errorf("shows nothing: spread %.1f", brightnessSpread(im))
			}
		})
	eachPoster(t, "color=black:s=320x180:r=24:d=0.5", 320, func(t *testing.T, im *image.RGBA) {
		if im == nil {
			t.Error("a clip that is black has no poster")
		}
	})
}

func TestPosterOfADamagedClip(t *testing.T) {
	whole := makeClip(t, "testsrc=s=320x180:r=24:d=1")
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string][]byte{"words": []byte("<html>502</html>"), "empty": nil, "cut": content[:len(content)/3]}
	for name, d := range decoders(t) {
		for what, b := range bad {
			t.Run(name+" "+what, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "bad.mp4")
				if err := os.WriteFile(path, b, 0o600); err != nil {
					t.Fatal(err)
				}
				if im, err := d.Poster(t.Context(), path, 320); !errors.Is(err, ErrDamaged) || im != nil {
					t.Errorf("got %v, %v", im, err)
				}
				if _, err := d.Poster(t.Context(), whole, 320); err != nil {
					t.Errorf("a whole clip after it: %v", err)
				}
			})
		}
		if _, err := d.Poster(t.Context(), filepath.Join(t.TempDir(), "none.mp4"), 320); !errors.Is(err,
			os.ErrNotExist) {
			t.Errorf("%s, missing file: %v", name, err)
		}
	}
}

func TestWithoutADecoder(t *testing.T) {
	d := NewDecoder(slog.New(slog.DiscardHandler))
	d.openMPV = func() (*mpv.Library, error) { return mpv.Open("libmpv-of-nobody.so.99") }
	d.findFFmpegPath = func() (string, error) { return "", exec.ErrNotFound }
	_, err := d.Poster(t.Context(), "clip.mp4", 320)
	var none *NoDecoderError
	if !errors.Is(err, ErrNoDecoder) || !errors.As(err, &none) || none.Install == "" {
		t.Errorf("got %v", err)
	}
	if isPermanent(err) {
		t.Error("a missing decoder must not stick to the file")
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if _, err := d.Poster(t.Context(), "clip.mp4", 320); !errors.Is(err, ErrClosed) {
		t.Errorf("after close: %v", err)
	}
}
