package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// resume reads what a former run left and makes it true again, before any worker runs. What was being sent may have
// arrived: it becomes unconfirmed, unless its picture is here, and nothing but a person sends it again.
func (e *Engine) resume(ctx context.Context) error {
	if err := e.checkLineage(ctx); err != nil {
		return err
	}
	if err := e.readZone(ctx); err != nil {
		return err
	}
	var paused bool
	if _, err := e.lib.Setting(ctx, settingPaused, &paused); err != nil {
		return fmt.Errorf("read setting %s: %w", settingPaused, err)
	}
	e.commits.Lock()
	e.paused = paused
	e.commits.Unlock()

	cut, err := e.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Sending}})
	if err != nil {
		return fmt.Errorf("list jobs that were being sent: %w", err)
	}
	for _, job := range cut {
		table := e.pricesAt(job.ProfileID, job.SentAt)
		if err := e.resumeCut(ctx, job, e.estimate(table, job), table.Currency); err != nil {
			return err
		}
	}

	live, err := e.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{
		db.Waiting, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving,
	}})
	if err != nil {
		return fmt.Errorf("list jobs under way: %w", err)
	}
	for _, job := range live {
		if paused && job.State == db.Waiting {
			// The program died while it paused.
			_, err := e.change(ctx, job.ID, func(s *step) error {
				return s.hold(db.HeldPaused, trouble{})
			})
			if err != nil {
				return fmt.Errorf("hold job %d: %w", job.ID, err)
			}
			continue
		}
		e.follow(job)
	}
	if !paused { // the program may have died while it ended the pause
		if err := e.endPause(ctx); err != nil {
			return err
		}
	}
	ended, err := e.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Expired}})
	if err != nil {
		return fmt.Errorf("list expired jobs: %w", err)
	}
	for _, job := range ended {
		if givenUp(job) {
			e.follow(job) // it is asked about again while its clip may be there
		}
	}
	return nil
}

// NoteAnswerCut stands on the charge of a picture whose bytes were kept before the program died, and its price not.
const NoteAnswerCut = "the picture came; the program ended before what it cost was written down"

// maxPictures is how many pictures of one answer are looked for.
const maxPictures = 16

// resumeCut makes a job true again that was being sent when the program died. Nobody knows whether the request arrived, so
// it becomes unconfirmed; but where the picture is here, whole, the answer did come: it is kept like any other.
func (e *Engine) resumeCut(ctx context.Context, job db.Job, est client.Estimate, currency string) error {
	var items []db.ResultItem
	if !job.Kind.IsVideo() {
		items = e.came(job)
	}
	_, err := e.change(ctx, job.ID, func(s *step) error {
		if len(items) > 0 {
			return s.cut(items, currency)
		}
		s.trouble(trouble{Code: CodeProgramEnded, Message: "the program ended before the answer came"})
		s.entry(db.UnconfirmedEntry, est, currency, "no answer; may have been charged")
		return s.moveFrom(db.Unconfirmed, db.Sending)
	})
	if err != nil {
		return fmt.Errorf("resume job %d: %w", job.ID, err)
	}
	return nil
}

// came lists the pictures in incoming/ that an answer to a job brought as bytes. They are there whole and on the disk or not
// at all, and under a name that no other job has; also those that were refused and are kept aside. Those of a large
// answer may have no name of their own yet, and may be half. One that cannot be read now is there all the same.
func (e *Engine) came(job db.Job) (items []db.ResultItem) {
	for i := range maxPictures {
		name := db.IncomingName(job.Ref, i, incomingExt)
		for _, name := range []string{name, name + client.RefusedExt} {
			if e.isPicture(name) {
				items = append(items, db.ResultItem{Incoming: name})
				break
			}
		}
		if name := db.IncomingName(job.Ref+largeAnswer, i, "part"); e.isPicture(name) {
			items = append(items, db.ResultItem{Incoming: name})
		}
	}
	return items
}

// isPicture reports whether a file in incoming/ is a picture, or may be.
func (e *Engine) isPicture(name string) bool {
	if path, err := e.lib.IncomingPath(name); err != nil || missing(path) != nil {
		return false
	}
	_, err := checkPicture(e.lib.OpenIncoming(name))
	return !errors.Is(err, client.ErrDamaged) || strings.HasSuffix(name, client.RefusedExt)
}

// cut is the outcome of a picture call whose bytes are here and whose answer is not. An answer with a picture is charged
// (interface 2.4): by how much is not known any more, so the charge has no amount, and none is made up.
func (s *step) cut(items []db.ResultItem, currency string) error {
	raw, err := json.Marshal(items)
	if err != nil {
		return err
	}
	s.Job.ResultItems = raw
	s.Job.AcceptedAt, s.Job.FinishedAt = s.now, s.now
	s.Job.ExpiresAt = s.now.Add(linkLife)
	s.entry(db.Charge, client.Estimate{}, currency, NoteAnswerCut)
	return s.moveFrom(db.Saving, db.Sending)
}
