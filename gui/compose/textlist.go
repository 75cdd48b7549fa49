package compose

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of a sheet with a list of texts, px.
const (
	textSheetWidth = 760
	textListWidth  = 320
	textListHeight = 340
	textRowHeight  = 48
)

// textRow is a text, with a name where it has one.
type textRow struct{ name, text string }

// textSheet is a sheet with a search over a list of texts, and the whole of the chosen one beside it.
type textSheet struct {
	sheet    *widgets.Sheet
	search   *widgets.Entry
	onTake   func(i int)
	onDelete func(i int) // nil: nothing is deleted
	needRow  []*widgets.Button

	rows  []textRow
	list  *widgets.List
	whole *widgets.Text
	pane  *container.Scroll
	none  *widgets.Text // in place of rows
}

func newTextSheet(placeholder string, find func(words string), onTake func(i int)) *textSheet {
	l := &textSheet{search: widgets.NewSearchEntry(placeholder), onTake: onTake}
	l.search.OnChanged = find
	l.search.OnSubmitted = func(string) { l.with(l.take) }
	l.search.OnKey = func(e *fyne.KeyEvent) bool { // moves in the list while the search has the keyboard
		switch e.Name {
		case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
			l.list.TypedKey(e)
			return true
		}
		return false
	}
	l.list = widgets.NewList(func() int { return len(l.rows) }, newTextCell, l.bind)
	l.list.OnChosen = func(int) { l.show() }
	l.list.OnOpen = l.take
	l.list.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name != fyne.KeyDelete || l.onDelete == nil {
			return false
		}
		l.with(l.onDelete)
		return true
	}
	l.none = widgets.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)
	l.whole = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	l.pane = container.NewVScroll(widgets.NewInset(10, 12, 10, 12, widgets.NewColumn(0, l.whole)))
	return l
}

// open shows the sheet over a canvas, with all texts and these buttons below them; a nil canvas does nothing.
func (l *textSheet) open(c fyne.Canvas, head fyne.CanvasObject, foot ...fyne.CanvasObject) {
	if c == nil {
		return
	}
	left := container.NewStack(l.list, widgets.NewInset(8, 8, 8, 8, widgets.NewColumn(0, l.none)))
	right := container.NewStack(widgets.NewGround(resources.BgWindow), l.pane)
	box := widgets.NewFixed(0, textListHeight, container.NewBorder(nil, nil,
		widgets.NewInset(0, 12, 0, 0, widgets.NewFixed(textListWidth, 0, left)), nil, right))
	l.show()
	l.search.OnChanged("")
	l.sheet = widgets.ShowWideSheet(c, textSheetWidth, widgets.NewColumn(12, head, l.search, box, widgets.NewRow(8, foot...)), nil)
	c.Focus(l.search)
}

// button does something with the chosen row, and is off while there is none.
func (l *textSheet) button(word string, kind widgets.ButtonKind, do func(i int)) *widgets.Button {
	b := widgets.NewButton(word, nil, kind, func() { l.with(do) })
	l.needRow = append(l.needRow, b)
	return b
}

func (l *textSheet) leave(kind widgets.ButtonKind) *widgets.Button {
	return widgets.NewButton(lang.L("Close"), nil, kind, func() { l.sheet.Hide() })
}

// take ends the sheet with a row.
func (l *textSheet) take(i int) {
	l.sheet.Hide()
	l.onTake(i)
}

// with does something with the chosen row.
func (l *textSheet) with(do func(i int)) {
	if i := l.at(); i >= 0 {
		do(i)
	}
}

// set replaces the rows and chooses the first.
func (l *textSheet) set(rows []textRow) {
	l.rows = rows
	l.list.Update()
	l.list.Choose(0)
	widgets.Show(l.none, len(rows) == 0)
	l.show()
}

// at returns which row is chosen; -1 for none.
func (l *textSheet) at() int {
	return min(l.list.At(), len(l.rows)-1)
}

func (l *textSheet) show() {
	i, text := l.at(), ""
	if i >= 0 {
		text = l.rows[i].text
	}
	l.whole.SetText(text)
	l.pane.ScrollToTop()
	l.pane.Refresh()
	for _, b := range l.needRow {
		widgets.Enable(b, i >= 0)
	}
}

func newTextCell() fyne.CanvasObject {
	name := widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis()
	text := widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	line := fyne.MeasureText("X", theme.Size(resources.SizeSM), fyne.TextStyle{}).Height
	return widgets.NewFixed(0, max(textRowHeight, 2*line+14)+2, widgets.NewInset(6, 10, 6, 10, widgets.NewColumn(1, name, text)))
}

func (l *textSheet) bind(i int, cell fyne.CanvasObject) {
	column := cell.(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*fyne.Container)
	name, text, r := column.Objects[0].(*widgets.Text), column.Objects[1].(*widgets.Text), l.rows[i]
	widgets.ShowText(name, r.name)
	text.MaxLines(2)
	if r.name != "" {
		text.MaxLines(1)
	}
	text.SetText(strings.Join(strings.Fields(r.text), " "))
	column.Refresh()
}

// slash is the menu of snippets that opens while a word is typed that begins with a slash. It lies beside the cursor and
// never takes a character: what is typed is in the text first, and an input method has the field to itself. Keys it takes
// only while it is open: Up and Down, Enter and Tab where a row is chosen, Esc. A slash alone chooses no row, so that Enter
// after it stays Enter.
type slash struct {
	snippets *snippets
	menu     *widgets.ChoiceMenu
	focus    func(fyne.Focusable)

	entry  *editor // that the menu is open for; nil: it is closed
	from   int     // where the word begins, in characters
	length int     // of the word
	found  []Snippet
}

func newSlash(of *snippets, focus func(fyne.Focusable)) *slash {
	s := &slash{snippets: of, focus: focus}
	s.menu = widgets.NewChoiceMenu(s.take, nil)
	return s
}

// listen opens the menu for an entry.
func (s *slash) listen(e *editor) {
	e.typed = func() { s.look(e) }
	e.OnCursorChanged = func() {
		if s.entry == e {
			s.look(e)
		}
	}
	e.OnKey = func(k *fyne.KeyEvent) bool { return s.entry == e && s.key(k) }
	focused := e.OnFocus
	e.OnFocus = func(got bool) {
		focused(got)
		if !got && s.entry == e && !s.menu.Hovered() {
			s.close() // a click on the menu takes the focus before it arrives there
		}
	}
}

// look opens the menu, filters it, or closes it, by the word before the cursor.
func (s *slash) look(e *editor) {
	from, words, ok := slashWord([]rune(e.Text), e.CursorTextOffset())
	if !ok {
		s.close()
		return
	}
	found := match(s.snippets.list, words)
	if len(found) == 0 {
		s.close()
		return
	}
	s.entry, s.from, s.length, s.found = e, from, 1+len([]rune(words)), found
	chosen := 0
	if words == "" {
		chosen = -1
	}
	choices := make([]widgets.Choice, len(found))
	for i, sn := range found {
		choices[i] = widgets.Choice{Title: sn.Name, Words: strings.Join(strings.Fields(sn.Text), " ")}
	}
	cursor := fyne.CurrentApp().Driver().AbsolutePositionForObject(e).Add(e.cursorAt())
	line := fyne.MeasureText("X", theme.Size(resources.SizeBody), fyne.TextStyle{}).Height
	s.menu.Show(choices, chosen, cursor.SubtractXY(8, 0), line+6, slashWidth)
}

func (s *slash) close() {
	s.entry, s.found = nil, nil
	s.menu.Hide()
}

// key is offered every key of the entry while the menu is open.
func (s *slash) key(k *fyne.KeyEvent) bool {
	if s.menu.Key(k) {
		return true
	}
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		s.close()
	case fyne.KeyEscape:
		s.close()
		return true
	}
	return false
}

// take puts a snippet in the place of the word that was typed for it.
func (s *slash) take(i int) {
	e, length, text := s.entry, s.length, ""
	if e == nil || i < 0 || i >= len(s.found) {
		return
	}
	text = s.found[i].Text
	s.close()
	e.replaceBefore(length, text)
	s.focus(e)
}

// slashWord returns where the word before the cursor begins and what stands behind its slash; false where it is no such
// word. The cursor must be at the end of the word: inside one somebody mends what is written. Scripts without blanks begin
// a word after their own punctuation.
func slashWord(text []rune, cursor int) (from int, words string, ok bool) {
	if cursor > len(text) || cursor < len(text) && !unicode.IsSpace(text[cursor]) {
		return 0, "", false
	}
	for from = cursor; from > 0 && text[from-1] != '/' && !unicode.IsSpace(text[from-1]); from-- {
	}
	from--
	if from < 0 || text[from] != '/' {
		return 0, "", false
	}
	if from > 0 {
		before := text[from-1]
		if wide := before >= 0x2E80; !unicode.IsSpace(before) && !(wide && unicode.IsPunct(before)) {
			return 0, "", false
		}
	}
	return from, string(text[from+1 : cursor]), true
}

// match returns the snippets for what was typed: those whose name begins with it, then those whose name holds it, then
// those whose text does. Blanks in names do not count, because a blank ends the word.
func match(all []Snippet, words string) []Snippet {
	words = folded(words)
	var ranks [3][]Snippet
	for _, sn := range all {
		name := folded(sn.Name)
		switch {
		case strings.HasPrefix(name, words):
			ranks[0] = append(ranks[0], sn)
		case strings.Contains(name, words):
			ranks[1] = append(ranks[1], sn)
		case len(words) > 1 && strings.Contains(folded(sn.Text), words):
			ranks[2] = append(ranks[2], sn)
		}
	}
	return append(append(ranks[0], ranks[1]...), ranks[2]...)
}

func folded(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }

// slashWidth is the width of the menu, px.
const slashWidth = 320
