package jobs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
)

// usualStates are the states that a job goes through by itself. Each job goes on to a later one at any time.
var usualStates = []db.JobState{db.Waiting, db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading,
	db.Saving, db.Saved}

// setState changes a job of the stage as the engine does, with the file and the ledger entry.
func (g *stage) setState(id int64, state db.JobState) {
	j := g.job(id)
	j.State = state
	j.ErrorCode, j.ErrorMessage = "", ""
	kind := map[db.JobState]db.EntryKind{db.Saved: db.Charge, db.Failed: db.Refund,
		db.Unconfirmed: db.UnconfirmedEntry}[state]
	if kind == "" {
		kind = db.Reserve
	}
	g.entries[id] = []db.Entry{{ID: id, Kind: kind, AmountMicros: micros(2_800_000), Currency: "CNY"}}
	switch state {
	case db.Saved:
		j.FinishedAt, j.EndedAt, j.ExpiresAt = g.now, g.now, g.now.Add(167*time.Hour)
		a := db.Asset{ID: 100 + id, JobID: id, Kind: db.Clip, Seconds: 5, Width: 1280, Height: 720}
		if !j.Kind.IsVideo() {
			a.Kind = db.Picture
		}
		if id%3 == 0 { // not as requested
			a.Width, a.Height = 720, 1280
		}
		g.assets[id] = []db.Asset{a}
	case db.Failed:
		j.ErrorMessage = "the prompt was rejected by the content check"
	}
	g.s.Handle(jobs.JobChanged{ID: id, State: state})
}

// tops returns the positions and the heights of all cards, px, by the IDs of their rows.
func (g *stage) tops() string {
	var b strings.Builder
	y := float32(0)
	for _, r := range g.s.rows.Rows() {
		h := g.s.cardHeight(r.ID, g.s.rows.Size().Width-2*16)
		fmt.Fprintf(&b, "%d: %v, %v high\n", r.ID, y, h)
		y += h
	}
	return b.String()
}

// Cards of jobs that go on, each at its own pace, move no other card, and keep their own heights.
func TestNoCardMovesWhileJobsGoOn(t *testing.T) {
	for _, tc := range []struct {
		width float32
		ends  []db.JobState // of single jobs
	}{
		{860, []db.JobState{db.Saved, db.Failed, db.Unconfirmed}},
		{620, []db.JobState{db.Saved}},
		{460, []db.JobState{db.Saved}},
	} {
		for seed := range uint64(6) {
			t.Run(fmt.Sprint(tc.width, " seed ", seed), func(t *testing.T) {
				g := newStage(t)
				g.w.Resize(fyne.NewSize(tc.width, 700))
				random := rand.New(rand.NewPCG(seed, 1))
				g.add(db.Failed)
				at := map[int64]int{} // the places of jobs in usualStates
				single := map[int64]bool{}
				for range 5 {
					j := g.add(db.Waiting)
					if random.IntN(3) == 0 {
						j.Kind, j.TaskID = db.TextToImage, ""
						j.Request = []byte(`{"model":"genimage-2.5-flare","prompt":"tea","size":"1536x1024","quality":"low"}`)
					}
					at[j.ID], single[j.ID] = 0, true
				}
				for _, id := range g.click(1024, 1024, slices.Repeat([]db.JobState{db.Waiting}, 5)...) {
					at[id] = 0
				}
				g.add(db.Saved)
				g.update()
				before := g.tops()
				for step := 0; len(at) > 0; step++ {
					for _, j := range g.rows {
						i, goes := at[j.ID]
						if !goes || random.IntN(3) > 0 {
							continue
						}
						i = min(i+1+random.IntN(2), len(usualStates)-1)
						state := usualStates[i]
						if i == len(usualStates)-1 {
							delete(at, j.ID)
							if single[j.ID] {
								state = tc.ends[random.IntN(len(tc.ends))]
							}
						} else {
							at[j.ID] = i
						}
						g.setState(j.ID, state)
						g.hear(jobs.Progress{ID: j.ID, Percent: random.IntN(100)})
					}
					g.now = g.now.Add(time.Second)
					g.finish()
					g.flush(true)
					if now := g.tops(); now != before {
						t.Fatalf("step %d: before\n%safter\n%s", step, before, now)
					}
				}
			})
		}
	}
}

// The place of a clip that failed is given up when the user chooses a group or leaves.
func TestAFailedClipKeepsItsPlaceUntilTheUserActs(t *testing.T) {
	for name, act := range map[string]func(g *stage){
		"chip":  func(g *stage) { g.s.choose(all) },
		"leave": func(g *stage) { g.s.Left() },
	} {
		g := newStage(t)
		id := g.add(db.InProgress).ID
		g.update()
		before := g.card(id).Size().Height
		g.setState(id, db.Failed)
		g.finish()
		if now := g.card(id).Size().Height; now != before || !g.card(id).grid.large {
			t.Errorf("%s: %v px high after the failure, before %v", name, now, before)
		}
		act(g)
		if now := g.card(id).Size().Height; now >= before || g.card(id).grid.large {
			t.Errorf("%s: still %v px high", name, now)
		}
	}
}
