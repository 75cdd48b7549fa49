//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"slices"
	"testing"
	"time"
)

// A window is looked for until it exists, less and less often, and opened once; detaching ends both.
func TestFollowerWaitsForTheWindow(t *testing.T) {
	var pauses []time.Duration
	var step func()
	var opened []uint32
	stops := 0
	window := native{onX11: true}
	f := &follower{
		look:  func() native { return window },
		open:  func(w uint32) func() { opened = append(opened, w); return func() { stops++ } },
		post:  func(f func()) { f() },
		after: func(d time.Duration, f func()) { pauses, step = append(pauses, d), f },
		pause: firstPause,
	}
	f.step()
	for range 6 {
		step()
	}
	if want := []time.Duration{25, 50, 100, 200, 400, 800, 1000}; !slices.EqualFunc(pauses, want, func(a, b time.Duration) bool { return a == b*time.Millisecond }) {
		t.Errorf("pauses %v", pauses)
	}
	window.x11 = 7
	step()
	step()
	if !slices.Equal(opened, []uint32{7}) {
		t.Errorf("opened %v", opened)
	}
	f.end()
	if stops != 1 {
		t.Errorf("stopped %d times", stops)
	}
}

func TestFollowerThatEndsBeforeTheWindow(t *testing.T) {
	var step func()
	f := &follower{
		look:  func() native { return native{onX11: true} },
		open:  func(uint32) func() { t.Error("opened after the end"); return nil },
		post:  func(f func()) { f() },
		after: func(_ time.Duration, f func()) { step = f },
		pause: firstPause,
	}
	f.step()
	f.end()
	f.look = func() native { return native{onX11: true, x11: 7} }
	step()
}

func TestFollowerLeavesWaylandAlone(t *testing.T) {
	f := &follower{
		look:  func() native { return native{wayland: true} },
		after: func(time.Duration, func()) { t.Error("looks again for a window that never comes") },
	}
	f.step()
	f.end()
}
