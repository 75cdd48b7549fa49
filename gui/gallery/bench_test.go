package gallery

import (
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// many returns the size of the library for the figures. With -short it is small, which only checks that the benchmarks
// run.
func many() int {
	if testing.Short() {
		return 1000
	}
	return 100_000
}

// makeEnv is the environment variable with the size and the folder of a library. If it is set, this program creates the
// library instead of running tests, so that the figures do not include creating it.
const makeEnv = "VIVISCOPE_MAKE_LIBRARY"

// madeIn returns the folder of the generated libraries of this run.
func madeIn() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("viviscope-bench-gallery-%d", os.Getpid()))
}

// makeLibrary creates the library that makeEnv requests. It reports whether makeEnv is set.
func makeLibrary() (done bool, err error) {
	size, dir, ok := strings.Cut(os.Getenv(makeEnv), " ")
	if !ok {
		return false, nil
	}
	n, err := strconv.Atoi(size)
	if err != nil {
		return true, err
	}
	return true, dbtest.Rows(context.Background(), dir, n, dbtest.Options{Seed: 1})
}

// generated returns the folder of a library with n assets, rows only. It is created once.
func generated(b *testing.B, n int) string {
	b.Helper()
	dir := filepath.Join(madeIn(), strconv.Itoa(n))
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	child := exec.CommandContext(b.Context(), os.Args[0])
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", makeEnv, n, dir))
	if out, err := child.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return dir
}

// bench is a gallery of a generated library. Its work runs on other goroutines, as in a window. The benchmark's
// goroutine is the window's.
type bench struct {
	*Gallery
	mu     sync.Mutex
	posted []func()
	busy   []time.Duration // of each frame
}

// instant provides every thumbnail after a moment.
type instant struct {
	media.Pictures
	*bench
}

func (i instant) Cached(db.Asset, int) (image.Image, bool)  { return nil, false }
func (i instant) Nearest(db.Asset, int) (image.Image, bool) { return nil, false }
func (i instant) Fit(int)                                   {}
func (i instant) Request(_ db.Asset, px int, done func(image.Image, error)) func() {
	off := false
	i.post1(func() {
		if !off {
			done(image.NewRGBA(image.Rect(0, 0, px, px*9/16)), nil)
		}
	})
	return func() { off = true }
}
func (i instant) Strip(db.Asset, func(image.Image, error)) func() { return func() {} }

func (b *bench) post1(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.posted = append(b.posted, f)
}

// frame runs a step and all posted functions, as the window does between two frames, and records how long that took.
func (b *bench) frame(step func()) {
	begin := time.Now()
	step()
	b.mu.Lock()
	posted := b.posted
	b.posted = nil
	b.mu.Unlock()
	for _, f := range posted {
		f()
	}
	b.busy = append(b.busy, time.Since(begin))
}

// jump scrolls to a part of the wall, 0 to 1, as a click on the scroll bar does.
func (b *bench) jump(to float32) {
	b.rows.SetOffset(to * float32(many()) * kit.TileHeight / 4)
}

// settle waits until the readers are idle.
func (b *bench) settle() {
	for range 20 {
		time.Sleep(2 * time.Millisecond)
		b.frame(func() {})
	}
}

// p95 returns the 95th percentile of the busy time of a frame, for frames with work.
func (b *bench) p95() time.Duration { return percentile(b.busy, 95) }

func percentile(all []time.Duration, n int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)*n/100, len(sorted)-1)]
}

// open opens a library and its gallery. It returns the time until the first assets are shown, and until all are.
func open(t *testing.B, dir string) (b *bench, first, all time.Duration) {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	begin := time.Now()
	lib, err := db.Open(t.Context(), dir, db.Options{})
	check(t, err)
	b = &bench{}
	w := test.NewTempWindow(t, canvas.NewRectangle(nil))
	host := &actiontest.Host{Poster: b.post1, Worker: func(f func(context.Context)) { go f(context.Background()) },
		On: w.Canvas()}
	b.Gallery = New(Deps{Host: host, Viewer: &actiontest.Nav{}, Creator: &actiontest.Nav{}, Exchange: &actiontest.Nav{},
		Navigator: &actiontest.Nav{}, Library: lib, Pictures: instant{bench: b},
		Player: player.New(player.Options{Post: b.post1})})
	w.SetContent(b.Content())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1272, 840))
	b.Refresh()
	for !b.complete {
		b.frame(func() {})
		time.Sleep(200 * time.Microsecond)
		if first == 0 && (len(b.model.rows) > 0 || b.complete) {
			first = time.Since(begin)
		}
	}
	all = time.Since(begin)
	w.Resize(fyne.NewSize(1272, 841)) // a real window is laid out again on its own
	b.settle()
	b.busy = nil
	t.Cleanup(func() {
		b.Close()
		check(t, lib.Close())
	})
	return b, first, all
}

// BenchmarkStart measures opening a library and showing the gallery, without a window: with 100,000 assets and with
// none.
func BenchmarkStart(b *testing.B) {
	for _, n := range []int{0, many()} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := generated(b, n)
			for b.Loop() {
				_, first, all := open(b, dir)
				b.ReportMetric(float64(first.Milliseconds()), "ms-to-first")
				b.ReportMetric(float64(all.Milliseconds()), "ms-to-all")
			}
		})
	}
}

// BenchmarkScroll measures how long each frame keeps the window's goroutine busy while a user scrolls through 100,000
// assets.
func BenchmarkScroll(b *testing.B) {
	debug.SetGCPercent(30) // as in the program
	random := rand.New(rand.NewPCG(1, 2))
	for _, way := range []struct {
		name string
		step func(g *bench, i int)
	}{
		{"wheel", func(g *bench, i int) { g.rows.SetOffset(float32(i) * 110) }},
		{"page", func(g *bench, _ int) { g.rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) }},
		{"bar", func(g *bench, _ int) { g.jump(random.Float32()) }},
	} {
		b.Run(way.name, func(b *testing.B) {
			g, _, _ := open(b, generated(b, many()))
			for b.Loop() {
				for i := range 400 {
					g.frame(func() { way.step(g, i) })
					time.Sleep(time.Millisecond)
				}
			}
			b.ReportMetric(float64(g.p95().Microseconds())/1000, "busy-ms/frame-p95")
			b.ReportMetric(float64(percentile(g.busy, 100).Microseconds())/1000, "busy-ms/frame-most")
		})
	}
}

// BenchmarkZoom measures the same while the row height changes, which lays out all rows again.
func BenchmarkZoom(b *testing.B) {
	g, _, _ := open(b, generated(b, many()))
	for b.Loop() {
		for i := range 100 {
			g.frame(func() { g.rows.SetTargetHeight(100 + float32(2*i)) })
			time.Sleep(4 * time.Millisecond)
		}
	}
	b.ReportMetric(float64(g.p95().Microseconds())/1000, "busy-ms/frame-p95")
}

// BenchmarkRefresh measures the same while a gallery with all assets selected is read again.
func BenchmarkRefresh(b *testing.B) {
	g, _, _ := open(b, generated(b, many()))
	g.frame(g.rows.SelectAll)
	g.busy = nil
	for b.Loop() {
		shown := g.model
		g.frame(g.Refresh)
		for g.model == shown {
			g.frame(func() {})
			time.Sleep(time.Millisecond)
		}
	}
	b.ReportMetric(float64(percentile(g.busy, 100).Microseconds())/1000, "busy-ms/frame-most")
}

// BenchmarkType measures the time from a key in the search box until the results are shown, among 100,000 assets.
func BenchmarkType(b *testing.B) {
	g, _, _ := open(b, generated(b, many()))
	var all []time.Duration
	for b.Loop() {
		for _, text := range []string{"golden harbour", "kind:clip night", "tag:coast -rain seconds:5..10",
			"star:on cost:1..5 la", "夜"} {
			for i := range []rune(text) {
				typed := string([]rune(text)[:i+1])
				begin, shown := time.Now(), g.model
				g.frame(func() { g.head.search.SetText(typed) })
				for g.model == shown && g.reading != nil {
					time.Sleep(100 * time.Microsecond)
					g.frame(func() {})
				}
				all = append(all, time.Since(begin))
			}
			g.frame(func() { g.head.search.SetText("") })
			g.settle()
		}
	}
	b.ReportMetric(float64(percentile(all, 95).Microseconds())/1000, "ms/key-p95")
	b.ReportMetric(float64(g.p95().Microseconds())/1000, "busy-ms/frame-p95")
}

// BenchmarkMemory measures the resident memory after jumps all over 100,000 assets, and after as many again. It
// includes the pictures of the visible cells. The cache of thumbnails is bounded by its own package.
func BenchmarkMemory(b *testing.B) {
	g, _, _ := open(b, generated(b, many()))
	random := rand.New(rand.NewPCG(3, 4))
	jumps := func() {
		for range 400 {
			g.frame(func() { g.jump(random.Float32()) })
			time.Sleep(2 * time.Millisecond)
		}
	}
	for b.Loop() {
		jumps()
		first := resident()
		jumps()
		b.ReportMetric(first, "MB-resident") // with what the test driver and the Go run-time take
		b.ReportMetric(resident()-first, "MB-more-after-as-many")
	}
}

// resident returns the memory of this process in MB; the size of the Go heap if the system does not report it.
func resident() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err == nil {
		for line := range strings.Lines(string(status)) {
			var kB float64
			if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kB); n == 1 {
				return kB / 1024
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}
