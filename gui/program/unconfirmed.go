package program

import (
	"context"
	"fmt"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// sayUnconfirmed tells at start of the jobs that may have been charged and wait for a person to decide; nothing else would
// ever settle them. The pool has started, so what was cut by the end of the last run is among them.
func (p *program) sayUnconfirmed(ctx context.Context) {
	lead, rest, err := unconfirmedWords(ctx, p.lib)
	if err != nil {
		p.options.Log.Error("look for unconfirmed jobs", "err", err)
		return
	}
	if lead == "" {
		return
	}
	p.shell.Post(func() {
		p.shell.Offer(widgets.ToneWarn, lead, rest, lang.L("Resolve…"), func() {
			p.places.queue.NeedsYou()
			p.shell.Show(gui.Queue)
		})
	})
}

// ledgerOfJobs is what unconfirmedWords reads; *db.Library is one.
type ledgerOfJobs interface {
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
}

// unconfirmedWords says how many jobs are unconfirmed and what they may have cost at most; "" where there are none. The
// amount is left out where one of them has none, and where they are not all in one currency.
func unconfirmedWords(ctx context.Context, l ledgerOfJobs) (lead, rest string, err error) {
	jobs, err := l.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Unconfirmed}})
	if err != nil || len(jobs) == 0 {
		return "", "", err
	}
	profiles, err := l.Profiles(ctx)
	if err != nil {
		return "", "", fmt.Errorf("read profiles: %w", err)
	}
	free := map[int64]bool{}
	for _, q := range profiles {
		free[q.ID] = q.Sandbox
	}
	var total int64
	currency, known, paid := "", true, 0
	for _, j := range jobs {
		if free[j.ProfileID] {
			continue
		}
		paid++
		entries, err := l.Entries(ctx, db.EntryFilter{JobID: j.ID, Kinds: []db.EntryKind{db.UnconfirmedEntry}, Limit: 1})
		if err != nil {
			return "", "", fmt.Errorf("read ledger of job %d: %w", j.ID, err)
		}
		if len(entries) == 0 || entries[0].AmountMicros == nil || (currency != "" && currency != entries[0].Currency) {
			known = false
			continue
		}
		currency = entries[0].Currency
		total += *entries[0].AmountMicros
	}
	lead = lang.N("%s job is unconfirmed.", "%s jobs are unconfirmed.", len(jobs), lang.Number(len(jobs)))
	amount := wording.Money(total, currency)
	switch {
	case paid == 0:
		return lead, lang.L("Nothing was charged: the sandbox is free."), nil
	case paid == 1 && len(jobs) > 1 && known:
		return lead, lang.L("One may have been charged: up to %s.", amount), nil
	case paid == 1 && len(jobs) > 1:
		return lead, lang.L("One may have been charged."), nil
	case known:
		return lead, lang.N("It may have been charged: up to %s.", "They may have been charged: up to %s.", len(jobs), amount), nil
	}
	return lead, lang.N("It may have been charged.", "They may have been charged.", len(jobs)), nil
}
