package jobs

import (
	"errors"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
)

const (
	unknownVerdict = 3                      // answers in a row that say "no such task" before it counts
	maxBackoff     = time.Minute            // longest pause of a task whose polls bring no answer
	keyPause       = 5 * time.Minute        // pause of a task whose profile's key is refused or missing
	maxGate        = 15 * time.Minute       // longest pause that a Retry-After can ask for
	pollGrain      = 200 * time.Millisecond // polls that fall so close together begin together: waking up costs more than asking
	quietWrite     = time.Minute            // how old LastCheckAt may get in the row of a task that shows no progress
)

// runPolls asks about the tasks, each when its time has come. Polls overlap; the pacer spaces their beginnings.
func (e *Engine) runPolls() {
	for {
		w, next := e.watches.take(e.now())
		if w != nil {
			e.workers.Go(func() {
				e.watches.done(w, e.poll(w))
				e.status.touch()
			})
			if e.soft.Err() == nil {
				continue
			}
		}
		if !next.IsZero() {
			next = next.Add(pollGrain)
		}
		if !e.idle(e.watches.wake, next) {
			return
		}
	}
}

// poll asks about one task, writes down what is new, and returns when to ask again. A poll that brings no answer is no
// verdict: the task goes on at the service and is asked about until there is an end.
func (e *Engine) poll(w *watch) (next time.Time) {
	svc, err := e.conns.get(e.soft, w.profile)
	var task *client.VideoTask
	if err == nil {
		task, err = svc.GetVideo(e.soft, w.taskID)
	}
	now := e.now()
	if e.soft.Err() != nil {
		return now.Add(minPause)
	}
	e.conns.report(w.profile, err)
	if err != nil {
		return e.missed(w, err, now)
	}
	w.misses, w.unknown = 0, 0
	if err := e.see(w, task, now); err != nil {
		e.log.Error("poll", "task", w.taskID, "err", err)
		w.misses++
		return now.Add(e.backoff(w.misses))
	}
	return e.plan(w, task, now)
}

// missed judges a poll without an answer about the task.
func (e *Engine) missed(w *watch, err error, now time.Time) (next time.Time) {
	e.log.Debug("poll", "task", w.taskID, "err", err)
	switch {
	case errors.Is(err, client.ErrAuth):
		e.holdWaiting(w.profile, db.HeldKeyRefused, troubleOf(err))
		return now.Add(keyPause)
	case errors.Is(err, errNoKey):
		return now.Add(keyPause)
	case saysUnknown(err):
		w.misses = 0
		if w.unknown++; w.unknown < unknownVerdict {
			e.log.Warn("poll", "task", w.taskID, "unknown", w.unknown, "err", err)
			return now.Add(minPause + e.spread(5*time.Second))
		}
		if _, err := e.change(e.committing(), w.id, func(s *step) error { return s.unknown(w.taskID, err) }); err != nil && !isMove(err) {
			e.log.Error("poll", "task", w.taskID, "err", err)
		}
		return now.Add(maxBackoff)
	}
	w.unknown = 0
	w.misses++
	pause := e.backoff(w.misses)
	if after := min(retryAfter(err), maxGate); after > 0 {
		// It holds for every task of the profile: the service counts requests, not tasks.
		e.watches.gate(w.profile, now.Add(after))
		pause = max(pause, after)
	}
	return now.Add(pause)
}

// unknown ends a task that the service says it does not know. The reserve stays open: only the service's word, or a
// person's, would say that it was paid back.
func (s *step) unknown(taskID string, err error) error {
	if s.Job.TaskID != taskID {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Expired}
	}
	t := troubleOf(err)
	s.trouble(trouble{Code: CodeTaskUnknown, Message: t.Message, Raw: t.Raw})
	return s.moveFrom(db.Expired, db.Queued, db.InProgress)
}

// see writes down what an answer brought, where that differs from what the row says.
func (e *Engine) see(w *watch, t *client.VideoTask, now time.Time) error {
	w.seen = append(w.seen, client.Seen{After: now.Sub(w.accepted), Progress: t.Progress})
	if len(w.seen) > maxSeen {
		w.seen = w.seen[len(w.seen)-maxSeen:]
	}
	progress, n := e.watches.compare(w, t, now)
	switch n {
	case nothing:
		return nil
	case progressOnly:
		e.events.add(JobProgress{ID: w.id, Progress: progress})
		e.events.flush()
		return nil
	}
	_, err := e.change(e.committing(), w.id, func(s *step) error {
		if !in(s.Job.State, db.Queued, db.InProgress) || s.Job.TaskID != w.taskID {
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

// news is what an answer brings beyond what is known.
type news int

const (
	nothing      news = iota
	progressOnly      // told at once, and written down with a later one
	worthWriting
)

// compare says what an answer brings, and the progress to show. A transaction for each step of each of a thousand
// tasks would be most of the engine's work, so above a hundred tasks their progress is written now and then; every
// change of state is written at once, always.
func (ws *watches) compare(w *watch, t *client.VideoTask, now time.Time) (progress int, n news) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	progress = shown(w.live, t.Progress)
	running := w.state == db.InProgress || t.Status == client.StatusQueued
	if t.Done() || !running || t.RawStatus != w.raw || w.troubled {
		return progress, worthWriting
	}
	pause := time.Duration(max(len(ws.byID)-100, 0)) * 100 * time.Millisecond
	age := now.Sub(w.lastWrite)
	switch {
	case progress != w.progress && age >= pause, age >= max(pause, quietWrite):
		return progress, worthWriting
	case progress != w.live:
		w.live = progress
		return progress, progressOnly
	}
	return progress, nothing
}

// firstPoll says when to ask about a task that is new to the scheduler: a fresh one when the quickest of its kind may be
// done, one that a former run watched at once.
func (e *Engine) firstPoll(w *watch, now time.Time) time.Time {
	if w.polled {
		return now
	}
	return later(now, client.NextPoll(client.Watch{
		Accepted: w.accepted, History: e.history.of(e.committing(), w, now), Interval: e.conns.pace(w.profile),
	}, e.jitter()))
}

// plan says when to ask about a running task again: aimed at its predicted end.
func (e *Engine) plan(w *watch, t *client.VideoTask, now time.Time) time.Time {
	if t.Done() {
		return now.Add(maxBackoff) // the row has left the scheduler; this time is never used
	}
	return client.NextPoll(client.Watch{
		Accepted: w.accepted, History: e.history.of(e.committing(), w, now), Seen: w.seen, Last: w.last,
		Interval: e.conns.pace(w.profile),
	}, e.jitter())
}

// backoff is the pause after n polls in a row without an answer: doubling, with a quarter of jitter.
func (e *Engine) backoff(n int) time.Duration {
	d := min(minPause<<min(max(n-1, 0), 10), maxBackoff)
	return d + e.spread(d/4)
}

func (e *Engine) spread(d time.Duration) time.Duration { return time.Duration(e.jitter() * float64(d)) }

// saysUnknown reports whether the service itself says that it knows no such task, or none any more. A page that some other program in
// between answers 404 with says nothing about the task.
func saysUnknown(err error) bool {
	var ce *client.Error
	unknown := errors.Is(err, client.ErrNotFound) || errors.Is(err, client.ErrGone)
	return errors.As(err, &ce) && unknown && strings.HasPrefix(strings.TrimSpace(ce.Raw), "{")
}

// videoRequest reads the exact request of a clip; one of its model alone where it cannot be read.
func videoRequest(j db.Job) client.VideoRequest {
	r, err := RequestOf(j)
	if clip, ok := r.(client.VideoRequest); err == nil && ok {
		return clip
	}
	return client.VideoRequest{Model: j.Model}
}
