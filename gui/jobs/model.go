package jobs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// lineKind is what a line of a list shows.
type lineKind int

const (
	cardLine  lineKind = iota // a click
	groupLine                 // the head of a group
	clickLine                 // the head of the jobs of one click
	jobLine                   // one job
)

// listLine is one line of a list.
type listLine struct {
	kind  lineKind
	group group // of groupLine
	inner bool  // a job below the head of its click
	click       // the jobs that the line is about
}

// foldKey identifies a head when its lines are folded.
func (l listLine) foldKey() string {
	if l.kind == groupLine {
		return fmt.Sprint(l.group)
	}
	return l.items[0].Click
}

// isSame reports whether a line is the same as one of an earlier reading.
func (l listLine) isSame(o listLine) bool {
	switch {
	case l.kind != o.kind:
		return false
	case l.kind == groupLine:
		return l.group == o.group
	case l.kind == clickLine: // jobs of a click can be in several groups
		return l.foldKey() == o.foldKey() && l.items[0].State == o.items[0].State
	}
	return l.id() == o.id()
}

// isHead reports whether the line heads others, which can be folded.
func (l listLine) isHead() bool { return l.kind == groupLine || l.kind == clickLine }

// asksApproval reports whether the line heads a click that waits for approval.
func (l listLine) asksApproval() bool { return l.kind == clickLine && l.needsApproval() }

// listModel holds the jobs of a list and decides which lines it has, and in which order. It belongs to the window's
// goroutine.
type listModel struct {
	groups  []group // that can be chosen; the first is all
	asCards bool    // a line for each click, newest first; else rows by group
	changed func()  // called after a choice of the user, when the lines are arranged

	items        []*item        // all that were read, newest first
	known        map[int64]bool // their IDs; nil: nothing was read yet
	cut          bool           // older ended ones were left out
	group        group          // the chosen group
	profile      int64          // only its jobs are shown; 0: all jobs
	order        jobOrder       // of the jobs in each group
	selected     map[int64]bool
	nameProfiles bool              // rows show the names of their profiles
	folded       map[string]bool   // what the user folded or unfolded, by the keys of lines
	places       map[int64]float32 // the shapes of the jobs whose cards are reserved, by their IDs

	lines  []listLine
	shown  []*item       // the jobs of the lines, also of folded ones
	lineOf map[int64]int // the line of each job, if it has one
}

func newListModel(asCards bool, groups ...group) *listModel {
	return &listModel{asCards: asCards, groups: groups, selected: map[int64]bool{}, folded: map[string]bool{},
		places: map[int64]float32{}}
}

// put replaces the jobs.
func (m *listModel) put(items []*item, cut bool) {
	m.items, m.cut, m.known = items, cut, map[int64]bool{}
	for _, it := range items {
		m.known[it.ID] = true
	}
	maps.DeleteFunc(m.places, func(id int64, _ float32) bool { return !m.known[id] })
	m.reserve()
}

// reserve reserves the places of the results of all jobs that are under way. From then on their cards keep the size and
// the shape of the requested result, even if the job fails, so that no other card moves.
func (m *listModel) reserve() {
	for _, it := range m.items {
		shape, known := m.places[it.ID]
		if !known && it.in(underWay) {
			shape, known = it.shape, true
			m.places[it.ID] = shape
		}
		it.reserved = known
		if known {
			it.shape = shape
		}
	}
}

// freePlaces ends the reservation of all jobs that are not under way.
func (m *listModel) freePlaces() {
	clear(m.places)
	m.reserve()
}

// arrange computes the lines.
func (m *listModel) arrange() {
	m.lines, m.shown = nil, nil
	if m.asCards {
		m.arrangeCards()
	} else {
		m.arrangeRows()
	}
	m.lineOf = map[int64]int{}
	for i, l := range m.lines {
		if !l.isHead() {
			for _, it := range l.items {
				m.lineOf[it.ID] = i
			}
		}
	}
	selected := map[int64]bool{} // without jobs that are not shown any more
	for _, it := range m.selection() {
		selected[it.ID] = true
	}
	m.selected = selected
}

func (m *listModel) arrangeCards() {
	for _, k := range clicksOf(m.items) {
		if k.has(m.group) {
			m.lines = append(m.lines, listLine{kind: cardLine, click: k})
			m.shown = append(m.shown, k.items...)
		}
	}
}

func (m *listModel) arrangeRows() {
	for _, g := range m.groups[1:] {
		of := m.ofProfile(func(it *item) bool { return it.in(g) })
		switch g {
		case toSend:
			slices.Reverse(of) // the next one to send is the first
			for i, it := range of {
				it.turn = i + 1
			}
		case running:
			of = downloadsFirst(of)
		}
		of = m.order.sort(of)
		if len(of) > 0 && (m.group == all || m.group == g) {
			m.shown = append(m.shown, of...)
			m.addGroup(listLine{kind: groupLine, group: g, click: click{of}})
		}
	}
}

// addGroup adds the head of a group and, unless it is folded, its jobs: those of one click under a head of their own.
func (m *listModel) addGroup(head listLine) {
	m.lines = append(m.lines, head)
	if m.isFolded(head) {
		return
	}
	for _, of := range togetherOf(head.items) {
		together := listLine{kind: clickLine, click: click{of}}
		if len(of) > 1 {
			m.lines = append(m.lines, together)
		}
		if len(of) == 1 || !m.isFolded(together) {
			for i := range of {
				m.lines = append(m.lines, listLine{kind: jobLine, inner: len(of) > 1, click: click{of[i : i+1]}})
			}
		}
	}
}

// downloadsFirst puts files on their way here before jobs that still run, and of those first what the service deletes
// first.
func downloadsFirst(list []*item) []*item {
	here := filter(list, (*item).arriving)
	there := filter(list, func(it *item) bool { return !it.arriving() })
	rows, place := make([]db.Job, len(here)), map[int64]int{}
	for i, it := range here {
		rows[i] = it.Job
	}
	jobs.SortByRetention(rows)
	for i, job := range rows {
		place[job.ID] = i
	}
	slices.SortFunc(here, func(a, b *item) int { return place[a.ID] - place[b.ID] })
	return slices.Concat(here, there)
}

// ofProfile returns the jobs of the chosen profile for which keep returns true.
func (m *listModel) ofProfile(keep func(it *item) bool) []*item {
	return filter(m.items, func(it *item) bool { return (m.profile == 0 || it.ProfileID == m.profile) && keep(it) })
}

// groupNote returns what the user may want to know about a group.
func (m *listModel) groupNote(l listLine) string {
	switch {
	case l.group == toSend:
		return cmp.Or(forecast(l.items), lang.L("sent automatically in turn"))
	case l.group == ended && m.cut:
		return lang.L("only the newest; all are in the gallery and ledger")
	}
	return ""
}

// held returns the jobs that are sent together, oldest first.
func (m *listModel) held() []*item {
	held := releasable(m.ofProfile(func(*item) bool { return true }))
	slices.Reverse(held)
	return held
}

// failing returns the jobs whose downloads keep failing. The first one is the one that the service deletes first.
func (m *listModel) failing() []*item { return downloadsFirst(filter(m.items, (*item).failing)) }

// profiles lists the profiles of all jobs.
func (m *listModel) profiles() (list []db.Profile) {
	seen := map[int64]bool{}
	for _, it := range m.items {
		if !seen[it.ProfileID] {
			seen[it.ProfileID] = true
			payer := it.profile
			payer.ID = it.ProfileID
			list = append(list, payer)
		}
	}
	slices.SortFunc(list, func(a, b db.Profile) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// assets returns the files that the lines show, in their order.
func (m *listModel) assets() (list []db.Asset) {
	for _, l := range m.lines {
		if !l.isHead() {
			list = append(list, l.assets()...)
		}
	}
	return list
}

// maxUnfolded is how many jobs of one click are shown in rows until the user folds them. More are folded at first.
const maxUnfolded = 3

func (m *listModel) isFolded(l listLine) bool {
	folded, chosen := m.folded[l.foldKey()]
	return folded || !chosen && l.kind == clickLine && len(l.items) > maxUnfolded
}

// fold hides or shows the lines under a head.
func (m *listModel) fold(l listLine, on bool) {
	m.folded[l.foldKey()] = on
	m.changed()
}

// sortBy sorts the jobs in each group by a column, or the other way round, or as before.
func (m *listModel) sortBy(c column) {
	m.order = m.order.next(c)
	m.changed()
}

// choose shows the jobs of a group.
func (m *listModel) choose(g group) {
	m.group = g
	m.changed()
}

// selection returns the selected jobs, in the order of the lines. Folded ones count; others that are not shown do not.
func (m *listModel) selection() []*item {
	return filter(m.shown, func(it *item) bool { return m.selected[it.ID] })
}

// allSelected reports whether all of some jobs are selected. It is false for no jobs.
func (m *listModel) allSelected(list []*item) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(it *item) bool { return !m.selected[it.ID] })
}

// selectAll selects jobs, or ends their selection.
func (m *listModel) selectAll(on bool, list []*item) {
	for _, it := range list {
		if on {
			m.selected[it.ID] = true
		} else {
			delete(m.selected, it.ID)
		}
	}
	m.changed()
}
