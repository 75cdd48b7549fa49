package gui

import (
	"viviscope/gui/action"
	"viviscope/gui/keymap"
)

// Shortcuts are the keys of all actions, for a page on which a person changes them. Window's goroutine.
type Shortcuts struct{ shell *Shell }

// Shortcuts returns the keys of all actions.
func (s *Shell) Shortcuts() Shortcuts { return Shortcuts{s} }

// Rows lists every action with its keys, in the order of the menus, then by places.
func (k Shortcuts) Rows() []action.KeyRow {
	return action.KeyRows(k.shell.unkeyed(), k.shell.personal.get().keys)
}

// Choose gives an action keys, or none. Menus, places and the sheet of keys follow at once. Keys that another action has are a
// *action.TakenError unless the two may exchange theirs; those that cannot be chosen are a *action.RefusedError.
func (k Shortcuts) Choose(id string, c keymap.Chord, exchange bool) error {
	b, err := action.Choose(k.shell.unkeyed(), k.shell.personal.get().keys, id, c, exchange, keymap.OnMac)
	if err == nil {
		k.set(b)
	}
	return err
}

// Reset gives an action its own keys back.
func (k Shortcuts) Reset(id string) {
	k.set(action.Reset(k.shell.unkeyed(), k.shell.personal.get().keys, id))
}

// ResetAll gives all actions their own keys back.
func (k Shortcuts) ResetAll() { k.set(nil) }

func (k Shortcuts) set(b keymap.Bindings) {
	k.shell.changePersonal(func(p *choices) { p.keys = b })
	k.shell.showKeys()
	k.shell.menu.remake()
	k.shell.listenForKeys()
}

// Catch has take told of keys that the menus or the window would take, until stop is called.
func (k Shortcuts) Catch(take func(keymap.Chord)) (stop func()) {
	k.shell.caught = take
	return func() { k.shell.caught = nil }
}
