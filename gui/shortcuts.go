package gui

import "viviscope/gui/keymap"

// Shortcuts are the keys of all commands, for a page on which a person changes them. Window's goroutine.
type Shortcuts struct{ shell *Shell }

// Shortcuts returns the keys of all commands.
func (s *Shell) Shortcuts() Shortcuts { return Shortcuts{s} }

// entries are all commands that have keys or could have some.
func (k Shortcuts) entries() []keymap.Entry { return entries(k.shell.table(), k.shell.placeCommands()) }

// Rows lists every command with its keys, in the order of the menus, then by places.
func (k Shortcuts) Rows() []keymap.Row {
	s := k.shell
	list := s.table()
	all := entries(list, s.placeCommands())
	has := keymap.Resolve(all, s.personal.bindings())
	rows := make([]keymap.Row, 0, len(all))
	for i, e := range all {
		row := keymap.Row{Entry: e, Changed: e.Changed(has[e.ID]), Keys: e.Words(has[e.ID], keymap.OnMac)}
		if i < len(list) && !row.Changed {
			row.Keys = list[i].keys(keymap.OnMac)
		}
		if row.Keys != "" || row.Fixed == "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// Choose gives a command keys, or none. Menus, places and the sheet of keys follow at once. Keys that another command has are a
// *keymap.TakenError unless the two may exchange theirs; those that cannot be chosen are a *keymap.RefusedError.
func (k Shortcuts) Choose(id string, c keymap.Chord, exchange bool) error {
	b, err := keymap.Choose(k.entries(), k.shell.personal.bindings(), id, c, exchange, keymap.OnMac)
	if err != nil {
		return err
	}
	k.set(b)
	return nil
}

// Reset gives a command its own keys back.
func (k Shortcuts) Reset(id string) {
	k.set(keymap.Reset(k.entries(), k.shell.personal.bindings(), id))
}

// ResetAll gives all commands their own keys back.
func (k Shortcuts) ResetAll() { k.set(nil) }

func (k Shortcuts) set(b keymap.Bindings) {
	k.shell.changePersonal(func(p *personal) { p.keys = b })
	k.shell.showKeys()
	k.shell.menu.remake()
	k.shell.listenForPlaces()
}

// Catch has take told of keys that the menus or the window would take, until stop is called.
func (k Shortcuts) Catch(take func(keymap.Chord)) (stop func()) {
	k.shell.menu.caught = take
	return func() { k.shell.menu.caught = nil }
}
