package boards

import (
	"bytes"
	"fmt"
	"slices"

	"viviscope/db"
)

// Bounds of the steps of a board that can be undone. A step that replaces a whole document holds it twice.
const (
	maxSteps     = 1000
	maxStepBytes = 32 << 20
)

// history holds the steps of a board that can be undone and redone. It is kept in memory while the library is open.
type history struct {
	version      int    // of the board after the last write; a different one means a change from outside
	done, undone []step // the last one is the next to be undone, or redone
}

// step is a change of a document: the offset of the difference, and the text there before and after. Films, which are
// at the document's end, are in no step: undo never changes them.
type step struct {
	name          string // the step's name for the user
	at            int
	before, after []byte // not strings: a letter may be cut
}

// stepOf returns the step between two documents; false if they differ at most in their films.
func diffStep(what string, before, after []byte) (step, bool) {
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

// apply returns the document before the step, or after it for a redo.
func (s step) apply(doc []byte, again bool) ([]byte, error) {
	is, becomes := s.after, s.before
	if again {
		is, becomes = becomes, is
	}
	plan, films := withoutFilms(doc)
	if len(plan) < s.at || !bytes.HasPrefix(plan[s.at:], is) {
		return nil, fmt.Errorf("step %q does not fit the board", s.name)
	}
	return slices.Concat(plan[:s.at], becomes, plan[s.at+len(is):], films), nil
}

// wrote records that a board was written, as a step with the name what, or without a step for "". Earlier steps can no
// longer be undone if the board was changed from outside in between, or is changed without a step.
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

// next returns the next step to undo, or to redo, for a board at a version; false if there is none.
func (h *history) next(version int, again bool) (step, bool) {
	if h == nil || h.version != version {
		return step{}, false
	}
	steps := h.done
	if again {
		steps = h.undone
	}
	if len(steps) == 0 {
		return step{}, false
	}
	return steps[len(steps)-1], true
}

// moved notes that the next step was undone, or redone, and gave the board a version.
func (h *history) shift(version int, again bool) {
	from, to := &h.done, &h.undone
	if again {
		from, to = to, from
	}
	last := len(*from) - 1
	*to, *from = append(*to, (*from)[last]), (*from)[:last]
	h.version = version
}

// words returns the names of the next steps to undo and to redo, for a board at a version; "" if there is none.
func (h *history) names(version int) (undo, redo string) {
	done, _ := h.next(version, false)
	undone, _ := h.next(version, true)
	return done.name, undone.name
}
