package compose

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// snippetsName is the setting that holds the snippets.
const snippetsName = "compose.snippets"

// Snippet is a text under a name, to be put into prompts.
type Snippet struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// snippets are the saved ones, in the order in which they are shown.
type snippets struct{ savedList[Snippet] }

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

// showSnippets lists the saved snippets, to be put into the prompt, saved, renamed and deleted.
func (w *writing) showSnippets() {
	c := w.sheetCanvas()
	if c == nil {
		return
	}
	p := &snippetSheet{w: w, of: w.snippets, canvas: c, into: w.target()}
	p.open()
}

// saveSnippet asks for a name for what is selected in the prompt, or for all of it.
func (w *writing) saveSnippet() {
	c := w.sheetCanvas()
	if c == nil {
		return
	}
	e := w.target()
	text := e.SelectedText()
	if strings.TrimSpace(text) == "" {
		text = e.Text
	}
	if strings.TrimSpace(text) == "" {
		w.notices.undoable(lang.L("There is nothing in the prompt to save as a snippet."), correctionShown, nil)
		w.focus(e)
		return
	}
	askName(c, w.snippets, lang.L("Save as snippet"), text, "", func(name string) {
		w.snippets.put(Snippet{Name: name, Text: text})
		w.focus(e)
	})
}

// snippetSheet is the list of snippets in the window.
type snippetSheet struct {
	w      *writing
	of     *snippets
	canvas fyne.Canvas
	into   *editor

	sheet                  *widgets.Sheet
	list                   *textList
	words                  string
	found                  []Snippet
	insert, rename, remove *widgets.Button
	said                   *widgets.Text
	undo                   *widgets.Link
	gone                   Snippet
}

func (p *snippetSheet) open() {
	p.list = newTextList("")
	p.list.onTake, p.list.onDelete, p.list.onChosen = p.take, p.delete, p.offer
	p.insert = widgets.NewButton(lang.X("verb", "Insert"), nil, widgets.Primary, p.take)
	p.rename = widgets.NewButton(lang.L("Rename…"), nil, widgets.Plain, p.askName)
	p.remove = widgets.NewButton(lang.L("Delete"), nil, widgets.Plain, p.delete)
	save := widgets.NewButton(lang.L("Save the prompt as a snippet…"), nil, widgets.Plain, func() {
		p.sheet.Hide()
		p.w.focus(p.into)
		p.w.saveSnippet()
	})
	p.said = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	p.undo = widgets.NewLink(lang.L("Undo"), p.back)
	search := widgets.NewSearchEntry(lang.L("Search your snippets"))
	search.OnChanged = func(words string) { p.words = words; p.fill() }
	search.OnKey = p.list.keyFromSearch
	search.OnSubmitted = func(string) { p.take() }
	leave := widgets.NewButton(lang.L("Close"), nil, widgets.Quiet, func() { p.sheet.Hide() })
	p.fill()
	p.say("")
	p.sheet = widgets.ShowWideSheet(p.canvas, textSheetWidth, widgets.NewColumn(12,
		widgets.NewRow(8, widgets.NewText(lang.L("Snippets"), resources.SizeH2, resources.Text1, true), widgets.NewSpring(), p.said, p.undo),
		search, p.list.box,
		widgets.NewRow(8, p.insert, p.rename, p.remove, widgets.NewSpring(), save, leave),
	), nil)
	p.canvas.Focus(search)
}

// fill shows what the search holds.
func (p *snippetSheet) fill() {
	p.found = match(p.of.list, p.words)
	p.list.none.SetText(lang.L("No snippet holds these words."))
	if len(p.of.list) == 0 {
		p.list.none.SetText(lang.L("No snippets yet. Save a prompt, or a part of it, under a name; then type / and the name in any prompt."))
	}
	rows := make([]textRow, len(p.found))
	for i, sn := range p.found {
		rows[i] = textRow{sn.Name, sn.Text}
	}
	p.list.set(rows)
}

func (p *snippetSheet) offer() {
	_, ok := p.list.at()
	for _, b := range []*widgets.Button{p.insert, p.rename, p.remove} {
		setOn(b, ok)
	}
}

func (p *snippetSheet) take() {
	if i, ok := p.list.at(); ok {
		p.sheet.Hide()
		p.into.insert(p.found[i].Text)
		p.w.focus(p.into)
	}
}

func (p *snippetSheet) delete() {
	if i, ok := p.list.at(); ok {
		p.gone = p.found[i]
		p.of.remove(p.of.find(p.gone.Name))
		p.fill()
		p.say(lang.L("“%s” was deleted.", p.gone.Name))
	}
}

func (p *snippetSheet) back() {
	p.of.put(p.gone)
	p.fill()
	p.say("")
}

// say says what was done, with the way back.
func (p *snippetSheet) say(words string) {
	p.said.SetText(words)
	setShown(p.said, words != "")
	setShown(p.undo, words != "")
}

// askName takes the list away while it asks: two sheets over each other would hide one another.
func (p *snippetSheet) askName() {
	i, ok := p.list.at()
	if !ok {
		return
	}
	sn := p.found[i]
	p.sheet.Hide()
	askName(p.canvas, p.of, lang.L("Rename snippet"), sn.Text, sn.Name, func(name string) {
		p.of.rename(p.of.find(sn.Name), name)
		again := &snippetSheet{w: p.w, of: p.of, canvas: p.canvas, into: p.into}
		again.open()
	})
}

// askName asks for the name of a text. A name that is taken says so, and the button replaces what has it.
func askName(c fyne.Canvas, of *snippets, title, text, name string, then func(name string)) {
	var sheet *widgets.Sheet
	entry := widgets.NewEntry()
	entry.SetPlaceHolder(lang.L("Name, such as film look"))
	entry.SetText(name)
	taken := widgets.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	words := lang.X("verb", "Save")
	if name != "" {
		words = lang.L("Rename")
	}
	do := widgets.NewButton(words, nil, widgets.Primary, nil)
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
			taken.SetText(lang.L("“%s” is there already. Replace puts this text in its place.", of.list[i].Name))
		}
		setShown(taken, other)
		setOn(do, folded(typed) != "")
	}
	entry.OnChanged = check
	entry.OnSubmitted = func(string) { do.OnTapped() }
	leave := widgets.NewButton(lang.L("Cancel"), nil, widgets.Quiet, func() { sheet.Hide() })
	check(name)
	sheet = widgets.ShowSheet(c, widgets.NewColumn(12,
		widgets.NewText(title, resources.SizeH2, resources.Text1, true),
		widgets.NewText(text, resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(4),
		entry, taken,
		widgets.NewRow(8, do, widgets.NewSpring(), leave),
	), nil)
	c.Focus(entry)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}
