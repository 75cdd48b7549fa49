package shell

import (
	"fyne.io/fyne/v2"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// Actions returns all actions as they are now: those of the menu bar in its order, then the others of the screens.
func (s *Shell) Actions() []action.Action {
	list := s.ownActions()
	if s.screens.Actions != nil { // the places are made
		var ofScreens []action.Action
		_ = guard.Run(guard.Window, func() { ofScreens = s.screens.Actions() }) // else no key would do anything
		list = append(list, ofScreens...)
	}
	out := make([]action.Action, len(menuOrder), len(menuOrder)+len(list))
	for _, a := range list {
		if at := menuOrder[a.ID]; at > 0 {
			out[at-1] = a
		} else {
			out = append(out, a)
		}
	}
	kept := out[:0]
	for _, a := range out {
		if a.ID != "" {
			kept = append(kept, a)
		}
	}
	return kept
}

// redoKeys are the second keys of Redo, which many programs have.
var redoKeys = action.Chord{Key: fyne.KeyZ, Mod: ctrl | fyne.KeyModifierShift}

// undo reverts the last change of the place. The confirmation of that change is no longer true.
func (s *Shell) undo() {
	s.notices.forget()
	s.screens.Undo()
}

// redo makes the change again that was undone last.
func (s *Shell) redo() {
	s.notices.forget()
	s.screens.Redo()
}

func (s *Shell) textShortcuts() []textShortcut {
	clip := s.app.Clipboard()
	withCtrl := func(key fyne.KeyName) []action.Chord { return action.KeysWith(ctrl, key) }
	return []textShortcut{
		{"edit.undo", lang.L("Undo"), withCtrl(fyne.KeyZ), &fyne.ShortcutUndo{}, s.undo},
		{"edit.redo", lang.L("Redo"), append(withCtrl(fyne.KeyY), redoKeys), &fyne.ShortcutRedo{},
			s.redo},
		{"edit.cut", lang.L("Cut"), withCtrl(fyne.KeyX), &fyne.ShortcutCut{Clipboard: clip}, nil},
		{"edit.copy", lang.L("Copy"), withCtrl(fyne.KeyC), &fyne.ShortcutCopy{Clipboard: clip}, nil},
		{"edit.paste", lang.L("Paste"), withCtrl(fyne.KeyV), &fyne.ShortcutPaste{Clipboard: clip}, nil},
		{"edit.all", lang.L("Select all"), withCtrl(fyne.KeyA), &fyne.ShortcutSelectAll{}, nil},
	}
}

// ofText returns what an action of every text hands to it; nil for another action.
func (s *Shell) ofText(a action.Action) fyne.Shortcut {
	for _, t := range s.textShortcuts() {
		if t.id == a.ID {
			return t.shortcut
		}
	}
	return nil
}

// textShortcut is an edit action, with the shortcut that Fyne sends to the focused control.
type textShortcut struct {
	id, label string
	keys      []action.Chord // Fyne makes the shortcut of the first
	shortcut  fyne.Shortcut
	without   func() // the action if no text has the focus; nil: none
}
