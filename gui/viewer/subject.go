package viewer

import (
	"context"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
)

// subject is the shown asset, its position in the sequence, and the facts about it.
type subject struct {
	seq   Sequence // nil: none
	index int      // in seq; -1: the asset is not in it
	asset db.Asset // zero: nothing is shown
	known known
	alone bool // only a comparison is shown, in a part of another screen

	ctx  context.Context // for reading about the asset; ends when another one is shown
	stop context.CancelFunc
}

// known holds the stored facts about the shown asset.
type known struct {
	facts.Known
	read   bool
	gone   bool // its row is not in the library
	unread bool // something of it could not be read
}

func newSubject() *subject {
	n := &subject{index: -1}
	n.ctx, n.stop = context.WithCancel(context.Background())
	return n
}

// set shows another asset, and drops what was read about the last one.
func (n *subject) set(a db.Asset) {
	n.stop()
	n.ctx, n.stop = context.WithCancel(context.Background())
	n.asset, n.known = a, known{}
	n.find()
}

// clear shows nothing.
func (n *subject) clear() {
	n.stop()
	n.asset, n.known, n.seq, n.index = db.Asset{}, known{}, nil, -1
}

// find looks the asset up in the sequence.
func (n *subject) find() {
	n.index = -1
	if n.seq != nil {
		n.index = n.seq.IndexOf(n.asset.ID)
	}
}

// neighbour returns the asset step positions further; false if there is none or it is not read yet.
func (n *subject) neighbour(step int) (db.Asset, bool) {
	if n.seq == nil || n.index < 0 {
		return db.Asset{}, false
	}
	i := n.index + step
	if i < 0 || i >= n.seq.Len() {
		return db.Asset{}, false
	}
	return n.seq.At(i)
}

// outermost returns the first asset of the sequence, or the last; false if it is shown already.
func (n *subject) outermost(last bool) (db.Asset, bool) {
	if n.seq == nil || n.seq.Len() == 0 {
		return db.Asset{}, false
	}
	i := 0
	if last {
		i = n.seq.Len() - 1
	}
	a, ok := n.seq.At(i)
	return a, ok && a.ID != n.asset.ID
}

// position returns the place of the asset in the sequence as text: "37 of 3,284".
func (n *subject) position() string {
	switch {
	case n.known.gone:
		return lang.L("deleted")
	case !n.asset.TrashedAt.IsZero():
		return lang.X("within a line", "in the trash")
	case n.seq == nil || n.index < 0:
		return ""
	}
	return lang.L("%s of %s", lang.Number(n.index+1), lang.Number(n.seq.Len()))
}
