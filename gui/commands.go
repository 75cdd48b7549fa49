package gui

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// menuBar is the menu bar from left to right: for each menu its name, which the IDs of its actions begin with, and the rest of the IDs;
// | is a line. What nothing answers to is left out. The title is the Group of its actions.
var menuBar = []struct{ name, ids string }{
	{"file", "new | quit"},
	{"edit", "undo redo | cut copy paste all | earlier older newer snippets save"},
	{"view", "create queue gallery costs settings | look.follow look.dark look.light | text.larger text.smaller text.normal motion"},
	{"job", "generate hold copy batch prompt track asItWas | pause notify | kind.1 kind.2 kind.3 kind.4 | variations which | seed keep swap more less"},
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

// ctrl is Ctrl, on macOS Cmd; ctrlShift is the same with Shift.
const (
	ctrl      = fyne.KeyModifierShortcutDefault
	ctrlShift = ctrl | fyne.KeyModifierShift
)

// actions are all that can be done, as it stands now: those of the menu bar in its order, then the others of the screens. Each has the
// keys that it has now.
func (s *Shell) actions() []action.Action { return action.KeysOf(s.KeysOf).Now(s.unkeyed()) }

// unkeyed is actions with the keys that they come with.
func (s *Shell) unkeyed() []action.Action {
	list := s.windowActions()
	if s.screens.Actions != nil { // the places are made
		list = append(list, s.screens.Actions()...)
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
		{ID: quitID, Group: file, Label: lang.L("Quit"), Keys: keymap.With(ctrl, fyne.KeyQ), Do: s.Quit},

		{ID: "view.text.larger", Group: view, Label: lang.L("Larger text"), Keys: keymap.With(ctrl, fyne.KeyEqual), Do: func() { s.stepText(1) }},
		{ID: "view.text.smaller", Group: view, Label: lang.L("Smaller text"), Keys: keymap.With(ctrl, fyne.KeyMinus), Do: func() { s.stepText(-1) }},
		{ID: "view.text.normal", Group: view, Label: lang.L("Text at %s", "100 %"), Keys: keymap.With(ctrl, fyne.Key0), Do: func() { s.SetTextScale(1) }},
		{ID: "view.motion", Group: view, Label: lang.L("Reduce motion"), On: s.ReduceMotion(), Do: func() { s.SetReduceMotion(!s.ReduceMotion()) }},

		{ID: "job.pause", Group: job, Label: lang.L("Pause sending"), Keys: keymap.With(ctrl, fyne.KeyP), On: s.paused(), Do: s.TogglePause},
		{ID: "job.notify", Group: job, Label: lang.L("Notify when done"), Keys: keymap.With(ctrlShift, fyne.KeyN), On: s.Notify(), Do: func() {
			s.SetNotify(!s.Notify())
			s.menu.refresh()
		}},

		{ID: "help.find", Group: help, Label: lang.L("Find a command…"), Keys: keymap.With(ctrl, fyne.KeyK), Do: s.ShowPalette},
		{ID: "help.keys", Group: help, Label: lang.L("Keyboard shortcuts"), Keys: keymap.Bare(fyne.KeyF1, "?"), Do: s.showShortcuts},
	}
	for p := range places {
		if s.screens.Places[p] != nil {
			list = append(list, action.Action{
				ID: "view." + placeNames[p], Group: view, Label: p.String(), Keys: keymap.With(ctrl, fyne.KeyName('1'+rune(p))), Do: func() { s.Show(p) },
			})
		}
	}
	for i, v := range []resources.Variant{resources.Follow, resources.Dark, resources.Light} {
		list = append(list, action.Action{
			ID: "view.look." + v.String(), Group: view, Label: [...]string{lang.L("Colours of the system"), lang.L("Dark colours"), lang.L("Light colours")}[i],
			Keys: keymap.With(ctrlShift, [...]fyne.KeyName{fyne.KeyF, fyne.KeyD, fyne.KeyL}[i]), On: s.look == v, Do: func() { s.SetLook(v) },
		})
	}
	return append(list, s.textActions()...)
}

// textActions are what the text that has the keyboard does.
func (s *Shell) textActions() []action.Action {
	group, no := lang.X("menu", "Edit"), ""
	field, ok := s.window.Canvas().Focused().(fyne.Shortcutable)
	if !ok {
		no = lang.L("No text has the keyboard.")
	}
	clip := s.app.Clipboard()
	text := func(id, label string, key fyne.KeyName, sc fyne.Shortcut) action.Action {
		return action.Action{
			ID: id, Group: group, Label: label, Keys: keymap.With(ctrl, key), Fixed: lang.L("Every text takes them."), Disabled: no,
			Do: func() { field.TypedShortcut(sc) },
		}
	}
	return []action.Action{
		text("edit.undo", lang.L("Undo"), fyne.KeyZ, &fyne.ShortcutUndo{}),
		text("edit.redo", lang.L("Redo"), fyne.KeyY, &fyne.ShortcutRedo{}),
		text("edit.cut", lang.L("Cut"), fyne.KeyX, &fyne.ShortcutCut{Clipboard: clip}),
		text("edit.copy", lang.L("Copy"), fyne.KeyC, &fyne.ShortcutCopy{Clipboard: clip}),
		text("edit.paste", lang.L("Paste"), fyne.KeyV, &fyne.ShortcutPaste{Clipboard: clip}),
		text("edit.all", lang.L("Select all"), fyne.KeyA, &fyne.ShortcutSelectAll{}),
	}
}

// ofText are the keys of textActions, as Fyne hands them to what has the keyboard.
var ofText = map[keymap.Chord]fyne.Shortcut{
	{Key: fyne.KeyZ, Mod: ctrl}: &fyne.ShortcutUndo{}, {Key: fyne.KeyY, Mod: ctrl}: &fyne.ShortcutRedo{}, {Key: fyne.KeyX, Mod: ctrl}: &fyne.ShortcutCut{},
	{Key: fyne.KeyC, Mod: ctrl}: &fyne.ShortcutCopy{}, {Key: fyne.KeyV, Mod: ctrl}: &fyne.ShortcutPaste{}, {Key: fyne.KeyA, Mod: ctrl}: &fyne.ShortcutSelectAll{},
}

// ofTexts reports whether an action of the menu bar is one of textActions.
func ofTexts(a action.Action) bool { return len(a.Keys) > 0 && ofText[a.Keys[0]] != nil }

func (s *Shell) paused() bool {
	on, err := s.live.Paused.Get()
	return err == nil && on
}

// TogglePause pauses the sending, or lets it go on.
func (s *Shell) TogglePause() {
	on := !s.paused()
	s.Do(lang.L("Could not pause sending."), func(ctx context.Context) error { return s.deps.Engine.PauseSending(ctx, on) })
}
