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

// xdndVersion is the version of the protocol that is spoken (freedesktop.org, XDND 5).
const xdndVersion = 5

// transferProperties is how many properties take turns, so that a late answer to a question that was given up is not
// taken for the answer to the next.
const transferProperties = 16

// atoms are the names that the protocol uses, as the server numbers them.
type atoms struct {
	aware, proxy, typeList, selection              xproto.Atom
	enter, position, status, leave, drop, finished xproto.Atom
	copyAction, linkAction                         xproto.Atom
	incr                                           xproto.Atom
	clipboard, targets, timestamp, mark            xproto.Atom // of selections
	transfers                                      [transferProperties]xproto.Atom
	flavours                                       [len(flavourTable)]xproto.Atom
}

// connection leads to the X server, with a window of our own on it. Its methods wait for the server and nothing else.
type connection struct {
	x      *xgb.Conn
	root   xproto.Window // of the screen that shows the target
	target xproto.Window // the program's window; 0: it is not known
	window xproto.Window // ours
	atoms  atoms
	names  map[string]xproto.Atom // the same by their names
}

// dial opens a connection of our own to the display ("" is $DISPLAY) and a window on it that nobody sees.
func dial(display string, target uint32) (*connection, error) {
	xgb.Logger.SetOutput(io.Discard) // it writes where there is no ~/.Xauthority
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

// announce makes our window the one that sources speak to. A proxy names itself as well: sources tell by that that it
// is alive.
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
	// Tells when the program's window has gone. Each connection has an event mask of its own.
	w.watch(w.target, true)
	return nil
}

// withdraw undoes announce and closes the connection. All of it is harmless where the window or the server has gone.
func (w *connection) withdraw() {
	if w.number(w.target, w.atoms.proxy) == uint32(w.window) {
		_ = xproto.DeletePropertyChecked(w.x, w.target, w.atoms.proxy).Check()
	}
	w.x.Close()
}

// watch asks to be told when a window has gone, or no longer.
func (w *connection) watch(window xproto.Window, on bool) {
	mask := uint32(xproto.EventMaskNoEvent)
	if on {
		mask = xproto.EventMaskStructureNotify
	}
	xproto.ChangeWindowAttributes(w.x, window, xproto.CwEventMask, []uint32{mask})
}

// number reads a property that holds one number, 0 where there is none.
func (w *connection) number(window xproto.Window, property xproto.Atom) uint32 {
	reply, err := xproto.GetProperty(w.x, false, window, property, xproto.GetPropertyTypeAny, 0, 1).Reply()
	if err != nil || len(reply.Value) < 4 {
		return 0
	}
	return xgb.Get32(reply.Value)
}

// send sends a message of the protocol that is meant for a window to whom speaks for it, or to itself.
func (w *connection) send(to, window xproto.Window, kind xproto.Atom, data ...uint32) {
	data = append(data, 0, 0, 0, 0, 0)[:5]
	message := xproto.ClientMessageEvent{Format: 32, Window: window, Type: kind,
		Data: xproto.ClientMessageDataUnionData32New(data)}
	xproto.SendEvent(w.x, false, to, xproto.EventMaskNoEvent, string(message.Bytes()))
}

// inWindow turns a position on the root window into one in the program's window, px.
func (w *connection) inWindow(root image.Point) (image.Point, bool) {
	reply, err := xproto.TranslateCoordinates(w.x, w.root, w.target, int16(root.X), int16(root.Y)).Reply()
	if err != nil {
		return image.Point{}, false
	}
	return image.Pt(int(reply.DstX), int(reply.DstY)), true
}

// typeList reads the flavours of a source that offers more than fit into its first message.
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

// convert asks the owner of a selection for a flavour; the answer is a SelectionNotify.
func (w *connection) convert(selection, flavour, property xproto.Atom, at xproto.Timestamp) {
	xproto.ConvertSelection(w.x, w.window, selection, flavour, property, at)
}

// take reads a property of ours and deletes it, which tells a source that sends in pieces to go on. whole is false
// where more stands there than most bytes, or something that is no sequence of bytes.
func (w *connection) take(property xproto.Atom, most int) (data []byte, kind xproto.Atom, whole bool) {
	reply, err := xproto.GetProperty(w.x, true, w.window, property, xproto.GetPropertyTypeAny, 0,
		uint32(most/4)).Reply()
	if err != nil {
		return nil, 0, false
	}
	if reply.BytesAfter > 0 { // the server has not deleted it
		xproto.DeleteProperty(w.x, w.window, property)
		return nil, reply.Type, false
	}
	if reply.Type == w.atoms.incr {
		return nil, reply.Type, true
	}
	return reply.Value, reply.Type, reply.Format == 8 || len(reply.Value) == 0
}

// transfer asks a source for its flavours, best first, until one brings something.
type transfer struct {
	conn      *connection
	selection xproto.Atom // XdndSelection, or CLIPBOARD
	at        xproto.Timestamp
	left      []int         // indices into flavourTable, not asked for yet
	asked     int           // the one that is awaited
	prop      xproto.Atom   // where its answer will stand
	next      *int          // counts the properties of all transfers
	incr      bool          // the answer comes in pieces
	data      []byte        // of those
	done      func(content) // called once; the content is empty where nothing was understood
}

// offeredNames returns the names of the offered flavours that the table lists.
func (w *connection) offeredNames(offered []xproto.Atom) []string {
	var names []string
	for i, atom := range w.atoms.flavours {
		if slices.Contains(offered, atom) {
			names = append(names, flavourTable[i].name)
		}
	}
	return names
}

// begin asks for the first of the flavours.
func (t *transfer) begin(flavours []int) {
	t.left = flavours
	t.ask()
}

// ask asks for the next flavour, or ends.
func (t *transfer) ask() {
	t.incr, t.data, t.prop = false, nil, 0
	if len(t.left) == 0 {
		t.done(content{})
		return
	}
	t.asked, t.left = t.left[0], t.left[1:]
	t.prop = t.conn.atoms.transfers[*t.next%transferProperties]
	*t.next++
	t.conn.convert(t.selection, t.conn.atoms.flavours[t.asked], t.prop, t.at)
}

// notified takes the source's answer. It reports whether the event was one.
func (t *transfer) notified(e xproto.SelectionNotifyEvent) bool {
	if t.prop == 0 || t.incr || e.Selection != t.selection ||
		e.Target != t.conn.atoms.flavours[t.asked] || (e.Property != t.prop && e.Property != 0) {
		return false
	}
	if e.Property == 0 { // the source does not give it after all
		t.ask()
		return true
	}
	data, kind, whole := t.conn.take(t.prop, flavourTable[t.asked].most)
	switch {
	case !whole:
		t.ask()
	case kind == t.conn.atoms.incr:
		t.incr = true // having deleted the property was the word to begin
	default:
		t.read(data)
	}
	return true
}

// changed takes the next piece of a flavour that comes in pieces; an empty one is the end. It reports whether the event
// was one.
func (t *transfer) changed(e xproto.PropertyNotifyEvent) bool {
	if !t.incr || e.Atom != t.prop {
		return false
	}
	data, _, whole := t.conn.take(t.prop, flavourTable[t.asked].most)
	switch {
	case !whole || len(t.data)+len(data) > flavourTable[t.asked].most:
		t.ask() // what still comes is deleted unread: see proxy.stray
	case len(data) == 0:
		t.read(t.data)
	default:
		t.data = append(t.data, data...)
	}
	return true
}

func (t *transfer) read(data []byte) {
	if c := parse(flavourTable[t.asked].name, data); !c.empty() {
		t.prop, t.left = 0, nil
		t.done(c)
		return
	}
	t.ask()
}
