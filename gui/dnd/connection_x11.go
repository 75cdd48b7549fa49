//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"fmt"
	"image"
	"io"
	"slices"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// xdndVersion is the implemented protocol version (freedesktop.org, XDND 5).
const xdndVersion = 5

// transferProperties is the number of properties used in rotation, so that a late response to an abandoned request is
// not mistaken for the next one.
const transferProperties = 16

// atoms holds the atoms of the protocol.
type atoms struct {
	aware, proxy, typeList, selection              xproto.Atom
	enter, position, status, leave, drop, finished xproto.Atom
	copyAction, linkAction                         xproto.Atom
	incr                                           xproto.Atom
	clipboard, targets, timestamp, mark            xproto.Atom // of selections
	transfers                                      [transferProperties]xproto.Atom
	flavours                                       [len(flavourTable)]xproto.Atom
}

// connection is a connection to the X server with a window of its own. Its methods block only on the server.
type connection struct {
	x      *xgb.Conn
	root   xproto.Window // of the screen that shows the target
	target xproto.Window // the program's window; 0: unknown
	window xproto.Window // the connection's own
	atoms  atoms
	names  map[string]xproto.Atom // atoms by name
}

// dial connects to a display ("" is $DISPLAY) and creates an invisible window.
func dial(display string, target uint32) (*connection, error) {
	xgb.Logger.SetOutput(io.Discard) // it logs a warning if ~/.Xauthority is missing
	x, err := xgb.NewConnDisplay(display)
	if err != nil {
		return nil, fmt.Errorf("connect to X server: %w", err)
	}
	w := &connection{x: x, root: xproto.Setup(x).DefaultScreen(x).Root, target: xproto.Window(target),
		names: map[string]xproto.Atom{}}
	if err := w.open(); err != nil {
		x.Close()
		return nil, err
	}
	return w, nil
}

func (w *connection) open() error {
	if w.target != 0 {
		geometry, err := xproto.GetGeometry(w.x, xproto.Drawable(w.target)).Reply()
		if err != nil {
			return fmt.Errorf("find window %#x: %w", w.target, err)
		}
		w.root = geometry.Root
	}
	err := w.intern()
	if err != nil {
		return err
	}
	if w.window, err = xproto.NewWindowId(w.x); err == nil {
		err = xproto.CreateWindowChecked(w.x, 0, w.window, w.root, -10, -10, 1, 1, 0, xproto.WindowClassInputOnly, 0,
			xproto.CwOverrideRedirect|xproto.CwEventMask, []uint32{1, xproto.EventMaskPropertyChange}).Check()
	}
	if err != nil {
		return fmt.Errorf("open window for drags: %w", err)
	}
	return nil
}

func (w *connection) intern() error {
	a := &w.atoms
	named := map[string]*xproto.Atom{
		"XdndAware": &a.aware, "XdndProxy": &a.proxy, "XdndTypeList": &a.typeList, "XdndSelection": &a.selection,
		"XdndEnter": &a.enter, "XdndPosition": &a.position, "XdndStatus": &a.status,
		"XdndLeave": &a.leave, "XdndDrop": &a.drop, "XdndFinished": &a.finished,
		"XdndActionCopy": &a.copyAction, "XdndActionLink": &a.linkAction,
		"INCR":      &a.incr,
		"CLIPBOARD": &a.clipboard, "TARGETS": &a.targets, "TIMESTAMP": &a.timestamp, "VIVISCOPE_TIME": &a.mark,
	}
	for i := range a.transfers {
		named[fmt.Sprintf("VIVISCOPE_DROP_%d", i)] = &a.transfers[i]
	}
	for i, f := range flavourTable {
		named[f.name] = &a.flavours[i]
	}
	cookies := make(map[string]xproto.InternAtomCookie, len(named))
	for name := range named {
		cookies[name] = xproto.InternAtom(w.x, false, uint16(len(name)), name)
	}
	for name, cookie := range cookies {
		reply, err := cookie.Reply()
		if err != nil {
			return fmt.Errorf("name %s at X server: %w", name, err)
		}
		*named[name], w.names[name] = reply.Atom, reply.Atom
	}
	return nil
}

// announce registers the connection's window as XdndProxy of the program's window. The proxy has the property too, by
// which sources check that it is alive.
func (w *connection) announce() error {
	id := make([]byte, 4)
	xgb.Put32(id, uint32(w.window))
	version := make([]byte, 4)
	xgb.Put32(version, xdndVersion)
	for _, p := range []struct {
		window     xproto.Window
		name, kind xproto.Atom
		value      []byte
	}{
		{w.window, w.atoms.aware, xproto.AtomAtom, version},
		{w.window, w.atoms.proxy, xproto.AtomWindow, id},
		{w.target, w.atoms.proxy, xproto.AtomWindow, id},
	} {
		if err := xproto.ChangePropertyChecked(w.x, xproto.PropModeReplace, p.window, p.name, p.kind, 32, 1,
			p.value).Check(); err != nil {
			return fmt.Errorf("announce proxy for drags: %w", err)
		}
	}
	// Get notified when the program's window is destroyed. Each connection has its own event mask.
	w.watch(w.target, true)
	return nil
}

// withdraw undoes announce and closes the connection. It is safe if the window or the server is gone.
func (w *connection) withdraw() {
	if w.number(w.target, w.atoms.proxy) == uint32(w.window) {
		_ = xproto.DeletePropertyChecked(w.x, w.target, w.atoms.proxy).Check()
	}
	w.x.Close()
}

// watch subscribes to the destruction of a window, or unsubscribes.
func (w *connection) watch(window xproto.Window, on bool) {
	mask := uint32(xproto.EventMaskNoEvent)
	if on {
		mask = xproto.EventMaskStructureNotify
	}
	xproto.ChangeWindowAttributes(w.x, window, xproto.CwEventMask, []uint32{mask})
}

// number returns a property that holds one number, or 0.
func (w *connection) number(window xproto.Window, property xproto.Atom) uint32 {
	reply, err := xproto.GetProperty(w.x, false, window, property, xproto.GetPropertyTypeAny, 0, 1).Reply()
	if err != nil || len(reply.Value) < 4 {
		return 0
	}
	return xgb.Get32(reply.Value)
}

// send sends a client message about a window to its proxy or to the window itself.
func (w *connection) send(to, window xproto.Window, kind xproto.Atom, data ...uint32) {
	data = append(data, 0, 0, 0, 0, 0)[:5]
	message := xproto.ClientMessageEvent{Format: 32, Window: window, Type: kind,
		Data: xproto.ClientMessageDataUnionData32New(data)}
	xproto.SendEvent(w.x, false, to, xproto.EventMaskNoEvent, string(message.Bytes()))
}

// inWindow converts a root window position into one in the program's window, px.
func (w *connection) inWindow(root image.Point) (image.Point, bool) {
	reply, err := xproto.TranslateCoordinates(w.x, w.root, w.target, int16(root.X), int16(root.Y)).Reply()
	if err != nil {
		return image.Point{}, false
	}
	return image.Pt(int(reply.DstX), int(reply.DstY)), true
}

// typeList returns the flavours of a source that offers more than fit into XdndEnter.
func (w *connection) typeList(source xproto.Window) []xproto.Atom {
	const most = 1024
	reply, err := xproto.GetProperty(w.x, false, source, w.atoms.typeList, xproto.AtomAtom, 0, most).Reply()
	if err != nil || reply.Format != 32 {
		return nil
	}
	var types []xproto.Atom
	for value := reply.Value; len(value) >= 4; value = value[4:] {
		types = append(types, xproto.Atom(xgb.Get32(value)))
	}
	return types
}

// convert requests a flavour from the owner of a selection; the response is a SelectionNotify.
func (w *connection) convert(selection, flavour, property xproto.Atom, at xproto.Timestamp) {
	xproto.ConvertSelection(w.x, w.window, selection, flavour, property, at)
}

// take reads and deletes a property of the connection's window. Deleting it makes an INCR source continue. whole is
// false if the property exceeds most bytes or is not a byte sequence.
func (w *connection) take(property xproto.Atom, most int) (data []byte, kind xproto.Atom, whole bool) {
	reply, err := xproto.GetProperty(w.x, true, w.window, property, xproto.GetPropertyTypeAny, 0,
		uint32(most/4)).Reply()
	if err != nil {
		return nil, 0, false
	}
	if reply.BytesAfter > 0 { // in this case the server does not delete it
		xproto.DeleteProperty(w.x, w.window, property)
		return nil, reply.Type, false
	}
	if reply.Type == w.atoms.incr {
		return nil, reply.Type, true
	}
	return reply.Value, reply.Type, reply.Format == 8 || len(reply.Value) == 0
}

// transfer requests flavours from a source, best first, until one has supported content.
type transfer struct {
	conn      *connection
	selection xproto.Atom // XdndSelection, or CLIPBOARD
	at        xproto.Timestamp
	remaining []int         // indices into flavourTable, not requested yet
	current   int           // the requested one
	prop      xproto.Atom   // property that receives the response
	next      *int          // property counter, shared by all transfers
	incr      bool          // the response arrives in chunks (INCR)
	data      []byte        // of these chunks
	done      func(content) // called once; content is empty if no flavour was supported
}

// offeredNames returns the names of the offered flavours that flavourTable contains.
func (w *connection) offeredNames(offered []xproto.Atom) []string {
	var names []string
	for i, atom := range w.atoms.flavours {
		if slices.Contains(offered, atom) {
			names = append(names, flavourTable[i].name)
		}
	}
	return names
}

// begin requests the first of the flavours.
func (t *transfer) begin(flavours []int) {
	t.remaining = flavours
	t.ask()
}

// ask requests the next flavour, or ends the transfer.
func (t *transfer) ask() {
	t.incr, t.data, t.prop = false, nil, 0
	if len(t.remaining) == 0 {
		t.done(content{})
		return
	}
	t.current, t.remaining = t.remaining[0], t.remaining[1:]
	t.prop = t.conn.atoms.transfers[*t.next%transferProperties]
	*t.next++
	t.conn.convert(t.selection, t.conn.atoms.flavours[t.current], t.prop, t.at)
}

// handleSelection handles the response of the source. It reports whether the event belongs to this transfer.
func (t *transfer) handleSelection(e xproto.SelectionNotifyEvent) bool {
	if t.prop == 0 || t.incr || e.Selection != t.selection ||
		e.Target != t.conn.atoms.flavours[t.current] || (e.Property != t.prop && e.Property != 0) {
		return false
	}
	if e.Property == 0 { // the source refuses this flavour
		t.ask()
		return true
	}
	data, kind, whole := t.conn.take(t.prop, flavourTable[t.current].maxBytes)
	switch {
	case !whole:
		t.ask()
	case kind == t.conn.atoms.incr:
		t.incr = true // deleting the property has started the INCR transfer
	default:
		t.read(data)
	}
	return true
}

// handleProperty handles the next chunk of an INCR transfer; an empty one ends it. It reports whether the event belongs
// to this transfer.
func (t *transfer) handleProperty(e xproto.PropertyNotifyEvent) bool {
	if !t.incr || e.Atom != t.prop {
		return false
	}
	data, _, whole := t.conn.take(t.prop, flavourTable[t.current].maxBytes)
	switch {
	case !whole || len(t.data)+len(data) > flavourTable[t.current].maxBytes:
		t.ask() // remaining chunks are deleted unread: see proxy.stray
	case len(data) == 0:
		t.read(t.data)
	default:
		t.data = append(t.data, data...)
	}
	return true
}

func (t *transfer) read(data []byte) {
	if c := parse(flavourTable[t.current].name, data); !c.empty() {
		t.prop, t.remaining = 0, nil
		t.done(c)
		return
	}
	t.ask()
}
