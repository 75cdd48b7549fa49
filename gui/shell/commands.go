package shell

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// menuBar is the menu bar from left to right: for each menu its name, which the IDs of its actions begin with, and the rest of the IDs;
// | is a line. What nothing answers to is left out. The title is the Group of its actions.
var menuBar = []struct{ name, ids string }{
	{"file", "new reuse | quit"},
	{"edit", "undo redo | cut copy paste all | earlier older newer snippets save"},
	{"view", "create boards queue gallery costs settings | look.follow look.dark look.light | text.larger text.smaller text.normal " +
		"motion"},
	{"job", "generate hold copy batch prompt track asItWas | pause notify | kind.1 kind.2 kind.3 kind.4 | variations which | seed keep swap " +
		"more less"},
	{"board", "new | after before frame | seam skip | rename settings rehearse trash | film export"},
	{"library", "search | import importFolder folder"},
	{"help", "find keys guide log diagnostics"},
}

// menuOrder is where the actions of the menu bar stand in it, by their IDs, from 1 on.
var menuOrder = func() map[string]int {
	order := map[string]int{}
	for _, m := range menuBar {
		for _, id := range strings.Fields(m.ids) {
			order[m.name+"."+id] = len(order) + 1
		}
	}
	return order
}()

// inMenu reports whether an action stands in the menu bar.
func inMenu(id string) bool { return menuOrder[id] > 0 }

// quitID is the action that ends the program, whatever stands over the window.
const quitID = "file.quit"

// ctrl is Ctrl, on macOS Cmd.
const ctrl = fyne.KeyModifierShortcutDefault

// Actions returns all actions as they are now: those of the menu bar in its order, then the others of the screens.
func (s *Shell) Actions() []action.Action {
	list := s.windowActions()
	if s.screens.Actions != nil { // the places are made
		var ofScreens []action.Action
		_ = guard.Run(guard.Window, func() { ofScreens = s.screens.Actions() }) // else no key would do anything
		list = append(list, ofScreens...)
	}
	out := make([]action.Action, len(menuOrder), len(menuOrder)+len(list))
	for _, a := range list {
		if at := menuOrder[a.ID]; at > 0 {
			out[at-1] = a
		} else {
			out = append(out, a)
		}
	}
	kept := out[:0]
	for _, a := range out {
		if a.ID != "" {
			kept = append(kept, a)
		}
	}
	return kept
}

// windowActions are what can be done with the window itself.
func (s *Shell) windowActions() []action.Action {
	file, view, job, help := lang.X("menu", "File"), lang.X("menu", "View"), lang.X("menu", "Job"), lang.X("menu", "Help")
	list := []action.Action{
		{ID: quitID, Group: file, Label: lang.L("Quit"), Keys: action.KeysWith(ctrl, fyne.KeyQ), Do: s.Quit},

		{ID: "view.text.larger", Group: view, Label: lang.L("Larger text"), Keys: action.KeysWith(ctrl, fyne.KeyEqual),
			Do: func() { s.stepText(1) }},
		{ID: "view.text.smaller", Group: view, Label: lang.L("Smaller text"), Keys: action.KeysWith(ctrl, fyne.KeyMinus),
			Do: func() { s.stepText(-1) }},
		{ID: "view.text.normal", Group: view, Label: lang.L("Text size %s", "100 %"), Keys: action.KeysWith(ctrl, fyne.Key0),
			Do: func() { s.SetTextScale(1) }},
		{ID: "view.motion", Group: view, Label: lang.L("Reduce motion"), On: s.ReduceMotion(),
			Do: func() { s.SetReduceMotion(!s.ReduceMotion()) }},

		{ID: "job.work", Group: job, Label: lang.L("Show what runs on this computer"), Hidden: len(s.works) == 0, Do: s.openWork},
		{ID: "job.pause", Group: job, Label: lang.L("Pause sending"), Keys: action.KeysWith(ctrl, fyne.KeyP), On: s.paused(), Do: s.TogglePause},
		{ID: "job.notify", Group: job, Label: lang.L("Notify when done"), On: s.Notify(),
			Do: func() {
				s.SetNotify(!s.Notify())
				s.menu.refresh()
			}},

		{ID: "help.find", Group: help, Label: lang.L("Find a command…"), Keys: action.KeysWith(ctrl, fyne.KeyK), Do: s.ShowPalette},
		{ID: "help.keys", Group: help, Label: lang.L("Keyboard shortcuts"), Keys: action.BareKeys(fyne.KeyF1, "?"), Do: s.showShortcuts},
	}
	for p := range places {
		list = append(list, action.Action{
			ID: "view." + placeNames[p], Group: view, Label: p.String(), Keys: action.KeysWith(ctrl, placeKeys[p]),
			Do: func() { s.Show(p) },
		})
	}
	for i, v := range []resources.Variant{resources.Follow, resources.Dark, resources.Light} {
		list = append(list, action.Action{
			ID: "view.look." + v.String(), Group: view, Label: [...]string{lang.L("System colours"), lang.L("Dark colours"),
				lang.L("Light colours")}[i],
			On: s.look == v, Do: func() { s.SetLook(v) },
		})
	}
	return append(list, s.textActions()...)
}

// textActions are what the text that has the keyboard does. Where none has it, what was done to assets is undone and redone.
func (s *Shell) textActions() []action.Action {
	group, no := lang.X("menu", "Edit"), ""
	field, ok := s.window.Canvas().Focused().(fyne.Shortcutable)
	if !ok {
		no = lang.L("No text field has the focus.")
	}
	var list []action.Action
	for _, t := range s.textShortcuts() {
		a := action.Action{
			ID: t.id, Group: group, Label: t.label, Keys: action.KeysWith(ctrl, t.key), Disabled: no,
			Do: func() { field.TypedShortcut(t.shortcut) },
		}
		if !ok && t.without != nil && s.window.Canvas().Overlays().Top() == nil {
			a.Disabled, a.Do = "", t.without
		}
		list = append(list, a)
	}
	return list
}

// textShortcut is what a text does, as Fyne hands it to what has the keyboard.
type textShortcut struct {
	id, label string
	key       fyne.KeyName // with Ctrl
	shortcut  fyne.Shortcut
	without   func() // what it means where no text has the keyboard; nil: nothing
}

func (s *Shell) textShortcuts() []textShortcut {
	clip := s.app.Clipboard()
	return []textShortcut{
		{"edit.undo", lang.L("Undo"), fyne.KeyZ, &fyne.ShortcutUndo{}, func() { s.screens.Undo() }},
		{"edit.redo", lang.L("Redo"), fyne.KeyY, &fyne.ShortcutRedo{}, func() { s.screens.Redo() }},
		{"edit.cut", lang.L("Cut"), fyne.KeyX, &fyne.ShortcutCut{Clipboard: clip}, nil},
		{"edit.copy", lang.L("Copy"), fyne.KeyC, &fyne.ShortcutCopy{Clipboard: clip}, nil},
		{"edit.paste", lang.L("Paste"), fyne.KeyV, &fyne.ShortcutPaste{Clipboard: clip}, nil},
		{"edit.all", lang.L("Select all"), fyne.KeyA, &fyne.ShortcutSelectAll{}, nil},
	}
}

// ofText returns what an action of every text hands to it; nil for another action.
func (s *Shell) ofText(a action.Action) fyne.Shortcut {
	for _, t := range s.textShortcuts() {
		if t.id == a.ID {
			return t.shortcut
		}
	}
	return nil
}

func (s *Shell) paused() bool {
	on, err := s.live.Paused.Get()
	return err == nil && on
}

// TogglePause pauses the sending, or lets it go on.
func (s *Shell) TogglePause() {
	on := !s.paused()
	s.Do(lang.L("Sending could not be paused."), func(ctx context.Context) error { return s.deps.Engine.PauseSending(ctx, on) })
}

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
	list := m.shell.Actions()
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

// heardByMenu reports whether the menu takes the keys of an action. It hears them before any control and in every
// place, so those of one place are left to that place: another one may have the same.
func heardByMenu(a action.Action) bool { return inMenu(a.ID) && !a.Own && a.Scope.In == "" }

// heard is a shortcut whose keys the toolkit does not draw: it would in English, in a colour that cannot be read.
type heard struct{ fyne.Shortcut }

// writeKeys writes the keys of a menu behind its words, in one column. A Mac writes those with a modifier itself.
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

// menuShortcut returns the keys of an action as Fyne's menus know them; nil where they have no modifier.
func (m *menu) menuShortcut(a action.Action) fyne.Shortcut {
	if text := m.shell.ofText(a); text != nil {
		return text
	}
	if a.Keys[0].Mod == 0 {
		return nil
	}
	return &desktop.CustomShortcut{KeyName: a.Keys[0].Key, Modifier: a.Keys[0].Mod}
}

// choose does the action of an item as it is now. Caught keys go where they are caught. While a sheet is in front, the keys of the item go to the control that has the focus
// in it: the menu hears them before any control does.
func (m *menu) choose(shown action.Action) {
	s := m.shell
	if s.caught != nil && len(shown.Keys) > 0 {
		s.caught(shown.Keys[0])
		return
	}
	a := action.ByID(s.Actions(), shown.ID)
	if s.window.Canvas().Overlays().Top() != nil && a.ID != quitID && s.ofText(a) == nil {
		if field, ok := s.window.Canvas().Focused().(fyne.Shortcutable); ok && len(shown.Keys) > 0 && shown.Keys[0].Mod != 0 {
			field.TypedShortcut(m.menuShortcut(shown))
		} else if slices.Contains(shown.Keys, sendKeys) {
			s.sendSheet()
		}
		return
	}
	if a.Can() {
		a.Do()
	} else if len(shown.Keys) > 0 { // they mean something else in the place in front
		s.press(shown.Keys[0])
	}
}

// remake shows the menu with its keys in a column that fits the size of the text.
func (m *menu) remake() {
	m.make()
	if !m.shell.root.bare {
		m.shell.window.SetMainMenu(m.main)
	}
}

// refresh shows the marks of the choices as they are now.
func (m *menu) refresh() {
	changed := false
	for _, a := range m.shell.Actions() {
		if item := m.items[a.ID]; item != nil && item.Checked != a.On {
			item.Checked, changed = a.On, true
		}
	}
	if changed {
		m.main.Refresh()
	}
}
