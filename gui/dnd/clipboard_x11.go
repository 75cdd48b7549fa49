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

// FileClipboard puts files on the clipboard: the toolkit's own holds text only. It has a connection of its own to the X
// server, and holds what was copied until something else is, or the program ends. Safe for concurrent use.
type FileClipboard struct {
	log *slog.Logger

	mu    sync.Mutex
	owner *selectionOwner // nil: nothing was copied yet, or the connection broke
}

// NewFileClipboard returns the clipboard of the display of this session; nil where there is none.
func NewFileClipboard(log *slog.Logger) *FileClipboard {
	if os.Getenv("DISPLAY") == "" {
		return nil
	}
	return &FileClipboard{log: log}
}

// Copy puts files on the clipboard, their paths for what takes text, and other flavours of them, such as image/png.
// The paths must be absolute. It talks to the X server: call it away from the window's goroutine.
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

// Close lets go of the clipboard.
func (c *FileClipboard) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner != nil {
		c.owner.close()
		c.owner = nil
	}
}

// selectionOwner owns a selection of an X server (ICCCM 2), such as CLIPBOARD, by a window that is never seen, and
// hands out its content in the flavour that is asked for.
type selectionOwner struct {
	*connection
	selection xproto.Atom
	log       *slog.Logger
	done      chan struct{} // closed with the connection
	times     chan xproto.Timestamp
	told      func(xproto.ClientMessageEvent) // a message came to the window

	mu    sync.Mutex
	since xproto.Timestamp
	held  map[xproto.Atom][]byte // by flavour; nil: the selection is another program's
}

// newSelectionOwner owns by the window of a connection, which is its own from then on.
func newSelectionOwner(
	c *connection, selection xproto.Atom, log *slog.Logger, told func(xproto.ClientMessageEvent),
) *selectionOwner {
	o := &selectionOwner{connection: c, selection: selection, log: log, done: make(chan struct{}),
		times: make(chan xproto.Timestamp, 1), told: told}
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

// close ends the connection, and with it the window and what it holds.
func (o *selectionOwner) close() {
	o.x.Close()
	<-o.done
}

// take makes flavours the content of the selection. The server's own time is that of the change, as ICCCM 2.1 wants it:
// another program that copies at the same moment wins or loses by it.
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
	o.held, o.since = held, now
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

// owned is since when the content is that of the selection.
func (o *selectionOwner) owned() xproto.Timestamp {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.since
}

// serve answers until the connection ends.
func (o *selectionOwner) serve() {
	defer close(o.done)
	for {
		event, failure := o.x.WaitForEvent()
		switch e := event.(type) {
		case nil:
			if failure == nil {
				return
			}
			o.log.Debug("selection", "err", failure) // who asked is gone
		case xproto.PropertyNotifyEvent:
			select {
			case o.times <- e.Time:
			default:
			}
		case xproto.SelectionRequestEvent:
			o.answer(e)
		case xproto.ClientMessageEvent:
			o.told(e)
		case xproto.SelectionClearEvent:
			o.mu.Lock()
			if o.since <= e.Time {
				o.held = nil
			}
			o.mu.Unlock()
		}
	}
}

// answer hands out a flavour (ICCCM 2.2); one that is not there is refused.
func (o *selectionOwner) answer(e xproto.SelectionRequestEvent) {
	property := e.Property
	if property == xproto.AtomNone {
		property = e.Target // as old programs ask
	}
	o.mu.Lock()
	held, since := o.held, o.since
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
	told := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target,
		Property: property}
	xproto.SendEvent(o.x, false, e.Requestor, 0, string(told.Bytes()))
}

// putMost is how much of a property one request writes, bytes: a server may refuse longer ones.
const putMost = 64 << 10

// put writes a property of whoever asked.
func (o *selectionOwner) put(to xproto.Window, property, kind xproto.Atom, format byte, content []byte) {
	mode := byte(xproto.PropModeReplace)
	for {
		part := content[:min(len(content), putMost)]
		xproto.ChangeProperty(o.x, mode, to, property, kind, format, uint32(len(part)*8/int(format)), part)
		content = content[len(part):]
		if len(content) == 0 {
			return
		}
		mode = xproto.PropModeAppend
	}
}
