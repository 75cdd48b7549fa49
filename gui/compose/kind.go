package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Kinds returns the kinds of job that the composer has a view for, in the order of its switch.
func Kinds() []db.JobKind {
	return form.Kinds()
}

// TakeSwitch takes the switch of the kinds out of Content, for a window that moves the form from one side to the other: what
// was just pressed must not run away from under the pointer. It needs the width of Content and no room below. Window's goroutine.
func (s *Screen) TakeSwitch() fyne.CanvasObject {
	s.head.Objects = s.head.Objects[1:]
	return container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewInset(12, inset, 0, inset, s.kind))
}

// SetKind switches to a kind of job, one of Kinds, as the switch at the top does: each kind has its own draft. Window's goroutine.
func (s *Screen) SetKind(kind db.JobKind) {
	s.edit(func(f *form.Form) { f.Kind = kind })
	s.Focus()
}
