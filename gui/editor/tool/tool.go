package tool

import (
	"viviscope/gui/editor/drawing"
)

// Tool is one tool of a Toolbox.
type Tool interface {
	Kind() Kind
	Hover(p Pointer)
	Down(p Pointer)
	Drag(p Pointer)
	Up(p Pointer)
	Key(k Key) bool // reports whether the tool uses the key
	Cancel() bool   // drops a drag or an unapplied change; reports whether there was one
	Leave()         // drops unfinished work: another tool was taken, or the drawing changed without this one
	Overlay(zoom float64) Overlay
}

// idle is a tool that ignores the pointer: it is set elsewhere, or the view moves itself. The other tools embed it and
// override what they use.
type idle struct{ kind Kind }

func (t *idle) Kind() Kind { return t.kind }

func (t *idle) Hover(Pointer) {}

func (t *idle) Down(Pointer) {}

func (t *idle) Drag(Pointer) {}

func (t *idle) Up(Pointer) {}

func (t *idle) Key(Key) bool { return false }

func (t *idle) Cancel() bool { return false }

func (t *idle) Leave() {}

func (t *idle) Overlay(float64) Overlay { return Overlay{} }

// commitStep commits a step. If the step is refused, it passes the reason to the host and returns false.
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
