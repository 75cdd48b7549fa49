package program

import (
	"runtime"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui"
	"viviscope/gui/editor"
	"viviscope/gui/viewer"
)

// placeKeys are the keys that the places take by themselves, for the sheet of keys.
func (p *program) placeKeys() []gui.KeyGroup {
	mac := runtime.GOOS == "darwin"
	groups := galleryKeys(mac)
	groups = append(groups, viewerKeys(p.places.viewer.Commands())...)
	return append(groups, canvasKeys(p.places.canvas.Commands(), mac)...)
}

// grouped puts rows under their titles, in the order in which the titles come.
func grouped[T any](list []T, row func(T) (title string, r gui.KeyRow)) (groups []gui.KeyGroup) {
	at := map[string]int{}
	for _, c := range list {
		title, r := row(c)
		if r.Word == "" || r.Keys == "" {
			continue
		}
		i, there := at[title]
		if !there {
			i = len(groups)
			at[title] = i
			groups = append(groups, gui.KeyGroup{Title: title})
		}
		groups[i].Rows = append(groups[i].Rows, r)
	}
	return groups
}

func viewerKeys(list []viewer.Command) []gui.KeyGroup {
	return grouped(list, func(c viewer.Command) (string, gui.KeyRow) {
		return "Looking: " + strings.ToLower(c.Group), gui.KeyRow{Word: c.Word, Keys: c.Keys}
	})
}

func canvasKeys(list []editor.Command, mac bool) []gui.KeyGroup {
	return grouped(list, func(c editor.Command) (string, gui.KeyRow) {
		keys := string(c.Rune)
		if c.Rune == 0 {
			keys = gui.KeyWords(c.Key, c.Modifier, mac)
		}
		return "On the canvas: " + strings.ToLower(c.Group), gui.KeyRow{Word: c.Word, Keys: keys}
	})
}

// galleryKeys are the keys of the gallery.
func galleryKeys(mac bool) []gui.KeyGroup {
	return []gui.KeyGroup{{Title: "In the gallery", Rows: []gui.KeyRow{
		{Word: "Open", Keys: "Enter"},
		{Word: "Star", Keys: "S"},
		{Word: "Use as first, as last frame", Keys: "F, L"},
		{Word: "Edit the picture", Keys: "E"},
		{Word: "Compare two pictures", Keys: "C"},
		{Word: "Move to Trash", Keys: "Delete"},
		{Word: "Select all", Keys: gui.KeyWords(fyne.KeyA, fyne.KeyModifierShortcutDefault, mac)},
	}}}
}
