package settings

import (
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// keyTableHigh is the height of the table of keys, which scrolls in itself, px.
const keyTableHigh = 360

// keyTable lists all commands with their keys; a click or Enter asks for others.
type keyTable struct {
	s       *Screen
	search  *widgets.Entry
	list    *widgets.List
	said    *widgets.Text // how many are the person's own, or what was just changed
	empty   *widgets.Text
	reset   *widgets.Button
	rows    []action.KeyRow
	found   []action.KeyRow // of rows, as they are listed
	content fyne.CanvasObject
}

func newKeyTable(s *Screen) *keyTable {
	t := &keyTable{s: s}
	t.search = widgets.NewSearchEntry(lang.L("Search by name or keys"))
	t.search.OnChanged = func(string) { t.find() }
	t.search.OnKey = t.fromSearch
	t.said = note("").Wrap(true)
	t.empty = note(lang.L("No command has this name or these keys.")).Wrap(true)
	t.empty.Hide()
	t.reset = widgets.NewButton(lang.L("Reset all…"), nil, widgets.Plain, t.askResetAll)
	t.list = widgets.NewList(func() int { return len(t.found) }, func() fyne.CanvasObject { return action.NewRow() }, t.bind)
	ask := func(i int) { t.ask(t.found[i]) }
	t.list.OnTapped, t.list.OnOpen = ask, ask
	name := labelText(lang.L("Shortcuts"))
	t.list.SetName(name)
	t.content = widgets.NewColumn(8,
		labelledBy(name, widgets.NewRow(8, t.search, t.reset)),
		t.said, t.empty,
		widgets.NewFixed(0, keyTableHigh, widgets.NewFrame(widgets.NewRule(), nil, nil, t.list)),
		note(lang.L("Press Enter or click to change.")).Wrap(true))
	return t
}

// show reads the keys as they are now.
func (t *keyTable) show() {
	t.rows = t.s.deps.Shortcuts.Rows()
	own := 0
	for _, r := range t.rows {
		if r.Changed {
			own++
		}
	}
	t.said.SetText(lang.L("All shortcuts are at their defaults."))
	if own > 0 {
		t.said.SetText(lang.N("%d custom shortcut.", "%d custom shortcuts.", own, own))
	}
	widgets.Enable(t.reset, own > 0)
	t.find()
}

// find lists the commands that fit what was typed: those with these keys, then those with such a name.
func (t *keyTable) find() {
	query := strings.ToLower(strings.TrimSpace(t.search.Text))
	items := make([]action.Action, len(t.rows))
	var found []int
	for i, r := range t.rows {
		items[i] = r.Action
		if query != "" && strings.Contains(strings.ToLower(r.KeyWords()), query) {
			found = append(found, i)
		}
	}
	for _, i := range action.Rank(items, nil, query) {
		if !slices.Contains(found, i) {
			found = append(found, i)
		}
	}
	t.found = make([]action.KeyRow, len(found))
	for at, i := range found {
		t.found[at] = t.rows[i]
	}
	widgets.Show(t.empty, len(found) == 0)
	t.list.Update()
}

// fromSearch leads from the field into the list.
func (t *keyTable) fromSearch(e *fyne.KeyEvent) bool {
	if (e.Name != fyne.KeyDown && e.Name != fyne.KeyReturn) || len(t.found) == 0 {
		return false
	}
	t.list.Choose(0)
	focus(t.list)
	return true
}

// changed shows the table after a change, and says what the command has now.
func (t *keyTable) changed(id string) {
	t.show()
	r := t.rows[slices.IndexFunc(t.rows, func(r action.KeyRow) bool { return r.ID == id })]
	if r.KeyWords() == "" {
		t.said.SetText(lang.L("“%s” now has no shortcut.", r.Label))
	} else {
		t.said.SetText(lang.L("“%s” is now %s.", r.Label, r.KeyWords()))
	}
}

// askResetAll asks first: many keys may have been chosen, and nothing brings them back.
func (t *keyTable) askResetAll() {
	t.s.ask(lang.L("Reset all shortcuts?"),
		t.said.Text()+" "+lang.L("Your shortcuts will be lost."),
		widgets.Answer{Word: lang.L("Keep mine"), Kind: widgets.Primary},
		widgets.Answer{Word: lang.L("Reset all"), Kind: widgets.Danger, Do: func() {
			t.s.deps.Shortcuts.ResetAll()
			t.show()
		}})
}

func (t *keyTable) bind(i int, cell fyne.CanvasObject) {
	row, mark := t.found[i], ""
	if row.Changed {
		mark = lang.L("custom")
	}
	cell.(*action.Row).Set(row.Action, mark, row.Fixed, row.KeyWords())
}

// ask opens the sheet that waits for keys, or says that they stay.
func (t *keyTable) ask(row action.KeyRow) {
	switch {
	case row.Fixed != "":
		t.said.SetText(lang.L("The shortcut for “%s” was not changed.", row.Label) + " " + row.Fixed)
	case t.s.deps.Canvas().Overlays().Top() == nil:
		showKeyChange(t, row)
	}
}

// keyChange is the sheet that waits for the new keys of one command.
type keyChange struct {
	table    *keyTable
	row      action.KeyRow
	sheet    *widgets.Sheet
	catcher  *widgets.KeyCatcher
	problem  *widgets.Text
	exchange *widgets.Button
	wanted   action.Chord // what was pressed last
	stop     func()
}

func showKeyChange(t *keyTable, row action.KeyRow) {
	k := &keyChange{table: t, row: row}
	k.catcher = widgets.NewKeyCatcher(lang.L("Press the new keys"),
		func(key fyne.KeyName, mod fyne.KeyModifier) { k.take(action.Chord{Key: key, Mod: mod}) })
	k.problem = failure("")
	k.problem.Hide()
	k.exchange = widgets.NewButton(lang.X("verb", "Swap keys"), nil, widgets.Plain,
		func() { k.done(t.s.deps.Shortcuts.Choose(row.ID, k.wanted, true)) })
	k.exchange.Hide()
	can := lang.L("Allowed: Ctrl, Cmd or Alt with a key, or F1 to F12 alone.")
	if row.Scope.Bare {
		can = lang.L("Allowed: a single key, or Ctrl, Cmd or Alt with a key.")
	}
	now := lang.L("It has no shortcut.")
	buttons := widgets.NewRow(8, k.exchange)
	if row.KeyWords() != "" {
		now = lang.L("Current: %s.", row.KeyWords())
		buttons.Add(widgets.NewButton(lang.L("No shortcut"), nil, widgets.Plain,
			func() { k.done(t.s.deps.Shortcuts.Choose(row.ID, action.Chord{}, false)) }))
	}
	if row.Changed {
		buttons.Add(widgets.NewButton(lang.L("Default"), nil, widgets.Plain, func() {
			t.s.deps.Shortcuts.Reset(row.ID)
			k.done(nil)
		}))
	}
	buttons.Add(widgets.NewSpring())
	buttons.Add(widgets.NewButton(lang.L("Cancel"), nil, widgets.Quiet, k.close))
	k.sheet = widgets.ShowSheet(t.s.deps.Canvas(), widgets.NewColumn(12,
		widgets.NewText(lang.L("Shortcut for “%s”", row.Label), resources.SizeH2, resources.Text1, true).Wrap(true),
		note(now+" "+can).Wrap(true),
		k.catcher, k.problem, buttons), func() { k.stop() })
	k.sheet.OnKey = func(e *fyne.KeyEvent) { k.catcher.TypedKey(e) }
	k.stop = t.s.deps.Shortcuts.Catch(k.take)
	t.s.deps.Canvas().Focus(k.catcher)
}

func (k *keyChange) close() {
	k.stop()
	k.sheet.Hide()
}

// take tries the keys that were pressed. A modifier is the beginning of them.
func (k *keyChange) take(c action.Chord) {
	switch c.Key {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight, desktop.KeyControlLeft, desktop.KeyControlRight,
		desktop.KeyAltLeft, desktop.KeyAltRight, desktop.KeySuperLeft, desktop.KeySuperRight:
		return
	case fyne.KeyUnknown: // it would be taken for no key
		k.fail(lang.L("This key cannot be identified. Use another one."))
		return
	}
	k.catcher.SetText(c.Words(action.OnMac))
	k.wanted = c
	k.done(k.table.s.deps.Shortcuts.Choose(k.row.ID, c, false))
}

// done closes the sheet after a change, or says why there was none.
func (k *keyChange) done(err error) {
	if err == nil {
		k.close()
		k.table.changed(k.row.ID)
		return
	}
	words := err.Error()
	var why interface{ Words() string }
	if errors.As(err, &why) {
		words = why.Words()
	}
	var taken *action.TakenError
	exchange := errors.As(err, &taken) && !taken.Fixed
	if exchange {
		words += " " + lang.L("Swap exchanges the keys of the two commands.")
	}
	widgets.Show(k.exchange, exchange)
	k.fail(words)
}

// fail says why the keys that were pressed cannot be had.
func (k *keyChange) fail(words string) {
	widgets.ShowText(k.problem, words)
	k.sheet.Refresh()
}
