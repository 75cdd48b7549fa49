package stage

import (
	"image"
	"image/color"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// errands holds what a stage hands out, until a test runs it.
type errands struct {
	away, posts []func()
	modifiers   fyne.KeyModifier
	landings    int
}

func (e *errands) deps() Deps {
	return Deps{
		Go:        func(f func()) { e.away = append(e.away, f) },
		Post:      func(f func()) { e.posts = append(e.posts, f) },
		Modifiers: func() fyne.KeyModifier { return e.modifiers },
	}
}

// turn runs what was handed out once: one errand away and the post that it ends with. It tells whether there was anything.
func (e *errands) turn() bool {
	any := len(e.away)+len(e.posts) > 0
	away := e.away
	e.away = nil
	for _, f := range away {
		f()
	}
	posts := e.posts
	e.posts = nil
	for _, f := range posts {
		f()
	}
	e.landings += len(posts)
	return any
}

func (e *errands) all() {
	for e.turn() {
	}
}

// plain is a source that counts what it is asked for. Its pixels say where they are.
type plain struct {
	mu    sync.Mutex
	size  image.Point
	shade func(x, y int) color.RGBA
	drawn []drawing
}

type drawing struct {
	r     image.Rectangle
	level int
}

func (p *plain) Size() image.Point {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.size
}

func (p *plain) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drawn = append(p.drawn, drawing{r, level})
	for y := range dst.Rect.Dy() {
		for x := range dst.Rect.Dx() {
			dst.SetRGBA(x, y, p.shade(r.Min.X+x<<level, r.Min.Y+y<<level))
		}
	}
}

// took gives what was drawn since the last time.
func (p *plain) took() []drawing {
	p.mu.Lock()
	defer p.mu.Unlock()
	d := p.drawn
	p.drawn = nil
	return d
}

// placed is a source whose every pixel tells its own coordinates, as far as three bytes can.
func placed(w, h int) *plain {
	return &plain{size: image.Pt(w, h), shade: func(x, y int) color.RGBA {
		return color.RGBA{R: uint8(x), G: uint8(y), B: uint8(x>>8<<4 | y>>8&15), A: 0xff}
	}}
}

// standing puts a stage into a window of a size.
func standing(t testing.TB, e *errands, v resources.Variant, w, h float32) (*Stage, fyne.Window) {
	t.Helper()
	apptest.New(t, resources.Theme(v))
	s := New(e.deps())
	win := test.NewTempWindow(t, s)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(w, h))
	return s, win
}

// showing is a stage of a size with a picture of which nothing is drawn yet.
func showing(t testing.TB, src Source, w, h float32) (*errands, *Stage, fyne.Window) {
	t.Helper()
	e := &errands{}
	s, win := standing(t, e, resources.Dark, w, h)
	s.SetSource(src)
	return e, s, win
}

func at(x, y float32) fyne.Position { return fyne.NewPos(x, y) }

// viewing shows a picture of 3840 by 2160, whose pixels tell where they are, on a stage of 800 by 600. Nothing is drawn yet.
func viewing(t testing.TB, view func(*Stage)) (*errands, *plain, *Stage) {
	t.Helper()
	src := placed(3840, 2160)
	e, s, _ := showing(t, src, 800, 600)
	view(s)
	return e, src, s
}

// drawnUp is the same at 100 %, with everything drawn.
func drawnUp(t testing.TB) (*errands, *plain, *Stage) {
	t.Helper()
	e, src, s := viewing(t, (*Stage).Actual)
	e.all()
	src.took()
	return e, src, s
}
