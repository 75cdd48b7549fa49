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

const (
	clipLife = 7 * 24 * time.Hour // how long the service keeps a clip (interface 8)
	linkLife = 24 * time.Hour     // how long a picture's link works (interface 8)

	// rateGate is how long nothing more of a profile goes out after a 429 that names no time.
	rateGate = 30 * time.Second
	// maxNotBefore is the latest time that the service can name: a person who releases the job must not wait for years.
	maxNotBefore = 24 * time.Hour
)

// record writes down how the one call of a job ended, by the prices at which it left. It is tried until it is written.
func (e *Engine) record(job db.Job, a answer, table client.PriceTable) {
	est := e.estimate(table, job)
	currency := table.Currency

	var items []db.ResultItem
	if a.err == nil && a.image != nil {
		items, a.err = e.keepItems(a.svc, job, a.image.Data)
	}
	if a.err == nil && a.task == nil && a.image == nil {
		a.err = errors.New("the client returned nothing")
	}
	var log []any
	if a.task != nil {
		log = append(log, "task", a.task.ID) // not a secret, and all that is needed to find a paid clip again
	}
	var charged client.Estimate
	if a.image != nil {
		charged = e.charge(table, job, a.image)
		if a.image.Cut && !charged.Known {
			charged = est // it counts in the budgets; what the service counted is lost
		}
	}
	err := e.persist(job.ID, log, func(s *step) error {
		if err := s.expect(db.Unconfirmed, db.Sending); err != nil {
			return err
		}
		switch {
		case a.err != nil:
			return s.unanswered(a.err, est, currency)
		case a.task != nil:
			// One task is one job. A task ID that was given before says nothing about this request.
			var taken *TaskTakenError
			if err := e.free(e.committing(), job, a.task.ID); errors.As(err, &taken) {
				return s.unanswered(taken, est, currency)
			} else if err != nil {
				return err
			}
			return s.accepted(a.task, est, currency)
		default:
			return s.answered(a.image, items, charged, currency)
		}
	})
	if err != nil {
		return // logged; the row is still `sending`, and resume says what it becomes at the next start
	}
	e.conns.report(job.ProfileID, a.svc, a.asked, a.err)
	if statusOf(a.err) == http.StatusTooManyRequests {
		e.outbox.gate(job.ProfileID, min(max(retryAfter(a.err), rateGate), maxGate))
	}
	if errors.Is(a.err, client.ErrAuth) && !e.conns.dropped(job.ProfileID, a.svc) {
		e.holdWaiting(job.ProfileID, db.HeldKeyRefused, troubleOf(a.err))
	}
}

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

// takeBack holds a job of which it is proved that it cost nothing.
func (s *step) takeBack(why db.HoldReason) error {
	s.Job.Hold = why
	s.forgetRefusedKey()
	return s.moveFrom(db.Held, db.Sending)
}

// accepted is the outcome of a submission that brought a task: the service has reserved its price.
func (s *step) accepted(t *client.VideoTask, est client.Estimate, currency string) error {
	s.Job.TaskID = t.ID
	s.Job.AcceptedAt = s.now
	s.Job.ExpiresAt = madeAt(t, s.now).Add(clipLife)
	s.entry(db.Reserve, est, currency, "")
	return s.observe(t)
}

// madeAt is when a task was made by the service's own clock, which is the one that its clip is deleted by; now where the
// answer does not say, or says what no clock does.
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

// end moves to the end of a task; seen is when it was known before. One that nobody saw for minutes has ended nobody knows
// when: that is no duration to learn from.
func (s *step) end(to db.JobState, seen time.Time) error {
	if err := s.move(to); err != nil {
		return err
	}
	if !seen.IsZero() && s.now.Sub(seen) > 5*time.Minute {
		s.Job.FinishedAt = time.Time{}
	}
	return nil
}

// shown is the progress of a running task as a person sees it: it never falls back, and never says 100 before the
// service says completed.
func shown(before, now int) int { return max(before, min(max(now, 0), 99)) }

func statusOf(err error) int {
	var ce *client.Error
	if errors.As(err, &ce) {
		return ce.Status
	}
	return 0
}

func retryAfter(err error) time.Duration {
	var ce *client.Error
	if errors.As(err, &ce) {
		return ce.RetryAfter
	}
	return 0
}
