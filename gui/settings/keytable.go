package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/keymap"
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
	list    *widgets.VList
	said    *widgets.Text // how many are the person's own, or what was just changed
	empty   *widgets.Text
	reset   *widgets.Button
	rows    []action.KeyRow
	content fyne.CanvasObject
}

func newKeyTable(s *Screen) *keyTable {
	t := &keyTable{s: s}
	t.search = widgets.NewSearchEntry(lang.L("Search by name or keys"))
	t.search.OnChanged = func(string) { t.find() }
	t.search.OnKey = t.fromSearch
	t.said = note("").Wrap(true)
	t.empty = note(lang.L("No command is called that, and none has these keys.")).Wrap(true)
	t.empty.Hide()
	t.reset = widgets.NewButton(lang.L("Reset all…"), nil, widgets.Plain, t.askResetAll)
	t.list = widgets.NewVList(t, 0, 0)
	t.list.OnKey = t.key
	t.content = widgets.NewColumn(8,
		field(lang.L("Shortcuts"), widgets.NewRow(8, t.search, t.reset)),
		t.said, t.empty,
		widgets.NewFixed(0, keyTableHigh, widgets.NewFrame(widgets.NewRule(), nil, nil, t.list)),
		note(lang.L("Enter or a click asks for other keys, Delete takes them away, Backspace gives the command its own back.")).Wrap(true))
	return t
}

// show reads the keys as they are now.
func (t *keyTable) show() {
	t.rows = t.s.deps.Access.Shortcuts.Rows()
	own := 0
	for _, r := range t.rows {
		if r.Changed {
			own++
		}
	}
	t.said.SetText(lang.L("All commands have the keys that they came with."))
	t.reset.Disable()
	if own > 0 {
		t.said.SetText(lang.N("%d command has keys of your own.", "%d commands have keys of your own.", own, own))
		t.reset.Enable()
	}
	t.find()
}

// find lists the commands that fit what was typed: those with these keys, then those with such a name.
func (t *keyTable) find() {
	query := strings.ToLower(strings.TrimSpace(t.search.Text))
	items := make([]action.Action, len(t.rows))
	var rows []widgets.Row
	listed := map[int]bool{}
	add := func(i int) {
		if !listed[i] {
			listed[i] = true
			rows = append(rows, widgets.Row{ID: int64(i) + 1})
		}
	}
	for i, r := range t.rows {
		items[i] = r.Action
		if query != "" && strings.Contains(strings.ToLower(r.KeyWords()), query) {
			add(i)
		}
	}
	for _, i := range action.Rank(items, nil, query) {
		add(i)
	}
	setVisible(t.empty, len(rows) == 0)
	t.list.SetRows(rows)
}

// fromSearch leads from the field into the list.
func (t *keyTable) fromSearch(e *fyne.KeyEvent) bool {
	if (e.Name != fyne.KeyDown && e.Name != fyne.KeyReturn) || len(t.list.Rows()) == 0 {
		return false
	}
	t.list.SetCurrent(t.list.Rows()[0].ID)
	if c := fyne.CurrentApp().Driver().CanvasForObject(t.list); c != nil {
		c.Focus(t.list)
	}
	return true
}

// key is what keys do to the current row.
func (t *keyTable) key(id int64, e *fyne.KeyEvent) bool {
	row, ok := t.at(id)
	if !ok {
		return false
	}
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		t.ask(row)
	case fyne.KeyDelete:
		t.choose(row, keymap.Chord{})
	case fyne.KeyBackspace:
		t.resetOne(row)
	default:
		return false
	}
	return true
}

func (t *keyTable) at(id int64) (action.KeyRow, bool) {
	if id < 1 || int(id) > len(t.rows) {
		return action.KeyRow{}, false
	}
	return t.rows[id-1], true
}

// choose gives a command keys where that needs no question.
func (t *keyTable) choose(row action.KeyRow, c keymap.Chord) {
	if row.Fixed != "" {
		t.say(lang.L("The keys of “%s” stay as they are.", row.Label) + " " + row.Fixed)
		return
	}
	if err := t.s.deps.Access.Shortcuts.Choose(row.ID, c, false); err != nil {
		t.say(keyTrouble(err))
		return
	}
	t.changed(row.ID)
}

func (t *keyTable) resetOne(row action.KeyRow) {
	if row.Fixed == "" {
		t.s.deps.Access.Shortcuts.Reset(row.ID)
		t.changed(row.ID)
	}
}

// changed shows the table after a change, and says what the command has now.
func (t *keyTable) changed(id string) {
	t.show()
	for _, r := range t.rows {
		if r.ID != id {
			continue
		}
		if r.KeyWords() == "" {
			t.say(lang.L("“%s” has no keys now.", r.Label))
		} else {
			t.say(lang.L("“%s” is %s now.", r.Label, r.KeyWords()))
		}
	}
}

func (t *keyTable) say(words string) { t.said.SetText(words) }

// askResetAll asks first: many keys may have been chosen, and nothing brings them back.
func (t *keyTable) askResetAll() {
	t.s.library.ask(lang.L("Give all commands their own keys back?"),
		[]string{t.said.Text() + " " + lang.L("They would have to be chosen again.")},
		way{lang.L("Keep mine"), widgets.Primary, func() {}},
		way{lang.L("Reset all"), widgets.Danger, func() {
			t.s.deps.Access.Shortcuts.ResetAll()
			t.show()
		}})
}

// NewCell implements [widgets.RowSource].
func (t *keyTable) NewCell(int) fyne.CanvasObject { return action.NewRow() }

// Bind implements [widgets.RowSource].
func (t *keyTable) Bind(cell fyne.CanvasObject, r widgets.Row) {
	row, ok := t.at(r.ID)
	if !ok {
		return
	}
	mark := ""
	if row.Changed {
		mark = lang.L("yours")
	}
	line := cell.(*action.Row)
	line.OnTapped = func() { t.list.SetCurrent(r.ID); t.ask(row) }
	line.Set(row.Action, mark, row.Fixed, row.KeyWords(), r.ID == t.list.Current() && t.list.Focused())
}

// Height implements [widgets.RowSource].
func (t *keyTable) Height(widgets.Row, float32) float32 { return action.RowHeight() }

// ask opens the sheet that waits for keys.
func (t *keyTable) ask(row action.KeyRow) {
	if row.Fixed != "" {
		t.say(lang.L("The keys of “%s” stay as they are.", row.Label) + " " + row.Fixed)
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(t.list)
	if c == nil || c.Overlays().Top() != nil {
		return
	}
	showKeyChange(c, t, row)
}

// failure is the look of what cannot be done, beside its words.
func failure(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeSM, resources.Err, false).Wrap(true)
}
