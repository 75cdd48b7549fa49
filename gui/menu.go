package gui

import (
	"runtime"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// menu is the main menu, made from the table of commands.
type menu struct {
	shell    *Shell
	main     *fyne.MainMenu
	commands []command
	items    []*fyne.MenuItem // one per command
	sheet    *widgets.Sheet
}

func newMenu(s *Shell) *menu {
	m := &menu{shell: s, commands: s.commands()}
	by := map[string]*fyne.Menu{}
	m.main = fyne.NewMainMenu()
	for _, name := range menuNames {
		by[name] = fyne.NewMenu(name)
	}
	for _, c := range m.commands {
		item := fyne.NewMenuItem(c.word, m.action(c))
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
	listen(s.live.Paused, func(bool) {
		if s.menu != nil {
			m.refresh()
		}
	})
	return m
}

// action is what an item does. Cut, copy and their like go to the control with the focus.
func (m *menu) action(c command) func() {
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
	for _, c := range m.commands {
		if c.key == e.Name && c.mod == 0 && m.shell.window.Canvas().Overlays().Top() == nil {
			c.do()
			return
		}
	}
}

// showShortcuts shows every command that has keys.
func (s *Shell) showShortcuts() {
	if s.menu.sheet != nil && s.menu.sheet.Shown() {
		return
	}
	s.menu.sheet = showCheatSheet(s.window.Canvas(), s.menu.commands)
}

func showCheatSheet(c fyne.Canvas, list []command) *widgets.Sheet {
	var sheet *widgets.Sheet
	left, right := widgets.NewColumn(4), widgets.NewColumn(4)
	column := left
	for i, name := range menuNames {
		if i == len(menuNames)/2 {
			column = right
		}
		var rows []fyne.CanvasObject
		for _, cmd := range list {
			if keys := cmd.keys(runtime.GOOS == "darwin"); cmd.menu == name && keys != "" {
				rows = append(rows, widgets.NewRow(8,
					widgets.NewText(cmd.word, resources.SizeSM, resources.Text2, false).Ellipsis(), widgets.NewSpring(),
					widgets.NewTag(widgets.ToneNeutral, nil, keys)))
			}
		}
		if len(rows) == 0 {
			continue
		}
		column.Add(widgets.NewInset(4, 0, 0, 0, widgets.NewText(name, resources.SizeBody, resources.Text1, true)))
		for _, r := range rows {
			column.Add(r)
		}
	}
	close := widgets.NewButton("Close", nil, widgets.Plain, func() { sheet.Hide() })
	sheet = widgets.ShowWideSheet(c, 560, widgets.NewColumn(12,
		widgets.NewText("Keyboard shortcuts", resources.SizeH2, resources.Text1, true),
		&fyne.Container{Layout: halves{24}, Objects: []fyne.CanvasObject{left, right}},
		widgets.NewText("Tab goes on, Space and Enter press, arrows move inside a control, Esc closes.", resources.SizeSM, resources.Text3, false).Wrap(true),
		widgets.NewRow(8, widgets.NewSpring(), close),
	), nil)
	sheet.Default = sheet.Hide
	return sheet
}

// halves lays two objects side by side, each half of the width.
type halves struct{ gap float32 }

// MinSize is twice the wider one.
func (h halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(2*max(a.Width, b.Width)+h.gap, max(a.Height, b.Height))
}

// Layout shares the width.
func (h halves) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := (s.Width - h.gap) / 2
	set(o[0], 0, 0, w, s.Height)
	set(o[1], w+h.gap, 0, w, s.Height)
}
