package tool

import (
	"image"
	"slices"

	"viviscope/gui/editor/drawing"
)

// Toolbox holds the current tool and the selection of marks.
type Toolbox struct {
	*selection
	current Tool
}

// NewToolbox makes a toolbox with Move as the current tool.
func NewToolbox(h Host) *Toolbox {
	k := &Toolbox{selection: &selection{host: h}}
	k.current = k.make(Move)
	return k
}

// Tool returns the current tool. *Cropper, *Extender and *Rotator have settings of their own.
func (k *Toolbox) Tool() Tool { return k.current }

// Take makes a tool the current one. Taking the current tool resets it. The selection stays if the tool can edit it.
func (k *Toolbox) Take(kind Kind) Tool {
	k.current.Leave()
	k.current = k.make(kind)
	if !k.canEditSelection(kind) {
		k.selected = nil
	}
	k.host.Changed()
	return k.current
}

func (k *Toolbox) make(kind Kind) Tool {
	switch kind {
	case Brush, Erase:
		return &pen{idle: idle{kind}, marks: k.selection}
	case Line, Arrow, Box, Ellipse, Blur, Region:
		return &shaper{idle: idle{kind}, marks: k.selection, dragged: markDrag{marks: k.selection}}
	case Text, Number:
		return &placer{idle: idle{kind}, marks: k.selection, dragged: markDrag{marks: k.selection}}
	case Crop:
		return newCropper(k.host)
	case Extend:
		return newExtender(k.host)
	case Rotate:
		return &Rotator{idle: idle{Rotate}, host: k.host}
	case Pick:
		return &picker{idle: idle{Pick}, host: k.host}
	case Resize, Pan:
		return &idle{kind}
	}
	return &move{idle: idle{kind}, marks: k.selection, dragged: markDrag{marks: k.selection}}
}

// canEditSelection reports whether a tool can edit the selected marks.
func (k *Toolbox) canEditSelection(kind Kind) bool {
	switch kind {
	case Move, Picture:
		return true
	case Line, Arrow, Box, Ellipse, Blur, Region, Text, Number:
		fresh := k.host.Fresh(kind).Kind
		return !slices.ContainsFunc(k.Selection(), func(m drawing.Mark) bool { return m.Kind != fresh })
	}
	return false
}

// Hover passes a movement without a button to the current tool.
func (k *Toolbox) Hover(p Pointer) { k.current.Hover(p) }

// Down starts a drag or a click.
func (k *Toolbox) Down(p Pointer) { k.current.Down(p) }

// Drag continues it.
func (k *Toolbox) Drag(p Pointer) { k.current.Drag(p) }

// Up ends it.
func (k *Toolbox) Up(p Pointer) { k.current.Up(p) }

// Cancel is Esc: it drops a drag, else an unapplied change, else the selection. It reports whether there was one.
func (k *Toolbox) Cancel() bool {
	if k.current.Cancel() {
		k.host.Changed()
		return true
	}
	if len(k.Selection()) == 0 {
		return false
	}
	k.Select()
	return true
}

// Key passes a key to the current tool, then to the selection. It reports whether one of them used it.
func (k *Toolbox) Key(key Key) bool {
	return k.current.Key(key) || k.selectionKey(key)
}

// Size moves the right and lower side of the frame of the current tool by dx and dy canvas pixels. Without a frame it
// resizes the selected marks.
func (k *Toolbox) Size(dx, dy float64) {
	if t, ok := k.current.(interface{ enlarge(dx, dy float64) }); ok {
		t.enlarge(dx, dy)
		return
	}
	k.selection.Size(dx, dy)
}

// Overlay returns the overlay of the current tool.
func (k *Toolbox) Overlay(zoom float64) Overlay { return k.current.Overlay(zoom) }

// Replaced must be called after the drawing was replaced without the tools, by an undo or because another picture was
// opened. It drops unfinished work.
func (k *Toolbox) Replaced() {
	k.current.Leave()
	k.host.Changed()
}

// selectionKey applies a key to the selected marks, with any tool.
func (k *Toolbox) selectionKey(key Key) bool {
	if key.Name != All {
		return k.nudge(key)
	}
	if kind := k.current.Kind(); kind != Move && kind != Picture {
		return false
	}
	k.selectAll()
	return true
}

// Draw makes a mark with the current tool and without a pointer: in the middle of the visible part of the canvas, a
// third as large, and selected, so that keys can move and size it. A mark that would cover another one of its kind
// exactly is moved like a copy. If marks are selected it only deselects them, so that the next Draw makes a mark. It
// returns false if the tool makes no marks.
func (k *Toolbox) Draw(seen drawing.Rect) bool {
	kind := k.current.Kind()
	m := k.host.Fresh(kind)
	if m.Kind == "" || kind == Picture {
		return false
	}
	if len(k.Selection()) > 0 {
		k.Select()
		return true
	}
	mid := seen.Middle()
	w, h := (seen.X1-seen.X0)/6, (seen.Y1-seen.Y0)/6
	from, to := drawing.Point{X: mid.X - w, Y: mid.Y - h}.Round(), drawing.Point{X: mid.X + w, Y: mid.Y + h}.Round()
	switch kind {
	case Text:
		m.Points = []drawing.Point{mid.Round()}
		m = k.uncovering(m)
		if k.host.Drawing().Full() {
			k.host.Refused(ErrFull)
		} else {
			k.host.Write(m)
		}
		return true
	case Number:
		m.Number, m.Points = k.host.Drawing().NextNumber(), []drawing.Point{mid.Round()}
	case Brush, Erase, Line, Arrow:
		from.Y, to.Y = mid.Round().Y, mid.Round().Y
		m.Points = []drawing.Point{from, to}
	default:
		m.Points = []drawing.Point{from, to}
	}
	k.add(string(m.Kind), k.uncovering(m), true)
	return true
}

// uncovering returns a new mark, moved by copyOffset until no mark of its kind has the same ends on the canvas.
func (k *Toolbox) uncovering(m drawing.Mark) drawing.Mark {
	type ends struct{ first, last drawing.Point }
	endsOf := func(m drawing.Mark) ends {
		return ends{m.At.Apply(m.Points[0]), m.At.Apply(m.Points[len(m.Points)-1])}
	}
	taken := map[ends]bool{}
	for _, other := range k.host.Drawing().Marks {
		if other.Kind == m.Kind && len(other.Points) > 0 {
			taken[endsOf(other)] = true
		}
	}
	for taken[endsOf(m)] {
		m = m.Moved(copyOffset, copyOffset)
	}
	return m
}

// Turn turns the canvas by quarters of a circle, clockwise. It drops the unapplied change of the current tool.
func (k *Toolbox) Turn(quarters int) bool {
	return k.step("turn", drawing.Step{Kind: drawing.Turn, Turns: quarters})
}

// Flip mirrors the canvas left to right, or top to bottom.
func (k *Toolbox) Flip(upright bool) bool {
	return k.step("flip", drawing.Step{Kind: drawing.Flip, Upright: upright})
}

// Resize gives the canvas another size.
func (k *Toolbox) Resize(size image.Point) bool {
	return k.step("resize", drawing.Step{Kind: drawing.Resize, Size: size})
}

func (k *Toolbox) step(word string, s drawing.Step) bool {
	k.current.Leave()
	ok := commitStep(k.host, word, s)
	if ok {
		k.current.Leave() // reset a frame to the new canvas
	}
	return ok
}

// maxPlacedShare is the largest share of the canvas that a placed picture fills, so that its handles are visible.
const maxPlacedShare = 0.6

// Place puts a picture of the library in the middle of the canvas, small enough that its handles can be taken, and
// makes Picture the current tool.
func (k *Toolbox) Place(ref string, size image.Point) {
	d := k.host.Drawing()
	if size.X < 1 || size.Y < 1 || d.Empty() {
		return
	}
	canvas := d.Size()
	w, h := float64(size.X), float64(size.Y)
	scale := min(1, maxPlacedShare*float64(canvas.X)/w, maxPlacedShare*float64(canvas.Y)/h)
	m := k.host.Fresh(Picture)
	m.Kind, m.Asset, m.Size, m.Points = drawing.Picture, ref, drawing.Point{X: w, Y: h}, nil
	// Whole pixels, so that a picture that keeps its size stays sharp.
	x, y := float64(round((float64(canvas.X)-scale*w)/2)), float64(round((float64(canvas.Y)-scale*h)/2))
	m.At = drawing.Scaled(scale, scale).Then(drawing.Moved(x, y))
	k.Take(Picture)
	k.add("place picture", m, true)
}
