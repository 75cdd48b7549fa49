package jobs

import (
	"maps"
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"viviscope/db"
)

// modelRow is a row that the model of the selection keeps: what a user sees of it decides what the buttons below may
// do.
type modelRow struct {
	state    db.JobState
	hold     db.HoldReason
	selected bool
}

var modelStates = []modelRow{{state: db.Unconfirmed}, {state: db.Held, hold: db.HeldNotSent},
	{state: db.Held, hold: db.HeldByUser},
	{state: db.InProgress}, {state: db.Queued}, {state: db.Waiting}, {state: db.Saved}, {state: db.Failed},
	{state: db.Expired}}

// Whatever happens to rows while some are selected: only rows that are there are selected, and the buttons act on
// exactly those.
func TestTheSelectionFollowsItsRows(t *testing.T) {
	g := newQueueStage(t)
	first := slices.Clone(g.rows)
	rapid.Check(t, func(r *rapid.T) {
		g.rows, g.q.selected = slices.Clone(first), map[int64]bool{}
		g.update()
		model := map[int64]*modelRow{}
		for _, j := range g.rows {
			model[j.ID] = &modelRow{state: j.State, hold: j.Hold}
		}
		next := int64(len(first))
		some := func() *db.Job { return &g.rows[rapid.IntRange(0, len(g.rows)-1).Draw(r, "row")] }
		events := map[string]func(){
			"a job is ordered": func() {
				next++
				to := rapid.SampledFrom(modelStates).Draw(r, "state")
				j := first[1]
				j.ID, j.State, j.Hold = next, to.state, to.hold
				g.rows = append([]db.Job{j}, g.rows...)
				model[next] = &modelRow{state: to.state, hold: to.hold}
				g.update()
			},
			"a job changes": func() {
				j, to := some(), rapid.SampledFrom(modelStates).Draw(r, "state")
				j.State, j.Hold = to.state, to.hold
				model[j.ID].state, model[j.ID].hold = to.state, to.hold
				g.update()
			},
			"a job is discarded": func() {
				id := some().ID
				g.rows = slices.DeleteFunc(g.rows, func(j db.Job) bool { return j.ID == id })
				delete(model, id)
				g.update()
			},
			"a row is selected or not": func() {
				id := some().ID
				on := !model[id].selected
				g.q.selectAll(on, []*item{g.item(id)})
				model[id].selected = on
			},
			"all are": func() {
				on := false
				for _, row := range model {
					on = on || !row.selected
				}
				test.Tap(g.q.checkAll)
				for _, row := range model {
					row.selected = on
				}
			},
		}
		names := slices.Sorted(maps.Keys(events))
		for range rapid.IntRange(1, 6).Draw(r, "events") { // fewer than there are rows
			events[rapid.SampledFrom(names).Draw(r, "event")]()
			checkSelection(r, g.q, model)
		}
	})
}

// checkSelection compares what the queue shows with the model.
func checkSelection(r *rapid.T, q *Queue, model map[int64]*modelRow) {
	n, held, unsent := 0, true, true
	for id, row := range model {
		if row.selected != q.selected[id] {
			r.Fatalf("job %d is selected: %v, want %v", id, q.selected[id], row.selected)
		}
		if row.selected {
			n++
			held = held && row.state == db.Held
			unsent = unsent && (row.state == db.Held || row.state == db.Waiting)
		}
	}
	if len(q.selected) != n {
		r.Fatalf("%d rows are selected of %d", len(q.selected), n)
	}
	if n > 0 != q.foot.count.Visible() || (n > 0 && held) != q.foot.send.Visible() ||
		(n > 0 && unsent) != q.foot.discard.Visible() {
		r.Fatalf("%d selected, held %v, unsent %v: shows count %v, Send %v, Remove %v", n, held, unsent,
			q.foot.count.Visible(), q.foot.send.Visible(), q.foot.discard.Visible())
	}
}
