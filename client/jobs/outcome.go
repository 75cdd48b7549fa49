package jobs

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/db"
)

// unanswered is the outcome of a call that brought no result: not sent, refused, or nobody knows.
func (s *step) unanswered(err error, est client.Estimate, currency string) error {
	s.trouble(troubleOf(err))
	switch client.OutcomeOf(err) {
	case client.NotSent:
		return s.takeBack(db.HeldNotSent)
	case client.Rejected:
		switch {
		case statusOf(err) == http.StatusTooManyRequests:
			s.Job.NotBefore = time.Time{}
			if after := retryAfter(err); after > 0 {
				s.Job.NotBefore = s.now.Add(min(after, maxNotBefore))
			}
			return s.takeBack(db.HeldRateLimited)
		case errors.Is(err, client.ErrAuth):
			return s.takeBack(db.HeldKeyRefused)
		}
		return s.move(db.Rejected)
	}
	s.entry(db.UnconfirmedEntry, est, currency, "no answer; may have been charged")
	return s.move(db.Unconfirmed)
}

// accepted is the outcome of a submission that brought a task: the service has reserved its price.
func (s *step) accepted(t *client.VideoTask, est client.Estimate, currency string) error {
	s.Job.TaskID = t.ID
	s.Job.AcceptedAt = s.now
	s.Job.ExpiresAt = madeAt(t, s.now).Add(clipLife)
	s.entry(db.Reserve, est, currency, "")
	return s.observe(t)
}

// madeAt is when a task was made by the service's own clock, which is the one that its clip is deleted by; now where
// the answer does not say, or says what no clock does.
func madeAt(t *client.VideoTask, now time.Time) time.Time {
	if d := now.Sub(t.CreatedAt); d.Abs() < 366*24*time.Hour {
		return t.CreatedAt.UTC()
	}
	return now
}

// answered is the outcome of a picture call: paid, and its links or bytes are kept from this commit on.
func (s *step) answered(r *client.ImageResult, items []db.ResultItem, charge client.Estimate, currency string) error {
	raw, err := json.Marshal(items)
	if err != nil {
		return err
	}
	s.Job.ResultItems, s.Job.Usage = raw, r.Usage.Raw
	s.Job.RawAnswer = r.Raw
	s.Job.ErrorCode, s.Job.ErrorMessage = "", ""
	s.Job.AcceptedAt, s.Job.FinishedAt = s.now, s.now
	s.Job.ExpiresAt = s.now.Add(linkLife)
	for _, it := range items { // a signed link may say that it dies sooner
		if dies, ok := linkcheck.Dies(it.URL, s.now); ok && dies.After(s.now) && dies.Before(s.Job.ExpiresAt) {
			s.Job.ExpiresAt = dies
		}
	}
	s.entry(db.Charge, charge, currency, "")
	return s.move(db.Saving)
}

// observe brings a job up to an answer about its task. States may be skipped, the first answer may already be
// completed, and progress may jump, fall back or read 100 early: only the state counts as an end. One answer "failed"
// is no verdict, because it would end a task that goes on and is charged: RawStatus keeps it, and the next answer about
// the task confirms it or not. So it is with any other end, which leaves the reserve open: only the service or the user
// knows whether it was paid back. An answer "completed" is proved by its content.
func (s *step) observe(t *client.VideoTask) error {
	j, seen, before := s.Job, s.Job.LastCheckAt, s.Job.RawStatus
	j.RawStatus, j.LastCheckAt = cmp.Or(t.RawStatus, t.Status), s.now
	if client.StatusOf(j.RawStatus) != t.Status { // the next answer is compared with the state, not with its word
		j.RawStatus = t.Status
	}
	switch { // it was asked again
	case j.State == db.Failed && client.IsEnd(t.Status):
		return nil
	case j.State == db.Expired && t.Status == client.StatusEnded:
		if givenUp(*j) {
			s.trouble(endedBy(t))
		}
		return nil
	}
	j.ErrorCode, j.ErrorMessage = "", ""
	if from := madeAt(t, j.AcceptedAt); t.ExpiresAt.After(from) && t.ExpiresAt.Before(from.Add(366*24*time.Hour)) {
		j.ExpiresAt = t.ExpiresAt.UTC()
	}
	switch t.Status {
	case client.StatusCompleted:
		j.Progress = 100
		j.RawAnswer = t.Raw
		s.chargeDone(t)
		s.setRight(true)
		return s.end(db.Completed, seen)
	case client.StatusFailed, client.StatusEnded:
		switch {
		case client.StatusOf(before) == t.Status:
			return s.endWithout(t, seen)
		case in(j.State, db.Queued, db.InProgress, db.Downloading):
			return nil
		}
		return s.move(db.Queued)
	}
	j.Progress = shown(j.Progress, t.Progress)
	if t.Status == client.StatusQueued {
		if in(j.State, db.Queued, db.InProgress) {
			return nil // a running task that says queued again stays where it was
		}
		return s.move(db.Queued)
	}
	if j.State == db.InProgress {
		return nil
	}
	return s.move(db.InProgress)
}

// endWithout ends a task without a clip, as two answers have it. A failed one is refunded. One that ended otherwise may
// have been charged: its reserve stays open. Where the task was completed before, its content is no longer there.
func (s *step) endWithout(t *client.VideoTask, seen time.Time) error {
	j := s.Job
	j.RawAnswer = t.Raw
	switch {
	case t.Status == client.StatusFailed:
		if t.Error != nil {
			j.ErrorCode, j.ErrorMessage = t.Error.Code, t.Error.Message
		}
		s.settle(db.Refund, "")
		s.setRight(false)
		return s.end(db.Failed, seen)
	case j.State == db.Downloading:
		s.trouble(trouble{Code: CodeGone, Message: endedBy(t).Message})
		s.settle(db.Charge, "")
		return s.move(db.Expired)
	}
	s.trouble(endedBy(t))
	return s.end(db.Expired, seen)
}

// endedBy returns the trouble of a task that ended without a clip, and without the word failed: the service's words.
func endedBy(t *client.VideoTask) trouble {
	words := t.RawStatus
	if t.Error != nil {
		words = t.Error.Message
	}
	return trouble{Code: CodeEnded, Message: words, Raw: t.Raw}
}

// end moves to the end of a task; seen is when it was known before. One that nobody saw for minutes has ended nobody
// knows when: that is no duration to learn from.
func (s *step) end(to db.JobState, seen time.Time) error {
	if err := s.move(to); err != nil {
		return err
	}
	if !seen.IsZero() && s.now.Sub(seen) > 5*time.Minute {
		s.Job.FinishedAt = time.Time{}
	}
	return nil
}

// NoteAnswerCut stands on the charge of a picture whose bytes were kept before the program died, and its price not.
const NoteAnswerCut = "the picture came; the program ended before what it cost was written down"

// cut is the outcome of a picture call whose bytes are here and whose answer is not. An answer with a picture is
// charged (interface 2.4): by how much is not known any more, so the charge has no amount, and none is made up.
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
