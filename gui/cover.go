package gui

import "fyne.io/fyne/v2"

// Cover is what stands in the place of rail and places for a while, such as one picture as large as the window.
type Cover struct {
	Content fyne.CanvasObject
	First   fyne.Focusable            // has the keyboard when it comes; nil: nothing has
	Key     func(*fyne.KeyEvent) bool // takes keys that no control takes, before the menu; nil: none
	OnLeft  func()                    // another place was shown instead; nil: nobody asks
}

// Cover shows something in place of rail and places, until Uncover is called or a place is shown. Window's goroutine.
func (s *Shell) Cover(c Cover) {
	s.covering = &c
	s.root.cover(c.Content)
	canvas := s.window.Canvas()
	canvas.Unfocus()
	if c.First != nil {
		canvas.Focus(c.First)
	}
}

// Uncover shows the place again that is in front, with the keyboard in it. Window's goroutine.
func (s *Shell) Uncover() {
	if s.covering == nil {
		return
	}
	s.covering = nil
	s.SetFullScreen(false)
	s.root.cover(nil)
	if sc := s.screens.Places[s.place]; sc != nil {
		s.bringKeyboard(sc)
	}
}

// SetFullScreen gives the whole screen to what covers the places, without menu and status bar.
// Window's goroutine.
func (s *Shell) SetFullScreen(on bool) {
	if s.root.layout.bare == on {
		return
	}
	s.window.SetFullScreen(on)
	if on {
		s.window.SetMainMenu(nil)
	} else {
		s.window.SetMainMenu(s.menu.main)
	}
	s.root.bare(on)
}

// leaveCover takes away what covers the places because a place is shown.
func (s *Shell) leaveCover() {
	left := s.covering
	if left == nil {
		return
	}
	s.Uncover()
	if left.OnLeft != nil {
		left.OnLeft()
	}
}

// coverTakes offers a key to what covers the places.
func (s *Shell) coverTakes(e *fyne.KeyEvent) bool {
	return s.covering != nil && s.covering.Key != nil && s.covering.Key(e)
}
