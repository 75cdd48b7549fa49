//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"fmt"
	"image"
	"io"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// FilesOut drags files out of a window into those of other programs (XDND 5). The toolkit, which has the pointer while a button is held,
// tells when it moves and when the button is let go; where it is then is asked of the X server, on a connection of our own. Its methods
// belong to the window's goroutine and wait for nothing.
type FilesOut struct {
	log    *slog.Logger
	orders chan func(*outgoing) // nil: the goroutine that speaks with the server has not begun
	looks  atomic.Bool          // a look is among the orders: one is enough for any number of moves
}

// NewFilesOut returns the way out into the windows of this session. Nothing is opened before the first drag.
func NewFilesOut(log *slog.Logger) *FilesOut { return &FilesOut{log: log} }

// Begin begins to drag files out of a window. Whenever that changes outside is told, on any goroutine, whether the pointer is over another
// program's window, or none. Where the window is no X11 window it never is.
func (f *FilesOut) Begin(w fyne.Window, paths []string, outside func(bool)) {
	if own := nativeWindow(w).x11; own != 0 {
		f.begin(own, paths, outside)
	}
}

func (f *FilesOut) begin(own uint32, paths []string, outside func(bool)) {
	if f.orders == nil {
		const waiting = 64
		f.orders = make(chan func(*outgoing), waiting)
		go f.serve(f.orders)
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

// End ends the drag: the files are dropped where the pointer is, or the drag comes to nothing. inside is told, on any goroutine, whether
// the pointer was over the own window, so that the drop is its own.
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
	conn     *connection // to the server; its own window is the owner's
	owner    *selectionOwner
	messages chan xproto.ClientMessageEvent

	own     xproto.Window // that is dragged out of
	outside func(bool)
	active  bool
	away    bool        // the pointer is not over the own window
	at      image.Point // of the pointer, px of the root window

	target   taker // under the pointer
	awaiting bool  // it has not said yet whether it takes a drop at the last position
	moved    bool  // there is a newer one
	accepted bool
	dropping bool // the button was let go; the answer decides
	deadline <-chan time.Time
}

// taker is a window that takes drops; the zero value is none.
type taker struct {
	window  xproto.Window
	to      xproto.Window // speaks for it: its XdndProxy, or itself
	version uint32
}

// try does one thing. The library that speaks X reads the server's replies without checking their lengths: a server that is broken ends the
// drag, not the program.
func (o *outgoing) try(do func(*outgoing)) {
	defer func() {
		if v := recover(); v != nil {
			o.log.Error("drag out of the window ended", "panic", v)
			o.close()
		}
	}()
	do(o)
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
	xgb.Logger.SetOutput(io.Discard) // it writes where there is no ~/.Xauthority
	x, err := xgb.NewConn()
	if err != nil {
		return fmt.Errorf("connect to X server: %w", err)
	}
	o.conn = &connection{x: x, root: xproto.Setup(x).DefaultScreen(x).Root}
	err = o.conn.intern()
	if err == nil {
		o.owner, err = newSelectionOwner(x, "XdndSelection", o.log, func(e xproto.ClientMessageEvent) {
			select {
			case o.messages <- e:
			default: // of somebody who says more than was asked
			}
		})
	}
	if err != nil {
		x.Close()
	}
	return err
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
			a := &o.conn.atoms
			o.tell(a.enter, [4]uint32{min(target.version, xdndVersion) << 24, o.atom("text/uri-list"), o.atom("UTF8_STRING"), o.atom("text/plain")})
		}
	}
	if target.window != 0 {
		o.position()
	}
}

// find looks for the window under the pointer that takes drops, outermost first. away: it is not the own one.
func (o *outgoing) find() (away bool, found taker, err error) {
	pointer, err := xproto.QueryPointer(o.conn.x, o.conn.root).Reply()
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
			if proxy := xproto.Window(o.number(w, o.conn.atoms.proxy)); proxy != 0 && o.number(proxy, o.conn.atoms.proxy) == uint32(proxy) {
				to = proxy
			}
			if version := o.number(to, o.conn.atoms.aware); version >= oldest {
				found = taker{w, to, version}
			}
		}
		in, err := xproto.TranslateCoordinates(o.conn.x, o.conn.root, w, pointer.RootX, pointer.RootY).Reply()
		if err != nil {
			return false, taker{}, fmt.Errorf("look into window %#x: %w", w, err)
		}
		w = in.Child
	}
	return true, found, nil
}

// number reads a property that holds one number, 0 where there is none.
func (o *outgoing) number(window xproto.Window, property xproto.Atom) uint32 {
	reply, err := xproto.GetProperty(o.conn.x, false, window, property, xproto.GetPropertyTypeAny, 0, 1).Reply()
	if err != nil || len(reply.Value) < 4 {
		return 0
	}
	return xgb.Get32(reply.Value)
}

func (o *outgoing) atom(flavour string) uint32 {
	return uint32(o.conn.atoms.flavours[slices.Index(flavours[:], flavour)])
}

// tell sends a message to the target: our window, then data.
func (o *outgoing) tell(kind xproto.Atom, data [4]uint32) {
	all := []uint32{uint32(o.owner.window), data[0], data[1], data[2], data[3]}
	e := xproto.ClientMessageEvent{Format: 32, Window: o.target.window, Type: kind, Data: xproto.ClientMessageDataUnionData32New(all)}
	xproto.SendEvent(o.conn.x, false, o.target.to, xproto.EventMaskNoEvent, string(e.Bytes()))
}

// position tells the target where the pointer is, once it has answered for the position before.
func (o *outgoing) position() {
	if o.moved = o.awaiting; o.moved {
		return
	}
	o.awaiting = true
	o.tell(o.conn.atoms.position, [4]uint32{0, uint32(uint16(o.at.X))<<16 | uint32(uint16(o.at.Y)), uint32(o.owner.owned()), uint32(o.conn.atoms.copyAction)})
}

// answered takes what the target says of the last position.
func (o *outgoing) answered(e xproto.ClientMessageEvent) {
	data := e.Data.Data32
	if from := xproto.Window(data[0]); e.Type != o.conn.atoms.status || from != o.target.window && from != o.target.to || !o.awaiting {
		return
	}
	o.awaiting, o.accepted = false, data[1]&1 != 0
	switch {
	case o.moved:
		o.position()
	case o.dropping:
		o.drop(o.accepted)
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

// drop hands the files over, where that is taken. The target fetches them from the owner of the selection, which holds them on.
func (o *outgoing) drop(taken bool) {
	if taken {
		o.tell(o.conn.atoms.drop, [4]uint32{0, uint32(o.owner.owned())})
		o.target = taker{}
	}
	o.leave()
	o.active, o.dropping = false, false
}

// leave tells the target that the pointer has gone.
func (o *outgoing) leave() {
	if o.target.window != 0 && o.owner != nil {
		o.tell(o.conn.atoms.leave, [4]uint32{})
	}
	o.target, o.awaiting, o.moved, o.accepted, o.deadline = taker{}, false, false, false, nil
}
