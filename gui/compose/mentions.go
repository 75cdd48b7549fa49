package compose

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"viviscope/db/cast"
	"viviscope/gui/action"
	"viviscope/gui/casting"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// Cast is the cast of the library, for the mentions in prompts. *casting.Cast implements it. Window's goroutine.
type Cast interface {
	Entries() []cast.Entry
	// Add asks for a new entry with a name. done gets the name of the saved entry, or "" if none was saved.
	Add(name string, done func(name string))
}

// mentionMenu completes the names of the cast in a prompt. It is open while the cursor is in a name after "@". The
// field keeps the keyboard: the arrow keys choose a row, Enter and Tab take it, Esc closes the menu.
type mentionMenu struct {
	host   action.Host
	cast   Cast
	entry  *editor
	menu   *kit.ChoiceMenu
	names  []string // of the rows; the row after them adds the typed name
	typed  string   // the name as typed, without "@"
	closed string   // the text and cursor for which Esc closed the menu; "": it did not
	busy   bool     // the menu itself changes the text

	onUpdate func() // the text or the cursor changed
}

// mentionWidth is the largest width of the menu, px.
const mentionWidth = 340

func newMentionMenu(host action.Host, of Cast, entry *editor) *mentionMenu {
	m := &mentionMenu{host: host, cast: of, entry: entry, onUpdate: func() {}}
	m.menu = kit.NewChoiceMenu(m.take, func(int) {})
	entry.complete, entry.takesTab = m.key, m.takesTab
	entry.OnCursorChanged = m.update
	onFocus := entry.OnFocus
	entry.OnFocus = func(got bool) {
		onFocus(got)
		if !got && !m.menu.Hovered() {
			m.menu.Hide()
		}
	}
	return m
}

// update opens, changes or closes the menu after the text or the cursor changed.
func (m *mentionMenu) update() {
	if m.busy {
		return
	}
	m.onUpdate()
	typed, ok := m.atCursor()
	if now := m.state(); m.closed != now {
		m.closed = ""
	}
	if !ok || m.closed != "" || m.host.Canvas().Focused() != fyne.Focusable(m.entry) {
		m.menu.Hide()
		return
	}
	m.typed = typed
	m.open()
}

// refresh shows the names of the cast as it is now, if the menu is open.
func (m *mentionMenu) refresh() {
	if m.menu.Shown() {
		m.update()
	}
}

// state identifies the text and the cursor.
func (m *mentionMenu) state() string {
	return m.entry.Text + "\x00" + lang.Number(m.entry.CursorTextOffset())
}

// atCursor returns the name between "@" and the cursor, without "@". ok is false if the cursor is in no name.
func (m *mentionMenu) atCursor() (name string, ok bool) {
	text, at := []rune(m.entry.Text), m.entry.CursorTextOffset()
	if at > len(text) || m.entry.SelectedText() != "" {
		return "", false
	}
	before := string(text[:at])
	i := strings.LastIndexByte(before, '@')
	if i < 0 {
		return "", false
	}
	name = before[i+1:]
	begins := cast.Mentions(before[:i]+"@x", nil) // the "@" of an address begins no name
	if n := len(begins); n == 0 || begins[n-1].From != i {
		return "", false
	}
	return name, name == "" || cast.IsName(name)
}

// open shows the entries whose name contains what is typed, those that begin with it first. The last row adds an entry.
func (m *mentionMenu) open() {
	m.names = m.names[:0]
	var rows []kit.Choice
	typed := strings.ToLower(m.typed)
	add := func(fits func(name string) bool) {
		for _, e := range m.cast.Entries() {
			if fits(strings.ToLower(e.Name)) {
				m.names = append(m.names, e.Name)
				rows = append(rows, kit.Choice{Title: "@" + e.Name, Words: casting.Summary(e)})
			}
		}
	}
	begins := func(name string) bool { return strings.HasPrefix(name, typed) }
	add(begins)
	add(func(name string) bool { return !begins(name) && strings.Contains(name, typed) })
	selected := min(len(m.names), 1) - 1
	_, known := cast.Find(m.cast.Entries(), m.typed)
	if m.typed != "" && !known {
		rows = append(rows, kit.Choice{Title: lang.L("Add “%s”…", m.typed)})
	}
	if len(rows) == 0 || known && len(rows) == 1 {
		m.menu.Hide()
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(m.entry)
	caret := m.entry.CursorPosition().Y - m.entry.scrolled()
	line := fyne.MeasureText("X", m.entry.Theme().Size("text"), fyne.TextStyle{}).Height
	caret = min(max(caret, 0), m.entry.Size().Height-line)
	m.menu.Show(rows, selected, at.AddXY(0, caret), line+4, min(m.entry.Size().Width, mentionWidth))
}

// key handles a key of the field while the menu is open. It reports whether it did.
func (m *mentionMenu) key(e *fyne.KeyEvent) bool {
	switch {
	case !m.menu.Shown():
		return false
	case e.Name == fyne.KeyEscape:
		m.closed = m.state()
		m.menu.Hide()
		return true
	case e.Name == fyne.KeyTab:
		m.take(m.menu.Selected())
		return true
	}
	return m.menu.Key(e)
}

// takesTab reports whether Tab takes a row.
func (m *mentionMenu) takesTab() bool { return m.menu.Shown() && m.menu.Selected() >= 0 }

// take writes the name of a row in place of the typed one, or adds an entry with the typed name.
func (m *mentionMenu) take(i int) {
	m.menu.Hide()
	m.host.Canvas().Focus(m.entry)
	typed := m.typed
	switch {
	case i < 0:
	case i < len(m.names):
		m.write(typed, m.names[i])
	default:
		m.cast.Add(typed, func(name string) {
			m.host.Canvas().Focus(m.entry)
			if name != "" {
				m.write(typed, name)
			}
		})
	}
}

// write replaces the typed name before the cursor, and adds a space if no other character follows.
func (m *mentionMenu) write(typed, name string) {
	if now, ok := m.atCursor(); !ok || now != typed {
		return // the text was changed meanwhile
	}
	m.busy = true
	if rest, begins := strings.CutPrefix(name, typed); begins {
		m.entry.insert(rest)
	} else {
		for range utf8.RuneCountInString(typed) {
			m.entry.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
		}
		m.entry.insert(name)
	}
	if m.entry.CursorTextOffset() == utf8.RuneCountInString(m.entry.Text) {
		m.entry.insert(" ")
	}
	m.busy = false
	m.closed = m.state()
	m.entry.OnChanged(m.entry.Text)
}

// unknown returns the warning about names that the cast does not have. The name that is being typed is left out, and so
// are all names while the cast is empty: a prompt may contain "@" for another reason.
func (m *mentionMenu) unknown(text string) string {
	entries := m.cast.Entries()
	if len(entries) == 0 || !strings.Contains(text, "@") {
		return ""
	}
	typing := -1
	if name, ok := m.atCursor(); ok && m.host.Canvas().Focused() == fyne.Focusable(m.entry) && text == m.entry.Text {
		typing = len(string([]rune(text)[:m.entry.CursorTextOffset()])) - len(name) - 1
	}
	var names []string
	for _, n := range cast.Mentions(text, entries) {
		if n.Entry < 0 && n.From != typing {
			names = append(names, n.Name)
		}
	}
	return casting.NotInCast(names)
}

// promptLines is a field with one prompt per line. It implements [form.PromptLines].
type promptLines struct {
	entry *editor
	menu  *mentionMenu
	field fyne.CanvasObject
}

// NewPromptLines makes a field of so many rows, whose lines mention a cast. onChanged is called after each change, and
// onSend by Ctrl+Enter.
func NewPromptLines(host action.Host, of Cast, rows int, onChanged, onSend func()) form.PromptLines {
	l, unknown := &promptLines{}, newWarning()
	show := func() { unknown.show(l.menu.unknown(l.entry.Text)) }
	l.entry = newTextEditor(rows, "", func(string) { show(); onChanged() }, onSend)
	l.menu = newMentionMenu(host, of, l.entry)
	l.menu.onUpdate = show
	l.field = withLine(l.entry, unknown.box)
	return l
}

func (l *promptLines) Text() string             { return l.entry.Text }
func (l *promptLines) SetText(text string)      { l.entry.SetText(text) }
func (l *promptLines) Focus(c fyne.Canvas)      { c.Focus(l.entry) }
func (l *promptLines) Field() fyne.CanvasObject { return l.field }
func (l *promptLines) Names() fyne.CanvasObject { return l.menu.menu.Layer }
