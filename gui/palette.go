package gui

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/gui/palette"
)

// ShowPalette lists every command that can be done now, to be found by its name.
func (s *Shell) ShowPalette() {
	if s.menu.palette != nil && s.menu.palette.Shown() {
		return
	}
	s.menu.palette = palette.Show(s.window.Canvas(), s.paletteItems(), s.personal.lately(), s.usedCommand)
}

// paletteItems are the commands of the places in front, then those of the menus, then the profiles, and at the end what every
// text does.
func (s *Shell) paletteItems() []palette.Item {
	var items, texts []palette.Item
	has := s.assigned()
	for _, c := range s.placeCommands() {
		if c.Here && c.Do != nil {
			items = append(items, palette.Item{ID: c.ID, Group: c.Group, Word: c.Word, Keys: c.entry().Words(has[c.ID], keymap.OnMac), Off: c.Off, Do: c.Do})
		}
	}
	_, text := s.window.Canvas().Focused().(fyne.Shortcutable)
	for i, c := range s.menu.commands {
		if c.id == "help.find" {
			continue
		}
		item := palette.Item{ID: c.id, Group: menuWord(c.menu), Word: c.word, Keys: c.keys(keymap.OnMac), Do: s.menu.items[i].Action}
		item.On = c.checked != nil && c.checked()
		if c.stock == nil {
			items = append(items, item)
			continue
		}
		if !text {
			item.Off = lang.L("No text has the keyboard.")
		}
		texts = append(texts, item)
	}
	return append(append(items, s.profileItems()...), texts...)
}

// profileItems lead to the other profiles.
func (s *Shell) profileItems() (items []palette.Item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.profiles {
		if p.ID != s.profile.ID {
			items = append(items, palette.Item{ID: "profile." + p.Name, Group: lang.L("Profile"), Word: lang.L("Use %s", p.Name), Do: func() { s.UseProfile(p.ID) }})
		}
	}
	return items
}

// usedCommand remembers a command as the one that was used last.
func (s *Shell) usedCommand(id string) {
	s.changePersonal(func(p *personal) {
		list := slices.DeleteFunc(slices.Clone(p.recent), func(x string) bool { return x == id })
		p.recent = append([]string{id}, list[:min(len(list), mostRecent-1)]...)
	})
}
