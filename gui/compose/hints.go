package compose

import (
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// hintsView are words for the prompt that follow from what lies on the canvas, to be put in by a click: "+ in the red box".
type hintsView struct {
	words  []string
	insert func(words string)
	box    *fyne.Container
}

func newHintsView(insert func(string)) *hintsView {
	v := &hintsView{insert: insert, box: widgets.NewFlow(6)}
	v.box.Hide()
	return v
}

func (v *hintsView) show(words []string) {
	if slices.Equal(words, v.words) {
		return
	}
	v.words = slices.Clone(words)
	v.box.Objects = nil
	for _, w := range v.words {
		v.box.Add(widgets.NewChip("+ "+w, func() { v.insert(w) }))
	}
}

// SetHints sets the words that are offered under the prompt of an edit, such as "in the red box". Window's goroutine.
func (s *Screen) SetHints(words []string) {
	s.fields.hints.show(words)
	s.render()
	s.refit()
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
	s.window.focus(e)
	e.insert(strings.TrimRight(words, "\n"))
}

// endsHere reports whether what was said before a text ends there: nothing follows on the line, or a punctuation mark.
func endsHere(rest []rune) bool {
	return len(rest) == 0 || rest[0] == '\n' || unicode.IsPunct(rest[0])
}
