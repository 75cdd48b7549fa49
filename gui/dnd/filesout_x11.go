//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"fmt"
	"image"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jezek/xgb/xproto"

	"viviscope/client/guard"
)

// FilesOut drags files into windows of other programs (XDND 5). The toolkit holds the pointer grab while a button is
// pressed and reports moves and the release. The pointer position comes from the X server, on a separate connection.
// Call its methods on the window goroutine; they do not block.
type FilesOut struct {
	log        *slog.Logger
	queue      chan func(*outgoing) // nil: the goroutine for the X server has not started
	lookQueued atomic.Bool          // a look is queued: one serves any number of moves
}

// NewFilesOut creates a FilesOut. It connects at the first drag.
func NewFilesOut(log *slog.Logger) *FilesOut { return &FilesOut{log: log} }

// Begin starts a drag of files from the X11 window own; 0 means another kind of window, whose drags stay inside.
// outside is called on any goroutine when the pointer enters (true) or leaves (false) another program's window or the
// desktop.
func (f *FilesOut) Begin(own uintptr, paths []string, outside func(bool)) {
	if own == 0 {
		return
	}
	if f.queue == nil {
		const waiting = 64
		f.queue = make(chan func(*outgoing), waiting)
		orders := f.queue
		guard.Go("drag out of the window", func() { f.serve(orders) })
	}
	f.enqueue(func(o *outgoing) { o.begin(xproto.Window(own), paths, outside) })
}

// Moved reports that the pointer has moved.
func (f *FilesOut) Moved() {
	if f.lookQueued.Swap(true) {
		return
	}
	ordered := f.enqueue(func(o *outgoing) {
		f.lookQueued.Store(false)
		o.look()
	})
	if !ordered {
		f.lookQueued.Store(false)
	}
}

// End ends the drag with a drop at the pointer or without one. inside is called on any goroutine and reports whether
// the pointer was over the program's own window, so that the drop is internal.
func (f *FilesOut) End(drop bool, inside func(bool)) {
	if f.queue == nil {
		inside(true)
		return
	}
	f.enqueue(func(o *outgoing) { o.end(drop, inside) })
}

// Close closes the connection.
func (f *FilesOut) Close() {
	if f.queue != nil {
		close(f.queue)
		f.queue = nil
	}
}

// enqueue queues a function for the goroutine of the X server. It reports false if the queue is full: the drag is then
// lost.
func (f *FilesOut) enqueue(do func(*outgoing)) bool {
	select {
	case f.queue <- do:
		return true
	default:
		return false
	}
}

func (f *FilesOut) serve(orders <-chan func(*outgoing)) {
	o := &outgoing{log: f.log, messages: make(chan xproto.ClientMessageEvent, 16)}
	defer o.close()
	for {
		select {
		case do, ok := <-orders:
			if !ok {
				return
			}
			o.try(do)
		case e := <-o.messages:
			o.try(func(o *outgoing) { o.answered(e) })
		case <-o.deadline:
			o.drop(false)
		}
	}
}

// statusTimeout is the timeout for the target's last answer before a drop.
const statusTimeout = 2 * time.Second

// outgoing is the state of the current or last drag, on the goroutine of the X server.
type outgoing struct {
	log      *slog.Logger
	owner    *selectionOwner // with the connection to the server
	messages chan xproto.ClientMessageEvent

	own            xproto.Window // source window of the drag
	outside        func(bool)
	active         bool
	pointerOutside bool        // the pointer is outside the own window
	at             image.Point // pointer position, px of the root window

	target          dropWindow // under the pointer
	awaitingStatus  bool       // no answer to the last position yet
	positionChanged bool       // there is a newer position
	dropping        bool       // the button was released; the answer decides
	deadline        <-chan time.Time
}

// dropWindow is a window that accepts drops; the zero value is none.
type dropWindow struct {
	window  xproto.Window
	to      xproto.Window // receives its messages: its XdndProxy, or itself
	version uint32
}

// try runs do and recovers from panics. The X library parses replies without length checks, so that a broken server
// would otherwise crash the program.
func (o *outgoing) try(do func(*outgoing)) {
	err := guard.Run("drag out of the window", func() { do(o) })
	if err != nil { // already reported
		o.close()
	}
}

func (o *outgoing) close() {
	o.active = false
	if o.owner != nil {
		o.owner.close()
		o.owner = nil
	}
}

// open connects to the server and creates a window that owns the selection.
func (o *outgoing) open() error {
	if o.owner != nil && !o.owner.ended() {
		return nil
	}
	c, err := dial("", 0)
	if err != nil {
		return err
	}
	o.owner = newSelectionOwner(c, c.atoms.selection, o.log, func(e xproto.ClientMessageEvent) {
		select {
		case o.messages <- e:
		default: // unexpected messages
		}
	})
	return nil
}

func (o *outgoing) begin(own xproto.Window, paths []string, outside func(bool)) {
	o.leave()
	err := o.open()
	if err == nil {
		err = o.owner.take(flavoursOf(paths))
	}
	if err != nil {
		o.log.Warn("files cannot be dragged out of the window", "err", err)
		return
	}
	o.own, o.outside, o.active, o.pointerOutside, o.dropping = own, outside, true, false, false
}

// look finds the window under the pointer and sends it the position.
func (o *outgoing) look() {
	if !o.active || o.dropping {
		return
	}
	away, target, err := o.find()
	if err != nil {
		o.log.Debug("what is under the pointer is not known", "err", err)
		return
	}
	if away != o.pointerOutside {
		o.pointerOutside = away
		o.outside(away)
	}
	if target != o.target {
		o.leave()
		o.target = target
		if target.window != 0 {
			flavour := func(name string) uint32 { return uint32(o.owner.names[name]) }
			o.sendToTarget(o.owner.atoms.enter, min(target.version, xdndVersion)<<24, flavour("text/uri-list"),
				flavour("UTF8_STRING"), flavour("text/plain"))
		}
	}
	if target.window != 0 {
		o.position()
	}
}

// find returns the outermost window under the pointer that accepts drops. away reports whether it is not the own
// window.
func (o *outgoing) find() (away bool, found dropWindow, err error) {
	pointer, err := xproto.QueryPointer(o.owner.x, o.owner.root).Reply()
	if err != nil {
		return false, dropWindow{}, fmt.Errorf("find the pointer: %w", err)
	}
	o.at = image.Pt(int(pointer.RootX), int(pointer.RootY))
	const oldest = 3 // earlier versions have other messages
	for w := pointer.Child; w != 0; {
		if w == o.own {
			return false, dropWindow{}, nil
		}
		if found.window == 0 {
			to := w
			if proxy := xproto.Window(o.owner.number(w, o.owner.atoms.proxy)); proxy != 0 &&
				o.owner.number(proxy, o.owner.atoms.proxy) == uint32(proxy) {
				to = proxy
			}
			if version := o.owner.number(to, o.owner.atoms.aware); version >= oldest {
				found = dropWindow{w, to, version}
			}
		}
		in, err := xproto.TranslateCoordinates(o.owner.x, o.owner.root, w, pointer.RootX, pointer.RootY).Reply()
		if err != nil {
			return false, dropWindow{}, fmt.Errorf("look into window %#x: %w", w, err)
		}
		w = in.Child
	}
	return true, found, nil
}

// sendToTarget sends a message to the target: our window, then data.
func (o *outgoing) sendToTarget(kind xproto.Atom, data ...uint32) {
	o.owner.send(o.target.to, o.target.window, kind, append([]uint32{uint32(o.owner.window)}, data...)...)
}

// position sends the pointer position once the previous one was answered.
func (o *outgoing) position() {
	o.positionChanged = o.awaitingStatus
	if o.positionChanged {
		return
	}
	o.awaitingStatus = true
	o.sendToTarget(o.owner.atoms.position, 0, uint32(uint16(o.at.X))<<16|uint32(uint16(o.at.Y)),
		uint32(o.owner.ownedSince()),
		uint32(o.owner.atoms.copyAction))
}

// answered handles the target's answer to the last position.
func (o *outgoing) answered(e xproto.ClientMessageEvent) {
	data := e.Data.Data32
	if from := xproto.Window(data[0]); e.Type != o.owner.atoms.status || from != o.target.window &&
		from != o.target.to || !o.awaitingStatus {
		return
	}
	o.awaitingStatus = false
	switch {
	case o.positionChanged:
		o.position()
	case o.dropping:
		o.drop(data[1]&1 != 0)
	}
}

// end ends the drag. The target decides about a drop with its pending answer.
func (o *outgoing) end(drop bool, inside func(bool)) {
	o.look()
	inside(!o.active || !o.pointerOutside)
	o.dropping = drop && o.active && o.target.window != 0
	if !o.dropping {
		o.leave()
		o.active = false
		return
	}
	o.deadline = time.After(statusTimeout)
}

// drop sends the drop if taken is true. The target then requests the files from the selection, which stays owned.
func (o *outgoing) drop(taken bool) {
	if taken {
		o.sendToTarget(o.owner.atoms.drop, 0, uint32(o.owner.ownedSince()))
		o.target = dropWindow{}
	}
	o.leave()
	o.active, o.dropping = false, false
}

// leave notifies the target that the pointer left.
func (o *outgoing) leave() {
	if o.target.window != 0 && o.owner != nil {
		o.sendToTarget(o.owner.atoms.leave)
	}
	o.target, o.awaitingStatus, o.positionChanged, o.deadline = dropWindow{}, false, false, nil
}
