package sandbox

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// state is the complete state of the service. Server.mu guards it.
type state struct {
	tasks       map[string]*Task
	open        map[string]*Task // the tasks that have not ended
	pictures    map[string]*Picture
	takes       map[promptKey]int64 // number of requests without a seed
	entries     []Entry
	lastCleanup time.Time // when expired files were last deleted
}

func newState() state {
	return state{tasks: map[string]*Task{}, open: map[string]*Task{}, pictures: map[string]*Picture{},
		takes: map[promptKey]int64{}}
}

// apply applies a record that has been written to disk.
func (st *state) apply(r record) {
	if r.Task != nil {
		st.tasks[r.Task.ID] = r.Task
		if r.Task.Request.Seed == nil {
			st.countTake(r.Task.promptKey(), r.Task.Take)
		}
		if r.Task.hasEnded() {
			delete(st.open, r.Task.ID)
		} else {
			st.open[r.Task.ID] = r.Task
		}
	}
	if r.Picture != nil {
		st.pictures[r.Picture.ID] = r.Picture
		st.countTake(r.Picture.promptKey(), r.Picture.Take)
	}
	st.entries = append(st.entries, r.Entries...)
}

func (st *state) countTake(w promptKey, take int64) { st.takes[w] = max(st.takes[w], take+1) }

// records returns the shortest journal with this state. The ledger is never shortened.
func (st *state) records() []record {
	var out []record
	for _, e := range st.entries {
		out = append(out, record{Entries: []Entry{e}})
	}
	for _, t := range st.sorted() {
		out = append(out, record{Task: t})
	}
	for _, p := range st.pictures {
		out = append(out, record{Picture: p})
	}
	return out
}

// sorted returns the tasks, oldest first.
func (st *state) sorted() []*Task {
	out := make([]*Task, 0, len(st.tasks))
	for _, t := range st.tasks {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *Task) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return out
}
