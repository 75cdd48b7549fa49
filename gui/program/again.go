package program

import (
	"context"
	"log/slog"

	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/lang"
	"viviscope/gui/price"
)

// makeAgain makes the result of a job once more, as a new job with its exact request, at today's price.
func (p *program) makeAgain(job db.Job) {
	p.sender.Send(func(ctx context.Context, how jobs.Terms) error {
		_, err := p.engine.SendAgain(ctx, job.ID, how)
		return err
	}, p.sender.Ended(lang.L("Could not make it again."), func() { p.shell.Show(gui.Create) }))
}

// againPrice words what the request of a job costs today. Off the window's goroutine.
func (p *program) againPrice(job db.Job) string {
	q, err := p.engine.PriceJobs(p.life, job.ProfileID, job)
	if err != nil {
		p.options.Log.Warn("cannot price a job", slog.Int64("id", job.ID), slog.Any("err", err))
	}
	return price.OfQuote(q)
}

// hostsPictures reports whether the profile in front has a place for local pictures. Window's goroutine.
func (p *program) hostsPictures() bool {
	kept, err := hostingOf(p.shell.Profile())
	return err == nil && kept.Kind != hosting.KindNone
}
