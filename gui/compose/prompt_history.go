package compose

import (
	"cmp"
	"context"
	"log/slog"

	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// How many earlier prompts are read: for the keys, and for the sheet, which searches the library for more.
const (
	walkLength  = 200
	sheetLength = 100
)

// promptHistory restores earlier prompts, with keys in the prompt and from a sheet with a search.
type promptHistory struct {
	host    action.Host
	library Library
}

// walkFront replaces the text of the field by the previous prompt (1) or the next one (-1), ending at the text that the
// user was typing.
func (h *promptHistory) walkFront(v *promptView, by int) {
	h.host.Canvas().Focus(v.entry)
	h.walk(v, by)
}

// keys handles Ctrl+Up and Ctrl+Down (Cmd on macOS) in a prompt.
func (h *promptHistory) keys(v *promptView) func(fyne.Shortcut) bool {
	return func(k fyne.Shortcut) bool {
		switch ctrl := fyne.KeyModifierShortcutDefault; {
		case isKey(k, ctrl, fyne.KeyUp):
			h.walk(v, 1)
		case isKey(k, ctrl, fyne.KeyDown):
			h.walk(v, -1)
		default:
			return false
		}
		return true
	}
}

// walk moves by one step. The first step waits until the earlier prompts are read.
func (h *promptHistory) walk(v *promptView, by int) {
	switch {
	case v.walk != nil:
		h.step(v, by)
		return
	case by < 0:
		return // at the bottom
	}
	h.read("", walkLength, func(prompts []string) {
		if v.walk == nil { // otherwise the key was pressed twice before the first reading ended
			v.walk = newPromptCursor(v.entry.Text, prompts)
		}
		h.step(v, by)
	})
}

func (h *promptHistory) step(v *promptView, by int) {
	if text, ok := v.walk.step(v.entry.Text, by); ok {
		v.entry.replace(text)
	}
	if v.walk.over() {
		v.walk = nil
	}
}

// read reads earlier prompts that contain all the words, newest first. It calls then with them on the window's
// goroutine. They are as they were typed: variations are the one prompt with braces, in all others braces are escaped.
func (h *promptHistory) read(words string, limit int, then func([]string)) {
	h.host.Go(func(ctx context.Context) {
		sent, err := h.library.Prompts(ctx, words, limit)
		if err != nil {
			h.host.Log().Warn("cannot read earlier prompts", slog.Any("err", err))
			return
		}
		prompts := make([]string, len(sent))
		for i, p := range sent {
			prompts[i] = cmp.Or(p.Template, order.Escape(p.Text))
		}
		h.host.Post(func() { then(prompts) })
	})
}

// show opens the sheet with the earlier prompts.
func (h *promptHistory) show(v *Fields) {
	number := 0
	var l *textSheet
	find := func(words string) {
		number++
		mine := number
		h.read(words, sheetLength, func(prompts []string) {
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
	l = newTextSheet(lang.L("Search your prompts"), find, func(i int) { h.take(v, l.rows[i].text) })
	l.none.SetText(lang.L("No earlier prompt contains these words."))
	const ctrl = fyne.KeyModifierShortcutDefault
	keys := wording.Commas(keyWords(ctrl, fyne.KeyUp), keyWords(ctrl, fyne.KeyDown))
	title := kit.NewText(lang.L("Earlier prompts"), resources.SizeH2, resources.Text1, true)
	l.list.SetName(title)
	l.open(sheetCanvas(h.host), title,
		l.button(lang.L("Use this prompt"), kit.Primary, l.take),
		kit.NewText(lang.L("%s in the prompt does the same", keys), resources.SizeSM, resources.Text3, false))
}

// take replaces the text of the field by an earlier prompt, and offers to undo that.
func (h *promptHistory) take(v *Fields, text string) {
	e, before := v.prompt.entry, v.prompt.entry.Text
	if before != text {
		e.replace(text)
	}
	h.host.Canvas().Focus(e)
	if before == text || before == "" {
		return
	}
	v.notices.undoable(lang.L("Earlier prompt inserted. It replaced the previous one."), recallShown, func() {
		v.owner.Edit(func(f *order.Form) { f.SetPrompt(before) })
		h.host.Canvas().Focus(e)
	})
}
