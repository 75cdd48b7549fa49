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

// FilesOut drags files out of a window into those of other programs (XDND 5). The toolkit, which has the pointer while
// a button is held, tells when it moves and when the button is let go; where it is then is asked of the X server, on a
// connection of our own. Its methods belong to the window's goroutine and wait for nothing.
type FilesOut struct {
	log    *slog.Logger
	orders chan func(*outgoing) // nil: the goroutine that speaks with the server has not begun
	looks  atomic.Bool          // a look is among the orders: one is enough for any number of moves
}

// NewFilesOut returns the way out into the windows of this session. Nothing is opened before the first drag.
func NewFilesOut(log *slog.Logger) *FilesOut { return &FilesOut{log: log} }

// Begin begins to drag files out of a window, 0: one that is no X11 window, which nothing leaves. Whenever that changes
// outside is told, on any goroutine, whether the pointer is over another program's window, or none.
func (f *FilesOut) Begin(own uintptr, paths []string, outside func(bool)) {
	if own == 0 {
		return
	}
	if f.orders == nil {
		const waiting = 64
		f.orders = make(chan func(*outgoing), waiting)
		orders := f.orders
		guard.Go("drag out of the window", func() { f.serve(orders) })
	}
	f.order(func(o *outgoing) { o.begin(xproto.Window(own), paths, outside) })
}

// Moved says that the pointer has moved.
func (f *FilesOut) Moved() {
	if f.looks.Swap(true) {
		return
	}
	ordered := f.order(func(o *outgoing) {
		f.looks.Store(false)
		o.look()
	})
	if !ordered {
		f.looks.Store(false)
	}
}

// End ends the drag: the files are dropped where the pointer is, or the drag comes to nothing. inside is told, on any
// goroutine, whether the pointer was over the own window, so that the drop is its own.
func (f *FilesOut) End(drop bool, inside func(bool)) {
	if f.orders == nil {
		inside(true)
		return
	}
	f.order(func(o *outgoing) { o.end(drop, inside) })
}

// Close gives back the connection.
func (f *FilesOut) Close() {
	if f.orders != nil {
		close(f.orders)
		f.orders = nil
	}
}

// order has something done by the goroutine that speaks with the server. One that hangs loses the drag.
func (f *FilesOut) order(do func(*outgoing)) bool {
	select {
	case f.orders <- do:
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

// statusPatience is how long the program under the pointer may take to say whether it takes what was let go.
const statusPatience = 2 * time.Second

// outgoing is the drag that is under way, or was last, on the goroutine that speaks with the server.
type outgoing struct {
	log      *slog.Logger
	owner    *selectionOwner // with the connection to the server
	messages chan xproto.ClientMessageEvent

	own     xproto.Window // that is dragged out of
	outside func(bool)
	active  bool
	away    bool        // the pointer is not over the own window
	at      image.Point // of the pointer, px of the root window

	target   taker // under the pointer
	awaiting bool  // it has not said yet whether it takes a drop at the last position
	moved    bool  // there is a newer one
	dropping bool  // the button was let go; the answer decides
	deadline <-chan time.Time
}

// taker is a window that takes drops; the zero value is none.
type taker struct {
	window  xproto.Window
	to      xproto.Window // speaks for it: its XdndProxy, or itself
	version uint32
}

// try does one thing. The library that speaks X reads the server's replies without checking their lengths: a server
// that is broken ends the drag, not the program.
func (o *outgoing) try(do func(*outgoing)) {
	err := guard.Run("drag out of the window", func() { do(o) })
	if err != nil { // it was reported
		o.close()
	}
}

func (o *outgoing) close() {
	if o.active = false; o.owner != nil {
		o.owner.close()
		o.owner = nil
	}
}

// open connects to the server, with a window that owns what is dragged.
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
		default: // of somebody who says more than was asked
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
	o.own, o.outside, o.active, o.away, o.dropping = own, outside, true, false, false
}

// look finds what is under the pointer, and tells it where that is.
func (o *outgoing) look() {
	if !o.active || o.dropping {
		return
	}
	away, target, err := o.find()
	if err != nil {
		o.log.Debug("what is under the pointer is not known", "err", err)
		return
	}
	if away != o.away {
		o.away = away
		o.outside(away)
	}
	if target != o.target {
		o.leave()
		if o.target = target; target.window != 0 {
			flavour := func(name string) uint32 { return uint32(o.owner.names[name]) }
			o.tell(o.owner.atoms.enter, min(target.version, xdndVersion)<<24, flavour("text/uri-list"),
				flavour("UTF8_STRING"), flavour("text/plain"))
		}
	}
	if target.window != 0 {
		o.position()
	}
}

// find looks for the window under the pointer that takes drops, outermost first. away: it is not the own one.
func (o *outgoing) find() (away bool, found taker, err error) {
	pointer, err := xproto.QueryPointer(o.owner.x, o.owner.root).Reply()
	if err != nil {
		return false, taker{}, fmt.Errorf("find the pointer: %w", err)
	}
	o.at = image.Pt(int(pointer.RootX), int(pointer.RootY))
	const oldest = 3 // what came before has other messages
	for w := pointer.Child; w != 0; {
		if w == o.own {
			return false, taker{}, nil
		}
		if found.window == 0 {
			to := w
			if proxy := xproto.Window(o.owner.number(w, o.owner.atoms.proxy)); proxy != 0 &&
				o.owner.number(proxy, o.owner.atoms.proxy) == uint32(proxy) {
				to = proxy
			}
			if version := o.owner.number(to, o.owner.atoms.aware); version >= oldest {
				found = taker{w, to, version}
			}
		}
		in, err := xproto.TranslateCoordinates(o.owner.x, o.owner.root, w, pointer.RootX, pointer.RootY).Reply()
		if err != nil {
			return false, taker{}, fmt.Errorf("look into window %#x: %w", w, err)
		}
		w = in.Child
	}
	return true, found, nil
}

// tell sends a message to the target: our window, then data.
func (o *outgoing) tell(kind xproto.Atom, data ...uint32) {
	o.owner.send(o.target.to, o.target.window, kind, append([]uint32{uint32(o.owner.window)}, data...)...)
}

// position tells the target where the pointer is, once it has answered for the position before.
func (o *outgoing) position() {
	if o.moved = o.awaiting; o.moved {
		return
	}
	o.awaiting = true
	o.tell(o.owner.atoms.position, 0, uint32(uint16(o.at.X))<<16|uint32(uint16(o.at.Y)), uint32(o.owner.owned()),
		uint32(o.owner.atoms.copyAction))
}

// answered takes what the target says of the last position.
func (o *outgoing) answered(e xproto.ClientMessageEvent) {
	data := e.Data.Data32
	if from := xproto.Window(data[0]); e.Type != o.owner.atoms.status || from != o.target.window &&
		from != o.target.to || !o.awaiting {
		return
	}
	o.awaiting = false
	switch {
	case o.moved:
		o.position()
	case o.dropping:
		o.drop(data[1]&1 != 0)
	}
}

// end ends the drag. What is under the pointer decides whether it takes the files, once it has answered.
func (o *outgoing) end(drop bool, inside func(bool)) {
	o.look()
	inside(!o.active || !o.away)
	if o.dropping = drop && o.active && o.target.window != 0; !o.dropping {
		o.leave()
		o.active = false
		return
	}
	o.deadline = time.After(statusPatience)
}

// drop hands the files over, where that is taken. The target fetches them from the owner of the selection, which holds
// them on.
func (o *outgoing) drop(taken bool) {
	if taken {
		o.tell(o.owner.atoms.drop, 0, uint32(o.owner.owned()))
		o.target = taker{}
	}
	o.leave()
	o.active, o.dropping = false, false
}

// leave tells the target that the pointer has gone.
func (o *outgoing) leave() {
	if o.target.window != 0 && o.owner != nil {
		o.tell(o.owner.atoms.leave)
	}
	o.target, o.awaiting, o.moved, o.deadline = taker{}, false, false, nil
}
