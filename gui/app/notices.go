package app

import (
	"context"
	"image"
	"slices"
	"sync"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/gui/status"
	"viviscope/gui/wording"
)

// notePixels is the size of the picture on a notification.
const notePixels = 256

// notePicture returns the poster of a job's first result; nil if there is none.
func (p *program) notePicture(ctx context.Context, job db.Job) image.Image {
	made, err := p.Library.AssetsOfJob(ctx, job.ID)
	if err != nil || len(made) == 0 {
		return nil
	}
	im, err := p.thumbs.Image(ctx, made[0], notePixels)
	if err != nil {
		p.options.Log.Debug("no poster for a notification", "job", job.ID, "err", err)
		return nil
	}
	return im
}

// lastingTries is the number of failed downloads of a file before the window warns. A single failure often resolves
// without action.
const lastingTries = 2

// downloadAlarm detects downloads that keep failing while the service's deletion clock runs. It warns once for each job
// and reason, so that a dismissed notice does not reappear every minute.
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

// watchEvents refreshes the viewer while jobs run, and warns in the window of downloads that keep failing and of a
// wrong clock. It returns the function that stops it.
func (p *program) watchEvents() (stop func()) {
	sh, alarm := p.shell, &downloadAlarm{}
	updateViewer := sh.Merged("update of the viewer", p.places.viewer.Update)
	announceApprovals := sh.Merged("announcement of approvals", p.announceApprovals)
	warnOfDownloads := sh.Merged("warning of downloads", p.warnOfDownloads)
	if !p.readOnly {
		announceApprovals() // of requests from before the window opened
	}
	return p.Engine.Subscribe(func(ev jobs.Event) {
		if alarm.due(ev) {
			warnOfDownloads()
		}
		switch ev := ev.(type) {
		case jobs.JobChanged:
			if ev.State == db.Held {
				announceApprovals()
			}
		case jobs.ClockChanged:
			sh.Post(func() { sayClock(sh, ev) })
		case jobs.AssetAdded, jobs.LedgerChanged:
			updateViewer()
		}
	})
}

// announceApprovals shows new requests of other programs for approval, in the window and as desktop notifications.
func (p *program) announceApprovals(ctx context.Context) {
	view := p.places.jobs
	list, err := view.NewApprovals(ctx)
	if err != nil && ctx.Err() == nil {
		p.options.Log.Error("read requests for approval", "err", err)
	}
	for _, a := range list {
		p.shell.Post(func() { view.ShowNewApproval(a) })
		p.notify(ctx, a.Title, a.Text, nil, func() { view.Review(a.Click) })
	}
}

func (p *program) warnOfDownloads(ctx context.Context) {
	list, err := p.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Completed, db.Downloading, db.Saving}})
	if err != nil {
		p.options.Log.Error("look for downloads that fail", "err", err)
		return
	}
	if lead, rest := failingWords(list, time.Now()); lead != "" {
		p.shell.Post(func() {
			p.shell.Say(kit.ToneWarn, lead, rest,
				action.Action{Label: lang.L("Show the Queue"), Do: navigating{p}.ShowQueue})
		})
	}
}

// failingWords returns a summary of the failing downloads; "" if there are none.
func failingWords(list []db.Job, now time.Time) (lead, rest string) {
	list = slices.DeleteFunc(list, func(j db.Job) bool { r, _ := jobs.RetentionOf(j); return !r.Failing })
	if len(list) == 0 {
		return "", ""
	}
	jobs.SortByRetention(list)
	soonest, _ := jobs.RetentionOf(list[0])
	return status.DownloadNotice(len(list), soonest, now)
}

// answered is how long the program waits for the time in a service's response before it purges the trash.
const answered = time.Minute

// maintainDaily does the daily maintenance in the background, until ctx ends. It backs up the database, and purges
// trashed items after their retention time, unless the clock is known to be wrong.
func (p *program) maintainDaily(ctx context.Context) {
	day := time.NewTicker(24 * time.Hour)
	defer day.Stop()
	for {
		if _, err := p.Library.Backup(ctx); err != nil && ctx.Err() == nil {
			p.options.Log.Warn("daily backup", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(answered):
		}
		if right, wrong := p.Engine.Clock(); !wrong {
			if n, err := p.Library.DeleteDue(ctx, right); err != nil && ctx.Err() == nil {
				p.options.Log.Warn("empty the trash", "err", err)
			} else if n > 0 {
				p.options.Log.Info("trash", "deleted", n)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-day.C:
		}
	}
}

// sayClock warns that this computer's clock is wrong. Window's goroutine.
func sayClock(s *shell.Shell, c jobs.ClockChanged) {
	if c.Wrong {
		s.Say(kit.ToneWarn, wording.ClockWrong(c.Ahead),
			lang.L("Until it is correct, nothing is deleted from the trash, and job times are wrong."))
	}
}
