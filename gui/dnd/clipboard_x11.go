//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"sync"

	"github.com/jezek/xgb/xproto"

	"viviscope/client/guard"
)

// FileClipboard copies files to the clipboard; Fyne's clipboard holds only text. It has its own connection to the X
// server. It owns the selection until another program copies something or this one ends. Safe for concurrent use.
type FileClipboard struct {
	log *slog.Logger

	mu    sync.Mutex
	owner *selectionOwner // nil: nothing copied yet, or the connection was lost
}

// NewFileClipboard returns the clipboard of the session's display, or nil without one.
func NewFileClipboard(log *slog.Logger) *FileClipboard {
	if os.Getenv("DISPLAY") == "" {
		return nil
	}
	return &FileClipboard{log: log}
}

// Copy puts files on the clipboard, their paths as text, and the content of also by flavour, such as image/png. Paths
// must be absolute. It calls the X server: do not call it on the window goroutine.
func (c *FileClipboard) Copy(paths []string, also map[string][]byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner == nil || c.owner.ended() {
		conn, err := dial("", 0)
		if err != nil {
			return fmt.Errorf("copy %d files: %w", len(paths), err)
		}
		c.owner = newSelectionOwner(conn, conn.atoms.clipboard, c.log, func(xproto.ClientMessageEvent) {})
	}
	flavours := flavoursOf(paths)
	maps.Copy(flavours, also)
	if err := c.owner.take(flavours); err != nil {
		return fmt.Errorf("copy %d files: %w", len(paths), err)
	}
	return nil
}

// Close releases the clipboard.
func (c *FileClipboard) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner != nil {
		c.owner.close()
		c.owner = nil
	}
}

// selectionOwner owns an X selection (ICCCM 2), such as CLIPBOARD, through an invisible window. It sends the content in
// the requested flavour.
type selectionOwner struct {
	*connection
	selection xproto.Atom
	log       *slog.Logger
	done      chan struct{} // closed with the connection
	times     chan xproto.Timestamp
	onMessage func(xproto.ClientMessageEvent) // callback for client messages to the window

	mu      sync.Mutex
	since   xproto.Timestamp
	content map[xproto.Atom][]byte // content by flavour; nil: another program owns the selection
}

// newSelectionOwner creates an owner that uses the window of c and takes over the connection.
func newSelectionOwner(
	c *connection, selection xproto.Atom, log *slog.Logger, onMessage func(xproto.ClientMessageEvent),
) *selectionOwner {
	o := &selectionOwner{connection: c, selection: selection, log: log, done: make(chan struct{}),
		times: make(chan xproto.Timestamp, 1), onMessage: onMessage}
	guard.Go("clipboard", o.serve)
	return o
}

func (o *selectionOwner) ended() bool {
	select {
	case <-o.done:
		return true
	default:
		return false
	}
}

// close closes the connection, which also releases the selection.
func (o *selectionOwner) close() {
	o.x.Close()
	<-o.done
}

// take acquires the selection with these flavours. It uses a server timestamp, as ICCCM 2.1 requires, to resolve races
// with other programs.
func (o *selectionOwner) take(flavours map[string][]byte) error {
	held := make(map[xproto.Atom][]byte, len(flavours))
	for name, content := range flavours {
		held[o.names[name]] = content
	}
	if err := xproto.ChangePropertyChecked(o.x, xproto.PropModeAppend, o.window, o.atoms.mark, xproto.AtomString, 8, 0,
		nil).Check(); err != nil {
		return fmt.Errorf("ask for the time: %w", err)
	}
	var now xproto.Timestamp
	select {
	case now = <-o.times:
	case <-o.done:
		return errors.New("the X server is gone")
	}
	o.mu.Lock()
	o.content, o.since = held, now
	o.mu.Unlock()
	if err := xproto.SetSelectionOwnerChecked(o.x, o.window, o.selection, now).Check(); err != nil {
		return fmt.Errorf("own the selection: %w", err)
	}
	owner, err := xproto.GetSelectionOwner(o.x, o.selection).Reply()
	if err != nil {
		return fmt.Errorf("own the selection: %w", err)
	}
	if owner.Owner != o.window {
		return errors.New("another program took the selection at the same time")
	}
	return nil
}

// ownedSince returns the timestamp since which the selection is owned.
func (o *selectionOwner) ownedSince() xproto.Timestamp {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.since
}

// serve handles events until the connection ends.
func (o *selectionOwner) serve() {
	defer close(o.done)
	for {
		event, failure := o.x.WaitForEvent()
		switch e := event.(type) {
		case nil:
			if failure == nil {
				return
			}
			o.log.Debug("selection", "err", failure) // the requestor is gone
		case xproto.PropertyNotifyEvent:
			select {
			case o.times <- e.Time:
			default:
			}
		case xproto.SelectionRequestEvent:
			o.answer(e)
		case xproto.ClientMessageEvent:
			o.onMessage(e)
		case xproto.SelectionClearEvent:
			o.mu.Lock()
			if o.since <= e.Time {
				o.content = nil
			}
			o.mu.Unlock()
		}
	}
}

// answer sends a requested flavour (ICCCM 2.2) or refuses it.
func (o *selectionOwner) answer(e xproto.SelectionRequestEvent) {
	property := e.Property
	if property == xproto.AtomNone {
		property = e.Target // obsolete clients set no property
	}
	o.mu.Lock()
	held, since := o.content, o.since
	o.mu.Unlock()
	content, there := held[e.Target]
	switch {
	case e.Selection != o.selection || held == nil:
		property = xproto.AtomNone
	case e.Target == o.atoms.targets:
		list := binary.NativeEndian.AppendUint32(nil, uint32(o.atoms.targets))
		list = binary.NativeEndian.AppendUint32(list, uint32(o.atoms.timestamp))
		for atom := range held {
			list = binary.NativeEndian.AppendUint32(list, uint32(atom))
		}
		o.put(e.Requestor, property, xproto.AtomAtom, 32, list)
	case e.Target == o.atoms.timestamp:
		o.put(e.Requestor, property, xproto.AtomInteger, 32, binary.NativeEndian.AppendUint32(nil, uint32(since)))
	case there:
		o.put(e.Requestor, property, e.Target, 8, content)
	default:
		property = xproto.AtomNone
	}
	notify := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection,
		Target:   e.Target,
		Property: property}
	xproto.SendEvent(o.x, false, e.Requestor, 0, string(notify.Bytes()))
}

// maxPropertyBytes is the maximum number of bytes per property request. Servers may reject longer ones.
const maxPropertyBytes = 64 << 10

// put writes a property on the requestor's window.
func (o *selectionOwner) put(to xproto.Window, property, kind xproto.Atom, format byte, content []byte) {
	mode := byte(xproto.PropModeReplace)
	for {
		part := content[:min(len(content), maxPropertyBytes)]
		xproto.ChangeProperty(o.x, mode, to, property, kind, format, uint32(len(part)*8/int(format)), part)
		content = content[len(part):]
		if len(content) == 0 {
			return
		}
		mode = xproto.PropModeAppend
	}
}
