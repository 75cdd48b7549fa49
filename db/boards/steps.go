package boards

import (
	"bytes"
	"fmt"
	"slices"

	"viviscope/db"
)

// maxSteps is the number of steps of a board that can be undone.
const maxSteps = 1000

// history holds the steps of a board that can be undone and redone. It is kept in memory while the library is open.
type history struct {
	version      int    // of the board after the last write; at another one, somebody else has changed the board
	done, undone []step // the last one is the next to be undone, or redone
}

// step is a change of a document: where the two differ, and what stood there before and after. Films, which stand at its
// end, are in no step: they stay whatever is undone.
type step struct {
	what          string // words for the user
	at            int
	before, after []byte // not strings: a letter may be cut
}

// stepOf returns the step between two documents; false where they differ in their films at most.
func stepOf(what string, before, after []byte) (step, bool) {
	before, _ = withoutFilms(before)
	after, _ = withoutFilms(after)
	at, n := 0, min(len(before), len(after))
	for at < n && before[at] == after[at] {
		at++
	}
	same := 0 // behind what differs
	for same < n-at && before[len(before)-1-same] == after[len(after)-1-same] {
		same++
	}
	s := step{what, at, bytes.Clone(before[at : len(before)-same]), bytes.Clone(after[at : len(after)-same])}
	return s, len(s.before)+len(s.after) > 0
}

// withoutFilms parts a document before its films, or its last brace. Within a text the quotes would be escaped.
func withoutFilms(doc []byte) (plan, films []byte) {
	at := bytes.LastIndex(doc, []byte(`,"films":[`))
	if at < 0 {
		at = max(len(doc)-1, 0)
	}
	return doc[:at], doc[at:]
}

// undo returns the document before the step.
func (s step) undo(doc []byte) ([]byte, error) { return replaced(doc, s.at, s.after, s.before) }

// redo returns the document after the step.
func (s step) redo(doc []byte) ([]byte, error) { return replaced(doc, s.at, s.before, s.after) }

// replaced returns a document with another text at a place.
func replaced(doc []byte, at int, is, becomes []byte) ([]byte, error) {
	plan, films := withoutFilms(doc)
	if len(plan) < at || !bytes.HasPrefix(plan[at:], is) {
		return nil, fmt.Errorf("the step at byte %d does not fit the board", at)
	}
	return slices.Concat(plan[:at], becomes, plan[at+len(is):], films), nil
}

// wrote notes that a board was written, as a step with these words, or without a step for "". What was done before can no
// longer be undone where the board was changed by somebody else in between, or is changed without a step.
func (h *history) wrote(before, after db.BoardRow, what string) {
	s, differs := stepOf(what, before.Doc, after.Doc)
	if h.version != before.Version || differs && what == "" {
		h.done, h.undone = nil, nil
	}
	h.version = after.Version
	if !differs || what == "" || before.ID == 0 {
		return
	}
	h.undone = nil
	if h.done = append(h.done, s); len(h.done) > maxSteps {
		h.done = slices.Delete(h.done, 0, len(h.done)-maxSteps)
	}
}

// words returns those of the step that is undone next and of the one that is redone next, of a board at a version; "" where
// there is none.
func (h *history) words(version int) (undo, redo string) {
	if h == nil || h.version != version {
		return "", ""
	}
	if n := len(h.done); n > 0 {
		undo = h.done[n-1].what
	}
	if n := len(h.undone); n > 0 {
		redo = h.undone[n-1].what
	}
	return undo, redo
}
