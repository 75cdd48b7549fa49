package gui

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// KeyGroup is a part of the sheet of keys: a menu, or a place or control that takes keys of its own.
type KeyGroup struct {
	Title string
	Rows  []KeyRow
}

// KeyRow is one thing that keys do.
type KeyRow struct{ Word, Keys string }

// KeyWords writes a key as the sheet does, "Ctrl+Shift+N".
func KeyWords(key fyne.KeyName, mod fyne.KeyModifier, mac bool) string {
	return keymap.Chord{Key: key, Mod: mod}.Words(mac)
}

// keyGroups lists every command that has keys by its menu, then the keys that controls take while they have the focus, then
// those of the places.
func keyGroups(list []command, more []KeyGroup, mac bool) []KeyGroup {
	var groups []KeyGroup
	for _, name := range menuNames {
		g := KeyGroup{Title: menuWord(name)}
		for _, c := range list {
			if keys := c.keys(mac); c.menu == name && keys != "" {
				g.Rows = append(g.Rows, KeyRow{c.word, keys})
			}
		}
		if len(g.Rows) > 0 {
			groups = append(groups, g)
		}
	}
	return append(append(groups, controlKeys(mac)...), more...)
}

// controlKeys are the keys that mean something to one control only. The menu cannot have them: elsewhere they are typed.
func controlKeys(mac bool) []KeyGroup {
	paste, take := KeyWords(fyne.KeyV, ctrl, mac), KeyWords(fyne.KeyC, ctrl, mac)
	return []KeyGroup{
		{lang.L("In the prompt"), []KeyRow{{lang.L("Snippets"), "/"}}},
		{lang.L("On a frame"), []KeyRow{
			{lang.L("Paste a link or a picture"), paste},
			{lang.L("Copy its link"), take},
			{lang.L("Type an address"), KeyWords(fyne.KeyReturn, 0, mac)},
			{lang.L("From the gallery; look at it"), KeyWords(fyne.KeySpace, 0, mac)},
			{lang.L("Clear"), KeyWords(fyne.KeyDelete, 0, mac)},
		}},
		{lang.L("On a number"), []KeyRow{{lang.L("More, less"), KeyWords(fyne.KeyUp, 0, mac) + ", " + KeyWords(fyne.KeyDown, 0, mac)}}},
	}
}

// splitGroups shares the groups between two columns of nearly one height, in their order.
func splitGroups(groups []KeyGroup) (left, right []KeyGroup) {
	lines := func(part []KeyGroup) (n int) {
		for _, g := range part {
			n += len(g.Rows) + 2 // the title with the room above it
		}
		return n
	}
	best := 0
	for i := range groups {
		if max(lines(groups[:i]), lines(groups[i:])) < max(lines(groups[:best]), lines(groups[best:])) {
			best = i
		}
	}
	return groups[:best], groups[best:]
}
