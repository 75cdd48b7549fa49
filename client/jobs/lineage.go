package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"viviscope/db"
)

// ClickLostError reports that a click with this ID was sent before and is not in the library: the library was restored
// from a copy, or rebuilt. Nothing was made.
type ClickLostError struct{ ID string }

// Error implements error.
func (e *ClickLostError) Error() string {
	return "the click " + e.ID + " was sent before, and may have been charged, but this library does not contain it: " +
		"it was restored from a copy or rebuilt. Look at the service for what came of it. " +
		"Only another ID orders it again"
}

// MayHaveBeenSent reports whether a held job comes from a copy or a backup of the library, so that it may have been
// sent after the copy was made.
func MayHaveBeenSent(j db.Job) bool {
	approval := j.Hold == db.HeldApproval && j.Note == db.NoteRestored
	return j.State == db.Held && (j.ErrorCode == db.CodeRestored || approval)
}

// lineage detects a library that was restored to an older state, using the log of this account.
type lineage struct {
	*lifetime
	lib     Library
	events  *bus
	records *records
	sent    *SentLog // nil: there is no log

	mu    sync.Mutex // held while the library is compared with sent; locked before commits
	known bool       // the comparison is done; guarded by mu
}

// check compares the library with the log of this account, once per engine and before the engine makes a job. All
// unsent jobs are held, because they may have been sent, if the database is older than the last request, belongs to
// another copy, or is not in the log. If there are no unsent jobs, the library is taken over silently.
func (l *lineage) check(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sent == nil || l.known {
		return nil
	}
	lin, err := l.read(ctx)
	if err != nil {
		return err
	}
	branch, sent := "", int64(0)
	if lin.Valid() {
		if branch, sent, err = l.sent.last(lin.Library); err != nil { // treated like a lost folder
			l.log.Warn("read sent log", "err", err)
		}
	}
	if branch == "" || branch != lin.Branch || sent > lin.Sent {
		err = l.takeOver(ctx, lin, sent)
	}
	l.known = err == nil
	return err
}

func (l *lineage) read(ctx context.Context) (lin db.Lineage, err error) {
	if _, err = l.lib.Setting(ctx, db.SettingLineage, &lin); err != nil {
		return db.Lineage{}, fmt.Errorf("read setting %s: %w", db.SettingLineage, err)
	}
	return lin, nil
}

// takeOver starts a new branch for this account and holds the unsent jobs. sent is how far the library has sent
// according to the account. If that is further than in the database, the grants of clients are revoked too. The caller
// holds mu, and not records.commits.
func (l *lineage) takeOver(ctx context.Context, lin db.Lineage, sent int64) error {
	defer l.events.flush()
	l.records.commits.Lock()
	defer l.records.commits.Unlock()
	list, err := l.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Waiting, db.Held}})
	if err != nil {
		return fmt.Errorf("list unsent jobs: %w", err)
	}
	before := map[int64]db.Job{}
	for _, j := range list {
		before[j.ID] = j
	}
	older := sent > lin.Sent
	lin = lin.Adopted()
	lin.Sent = max(lin.Sent, sent) // so that the same copy is detected again
	held, err := l.lib.TakeOver(ctx, lin, older)
	if err != nil {
		return err
	}
	for _, j := range held {
		l.records.announce(before[j.ID], j)
	}
	if older || len(held) > 0 {
		l.log.Warn("library is a copy or was restored: hold unsent jobs", "held", len(held))
	}
	if err := l.sent.recordTakeOver(lin); err != nil { // then the next start holds the waiting jobs
		l.log.Warn("write sent log", "err", err)
	}
	return nil
}

// recordSent records outside the library that a job is about to be sent. It reports whether the request may be sent. If
// another copy of the library was used meanwhile, this job and all waiting ones are held. If the log cannot be written,
// the request is sent anyway.
func (l *lineage) recordSent(job db.Job, lin db.Lineage) bool {
	if l.sent == nil || !lin.Valid() {
		return true
	}
	click, err := l.lib.ClickOf(l.commitContext(), job.Click)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		l.log.Warn("read click", "job", job.ID, "err", err)
	}
	err = l.sent.record(lin, click.ID, job.Click)
	if !errors.Is(err, errOtherBranch) {
		if err != nil {
			l.log.Warn("write sent log", "err", err)
		}
		return true
	}
	if err := l.records.persist(job.ID, nil, func(s *step) error {
		s.Job.Note = db.NoteRestored
		s.setFault(fault{Code: db.CodeRestored, Message: db.NoteRestored})
		return s.takeBack(db.HeldByUser)
	}); err != nil {
		l.log.Error("hold", "job", job.ID, "err", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now, err := l.read(l.commitContext())
	if err == nil && now.Branch == lin.Branch { // otherwise another request has detected it already
		err = l.takeOver(l.commitContext(), now, 0)
	}
	if err != nil {
		l.log.Error("hold unsent jobs", "err", err)
	}
	return false
}

// checkLostClick returns a *ClickLostError if a click with this ID was sent and the library does not contain it.
func (l *lineage) checkLostClick(ctx context.Context, id string) error {
	if l.sent == nil {
		return nil
	}
	lin, err := l.read(ctx)
	if err != nil || !lin.Valid() {
		return err
	}
	sent, err := l.sent.clicks(lin.Library, id)
	if err != nil {
		l.log.Warn("read sent log", "err", err)
	}
	for _, click := range sent {
		if _, err := l.lib.ClickOf(ctx, click); errors.Is(err, db.ErrNotFound) {
			return &ClickLostError{id}
		} else if err != nil {
			return err
		}
	}
	return nil
}
