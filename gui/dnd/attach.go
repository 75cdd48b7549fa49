package dnd

import (
	"log/slog"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
)

// Attach lets drags from other programs into the window, for as long as it exists or until detach is called. It may be called before
// the window is shown. Both it and detach are called on the window's goroutine, return at once, and detach may be called twice; after
// it nothing reaches the target any more. A window has one target.
//
// post runs a function on the window's goroutine, later.
func Attach(w fyne.Window, t Target, post func(func()), log *slog.Logger) (detach func()) {
	r := &receiver{canvas: w.Canvas, target: t, post: post, log: log}
	// The toolkit's own way stays open beside ours: it takes over where ours cannot be opened, or is lost.
	w.SetOnDropped(toolkit{receiver: r, wayland: func() bool { return nativeWindow(w).wayland }}.dropped)
	stop := followWindow(w, r)
	return sync.OnceFunc(func() {
		r.unhover()
		r.detached = true
		stop()
	})
}

// native is what the toolkit tells of a window.
type native struct {
	x11     uint32 // its id on the X server, 0 where it has none or none yet
	onX11   bool
	wayland bool
}

func nativeWindow(w fyne.Window) native {
	var n native
	if w, ok := w.(driver.NativeWindow); ok {
		w.RunNative(func(context any) {
			switch context := context.(type) {
			case driver.X11WindowContext:
				n.onX11, n.x11 = true, uint32(context.WindowHandle)
			case driver.WaylandWindowContext:
				n.wayland = true
			}
		})
	}
	return n
}
