package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/keymap"
)

// PlaceCommand is one thing that can be done in a place.
type PlaceCommand struct {
	keymap.Command // its ID is also what it was used last under

	Group string       // where it is done, "In the gallery"
	Word  string       // what it does
	Scope keymap.Scope // where its keys count
	// Own: what has the keyboard in the place takes its keys itself. Without it the window takes them while the place is in front,
	// those with a modifier also while something is typed.
	Own  bool
	Here bool   // what it is done to is in front now
	Off  string // why it cannot be done although it is here, in a sentence; "": it can
	Do   func() // nil: only its keys do it
}

// entry is the command as the map of keys knows it.
func (c PlaceCommand) entry() keymap.Entry {
	e := keymap.Entry{ID: c.ID, Group: c.Group, Word: c.Word, Scope: c.Scope, Fixed: c.Fixed, Says: c.Says}
	if len(c.Keys) > 0 {
		e.Default, e.Also = c.Keys[0], c.Keys[1:]
	}
	return e
}

// placeCommands are what can be done in the places.
func (s *Shell) placeCommands() []PlaceCommand {
	if s.screens.Commands == nil {
		return nil
	}
	return s.screens.Commands()
}

// entries are the commands as the map of keys knows them: those of the menus, then those of the places.
func entries(list []command, places []PlaceCommand) []keymap.Entry {
	out := make([]keymap.Entry, 0, len(list)+len(places))
	for _, c := range list {
		out = append(out, keymap.Entry{ID: c.id, Group: menuWord(c.menu), Word: c.word, Default: c.chord(), Fixed: c.fixed()})
	}
	for _, c := range places {
		out = append(out, c.entry())
	}
	return out
}

// KeysOf returns the keys that a command of a place has now; nil for none. Before the places are made it knows none of them: they
// are told by KeysChanged.
func (s *Shell) KeysOf(id string) []keymap.Chord { return s.assigned()[id] }

// assigned are the keys of all commands as they are now. Every key that is pressed in a place asks for them.
func (s *Shell) assigned() map[string][]keymap.Chord {
	if s.keys != nil {
		return s.keys
	}
	places := s.placeCommands()
	has := keymap.Resolve(entries(s.table(), places), s.personal.bindings())
	if len(places) > 0 {
		s.keys = has
	}
	return has
}

// showKeys has everything that takes or shows keys follow those that the commands have now.
func (s *Shell) showKeys() {
	s.keys = nil
	if s.screens.KeysChanged != nil {
		s.screens.KeysChanged()
	}
}

// listenForPlaces has the window take the keys of the places. A key that no place in front means anything by does nothing.
func (s *Shell) listenForPlaces() {
	has := s.assigned()
	for _, c := range s.placeCommands() {
		if c.Own {
			continue
		}
		for _, chord := range has[c.ID] {
			if s.listening[chord] {
				continue
			}
			s.listening[chord] = true
			if chord.Mod != 0 { // a key alone comes through the menu
				s.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: chord.Key, Modifier: chord.Mod}, func(fyne.Shortcut) { s.doInPlace(chord) })
			}
		}
	}
}

// doInPlace does what keys mean in the place in front, and reports whether they mean anything.
func (s *Shell) doInPlace(chord keymap.Chord) bool {
	if s.ended.Load() {
		return false
	}
	if s.menu.caught != nil {
		s.menu.caught(chord)
		return true
	}
	if s.window.Canvas().Overlays().Top() != nil {
		return false
	}
	has := s.assigned()
	for _, c := range s.placeCommands() {
		if c.Here && !c.Own && c.Off == "" && c.Do != nil && slices.Contains(has[c.ID], chord) {
			c.Do()
			return true
		}
	}
	return false
}
