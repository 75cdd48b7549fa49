package gui

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/keymap"
	"viviscope/gui/palette"
	"viviscope/gui/widgets"
)

// menu is the main menu, made from the table of commands.
type menu struct {
	shell    *Shell
	main     *fyne.MainMenu
	commands []command
	items    []*fyne.MenuItem // one per command
	sheet    *widgets.Sheet
	palette  *palette.Palette
	caught   func(keymap.Chord) // waits for keys; nil: nobody does
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

// make makes the menu of the table as it is now.
func (m *menu) make() {
	m.commands, m.items = m.shell.commands(), nil
	by := map[string]*fyne.Menu{}
	m.main = fyne.NewMainMenu()
	for _, name := range menuNames {
		by[name] = fyne.NewMenu(menuWord(name))
	}
	for _, c := range m.commands {
		item := fyne.NewMenuItem(c.label(), m.action(c))
		item.Shortcut = c.shortcut()
		item.IsQuit = c.quit
		m.items = append(m.items, item)
		menu := by[c.menu]
		if c.line && len(menu.Items) > 0 {
			menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
		}
		menu.Items = append(menu.Items, item)
	}
	for _, name := range menuNames {
		if len(by[name].Items) > 0 {
			m.main.Items = append(m.main.Items, by[name])
		}
	}
	m.check()
}

// remake shows the menu with other keys.
func (m *menu) remake() {
	m.make()
	if !m.shell.root.layout.bare {
		m.shell.window.SetMainMenu(m.main)
	}
}

// action is what an item does. Cut, copy and their like go to the control with the focus. While somebody waits for keys, those of the
// item go there: the menu hears them before any control does.
func (m *menu) action(c command) func() {
	do := m.deed(c)
	return func() {
		if m.caught != nil && !c.chord().None() {
			m.caught(c.chord())
			return
		}
		do()
	}
}

// deed is what an item does while nobody waits for keys.
func (m *menu) deed(c command) func() {
	if c.stock == nil {
		return func() {
			if m.shell.window.Canvas().Overlays().Top() == nil || c.quit {
				c.do()
			}
		}
	}
	return func() {
		canvas := m.shell.window.Canvas()
		clip := m.shell.app.Clipboard()
		var sc fyne.Shortcut = c.stock
		switch c.stock.(type) {
		case *fyne.ShortcutCut:
			sc = &fyne.ShortcutCut{Clipboard: clip}
		case *fyne.ShortcutCopy:
			sc = &fyne.ShortcutCopy{Clipboard: clip}
		case *fyne.ShortcutPaste:
			sc = &fyne.ShortcutPaste{Clipboard: clip}
		}
		if focused, ok := canvas.Focused().(fyne.Shortcutable); ok {
			focused.TypedShortcut(sc)
		}
	}
}

// check sets the marks of the choices and reports whether one changed.
func (m *menu) check() (changed bool) {
	for i, c := range m.commands {
		if c.checked == nil {
			continue
		}
		if on := c.checked(); m.items[i].Checked != on {
			m.items[i].Checked = on
			changed = true
		}
	}
	return changed
}

// refresh shows the marks as they are now.
func (m *menu) refresh() {
	if m.check() {
		m.main.Refresh()
	}
}

// typed takes keys without a modifier, which the menu cannot, while no control takes them.
func (m *menu) typed(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyUnknown { // no key of a command is called nothing, and many commands have no key
		return
	}
	if m.shell.window.Canvas().Overlays().Top() == nil && m.shell.coverTakes(e) {
		return
	}
	for _, c := range m.commands {
		if c.key == e.Name && c.mod == 0 && m.shell.window.Canvas().Overlays().Top() == nil {
			c.do()
			return
		}
	}
	m.shell.doInPlace(keymap.Chord{Key: e.Name})
}

// typedRune takes characters that stand for a command, while no control takes them.
func (m *menu) typedRune(r rune) {
	for _, c := range m.commands {
		if c.rune == r && m.shell.window.Canvas().Overlays().Top() == nil {
			c.do()
			return
		}
	}
}

// label is what an item says. Fyne's menus show no keys without a modifier: these stand in the words.
func (c command) label() string {
	if c.mod != 0 || c.key == "" {
		return c.word
	}
	return c.word + "  " + c.keys(false)
}
