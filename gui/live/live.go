// Package live provides data bindings for the progress of running jobs. [Jobs.Handle] stores the progress events of the
// engine. [Jobs.Flush] formats what changed. The window then sets the bindings of the visible jobs on its own
// goroutine, and each cell shows its [Job]. It stores nothing on disk and does not poll.
package live

import (
	"sync"
	"time"

	"fyne.io/fyne/v2/data/binding"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/status"
)

// Jobs stores the last progress of each running job, and the bindings of the visible ones. Handle may run on any
// goroutine; bindings belong to the window goroutine.
type Jobs struct {
	now func() time.Time

	mu          sync.Mutex
	progress    map[int64]jobs.Progress // last progress of running jobs; guarded by mu
	bindings    map[int64]*Job          // guarded by mu
	unreachable map[int64]string        // why the service of a profile is unreachable, by profile; guarded by mu
}

// Job holds the bindings of a running job. All cells of the job share them.
type Job struct {
	Progress binding.Float  // 0 to 1; negative without a progress bar
	Status   binding.String // "Generating 62%"
	Short    binding.String // the same for a narrow place
	Detail   binding.String // time or bytes: "1:24", "11.6 MB of 18.2 MB"
	Sentence binding.String // a whole sentence, where there is room
	Last     binding.Item[jobs.Progress]

	owner     *Jobs
	row       Row       // guarded by of.mu
	formatted formatted // last formatted status; guarded by of.mu
	changed   bool      // since the last flush; guarded by of.mu
	ended     bool      // the job has ended: cells must read its row again; guarded by of.mu
	refs      int       // reference count; guarded by of.mu
}

// New creates a Jobs with a clock.
func New(now func() time.Time) *Jobs {
	return &Jobs{now: now, progress: map[int64]jobs.Progress{}, bindings: map[int64]*Job{},
		unreachable: map[int64]string{}}
}

// Job returns the bindings of a job, set from its row and later progress. They are reference-counted: call
// [Job.Release] when done. Call it on the window goroutine.
func (l *Jobs) Job(row Row) *Job {
	l.mu.Lock()
	j := l.bindings[row.Job.ID]
	if j == nil {
		j = &Job{Progress: binding.NewFloat(), Status: binding.NewString(), Short: binding.NewString(),
			Detail: binding.NewString(), Sentence: binding.NewString(),
			Last: binding.NewItem(func(a, b jobs.Progress) bool { return a == b }), owner: l}
		l.bindings[row.Job.ID] = j
	}
	j.refs++
	if row.UsualDuration == 0 {
		row.UsualDuration = j.row.UsualDuration
	}
	if row.QueuePosition == 0 {
		row.QueuePosition = j.row.QueuePosition
	}
	if !j.ended || !status.Runs(row.Job.State) { // otherwise the row was read before the job ended
		j.row, j.formatted = row, l.format(row)
	}
	l.mu.Unlock()
	j.set()
	return j
}

// Release decrements the reference count. j may be nil. Unbind before. Call it on the window goroutine.
func (j *Job) Release() {
	if j == nil {
		return
	}
	j.owner.mu.Lock()
	defer j.owner.mu.Unlock()
	j.refs--
	if j.refs == 0 {
		delete(j.owner.bindings, j.row.Job.ID)
	}
}

// Status returns the current status of a job. Any goroutine.
func (l *Jobs) Status(row Row) status.Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.format(row).Status
}

// Unreached returns why the service of a profile is unreachable; "" if it is reachable or unknown. Any goroutine.
func (l *Jobs) Unreached(profile int64) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unreachable[profile]
}

// Files returns the number of downloads with progress, and their total bytes. Any goroutine.
func (l *Jobs) Files() (n int, done, total int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.progress {
		if !p.Upload && (p.Done > 0 || p.Total > 0) {
			n, done, total = n+1, done+p.Done, total+p.Total
		}
	}
	return n, done, total
}

// Handle stores an event of the engine. Any goroutine.
func (l *Jobs) Handle(ev jobs.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id := int64(0)
	switch ev := ev.(type) {
	case jobs.Progress:
		id, l.progress[ev.ID] = ev.ID, ev
	case jobs.JobChanged:
		id = ev.ID
		switch ev.State {
		case db.Waiting, db.Queued, db.InProgress, db.Downloading, db.Saving:
			// progress of the task or download continues
			if l.progress[id].Upload {
				delete(l.progress, id)
			}
		default:
			delete(l.progress, id)
		}
		if j := l.bindings[id]; j != nil {
			j.ended = !status.Runs(ev.State)
		}
	case jobs.ConnectionChanged:
		delete(l.unreachable, ev.ProfileID)
		if !ev.OK {
			l.unreachable[ev.ProfileID] = status.Unreached(ev)
		}
		for _, j := range l.bindings {
			j.changed = j.changed || j.row.Job.ProfileID == ev.ProfileID
		}
	}
	if j := l.bindings[id]; j != nil {
		j.changed = true
	}
}

// Flush formats what changed, or all jobs if second is true (a second has passed). It returns a function that sets the
// bindings on the window goroutine, or nil if nothing changed. Any goroutine.
func (l *Jobs) Flush(second bool) (set func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var changed []*Job
	for _, j := range l.bindings {
		if j.ended || !j.changed && !second {
			continue
		}
		j.changed = false
		if words := l.format(j.row); words != j.formatted {
			j.formatted = words
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

// set sets the bindings. Unchanged bindings notify no listeners.
func (j *Job) set() {
	j.owner.mu.Lock()
	w := j.formatted // a newer row may have been read since the formatting
	j.owner.mu.Unlock()
	_ = j.Progress.Set(w.Share) // bindings in memory cannot fail
	_ = j.Status.Set(w.Tag)
	_ = j.Short.Set(w.Short)
	_ = j.Detail.Set(w.Detail)
	_ = j.Sentence.Set(w.Sentence)
	_ = j.Last.Set(w.last)
}

// Counts returns the numbers of bound jobs and of jobs with progress, for tests. Any goroutine.
func (l *Jobs) Counts() (bound, known int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.bindings), len(l.progress)
}
