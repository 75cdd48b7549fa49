package jobs

import (
	"cmp"
	"errors"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/db"
)

const (
	// keyPause is the pause between polls of a task while its profile's key is refused or missing.
	keyPause = 5 * time.Minute
	// pollGrain is how close together polls must be due to start together: a wake-up is more expensive than a poll.
	pollGrain = 200 * time.Millisecond
)

// A service may answer that it does not know a task although it does: while its database is unavailable, or when polled
// with the key of another account. A gateway may answer with its own error and no state. So such a task is polled for
// hours, with growing pauses, and then occasionally while the clip may exist. Answers from before the start of the
// program, before a change of the key, or before the user asked again do not count. Neither does the time between two
// such answers if another answer came in between.
const (
	// unknownReport is the number of such answers in a row after which the row reports it to the user.
	unknownReport = 3
	// maxUnknownPause is the longest pause before the verdict.
	maxUnknownPause = 30 * time.Minute
	// unknownTimeout is the time with only such answers after which the job expires. If the clip would be deleted by
	// now, unknownReport answers are enough.
	unknownTimeout = 6 * time.Hour
	// givenUpInterval is the pause after that.
	givenUpInterval = 6 * time.Hour

	// unclearTimeout is how long a task may answer unclearly (client.VideoTask.Unclear) before it counts as ended.
	unclearTimeout = 10 * time.Minute
)

// poller polls the tasks at the services.
type poller struct {
	*lifetime
	events   *bus
	status   *status
	records  *records
	watches  *watches
	conns    *connections
	bindings *bindings
	history  *history
}

// run polls each task when it is due. Polls overlap; the pacer spaces their starts.
func (p *poller) run() {
	for {
		w, next := p.watches.take()
		if w != nil {
			p.workers.Go(guard.Func("poll", func() {
				next := p.now().Add(maxBackoff) // used if the poll panics, which does not end the task
				_ = guard.Run("poll", func() { next = p.poll(w) })
				p.watches.done(w, next)
				p.status.touch()
			}))
			if p.soft.Err() == nil {
				continue
			}
		}
		if !next.IsZero() {
			next = next.Add(pollGrain)
		}
		if !p.idle(p.watches.wake, next) {
			return
		}
	}
}

// poll polls one task, stores changes, and returns when to poll again. A failed poll does not end the task: it
// continues at the service and is polled until it ends.
func (p *poller) poll(w *watch) (next time.Time) {
	svc, err := p.conns.get(p.soft, w.profile)
	asked := p.conns.nextRequest()
	if err == nil && checkAccount(svc, p.watches.account(w)) != nil {
		p.bindings.noteOtherKey(w.id)
		return p.now().Add(keyPause)
	}
	var task *client.VideoTask
	if err == nil {
		task, err = svc.GetVideo(p.soft, w.taskID)
	}
	if err == nil {
		task = p.applyUnclear(w, task, p.now())
	}
	if errors.Is(err, client.ErrNoState) && w.unknown.count > 0 || err == nil && task.Status == client.StatusEnded {
		if state, contentErr := svc.ContentState(p.soft, w.taskID); contentErr == nil {
			task, err = state, nil
		}
	}
	now := p.now()
	if p.soft.Err() != nil {
		return now.Add(minPause)
	}
	p.conns.report(w.profile, svc, asked, err)
	if err != nil {
		return p.pollFailed(w, svc, err, now)
	}
	w.misses = 0
	if err := p.storeAnswer(w, task, now); err != nil {
		p.log.Error("poll", "task", w.taskID, "err", err)
		w.misses++
		return now.Add(p.backoff(w.misses))
	}
	return p.nextPoll(w, task, now)
}

// applyUnclear returns the answer about a task. It converts the answer to an end if the task has been unclear several
// times over minutes, or if its job was already given up.
func (p *poller) applyUnclear(w *watch, t *client.VideoTask, now time.Time) *client.VideoTask {
	if !t.Unclear {
		w.unknown = refusal{}
		return t
	}
	w.unknown = w.unknown.add(now, maxBackoff)
	over := w.unknown.count >= unknownReport && w.unknown.lasted >= unclearTimeout
	if !over && !p.watches.givenUp(w) {
		return t
	}
	ended := *t
	ended.Status = client.StatusEnded
	return &ended
}

// pollFailed handles a poll without an answer about the task, and returns when to poll again.
func (p *poller) pollFailed(w *watch, svc Service, err error, now time.Time) (next time.Time) {
	p.log.Debug("poll", "task", w.taskID, "err", err)
	hasNoState := client.IsUnknownTask(err) || errors.Is(err, client.ErrNoState)
	if !hasNoState {
		w.unknown.last = now // the time since the previous such answer does not count
	}
	switch {
	case errors.Is(err, client.ErrAuth) && p.conns.isOutdated(w.profile, svc):
		return now.Add(minPause)
	case errors.Is(err, client.ErrAuth):
		p.records.holdWaiting(w.profile, db.HeldKeyRefused, faultOf(err))
		p.bindings.unbind(w.id, p.watches.account(w))
		return now.Add(keyPause)
	case errors.Is(err, ErrNoKey):
		return now.Add(keyPause)
	case hasNoState:
		w.misses = 0
		return now.Add(p.countUnknown(w, err, now))
	}
	w.misses++
	pause := p.backoff(w.misses)
	if after := min(retryAfter(err), maxGate); after > 0 {
		// It applies to every task of the profile: the service counts requests, not tasks.
		p.watches.gate(w.profile, after)
		pause = max(pause, after)
	}
	return now.Add(pause)
}

// countUnknown counts an answer without a state of the task, commits its consequences, and returns the pause after it.
func (p *poller) countUnknown(w *watch, err error, now time.Time) time.Duration {
	if p.watches.givenUp(w) {
		return givenUpInterval + p.randomPause(givenUpInterval/4)
	}
	w.unknown = w.unknown.add(now, maxUnknownPause)
	n, over := w.unknown.count, w.unknown.lasted >= unknownTimeout
	p.log.Warn("poll", "task", w.taskID, "unknown", n, "err", err)
	if n == unknownReport || over {
		_, err := p.records.change(p.commitContext(), w.id, func(s *step) error {
			return s.storeUnknown(w.taskID, err, over)
		})
		if err != nil && !isMove(err) {
			p.log.Error("poll", "task", w.taskID, "err", err)
		}
	}
	pause := givenUpInterval
	if !over {
		pause = min(minPause<<min(n-1, 10), maxUnknownPause)
	}
	return pause + p.randomPause(pause/4)
}

// storeUnknown stores an answer without a state of the task. It ends the job if such answers lasted long enough, or if
// the clip would be deleted by now. The reserve stays open, because only the service or the user knows whether it was
// refunded.
func (s *step) storeUnknown(taskID string, err error, over bool) error {
	if !in(s.Job.State, db.Queued, db.InProgress) || s.Job.TaskID != taskID {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Expired}
	}
	s.setFault(noState(err))
	if !over && expiredBy(*s.Job, err, s.now) == notExpired {
		return nil
	}
	return s.move(db.Expired)
}

// noState returns the fault of an answer without a state of the task. For an answer of the service itself the message
// contains only the service's text, which may be "".
func noState(err error) fault {
	t := faultOf(err)
	t.Code = CodeTaskUnknown
	var answer *client.Error
	if errors.Is(err, client.ErrNoState) && errors.As(err, &answer) {
		t.Code, t.Message = CodeNoState, cmp.Or(answer.Message, answer.Code)
	}
	return t
}

// storeAnswer stores an answer if it differs from the row.
func (p *poller) storeAnswer(w *watch, t *client.VideoTask, now time.Time) error {
	w.seen = append(w.seen, client.ProgressSample{After: now.Sub(w.accepted), Progress: t.Progress})
	if len(w.seen) > maxSeen {
		w.seen = w.seen[len(w.seen)-maxSeen:]
	}
	progress, n := p.watches.compare(w, t, now)
	switch n {
	case noChange:
		return nil
	case progressOnly:
		p.events.add(Progress{ID: w.id, Percent: progress})
		p.events.flush()
		return nil
	}
	_, err := p.records.change(p.commitContext(), w.id, func(s *step) error {
		if !in(s.Job.State, db.Queued, db.InProgress) && !givenUp(*s.Job) || s.Job.TaskID != w.taskID {
			return &MoveError{ID: w.id, From: s.Job.State, To: db.InProgress} // the user was faster
		}
		if !t.Done() {
			s.Job.Progress = max(s.Job.Progress, progress) // displayed progress never decreases
		}
		return s.observe(t)
	})
	if isMove(err) {
		return nil
	}
	return err
}

// firstPoll returns when to poll a task that is new to the scheduler. A new task is polled when the fastest of its kind
// may be done. A task is polled at once if an earlier run polled it, or if its only answer was an end.
func (p *poller) firstPoll(w *watch, now time.Time) time.Time {
	if w.polled || client.IsEnd(client.StatusOf(w.raw)) {
		return now
	}
	return later(now, client.NextPoll(client.PollState{
		Accepted: w.accepted, History: p.history.durations(p.commitContext(), w.kind, now),
		Interval: p.conns.pollInterval(w.profile),
	}, p.jitter()))
}

// nextPoll returns when to poll a running task again, close to its predicted end.
func (p *poller) nextPoll(w *watch, t *client.VideoTask, now time.Time) time.Time {
	switch {
	case t.Status == client.StatusEnded && p.watches.givenUp(w):
		return now.Add(givenUpInterval + p.randomPause(givenUpInterval/4))
	case t.Done():
		return now.Add(minPause) // an end that needs confirmation; otherwise the row has left the scheduler
	}
	return client.NextPoll(client.PollState{
		Accepted: w.accepted, History: p.history.durations(p.commitContext(), w.kind, now), Samples: w.seen,
		LastPoll: p.watches.lastPoll(w),
		Interval: p.conns.pollInterval(w.profile),
	}, p.jitter())
}
