//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/jezek/xgb/xproto"
)

// Moves that are faster than the server do not block the end of a drag.
func TestFastMovesKeepEndOfDrag(t *testing.T) {
	f := NewFilesOut(quiet())
	f.queue = make(chan func(*outgoing), 2) // nobody takes them yet
	for range 9 {
		f.Moved()
	}
	ended := false
	f.End(true, func(bool) { ended = true })
	(<-f.queue)(&outgoing{})
	f.Moved()
	(<-f.queue)(&outgoing{})
	if !ended || len(f.queue) != 1 {
		t.Errorf("the end came %v, %d looks after the first", ended, len(f.queue))
	}
}

// Files are dragged into another program's window with our own drop implementation. Over the own window, or one that
// accepts no drops, nothing is transferred.
func TestFilesOut(t *testing.T) {
	k := newDesk(t)
	t.Setenv("DISPLAY", k.display)
	x, own := bareWindow(t, k.display) // it would cover the other one
	if err := xproto.ConfigureWindowChecked(x, xproto.Window(own),
		xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowHeight,
		[]uint32{70, 480, 100}).Check(); err != nil {
		t.Fatal(err)
	}
	k.target.accept = func(at fyne.Position, what Offer) bool { return at.X >= 100 && len(what.Files) == 2 }
	f := NewFilesOut(quiet())
	t.Cleanup(f.Close)
	outside := make(chan bool, 16)
	to := func(px, py int16) {
		t.Helper()
		if err := xproto.WarpPointerChecked(x, 0, xproto.Setup(x).DefaultScreen(x).Root, 0, 0, 0, 0, px,
			py).Check(); err != nil {
			t.Fatal(err)
		}
		f.Moved()
	}
	next := func() bool {
		t.Helper()
		select {
		case is := <-outside:
			return is
		case <-limited(t).Done():
			t.Fatal("nothing is said of where the pointer is")
			return false
		}
	}
	drag := func() { f.Begin(uintptr(own), []string{"/a b/1.png", "/2.mp4"}, func(is bool) { outside <- is }) }
	end := func(drop bool) bool {
		t.Helper()
		said := make(chan bool, 1)
		f.End(drop, func(inside bool) { said <- inside })
		select {
		case inside := <-said:
			return inside
		case <-limited(t).Done():
			t.Fatal("nothing is said of the end")
			return false
		}
	}

	drag()
	to(80, 500)
	to(200, 60)
	if !next() {
		t.Error("the pointer is over the own window")
	}
	to(80, 500)
	if next() {
		t.Error("the pointer does not come back")
	}
	if !end(true) {
		t.Error("a drop on the own window is another program's")
	}

	drag()
	to(300, 200)
	next()
	if end(true) {
		t.Error("a drop on the other window is our own")
	}
	d := k.dropped()
	if !slices.Equal(d.Files, []string{"/a b/1.png", "/2.mp4"}) || d.At != fyne.NewPos(230, 160) {
		t.Errorf("arrived %+v", d)
	}

	for name, at := range map[string][2]int16{"where it is refused": {80, 60}, "over the bare screen": {900, 650}} {
		drag()
		to(at[0], at[1])
		next()
		if end(true) {
			t.Errorf("%s it is our own", name)
		}
	}
	drag()
	to(300, 200)
	next()
	end(false) // Esc
	k.nothing()
}
