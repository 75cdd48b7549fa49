package compose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// editor is a text field of the form. Ctrl+Enter (Cmd+Enter on macOS) sends the form while it has the focus, and Tab
// moves on also from a field with several lines: a prompt needs no tabs, and the keyboard must not be caught in it.
type editor struct {
	kit.Entry

	keys func(fyne.Shortcut) bool // offered every shortcut after the one that sends
	down bool                     // Enter is
	held bool                     // and has sent: a key that is held repeats, and sends once

	scroll *container.Scroll // Fyne's own around the text, once the field is drawn
}

func newEditor(onChanged func(string), onSend func()) *editor {
	e := &editor{keys: func(fyne.Shortcut) bool { return false }}
	e.OnChanged = onChanged
	e.Scroll = fyne.ScrollHorizontalOnly // a single line has nothing to scroll to but its end
	e.TakeShortcut(func(s fyne.Shortcut) bool {
		const ctrl = fyne.KeyModifierShortcutDefault
		sends := isKey(s, ctrl, fyne.KeyReturn, fyne.KeyEnter)
		if enter := sends || isKey(s, ctrl|fyne.KeyModifierShift, fyne.KeyReturn, fyne.KeyEnter); enter && e.held {
			return true
		} else if enter {
			e.held = e.down
		}
		if !sends {
			return e.keys(s)
		}
		onSend()
		return true
	})
	e.OnFocus = func(got bool) {
		if got && !e.MultiLine {
			e.TypedShortcut(&fyne.ShortcutSelectAll{}) // typing after Tab replaces a number; a click still sets the cursor
		}
	}
	e.ExtendBaseWidget(e)
	return e
}

// KeyDown comes once for a key, however often it repeats.
func (e *editor) KeyDown(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter {
		e.down, e.held = true, false
	}
	e.Entry.KeyDown(k)
}

func (e *editor) KeyUp(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter {
		e.down, e.held = false, false
	}
	e.Entry.KeyUp(k)
}

func newTextEditor(rows int, placeholder string, onChanged func(string), onSend func()) *editor {
	e := newEditor(onChanged, onSend)
	e.MultiLine, e.Scroll = true, fyne.ScrollBoth
	e.Wrapping = fyne.TextWrapWord
	e.PlaceHolder = placeholder
	e.SetMinRowsVisible(rows)
	return e
}

// TypedKey hands on what means nothing to a text: F1 to F12 and Esc reach the window's commands while a person types.
func (e *editor) TypedKey(k *fyne.KeyEvent) {
	switch {
	case k.Name == fyne.KeyEscape, functionKey(k.Name):
		if c := kit.CanvasOf(e); c != nil && c.OnTypedKey() != nil {
			c.OnTypedKey()(k)
		}
	default:
		e.Entry.TypedKey(k)
	}
}

func functionKey(k fyne.KeyName) bool {
	return len(k) >= 2 && k[0] == 'F' && k[1] >= '1' && k[1] <= '9'
}

// CreateRenderer remembers the part of Fyne's field that knows how tall the text is.
func (e *editor) CreateRenderer() fyne.WidgetRenderer {
	r := e.Entry.CreateRenderer()
	for _, o := range r.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			e.scroll = s
		}
	}
	return r
}

// textHeight is the height of the whole text in the width that it has now, px; 0 before the field was drawn.
func (e *editor) textHeight() float32 {
	if e.scroll == nil || e.scroll.Content == nil {
		return 0
	}
	return e.scroll.Content.MinSize().Height
}

// show puts a text in without telling OnChanged, and leaves the cursor alone where the text is already there.
func (e *editor) show(text string) {
	if e.Text == text {
		return
	}
	tell := e.OnChanged
	e.OnChanged = nil
	e.SetText(text)
	// The next word goes on from the last one, also in a draft that came from the last session.
	e.toEnd()
	e.OnChanged = tell
}

func (e *editor) toEnd() {
	// Shift may be down, among the keys that brought another kind to the front: the way to the end would be selected.
	e.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
}

// replace puts another text in the place of all there is, as typing does: OnChanged is told, and Ctrl+Z takes it back.
func (e *editor) replace(text string) {
	e.Entry.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	e.insert(text)
}

// insert puts a text in at the cursor, in the place of what is selected. Fyne keeps the way back for what comes through
// its own keys alone, so it goes in as if it were pasted.
func (e *editor) insert(text string) {
	if text == "" {
		if e.SelectedText() != "" {
			e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
		}
		return
	}
	e.Entry.Entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: handed(text)})
}

// handed is a clipboard that holds one text, so that the real one is left alone.
type handed string

func (h handed) Content() string { return string(h) }

func (h handed) SetContent(string) {}

// isKey reports whether a shortcut is one of several keys with a modifier.
func isKey(s fyne.Shortcut, with fyne.KeyModifier, keys ...fyne.KeyName) bool {
	return slices.ContainsFunc(keys, func(k fyne.KeyName) bool {
		return s.ShortcutName() == (&desktop.CustomShortcut{KeyName: k, Modifier: with}).ShortcutName()
	})
}

// longText is a text of several lines with its count, and what it stands for or breaks.
type longText struct {
	entry      *editor
	count      *kit.Text
	body       *fyne.Container // the field, as tall as its text
	complaint  *complaint
	variations *fyne.Container // says how many texts it stands for, where that is not one
	number     *kit.Text       // of them
	plain      bool            // braces mean nothing
	preview    *kit.Link
}

func newLongText(rows int, onChanged func(string), onSend func()) longText {
	v := longText{entry: newTextEditor(rows, "", onChanged, onSend), count: kit.NewText("", resources.SizeXS, resources.Text2, false),
		number: kit.NewText("", resources.SizeSM, resources.Text2, false), preview: kit.NewLink(lang.L("Preview"), nil)}
	v.complaint = newComplaint(false, v.entry)
	v.variations = kit.NewRow(8, kit.NewIcon(resources.IconList, 14, resources.Text3), v.number, v.preview)
	v.variations.Hide()
	v.body = container.New(&growing{v.entry, v.entry.MinSize().Height}, v.entry)
	return v
}

// show shows a text, and reports whether its count takes other room by that.
func (v *longText) show(text string, problems []client.ValidationError) (wider bool) {
	v.entry.show(text)
	n, characters := order.Variations(text), utf8.RuneCountInString(text)
	if v.plain {
		n = 1
	}
	count := lang.N("%s character", "%s characters", characters, lang.Number(characters))
	wider = len(count) != len(v.count.Text())
	v.count.SetText(count)
	v.number.SetText(variationCount(n))
	kit.Show(v.variations, n > 1 && n <= order.MaxVariations) // where there are too many, the field's rule says it
	v.complaint.show(problems)
	return wider
}

// promptView is the prompt, with the way to earlier ones and to snippets.
type promptView struct {
	longText
	head     *fyne.Container
	label    *kit.Text
	history  *kit.Link
	snippets *kit.Link
	box      *fyne.Container

	walk    *promptCursor // through earlier prompts; nil while none is in front
	cleared bool          // something was typed and taken away again: from then on an empty prompt is a mistake, not a start
}

func newPromptView(rows int, onChanged func(string), onSend func()) *promptView {
	v := &promptView{label: kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		history: kit.NewLink(lang.L("History"), nil), snippets: kit.NewLink(lang.L("Snippets"), nil)}
	v.longText = newLongText(rows, func(text string) {
		v.cleared = text == ""
		onChanged(text)
	}, onSend)
	v.entry.SetName(v.label)
	v.head = kit.NewRow(8, v.label, kit.NewSpring(), v.count, v.history, v.snippets)
	v.box = kit.NewColumn(4, v.head, v.body, v.complaint.box, v.variations)
	return v
}

// name changes the words over the field and in it.
func (v *promptView) name(label, placeholder string) {
	if v.label.Text() != label {
		v.label.SetText(label)
		v.head.Refresh()
	}
	if v.entry.PlaceHolder != placeholder {
		v.entry.SetPlaceHolder(placeholder)
	}
}

// show shows a text and its problems. An empty prompt at the start is not told off; asked says that a person wanted
// to send it.
func (v *promptView) show(text string, problems []client.ValidationError, asked bool) {
	if strings.TrimSpace(text) == "" && !asked && !v.cleared {
		problems = nil
	}
	if v.longText.show(text, problems) {
		v.head.Refresh() // it stands beside links
	}
}

// quietInset is the room that a quiet button keeps beside its words, px: without it they line up with the labels.
const quietInset = 10

// negativeView is the collapsible negative prompt; closed it shows what it holds in one line.
type negativeView struct {
	longText
	head   *kit.Button
	line   *kit.Text
	off    *closedNote
	box    *fyne.Container
	open   bool
	opened func() // by a person
}

func newNegativeView(onChanged func(string), onSend, onFold, opened func()) *negativeView {
	v := &negativeView{longText: newLongText(2, onChanged, onSend), opened: opened}
	v.entry.PlaceHolder = lang.L("Describe what must not appear")
	v.line = kit.NewText("", resources.SizeSM, resources.Text3, false).Ellipsis()
	v.head = kit.NewButton(lang.L("Negative prompt"), resources.IconChevronRight, kit.Quiet, func() {
		v.open = !v.open
		v.fold()
		onFold()
		if v.open {
			v.opened()
		}
	}).Small().Leading()
	head := kit.NewInset(0, 0, 0, -quietInset, kit.NewRow(4, v.head, v.line, kit.NewSpring(), v.count))
	v.off = newClosedNote(false)
	v.box = kit.NewColumn(4, head, v.body, v.off.box, v.complaint.box, v.variations)
	v.fold()
	return v
}

// show shows a text, and closes the field where off is the rule that a text would break. Braces may make too many jobs:
// that is shown here as well where this text makes them.
func (v *negativeView) show(text, off string) {
	v.off.show(off, v.entry)
	v.line.SetText(strings.Join(strings.Fields(text), " "))
	var problems []client.ValidationError
	if n := order.Variations(text); n > order.MaxVariations && !v.plain && off == "" {
		problems = []client.ValidationError{{Message: wording.TooManyVariations(n)}}
	}
	v.longText.show(text, problems)
}

func (v *negativeView) fold() {
	v.head.SetIcon(foldIcon(v.open))
	kit.Show(v.line, !v.open)
	kit.Show(v.count, v.open)
	kit.Show(v.body, v.open)
}

// ownGrowth is how far a text field grows with its text above its least height, px: the rest of the form has to stay within reach.
const ownGrowth = 240

// growing lays a text field out as tall as its text, within bounds.
type growing struct {
	entry *editor
	least float32
}

// MinSize is the height that the text asks for.
func (l *growing) MinSize([]fyne.CanvasObject) fyne.Size {
	height := min(max(l.entry.textHeight()+2*theme.InputBorderSize(), l.least), l.least+ownGrowth)
	return fyne.NewSize(l.entry.MinSize().Width, height)
}

func (l *growing) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	kit.Place(l.entry, 0, 0, s.Width, s.Height)
}

// SetHints sets the words that are offered under the prompt of an edit, such as "in the red box". Window's goroutine.
func (s *Screen) SetHints(words []string) {
	v := s.fields
	if !slices.Equal(words, v.hintWords) {
		v.hintWords, v.hints.Objects = slices.Clone(words), nil
		for _, w := range words {
			v.hints.Add(kit.NewChip("+ "+w, func() { s.insertHint(w) }))
		}
	}
	s.render()
	s.Refit()
}

// insertHint puts words in at the cursor of the prompt, apart from what stands before and behind it: at the end of what was
// said with a comma, so that two hints after each other stay two things, and between two words without one.
func (s *Screen) insertHint(words string) {
	e := s.fields.prompt.entry
	text, at := []rune(e.Text), e.CursorTextOffset()
	if e.SelectedText() == "" && at <= len(text) {
		switch {
		case at == 0 || unicode.IsSpace(text[at-1]):
		case unicode.IsPunct(text[at-1]) || !endsHere(text[at:]):
			words = " " + words
		default:
			words = ", " + words
		}
		if at < len(text) && !unicode.IsSpace(text[at]) && !unicode.IsPunct(text[at]) {
			words += " "
		}
	}
	s.focus(e)
	e.insert(strings.TrimRight(words, "\n"))
}

// endsHere reports whether what was said before a text ends there: nothing follows on the line, or a punctuation mark.
func endsHere(rest []rune) bool {
	return len(rest) == 0 || rest[0] == '\n' || unicode.IsPunct(rest[0])
}
