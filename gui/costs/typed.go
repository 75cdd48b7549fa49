package costs

import "viviscope/gui/wording"

// Typed is what was typed to be compared with the consoles of services, and not recorded. A place that is made anew takes it over.
// Window's goroutine.
type Typed struct {
	drafts  map[int64]reconcileDraft // by profile
	amounts map[int64]wording.KeptAmount
}

// Typed is what was typed, for the place that comes in place of this one; see [Deps.Typed]. It is to be asked for while the
// language in which amounts were typed is still in use.
func (s *Screen) Typed() *Typed {
	t := &Typed{drafts: s.drafts, amounts: map[int64]wording.KeptAmount{}}
	for id, draft := range s.drafts {
		t.amounts[id] = wording.KeepAmount(draft.amount, draft.currency)
	}
	return t
}

// takeOver goes on with what was typed in a place before.
func (s *Screen) takeOver(t *Typed) {
	s.drafts = t.drafts
	for id, kept := range t.amounts {
		draft := s.drafts[id]
		draft.amount = kept.Text()
		s.drafts[id] = draft
	}
}
