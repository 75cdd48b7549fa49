package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/action"
	"viviscope/gui/keymap"
)

// menu is the menu bar.
type menu struct {
	shell *Shell
	main  *fyne.MainMenu
	items map[string]*fyne.MenuItem // by the ID of the action
}

func newMenu(s *Shell) *menu {
	m := &menu{shell: s}
	m.make()
	listen(s.live.Paused, func(bool) {
		if s.menu != nil {
			m.refresh()
		}
	})
	return m
}

// make makes the menu of the actions as they are now.
func (m *menu) make() {
	list := m.shell.actions()
	m.main, m.items = fyne.NewMainMenu(), map[string]*fyne.MenuItem{}
	for _, bar := range menuBar {
		menu, line := fyne.NewMenu(""), false
		for _, id := range strings.Fields(bar.ids) {
			a := action.ByID(list, bar.name+"."+id)
			switch {
			case id == "|":
				line = len(menu.Items) > 0
				continue
			case a.ID == "" || a.Hidden:
				continue
			case line:
				menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
				line = false
			}
			menu.Label = a.Group
			menu.Items = append(menu.Items, m.item(a))
		}
		if len(menu.Items) > 0 {
			m.main.Items = append(m.main.Items, menu)
		}
	}
}

// item is the line of an action. Fyne's menus show no keys without a modifier: these stand in the words.
func (m *menu) item(a action.Action) *fyne.MenuItem {
	item := fyne.NewMenuItem(a.Label, func() { m.choose(a) })
	item.IsQuit, item.Checked = a.ID == quitID, a.On
	if len(a.Keys) > 0 && !a.Own {
		item.Shortcut = menuShortcut(a.Keys[0])
	}
	if len(a.Keys) > 0 && a.Keys[0].Mod == 0 {
		item.Label += "  " + a.KeyWords()
	}
	m.items[a.ID] = item
	return item
}

// menuShortcut returns keys as Fyne's menus know them; nil where they have no modifier.
func menuShortcut(c keymap.Chord) fyne.Shortcut {
	switch {
	case c.Mod == 0:
		return nil
	case ofText[c] != nil:
		return ofText[c]
	}
	return &desktop.CustomShortcut{KeyName: c.Key, Modifier: c.Mod}
}

// choose does what an item says, with what is there now. While somebody waits for keys, those of the item go there: the menu hears them
// before any control does.
func (m *menu) choose(shown action.Action) {
	s := m.shell
	if s.caught != nil && len(shown.Keys) > 0 {
		s.caught(shown.Keys[0])
		return
	}
	a := action.ByID(s.actions(), shown.ID)
	if a.Can() && (s.window.Canvas().Overlays().Top() == nil || a.ID == quitID || ofTexts(a)) {
		a.Do()
	}
}

// remake shows the menu with other keys.
func (m *menu) remake() {
	m.make()
	if !m.shell.root.layout.bare {
		m.shell.window.SetMainMenu(m.main)
	}
}

// refresh shows the marks of the choices as they are now.
func (m *menu) refresh() {
	changed := false
	for _, a := range m.shell.actions() {
		if item := m.items[a.ID]; item != nil && item.Checked != a.On {
			item.Checked, changed = a.On, true
		}
	}
	if changed {
		m.main.Refresh()
	}
}
