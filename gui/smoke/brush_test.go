package smoke

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"viviscope/gui/dnd/dragtest"
)

// BenchmarkBrush drags a brush over a picture of 3840 x 2160 in a real window and counts the frames that the window
// paints meanwhile, as the X server sees them. Beside it stand the frames of the same movement with no button pressed,
// over the same picture, which stays untouched: what the machine can paint at all. The two alternate, so that both meet
// the same machine.
func BenchmarkBrush(b *testing.B) {
	s, at := startScreen(b, 1440, 900, b.TempDir()), startRecorder(b)
	p := start(b, append(s.env(), "VIVISCOPE_API_KEY=sk-brush-0123456789"), "-library",
		filepath.Join(b.TempDir(), "library"), "-base-url", at.base)
	id, err := strconv.ParseUint(s.window(title), 10, 32)
	if err != nil {
		b.Fatal(err)
	}
	s.keys("ctrl+shift+4") // edit image
	s.dropFile(large(b), image.Pt(700, 400))
	blank := s.shot("brush-picture")
	s.click(image.Pt(650, 420)) // the keyboard goes to the canvas
	s.keys("ctrl+z", "b")
	w := watch(b, s, xproto.Window(id))

	runs := 5
	if testing.Short() {
		runs = 2
	}
	var brush, hover tally
	for b.Loop() {
		for i := range runs {
			d, h := w.along(true), w.along(false)
			if i > 0 { // the first of each warms up
				brush, hover = brush.and(d), hover.and(h)
			}
		}
	}
	if s.shot("brush-drawn").At(650, 540) == blank.At(650, 540) {
		b.Fatal("nothing was drawn where the brush went")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(brush.rate(), "frames/s-brush")
	b.ReportMetric(hover.rate(), "frames/s-untouched")
	b.ReportMetric(float64(brush.longest.Milliseconds()), "ms/longest-wait-brush")
	b.ReportMetric(float64(hover.longest.Milliseconds()), "ms/longest-wait-untouched")
	b.Logf("brush: %d frames in %v, untouched: %d in %v", brush.frames, brush.took.Round(time.Millisecond),
		hover.frames, hover.took.Round(time.Millisecond))
	p.quit()
}

// large writes a picture as large as the canvas takes.
func large(t testing.TB) (file string) {
	t.Helper()
	im := image.NewRGBA(image.Rect(0, 0, 3840, 2160))
	for y := range 2160 {
		for x := range 3840 {
			im.SetRGBA(x, y, color.RGBA{uint8(x >> 4), uint8(y >> 4), uint8((x ^ y) >> 3), 255})
		}
	}
	file = filepath.Join(t.TempDir(), "large.png")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(f, im); err != nil {
		t.Fatal(err)
	}
	return file
}

// dropFile drops a file of this computer onto the window.
func (s *screen) dropFile(file string, at image.Point) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	source, err := dragtest.Open(s.display)
	if err != nil {
		s.t.Fatal(err)
	}
	defer source.Close()
	window, err := source.Find(ctx, title)
	if err != nil {
		s.t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: file}).String()
	_, err = source.Drag(ctx, dragtest.Drag{Window: window, Path: []image.Point{{600, 500}, at},
		Offers: dragtest.Files(address), End: dragtest.Drop})
	if err != nil {
		s.t.Fatal(err)
	}
}

// tally counts the frames of a while.
type tally struct {
	frames  int
	took    time.Duration
	longest time.Duration // between two frames
}

func (t tally) and(o tally) tally {
	return tally{t.frames + o.frames, t.took + o.took, max(t.longest, o.longest)}
}

func (t tally) rate() float64 { return float64(t.frames) / t.took.Seconds() }

// watcher moves the pointer and sees each time that a window was painted.
type watcher struct {
	b      testing.TB
	x      *xgb.Conn
	root   xproto.Window
	damage damage.Damage
}

func watch(b testing.TB, s *screen, window xproto.Window) *watcher {
	b.Helper()
	x := s.x
	for _, begin := range []func(*xgb.Conn) error{damage.Init, xtest.Init} {
		if err := begin(x); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := damage.QueryVersion(x, 1, 1).Reply(); err != nil {
		b.Fatal(err)
	}
	id, err := damage.NewDamageId(x)
	if err != nil {
		b.Fatal(err)
	}
	if err := damage.CreateChecked(x, id, xproto.Drawable(window), damage.ReportLevelNonEmpty).Check(); err != nil {
		b.Fatalf("watch the window: %v", err)
	}
	return &watcher{b, x, s.root, id}
}

// along moves the pointer in two rounds over the picture, one step every 8 ms, and counts the frames from the first
// step to the last one.
func (w *watcher) along(pressed bool) tally {
	w.b.Helper()
	at := func(i int) image.Point {
		turn := 2 * math.Pi * float64(i) / steps * 2
		return image.Pt(650+int(220*math.Cos(turn)), 420+int(120*math.Sin(turn)))
	}
	w.fake(xproto.MotionNotify, 0, at(0))
	if pressed {
		w.fake(xproto.ButtonPress, 1, at(0))
	}
	w.settle()
	tick := time.NewTicker(stepTime)
	defer tick.Stop()
	var t tally
	began := time.Now()
	last := began
	for i := range steps {
		<-tick.C
		w.fake(xproto.MotionNotify, 0, at(i+1))
		if n := w.painted(); n > 0 {
			t.frames += n
			t.longest = max(t.longest, time.Since(last))
			last = time.Now()
		}
	}
	t.took = time.Since(began)
	if pressed {
		w.fake(xproto.ButtonRelease, 1, at(steps))
	}
	w.settle()
	return t
}

const (
	steps    = 250
	stepTime = 8 * time.Millisecond
)

func (w *watcher) fake(kind, detail byte, at image.Point) {
	w.b.Helper()
	if err := xtest.FakeInputChecked(w.x, kind, detail, 0, w.root, int16(at.X), int16(at.Y), 0).Check(); err != nil {
		w.b.Fatalf("move the pointer: %v", err)
	}
}

// painted counts the frames since it was asked last: one at most, where they were painted within one step.
func (w *watcher) painted() (n int) {
	for {
		ev, err := w.x.PollForEvent()
		if err != nil {
			w.b.Fatal(err)
		}
		if ev == nil {
			return n
		}
		if _, ok := ev.(damage.NotifyEvent); ok {
			n = 1
			damage.Subtract(w.x, w.damage, 0, 0)
		}
	}
}

// settle waits until nothing is painted for a while.
func (w *watcher) settle() {
	w.b.Helper()
	const quiet = 6 // looks
	calm := 0
	waitFor(w.b, "a window that stands still", func() bool {
		calm++
		if w.painted() > 0 {
			calm = 0
		}
		return calm >= quiet
	})
}
