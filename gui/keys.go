package gui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// Keys are the keys that actions have now.
func (s *Shell) Keys() action.KeysOf { return s.KeysOf }

// KeysOf returns the keys that an action has now; nil for none. Before the places are made it knows none of them: they are told by
// KeysChanged.
func (s *Shell) KeysOf(id string) []action.Chord { return s.assigned()[id] }

// assigned are the keys of all actions as they are now. Every key that is pressed in a place asks for them.
func (s *Shell) assigned() map[string][]action.Chord {
	if s.keys != nil {
		return s.keys
	}
	has := action.Resolve(s.unkeyed(), s.deps.Program.Personal().Keys)
	if s.screens.Actions != nil {
		s.keys = has
	}
	return has
}

// showKeys has everything that takes or shows keys follow those that the actions have now.
func (s *Shell) showKeys() {
	s.keys = nil
	s.screens.KeysChanged()
}

// listenForKeys has the window take the keys of the places. A key that no place in front means anything by does nothing.
func (s *Shell) listenForKeys() {
	for _, a := range s.actions() {
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
	for _, a := range s.actions() {
		taken := a.Own && (inText || !reachesWindow(a, c))
		if !taken && a.Can() && slices.Contains(a.Keys, c) && s.here(a) {
			a.Do()
			return true
		}
	}
	return false
}

// sendKeys are those by which a sheet sends what was filled in.
var sendKeys = action.Chord{Key: fyne.KeyReturn, Mod: fyne.KeyModifierShortcutDefault}

func (s *Shell) sendSheet() {
	if sheet, ok := s.window.Canvas().Overlays().Top().(*widgets.Sheet); ok {
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
	if e.Name == fyne.KeyUnknown || s.caught == nil && s.window.Canvas().Overlays().Top() == nil && s.overlay != nil && s.overlay.Key(e) {
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
	list := s.actions()
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
		{Group: lang.L("Prompt"), Label: lang.L("Snippets"), Says: "/"},
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
	for _, a := range s.actions() {
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

// Shortcuts are the keys of all actions, for a page on which a person changes them. Window's goroutine.
type Shortcuts struct{ shell *Shell }

// Shortcuts returns the keys of all actions.
func (s *Shell) Shortcuts() Shortcuts { return Shortcuts{s} }

// Rows lists every action with its keys, in the order of the menus, then by places.
func (k Shortcuts) Rows() []action.KeyRow {
	return action.KeyRows(k.shell.unkeyed(), k.shell.deps.Program.Personal().Keys)
}

// Choose gives an action keys, or none. Menus, places and the sheet of keys follow at once. Keys that another action has are a
// *action.TakenError unless the two may exchange theirs; those that cannot be chosen are a *action.RefusedError.
func (k Shortcuts) Choose(id string, c action.Chord, exchange bool) error {
	b, err := action.Choose(k.shell.unkeyed(), k.shell.deps.Program.Personal().Keys, id, c, exchange, action.OnMac)
	if err == nil {
		k.set(b)
	}
	return err
}

// Reset gives an action its own keys back.
func (k Shortcuts) Reset(id string) {
	k.set(action.Reset(k.shell.unkeyed(), k.shell.deps.Program.Personal().Keys, id))
}

// ResetAll gives all actions their own keys back.
func (k Shortcuts) ResetAll() { k.set(nil) }

func (k Shortcuts) set(b action.Bindings) {
	k.shell.changePersonal(func(p *Personal) { p.Keys = b })
	k.shell.showKeys()
	k.shell.menu.remake()
	k.shell.listenForKeys()
}

// Catch passes keys to take, also those that the menus or the window would handle, until stop is called.
func (k Shortcuts) Catch(take func(action.Chord)) (stop func()) {
	k.shell.caught = take
	return func() { k.shell.caught = nil }
}
