package shell

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/kit"
)

// listenForKeys registers the keys of the places on the window. A key without a meaning in the current place does
// nothing.
func (s *Shell) listenForKeys() {
	for _, a := range s.Actions() {
		for i, c := range a.Keys {
			inMenu := i == 0 && heardByMenu(a)
			if inMenu || s.listening[c] || a.Own && !reachesWindow(a, c) {
				continue
			}
			s.listening[c] = true
			if c.Mod != 0 { // a key without modifier arrives through typed
				s.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: c.Key, Modifier: c.Mod},
					func(fyne.Shortcut) {
						_ = guard.Run(guard.Window, func() { s.press(c) })
					})
			}
		}
	}
}

// reachesWindow reports whether a chord that a control handles itself also works while another control of the place has
// the focus and does not use it. Actions that spend work only in the control that shows the price.
func reachesWindow(a action.Action, c action.Chord) bool {
	return c.Mod != 0 && a.Scope.In != "" && !a.Spends
}

// CatchKeys passes all keys to take, also those that the menu would handle, until stop is called. Window's goroutine.
func (s *Shell) CatchKeys(take func(action.Chord)) (stop func()) {
	s.caught = take
	return func() { s.caught = nil }
}

// here reports whether the target of an action is visible.
func (s *Shell) here(a action.Action) bool {
	in, _, _ := strings.Cut(a.Scope.In, "/")
	switch {
	case in == "":
		return true
	case s.overlay != nil:
		return in == "viewer"
	}
	return in == placeTable[s.Place()].name
}

// SetDismiss sets the function that Esc calls while a dialog of the toolkit is open, which has no key of its own for
// that; nil if none is open. A focused control of the dialog handles the key first. Window's goroutine.
func (s *Shell) SetDismiss(dismiss func()) { s.dismiss = dismiss }

// press runs the action of a chord, and reports whether there is one. The focused control was offered the chord before.
func (s *Shell) press(c action.Chord) bool {
	if s.caught != nil {
		s.caught(c)
		return true
	}
	if s.window.Canvas().Overlays().Top() != nil {
		if c == sendKeys {
			s.sendSheet()
		}
		return false
	}
	_, inText := s.window.Canvas().Focused().(interface{ SelectedText() string })
	list := s.Actions()
	if !inText { // keys of the place win over those of the whole window
		slices.SortStableFunc(list, func(a, b action.Action) int { return scopeRank(a) - scopeRank(b) })
	}
	for _, a := range list {
		taken := a.Own && (inText || !reachesWindow(a, c))
		if !taken && a.Can() && a.Matches(c) && s.here(a) {
			a.Do()
			return true
		}
	}
	return false
}

// scopeRank returns 0 for an action of a place and 1 for one of the whole window.
func scopeRank(a action.Action) int {
	if a.Scope.In == "" {
		return 1
	}
	return 0
}

// sendKeys is the chord that submits a dialog.
var sendKeys = action.Chord{Key: fyne.KeyReturn, Mod: fyne.KeyModifierShortcutDefault}

func (s *Shell) sendSheet() {
	if sheet, ok := s.window.Canvas().Overlays().Top().(*kit.Sheet); ok {
		sheet.PressSend()
	}
}

// typed takes keys without a modifier, which the menu cannot, while no control takes them.
func (s *Shell) typed(e *fyne.KeyEvent) {
	canvas := s.window.Canvas()
	if top, ok := canvas.Overlays().Top().(fyne.Focusable); ok { // the focused control there is disabled or gone
		canvas.Focus(top)
		top.TypedKey(e)
		return
	}
	if e.Name == fyne.KeyEscape && s.dismiss != nil {
		s.dismiss()
		return
	}
	if e.Name == fyne.KeyUnknown || s.caught == nil && canvas.Overlays().Top() == nil && s.overlay != nil &&
		s.overlay.Key(e) {
		return
	}
	s.press(action.Chord{Key: e.Name})
}

// typedRune handles "?" by character, wherever its key is on the keyboard, while no control has the focus.
func (s *Shell) typedRune(r rune) {
	if r == '?' {
		s.press(action.Chord{Key: "?"})
	}
}

// chooseItem runs the action of a menu item in its current state. Caught keys go to the function that catches them.
// While a dialog is open, the keys of the item go to its focused control: the menu receives them before any control
// does.
func (s *Shell) chooseItem(shown action.Action) {
	if s.caught != nil && len(shown.Keys) > 0 {
		s.caught(shown.Keys[0])
		return
	}
	a := action.ByID(s.Actions(), shown.ID)
	if s.window.Canvas().Overlays().Top() != nil && a.ID != quitID && s.ofText(a) == nil {
		if field, ok := s.window.Canvas().Focused().(fyne.Shortcutable); ok && len(shown.Keys) > 0 &&
			shown.Keys[0].Mod != 0 {
			field.TypedShortcut(s.menu.menuShortcut(shown))
		} else if slices.Contains(shown.Keys, sendKeys) {
			s.sendSheet()
		}
		return
	}
	if a.Can() {
		a.Do()
	} else if len(shown.Keys) > 0 { // they have another meaning in the current place
		s.press(shown.Keys[0])
	}
}
