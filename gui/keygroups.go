package gui

import "fyne.io/fyne/v2"

// keyGroup is a part of the sheet of keys: a menu, or a control that takes keys of its own.
type keyGroup struct {
	title string
	rows  []keyRow
}

type keyRow struct{ word, keys string }

// keyGroups lists every command that has keys by its menu, then the keys that controls take while they have the focus.
func keyGroups(list []command, mac bool) []keyGroup {
	var groups []keyGroup
	for _, name := range menuNames {
		g := keyGroup{title: name}
		for _, c := range list {
			if keys := c.keys(mac); c.menu == name && keys != "" {
				g.rows = append(g.rows, keyRow{c.word, keys})
			}
		}
		if len(g.rows) > 0 {
			groups = append(groups, g)
		}
	}
	return append(groups, controlKeys(mac)...)
}

// controlKeys are the keys that mean something to one control only. The menu cannot have them: elsewhere they are typed.
func controlKeys(mac bool) []keyGroup {
	paste := command{key: fyne.KeyV, mod: ctrl}.keys(mac)
	take := command{key: fyne.KeyC, mod: ctrl}.keys(mac)
	all := command{key: fyne.KeyA, mod: ctrl}.keys(mac)
	return []keyGroup{
		{"In the prompt", []keyRow{{"Snippets", "/"}}},
		{"On a frame", []keyRow{
			{"Paste a link or a picture", paste},
			{"Copy its link", take},
			{"Type an address", "Enter"},
			{"From the gallery; look at it", "Space"},
			{"Clear", "Delete"},
		}},
		{"On a number", []keyRow{{"More, less", "Up, Down"}}},
		{"In the gallery", []keyRow{
			{"Open", "Enter"},
			{"Star", "S"},
			{"Use as first, as last frame", "F, L"},
			{"Edit the picture", "E"},
			{"Compare two pictures", "C"},
			{"Move to Trash", "Delete"},
			{"Select all", all},
		}},
		{"Comparing", []keyRow{
			{"Swap the sides", "X"},
			{"One alone, both again", "1, 2"},
			{"The other in its place", "hold Space"},
		}},
	}
}

// splitGroups shares the groups between two columns of nearly one height, in their order.
func splitGroups(groups []keyGroup) (left, right []keyGroup) {
	lines := func(part []keyGroup) (n int) {
		for _, g := range part {
			n += len(g.rows) + 2 // the title with the room above it
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
