package shell

import (
	"fyne.io/fyne/v2"

	"viviscope/client/guard"
	"viviscope/gui/kit"
)

// leave notifies a place that it is hidden.
func (s *Shell) leave(p Place) {
	if l, ok := s.screens.Places[p].(Leaving); ok && s.closed[p].Load() == nil {
		_ = guard.Run(guard.Window, l.Left) // else a place that panics could not be left
	}
}

// bringKeyboard gives the focus to the first control of a place. An open dialog keeps it, because the place may be
// shown by an answer that came late. The control then gets the focus when the dialog is closed.
func (s *Shell) bringKeyboard(to Place) {
	canvas := s.window.Canvas()
	focus := canvas.Focus
	if canvas.Overlays().Top() != nil {
		focus = func(o fyne.Focusable) { kit.ReturnFocusTo(canvas, o) }
	} else {
		canvas.Unfocus()
	}
	if c := s.closed[to].Load(); c != nil {
		focus(c.first)
		return
	}
	if k, ok := s.screens.Places[to].(Keyboarded); ok {
		_ = guard.Run(guard.Window, func() { focus(k.First()) })
	} else {
		focus(nil)
	}
}

// Refresh schedules an update of a place. A hidden place is updated when it is shown next. Any goroutine.
func (s *Shell) Refresh(p Place) {
	if s.Place() != p || s.closed[p].Load() != nil {
		return
	}
	select {
	case s.stale[p] <- struct{}{}:
	default: // one is coming anyway
	}
}

// RefreshAll asks for an update of everything soon. Any goroutine.
func (s *Shell) RefreshAll() {
	s.Refresh(s.Place())
	s.live.reload()
}

// contentOf returns the content of a place, or its replacement after a panic.
func (s *Shell) contentOf(p Place) fyne.CanvasObject {
	if c := s.closed[p].Load(); c != nil {
		return c.content
	}
	return s.screens.Places[p].Content()
}
