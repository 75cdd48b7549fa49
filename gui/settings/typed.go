package settings

import (
	"viviscope/gui/wording"
)

// Typed is what was typed on the page and is not saved, of every profile, and which profile the page was about. A page that is
// made anew takes it over. Keys are in it: it is held in memory alone, and says nothing of itself. Window's goroutine.
type Typed struct {
	selected int64
	adding   bool

	profiles map[int64]profileDraft
	keys     map[int64]*secretState
	limits   [limitFields]map[int64]string
	models   map[int64]*modelsState
	hosting  map[int64]*hostingState
	secrets  map[int64]*secretState // of image hosting
	logins   map[int64]*secretState // of the proxy, which belongs to no profile
	proxy    proxyDraft

	amounts [limitFields]map[int64]wording.KeptAmount // limits while no page shows them
}

// The fields for amounts.
const (
	dayLimit = iota
	monthLimit
	confirmLimit
	limitFields
)

func newTyped() *Typed {
	t := &Typed{profiles: map[int64]profileDraft{}, keys: map[int64]*secretState{}, models: map[int64]*modelsState{},
		hosting: map[int64]*hostingState{}, secrets: map[int64]*secretState{}, logins: map[int64]*secretState{}}
	for i := range t.limits {
		t.limits[i] = map[int64]string{}
	}
	return t
}

// String keeps what was typed out of every text.
func (t *Typed) String() string { return "what was typed in Settings" }

// GoString keeps it out of those for programmers too.
func (t *Typed) GoString() string { return t.String() }

// Typed is what was typed and is not saved, for the page that comes in place of this one; see [Deps.Typed]. It is to be asked for
// while the language in which amounts were typed is still in use.
func (s *Screen) Typed() *Typed {
	t := s.typed
	t.selected, t.adding = s.selected, s.adding
	if s.form != nil {
		s.form.stash()
	}
	if s.program != nil {
		s.program.stash()
	}
	currency := map[int64]string{}
	for _, c := range s.shown.cards {
		currency[c.profile.ID] = c.profile.Currency
	}
	for i, of := range t.limits {
		t.amounts[i] = map[int64]wording.KeptAmount{}
		for id, text := range of {
			t.amounts[i][id] = wording.KeepAmount(text, currency[id])
		}
	}
	return t
}

// takeOver goes on with what was typed on a page before. What that page said is left out: it was said in another language, and
// what it was doing has ended.
func (s *Screen) takeOver(t *Typed) {
	s.typed, s.selected, s.adding = t, t.selected, t.adding
	for i, of := range t.amounts {
		for id, kept := range of {
			if _, open := t.limits[i][id]; open { // else it was saved since
				t.limits[i][id] = kept.Text()
			}
		}
	}
	for _, st := range t.models {
		st.note, st.saving = "", false
	}
	for _, st := range t.hosting {
		st.note, st.report, st.saving, st.testing = "", nil, false, false
	}
	for _, row := range []map[int64]*secretState{t.keys, t.secrets, t.logins} {
		for _, st := range row {
			st.note = ""
		}
	}
}

// proxyDraft is the address of a proxy as it was typed over the one that is kept.
type proxyDraft struct {
	text, over string
	entering   bool
}
