package media

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/gui/media/mediatest"
)

func TestFrameIsExactlyThePictureOfItsTime(t *testing.T) {
	const picture = time.Second / 24
	clip := mediatest.Clip(t, mediatest.Spec{Width: 340, Height: 180, FPS: 24, Frames: 120, Sound: true})
	for name, d := range decoders(t) {
		for _, c := range []struct {
			at   time.Duration
			want int
		}{
			{0, 0}, {-time.Second, 0}, {picture - 1, 1}, {picture, 1}, {picture * 3 / 2, 1}, {time.Second, 24},
			{2 * time.Second, 48}, {2*time.Second - picture/2, 47}, {119 * picture, 119}, {5 * time.Second, 119},
			{time.Hour, 119},
			{math.MaxInt64, 119}, // as a job asks for the last one
		} {
			im, err := d.Frame(t.Context(), clip, c.at, 0)
			if err != nil {
				t.Fatal(name, c.at, err)
			}
			if got := mediatest.Number(im); got != c.want {
				t.Errorf("%s: picture %d at %v, want %d", name, got, c.at, c.want)
			}
			if rgba := im.(*image.RGBA); rgba.Rect.Size() != image.Pt(340, 180) || rgba.Stride != 4*340 {
				t.Errorf("%s: %v, stride %d", name, rgba.Rect, rgba.Stride)
			}
		}
		if im, err := d.Frame(t.Context(), clip, time.Second, 170); err != nil ||
			im.Bounds().Size() != image.Pt(170, 90) {
			t.Errorf("%s: half as large: %v, %v", name, im, err)
		}
		if _, err := d.Frame(t.Context(), filepath.Join(t.TempDir(), "none.mp4"), 0, 0); !errors.Is(err,
			os.ErrNotExist) {
			t.Errorf("%s: missing file: %v", name, err)
		}
	}
}

// The ends of a clip are its first and last frames, cached by content.
func TestEndsAreTheFirstAndTheLastPicture(t *testing.T) {
	f := newFolder(t)
	data, err := os.ReadFile(mediatest.Clip(t, mediatest.Spec{Width: 640, Height: 360, FPS: 24, Frames: 40}))
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range decoders(t) {
		a := f.add(t, name+".mp4", data, image.Pt(640, 360), db.Clip)
		a.SHA256 += name // each is to make them itself
		th := newThumbs(t, f, newPosts(), d)
		for range 2 { // the second time without the file
			for _, want := range []int{0, 39} {
				im, err := th.End(t.Context(), a, want > 0)
				if err != nil {
					t.Fatal(name, err)
				}
				if got := mediatest.Number(im); got != want || im.Bounds().Dx() != 512 {
					t.Errorf("%s: %v shows picture %d, want %d", name, im.Bounds(), got, want)
				}
			}
			_ = os.Remove(filepath.Join(f.dir, a.Path))
		}
	}
}

func TestStripShowsTheClipFromStartToEnd(t *testing.T) {
	for _, spec := range []mediatest.Spec{
		{Width: 320, Height: 180, FPS: 24, Frames: 240},
		{Width: 180, Height: 320, FPS: 30, Frames: 90, Sound: true},
	} {
		clip := mediatest.Clip(t, spec)
		length := time.Duration(spec.Frames) * time.Second / time.Duration(spec.FPS)
		high := (spec.Height*StripWidth + spec.Width/2) / spec.Width
		for name, d := range decoders(t) {
			for _, exact := range []bool{false, true} {
				strip, err := d.Strip(t.Context(), clip, exact)
				if err != nil {
					t.Fatal(name, err)
				}
				if strip.Rect.Size() != image.Pt(StripTiles*StripWidth, high) || strip.Stride != 4*strip.Rect.Dx() {
					t.Fatalf("%s: %v, stride %d", name, strip.Rect, strip.Stride)
				}
				before := 0
				for i := range StripTiles {
					at := tileTime(i, length)
					got := mediatest.Number(Tiles(strip)[i])
					want := int(at.Seconds() * float64(spec.FPS))
					if d := got - want; exact && (d < -1 || d > 1) || got < before || !exact && got > want+spec.FPS {
						t.Errorf("%s, exact %v: tile %d shows %d, want %d", name, exact, i, got, want)
					}
					before = got
				}
			}
		}
	}
}

// Close cancels running requests.
func TestCloseWhileDecoding(t *testing.T) {
	clip := mediatest.Clip(t, mediatest.Spec{Width: 640, Height: 360, FPS: 24, Frames: 240})
	for range 5 {
		d := NewDecoder(slog.New(slog.DiscardHandler))
		if _, err := d.Name(); err != nil {
			t.Skip(err)
		}
		began, ended := make(chan struct{}), make(chan error, 2)
		go func() {
			close(began)
			_, err := d.Strip(context.Background(), clip, true)
			ended <- err
		}()
		go func() {
			var err error
			for err == nil {
				_, err = d.Frame(context.Background(), clip, 3*time.Second, 0)
			}
			ended <- err
		}()
		<-began
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		for range 2 {
			if err := <-ended; err != nil && !errors.Is(err, ErrClosed) {
				t.Errorf("got %v", err)
			}
		}
	}
}

// Each tile of the coarse strip shows the last key frame before its time, at any distance between key frames.
func TestQuickStripOfKeyFrames(t *testing.T) {
	const fps, frames = 24, 240
	plain := mediatest.Clip(t, mediatest.Spec{Width: 640, Height: 360, FPS: fps, Frames: frames})
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("no ffmpeg here to make clips with")
	}
	d := decoders(t)["libmpv"]
	if d == nil {
		t.Skip("no libmpv here")
	}
	for _, between := range []int{1, 2, 7, 24, 100, frames} {
		clip := filepath.Join(t.TempDir(), "clip.mp4")
		out, err := exec.Command(program, "-v", "error", "-nostdin", "-i", plain, "-c:v", "libx264", "-preset",
			"ultrafast",
			"-g", strconv.Itoa(between), "-sc_threshold", "0", clip).CombinedOutput()
		if err != nil {
			t.Skipf("ffmpeg here makes no clip: %v %s", err, out)
		}
		for range 2 { // the second finds the player where the first left it
			strip, err := d.Strip(t.Context(), clip, false)
			if err != nil {
				t.Fatalf("every %d: %v", between, err)
			}
			for i := range StripTiles {
				at := tileTime(i, frames*time.Second/fps)
				want := int(at.Seconds()*fps) / between * between
				if got := mediatest.Number(Tiles(strip)[i]); got != want {
					t.Errorf("every %d: tile %d shows %d, want %d", between, i, got, want)
				}
			}
		}
	}
}
