//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"viviscope/client/guard"
)

// pasteTimeout is the timeout of a paste. A program may take seconds to encode a large picture.
const pasteTimeout = 15 * time.Second

// Paste returns the best flavour of the clipboard. If pictures is true, picture bytes take precedence over the link of
// the same picture. keep saves a picture that has no file. It returns the zero Drop if no flavour is supported. It
// blocks on other programs: do not call it on the window goroutine.
func (c *FileClipboard) Paste(ctx context.Context, pictures bool, keep Keep) (Drop, error) {
	purpose := preferLinks
	if pictures {
		purpose = preferPicture
	}
	ctx, cancel := context.WithTimeout(ctx, pasteTimeout)
	defer cancel()
	conn, err := dial("", 0)
	if err != nil {
		return Drop{}, fmt.Errorf("paste: %w", err)
	}
	defer conn.x.Close()
	found, err := conn.read(ctx, conn.atoms.clipboard, purpose)
	if err != nil {
		return Drop{}, fmt.Errorf("paste: %w", err)
	}
	return resolve(found, keep), nil
}

// read returns the content of a selection (ICCCM 2.4).
func (w *connection) read(ctx context.Context, selection xproto.Atom, purpose preference) (content, error) {
	owner, err := xproto.GetSelectionOwner(w.x, selection).Reply()
	if err != nil || owner.Owner == 0 {
		return content{}, err
	}
	events := make(chan xgb.Event, 64)
	guard.Go("paste", func() {
		defer close(events)
		for {
			event, failure := w.x.WaitForEvent()
			if event == nil && failure == nil {
				return
			}
			if event != nil {
				select {
				case events <- event:
				case <-ctx.Done(): // no reader; the connection is about to be closed
				}
			}
		}
	})
	next := func() (xgb.Event, error) {
		select {
		case e, ok := <-events:
			if !ok {
				return nil, errors.New("connection to X server lost")
			}
			return e, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	offered, err := w.targets(selection, next)
	if err != nil {
		return content{}, err
	}
	var result content
	counter, ended := 0, false
	t := &transfer{conn: w, selection: selection, next: &counter, done: func(c content) { result, ended = c, true }}
	t.begin(readOrder(w.offeredNames(offered), purpose, false))
	for !ended {
		event, err := next()
		if err != nil {
			return content{}, err
		}
		switch e := event.(type) {
		case xproto.SelectionNotifyEvent:
			t.handleSelection(e)
		case xproto.PropertyNotifyEvent:
			if e.State == xproto.PropertyNewValue {
				t.handleProperty(e)
			}
		}
	}
	return result, nil
}

// targets returns the flavours that the owner of a selection offers, or text if it lists none.
func (w *connection) targets(selection xproto.Atom, next func() (xgb.Event, error)) ([]xproto.Atom, error) {
	property := w.atoms.transfers[transferProperties-1]
	xproto.ConvertSelection(w.x, w.window, selection, w.atoms.targets, property, xproto.TimeCurrentTime)
	for {
		event, err := next()
		if err != nil {
			return nil, err
		}
		e, ok := event.(xproto.SelectionNotifyEvent)
		if !ok || e.Target != w.atoms.targets {
			continue
		}
		if e.Property == 0 {
			return []xproto.Atom{w.names["UTF8_STRING"]}, nil
		}
		const most = 1024
		reply, err := xproto.GetProperty(w.x, true, w.window, property, xproto.GetPropertyTypeAny, 0, most).Reply()
		if err != nil {
			return nil, fmt.Errorf("read targets: %w", err)
		}
		var atoms []xproto.Atom
		for value := reply.Value; reply.Format == 32 && len(value) >= 4; value = value[4:] {
			atoms = append(atoms, xproto.Atom(xgb.Get32(value)))
		}
		return atoms, nil
	}
}
