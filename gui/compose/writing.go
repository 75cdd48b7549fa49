package compose

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// How many earlier prompts are read: for the keys, and for the sheet, which searches the library for more.
const (
	walkLength  = 200
	sheetLength = 100
)

// walkFront puts the prompt before the one in the field into it (1), or goes back (-1), down to what was being typed.
func (s *Screen) walkFront(by int) {
	s.focus(s.fields.prompt.entry)
	s.walkPrompts(s.fields.prompt, by)
}

// promptKeys takes Ctrl+Up and Ctrl+Down (with Cmd on macOS) in a prompt.
func (s *Screen) promptKeys(v *promptView) func(fyne.Shortcut) bool {
	return func(k fyne.Shortcut) bool {
		switch ctrl := fyne.KeyModifierShortcutDefault; {
		case isKey(k, ctrl, fyne.KeyUp):
			s.walkPrompts(v, 1)
		case isKey(k, ctrl, fyne.KeyDown):
			s.walkPrompts(v, -1)
		default:
			return false
		}
		return true
	}
}

// walkPrompts takes a step. The first one has to read the earlier prompts, and is taken when they are there.
func (s *Screen) walkPrompts(v *promptView, by int) {
	switch {
	case v.walk != nil:
		s.stepPrompts(v, by)
		return
	case by < 0:
		return // at the bottom
	}
	s.earlierPrompts("", walkLength, func(prompts []string) {
		if v.walk == nil { // else two presses came before the first reading did
			v.walk = newPromptCursor(v.entry.Text, prompts)
		}
		s.stepPrompts(v, by)
	})
}

func (s *Screen) stepPrompts(v *promptView, by int) {
	if text, ok := v.walk.step(v.entry.Text, by); ok {
		v.entry.replace(text)
	}
	if v.walk.over() {
		v.walk = nil
	}
}

// earlierPrompts reads earlier prompts that contain all the words, newest first. It calls then with them on the window's goroutine.
// They are as they were typed: variations are the one prompt with braces, in all others braces are escaped.
func (s *Screen) earlierPrompts(words string, limit int, then func([]string)) {
	s.Go(func(ctx context.Context) {
		sent, err := s.Library.Prompts(ctx, words, limit)
		if err != nil {
			s.Log().Warn("cannot read earlier prompts", slog.Any("err", err))
			return
		}
		prompts := make([]string, len(sent))
		for i, p := range sent {
			prompts[i] = cmp.Or(p.Template, order.Escape(p.Text))
		}
		s.Post(func() { then(prompts) })
	})
}

// showHistory lists the earlier prompts, to be searched and taken over.
func (s *Screen) showHistory(v *Fields) {
	number := 0
	var l *textSheet
	find := func(words string) {
		number++
		mine := number
		s.earlierPrompts(words, sheetLength, func(prompts []string) {
			if mine != number {
				return // the search has changed since
			}
			rows := make([]textRow, len(prompts))
			for i, text := range prompts {
				rows[i] = textRow{text: text}
			}
			l.set(rows)
		})
	}
	l = newTextSheet(lang.L("Search your prompts"), find, func(i int) { s.takePrompt(v, l.rows[i].text) })
	l.none.SetText(lang.L("No earlier prompt contains these words."))
	const ctrl = fyne.KeyModifierShortcutDefault
	keys := wording.Commas(keyWords(ctrl, fyne.KeyUp), keyWords(ctrl, fyne.KeyDown))
	title := kit.NewText(lang.L("Earlier prompts"), resources.SizeH2, resources.Text1, true)
	l.list.SetName(title)
	l.open(s.sheetCanvas(), title,
		l.button(lang.L("Use this prompt"), kit.Primary, l.take), l.leave(kit.Plain), kit.NewSpring(),
		kit.NewText(lang.L("%s in the prompt does the same", keys), resources.SizeSM, resources.Text3, false))
}

// takePrompt puts an earlier prompt in the place of the one in the field, and offers for a while to take that back.
func (s *Screen) takePrompt(v *Fields, text string) {
	e, before := v.prompt.entry, v.prompt.entry.Text
	if before != text {
		e.replace(text)
	}
	s.focus(e)
	if before == text || before == "" {
		return
	}
	v.notices.undoable(lang.L("Earlier prompt inserted. It replaced the previous one."), recallShown, func() {
		v.owner.Edit(func(f *order.Form) { f.SetPrompt(before) })
		s.focus(e)
	})
}

// promptCursor is the way through earlier prompts with the keyboard. The first of its lines is what was being typed; above it lie
// the earlier prompts, the newest first. Every line keeps what is done to it, so that nothing that is typed on the way is
// lost while it lasts.
type promptCursor struct {
	lines  []string
	at     int
	edited bool
}

// newPromptCursor begins at what is being typed. An earlier prompt that is the same is no step.
func newPromptCursor(typed string, earlier []string) *promptCursor {
	lines := []string{typed}
	for _, p := range earlier {
		if !slices.Contains(lines, p) {
			lines = append(lines, p)
		}
	}
	return &promptCursor{lines: lines}
}

// step goes up (+1) or down (-1) from what stands in the field now, and returns what stands there next; false at the ends.
func (c *promptCursor) step(now string, by int) (string, bool) {
	if c.lines[c.at] != now {
		c.lines[c.at] = now
		c.edited = c.edited || c.at > 0
	}
	to := c.at + by
	if to < 0 || to >= len(c.lines) {
		return "", false
	}
	c.at = to
	return c.lines[to], true
}

// over reports whether it is back where it began, with nothing left behind: the next one may look for newer prompts.
func (c *promptCursor) over() bool { return c.at == 0 && !c.edited }

// Connect gives the prompt of fields its keys and the ways to earlier prompts and to snippets, which all places share. It is called once for
// each. Window's goroutine.
func (s *Screen) Connect(v *Fields) {
	v.prompt.entry.keys = s.promptKeys(v.prompt)
	v.prompt.history.OnTapped, v.prompt.snippets.OnTapped = func() { s.showHistory(v) }, func() { s.showSnippets(v) }
}

// connectPrompts does that for the composer's own prompt, which also has a key to send without marks.
func (s *Screen) connectPrompts() {
	v := s.fields
	s.Connect(v.Fields)
	walk := v.prompt.entry.keys
	v.prompt.entry.keys = func(k fyne.Shortcut) bool {
		if isKey(k, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift, fyne.KeyReturn, fyne.KeyEnter) {
			s.SendWithoutMarks()
			return true
		}
		return walk(k)
	}
}

// target is the field that a snippet comes from and goes to: the one with the cursor where that is one, else the prompt.
func (v *Fields) target() *editor {
	if v.host.Canvas().Focused() == fyne.Focusable(v.negative.entry) {
		return v.negative.entry
	}
	return v.prompt.entry
}

// snippetsName is the setting that holds the snippets.
const snippetsName = "compose.snippets"

// Snippet is a text under a name, to be put into prompts.
type Snippet struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// snippets are the saved ones, in the order in which they are shown. They belong to the window's goroutine, except load.
type snippets struct {
	saver *action.Saver
	list  []Snippet
	known bool // the list was read: before that it must not be overwritten
}

// load reads the snippets off the window's goroutine. The returned function takes them in on it, and adds those that were saved
// meanwhile. Snippets that cannot be read stay on the disk as they are.
func (s *snippets) load(ctx context.Context) (take func()) {
	var list []Snippet
	if _, err := s.saver.Settings.Setting(ctx, snippetsName, &list); err != nil {
		s.saver.Host.Log().Warn("cannot read the snippets", slog.Any("err", err))
		return func() {}
	}
	return func() {
		early := s.list
		s.list, s.known = list, true
		for _, one := range slices.Backward(early) {
			s.put(one)
		}
	}
}

func (s *snippets) save() {
	if s.known {
		s.saver.Put(snippetsName, s.list)
	}
}

// find returns where a name stands; -1 for nowhere. Names that differ in their blanks or capitals alone are one.
func (s *snippets) find(name string) int {
	return slices.IndexFunc(s.list, func(o Snippet) bool { return folded(o.Name) == folded(name) })
}

// put saves a snippet, in the place of the one with its name.
func (s *snippets) put(sn Snippet) {
	s.list = slices.Clone(s.list)
	if i := s.find(sn.Name); i >= 0 {
		s.list[i] = sn
	} else {
		s.list = append(s.list, sn)
		slices.SortStableFunc(s.list, func(a, b Snippet) int { return strings.Compare(folded(a.Name), folded(b.Name)) })
	}
	s.save()
}

// rename gives the snippet at i another name; one that has it already goes.
func (s *snippets) rename(i int, name string) {
	sn := s.list[i]
	sn.Name = name
	s.remove(i)
	s.put(sn)
}

func (s *snippets) remove(i int) {
	s.list = slices.Delete(slices.Clone(s.list), i, i+1)
	s.save()
}

// match returns the snippets that contain words: first those whose name begins with them, then those whose name contains them,
// then those whose text does. Blanks and capitals do not count.
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

// showSnippets lists the saved snippets, to be put into the prompt, saved, renamed and deleted.
func (s *Screen) showSnippets(v *Fields) {
	if c := s.sheetCanvas(); c != nil {
		p := &snippetSheet{s: s, fields: v, of: s.snippets, into: v.target()}
		p.open(c)
	}
}

// saveSnippet asks for a name for what is selected in the prompt, or for all of it.
func (s *Screen) saveSnippet(v *Fields) {
	c := s.sheetCanvas()
	if c == nil {
		return
	}
	e := v.target()
	text := e.SelectedText()
	if strings.TrimSpace(text) == "" {
		text = e.Text
	}
	if strings.TrimSpace(text) == "" {
		v.notices.say(lang.L("The prompt is empty."))
		s.focus(e)
		return
	}
	askName(c, s.snippets, lang.L("Save as snippet"), text, "", func(name string) {
		s.snippets.put(Snippet{Name: name, Text: text})
		s.focus(e)
	})
}

// snippetSheet is the list of snippets in the window.
type snippetSheet struct {
	*textSheet
	s      *Screen
	fields *Fields
	of     *snippets
	into   *editor

	words string
	found []Snippet
	said  *kit.Text
	undo  *kit.Link
	gone  Snippet
}

func (p *snippetSheet) open(c fyne.Canvas) {
	p.textSheet = newTextSheet(lang.L("Search your snippets"), func(words string) { p.words = words; p.fill() }, func(i int) {
		p.into.insert(p.found[i].Text)
		p.s.focus(p.into)
	})
	p.onDelete = p.delete
	save := kit.NewButton(lang.L("Save prompt as snippet…"), nil, kit.Plain, func() {
		p.sheet.Hide()
		p.s.focus(p.into)
		p.s.saveSnippet(p.fields)
	})
	p.said = kit.NewText("", resources.SizeSM, resources.Text2, false)
	p.undo = kit.NewLink(lang.L("Undo"), p.back)
	p.say("")
	title := kit.NewText(lang.L("Snippets"), resources.SizeH2, resources.Text1, true)
	p.list.SetName(title)
	p.textSheet.open(c, kit.NewRow(8, title, kit.NewSpring(), p.said, p.undo),
		p.button(lang.X("verb", "Insert"), kit.Primary, p.take),
		p.button(lang.L("Rename…"), kit.Plain, func(i int) { p.askName(c, p.found[i]) }),
		p.button(lang.L("Delete"), kit.Plain, p.delete), kit.NewSpring(), save, p.leave(kit.Quiet))
}

// fill shows what the search holds.
func (p *snippetSheet) fill() {
	p.found = match(p.of.list, p.words)
	p.none.SetText(lang.L("No snippet contains these words."))
	if len(p.of.list) == 0 {
		p.none.SetText(lang.L("No snippets yet. Save a prompt or a part of it under a name, to insert it into any prompt."))
	}
	rows := make([]textRow, len(p.found))
	for i, sn := range p.found {
		rows[i] = textRow{sn.Name, sn.Text}
	}
	p.set(rows)
}

func (p *snippetSheet) delete(i int) {
	p.gone = p.found[i]
	p.of.remove(p.of.find(p.gone.Name))
	p.fill()
	p.say(lang.L("“%s” was deleted.", p.gone.Name))
}

func (p *snippetSheet) back() {
	p.of.put(p.gone)
	p.fill()
	p.say("")
}

// say says what was done, with the way back.
func (p *snippetSheet) say(words string) {
	kit.ShowText(p.said, words)
	kit.Show(p.undo, words != "")
}

// askName takes the list away while it asks: two sheets over each other would hide one another.
func (p *snippetSheet) askName(c fyne.Canvas, sn Snippet) {
	p.sheet.Hide()
	askName(c, p.of, lang.L("Rename snippet"), sn.Text, sn.Name, func(name string) {
		p.of.rename(p.of.find(sn.Name), name)
		again := &snippetSheet{s: p.s, fields: p.fields, of: p.of, into: p.into}
		again.open(c)
	})
}

// askName asks for the name of a text. A name that is taken says so, and the button replaces what has it.
func askName(c fyne.Canvas, of *snippets, title, text, name string, then func(name string)) {
	var sheet *kit.Sheet
	entry := kit.NewEntry()
	entry.SetPlaceHolder(lang.L("Name, such as film look"))
	entry.SetText(name)
	taken := kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	words := lang.X("verb", "Save")
	if name != "" {
		words = lang.L("Rename")
	}
	do := kit.NewButton(words, nil, kit.Primary, nil)
	do.OnTapped = func() {
		if do.Disabled() {
			return
		}
		sheet.Hide()
		then(strings.Join(strings.Fields(entry.Text), " "))
	}
	check := func(typed string) {
		i := of.find(typed)
		other := i >= 0 && folded(typed) != folded(name)
		do.SetText(words)
		if other {
			do.SetText(lang.L("Replace"))
			taken.SetText(lang.L("“%s” already exists. Replace overwrites it.", of.list[i].Name))
		}
		kit.Show(taken, other)
		kit.Enable(do, folded(typed) != "")
	}
	entry.OnChanged = check
	entry.OnSubmitted = func(string) { do.OnTapped() }
	leave := kit.NewButton(lang.L("Cancel"), nil, kit.Quiet, func() { sheet.Hide() })
	check(name)
	sheet = kit.ShowSheet(c, kit.NewColumn(12,
		kit.NewText(title, resources.SizeH2, resources.Text1, true),
		kit.NewText(text, resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(4),
		entry, taken,
		kit.NewRow(8, do, kit.NewSpring(), leave),
	), nil)
	c.Focus(entry)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}
