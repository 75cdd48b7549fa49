// Package live turns what the engine says of jobs that have not ended into data bindings for the cells that show them:
// a poll or a download sends [jobs.Progress], the window hands it to [Jobs.Handle], which keeps it, and calls
// [Jobs.Flush] soon on its own goroutine; that words it and sets the bindings of the jobs that are in sight, and each
// cell shows what it is bound to.
package live

import (
	"sync"
	"time"

	"fyne.io/fyne/v2/data/binding"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/status"
)

// Jobs keeps what the engine said last of each job that runs, and the bindings of those that are in sight. Handle may
// be called on any goroutine; the bindings belong to the window's.
type Jobs struct {
	now func() time.Time

	mu          sync.Mutex
	last        map[int64]jobs.Progress // what the rows do not say of jobs that have not ended; guarded by mu
	bound       map[int64]*Job          // guarded by mu
	unreachable map[int64]string        // why the service of a profile cannot be reached; guarded by mu
}

// Job are the values of a job that change while it runs, shared by all who hold it.
type Job struct {
	Progress binding.Float  // 0 to 1; less where there is no bar
	Status   binding.String // "Generating 62%"
	Short    binding.String // the same for a narrow place
	Detail   binding.String // time or bytes: "1:24", "11.6 MB of 18.2 MB"
	Sentence binding.String // what there is to say where there is room for it
	Last     binding.Item[jobs.Progress]

	of      *Jobs
	row     Row   // guarded by of.mu
	words   words // as the bindings have them, or are about to; guarded by of.mu
	changed bool  // since the last flush; guarded by of.mu
	over    bool  // it goes on no more: who shows it is to read its row; guarded by of.mu
	holders int   // guarded by of.mu
}

// New makes a Jobs that goes by a clock.
func New(now func() time.Time) *Jobs {
	return &Jobs{now: now, last: map[int64]jobs.Progress{}, bound: map[int64]*Job{}, unreachable: map[int64]string{}}
}

// Job returns the bindings of a job, which have the values of a row and of what was said since. They exist until all
// who asked for them have called Release. Window's goroutine.
func (l *Jobs) Job(row Row) *Job {
	l.mu.Lock()
	j := l.bound[row.Job.ID]
	if j == nil {
		j = &Job{Progress: binding.NewFloat(), Status: binding.NewString(), Short: binding.NewString(),
			Detail: binding.NewString(), Sentence: binding.NewString(),
			Last: binding.NewItem(func(a, b jobs.Progress) bool { return a == b }), of: l}
		l.bound[row.Job.ID] = j
	}
	j.holders++
	if row.Usual == 0 {
		row.Usual = j.row.Usual
	}
	if row.Turn == 0 {
		row.Turn = j.row.Turn
	}
	if !j.over || !status.Runs(row.Job.State) { // else the row is from before the end
		j.row, j.words = row, l.words(row)
	}
	l.mu.Unlock()
	j.set()
	return j
}

// Release gives the bindings back; nil: there are none. Unbind first. Window's goroutine.
func (j *Job) Release() {
	if j == nil {
		return
	}
	j.of.mu.Lock()
	defer j.of.mu.Unlock()
	if j.holders--; j.holders == 0 {
		delete(j.of.bound, j.row.Job.ID)
	}
}

// Status returns the status of a job now. Any goroutine.
func (l *Jobs) Status(row Row) status.Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.words(row).Status
}

// Unreached says why the service of a profile cannot be reached; "": it can, or nobody tried. Any goroutine.
func (l *Jobs) Unreached(profile int64) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unreachable[profile]
}

// Files counts the downloads of which bytes are known to have come, and adds those up. Any goroutine.
func (l *Jobs) Files() (n int, done, total int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.last {
		if !p.Upload && (p.Done > 0 || p.Total > 0) {
			n, done, total = n+1, done+p.Done, total+p.Total
		}
	}
	return n, done, total
}

// Handle takes an event of the engine. Any goroutine.
func (l *Jobs) Handle(ev jobs.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id := int64(0)
	switch ev := ev.(type) {
	case jobs.Progress:
		id, l.last[ev.ID] = ev.ID, ev
	case jobs.JobChanged:
		switch id = ev.ID; ev.State {
		case db.Waiting, db.Queued, db.InProgress, db.Downloading, db.Saving:
			// what was said of a task or a file goes on
			if l.last[id].Upload {
				delete(l.last, id)
			}
		default:
			delete(l.last, id)
		}
		if j := l.bound[id]; j != nil {
			j.over = !status.Runs(ev.State)
		}
	case jobs.ConnectionChanged:
		delete(l.unreachable, ev.ProfileID)
		if !ev.OK {
			l.unreachable[ev.ProfileID] = status.Unreached(ev)
		}
		for _, j := range l.bound {
			j.changed = j.changed || j.row.Job.ProfileID == ev.ProfileID
		}
	}
	if j := l.bound[id]; j != nil {
		j.changed = true
	}
}

// Flush words what changed, or all where a second went by. What it returns sets the bindings and is run on the window's
// goroutine; nil: nothing changed. Any goroutine.
func (l *Jobs) Flush(second bool) (set func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var changed []*Job
	for _, j := range l.bound {
		if j.over || !j.changed && !second {
			continue
		}
		j.changed = false
		if words := l.words(j.row); words != j.words {
			j.words = words
			changed = append(changed, j)
		}
	}
	if changed == nil {
		return nil
	}
	return func() {
		for _, j := range changed {
			j.set()
		}
	}
}

// set gives the bindings their values. A binding that has its value calls nobody.
func (j *Job) set() {
	j.of.mu.Lock()
	w := j.words // a row may have been read since they were worded
	j.of.mu.Unlock()
	_ = j.Progress.Set(w.Share) // bindings in memory do not fail
	_ = j.Status.Set(w.Tag)
	_ = j.Short.Set(w.Short)
	_ = j.Detail.Set(w.Detail)
	_ = j.Sentence.Set(w.Sentence)
	_ = j.Last.Set(w.last)
}

// Kept counts the jobs that are held and those of which something is kept, for tests. Any goroutine.
func (l *Jobs) Kept() (bound, known int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.bound), len(l.last)
}
