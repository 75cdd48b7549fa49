package jobs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// A hundred tasks and pictures (a thousand in the long form) run for a day in which one call in twenty fails in some
// way, with restarts in between. Then the ledger is compared with the service.
func TestDayOfManyTasks(t *testing.T) {
	n := 100
	if longForm {
		n = 1000
	}
	before, handles := runtime.NumGoroutine(), openFiles(t)
	inWorld(t, func(w *world) {
		r := rand.New(rand.NewPCG(1, 2))
		w.profile.MaxTasks, w.profile.MaxImages = 200, 10
		p, err := w.lib.SaveProfile(w.ctx, w.profile)
		w.must(err)
		w.profile = p
		trouble := func(errs ...error) error {
			w.svc.mu.Lock()
			defer w.svc.mu.Unlock()
			if r.Float64() < 0.05 {
				return errs[r.IntN(len(errs))]
			}
			return nil
		}
		w.svc.submit = func(context.Context, string) (bool, error) {
			err := trouble(notSent(), noAnswer(), refused(500, "", 0), refused(400, "bad", 0),
				refused(429, "", time.Minute))
			return err == nil || client.OutcomeOf(err) == client.Unknown, err
		}
		hiccups := []error{notSent(), noAnswer(), refused(502, "", 0), refused(429, "", time.Minute),
			notFound(`{"detail":"no"}`), notFound("<html>")}
		w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
			if r.Float64() < 0.05 { // under the service's own lock
				return nil, hiccups[r.IntN(len(hiccups))]
			}
			return nil, nil
		}
		w.svc.load = func(string) error {
			return trouble(notSent(), noAnswer(), refused(503, "", 0),
				&client.Error{Status: 200, Err: client.ErrDamaged})
		}
		w.start()
		var all []db.Job
		for i := range n {
			switch {
			case i%10 == 0:
				all = append(all, w.picture(fmt.Sprint("picture ", i)))
			case i%17 == 0:
				all = append(all, w.clip(fmt.Sprint("[fail] clip ", i)))
			default:
				all = append(all, w.clip(fmt.Sprint("clip ", i)))
			}
		}
		w.pass(10 * time.Minute)
		w.restart()
		for range 24 {
			w.pass(time.Hour)
			held, err := w.lib.Jobs(w.ctx, db.JobFilter{States: []db.JobState{db.Held}})
			w.must(err)
			for _, j := range held { // the user is awake
				w.must(w.engine.Release(w.ctx, jobs.Terms{}, j.ID))
			}
		}
		for _, j := range all {
			if s := w.job(j.ID).State; !s.Ended() && s != db.Unconfirmed {
				t.Errorf("job %d has no end: %s", j.ID, s)
			}
		}
		w.audit(all, "a day")
		w.resolve(all)
		w.pass(time.Hour)
		w.compare(all)
	})
	// What database/sql runs beside a connection ends a moment after it was closed.
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+2 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before+2 {
		all := make([]byte, 64<<10)
		t.Errorf("%d goroutines before, %d after:\n%s", before, after, all[:runtime.Stack(all, true)])
	}
	if after := openFiles(t); after > handles {
		t.Errorf("%d open files before, %d after", handles, after)
	}
}

// openFiles counts the file handles of this process; 0 where the system does not list them.
func openFiles(t *testing.T) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// resolve settles each unconfirmed job like a user who looks it up at the service: it adopts the task, or settles the
// charge.
func (w *world) resolve(all []db.Job) {
	w.t.Helper()
	made := map[string]string{}
	w.svc.mu.Lock()
	w.svc.get = nil // the user retries after a fault of the service
	for id, task := range w.svc.tasks {
		made[task.prompt] = id
	}
	w.svc.mu.Unlock()
	for _, j := range all {
		id := j.ID
		j = w.job(id)
		switch task := made[j.Prompt]; {
		case j.State != db.Unconfirmed:
		case task != "":
			w.must(w.engine.Adopt(w.ctx, id, task))
		case !j.Kind.IsVideo() && w.svc.charged[j.Prompt]:
			w.must(w.engine.WasCharged(w.ctx, id))
		default:
			w.must(w.engine.NotCharged(w.ctx, id))
		}
	}
}

// compare compares the library's ledger with the service's, job by job and in total, to the last digit. The only
// unknown amount is that of a picture with a lost answer: the ledger has its estimate.
func (w *world) compare(all []db.Job) {
	w.t.Helper()
	want := map[string]int64{} // by prompt, in micro-units: what the service kept
	for _, task := range w.svc.tasks {
		if !task.fails {
			want[task.prompt] = int64(task.seconds) * 700_000
		}
	}
	var sum int64
	for _, j := range all {
		id := j.ID
		j = w.job(id)
		entries, err := w.lib.Entries(w.ctx, id)
		w.must(err)
		var got int64
		for _, e := range entries {
			if e.Kind == db.Charge {
				got += *e.AmountMicros
			}
		}
		expect := want[j.Prompt]
		switch {
		case !j.Kind.IsVideo() && j.Note == jobs.NoteWasCharged:
			expect = *j.EstimateMicros
		case !j.Kind.IsVideo() && w.svc.charged[j.Prompt]:
			expect = 30_050
		}
		if got != expect {
			w.t.Errorf("job %d (%s) was charged %d, by the service %d", id, j.State, got, expect)
		}
		sum += expect
	}
	totals := w.sums()
	if totals.Charged != sum || totals.AtRisk != 0 || totals.Reserved != 0 {
		w.t.Errorf("totals %+v, the service charged %d", totals, sum)
	}
}
