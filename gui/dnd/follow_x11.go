//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"time"

	"fyne.io/fyne/v2"
)

// followWindow opens our own way for drags as soon as the window exists on an X server. On Wayland it does nothing.
func followWindow(w fyne.Window, r *receiver) (stop func()) {
	f := &follower{
		look:  func() native { return nativeWindow(w) },
		open:  func(window uint32) func() { return openProxy("", window, r, time.After) },
		post:  r.post,
		after: func(d time.Duration, step func()) { time.AfterFunc(d, step) },
		pause: firstPause,
	}
	f.step()
	return f.end
}

// The pauses between two looks for a window that is not shown yet. The toolkit does not tell when it is.
const (
	firstPause   = 25 * time.Millisecond
	longestPause = time.Second
)

// follower waits for the window to exist, then opens the way for it. Its fields belong to the window's goroutine.
type follower struct {
	look  func() native
	open  func(window uint32) (stop func())
	post  func(func())
	after func(time.Duration, func())
	pause time.Duration
	ended bool
	stop  func()
}

func (f *follower) step() {
	if f.ended || f.stop != nil {
		return
	}
	n := f.look()
	if !n.onX11 {
		return
	}
	if n.x11 != 0 {
		f.stop = f.open(n.x11)
		return
	}
	pause := f.pause
	f.pause = min(2*f.pause, longestPause)
	f.after(pause, func() { f.post(f.step) })
}

func (f *follower) end() {
	f.ended = true
	if f.stop != nil {
		f.stop()
	}
}
