package settings

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/action"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// keyChange is the sheet that waits for the new keys of one command.
type keyChange struct {
	table    *keyTable
	row      action.KeyRow
	sheet    *widgets.Sheet
	catcher  *widgets.KeyCatcher
	problem  *widgets.Text
	exchange *widgets.Button
	wanted   keymap.Chord // what another command has
	stop     func()
}

func showKeyChange(c fyne.Canvas, t *keyTable, row action.KeyRow) {
	k := &keyChange{table: t, row: row}
	k.catcher = widgets.NewKeyCatcher(lang.L("Press the new keys"), func(key fyne.KeyName, mod fyne.KeyModifier) { k.take(keymap.Chord{Key: key, Mod: mod}) })
	k.problem = failure("")
	k.problem.Hide()
	k.exchange = widgets.NewButton(lang.X("verb", "Exchange"), nil, widgets.Plain, k.swap)
	k.exchange.Hide()
	can := lang.L("Take Ctrl, Cmd or Alt with a key, or one of F1 to F12 alone.")
	if row.Scope.Bare {
		can = lang.L("Take a key alone, as nothing is typed there, or Ctrl, Cmd or Alt with one.")
	}
	now := lang.L("It has no keys.")
	if row.KeyWords() != "" {
		now = lang.L("It is %s.", row.KeyWords())
	}
	buttons := widgets.NewRow(8, k.exchange)
	if row.KeyWords() != "" {
		buttons.Add(widgets.NewButton(lang.L("No keys"), nil, widgets.Plain, func() { k.close(); t.choose(row, keymap.Chord{}) }))
	}
	if row.Changed {
		buttons.Add(widgets.NewButton(lang.L("Its own keys"), nil, widgets.Plain, func() { k.close(); t.resetOne(row) }))
	}
	buttons.Add(widgets.NewSpring())
	buttons.Add(widgets.NewButton(lang.L("Cancel"), nil, widgets.Quiet, func() { k.close() }))
	k.sheet = widgets.ShowSheet(c, widgets.NewColumn(12,
		widgets.NewText(lang.L("Keys for “%s”", row.Label), resources.SizeH2, resources.Text1, true).Wrap(true),
		note(now+" "+can).Wrap(true),
		k.catcher, k.problem, buttons), func() { k.stop() })
	k.sheet.OnKey = func(e *fyne.KeyEvent) { k.catcher.TypedKey(e) }
	k.stop = t.s.deps.Access.Shortcuts.Catch(k.take)
	c.Focus(k.catcher)
}

func (k *keyChange) close() {
	k.stop()
	k.sheet.Hide()
}

// take tries the keys that were pressed. A modifier is the beginning of them.
func (k *keyChange) take(c keymap.Chord) {
	switch c.Key {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight, desktop.KeyControlLeft, desktop.KeyControlRight,
		desktop.KeyAltLeft, desktop.KeyAltRight, desktop.KeySuperLeft, desktop.KeySuperRight:
		return
	case fyne.KeyUnknown: // it would be taken for no key
		k.fail(lang.L("This key has no name by which it can be told from others. Take another one."))
		return
	}
	k.catcher.SetWords(c.Words(keymap.OnMac))
	k.exchange.Hide()
	err := k.table.s.deps.Access.Shortcuts.Choose(k.row.ID, c, false)
	if err == nil {
		k.close()
		k.table.changed(k.row.ID)
		return
	}
	words := keyTrouble(err)
	var taken *action.TakenError
	if errors.As(err, &taken) && !taken.Fixed {
		k.wanted = c
		words += " " + lang.L("Exchange gives that command the keys that this one has now.")
		k.exchange.Show()
	}
	k.fail(words)
}

// fail says why the keys that were pressed cannot be had.
func (k *keyChange) fail(words string) {
	k.problem.SetText(words)
	k.problem.Show()
	k.sheet.Refresh()
}

// swap exchanges the keys of the two commands.
func (k *keyChange) swap() {
	k.close()
	if err := k.table.s.deps.Access.Shortcuts.Choose(k.row.ID, k.wanted, true); err != nil {
		k.table.say(keyTrouble(err))
		return
	}
	k.table.changed(k.row.ID)
}

// keyTrouble says why keys cannot be had.
func keyTrouble(err error) string {
	var why interface{ Words() string }
	if errors.As(err, &why) {
		return why.Words()
	}
	return err.Error()
}
