package dragtest

import (
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// transferFlavour answers a request for a flavour as the drag specifies.
func (g *drag) transferFlavour(e xproto.SelectionRequestEvent) {
	flavour := g.offered(e.Target)
	g.result.Requested = append(g.result.Requested, g.names[e.Target])
	if flavour == nil || flavour.Refused {
		g.notify(e, 0)
		return
	}
	switch {
	case flavour.Silent:
		return
	case flavour.ChunkSize > 0:
		key := transferKey{e.Requestor, e.Property}
		g.pieces[key] = &chunks{rest: flavour.Data, size: flavour.ChunkSize}
		xproto.ChangeWindowAttributes(g.x, e.Requestor, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
		size := make([]byte, 4)
		xgb.Put32(size, uint32(len(flavour.Data)))
		xproto.ChangeProperty(g.x, xproto.PropModeReplace, e.Requestor, e.Property, g.atom("INCR"), 32, 1, size)
	case flavour.AsNumbers:
		xproto.ChangeProperty(g.x, xproto.PropModeReplace, e.Requestor, e.Property, e.Target, 32,
			uint32(len(flavour.Data)/4), flavour.Data)
	default:
		g.put(e.Requestor, e.Property, e.Target, flavour.Data)
	}
	g.notify(e, e.Property)
}

// put writes a property in chunks that fit into a request.
func (g *drag) put(window xproto.Window, property, kind xproto.Atom, data []byte) {
	const portion = 64 << 10
	mode := byte(xproto.PropModeReplace)
	for {
		n := min(len(data), portion)
		xproto.ChangeProperty(g.x, mode, window, property, kind, 8, uint32(n), data[:n])
		data = data[n:]
		if len(data) == 0 {
			return
		}
		mode = xproto.PropModeAppend
	}
}

func (g *drag) notify(e xproto.SelectionRequestEvent, property xproto.Atom) {
	answer := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection,
		Target: e.Target, Property: property}
	xproto.SendEvent(g.x, false, e.Requestor, xproto.EventMaskNoEvent, string(answer.Bytes()))
}

// chunks is the remaining data of an INCR transfer.
type chunks struct {
	rest []byte
	size int // chunk size, in bytes
}

// sendChunk sends the next chunk after the window has read the last one. An empty chunk ends the transfer.
func (g *drag) sendChunk(key transferKey) {
	p, ok := g.pieces[key]
	if !ok {
		return
	}
	n := min(p.size, len(p.rest))
	xproto.ChangeProperty(g.x, xproto.PropModeReplace, key.window, key.property, g.atom("STRING"), 8, uint32(n),
		p.rest[:n])
	p.rest = p.rest[n:]
	if n == 0 {
		delete(g.pieces, key)
	}
}

func (g *drag) offered(target xproto.Atom) *Flavour {
	for i := range g.Offers {
		if g.atom(g.Offers[i].Name) == target {
			return &g.Offers[i]
		}
	}
	return nil
}
