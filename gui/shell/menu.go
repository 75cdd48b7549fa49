package shell

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"viviscope/client/guard"
	"viviscope/gui/action"
)

// menu is the menu bar.
type menu struct {
	actions  func() []action.Action
	shortcut func(a action.Action) fyne.Shortcut // what a text with the focus does for an action; nil: nothing
	choose   func(shown action.Action)

	main  *fyne.MainMenu
	items map[string]*fyne.MenuItem // by the ID of the action
}

// make makes the menu of the actions as they are now.
func (m *menu) make() {
	list := m.actions()
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
			m.writeKeys(menu.Items, list)
		}
	}
}

// item is the line of an action.
func (m *menu) item(a action.Action) *fyne.MenuItem {
	item := fyne.NewMenuItem(a.Label, guard.Func(guard.Window, func() { m.choose(a) }))
	item.IsQuit, item.Checked = a.ID == quitID, a.On
	if len(a.Keys) > 0 && heardByMenu(a) {
		item.Shortcut = m.menuShortcut(a)
	}
	m.items[a.ID] = item
	return item
}

// writeKeys appends the keys to the labels of a menu, in one column. macOS itself shows keys with a modifier.
func (m *menu) writeKeys(items []*fyne.MenuItem, list []action.Action) {
	width := func(words string) float32 { return fyne.MeasureText(words, theme.TextSize(), fyne.TextStyle{}).Width }
	column := float32(0)
	for _, item := range items {
		column = max(column, width(item.Label+"  \t"))
	}
	for _, a := range list {
		item := m.items[a.ID]
		if !slices.Contains(items, item) || len(a.Keys) == 0 || action.OnMac && a.Keys[0].Mod != 0 && heardByMenu(a) {
			continue
		}
		for width(item.Label) < column-1 {
			item.Label += "\t"
		}
		item.Label += a.KeyWords()
		if item.Shortcut != nil {
			item.Shortcut = heard{item.Shortcut}
		}
	}
}

// menuShortcut returns the keys of an action as a shortcut for Fyne's menus; nil if they have no modifier.
func (m *menu) menuShortcut(a action.Action) fyne.Shortcut {
	if text := m.shortcut(a); text != nil {
		return text
	}
	if a.Keys[0].Mod == 0 {
		return nil
	}
	return &desktop.CustomShortcut{KeyName: a.Keys[0].Key, Modifier: a.Keys[0].Mod}
}

// refresh shows the marks of the choices as they are now.
func (m *menu) refresh() {
	changed := false
	for _, a := range m.actions() {
		if item := m.items[a.ID]; item != nil && item.Checked != a.On {
			item.Checked, changed = a.On, true
		}
	}
	if changed {
		m.main.Refresh()
	}
}

func newMenu(
	actions func() []action.Action, shortcut func(action.Action) fyne.Shortcut, choose func(action.Action),
) *menu {
	m := &menu{actions: actions, shortcut: shortcut, choose: choose}
	m.make()
	return m
}

// heard is a shortcut that the toolkit handles without drawing its keys. It would draw them in English, in an
// unreadable colour.
type heard struct{ fyne.Shortcut }
