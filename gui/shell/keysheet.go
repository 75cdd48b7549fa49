package shell

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// showShortcuts shows every action that has keys, and the keys of the controls.
func (s *Shell) showShortcuts() {
	if s.sheet != nil && s.sheet.Shown() {
		return
	}
	s.sheet = action.ShowKeySheet(s.window.Canvas(), s.keySheet())
}

// keySheet lists the actions of the menus, then what the keys of controls do, then the actions of the places.
func (s *Shell) keySheet() []action.Action {
	list := s.Actions()
	menus := 0
	for menus < len(list) && inMenu(list[menus].ID) {
		menus++
	}
	return slices.Concat(list[:menus], controlActions(), list[menus:])
}

// controlActions lists the keys of single controls for the key help. The menu cannot have them: elsewhere they are
// typed.
func controlActions() []action.Action {
	frame := func(label string, mod fyne.KeyModifier, key fyne.KeyName) action.Action {
		return action.Action{Group: lang.L("Frame slot"), Label: label, Keys: action.KeysWith(mod, key)}
	}
	inQueue := func(label string, mod fyne.KeyModifier, keys ...fyne.KeyName) action.Action {
		return action.Action{Group: Queue.String(), Label: label,
			KeyHint: action.KeyList(action.KeysWith(mod, keys...))}
	}
	return []action.Action{
		frame(lang.L("Paste a link or a picture"), ctrl, fyne.KeyV),
		frame(lang.L("Copy link"), ctrl, fyne.KeyC),
		frame(lang.L("Type an address"), 0, fyne.KeyReturn),
		frame(lang.L("From the gallery; view it"), 0, fyne.KeySpace),
		frame(lang.L("Clear"), 0, fyne.KeyDelete),
		{Group: lang.L("Clips of the film"), Label: lang.L("Move earlier"),
			Keys: action.KeysWith(fyne.KeyModifierShift, fyne.KeyUp)},
		{Group: lang.L("Clips of the film"), Label: lang.L("Move later"),
			Keys: action.KeysWith(fyne.KeyModifierShift, fyne.KeyDown)},
		{Group: lang.L("Clips of the film"), Label: lang.L("Remove from the film"),
			Keys: action.BareKeys(fyne.KeyDelete)},
		inQueue(lang.L("Add to or remove from the selection"), 0, fyne.KeySpace),
		inQueue(lang.L("Open, or show the menu"), 0, fyne.KeyReturn),
		inQueue(lang.L("Collapse, expand"), 0, fyne.KeyLeft, fyne.KeyRight),
		inQueue(lang.L("Remove the selected jobs…"), 0, fyne.KeyDelete),
		inQueue(lang.L("Menu"), fyne.KeyModifierShift, fyne.KeyF10),
		{Group: lang.L("Number field"), Label: lang.L("More, less"),
			KeyHint: action.KeyList(action.BareKeys(fyne.KeyUp, fyne.KeyDown))},
	}
}
