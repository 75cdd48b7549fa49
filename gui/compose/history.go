package compose

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// How many earlier prompts are read: for the keys, and for the sheet, which searches the library for more.
const (
	walkLength  = 200
	sheetLength = 100
)

func (w *writing) walkFront(by int) {
	w.focus(w.prompt.entry)
	w.walk(w.prompt, by)
}

// promptKeys takes Ctrl+Up, Ctrl+Down and Ctrl+Shift+Enter (with Cmd on macOS) in a prompt.
func (w *writing) promptKeys(v *promptView) func(fyne.Shortcut) bool {
	up := &desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierShortcutDefault}
	down := &desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierShortcutDefault}
	return func(k fyne.Shortcut) bool {
		if isAsItWas(k) {
			w.asItWas()
			return true
		}
		switch k.ShortcutName() {
		case up.ShortcutName():
			w.walk(v, 1)
		case down.ShortcutName():
			w.walk(v, -1)
		default:
			return false
		}
		return true
	}
}

// walk takes a step. The first one has to read the earlier prompts, and is taken when they are there.
func (w *writing) walk(v *promptView, by int) {
	switch {
	case v.walk != nil:
		w.step(v, by)
		return
	case by < 0:
		return // at the bottom
	}
	w.earlier("", walkLength, func(rows []textRow) {
		if v.walk == nil { // else two presses came before the first reading did
			prompts := make([]string, len(rows))
			for i, r := range rows {
				prompts[i] = r.text
			}
			v.walk = newPromptCursor(v.entry.Text, prompts)
			w.discarded.add(v.entry.Text)
		}
		w.step(v, by)
	})
}

func (w *writing) step(v *promptView, by int) {
	if text, ok := v.walk.step(v.entry.Text, by); ok {
		v.entry.replace(text)
	}
	if v.walk.over() {
		v.walk = nil
	}
}

// earlier reads earlier prompts that hold all the words, the newest first, as texts that stand for themselves: braces in
// what was sent are text. What was discarded comes before them.
func (w *writing) earlier(words string, limit int, then func([]textRow)) {
	w.Go(func(ctx context.Context) {
		prompts, err := w.Library.Prompts(ctx, words, limit)
		if err != nil {
			w.Log().Warn("cannot read earlier prompts", slog.Any("err", err))
			return
		}
		for i := range prompts {
			prompts[i] = form.Escape(prompts[i])
		}
		w.Post(func() {
			var rows []textRow
			for _, text := range w.discarded.besides(prompts, words) {
				rows = append(rows, textRow{name: lang.L("Put aside"), text: text})
			}
			for _, text := range prompts {
				rows = append(rows, textRow{text: text})
			}
			then(rows)
		})
	})
}

// showHistory lists the earlier prompts, to be searched and taken over.
func (w *writing) showHistory() {
	c := w.sheetCanvas()
	if c == nil {
		return
	}
	v := w.prompt
	var sheet *widgets.Sheet
	list := newTextList(lang.L("No earlier prompt holds these words."))
	use := widgets.NewButton(lang.L("Use this prompt"), nil, widgets.Primary, nil)
	take := func() {
		if row, ok := list.chosen(); ok {
			sheet.Hide()
			w.takePrompt(v, row.text, lang.L("An earlier prompt replaced what was here."))
		}
	}
	use.OnTapped = take
	list.onTake = take
	list.onChosen = func() {
		_, ok := list.chosen()
		setOn(use, ok)
	}
	number := 0
	find := func(words string) {
		number++
		mine := number
		w.earlier(words, sheetLength, func(rows []textRow) {
			if mine == number { // else words that were typed later came back first, or will
				list.set(rows)
			}
		})
	}
	search := widgets.NewSearchEntry(lang.L("Search your prompts"))
	search.OnChanged = find
	search.OnKey = list.keyFromSearch
	search.OnSubmitted = func(string) { take() }
	leave := widgets.NewButton(lang.L("Close"), nil, widgets.Plain, func() { sheet.Hide() })
	sheet = widgets.ShowWideSheet(c, textSheetWidth, widgets.NewColumn(12,
		widgets.NewText(lang.L("Earlier prompts"), resources.SizeH2, resources.Text1, true),
		search, list.box,
		widgets.NewRow(8, use, leave, widgets.NewSpring(), widgets.NewText(lang.L("%s in the prompt goes through them as well", stepWord()), resources.SizeSM, resources.Text3, false)),
	), nil)
	list.onChosen()
	find("")
	c.Focus(search)
}

// stepWord is the two shortcuts in the words of the system.
func stepWord() string {
	if fyne.KeyModifierShortcutDefault == fyne.KeyModifierSuper {
		return "⌘↑, ⌘↓"
	}
	return "Ctrl+Up, Ctrl+Down"
}

// takePrompt puts a text in the place of a prompt, and offers for a while to take that back.
func (w *writing) takePrompt(v *promptView, text, words string) {
	before := v.entry.Text
	if before != text {
		w.discarded.add(before)
		v.entry.replace(text)
	}
	w.focus(v.entry)
	if before == text || before == "" {
		return
	}
	w.notices.undoable(words, recallShown, func() {
		w.edit(func(f *form.Form) { f.SetPrompt(before) })
		w.focus(v.entry)
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

// discardedName is the setting that holds the discarded prompts.
const discardedName = "compose.aside"

// discardedMost is how many of them are kept.
const discardedMost = 20

// discardedPrompts are prompts that an earlier one took the place of, the newest first. They stand among the earlier prompts, so
// that what was typed and never sent is found again also after the program ended in between.
type discardedPrompts struct{ savedList[string] }

func (d *discardedPrompts) add(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	list := slices.DeleteFunc(slices.Clone(d.list), func(o string) bool { return o == text })
	d.list = append([]string{text}, list...)
	d.list = d.list[:min(len(d.list), discardedMost)]
	d.save()
}

// besides returns those that hold all the words and are not among others.
func (d *discardedPrompts) besides(others []string, words string) []string {
	wanted := strings.Fields(strings.ToLower(words))
	return slices.DeleteFunc(slices.Clone(d.list), func(text string) bool {
		low := strings.ToLower(text)
		return slices.Contains(others, text) || slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(low, w) })
	})
}

// writing is what helps a person to write prompts: those that were sent before, those that were discarded for another one, and
// the snippets, with the menu that a slash opens. It belongs to the window's goroutine, but for load and flush.
type writing struct {
	*editing
	prompt  *promptView
	other   *editor // the negative prompt, which takes snippets too
	asItWas func()  // the prompt's keys send the picture without what is drawn

	snippets  *snippets
	discarded *discardedPrompts
	slash     *slash
}

func newWriting(e *editing, keep func(name string) *saver) *writing {
	w := &writing{editing: e, snippets: &snippets{savedList[Snippet]{saver: keep(snippetsName)}}, discarded: &discardedPrompts{savedList[string]{saver: keep(discardedName)}}}
	w.slash = newSlash(w.snippets, w.focus)
	return w
}

// help connects the prompts of the form with it. It is called once.
func (w *writing) help(prompt *promptView, other *editor) {
	w.prompt, w.other = prompt, other
	prompt.entry.keys = w.promptKeys(prompt)
	prompt.history.OnTapped, prompt.snippets.OnTapped = w.showHistory, w.showSnippets
	w.slash.listen(prompt.entry)
	w.slash.listen(other)
}

// target is the field that a snippet comes from and goes to: the one with the cursor where that is one, else the prompt.
func (w *writing) target() *editor {
	if w.Canvas().Focused() == fyne.Focusable(w.other) {
		return w.other
	}
	return w.prompt.entry
}

// load reads the snippets and the discarded prompts, off the window's goroutine, and returns what takes them in
// on it. What cannot be read is left alone on the disk.
func (w *writing) load(ctx context.Context) (take func()) {
	saved, noSnippets := w.snippets.load(ctx)
	left, noDiscarded := w.discarded.load(ctx)
	for _, err := range []error{noSnippets, noDiscarded} {
		if err != nil {
			w.Log().Warn("cannot read what was kept for prompts", slog.Any("err", err))
		}
	}
	return func() {
		if noSnippets == nil {
			w.snippets.loaded(saved, w.snippets.put)
		}
		if noDiscarded == nil {
			w.discarded.loaded(left, w.discarded.add)
		}
	}
}

// flush writes what is not yet saved, off the window's goroutine.
func (w *writing) flush(ctx context.Context) error {
	return errors.Join(w.snippets.saver.flush(ctx), w.discarded.saver.flush(ctx))
}
