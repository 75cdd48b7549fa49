package compose

import (
	"strings"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// showSnippets lists the snippets: they are inserted into the prompt, saved, renamed and deleted.
func showSnippets(host action.Host, of *snippets, v *Fields) {
	if c := sheetCanvas(host); c != nil {
		p := &snippetSheet{host: host, fields: v, of: of, into: v.target()}
		p.open(c)
	}
}

// saveSnippet asks for a name for what is selected in the prompt, or for all of it.
func saveSnippet(host action.Host, of *snippets, v *Fields) {
	c := sheetCanvas(host)
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
		host.Canvas().Focus(e)
		return
	}
	askName(c, of, lang.L("Save as snippet"), text, "", func(name string) {
		of.put(Snippet{Name: name, Text: text})
		host.Canvas().Focus(e)
	})
}

// snippetSheet is the list of snippets in the window.
type snippetSheet struct {
	*textSheet
	host   action.Host
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
	p.textSheet = newTextSheet(lang.L("Search your snippets"), func(words string) {
		p.words = words
		p.fill()
	}, func(i int) {
		p.into.insert(p.found[i].Text)
		p.host.Canvas().Focus(p.into)
	})
	p.onDelete = p.delete
	save := kit.NewButton(lang.L("Save prompt as snippet…"), nil, kit.Plain, func() {
		p.sheet.Hide()
		p.host.Canvas().Focus(p.into)
		saveSnippet(p.host, p.of, p.fields)
	})
	p.said = kit.NewText("", resources.SizeSM, resources.Text2, false)
	p.undo = kit.NewLink(lang.L("Undo"), p.back)
	p.say("")
	title := kit.NewText(lang.L("Snippets"), resources.SizeH2, resources.Text1, true)
	p.list.SetName(title)
	p.textSheet.open(c, kit.NewRow(8, title, kit.NewSpring(), p.said, p.undo),
		p.button(lang.X("verb", "Insert"), kit.Primary, p.take),
		p.button(lang.L("Rename…"), kit.Plain, func(i int) { p.askName(c, p.found[i]) }),
		p.button(lang.L("Delete"), kit.Plain, p.delete), save)
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

// say shows what was done, with a link that undoes it.
func (p *snippetSheet) say(words string) {
	kit.ShowText(p.said, words)
	kit.Show(p.undo, words != "")
}

// askName hides the list while it asks, because two sheets would cover one another.
func (p *snippetSheet) askName(c fyne.Canvas, sn Snippet) {
	p.sheet.Hide()
	askName(c, p.of, lang.L("Rename snippet"), sn.Text, sn.Name, func(name string) {
		p.of.rename(p.of.find(sn.Name), name)
		again := &snippetSheet{host: p.host, fields: p.fields, of: p.of, into: p.into}
		again.open(c)
	})
}

// askName asks for the name of a text. If the name is in use, this is shown, and the button replaces that snippet.
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
	leave := kit.NewButton(lang.L("Cancel"), nil, kit.Plain, func() { sheet.Hide() })
	check(name)
	sheet = kit.ShowSheet(c, kit.NewColumn(12,
		kit.NewText(title, resources.SizeH2, resources.Text1, true),
		kit.NewText(text, resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(4),
		entry, taken,
		kit.NewAnswers(leave, do),
	), nil)
	c.Focus(entry)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}
