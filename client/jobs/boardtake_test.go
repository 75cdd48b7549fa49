package jobs_test

import (
	"testing"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// A take with the delivered frame of the previous shot matches its board, whether the frame was hosted or edited. It no
// longer matches after another take of that shot is chosen.
func TestChainedTakeMatchesBoard(t *testing.T) {
	for name, orders := range map[string][]jobs.Order{
		"by a host": chain("one", "two"),
		"through an edit": {
			{Request: videoOf("one"), Board: board, Shot: "00000000"},
			{Request: client.EditRequest{ImageRequest: imageOf("edit")}, After: jobs.After{Order: 1}, Board: board,
				Shot: "00000001"},
			{Request: videoOf("two"), After: jobs.After{Order: 2}, Board: board, Shot: "00000001"},
		},
	} {
		inWorld(t, func(w *world) {
			w.hosts = newFakeHost()
			w.start()
			made := w.submit(orders, jobs.Terms{})
			w.until(made[len(made)-1].ID, db.Saved)
			other := w.submit(chain("one"), jobs.Terms{})
			w.until(other[0].ID, db.Saved)
			jobs, entries, assets, err := w.lib.TakesOf(w.ctx, board, nil)
			w.must(err)
			first := db.AssetRef(made[0].Ref, 0)
			b := boards.Board{Settings: boards.Settings{Seconds: videoOf("").Seconds}, Shots: []boards.Shot{
				{ID: "00000000", Prompt: "one", Chosen: first}, {ID: "00000001", Prompt: "two", Continue: true}}}
			v := boards.NewView(b, jobs, entries, assets)
			for _, s := range v.Shots {
				if got := v.State(s.ID, w.now()); got.Tag != boards.Saved {
					t.Errorf("%s: shot %q is %s: %s", name, s.Prompt, got.Tag, got.Changed)
				}
			}
			v.Shots[0].Chosen = db.AssetRef(other[0].Ref, 0)
			if got := v.State("00000001", w.now()); got.Tag != boards.Stale || got.Changed != boards.ChangedBefore {
				t.Errorf("%s: after another take before it, it is %s: %s", name, got.Tag, got.Changed)
			}
		})
	}
}
