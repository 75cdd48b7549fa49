package shell

import (
	"fyne.io/fyne/v2"

	"viviscope/client/guard"
	"viviscope/gui/kit"
)

// ShowOverlay shows something in place of rail and places, until HideOverlay is called or a place is shown. Window's
// goroutine.
func (s *Shell) ShowOverlay(o Overlay) {
	s.leave(s.Place())
	s.ShowOverlayIn(o, s.root.cover)
}

// ShowOverlayIn shows an overlay through cover, which replaces the content there. cover(nil) removes it again.
func (s *Shell) ShowOverlayIn(o Overlay, cover func(fyne.CanvasObject)) {
	if s.overlay != nil {
		s.cover(nil)
	}
	s.overlay, s.cover = o, cover
	cover(o.Content())
	s.root.catchUp(o.Content())
	s.window.Canvas().Focus(o.First())
}

// HideOverlay shows the current place again and gives it the focus. Window's goroutine.
func (s *Shell) HideOverlay() {
	if s.overlay == nil {
		return
	}
	s.overlay = nil
	s.SetFullScreen(false)
	s.cover(nil)
	s.bringKeyboard(s.Place())
}

// focusBack returns the focus to the control that had it before the pointer or Tab moved it to something that is gone.
// Without one, the visible place or overlay gets the focus.
func (s *Shell) focusBack() {
	canvas := s.window.Canvas()
	focused := canvas.Focused()
	if focused != nil && !s.notices.holds(focused) || canvas.Overlays().Top() != nil {
		return
	}
	canvas.Unfocus()
	kit.FocusBack(canvas)
	switch {
	case canvas.Focused() != nil:
	case s.overlay != nil:
		canvas.Focus(s.overlay.First())
	case !s.root.covered:
		s.bringKeyboard(s.Place())
	}
}

// SetFullScreen gives the whole screen to what covers the places, without menu and status bar.
// Window's goroutine.
func (s *Shell) SetFullScreen(on bool) {
	if s.root.bare == on {
		return
	}
	s.window.SetFullScreen(on)
	if on {
		s.window.SetMainMenu(nil)
	} else {
		s.window.SetMainMenu(s.menu.main)
	}
	s.root.showBare(on)
}

// leaveOverlay closes the overlay because a place is shown.
func (s *Shell) leaveOverlay() {
	if left := s.overlay; left != nil {
		s.HideOverlay()
		_ = guard.Run(guard.Window, left.Close)
	}
}
