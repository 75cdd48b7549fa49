package shell

import (
	"fyne.io/fyne/v2"

	"viviscope/client/guard"
)

// leave tells a place that it is out of sight.
func (s *Shell) leave(p Place) {
	if l, ok := s.screens.Places[p].(Leaving); ok && s.closed[p].Load() == nil {
		_ = guard.Run(guard.Window, l.Left) // else a place that panics could not be left
	}
}

func (s *Shell) bringKeyboard(to Place) {
	canvas := s.window.Canvas()
	canvas.Unfocus()
	if c := s.closed[to].Load(); c != nil {
		canvas.Focus(c.first)
		return
	}
	if k, ok := s.screens.Places[to].(Keyboarded); ok {
		_ = guard.Run(guard.Window, func() { canvas.Focus(k.First()) })
	}
}

// Refresh asks for an update of a place soon. One that is not in front is updated when it comes to the front.
// Any goroutine.
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

// contentOf returns what is shown in a place.
func (s *Shell) contentOf(p Place) fyne.CanvasObject {
	if c := s.closed[p].Load(); c != nil {
		return c.content
	}
	return s.screens.Places[p].Content()
}
