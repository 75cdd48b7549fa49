package tool

import (
	"image"
	"slices"

	"viviscope/gui/editor/drawing"
)

// Tool is what all tools of a Toolbox can. Points are places on the canvas as it is shown.
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

// Toolbox holds the current tool and the selection.
type Toolbox struct {
	host     Host
	current  Tool
	selected []int64 // may name marks that an undo took away
}

// NewToolbox makes a toolbox with Move as the current tool.
func NewToolbox(h Host) *Toolbox {
	k := &Toolbox{host: h}
	k.current = k.make(Move)
	return k
}

// Tool is the current tool. The tools with numbers of their own are *Cropper, *Extender and *Rotator.
func (k *Toolbox) Tool() Tool { return k.current }

// Take makes a tool the current one. The same tool begins anew. A selection stays where the tool can change it.
func (k *Toolbox) Take(kind Kind) Tool {
	k.current.Leave()
	k.current = k.make(kind)
	if !k.suits(kind) {
		k.selected = nil
	}
	k.host.Changed()
	return k.current
}

func (k *Toolbox) make(kind Kind) Tool {
	switch kind {
	case Brush, Erase:
		return &pen{idle: idle{kind}, toolbox: k}
	case Line, Arrow, Box, Ellipse, Blur, Region:
		return &shaper{idle: idle{kind}, toolbox: k, dragged: dragHandle{toolbox: k}}
	case Text, Number:
		return &placer{idle: idle{kind}, toolbox: k, dragged: dragHandle{toolbox: k}}
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
	return &move{idle: idle{kind}, toolbox: k, dragged: dragHandle{toolbox: k}}
}

// suits says that the tool shows and changes selected marks.
func (k *Toolbox) suits(kind Kind) bool {
	switch kind {
	case Move, Picture:
		return true
	case Line, Arrow, Box, Ellipse, Blur, Region, Text, Number:
		fresh := k.host.Fresh(kind).Kind
		return !slices.ContainsFunc(k.Selection(), func(m drawing.Mark) bool { return m.Kind != fresh })
	}
	return false
}

// Hover hands a movement without a button to the current tool.
func (k *Toolbox) Hover(p Pointer) { k.current.Hover(p) }

// Down begins a drag or a click.
func (k *Toolbox) Down(p Pointer) { k.current.Down(p) }

// Drag goes on with it.
func (k *Toolbox) Drag(p Pointer) { k.current.Drag(p) }

// Up ends it.
func (k *Toolbox) Up(p Pointer) { k.current.Up(p) }

// Cancel is Esc: it leaves a drag, then what was not applied, then the selection; false: there was nothing to leave.
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

// Key hands a key to the current tool, and then to the selection.
func (k *Toolbox) Key(key Key) bool {
	return k.current.Key(key) || k.selectionKey(key)
}

// Overlay is what is to be shown over the picture.
func (k *Toolbox) Overlay(zoom float64) Overlay { return k.current.Overlay(zoom) }

// Replaced says that the drawing became another one without the tools: by an undo, or because another picture was opened. What
// was not finished is dropped.
func (k *Toolbox) Replaced() {
	k.current.Leave()
	k.host.Changed()
}

// add puts a mark on top, selects it and commits. It says so where the canvas is full.
func (k *Toolbox) add(word string, m drawing.Mark, choose bool) {
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

// Selection are the selected marks as they are, from the bottom to the top.
func (k *Toolbox) Selection() []drawing.Mark {
	if len(k.selected) == 0 {
		return nil
	}
	var out []drawing.Mark
	for _, m := range k.host.Drawing().Marks {
		if slices.Contains(k.selected, m.ID) {
			out = append(out, m)
		}
	}
	return out
}

// Select selects these marks and no others.
func (k *Toolbox) Select(ids ...int64) {
	k.selected = slices.Clone(ids)
	k.host.Changed()
}

func (k *Toolbox) isSelected(id int64) bool { return slices.Contains(k.selected, id) }

// toggle adds a mark to the selection or takes it out.
func (k *Toolbox) toggle(id int64) {
	if i := slices.Index(k.selected, id); i >= 0 {
		k.selected = slices.Delete(k.selected, i, i+1)
	} else {
		k.selected = append(k.selected, id)
	}
	k.host.Changed()
}

// ids are the IDs of the selected marks that are there, from the bottom to the top.
func (k *Toolbox) ids() []int64 {
	var ids []int64
	for _, m := range k.Selection() {
		ids = append(ids, m.ID)
	}
	return ids
}

// selectionKey is what a key does to the selected marks, with any tool.
func (k *Toolbox) selectionKey(key Key) bool {
	if key.Name == All {
		return k.selectAll()
	}
	dx, dy, arrow := key.step()
	if !arrow || len(k.Selection()) == 0 {
		return false
	}
	k.change("nudge", "move", func(m drawing.Mark) drawing.Mark { return m.Moved(dx, dy) }) // several presses are one step of the history
	return true
}

func (k *Toolbox) selectAll() bool {
	if kind := k.current.Kind(); kind != Move && kind != Picture {
		return false
	}
	var ids []int64
	for _, m := range k.host.Drawing().Seen() {
		if m.Kind != drawing.Erase {
			ids = append(ids, m.ID)
		}
	}
	k.Select(ids...)
	return true
}

// change gives every selected mark another form, as one step with the change before it that had the same key.
func (k *Toolbox) change(key, word string, to func(drawing.Mark) drawing.Mark) {
	marks := k.Selection()
	for i := range marks {
		marks[i] = to(marks[i])
	}
	k.host.Continue(key, word, k.host.Drawing().Replace(marks...))
	k.host.Changed()
}

// Delete takes the selected marks away.
func (k *Toolbox) Delete() {
	d := k.host.Drawing().Remove(k.ids()...)
	k.selected = nil
	k.host.Commit("delete", d)
	k.host.Changed()
}

// aside is how far a copy lies beside its mark, in pixels of the canvas.
const aside = 16

// Duplicate puts copies of the selected marks on top and selects them. A copied number is the next one.
func (k *Toolbox) Duplicate() {
	d, marks := k.host.Drawing(), k.Selection()
	before := len(d.Marks)
	if before+len(marks) > drawing.MaxMarks {
		k.host.Refused(ErrFull)
		return
	}
	free := d.FreeNumbers()
	for i, m := range marks {
		if m.Kind == drawing.Number {
			m.Number = free()
		}
		marks[i] = m.Moved(aside, aside)
	}
	d = d.Add(marks...)
	k.selected = nil
	for _, m := range d.Marks[before:] {
		k.selected = append(k.selected, m.ID)
	}
	k.host.Commit("duplicate", d)
	k.host.Changed()
}

// Raise moves the selected marks one place up, or above all others. They keep their order.
func (k *Toolbox) Raise(toTop bool) {
	ids := k.ids()
	d := k.host.Drawing()
	if toTop {
		for _, id := range ids {
			d = d.RaiseToTop(id)
		}
	} else {
		// The uppermost goes first; one that has only selected ones above it stays, so that they do not change places.
		slices.Reverse(ids)
		free := len(d.Marks) - 1
		for _, id := range ids {
			if i := place(d, id); i < free {
				d = d.Raise(id)
				free = i
			} else {
				free = i - 1
			}
		}
	}
	k.host.Commit("order", d)
	k.host.Changed()
}

// Lower moves the selected marks one place down, or below all others.
func (k *Toolbox) Lower(toBottom bool) {
	ids := k.ids()
	d := k.host.Drawing()
	if toBottom {
		slices.Reverse(ids)
		for _, id := range ids {
			d = d.LowerToBottom(id)
		}
	} else {
		free := 0
		for _, id := range ids {
			if i := place(d, id); i > free {
				d = d.Lower(id)
				free = i
			} else {
				free = i + 1
			}
		}
	}
	k.host.Commit("order", d)
	k.host.Changed()
}

func place(d drawing.Drawing, id int64) int {
	return slices.IndexFunc(d.Marks, func(m drawing.Mark) bool { return m.ID == id })
}

// Restyle changes the look of the selected marks; a slider that moves on gives the same key and makes one step. Texts are
// measured anew. Without a selection nothing happens.
func (k *Toolbox) Restyle(key string, look func(drawing.Mark) drawing.Mark) {
	if len(k.Selection()) == 0 {
		return
	}
	k.change("style "+key, "style", func(m drawing.Mark) drawing.Mark {
		return k.measured(look(m))
	})
}

// measured is the mark with the size of its label.
func (k *Toolbox) measured(m drawing.Mark) drawing.Mark {
	if m.Kind == drawing.Text {
		m.Size = k.host.Measure(m.Text, m.Style.Width)
	}
	return m
}

// Draw makes a mark with the current tool and without a pointer: in the middle of what is seen of the canvas, a third as
// large, and selected so that keys can move and size it. Where marks are selected it lets go of them, so that the next one
// can be drawn. False: the tool makes no marks.
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
	k.add(string(m.Kind), m, true)
	return true
}

// Size makes the selected marks larger or smaller by so many pixels at their right and lower side, or at their end. Strokes
// have only one size. Several pushes one after the other are one step.
func (k *Toolbox) Size(dx, dy float64) {
	if len(k.Selection()) == 0 {
		return
	}
	k.change("size", "size", func(m drawing.Mark) drawing.Mark {
		for _, h := range m.Handles(1) {
			if h.Grip == drawing.GripSE || h.Grip == drawing.GripEnd {
				return m.Drag(h.Grip, drawing.Point{X: h.At.X + dx, Y: h.At.Y + dy}, drawing.Hold{})
			}
		}
		return m
	})
}

// commitStep does a step to the canvas; false, with the reason told: it was refused.
func commitStep(h Host, word string, s drawing.Step) bool {
	d, err := h.Drawing().Do(s)
	if err != nil {
		h.Refused(err)
		return false
	}
	h.Commit(word, d)
	h.Changed()
	return true
}

// Turn turns the canvas by so many quarters clockwise; what the current tool did not apply is dropped.
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
		k.current.Leave() // a frame is that of the new canvas
	}
	return ok
}

// room is how much of the canvas a placed picture fills at most, so that its handles can be seen.
const room = 0.6

// Place puts another picture of the library in the middle of the canvas, small enough that its handles can be taken, and makes Picture
// the current tool.
func (k *Toolbox) Place(ref string, size image.Point) {
	d := k.host.Drawing()
	if size.X < 1 || size.Y < 1 || d.Empty() {
		return
	}
	canvas := d.Size()
	w, h := float64(size.X), float64(size.Y)
	scale := min(1, room*float64(canvas.X)/w, room*float64(canvas.Y)/h)
	m := k.host.Fresh(Picture)
	m.Kind, m.Asset, m.Size, m.Points = drawing.Picture, ref, drawing.Point{X: w, Y: h}, nil
	// Whole pixels, so that a picture that keeps its size stays as sharp as it is.
	x, y := float64(round((float64(canvas.X)-scale*w)/2)), float64(round((float64(canvas.Y)-scale*h)/2))
	m.At = drawing.Scaled(scale, scale).Then(drawing.Moved(x, y))
	k.Take(Picture)
	k.add("place picture", m, true)
}
