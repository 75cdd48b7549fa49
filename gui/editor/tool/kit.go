package tool

import (
	"slices"

	"viviscope/gui/editor/drawing"
)

// Tool is what all tools of a Kit can. Points are places on the canvas as it is shown.
type Tool interface {
	Kind() Kind
	Hover(p Pointer)
	Down(p Pointer)
	Drag(p Pointer)
	Up(p Pointer)
	Key(k Key) bool // false: the key means nothing to the tool
	Cancel() bool   // leaves a drag or what was not applied; false: there was nothing to leave
	Leave()         // the tool is put down, or the drawing became another one without it
	Overlay(zoom float64) Overlay
}

// Kit holds the tool in the hand and the selection.
type Kit struct {
	host     Host
	hand     Tool
	selected []int64 // may name marks that an undo took away
}

// NewKit makes a kit with Move in the hand.
func NewKit(h Host) *Kit {
	k := &Kit{host: h}
	k.hand = k.make(Move)
	return k
}

// Tool is the tool in the hand. The tools with numbers of their own are *Cropper, *Extender and *Rotator.
func (k *Kit) Tool() Tool { return k.hand }

// Take puts a tool into the hand. The same tool begins anew. A selection stays where the tool can change it.
func (k *Kit) Take(kind Kind) Tool {
	k.hand.Leave()
	k.hand = k.make(kind)
	if !k.suits(kind) {
		k.selected = nil
	}
	k.host.Changed()
	return k.hand
}

func (k *Kit) make(kind Kind) Tool {
	switch kind {
	case Brush, Erase:
		return &pen{kit: k, kind: kind}
	case Line, Arrow, Box, Ellipse, Blur, Region:
		return &shaper{kit: k, kind: kind, grasp: grasp{kit: k}}
	case Text, Number:
		return &placer{kit: k, kind: kind, grasp: grasp{kit: k}}
	case Crop:
		return newCropper(k.host)
	case Extend:
		return newExtender(k.host)
	case Rotate:
		return &Rotator{host: k.host}
	case Pick:
		return &picker{host: k.host}
	case Resize, Pan:
		return &idle{kind}
	}
	return &move{kit: k, kind: kind, grasp: grasp{kit: k}}
}

// suits says that the tool shows and changes selected marks.
func (k *Kit) suits(kind Kind) bool {
	switch kind {
	case Move, Picture:
		return true
	case Line, Arrow, Box, Ellipse, Blur, Region, Text, Number:
		fresh := k.host.Fresh(kind).Kind
		return !slices.ContainsFunc(k.Selection(), func(m drawing.Mark) bool { return m.Kind != fresh })
	}
	return false
}

// Hover hands a movement without a button to the tool in the hand.
func (k *Kit) Hover(p Pointer) { k.hand.Hover(p) }

// Down begins a drag or a click.
func (k *Kit) Down(p Pointer) { k.hand.Down(p) }

// Drag goes on with it.
func (k *Kit) Drag(p Pointer) { k.hand.Drag(p) }

// Up ends it.
func (k *Kit) Up(p Pointer) { k.hand.Up(p) }

// Cancel is Esc: it leaves a drag, then what was not applied, then the selection; false: there was nothing to leave.
func (k *Kit) Cancel() bool {
	if k.hand.Cancel() {
		k.host.Changed()
		return true
	}
	if len(k.Selection()) == 0 {
		return false
	}
	k.Select()
	return true
}

// Key hands a key to the tool in the hand, and then to the selection.
func (k *Kit) Key(key Key) bool {
	return k.hand.Key(key) || k.selectionKey(key)
}

// Overlay is what is to be shown over the picture.
func (k *Kit) Overlay(zoom float64) Overlay { return k.hand.Overlay(zoom) }

// Replaced says that the drawing became another one without the tools: by an undo, or because another picture was opened. What
// was not finished is dropped.
func (k *Kit) Replaced() {
	k.hand.Leave()
	k.host.Changed()
}

// add puts a mark on top, selects it and commits. It says so where the canvas is full.
func (k *Kit) add(word string, m drawing.Mark, choose bool) {
	d := k.host.Drawing()
	if d.Full() {
		k.host.Refused(ErrFull)
		return
	}
	d = d.Add(m)
	k.selected = nil
	if top, ok := d.Top(); ok && choose {
		k.selected = []int64{top.ID}
	}
	k.host.Commit(word, d)
	k.host.Changed()
}
