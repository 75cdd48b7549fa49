package program

import (
	"runtime"

	"fyne.io/fyne/v2/driver"

	"viviscope/gui/single"
)

// listenForInstances lets other starts on this library reach this window. Without it they can only say that the library is open. Off the
// window's goroutine, under the library's lock.
func (p *program) listenForInstances() {
	listener, err := single.Listen(p.lib.Dir(), p.options.Log.With("component", "single"), func(paths []string) {
		p.post(p.bringToFront)
		p.openGiven(paths)
	})
	if err != nil {
		p.options.Log.Warn("another start cannot reach this window", "err", err)
		return
	}
	p.onClose(listener.Close)
}

// bringToFront brings the window to the front, also from being minimised. Window's goroutine.
func (p *program) bringToFront() {
	if p.shell != nil {
		p.shell.ComeBack()
	}
	native, ok := p.window.(driver.NativeWindow)
	if !ok {
		p.window.RequestFocus()
		return
	}
	native.RunNative(func(context any) {
		var handle uintptr
		switch at := context.(type) {
		case driver.X11WindowContext:
			handle = at.WindowHandle
		case driver.WindowsWindowContext:
			handle = at.HWND
		}
		if runtime.GOOS == "windows" { // its windows take orders on their own goroutine
			p.raise(handle)
			p.window.RequestFocus()
			return
		}
		p.window.RequestFocus()
		go p.raise(handle) // asks the X server, which the window must not wait for
	})
}

func (p *program) raise(handle uintptr) {
	if err := single.Raise(handle); err != nil {
		p.options.Log.Warn("bring the window to the front", "err", err)
	}
}
