package torture

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox"
	"viviscope/db"
)

func priceTable(t *testing.T) json.RawMessage {
	t.Helper()
	table, err := json.Marshal(sandbox.Prices())
	must(t, err)
	return table
}

// settleTime is how long the last life may take until all jobs have ended.
const settleTime = 2 * time.Minute

// finalLife is a life of the program in this process, which is not killed.
type finalLife struct {
	r      *round
	lib    *db.Library
	engine *jobs.Engine
	moved  chan struct{} // something happened
}

func (r *round) inPeace() *finalLife {
	t := r.t
	t.Helper()
	lib, err := db.Open(t.Context(), r.library, db.Options{Now: jobstest.NewClock(r.begin).Now})
	must(t, err)
	log := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelInfo}))
	engine, err := newEngine(lib, &trap{}, r.service.url, jobstest.NewClock(r.begin), log)
	must(t, err)
	p := &finalLife{r, lib, engine, make(chan struct{}, 1)}
	engine.Subscribe(func(jobs.Event) {
		select {
		case p.moved <- struct{}{}:
		default:
		}
	})
	must(t, engine.Start(context.WithoutCancel(t.Context())))
	return p
}

func (p *finalLife) end() {
	p.r.t.Helper()
	must(p.r.t, p.engine.Stop(context.Background()))
	must(p.r.t, p.lib.Close())
}

// judge runs the program once more without kills, and compares the ledgers after all jobs have ended. Then it settles
// the unconfirmed jobs and compares them again.
func (r *round) judge(total *figures) {
	t := r.t
	t.Helper()
	p := r.inPeace()
	defer p.end()
	p.quiet()
	// The last life may have died while the service made a picture, which appears in its books only at the end.
	must(t, jobstest.NewClock(r.begin).Sleep(t.Context(), booksDelay))
	first := r.compare(p.lib)
	for _, h := range r.halves {
		first.half("at the start of a life: %s", h)
	}
	total.add(first.figures)
	first.report(t)
	p.settle(first)
	p.quiet()
	second := r.compare(p.lib)
	total.addFaults(second.figures)
	second.report(t)
	second.settled(t)
}

// quiet waits until every job has ended or needs the user, and the hosted pictures of ended jobs are removed.
func (p *finalLife) quiet() {
	r := p.r
	r.t.Helper()
	late := time.After(settleTime)
	for {
		open, err := p.lib.Jobs(r.t.Context(), db.JobFilter{States: []db.JobState{
			db.Waiting, db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving,
		}})
		must(r.t, err)
		up, err := p.lib.Jobs(r.t.Context(),
			db.JobFilter{Hosted: true, States: []db.JobState{db.Rejected, db.Failed, db.Saved, db.Expired}})
		must(r.t, err)
		var left []any // objects that the engine still has to remove, without an event
		_, err = p.lib.Setting(r.t.Context(), "hosted_left", &left)
		must(r.t, err)
		open = append(open, up...)
		if len(open) == 0 && len(left) == 0 {
			return
		}
		select {
		case <-p.moved:
		case <-time.After(20 * time.Millisecond):
		case <-late:
			if len(open) == 0 {
				r.t.Fatalf("%d pictures are still at the host", len(left))
			}
			r.t.Fatalf("%d jobs are still under way, such as %+v\n%s", len(open), open[0],
				r.logged(open[0].Ref[:4], 30))
		}
	}
}

// settle decides every unconfirmed job.
func (p *finalLife) settle(c *comparison) {
	p.r.t.Helper()
	var b books
	p.r.service.get(p.r.t, booksPath, &b)
	for name, j := range c.jobs {
		if j.State != db.Unconfirmed {
			continue
		}
		if _, err := b.settle(p.r.t.Context(), p.engine, j, ""); err != nil {
			p.r.t.Errorf("settle %s: %v", name, err)
		}
	}
}
