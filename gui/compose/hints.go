package compose

import (
	"slices"
	"strings"
	"unicode"

	"viviscope/gui/action"
	"viviscope/gui/kit"

	"fyne.io/fyne/v2"
)

// hints are chips under the prompt of an edit, such as "+ in the red box". A click inserts its words into the prompt.
type hints struct {
	host  action.Host
	into  *editor
	words []string
	box   *fyne.Container
}

func newHints(host action.Host, into *editor) *hints {
	return &hints{host: host, into: into, box: kit.NewFlow(6)}
}

// set replaces the words that are offered.
func (h *hints) set(words []string) {
	if slices.Equal(words, h.words) {
		return
	}
	h.words, h.box.Objects = slices.Clone(words), nil
	for _, w := range words {
		chip := kit.NewChip("+ "+chipText(w), func() { h.insert(w) })
		chip.SetWord(w)
		h.box.Add(chip)
	}
}

// chipLongest is the largest number of characters on a chip.
const chipLongest = 32

// chipText returns words that fit on a chip. A quotation that is cut keeps its closing mark.
func chipText(words string) string {
	text := []rune(words)
	if len(text) <= chipLongest {
		return words
	}
	end := "…"
	if last := text[len(text)-1]; last == '”' {
		end += string(last)
	}
	return strings.TrimRight(string(text[:chipLongest-2]), " ") + end
}

// insert inserts words at the cursor of the prompt. At the end of a sentence they follow after a comma, so that two
// hints stay two things; between two words they follow without one.
func (h *hints) insert(words string) {
	e := h.into
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
	h.host.Canvas().Focus(e)
	e.insert(strings.TrimRight(words, "\n"))
}

// endsHere reports whether a sentence ends before rest: nothing follows on the line, or a punctuation mark.
func endsHere(rest []rune) bool {
	return len(rest) == 0 || rest[0] == '\n' || unicode.IsPunct(rest[0])
}
