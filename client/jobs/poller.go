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
	// keyPause is the pause of a task whose profile's key is refused or missing.
	keyPause = 5 * time.Minute
	// pollGrain is how close together polls must fall to begin together: waking up costs more than asking.
	pollGrain = 200 * time.Millisecond
)

// A service may answer that it does not know a task, although it does: while its database is away, or asked with the
// key of another account. A gateway may answer with an error of its own and no state. So the service is asked again for
// hours, less and less often, and then now and then while the clip may be there. Nothing counts that was said before
// the program started, before the key was changed, or before a person asked again, nor the time between two such
// answers in which another came.
const (
	// unknownTold is how many such answers in a row come before a person is told.
	unknownTold = 3
	// unknownPause is the longest pause until the verdict.
	unknownPause = 30 * time.Minute
	// unknownVerdict is lived through with nothing but such answers, until the job expires. unknownTold answers are enough
	// where its days are over.
	unknownVerdict = 6 * time.Hour
	// unknownRest is the pause after that.
	unknownRest = 6 * time.Hour

	// unclearVerdict is how long a task may answer unclearly (client.VideoTask.Unclear) before that is an end.
	unclearVerdict = 10 * time.Minute
)

// poller asks about the tasks at the services.
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

// run asks about the tasks, each when its time has come. Polls overlap; the pacer spaces their beginnings.
func (p *poller) run() {
	for {
		w, next := p.watches.take()
		if w != nil {
			p.workers.Go(guard.Func("poll", func() {
				next := p.now().Add(maxBackoff) // where the poll panics: it is no verdict
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

// poll asks about one task, writes down what is new, and returns when to ask again. A poll that brings no answer is no
// verdict: the task goes on at the service and is asked about until there is an end.
func (p *poller) poll(w *watch) (next time.Time) {
	svc, err := p.conns.get(p.soft, w.profile)
	asked := p.conns.begin()
	if err == nil && checkAccount(svc, p.watches.account(w)) != nil {
		p.bindings.noteOtherKey(w.id)
		return p.now().Add(keyPause)
	}
	var task *client.VideoTask
	if err == nil {
		task, err = svc.GetVideo(p.soft, w.taskID)
	}
	if err == nil {
		task = p.judge(w, task, p.now())
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
		return p.missed(w, svc, err, now)
	}
	w.misses = 0
	if err := p.see(w, task, now); err != nil {
		p.log.Error("poll", "task", w.taskID, "err", err)
		w.misses++
		return now.Add(p.backoff(w.misses))
	}
	return p.plan(w, task, now)
}

// judge returns an answer about a task, as an end where it has been unclear several times over minutes, or is so still
// when the job was given up.
func (p *poller) judge(w *watch, t *client.VideoTask, now time.Time) *client.VideoTask {
	if !t.Unclear {
		w.unknown = refusal{}
		return t
	}
	w.unknown = w.unknown.again(now, maxBackoff)
	over := w.unknown.count >= unknownTold && w.unknown.lasted >= unclearVerdict
	if !over && !p.watches.givenUp(w) {
		return t
	}
	ended := *t
	ended.Status = client.StatusEnded
	return &ended
}

// missed judges a poll without an answer about the task.
func (p *poller) missed(w *watch, svc Service, err error, now time.Time) (next time.Time) {
	p.log.Debug("poll", "task", w.taskID, "err", err)
	hasNoState := client.UnknownTask(err) || errors.Is(err, client.ErrNoState)
	if !hasNoState {
		w.unknown.last = now // the time before it proves nothing
	}
	switch {
	case errors.Is(err, client.ErrAuth) && p.conns.dropped(w.profile, svc):
		return now.Add(minPause)
	case errors.Is(err, client.ErrAuth):
		p.records.holdWaiting(w.profile, db.HeldKeyRefused, troubleOf(err))
		p.bindings.unbind(w.id, p.watches.account(w))
		return now.Add(keyPause)
	case errors.Is(err, ErrNoKey):
		return now.Add(keyPause)
	case hasNoState:
		w.misses = 0
		return now.Add(p.unknown(w, err, now))
	}
	w.misses++
	pause := p.backoff(w.misses)
	if after := min(retryAfter(err), maxGate); after > 0 {
		// It holds for every task of the profile: the service counts requests, not tasks.
		p.watches.gate(w.profile, after)
		pause = max(pause, after)
	}
	return now.Add(pause)
}

// unknown counts an answer without a state of the task, commits what follows from it, and returns the pause after it.
func (p *poller) unknown(w *watch, err error, now time.Time) time.Duration {
	if p.watches.givenUp(w) {
		return unknownRest + p.spread(unknownRest/4)
	}
	w.unknown = w.unknown.again(now, unknownPause)
	n, over := w.unknown.count, w.unknown.lasted >= unknownVerdict
	p.log.Warn("poll", "task", w.taskID, "unknown", n, "err", err)
	if n == unknownTold || over {
		_, err := p.records.change(p.committing(), w.id, func(s *step) error { return s.unknown(w.taskID, err, over) })
		if err != nil && !isMove(err) {
			p.log.Error("poll", "task", w.taskID, "err", err)
		}
	}
	pause := unknownRest
	if !over {
		pause = min(minPause<<min(n-1, 10), unknownPause)
	}
	return pause + p.spread(pause/4)
}

// unknown stores what the service answers in place of a state of the task. It ends the job where that lasted for long
// enough, or where the clip would be deleted by now. The reserve stays open: only the service or the user knows whether
// it was paid back.
func (s *step) unknown(taskID string, err error, over bool) error {
	if !in(s.Job.State, db.Queued, db.InProgress) || s.Job.TaskID != taskID {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Expired}
	}
	s.trouble(noState(err))
	if !over && overBy(*s.Job, err, s.now) == notOver {
		return nil
	}
	return s.move(db.Expired)
}

// noState returns the trouble of an answer without a state of a task. The message has the words of the service only,
// and is "" where there are none.
func noState(err error) trouble {
	t := troubleOf(err)
	t.Code = CodeTaskUnknown
	var answer *client.Error
	if errors.Is(err, client.ErrNoState) && errors.As(err, &answer) {
		t.Code, t.Message = CodeNoState, cmp.Or(answer.Message, answer.Code)
	}
	return t
}

// see writes down what an answer brought, where that differs from what the row says.
func (p *poller) see(w *watch, t *client.VideoTask, now time.Time) error {
	w.seen = append(w.seen, client.Seen{After: now.Sub(w.accepted), Progress: t.Progress})
	if len(w.seen) > maxSeen {
		w.seen = w.seen[len(w.seen)-maxSeen:]
	}
	progress, n := p.watches.compare(w, t, now)
	switch n {
	case nothing:
		return nil
	case progressOnly:
		p.events.add(Progress{ID: w.id, Percent: progress})
		p.events.flush()
		return nil
	}
	_, err := p.records.change(p.committing(), w.id, func(s *step) error {
		if !in(s.Job.State, db.Queued, db.InProgress) && !givenUp(*s.Job) || s.Job.TaskID != w.taskID {
			return &MoveError{ID: w.id, From: s.Job.State, To: db.InProgress} // a person was quicker
		}
		if !t.Done() {
			s.Job.Progress = max(s.Job.Progress, progress) // what was told is not taken back
		}
		return s.observe(t)
	})
	if isMove(err) {
		return nil
	}
	return err
}

// firstPoll returns when to ask about a task that is new to the scheduler: a fresh one when the quickest of its kind
// may be done, one that a former run watched, or that failed by its only answer, at once.
func (p *poller) firstPoll(w *watch, now time.Time) time.Time {
	if w.polled || client.IsEnd(client.StatusOf(w.raw)) {
		return now
	}
	return later(now, client.NextPoll(client.Watch{
		Accepted: w.accepted, History: p.history.of(p.committing(), w.kind, now), Interval: p.conns.pace(w.profile),
	}, p.jitter()))
}

// plan says when to ask about a running task again: aimed at its predicted end.
func (p *poller) plan(w *watch, t *client.VideoTask, now time.Time) time.Time {
	switch {
	case t.Status == client.StatusEnded && p.watches.givenUp(w):
		return now.Add(unknownRest + p.spread(unknownRest/4))
	case t.Done():
		return now.Add(minPause) // a failure that is to be confirmed; in all other cases the row has left the scheduler
	}
	return client.NextPoll(client.Watch{
		Accepted: w.accepted, History: p.history.of(p.committing(), w.kind, now), Seen: w.seen, Last: p.watches.asked(w),
		Interval: p.conns.pace(w.profile),
	}, p.jitter())
}
