package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// PlaceCommand is one thing that can be done in a place.
type PlaceCommand struct {
	ID    string // never changes: chosen keys and what was used last are kept under it
	Group string // where it is done, "In the gallery"
	Word  string
	// Chord is its keys. Without Own the window takes them while the place is in front, also while something is typed, and a
	// person may choose others; with Own the place takes them itself.
	Chord keymap.Chord
	Own   bool
	Keys  string // words keys that are no chord; the place takes them itself
	Here  bool   // what it is done to is in front now
	Off   string // why it cannot be done although it is here, in a sentence; "": it can
	Do    func() // nil: only its keys do it
}

// keys words the keys as they are by themselves.
func (c PlaceCommand) keys(chord keymap.Chord, mac bool) string {
	if c.Keys != "" {
		return c.Keys
	}
	return chord.Words(mac)
}

// fixed says why the keys cannot be changed; "": they can.
func (c PlaceCommand) fixed() string {
	if c.Own || c.Chord.None() {
		return lang.L("What has the keyboard there takes them itself.")
	}
	return ""
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
		out = append(out, keymap.Entry{ID: c.ID, Group: c.Group, Word: c.Word, Default: c.Chord, Fixed: c.fixed()})
	}
	return out
}

// listenForPlaces has the window take the keys of the places. A key that no place in front means anything by does nothing.
func (s *Shell) listenForPlaces() {
	all := s.placeCommands()
	has := keymap.Resolve(entries(s.table(), all), s.personal.bindings())
	for _, c := range all {
		chord := has[c.ID]
		if c.fixed() != "" || chord.None() || s.listening[chord] {
			continue
		}
		s.listening[chord] = true
		if chord.Mod != 0 { // a key alone comes through the menu
			s.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: chord.Key, Modifier: chord.Mod}, func(fyne.Shortcut) { s.doInPlace(chord) })
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
	all := s.placeCommands()
	has := keymap.Resolve(entries(s.table(), all), s.personal.bindings())
	for _, c := range all {
		if c.Here && c.Off == "" && c.Do != nil && c.fixed() == "" && has[c.ID] == chord {
			c.Do()
			return true
		}
	}
	return false
}
