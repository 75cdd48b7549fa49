package boards

import (
	"bytes"
	"fmt"
	"slices"

	"viviscope/db"
)

// Limits of the undo history of a board. A step that replaces the whole document holds it twice.
const (
	maxSteps     = 1000
	maxStepBytes = 32 << 20
)

// history is the undo and redo history of a board. It is kept in memory while the library is open.
type history struct {
	version      int    // of the board after the last write; if the row differs, another process wrote it
	done, undone []step // stacks; the last element is next
}

// step is an edit of a document: an offset, and the bytes there before and after. It does not contain films, which are
// at the document's end: undo never changes them.
type step struct {
	name          string // the step's name for the user
	at            int
	before, after []byte // not strings: the cut may be inside a rune
}

// diffStep returns the step between two documents. It reports false if nothing but films differs.
func diffStep(what string, before, after []byte) (step, bool) {
	before, _ = withoutFilms(before)
	after, _ = withoutFilms(after)
	at, n := 0, min(len(before), len(after))
	for at < n && before[at] == after[at] {
		at++
	}
	same := 0 // length of the common suffix
	for same < n-at && before[len(before)-1-same] == after[len(after)-1-same] {
		same++
	}
	s := step{what, at, bytes.Clone(before[at : len(before)-same]), bytes.Clone(after[at : len(after)-same])}
	return s, len(s.before)+len(s.after) > 0
}

// withoutFilms splits a document before its films, or before the closing brace. The separator cannot occur inside a
// text, because quotes are escaped there.
func withoutFilms(doc []byte) (plan, films []byte) {
	at := bytes.LastIndex(doc, []byte(`,"films":[`))
	if at < 0 {
		at = max(len(doc)-1, 0)
	}
	return doc[:at], doc[at:]
}

// apply undoes the step in a document, or redoes it. It returns an error if the document does not match.
func (s step) apply(doc []byte, redo bool) ([]byte, error) {
	is, becomes := s.after, s.before
	if redo {
		is, becomes = becomes, is
	}
	plan, films := withoutFilms(doc)
	if len(plan) < s.at || !bytes.HasPrefix(plan[s.at:], is) {
		return nil, fmt.Errorf("step %q does not fit the board", s.name)
	}
	return slices.Concat(plan[:s.at], becomes, plan[s.at+len(is):], films), nil
}

// record updates the history after a write, as a step with the given name, or without a step for "". It drops earlier
// steps if another process wrote the board in between, or if this write is a change without a step.
func (h *history) record(before, after db.BoardRow, what string) {
	s, differs := diffStep(what, before.Doc, after.Doc)
	if h.version != before.Version || differs && what == "" {
		h.done, h.undone = nil, nil
	}
	h.version = after.Version
	if !differs || what == "" || before.ID == 0 {
		return
	}
	h.undone = nil
	h.done = append(h.done, s)
	keep, size := 0, 0
	for keep < min(len(h.done), maxSteps) && size <= maxStepBytes {
		s := h.done[len(h.done)-1-keep]
		size += len(s.before) + len(s.after)
		keep++
	}
	h.done = slices.Delete(h.done, 0, len(h.done)-keep)
}

// next returns the next step to undo, or to redo, if the board still has the history's version.
func (h *history) next(version int, redo bool) (step, bool) {
	if h == nil || h.version != version {
		return step{}, false
	}
	steps := h.done
	if redo {
		steps = h.undone
	}
	if len(steps) == 0 {
		return step{}, false
	}
	return steps[len(steps)-1], true
}

// shift moves the next step to the other stack, after an undo or redo that gave the board a version.
func (h *history) shift(version int, redo bool) {
	from, to := &h.done, &h.undone
	if redo {
		from, to = to, from
	}
	last := len(*from) - 1
	*to, *from = append(*to, (*from)[last]), (*from)[:last]
	h.version = version
}

// names returns the names of the next steps to undo and to redo; "" if there is none.
func (h *history) names(version int) (undo, redo string) {
	done, _ := h.next(version, false)
	undone, _ := h.next(version, true)
	return done.name, undone.name
}
