//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

/*
#cgo linux LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

// glfwGetX11Display is the toolkit's; a program without the toolkit's driver, such as a test, has none.
extern void *glfwGetX11Display(void) __attribute__((weak));

// wireEvent is a ClientMessage as the X server sends it (X11 protocol, appendix B).
typedef struct {
	uint8_t type, format;
	uint16_t sequence;
	uint32_t window, message;
	uint32_t data[5];
} wireEvent;

typedef int (*converter)(void *display, void *event, wireEvent *wire);

enum { clientMessage = 33, kinds = 4 };

static converter original;
static atomic_int to = -1;             // a pipe; -1: the toolkit takes its drags itself
static atomic_uint window, kind[kinds]; // whose messages, and which

// convert is called by Xlib for each ClientMessage of the toolkit's connection, with the display locked. 0 drops the
// event.
static int convert(void *display, void *event, wireEvent *wire) {
	int fd = atomic_load(&to);
	if (fd >= 0 && wire->format == 32 && wire->window == atomic_load(&window)) {
		for (int i = 0; i < kinds; i++) {
			if (wire->message == atomic_load(&kind[i])) {
				ssize_t written = write(fd, wire, sizeof *wire); // whole or not at all; a flood is cut off
				(void)written;
				return 0;
			}
		}
	}
	return original(display, event, wire);
}

// intercept has Xlib call convert. It returns whether the toolkit is connected to an X server.
static int intercept(void) {
	if (original != NULL) return 1;
	void *display = glfwGetX11Display != NULL ? glfwGetX11Display() : NULL;
	if (display == NULL) return 0;
	void *lib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL);
	if (lib == NULL) lib = dlopen("libX11.so", RTLD_LAZY | RTLD_LOCAL);
	if (lib == NULL) return 0;
	converter (*set)(void *, int, converter) = (converter (*)(void *, int, converter))dlsym(lib, "XESetWireToEvent");
	if (set == NULL) return 0;
	original = set(display, clientMessage, convert);
	return original != NULL;
}

static void forward(int fd, uint32_t of, uint32_t enter, uint32_t position, uint32_t leave, uint32_t drop) {
	atomic_store(&window, of);
	atomic_store(&kind[0], enter);
	atomic_store(&kind[1], position);
	atomic_store(&kind[2], leave);
	atomic_store(&kind[3], drop);
	atomic_store(&to, fd);
}

static void giveBack(void) { atomic_store(&to, -1); }
*/
import "C"

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/jezek/xgb/xproto"

	"viviscope/client/guard"
)

// interceptDrags prepares the toolkit's connection for [proxy.takeDirect]. It reports whether the toolkit is connected
// to an X server. Call it on the window goroutine.
//
// XWayland needs it. The compositors (wlroots, KWin, Mutter) ignore XdndProxy and send the messages of a drag from a
// Wayland program to the program's own window. The X server delivers these only to the connection that created the
// window, the toolkit's.
func interceptDrags() bool { return C.intercept() != 0 }

// directDrags passes intercepted messages to the open proxy. The pipe is never closed, because Xlib may be writing to
// it on any thread.
var directDrags struct {
	pipe   sync.Mutex
	opened bool
	write  int
	open   atomic.Pointer[proxy]
}

// takeDirect intercepts drag messages to the program's window on the toolkit's connection until giveBack is called. The
// toolkit does not receive them.
func (p *proxy) takeDirect() (giveBack func(), err error) {
	d := &directDrags
	d.pipe.Lock()
	defer d.pipe.Unlock()
	if !d.opened {
		var ends [2]int
		if err := syscall.Pipe(ends[:]); err != nil {
			return nil, fmt.Errorf("take drags off the toolkit's connection: %w", err)
		}
		for _, fd := range ends {
			syscall.CloseOnExec(fd)
			if err := syscall.SetNonblock(fd, true); err != nil { // a write by Xlib must never block
				return nil, fmt.Errorf("take drags off the toolkit's connection: %w", err)
			}
		}
		read := os.NewFile(uintptr(ends[0]), "drags")
		guard.Go("drops", func() { readDirect(read) })
		d.write, d.opened = ends[1], true
	}
	d.open.Store(p)
	a := &p.conn.atoms
	C.forward(C.int(d.write), C.uint32_t(p.conn.target), C.uint32_t(a.enter), C.uint32_t(a.position),
		C.uint32_t(a.leave), C.uint32_t(a.drop))
	return func() {
		if d.open.CompareAndSwap(p, nil) {
			C.giveBack()
		}
	}, nil
}

func readDirect(from io.Reader) {
	wire := make([]byte, 32)
	for {
		if _, err := io.ReadFull(from, wire); err != nil {
			return
		}
		p := directDrags.open.Load()
		event, ok := xproto.ClientMessageEventNew(wire).(xproto.ClientMessageEvent)
		if p == nil || !ok {
			continue
		}
		select {
		case p.direct <- event:
		case <-p.done:
		}
	}
}
