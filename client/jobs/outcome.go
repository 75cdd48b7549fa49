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

// callFailed handles a call without a result: it was not sent, was refused, or has an unknown outcome.
func (s *step) callFailed(err error, est client.Estimate, currency string) error {
	s.setFault(faultOf(err))
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

// taskAccepted handles a submission that returned a task: the service has reserved its price.
func (s *step) taskAccepted(t *client.VideoTask, est client.Estimate, currency string) error {
	s.Job.TaskID = t.ID
	s.Job.AcceptedAt = s.now
	s.Job.ExpiresAt = createdAt(t, s.now).Add(clipLife)
	s.entry(db.Reserve, est, currency, "")
	return s.observe(t)
}

// createdAt returns when a task was made according to the service, which deletes the clip by that time. It returns now
// if the answer has no plausible time.
func createdAt(t *client.VideoTask, now time.Time) time.Time {
	if d := now.Sub(t.CreatedAt); d.Abs() < 366*24*time.Hour {
		return t.CreatedAt.UTC()
	}
	return now
}

// picturesReceived handles a successful picture call. The call is paid for; the row keeps its links or files from this
// commit on.
func (s *step) picturesReceived(
	r *client.ImageResult, items []db.ResultItem, charge client.Estimate, currency string,
) error {
	raw, err := json.Marshal(items)
	if err != nil {
		return err
	}
	s.Job.ResultItems, s.Job.Usage = raw, r.Usage.Raw
	s.Job.RawAnswer = r.Raw
	s.Job.ErrorCode, s.Job.ErrorMessage = "", ""
	s.Job.AcceptedAt, s.Job.FinishedAt = s.now, s.now
	s.Job.ExpiresAt = s.now.Add(linkLife)
	for _, it := range items { // a signed link may contain an earlier expiry
		if dies, ok := linkcheck.Expiry(it.URL, s.now); ok && dies.After(s.now) && dies.Before(s.Job.ExpiresAt) {
			s.Job.ExpiresAt = dies
		}
	}
	s.entry(db.Charge, charge, currency, "")
	return s.move(db.Saving)
}

// observe updates a job with an answer about its task. States may be skipped, the first answer may already be
// completed, and progress may jump, fall back or reach 100 early: only the state ends a task. A single answer "failed"
// does not, because it could end a task that continues and is charged. RawStatus stores it, and the next answer
// confirms it or not. Any other end needs two answers too. It leaves the reserve open, because only the service or the
// user knows whether the price was refunded. An answer "completed" is verified by downloading the content.
func (s *step) observe(t *client.VideoTask) error {
	j, seen, before := s.Job, s.Job.LastCheckAt, s.Job.RawStatus
	j.RawStatus, j.LastCheckAt = cmp.Or(t.RawStatus, t.Status), s.now
	if client.StatusOf(j.RawStatus) != t.Status { // the next answer is compared with the normalized state
		j.RawStatus = t.Status
	}
	switch { // the ended task was polled again
	case j.State == db.Failed && client.IsEnd(t.Status):
		return nil
	case j.State == db.Expired && t.Status == client.StatusEnded:
		if givenUp(*j) {
			s.setFault(endedFault(t))
		}
		return nil
	}
	j.ErrorCode, j.ErrorMessage = "", ""
	if from := createdAt(t, j.AcceptedAt); t.ExpiresAt.After(from) && t.ExpiresAt.Before(from.Add(366*24*time.Hour)) {
		j.ExpiresAt = t.ExpiresAt.UTC()
	}
	switch t.Status {
	case client.StatusCompleted:
		j.Progress = 100
		j.RawAnswer = t.Raw
		s.chargeCompleted(t)
		s.correctLedger(true)
		return s.endTask(db.Completed, seen)
	case client.StatusFailed, client.StatusEnded:
		switch {
		case client.StatusOf(before) == t.Status:
			return s.endWithoutClip(t, seen)
		case in(j.State, db.Queued, db.InProgress, db.Downloading):
			return nil
		}
		return s.move(db.Queued)
	}
	j.Progress = displayedProgress(j.Progress, t.Progress)
	if t.Status == client.StatusQueued {
		if in(j.State, db.Queued, db.InProgress) {
			return nil // a running task that is reported as queued stays running
		}
		return s.move(db.Queued)
	}
	if j.State == db.InProgress {
		return nil
	}
	return s.move(db.InProgress)
}

// endWithoutClip ends a task without a clip after two matching answers. A failed task is refunded. A task that ended
// otherwise may have been charged, so its reserve stays open. If the task was completed before, its content no longer
// exists.
func (s *step) endWithoutClip(t *client.VideoTask, seen time.Time) error {
	j := s.Job
	j.RawAnswer = t.Raw
	switch {
	case t.Status == client.StatusFailed:
		if t.Error != nil {
			j.ErrorCode, j.ErrorMessage = t.Error.Code, t.Error.Message
		}
		s.settle(db.Refund, "")
		s.correctLedger(false)
		return s.endTask(db.Failed, seen)
	case j.State == db.Downloading:
		s.setFault(fault{Code: CodeGone, Message: endedFault(t).Message})
		s.settle(db.Charge, "")
		return s.move(db.Expired)
	}
	s.setFault(endedFault(t))
	return s.endTask(db.Expired, seen)
}

// endedFault returns the fault of a task that ended without a clip and without the state failed, with the service's
// message.
func endedFault(t *client.VideoTask) fault {
	words := t.RawStatus
	if t.Error != nil {
		words = t.Error.Message
	}
	return fault{Code: CodeEnded, Message: words, Raw: t.Raw}
}

// endTask moves to the end of a task. seen is the time of the previous answer. If that is minutes ago, the time of the
// end is unknown and must not count as a duration for predictions.
func (s *step) endTask(to db.JobState, seen time.Time) error {
	if err := s.move(to); err != nil {
		return err
	}
	if !seen.IsZero() && s.now.Sub(seen) > 5*time.Minute {
		s.Job.FinishedAt = time.Time{}
	}
	return nil
}

// NoteAnswerCut is the note of the charge of a picture that was stored before the program died, while its price was
// not.
const NoteAnswerCut = "the picture came; the program ended before what it cost was written down"

// picturesRecovered handles a picture call with stored pictures and a lost answer. An answer with a picture is charged
// (interface 2.4). The price is not known any more, so the charge has no amount.
func (s *step) picturesRecovered(items []db.ResultItem, currency string) error {
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
