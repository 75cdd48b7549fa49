package shell

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// windowActions returns the actions on the window itself.
func (s *Shell) windowActions() []action.Action {
	file, view, job, help := lang.X("menu", "File"), lang.X("menu", "View"), lang.X("menu", "Job"),
		lang.X("menu", "Help")
	list := []action.Action{
		{ID: quitID, Group: file, Label: lang.L("Quit"), Keys: action.KeysWith(ctrl, fyne.KeyQ), Do: s.Quit},

		{ID: "view.text.larger", Group: view, Label: lang.L("Larger text"), Keys: action.KeysWith(ctrl, fyne.KeyEqual),
			Do: func() { s.stepText(1) }},
		{ID: "view.text.smaller", Group: view, Label: lang.L("Smaller text"),
			Keys: action.KeysWith(ctrl, fyne.KeyMinus),
			Do:   func() { s.stepText(-1) }},
		{ID: "view.text.normal", Group: view, Label: lang.L("Text size %s", "100 %"),
			Keys: action.KeysWith(ctrl, fyne.Key0),
			Do:   func() { s.SetTextScale(1) }},
		{ID: "view.menuBar", Group: view, Label: lang.L("Menu bar"), Keys: action.BareKeys(fyne.KeyF10),
			Hidden: action.OnMac, Do: s.toggleMenuBar}, // macOS has keys of its own for its bar
		{ID: "view.motion", Group: view, Label: lang.L("Reduce motion"), On: s.ReduceMotion(),
			Do: func() { s.SetReduceMotion(!s.ReduceMotion()) }},

		{ID: "job.work", Group: job, Label: lang.L("Show what runs on this computer"), Hidden: len(s.works.list) == 0,
			Do: s.works.open},
		{ID: "job.pause", Group: job, Label: lang.L("Pause sending"), Keys: action.KeysWith(ctrl, fyne.KeyP),
			On: s.paused(), Do: s.TogglePause},
		{ID: "job.notify", Group: job, Label: lang.L("Notify when done"), On: s.Notify(),
			Do: func() {
				s.SetNotify(!s.Notify())
				s.menu.refresh()
			}},

		{ID: "help.find", Group: help, Label: lang.L("Find a command…"), Keys: action.KeysWith(ctrl, fyne.KeyK),
			Do: s.ShowPalette},
		{ID: "help.keys", Group: help, Label: lang.L("Keyboard shortcuts"), Keys: action.BareKeys(fyne.KeyF1, "?"),
			Do: s.showShortcuts},
	}
	for p := range places {
		list = append(list, action.Action{
			ID: "view." + placeTable[p].name, Group: view, Label: p.String(),
			Keys: action.KeysWith(ctrl, placeTable[p].key),
			Do:   func() { s.Show(p) },
		})
	}
	for i, v := range []resources.Variant{resources.FollowSystem, resources.Dark, resources.Light} {
		list = append(list, action.Action{
			ID: "view.look." + v.String(), Group: view,
			Label: [...]string{lang.L("System colours"), lang.L("Dark colours"),
				lang.L("Light colours")}[i],
			On: s.look == v, Do: func() { s.SetLook(v) },
		})
	}
	return append(list, s.textActions()...)
}

// textActions returns the edit actions of the focused text field. Without one, Undo and Redo apply to assets.
func (s *Shell) textActions() []action.Action {
	group, no := lang.X("menu", "Edit"), ""
	field, ok := s.window.Canvas().Focused().(fyne.Shortcutable)
	if !ok {
		no = lang.L("No text field has the focus.")
	}
	var list []action.Action
	for _, t := range s.textShortcuts() {
		a := action.Action{
			ID: t.id, Group: group, Label: t.label, Keys: t.keys, Disabled: no,
			Do: func() { field.TypedShortcut(t.shortcut) },
		}
		if !ok && t.without != nil && s.window.Canvas().Overlays().Top() == nil {
			a.Disabled, a.Do = "", t.without
		}
		list = append(list, a)
	}
	return list
}

func (s *Shell) paused() bool {
	on, err := s.live.Paused.Get()
	return err == nil && on
}

// TogglePause pauses or resumes the sending.
func (s *Shell) TogglePause() {
	on := !s.paused()
	s.Do(lang.L("Sending could not be paused."), func(ctx context.Context) error {
		return s.deps.Engine.PauseSending(ctx, on)
	})
}
