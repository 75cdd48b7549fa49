package shell

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// listenForKeys has the window take the keys of the places. A key that no place in front means anything by does nothing.
func (s *Shell) listenForKeys() {
	for _, a := range s.Actions() {
		if heardByMenu(a) {
			continue
		}
		for _, c := range a.Keys {
			if s.listening[c] || a.Own && !reachesWindow(a, c) {
				continue
			}
			s.listening[c] = true
			if c.Mod != 0 { // a key alone comes through typed
				s.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: c.Key, Modifier: c.Mod}, func(fyne.Shortcut) {
					_ = guard.Run(guard.Window, func() { s.press(c) })
				})
			}
		}
	}
}

// reachesWindow reports whether a chord of an action that its control takes itself also counts while another control of
// the place has the keyboard and has no use for it. What spends is left to the control that shows the price.
func reachesWindow(a action.Action, c action.Chord) bool {
	return c.Mod != 0 && a.Scope.In != "" && !a.Spends
}

// CatchKeys passes all keys to take, also those that the menu would handle, until stop is called. Window's goroutine.
func (s *Shell) CatchKeys(take func(action.Chord)) (stop func()) {
	s.caught = take
	return func() { s.caught = nil }
}

// here reports whether what an action is done to is in front.
func (s *Shell) here(a action.Action) bool {
	in, _, _ := strings.Cut(a.Scope.In, "/")
	switch {
	case in == "":
		return true
	case s.overlay != nil:
		return in == "viewer"
	}
	return in == placeNames[s.Place()]
}

// SetDismiss sets what Esc does while a dialog of the toolkit is open, which has no key of its own for that; nil: none is. A
// control of the dialog that has the focus takes the key. Window's goroutine.
func (s *Shell) SetDismiss(dismiss func()) { s.dismiss = dismiss }

// InFront reports whether a place is in front, with nothing over all of it. Window's goroutine.
func (s *Shell) InFront(p Place) bool { return s.Place() == p && (s.overlay == nil || !s.root.covered) }

// press does what keys mean now, and reports whether they mean anything. What has the keyboard was asked before.
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
	for _, a := range s.Actions() {
		taken := a.Own && (inText || !reachesWindow(a, c))
		if !taken && a.Can() && a.Means(c) && s.here(a) {
			a.Do()
			return true
		}
	}
	return false
}

// sendKeys are those by which a sheet sends what was filled in.
var sendKeys = action.Chord{Key: fyne.KeyReturn, Mod: fyne.KeyModifierShortcutDefault}

func (s *Shell) sendSheet() {
	if sheet, ok := s.window.Canvas().Overlays().Top().(*kit.Sheet); ok {
		sheet.PressSend()
	}
}

// typed takes keys without a modifier, which the menu cannot, while no control takes them.
func (s *Shell) typed(e *fyne.KeyEvent) {
	canvas := s.window.Canvas()
	if top, ok := canvas.Overlays().Top().(fyne.Focusable); ok { // the control that had the keyboard there is off or gone
		canvas.Focus(top)
		top.TypedKey(e)
		return
	}
	if e.Name == fyne.KeyEscape && s.dismiss != nil {
		s.dismiss()
		return
	}
	if e.Name == fyne.KeyUnknown || s.caught == nil && canvas.Overlays().Top() == nil && s.overlay != nil && s.overlay.Key(e) {
		return
	}
	s.press(action.Chord{Key: e.Name})
}

// typedRune takes the character that stands for an action wherever its key is, while no control takes it.
func (s *Shell) typedRune(r rune) {
	if r == '?' {
		s.press(action.Chord{Key: "?"})
	}
}

// showShortcuts shows every action that has keys, and the keys of the controls.
func (s *Shell) showShortcuts() {
	if s.sheet != nil && s.sheet.Shown() {
		return
	}
	s.sheet = action.ShowKeySheet(s.window.Canvas(), s.keySheet())
}

// keySheet lists the actions of the menus, then what the keys of controls do, then the actions of the places.
func (s *Shell) keySheet() []action.Action {
	list := s.Actions()
	menus := 0
	for menus < len(list) && inMenu(list[menus].ID) {
		menus++
	}
	return slices.Concat(list[:menus], controlActions(), list[menus:])
}

// controlActions are what keys do that mean something to one control only. The menu cannot have them: elsewhere they are typed.
func controlActions() []action.Action {
	frame := func(label string, mod fyne.KeyModifier, key fyne.KeyName) action.Action {
		return action.Action{Group: lang.L("Frame slot"), Label: label, Keys: action.KeysWith(mod, key)}
	}
	inQueue := func(label string, mod fyne.KeyModifier, keys ...fyne.KeyName) action.Action {
		return action.Action{Group: Queue.String(), Label: label, Says: action.KeyList(action.KeysWith(mod, keys...))}
	}
	return []action.Action{
		frame(lang.L("Paste a link or a picture"), ctrl, fyne.KeyV),
		frame(lang.L("Copy link"), ctrl, fyne.KeyC),
		frame(lang.L("Type an address"), 0, fyne.KeyReturn),
		frame(lang.L("From the gallery; view it"), 0, fyne.KeySpace),
		frame(lang.L("Clear"), 0, fyne.KeyDelete),
		{Group: lang.L("Clips of the film"), Label: lang.L("Move earlier"), Keys: action.KeysWith(fyne.KeyModifierShift, fyne.KeyUp)},
		{Group: lang.L("Clips of the film"), Label: lang.L("Move later"), Keys: action.KeysWith(fyne.KeyModifierShift, fyne.KeyDown)},
		{Group: lang.L("Clips of the film"), Label: lang.L("Remove from the film"), Keys: action.BareKeys(fyne.KeyDelete)},
		inQueue(lang.L("Add to or remove from the selection"), 0, fyne.KeySpace),
		inQueue(lang.L("Open, or show the menu"), 0, fyne.KeyReturn),
		inQueue(lang.L("Collapse, expand"), 0, fyne.KeyLeft, fyne.KeyRight),
		inQueue(lang.L("Remove the selected jobs…"), 0, fyne.KeyDelete),
		inQueue(lang.L("Menu"), fyne.KeyModifierShift, fyne.KeyF10),
		{Group: lang.L("Number field"), Label: lang.L("More, less"), Says: action.KeyList(action.BareKeys(fyne.KeyUp, fyne.KeyDown))},
	}
}

// ShowPalette lists every action that can be done now, to be found by its name.
func (s *Shell) ShowPalette() {
	if s.palette != nil && s.palette.Shown() {
		return
	}
	s.palette = action.ShowPalette(s.window.Canvas(), s.paletteActions(), s.deps.Program.Personal().Recent, s.used)
}

// paletteActions are the actions of the places in front, then those of the menus, then the profiles, and at the end what every text does.
func (s *Shell) paletteActions() []action.Action {
	var here, menus, texts []action.Action
	for _, a := range s.Actions() {
		switch {
		case a.Do == nil || a.Hidden || !s.here(a) || a.ID == "help.find":
		case !inMenu(a.ID):
			here = append(here, a)
		case s.ofText(a) != nil:
			texts = append(texts, a)
		default:
			menus = append(menus, a)
		}
	}
	return slices.Concat(here, menus, s.profileActions(), texts)
}

// profileActions lead to the other profiles.
func (s *Shell) profileActions() (list []action.Action) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.profiles {
		if p.ID != s.profile.ID {
			list = append(list, action.Action{
				ID: "profile." + p.Name, Group: lang.L("Profile"), Label: lang.L("Use %s", p.Name), Do: func() { s.UseProfile(p.ID) },
			})
		}
	}
	return list
}

// used remembers an action as the one that was used last.
func (s *Shell) used(id string) {
	s.changePersonal(func(p *Personal) {
		list := slices.DeleteFunc(slices.Clone(p.Recent), func(x string) bool { return x == id })
		p.Recent = append([]string{id}, list[:min(len(list), mostRecent-1)]...)
	})
}
