package program

import (
	"context"
	"time"

	"viviscope/client/jobs"
	"viviscope/gui"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// answered is how long a service has to answer, and to say what time it is, before the trash is looked at.
const answered = time.Minute

// keepHouse does what is due once a day, beside everything else and for as long as the program runs: the database is copied,
// and what was in the trash for its time is deleted, but not while the clock is known to be wrong.
func (p *program) keepHouse(ctx context.Context) {
	day := time.NewTicker(24 * time.Hour)
	defer day.Stop()
	for {
		if _, err := p.lib.Backup(ctx); err != nil && ctx.Err() == nil {
			p.options.Log.Warn("daily backup", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(answered):
		}
		if right, wrong := p.engine.Clock(); !wrong {
			if n, err := p.lib.DeleteDue(ctx, right); err != nil && ctx.Err() == nil {
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

// sayClock says that this computer's clock turned out to be wrong. Window's goroutine.
func sayClock(s *gui.Shell, c jobs.ClockChanged) {
	if c.Wrong {
		s.Say(widgets.ToneWarn, wording.ClockWrong(c.Ahead),
			lang.L("Nothing is deleted from the trash until it is right. Dates and times of jobs are wrong too."))
	}
}
