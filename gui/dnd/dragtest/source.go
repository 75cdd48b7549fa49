package dragtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// ErrLost means that the connection to the X server ended.
var ErrLost = errors.New("connection to X server lost")

// Source simulates a program that drags. Call Close to end it.
type Source struct {
	x      *xgb.Conn
	root   xproto.Window
	window xproto.Window
	atoms  map[string]xproto.Atom
	names  map[xproto.Atom]string
	events chan xgb.Event
	closed chan struct{}
	close  func()
}

// Open connects to a display (":71"; "" is $DISPLAY).
func Open(display string) (*Source, error) {
	xgb.Logger.SetOutput(io.Discard)
	x, err := xgb.NewConnDisplay(display)
	if err != nil {
		return nil, fmt.Errorf("open display %s: %w", display, err)
	}
	s := &Source{x: x, root: xproto.Setup(x).DefaultScreen(x).Root, atoms: map[string]xproto.Atom{},
		names: map[xproto.Atom]string{}, events: make(chan xgb.Event), closed: make(chan struct{})}
	s.close = sync.OnceFunc(func() {
		close(s.closed)
		x.Close()
	})
	if s.window, err = xproto.NewWindowId(x); err != nil {
		x.Close()
		return nil, fmt.Errorf("open source's window: %w", err)
	}
	if err := xproto.CreateWindowChecked(x, 0, s.window, s.root, 0, 0, 1, 1, 0, xproto.WindowClassInputOutput, 0, 0,
		nil).Check(); err != nil {
		x.Close()
		return nil, fmt.Errorf("open source's window: %w", err)
	}
	go s.pump()
	return s, nil
}

// Close disconnects without ending a drag, like a crash. It may be called twice.
func (s *Source) Close() { s.close() }

func (s *Source) pump() {
	defer close(s.events)
	for {
		event, failure := s.x.WaitForEvent()
		if event == nil {
			if failure == nil {
				return
			}
			continue
		}
		select {
		case s.events <- event:
		case <-s.closed: // no reader: discard the rest
		}
	}
}

// next returns the next event.
func (s *Source) next(ctx context.Context) (xgb.Event, error) {
	select {
	case event, ok := <-s.events:
		if !ok {
			return nil, ErrLost
		}
		return event, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Find waits for a window with this title and returns its id.
func (s *Source) Find(ctx context.Context, title string) (uint32, error) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if found, ok := s.find(s.root, title); ok {
			return uint32(found), nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return 0, fmt.Errorf("find window %q: %w", title, ctx.Err())
		}
	}
}

// find searches a window and its descendants, because window managers reparent windows into frames.
func (s *Source) find(in xproto.Window, title string) (xproto.Window, bool) {
	for _, kind := range []xproto.Atom{s.atom("_NET_WM_NAME"), xproto.AtomWmName} {
		reply, err := xproto.GetProperty(s.x, false, in, kind, xproto.GetPropertyTypeAny, 0, 256).Reply()
		// Some window managers give the frame the same title. The frame is not a drop target.
		if err == nil && string(reply.Value) == title && s.number(in, "XdndAware") != 0 {
			return in, true
		}
	}
	tree, err := xproto.QueryTree(s.x, in).Reply()
	if err != nil {
		return 0, false
	}
	for _, child := range tree.Children {
		if found, ok := s.find(child, title); ok {
			return found, true
		}
	}
	return 0, false
}

// Proxy returns the XdndProxy of a window if it is alive (refers to itself), otherwise the window.
func (s *Source) Proxy(window uint32) uint32 {
	proxy := s.number(xproto.Window(window), "XdndProxy")
	if proxy != 0 && s.number(xproto.Window(proxy), "XdndProxy") == proxy {
		return proxy
	}
	return window
}

// Kill closes the connection of the client that owns a window.
func (s *Source) Kill(window uint32) error {
	if err := xproto.KillClientChecked(s.x, window).Check(); err != nil {
		return fmt.Errorf("kill owner of window %#x: %w", window, err)
	}
	return nil
}

// number returns a property that holds one number, or 0.
func (s *Source) number(window xproto.Window, property string) uint32 {
	reply, err := xproto.GetProperty(s.x, false, window, s.atom(property), xproto.GetPropertyTypeAny, 0, 1).Reply()
	if err != nil || len(reply.Value) < 4 {
		return 0
	}
	return xgb.Get32(reply.Value)
}

// atom returns the atom of a name, or 0 if the connection is lost.
func (s *Source) atom(name string) xproto.Atom {
	if known, ok := s.atoms[name]; ok {
		return known
	}
	reply, err := xproto.InternAtom(s.x, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	s.atoms[name], s.names[reply.Atom] = reply.Atom, name
	return reply.Atom
}
