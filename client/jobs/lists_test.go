package jobs

import (
	"slices"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/db"
)

func waitingJob(id, profile int64, kind db.JobKind) db.Job {
	return db.Job{ID: id, ProfileID: profile, Kind: kind, State: db.Waiting}
}

func atOnce(_ *watch, now time.Time) time.Time { return now }

func TestOutboxClaimsByPlaceAndAge(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	o := newOutbox(func() time.Time { return now })
	for _, id := range []int64{7, 3, 5, 1} {
		o.put(waitingJob(id, 1, db.TextToVideo))
	}
	o.put(waitingJob(2, 1, db.TextToImage))
	o.put(waitingJob(4, 2, db.TextToVideo))
	limited := waitingJob(6, 2, db.TextToVideo)
	limited.NotBefore = now.Add(time.Minute)
	o.put(limited)
	of := map[int64]limits{1: {tasks: 2, images: 1}, 2: {tasks: 5, images: 1}}

	got, next := o.claim(of)
	if !slices.Equal(got, []int64{1, 2, 3, 4}) || !next.Equal(now.Add(time.Minute)) {
		t.Errorf("claimed %v, next %v", got, next)
	}
	if got, _ := o.claim(of); len(got) != 0 {
		t.Errorf("claimed twice: %v", got)
	}
	done := waitingJob(1, 1, db.TextToVideo)
	done.State = db.Failed
	o.put(done)
	now = now.Add(time.Minute)
	if got, _ := o.claim(of); !slices.Equal(got, []int64{5, 6}) {
		t.Errorf("after a place became free and a minute passed: %v", got)
	}
	o.gate(1, 59*time.Minute)
	freed := waitingJob(3, 1, db.TextToVideo)
	freed.State = db.Completed
	o.put(freed)
	if got, next := o.claim(of); len(got) != 0 || !next.Equal(now.Add(59*time.Minute)) {
		t.Errorf("through a gate: %v, next %v", got, next)
	}
	o.drop(7)
	now = now.Add(2 * time.Hour)
	if got, _ := o.claim(of); len(got) != 0 {
		t.Errorf("a discarded job was claimed: %v", got)
	}
}

func TestUnwatchedTaskOccupiesNoPlace(t *testing.T) {
	for state, want := range map[db.JobState]bool{
		db.Sending: true, db.Queued: true, db.InProgress: true, db.Unwatched: false, db.Completed: false,
		db.Downloading: false, db.Unconfirmed: false, db.Waiting: false,
	} {
		if got := occupiesPlace(db.Job{Kind: db.TextToVideo, State: state}); got != want {
			t.Errorf("a clip that is %s holds a place: %v", state, got)
		}
	}
	if occupiesPlace(db.Job{Kind: db.TextToImage, State: db.Saving}) ||
		!occupiesPlace(db.Job{Kind: db.TextToImage, State: db.Sending}) {
		t.Error("a picture holds its place exactly while it is sending")
	}
}

// A computer wakes up with a thousand overdue polls, and they are not sent at once.
func TestOverduePollsAreSpread(t *testing.T) {
	night := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	now := night
	ws := newWatches(func() time.Time { return now })
	for id := int64(1); id <= 1000; id++ {
		ws.put(db.Job{ID: id, ProfileID: id % 3, Kind: db.TextToVideo, State: db.InProgress, TaskID: "t",
			AcceptedAt: night},
			func(_ *watch, now time.Time) time.Time { return now.Add(30 * time.Second) })
	}
	morning := night.Add(9 * time.Hour)
	asked := map[int64]time.Time{}
	perSecond := map[int64]int{}
	now = morning
	for len(asked) < 1000 {
		w, next := ws.take()
		if w == nil {
			if next.IsZero() || !next.After(now) || next.Sub(morning) > 10*time.Minute {
				t.Fatalf("after %d polls and %v the next is at %v", len(asked), now.Sub(morning), next)
			}
			now = next
			continue
		}
		if last, ok := asked[w.id]; ok && now.Sub(last) < minPause {
			t.Fatalf("task %d asked after %v", w.id, now.Sub(last))
		}
		asked[w.id] = now
		perSecond[int64(now.Sub(morning)/time.Second)]++
		ws.done(w, now.Add(30*time.Second))
	}
	for s, n := range perSecond {
		if n > 45 {
			t.Errorf("%d polls in second %d", n, s)
		}
	}
	if d := now.Sub(morning); d > time.Minute {
		t.Errorf("the last one was asked after %v", d)
	}
}

func TestHungServiceLeavesPollsForOthers(t *testing.T) {
	now := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	ws := newWatches(func() time.Time { return now })
	for id := int64(1); id <= 100; id++ {
		ws.put(db.Job{ID: id, ProfileID: 1, Kind: db.TextToVideo, State: db.Queued, TaskID: "t"}, atOnce)
	}
	ws.put(db.Job{ID: 101, ProfileID: 2, Kind: db.TextToVideo, State: db.Queued, TaskID: "t"}, atOnce)
	taken := map[int64]int{}
	for end := now.Add(2 * time.Minute); now.Before(end); {
		w, next := ws.take()
		switch {
		case w != nil && w.profile == 2:
			taken[2]++
			ws.done(w, now.Add(minPause))
		case w != nil:
			taken[1]++ // and never comes back
		case next.IsZero():
			t.Fatal("the scheduler waits for a service that hangs")
		default:
			now = later(now.Add(time.Millisecond), next)
		}
	}
	if taken[1] != maxPollsPerProfile || taken[2] < 10 {
		t.Errorf("polls per profile: %v", taken)
	}
}

func TestFetchesTakeSoonestDeadline(t *testing.T) {
	now := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	fs := newFetches(2, func() time.Time { return now })
	for id, days := range map[int64]int{1: 3, 2: 1, 3: 2} {
		fs.put(db.Job{ID: id, Kind: db.TextToVideo, State: db.Completed,
			ExpiresAt: now.Add(time.Duration(days) * 24 * time.Hour)})
	}
	a, _ := fs.take()
	b, _ := fs.take()
	if a.id != 2 || b.id != 3 {
		t.Errorf("took %d, %d", a.id, b.id)
	}
	if c, _ := fs.take(); c != nil {
		t.Errorf("a third worker took %d", c.id)
	}
	fs.done(a, now.Add(time.Minute)) // failed, to be tried again
	if c, _ := fs.take(); c == nil || c.id != 1 {
		t.Errorf("then %v", c)
	}
	saved := db.Job{ID: 3, Kind: db.TextToVideo, State: db.Saved}
	fs.put(saved)
	fs.done(b, now)
	if c, next := fs.take(); c != nil || !next.Equal(now.Add(time.Minute)) {
		t.Errorf("took %v, next %v", c, next)
	}
}

// The service names a time, and then the clock is set back. The engine waits for the rest of the time, not less, and
// not for the hour by which the clock changed. The same applies if the clock was set back before.
func TestGateSurvivesClockSetBack(t *testing.T) {
	late := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	for name, setBack := range map[string]time.Duration{"after it": time.Minute, "before it": 0} {
		now := late
		read := func() time.Time { return now }
		ws, o := newWatches(read), newOutbox(read)
		ws.put(db.Job{ID: 1, ProfileID: 1, Kind: db.TextToVideo, State: db.Queued, TaskID: "t"}, atOnce)
		o.put(waitingJob(2, 1, db.TextToImage))
		w, _ := ws.take()
		if _, next := o.claim(nil); w == nil || !next.IsZero() {
			t.Fatal("no task to poll, or a poll is waiting already")
		}
		if setBack == 0 {
			now = late.Add(-time.Hour)
		}
		ws.gate(1, 10*time.Minute)
		o.gate(1, 10*time.Minute)
		ws.done(w, now)
		ws.take()
		o.claim(nil)
		of := map[int64]limits{1: {1, 1}}
		for now = late.Add(setBack - time.Hour); now.Before(late.Add(setBack - time.Hour + 9*time.Minute)); now = now.Add(time.Minute) {
			if w, _ := ws.take(); w != nil {
				t.Fatalf("set back %s: asked at %v", name, now)
			}
			if ids, _ := o.claim(of); len(ids) > 0 {
				t.Fatalf("set back %s: sent at %v", name, now)
			}
		}
		now = now.Add(2 * time.Minute)
		if w, _ := ws.take(); w == nil {
			t.Errorf("set back %s: not asked after 11 minutes", name)
		}
		if ids, _ := o.claim(of); len(ids) == 0 {
			t.Errorf("set back %s: not sent after 11 minutes", name)
		}
	}
}

// A poll, a download and a submission read the clock, the clock is set back, the scheduler detects it, and then they
// return their times. Nothing waits for the days by which the clock was set back.
func TestClockSetBackDuringCall(t *testing.T) {
	late := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	now := late
	read := func() time.Time { return now }
	ws, fs := newWatches(read), newFetches(2, read)
	clip := db.Job{ID: 1, ProfileID: 1, Kind: db.TextToVideo, State: db.Queued, TaskID: "t", AcceptedAt: late}
	ws.put(clip, atOnce)
	fs.put(db.Job{ID: 3, Kind: db.TextToVideo, State: db.Completed})
	w, _ := ws.take()
	f, _ := fs.take()
	now = late.Add(-10 * 24 * time.Hour)
	ws.take()
	fs.take()
	ws.done(w, late.Add(10*time.Second))
	fs.done(f, late.Add(10*time.Second))
	clip.ID, clip.LastCheckAt = 2, late
	ws.put(clip, func(w *watch, now time.Time) time.Time { return later(now, w.accepted.Add(20*time.Second)) })
	if f, _ := fs.take(); f == nil {
		t.Error("the download waits")
	}
	for range 2 {
		now = now.Add(20 * time.Second) // the pacer lets them through one behind the other
		if w, next := ws.take(); w == nil {
			t.Errorf("a task waits until %v", next)
		}
	}
}

func TestBusKeepsOrder(t *testing.T) {
	b := newBus()
	var got []int64
	b.subscribe(func(ev Event) {
		id := ev.(AssetAdded).ID
		got = append(got, id)
		if id < 3 { // a subscriber that causes further events
			b.add(AssetAdded{ID: id + 10})
			b.flush()
		}
	})
	b.add(AssetAdded{ID: 1}, AssetAdded{ID: 2})
	b.flush()
	if !slices.Equal(got, []int64{1, 2, 11, 12}) {
		t.Errorf("order %v", got)
	}
}

// Progress is published at every poll and stored rarely. A change of state is always stored.
func TestProgressOfManyTasksIsStoredRarely(t *testing.T) {
	begin := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)
	for tasks, want := range map[int]int{1: 20, 100: 20, 1000: 6} {
		now := begin
		ws := newWatches(func() time.Time { return now })
		row := func(id int64) db.Job {
			return db.Job{ID: id, Kind: db.TextToVideo, State: db.InProgress, RawStatus: "in_progress", TaskID: "t",
				LastCheckAt: begin}
		}
		for id := int64(1); id <= int64(tasks); id++ {
			ws.put(row(id), atOnce)
		}
		w, writes, told := ws.byID[1], 0, 0
		answer := &client.VideoTask{Status: client.StatusInProgress, RawStatus: "in_progress"}
		for i := range 20 {
			now = begin.Add(time.Duration(i+1) * 30 * time.Second)
			answer.Progress = i + 1
			progress, n := ws.compare(w, answer, now)
			if progress != i+1 || n == noChange {
				t.Fatalf("%d tasks, poll %d: progress %d, %v", tasks, i, progress, n)
			}
			told++
			if n == needsWrite {
				writes++
				j := row(1)
				j.Progress, j.LastCheckAt = progress, now
				ws.put(j, nil)
			}
		}
		if writes != want || told != 20 {
			t.Errorf("%d tasks: written %d times, want %d", tasks, writes, want)
		}
		answer.Status = client.StatusCompleted
		if _, n := ws.compare(w, answer, begin.Add(601*time.Second)); n != needsWrite {
			t.Errorf("%d tasks: the end is not written", tasks)
		}
	}
}

// Between listing the waiting jobs and holding them, one of them may have been sent.
func TestHoldSkipsJobBeingSent(t *testing.T) {
	job := db.Job{ID: 1, State: db.Sending}
	s := &step{Change: &db.Change{Job: &job}}
	if err := s.hold(db.HeldPaused, fault{}); !isMove(err) || job.State != db.Sending || job.Hold != "" {
		t.Errorf("holding a job that is being sent: %v, %+v", err, job)
	}
}

// nowHook is a clock that does something when it is asked.
type nowHook struct {
	Clock
	hook func()
}

func (c *nowHook) Now() time.Time {
	c.hook()
	return c.Clock.Now()
}

// A call may end while the result of another one is being handled. The last event must describe the latest state.
func TestConnectionEventsAreOrdered(t *testing.T) {
	clock := &nowHook{SystemClock(), func() {}}
	e, err := New(Options{Library: struct{ Library }{}, Keys: struct{ Keys }{}, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	var events []bool
	e.Subscribe(func(ev Event) { events = append(events, ev.(ConnectionChanged).OK) })
	e.conns.report(1, nil, e.conns.nextRequest(), &client.Error{Status: 401})
	clock.hook = func() {
		clock.hook = func() {}
		e.conns.report(1, nil, e.conns.nextRequest(), &client.Error{Err: client.ErrNoAnswer})
	}
	e.conns.report(1, nil, e.conns.nextRequest(), nil)
	if want := []bool{false, true, false}; !slices.Equal(events, want) || len(e.conns.broken) != 1 {
		t.Errorf("connection events: %v, want %v; %v", events, want, e.conns.broken)
	}
}

// An answer to a request from before the refusal does not prove that the key works.
func TestLateAnswerDoesNotClearRefusedKey(t *testing.T) {
	e, err := New(Options{Library: struct{ Library }{}, Keys: struct{ Keys }{}, Clock: SystemClock()})
	if err != nil {
		t.Fatal(err)
	}
	before := e.conns.nextRequest()
	refused := e.conns.nextRequest()
	after := e.conns.nextRequest()
	e.conns.report(1, nil, refused, &client.Error{Status: 401})
	for _, answer := range []error{nil, &client.Error{Status: 404}} {
		e.conns.report(1, nil, before, answer)
		if !e.conns.keyRefused(1) {
			t.Errorf("%v, asked for before the key was refused, counts as proof of the key", answer)
		}
	}
	e.conns.report(1, nil, after, nil)
	if e.conns.keyRefused(1) {
		t.Error("an answer to a request of afterwards proves nothing")
	}
}
