package jobs

import (
	"log/slog"
	"testing"
	"time"

	"viviscope/db"
)

// handClock is moved by hand: the clock on the wall, and what passes without sleep.
type handClock struct {
	wall   time.Time
	passed time.Duration
	next   func() // what the system's timer does
	asked  time.Duration
}

func (h *handClock) timer(d time.Duration) *wallTimer {
	begin := h.passed
	return newWallTimer(d, func() (time.Time, time.Duration) {
		return h.wall, h.passed - begin
	}, func(d time.Duration, f func()) { h.asked, h.next = d, f })
}

// pass lets the system's timer run out.
func (h *handClock) pass() {
	h.wall, h.passed = h.wall.Add(h.asked), h.passed+h.asked
	f := h.next
	h.next = nil
	f()
}

func fired(t *wallTimer) bool { return len(t.c) == 1 }

// After a night of sleep a timer of ten minutes fires within a nap.
func TestWallTimerFiresAfterSleep(t *testing.T) {
	h := &handClock{wall: time.Date(2026, 3, 4, 23, 0, 0, 0, time.UTC)}
	timer := h.timer(10 * time.Minute)
	h.pass()
	if fired(timer) || h.asked > nap {
		t.Fatalf("fired %v, looks again after %v", fired(timer), h.asked)
	}
	h.wall = h.wall.Add(8 * time.Hour) // asleep: nothing passes
	h.pass()
	if !fired(timer) || h.next != nil {
		t.Error("it still waits")
	}
}

// A clock that is set back by a day, or that stands still, does not delay the timer.
func TestWallTimerIgnoresClockSetBack(t *testing.T) {
	h := &handClock{wall: time.Date(2026, 3, 4, 23, 0, 0, 0, time.UTC)}
	timer := h.timer(12 * time.Second)
	h.pass()
	h.wall = h.wall.AddDate(0, 0, -1)
	for !fired(timer) && h.passed < time.Minute {
		h.pass()
	}
	if h.passed != 12*time.Second {
		t.Errorf("it waited for %v", h.passed)
	}
}

func TestWallTimerStop(t *testing.T) {
	h := &handClock{}
	timer := h.timer(time.Second)
	if !timer.Stop() || timer.Stop() {
		t.Error("Stop returned the wrong value")
	}
	h.pass()
	if fired(timer) {
		t.Error("it fired after all")
	}
	if over := h.timer(0); !fired(over) || over.Stop() {
		t.Error("a wait of nothing waits")
	}
}

// Times of the system clock advance while the computer sleeps, because they have no monotonic reading.
func TestSystemClockHasNoMonotonicReading(t *testing.T) {
	if now := SystemClock().Now(); now != now.Round(0) {
		t.Error("it has a monotonic reading")
	}
}

func (h *handClock) Now() time.Time               { return h.wall }
func (h *handClock) NewTimer(time.Duration) Timer { return nil }

// The clock is right for an hour after a matching answer, and wrong until another answer matches. Each change is
// published once.
func TestClockIsComparedWithAnswers(t *testing.T) {
	h := &handClock{wall: time.Date(2026, 3, 4, 23, 0, 0, 0, time.UTC)}
	events := newBus()
	watch := &clockWatch{lifetime: &lifetime{clock: h, log: slog.New(slog.DiscardHandler)}, events: events}
	var told []Event
	defer events.subscribe(func(ev Event) { told = append(told, ev) })()
	expect := func(what string, wantRight, wantWrong bool) {
		t.Helper()
		if right, wrong := watch.trusted(); right != wantRight || wrong != wantWrong {
			t.Errorf("%s: right %v, wrong %v", what, right, wrong)
		}
	}
	expect("before an answer", false, false)
	watch.recordOffset(time.Minute)
	expect("after an answer", true, false)
	h.wall = h.wall.AddDate(14, 0, 0)
	expect("after a jump", false, false)
	for range 2 {
		watch.recordOffset(14 * 365 * 24 * time.Hour)
		expect("after the next answer", false, true)
	}
	watch.recordOffset(-time.Minute)
	expect("set right", true, false)
	if len(told) != 2 || !told[0].(ClockChanged).Wrong || told[1].(ClockChanged).Wrong {
		t.Errorf("events: %+v", told)
	}
	for at, want := range map[string]bool{"https://api.example.com/x": true, "http://127.0.0.1:8080": false,
		"http://localhost": false, "http://[::1]:9": false} {
		if isRemote(db.Profile{BaseURL: at}) != want || isRemote(db.Profile{BaseURL: at, Sandbox: true}) {
			t.Error(at)
		}
	}
}
