package program

import (
	"context"
	"slices"
	"sync"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// lastingTries is how many tries to fetch a file fail before the window speaks of it: one alone is often over by itself.
const lastingTries = 2

// downloadAlarm notices downloads that keep failing while the service's clock runs. It speaks once of each job and reason, so
// that a notice which a person has closed does not come back every minute.
type downloadAlarm struct {
	mu   sync.Mutex
	said map[int64]string // the reason last spoken of, by job; guarded by mu
}

// due reports whether an event of the pool is to be spoken of. Any goroutine.
func (a *downloadAlarm) due(ev jobs.Event) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch e := ev.(type) {
	case jobs.JobChanged:
		if e.State.Ended() {
			delete(a.said, e.ID)
		}
	case jobs.DownloadFailed:
		if e.Tries < lastingTries || a.said[e.ID] == e.Code {
			return false
		}
		if a.said == nil {
			a.said = map[int64]string{}
		}
		a.said[e.ID] = e.Code
		return true
	}
	return false
}

// watchDownloads warns in the window of downloads that keep failing. It ends with the pool.
func (p *program) watchDownloads() {
	shell, lib, alarm := p.shell, p.lib, &downloadAlarm{}
	p.engine.Subscribe(func(ev jobs.Event) {
		if !alarm.due(ev) {
			return
		}
		shell.Go(func(ctx context.Context) {
			lead, rest, err := failingWords(ctx, lib, time.Now())
			if err != nil {
				p.options.Log.Error("look for downloads that fail", "err", err)
				return
			}
			if lead != "" {
				shell.Post(func() {
					shell.Offer(widgets.ToneWarn, lead, rest, lang.L("Show the Queue"), func() { shell.Show(gui.Queue) })
				})
			}
		})
	})
}

// jobLister is what failingWords reads; *db.Library is one.
type jobLister interface {
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
}

// failingWords sums up the downloads that keep failing; "" where there are none.
func failingWords(ctx context.Context, l jobLister, now time.Time) (lead, rest string, err error) {
	list, err := l.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Completed, db.Downloading, db.Saving}})
	if err != nil {
		return "", "", err
	}
	list = slices.DeleteFunc(list, func(j db.Job) bool { r, _ := jobs.RetentionOf(j); return !r.Failing })
	if len(list) == 0 {
		return "", "", nil
	}
	jobs.SortByRetention(list)
	soonest, _ := jobs.RetentionOf(list[0])
	lead, rest = wording.DownloadNotice(len(list), soonest, now)
	return lead, rest, nil
}
