package feed

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/wording"
)

// pageSize is how many jobs are read at once, newest first, until the session ends.
const pageSize = 100

// historySize is how many clips the usual time rests on.
const historySize = 20

// moving are the states in which a job has not ended: these belong to the session however old they are.
func moving() []db.JobState {
	return []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Queued, db.InProgress,
		db.Completed, db.Downloading, db.Saving, db.Unwatched}
}

// reader reads the session. It belongs to whoever holds the lock of Update.
type reader struct {
	d     Deps
	ended map[int64]Item // what was read of jobs that ended: their rows change no more
}

// pass is one reading: what several cards share is read once.
type pass struct {
	*reader
	ctx   context.Context
	usual map[string]time.Duration
}

// read returns the jobs of the session, newest first: those of today or since the start of the program, and all that
// have not ended. Only the jobs themselves are indispensable; what else cannot be read is left out and logged.
func (r *reader) read(ctx context.Context) ([]Item, error) {
	rows, err := r.session(ctx)
	if err != nil {
		return nil, err
	}
	p := r.pass(ctx)
	items := make([]Item, len(rows))
	kept := make(map[int64]Item)
	for i, job := range rows {
		it, known := r.ended[job.ID]
		if !known || !sameEnd(it.Job, job) {
			it = p.item(job)
		}
		if job.State.Ended() {
			kept[job.ID] = it
		}
		items[i] = it
	}
	p.priced(items) // prices and profiles change under what has ended
	pairTwins(items)
	r.ended = kept
	return items, ctx.Err()
}

func (r *reader) pass(ctx context.Context) pass {
	return pass{reader: r, ctx: ctx, usual: map[string]time.Duration{}}
}

// one reads a single job, of whatever session.
func (r *reader) one(ctx context.Context, id int64) (Item, error) {
	job, err := r.d.Rows.Job(ctx, id)
	if err != nil {
		return Item{}, err
	}
	p := r.pass(ctx)
	items := []Item{p.item(job)}
	p.priced(items)
	return items[0], nil
}

// forget makes the next reading start afresh: a correction of the ledger changes also what has ended.
func (r *reader) forget() { r.ended = nil }

func sameEnd(a, b db.Job) bool {
	return a.State == b.State && a.EndedAt.Equal(b.EndedAt) && a.ErrorCode == b.ErrorCode
}

func (r *reader) session(ctx context.Context) ([]db.Job, error) {
	now := r.d.Now()
	from := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	if r.d.Started.Before(from) {
		from = r.d.Started
	}
	found := make(map[int64]db.Job)
	collect := func(f db.JobFilter, more func(oldest db.Job) bool) error {
		f.Limit = pageSize
		for {
			page, err := r.d.Rows.Jobs(ctx, f)
			if err != nil {
				return fmt.Errorf("read session: %w", err)
			}
			for _, j := range page {
				if !j.State.Ended() || !j.CreatedAt.Before(from) {
					found[j.ID] = j
				}
			}
			if len(page) < pageSize || !more(page[len(page)-1]) {
				return nil
			}
			f.BeforeID = page[len(page)-1].ID
		}
	}
	if err := collect(db.JobFilter{}, func(oldest db.Job) bool { return !oldest.CreatedAt.Before(from) }); err != nil {
		return nil, err
	}
	if err := collect(db.JobFilter{States: moving()}, func(db.Job) bool { return true }); err != nil {
		return nil, err
	}
	rows := make([]db.Job, 0, len(found))
	for _, j := range found {
		rows = append(rows, j)
	}
	slices.SortFunc(rows, func(a, b db.Job) int { return int(b.ID - a.ID) })
	return rows, nil
}

func (p *pass) item(job db.Job) Item {
	it := Item{Job: job}
	var err error
	if it.Entries, err = p.d.Rows.Entries(p.ctx, db.EntryFilter{JobID: job.ID}); err != nil {
		p.missed("ledger", job, err)
	}
	if job.State == db.Saved {
		assets, err := p.d.Rows.AssetsOfJob(p.ctx, job.ID)
		if err != nil {
			p.missed("assets", job, err)
		}
		if it.Files = len(assets); it.Files > 0 {
			it.Asset = assets[0]
		}
		it.wish = wishOf(job)
	}
	if job.State == db.Queued || job.State == db.InProgress {
		it.Usual = p.usualTime(job)
	}
	return it
}

// usualTime is the middle of what clips like this one took at the same service.
func (p *pass) usualTime(job db.Job) time.Duration {
	q, err := jobs.RequestOf(job)
	r, ok := q.(client.VideoRequest)
	if err != nil || !ok {
		return 0
	}
	key := fmt.Sprint(job.ProfileID, " ", job.Model, " ", r.Duration(), " ", r.Tier())
	if known, ok := p.usual[key]; ok {
		return known
	}
	seen, err := p.d.Rows.Durations(p.ctx, job.ProfileID, job.Model, r.Duration(), r.Tier(), historySize)
	if err != nil {
		p.missed("history", job, err)
	}
	p.usual[key] = median(seen)
	return p.usual[key]
}

// priced says who pays for the jobs of items, and what their requests cost by the prices of today.
func (p *pass) priced(items []Item) {
	of := map[int64][]*Item{}
	for i := range items {
		it := &items[i]
		of[it.Job.ProfileID] = append(of[it.Job.ProfileID], it)
	}
	for id, its := range of {
		list := make([]db.Job, len(its))
		for i, it := range its {
			list[i] = it.Job
		}
		q, err := p.d.Commands.PriceJobs(p.ctx, id, list...)
		if err != nil {
			p.d.Log.Warn("cannot price the jobs of a profile", slog.Int64("profile", id), slog.Any("err", err))
			continue
		}
		for i, it := range its {
			it.Again, it.Profile = q.Each[i], q.Profile
			it.Profile.Currency = q.Currency
			it.sister(q.Table)
		}
	}
}

func (p *pass) missed(what string, job db.Job, err error) {
	p.d.Log.Warn("cannot read what belongs to a job", slog.String("what", what),
		slog.String("job", wording.Kind(job.Kind)), slog.Int64("id", job.ID), slog.Any("err", err))
}
