package dragtest

import (
	"context"
	"errors"
	"fmt"
	"image"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// End is the way a drag ends.
type End int

// The ends of a drag.
const (
	Drop  End = iota
	Leave     // the pointer leaves the window
	Crash     // the source crashes: its connection closes
)

// Drag is one drag over a window.
type Drag struct {
	Window uint32
	Path   []image.Point // successive positions, px of the window; at least one
	Offers []Flavour
	End    End
	Force  bool // drop even if the last status refused
	Move   bool // the source requests a move
	Direct bool // ignore the proxy of the window, as Wayland compositors do
	// send all positions before waiting for one answer, the only one in Statuses
	Pipelined bool
	OnAnswer  func(step int, accepted bool) // called after each answer; may be nil
}

// Result is the response of the window.
type Result struct {
	Proxy     bool     // the window has a live proxy
	Statuses  []bool   // the answer for each position
	Dropped   bool     // a drop was sent
	Accepted  bool     // the window reported success
	Action    string   // the action that the window reported
	Requested []string // requested flavours, in order, including refused ones
}

// Drag performs a drag and returns when the window has answered completely. Errors: ctx.Err() if the window does not
// answer, ErrLost.
func (s *Source) Drag(ctx context.Context, d Drag) (Result, error) {
	if len(d.Path) == 0 {
		return Result{}, errors.New("drag without a path")
	}
	g := &drag{Source: s, Drag: d, to: xproto.Window(s.Proxy(d.Window)), pieces: map[transferKey]*chunks{}}
	if d.Direct {
		g.to = xproto.Window(d.Window)
	}
	g.result.Proxy = g.to != xproto.Window(d.Window)
	if err := g.enter(); err != nil {
		return g.result, err
	}
	for i, at := range d.Path {
		if hurry := d.Pipelined && i < len(d.Path)-1; hurry {
			if err := g.move(at); err != nil {
				return g.result, fmt.Errorf("move to %v: %w", at, err)
			}
			continue
		}
		accepted, err := g.hover(ctx, at)
		if err != nil {
			return g.result, fmt.Errorf("hover at %v: %w", at, err)
		}
		g.result.Statuses = append(g.result.Statuses, accepted)
		if d.OnAnswer != nil {
			d.OnAnswer(i, accepted)
		}
	}
	accepted := g.result.Statuses[len(g.result.Statuses)-1]
	switch {
	case d.End == Crash:
		s.Close()
	case d.End == Leave || (!accepted && !d.Force):
		g.send("XdndLeave", [4]uint32{})
	default:
		if err := g.drop(ctx); err != nil {
			return g.result, fmt.Errorf("drop: %w", err)
		}
	}
	return g.result, nil
}

// drag is a running drag.
type drag struct {
	*Source
	Drag
	to     xproto.Window
	result Result
	status *bool
	ended  bool
	pieces map[transferKey]*chunks
}

// transferKey identifies a pending INCR transfer.
type transferKey struct {
	window   xproto.Window
	property xproto.Atom
}

func (g *drag) enter() error {
	const version = 5
	if err := xproto.SetSelectionOwnerChecked(g.x, g.window, g.atom("XdndSelection"),
		xproto.TimeCurrentTime).Check(); err != nil {
		return fmt.Errorf("own selection: %w", err)
	}
	types := make([]xproto.Atom, len(g.Offers))
	list := make([]byte, 4*len(g.Offers))
	for i, f := range g.Offers {
		types[i] = g.atom(f.Name)
		xgb.Put32(list[4*i:], uint32(types[i]))
	}
	data := [4]uint32{version << 24}
	if len(types) > 3 {
		data[0] |= 1
		if err := xproto.ChangePropertyChecked(g.x, xproto.PropModeReplace, g.window, g.atom("XdndTypeList"),
			xproto.AtomAtom, 32, uint32(len(types)), list).Check(); err != nil {
			return fmt.Errorf("offer flavours: %w", err)
		}
	} else {
		for i, t := range types {
			data[1+i] = uint32(t)
		}
	}
	g.send("XdndEnter", data)
	return nil
}

// move sends a position.
func (g *drag) move(at image.Point) error {
	reply, err := xproto.TranslateCoordinates(g.x, xproto.Window(g.Window), g.root, int16(at.X), int16(at.Y)).Reply()
	if err != nil {
		return err
	}
	action := "XdndActionCopy"
	if g.Move {
		action = "XdndActionMove"
	}
	g.send("XdndPosition", [4]uint32{0, uint32(uint16(reply.DstX))<<16 | uint32(uint16(reply.DstY)),
		xproto.TimeCurrentTime, uint32(g.atom(action))})
	return nil
}

// hover sends a position and waits for the answer.
func (g *drag) hover(ctx context.Context, at image.Point) (bool, error) {
	g.status = nil
	if err := g.move(at); err != nil {
		return false, err
	}
	if err := g.serve(ctx, func() bool { return g.status != nil }); err != nil {
		return false, err
	}
	return *g.status, nil
}

func (g *drag) drop(ctx context.Context) error {
	g.result.Dropped = true
	g.send("XdndDrop", [4]uint32{0, xproto.TimeCurrentTime})
	return g.serve(ctx, func() bool { return g.ended })
}

// send sends a client message: the source's window, then data.
func (g *drag) send(kind string, data [4]uint32) {
	all := []uint32{uint32(g.Source.window), data[0], data[1], data[2], data[3]}
	message := xproto.ClientMessageEvent{Format: 32, Window: xproto.Window(g.Window), Type: g.atom(kind),
		Data: xproto.ClientMessageDataUnionData32New(all)}
	xproto.SendEvent(g.x, false, g.to, xproto.EventMaskNoEvent, string(message.Bytes()))
}

// serve handles requests until holds returns true.
func (g *drag) serve(ctx context.Context, holds func() bool) error {
	for !holds() {
		event, err := g.next(ctx)
		if err != nil {
			return err
		}
		switch e := event.(type) {
		case xproto.ClientMessageEvent:
			g.answered(e)
		case xproto.SelectionRequestEvent:
			g.transferFlavour(e)
		case xproto.PropertyNotifyEvent:
			if e.State == xproto.PropertyDelete {
				g.sendChunk(transferKey{e.Window, e.Atom})
			}
		}
	}
	return nil
}

func (g *drag) answered(e xproto.ClientMessageEvent) {
	data := e.Data.Data32
	// A real source knows the target by the id that it sent.
	if data[0] != g.Window {
		return
	}
	accepted := data[1]&1 != 0
	switch e.Type {
	case g.atom("XdndStatus"):
		g.status = &accepted
	case g.atom("XdndFinished"):
		g.ended, g.result.Accepted = true, accepted
		if action := xproto.Atom(data[2]); action != 0 {
			if reply, err := xproto.GetAtomName(g.x, action).Reply(); err == nil {
				g.result.Action = reply.Name
			}
		}
	}
}
