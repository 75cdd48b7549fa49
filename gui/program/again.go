package program

import (
	"context"
	"log/slog"
	"viviscope/client/jobs"

	"viviscope/client/hosting"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// makeAgain makes the result of a job once more, as a new job with its exact request, at today's price.
func (p *program) makeAgain(job db.Job) {
	p.shell.Do(lang.L("Could not make it again."), func(ctx context.Context) error {
		err := price.Agreed(jobs.Terms{}, func(how jobs.Terms) error {
			_, err := p.engine.SendAgain(ctx, job.ID, how)
			return err
		})
		if err != nil {
			return err
		}
		p.shell.Post(func() { p.shell.Show(gui.Create) })
		return nil
	})
}

// againPrice words what the request of a job costs today. Off the window's goroutine.
func (p *program) againPrice(job db.Job) string {
	table, err := p.engine.Prices(p.life, job.ProfileID)
	if err != nil {
		p.options.Log.Warn("cannot read prices", slog.Int64("profile", job.ProfileID), slog.Any("err", err))
	}
	words := lang.L("price not known")
	if est := price.Of(table, job); est.Known {
		words = lang.L("%s est.", wording.Money(int64(est.Amount), table.Currency))
	}
	if profile, err := p.lib.Profile(p.life, job.ProfileID); err == nil && profile.Sandbox {
		return lang.L("%s (sandbox)", words)
	}
	return words
}

// hostsPictures reports whether the profile in front has a place for local pictures. Window's goroutine.
func (p *program) hostsPictures() bool {
	kept, err := hostingOf(p.shell.Profile())
	return err == nil && kept.Kind != hosting.KindNone
}
