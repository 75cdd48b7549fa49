package jobs

import (
	"context"
	"errors"
	"fmt"

	"viviscope/db"
)

// ClickLostError reports that something was sent for the ID of a click which the library does not contain: the library
// was restored from a copy, or rebuilt. Nothing was made.
type ClickLostError struct{ ID string }

// Error implements error.
func (e *ClickLostError) Error() string {
	return "the click " + e.ID + " was sent before, and may have been charged, but this library does not contain it: " +
		"it was restored from a copy or rebuilt. Look at the service for what came of it. " +
		"Only another ID orders it again"
}

// MayHaveBeenSent reports whether a held job comes from a copy or a backup of the library, and may have been sent since
// that was made.
func MayHaveBeenSent(j db.Job) bool {
	approval := j.Hold == db.HeldApproval && j.Note == db.NoteRestored
	return j.State == db.Held && (j.ErrorCode == db.CodeRestored || approval)
}

// checkLineage compares the library with the log of this account, once in the life of an engine and before it makes a
// job. Where the database is older than the last request, belongs to another copy, or is not in the log, all unsent
// jobs are held: they may have been sent. Where there are none, the library is taken over silently.
func (e *Engine) checkLineage(ctx context.Context) error {
	e.lineage.Lock()
	defer e.lineage.Unlock()
	if e.sent == nil || e.lineageKnown {
		return nil
	}
	lin, err := e.readLineage(ctx)
	if err != nil {
		return err
	}
	branch, sent := "", int64(0)
	if lin.Valid() {
		if branch, sent, err = e.sent.last(lin.Library); err != nil { // as where the folder is lost
			e.log.Warn("it is not known what the library has sent", "err", err)
		}
	}
	if branch == "" || branch != lin.Branch || sent > lin.Sent {
		err = e.takeOver(ctx, lin, sent)
	}
	e.lineageKnown = err == nil
	return err
}

func (e *Engine) readLineage(ctx context.Context) (lin db.Lineage, err error) {
	if _, err = e.lib.Setting(ctx, db.SettingLineage, &lin); err != nil {
		return db.Lineage{}, fmt.Errorf("read setting %s: %w", db.SettingLineage, err)
	}
	return lin, nil
}

// takeOver begins a branch for this account, and holds what waits. sent is how far the account knows the library to
// have sent: where that is further than the database, what clients were granted is revoked too. The caller holds
// e.lineage, and not e.commits.
func (e *Engine) takeOver(ctx context.Context, lin db.Lineage, sent int64) error {
	defer e.events.flush()
	e.records.commits.Lock()
	defer e.records.commits.Unlock()
	list, err := e.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Waiting, db.Held}})
	if err != nil {
		return fmt.Errorf("list unsent jobs: %w", err)
	}
	before := map[int64]db.Job{}
	for _, j := range list {
		before[j.ID] = j
	}
	older := sent > lin.Sent
	lin = lin.Adopted()
	lin.Sent = max(lin.Sent, sent) // so that the same copy is recognised again
	held, err := e.lib.TakeOver(ctx, lin, older)
	if err != nil {
		return err
	}
	for _, j := range held {
		e.records.announce(before[j.ID], j)
	}
	if older || len(held) > 0 {
		e.log.Warn("the library is a copy, or older than what was sent from it", "held", len(held))
	}
	if err := e.sent.begin(lin); err != nil { // the next start holds what waits then
		e.log.Warn("it cannot be noted what the library sends", "err", err)
	}
	return nil
}

// noteSent notes outside the library that a job is about to be sent, before its request leaves. It reports whether it
// may leave: where another copy of the library was used meanwhile, the job is held and so is all that waits. Where it
// cannot be noted the request leaves all the same.
func (e *Engine) noteSent(job db.Job, lin db.Lineage) bool {
	if e.sent == nil || !lin.Valid() {
		return true
	}
	click, err := e.lib.ClickOf(e.committing(), job.Click)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		e.log.Warn("read click", "job", job.ID, "err", err)
	}
	err = e.sent.note(lin, click.ID, job.Click)
	if !errors.Is(err, errOtherBranch) {
		if err != nil {
			e.log.Warn("it cannot be noted what the library sends", "err", err)
		}
		return true
	}
	if err := e.records.persist(job.ID, nil, func(s *step) error {
		s.Job.Note = db.NoteRestored
		s.trouble(trouble{Code: db.CodeRestored, Message: db.NoteRestored})
		return s.takeBack(db.HeldByPerson)
	}); err != nil {
		e.log.Error("hold", "job", job.ID, "err", err)
	}
	e.lineage.Lock()
	defer e.lineage.Unlock()
	now, err := e.readLineage(e.committing())
	if err == nil && now.Branch == lin.Branch { // else another request found it out first
		err = e.takeOver(e.committing(), now, 0)
	}
	if err != nil {
		e.log.Error("hold what waits", "err", err)
	}
	return false
}

// lostClick returns a *ClickLostError where something was sent for the ID of a click that the library does not contain.
func (e *Engine) lostClick(ctx context.Context, id string) error {
	if e.sent == nil {
		return nil
	}
	lin, err := e.readLineage(ctx)
	if err != nil || !lin.Valid() {
		return err
	}
	sent, err := e.sent.clicks(lin.Library, id)
	if err != nil {
		e.log.Warn("it is not known which clicks were sent", "err", err)
	}
	for _, click := range sent {
		if _, err := e.lib.ClickOf(ctx, click); errors.Is(err, db.ErrNotFound) {
			return &ClickLostError{id}
		} else if err != nil {
			return err
		}
	}
	return nil
}
