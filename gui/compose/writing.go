package compose

import (
	"context"
	"errors"
	"log/slog"

	"fyne.io/fyne/v2"
)

// writing is what helps a person to write prompts: those that were sent before, those that were discarded for another one, and
// the snippets, with the menu that a slash opens. It belongs to the window's goroutine, but for load and flush.
type writing struct {
	Runtime
	sent    func(ctx context.Context, words string, limit int) ([]string, error) // earlier prompts; nil: there are none
	window  *viewport
	notices *notices
	prompt  *promptView
	other   *editor           // the negative prompt, which takes snippets too
	set     func(text string) // in place of the prompt, as a person's change
	asItWas func()            // the prompt's keys send the picture without what is drawn

	snippets  *snippets
	discarded *discardedPrompts
	slash     *slash
}

func newWriting(d Deps, window *viewport, notices *notices, keep func(name string) *saver) *writing {
	w := &writing{Runtime: d.Runtime, sent: d.Prompts, window: window, notices: notices,
		snippets: &snippets{savedList[Snippet]{saver: keep(snippetsName)}}, discarded: &discardedPrompts{savedList[string]{saver: keep(discardedName)}}}
	w.slash = newSlash(w.snippets, window.focus)
	return w
}

// help connects the prompts of the form with it. It is called once.
func (w *writing) help(prompt *promptView, other *editor) {
	w.prompt, w.other = prompt, other
	prompt.entry.keys = w.promptKeys(prompt)
	prompt.history.OnTapped, prompt.snippets.OnTapped = w.showHistory, w.showSnippets
	setShown(prompt.history, w.sent != nil)
	w.slash.listen(prompt.entry)
	w.slash.listen(other)
}

// target is the field that a snippet comes from and goes to: the one with the cursor where that is one, else the prompt.
func (w *writing) target() *editor {
	if w.window.focused() == fyne.Focusable(w.other) {
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
			w.Log.Warn("cannot read what was kept for prompts", slog.Any("err", err))
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
