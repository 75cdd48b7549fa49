//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"image"
	"io"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"viviscope/gui/dnd/dragtest"
)

// bareWindow creates a window that accepts drags, on its own connection.
func bareWindow(t *testing.T, display string) (*xgb.Conn, uint32) {
	t.Helper()
	xgb.Logger.SetOutput(io.Discard)
	x, err := xgb.NewConnDisplay(display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	window, err := xproto.NewWindowId(x)
	if err != nil {
		t.Fatal(err)
	}
	if err := xproto.CreateWindowChecked(x, 0, window, xproto.Setup(x).DefaultScreen(x).Root, 70, 40, 600, 400, 0,
		xproto.WindowClassInputOutput, 0, 0, nil).Check(); err != nil {
		t.Fatal(err)
	}
	if err := xproto.MapWindowChecked(x, window).Check(); err != nil {
		t.Fatal(err)
	}
	return x, uint32(window)
}

// desk is a bare window with a proxy on its own X server, a target, and a drag source.
type desk struct {
	t       *testing.T
	display string
	window  uint32
	target  *recorder
	canvas  *fakeCanvas
	proxy   *proxy
	source  *dragtest.Source
	posts   chan func()
	kept    chan []byte    // pictures that came without a file
	late    chan time.Time // what deadlines fire on; nil: never
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	k := &desk{t: t, display: startScreen(t), target: &recorder{drops: make(chan Drop, 8)},
		canvas: &fakeCanvas{scale: 1}, posts: make(chan func(), 1024), kept: make(chan []byte, 8)}
	_, k.window = bareWindow(t, k.display)
	go func() {
		for f := range k.posts {
			f()
		}
	}()
	keep := func(picture []byte) (string, error) { k.kept <- picture; return "/kept.png", nil }
	r := &receiver{canvas: func() fyne.Canvas {
		return k.canvas
	}, target: k.target, keep: keep, post: func(f func()) { k.posts <- f }, log: quiet()}
	k.late = make(chan time.Time)
	k.proxy = newProxy(r, func(time.Duration) <-chan time.Time { return k.late })
	go k.proxy.serve(k.display, k.window)
	k.source = k.open()
	// The proxy registers on its own goroutine.
	k.wait("a proxy", func() bool { return k.source.Proxy(k.window) != k.window })
	t.Cleanup(func() {
		select {
		case <-k.proxy.quit:
		default:
			close(k.proxy.quit)
		}
		<-k.proxy.done
	})
	return k
}

func (k *desk) open() *dragtest.Source {
	k.t.Helper()
	s, err := dragtest.Open(k.display)
	if err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(s.Close)
	return s
}

// wait polls until a condition is true.
func (k *desk) wait(what string, holds func() bool) {
	k.t.Helper()
	ctx := limited(k.t)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			k.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// settle waits until all posted functions have run.
func (k *desk) settle() {
	k.t.Helper()
	done := make(chan struct{})
	k.posts <- func() { close(done) }
	<-done
}

func (k *desk) drag(d dragtest.Drag) dragtest.Result {
	k.t.Helper()
	if d.Window == 0 {
		d.Window = k.window
	}
	if d.Path == nil {
		d.Path = []image.Point{{10, 10}, {300, 200}}
	}
	result, err := k.source.Drag(limited(k.t), d)
	if err != nil {
		k.t.Fatalf("drag: %v (%+v)", err, result)
	}
	return result
}

func (k *desk) dropped() Drop {
	k.t.Helper()
	select {
	case d := <-k.target.drops:
		return d
	case <-limited(k.t).Done():
		k.t.Fatal("nothing arrived")
		return Drop{}
	}
}

// nothing checks that no drop has arrived or is pending. It delivers another drop: since no files are read, earlier
// drops would arrive before it.
func (k *desk) nothing() {
	k.t.Helper()
	if err := k.probe(); err != nil {
		k.t.Error(err)
	}
}
