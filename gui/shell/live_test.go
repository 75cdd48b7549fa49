package shell

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/live"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func value[T any](t *testing.T, item binding.Item[T]) T {
	t.Helper()
	v, err := item.Get()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEventsReachTheBindingsWithOnePost(t *testing.T) {
	h := newHouse(t, func(l *fakeLibrary, e *fakeEngine) {
		l.counts = map[db.JobState]int{db.Unconfirmed: 1, db.Held: 2, db.InProgress: 4}
		e.quote.Spent.Month = db.Spent{Charged: 203_640_000, Reserved: 8_400_000}
	})
	job := h.Live().Job(live.Row{Job: db.Job{ID: 7, State: db.InProgress}})
	for _, ev := range []jobs.Event{
		jobs.JobChanged{ID: 7, State: db.InProgress},
		jobs.Progress{ID: 7, Percent: 41}, jobs.Progress{ID: 7, Percent: 62},
		jobs.Progress{ID: 8, Done: 5_000_000, Total: 20_000_000},
		jobs.Progress{ID: 8, Done: 11_600_000, Total: 18_200_000},
		jobs.AssetAdded{ID: 1, JobID: 8}, jobs.LedgerChanged{ProfileID: 1},
		jobs.PoolStatus{Watched: 2, NextCheck: noon.Add(7300 * time.Millisecond), Downloads: 1},
		jobs.ConnectionChanged{ProfileID: 1, OK: true},
	} {
		h.live.handle(ev)
	}
	h.run()
	h.live.flush(context.Background())
	if n := h.run(); n != 1 {
		t.Errorf("%d posts for one burst of events, want 1", n)
	}
	l := h.Live()
	if got := value(t, job.Progress); got != 0.62 {
		t.Errorf("progress %v", got)
	}
	if got := value(t, l.NeedsYou); got != 3 || h.rail.buttons[Queue].Badge() != 3 {
		t.Errorf("needs you %d, badge %d", got, h.rail.buttons[Queue].Badge())
	}
	for _, tc := range []struct{ got, want string }{
		{value(t, l.Watched), "2 tasks watched, next check in 8 s"},
		{value(t, l.Downloads), "1 download, 63% of 18.2 MB"},
		{value(t, l.Library), "Library 12.4 GB · 3,284 items · 211 GB free"},
		{value(t, l.Connection).Words, "reachable"},
		{value(t, l.Month).Name, "November"},
	} {
		if tc.got != tc.want {
			t.Errorf("%q, want %q", tc.got, tc.want)
		}
	}
	if got := value(t, l.Month).Spent.Charged; got != 203_640_000 {
		t.Errorf("charged %d", got)
	}
}

func TestAFullDiskIsMeasuredAnew(t *testing.T) {
	h := newHouse(t, nil)
	for _, tc := range []struct {
		full   bool
		filled int64
		want   string
	}{
		{true, 211_000_000_000, "Library 12.4 GB · 3,284 items · 0 B free"},
		{false, 0, "Library 12.4 GB · 3,284 items · 211 GB free"},
	} {
		h.lib.filled = tc.filled
		h.live.handle(jobs.PoolStatus{Watched: 1, DiskFull: tc.full})
		h.live.flush(context.Background())
		h.run()
		if got := value(t, h.live.Library); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

func TestAPauseOfSendingHasItsOwnSign(t *testing.T) {
	h := newHouse(t, nil)
	for _, paused := range []bool{true, false} {
		h.live.handle(jobs.PoolStatus{Watched: 1, Paused: paused})
		h.live.flush(context.Background())
		h.run()
		pause := slices.ContainsFunc(apptest.Find[*canvas.Image](h.status.content), func(im *canvas.Image) bool {
			return im.Resource != nil && strings.Contains(im.Resource.Name(), "pause")
		})
		if pause != paused {
			t.Errorf("paused %v, the sign of a pause %v", paused, pause)
		}
	}
}

// What could not be read is still news: it is read again at the next event.
func TestWhatCouldNotBeReadIsReadAgain(t *testing.T) {
	h := newHouse(t, nil)
	h.run()
	h.lib.fails, h.engine.fails = errors.New("the disk is busy"), errors.New("the disk is busy")
	h.lib.counts, h.lib.filled, h.lib.profiles[0].Name = map[db.JobState]int{db.Held: 4}, 211_000_000_000, "Renamed"
	h.engine.quote.Spent.Month = db.Spent{Charged: 1_000_000}
	h.live.reload()
	h.live.flush(context.Background())
	h.run()
	h.lib.fails, h.engine.fails = nil, nil
	h.live.handle(jobs.DownloadFailed{}) // of something else
	h.live.flush(context.Background())
	h.run()
	l := h.Live()
	if n, m, s := value(t, l.NeedsYou), value(t, l.Month).Spent.Charged, value(t, l.Switcher); n != 4 ||
		m != 1_000_000 || s.Options[0].Title != "Renamed" {
		t.Errorf("%d need you, %d charged, %v", n, m, s.Options)
	}
	if got, want := value(t, l.Library), "Library 12.4 GB · 3,284 items · 0 B free"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNothingNewPostsNothing(t *testing.T) {
	h := newHouse(t, nil)
	h.run()
	h.live.next.ticked = true // a second went by
	h.live.flush(context.Background())
	if n := h.run(); n != 0 {
		t.Errorf("%d posts", n)
	}
}

func TestADownloadThatEndedIsNotCounted(t *testing.T) {
	h := newHouse(t, nil)
	ctx := context.Background()
	h.live.handle(jobs.Progress{ID: 8, Done: 1, Total: 10})
	h.live.flush(ctx)
	h.live.handle(jobs.JobChanged{ID: 8, State: db.Saved})
	h.live.flush(ctx)
	h.run()
	if got := value(t, h.live.Downloads); got != "" {
		t.Errorf("%q", got)
	}
}

func TestWatchedWords(t *testing.T) {
	for _, tc := range []struct {
		status jobs.PoolStatus
		want   string
	}{
		{jobs.PoolStatus{}, ""},
		{jobs.PoolStatus{Watched: 1}, "1 task watched"},
		{jobs.PoolStatus{Watched: 1, NextCheck: noon.Add(time.Second)}, "1 task watched, next check in 1 s"},
		{jobs.PoolStatus{Watched: 3, NextCheck: noon.Add(-time.Second)}, "3 tasks watched, checking"},
		{jobs.PoolStatus{Paused: true}, "sending is paused"},
		{jobs.PoolStatus{Watched: 1, Paused: true}, "1 task watched · sending is paused"},
	} {
		if got := watchedWords(tc.status, noon); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.status, got, tc.want)
		}
	}
}

func TestConnectionInWords(t *testing.T) {
	h := newHouse(t, nil)
	gateway, sandbox := h.lib.profiles[0], h.lib.profiles[1]
	reached := gateway
	reached.LastOKAt = noon.Add(-time.Hour)
	for _, tc := range []struct {
		name  string
		p     db.Profile
		ev    *jobs.ConnectionChanged
		words string
		known bool
		ok    bool
	}{
		{"nothing is known", gateway, nil, "not contacted yet", false, false},
		{"it answered before", reached, nil, "last reached 11:00", false, false},
		{"it answers", gateway, &jobs.ConnectionChanged{ProfileID: 1, OK: true}, "reachable", true, true},
		{"it does not", gateway, &jobs.ConnectionChanged{ProfileID: 1, Message: "Cannot reach the service"},
			"Cannot reach the service", true, false},
		{"the sandbox", sandbox, nil, "Runs on this computer", true, true},
		{"no profile", db.Profile{}, nil, "No profile yet", false, false},
	} {
		h.live.connections = map[int64]jobs.ConnectionChanged{}
		if tc.ev != nil {
			h.live.connections[tc.ev.ProfileID] = *tc.ev
		}
		c := h.live.connection(tc.p)
		if c.Words != tc.words || c.Known != tc.known || c.OK != tc.ok {
			t.Errorf("%s: %+v", tc.name, c)
		}
	}
}

// The engine announces a connection when it changes; the first answer of a run is no change, and is said all the same.
func TestTheFirstAnswerMakesAServiceReachable(t *testing.T) {
	h := newHouse(t, nil)
	h.live.reload()
	for _, tc := range []struct {
		ev   jobs.Event
		want string
	}{
		{jobs.JobChanged{ID: 7, ProfileID: 1, State: db.Sending}, "not contacted yet"},
		{jobs.JobChanged{ID: 7, ProfileID: 2, State: db.InProgress}, "not contacted yet"},
		{jobs.JobChanged{ID: 7, ProfileID: 1, State: db.InProgress}, "reachable"},
		{jobs.ConnectionChanged{ProfileID: 1, Message: "Cannot reach the service"}, "Cannot reach the service"},
		{jobs.JobChanged{ID: 8, ProfileID: 1, State: db.Saved}, "Cannot reach the service"},
	} {
		h.live.handle(tc.ev)
		h.run()
		h.live.flush(context.Background())
		h.run()
		if got := value(t, h.Live().Connection).Words; got != tc.want {
			t.Errorf("after %+v: %q, want %q", tc.ev, got, tc.want)
		}
	}
}

// The next start knows of an answer only what was written down.
func TestAnAnswerIsWrittenDownOnceAMinute(t *testing.T) {
	h := newHouse(t, nil)
	now := noon
	h.live.feed.now = func() time.Time { return now }
	h.live.reload()
	h.live.flush(context.Background())
	for _, after := range []time.Duration{0, time.Second, 2 * time.Minute} {
		now = noon.Add(after)
		h.live.handle(jobs.JobChanged{ID: 7, ProfileID: 1, State: db.InProgress})
		h.live.handle(jobs.JobChanged{ID: 8, ProfileID: 2, State: db.Sending})
		h.live.flush(context.Background())
	}
	if !slices.Equal(h.reached, []int64{1, 1}) {
		t.Errorf("wrote down %v", h.reached)
	}
}

func TestNotificationsOnlyWhileTheWindowIsBehind(t *testing.T) {
	h := newHouse(t, func(l *fakeLibrary, _ *fakeEngine) {
		l.jobs[7] = db.Job{ID: 7, Kind: db.TextToVideo, State: db.Saved, Prompt: "Paper boats on a canal"}
		l.jobs[8] = db.Job{ID: 8, Kind: db.TextToVideo, State: db.InProgress}
	})
	ctx := context.Background()
	end := func(id int64, state db.JobState) {
		h.live.handle(jobs.JobChanged{ID: id, State: state})
		h.live.flush(ctx)
		h.run()
	}
	end(7, db.Saved)
	h.front.Store(false)
	end(7, db.Saved)
	end(8, db.InProgress)
	h.SetNotify(false)
	end(7, db.Saved)
	if want := []string{"7 Clip saved: Paper boats on a canal"}; !slices.Equal(h.announced, want) {
		t.Errorf("announced %q", h.announced)
	}
}

// A budget that is nearly used says so before it is passed.
func TestANearBudgetWarns(t *testing.T) {
	m := Month{Left: jobs.Left{Scope: jobs.ScopeMonth, Limit: 10_000_000, Micros: 1_000_000},
		Today: jobs.Left{Scope: jobs.ScopeDay, Micros: 1_000_000}}
	colours := func() (c []fyne.ThemeColorName) {
		for _, l := range m.lines(wording.Money) {
			c = append(c, l.color)
		}
		return c
	}
	if got := colours(); slices.Contains(got, resources.Warn) {
		t.Errorf("%v before it is near", got)
	}
	m.Left.Warn, m.Today.Warn = true, true
	if got := colours(); got[1] != resources.Warn || got[2] != resources.Warn {
		t.Errorf("%v, want both lines to warn", got)
	}
}

func TestMonthInWords(t *testing.T) {
	all := db.Spent{Charged: 203_640_000, Reserved: 8_400_000, Unconfirmed: 4_500_000, Outgoing: 2_800_000}
	of := func(limit, left int64) jobs.Left {
		return jobs.Left{Scope: jobs.ScopeMonth, Limit: limit, Micros: left}
	}
	for _, tc := range []struct {
		name  string
		m     Month
		want  []string
		first int // the one that a narrow rail says
	}{
		{"nothing yet", Month{}, []string{"¥0.00 charged"}, 0},
		{"all four", Month{Spent: all},
			[]string{"¥203.64 charged", "¥8.40 reserved", "up to ¥4.50 unconfirmed", "¥2.80 waiting"}, 0},
		{"a budget", Month{Left: of(600_000_000, 380_660_000), Spent: all},
			[]string{"¥219.34 of ¥600.00", "¥380.66 left"}, 1},
		{"a budget that is passed", Month{Left: of(200_000_000, -3_640_000), Spent: db.Spent{Charged: 203_640_000}},
			[]string{"¥203.64 of ¥200.00", "¥3.64 over the budget"}, 1},
		{"a day's budget beside it", Month{Left: of(600_000_000, 396_360_000),
			Today: jobs.Left{Scope: jobs.ScopeDay, Micros: 5_000_000}, Spent: db.Spent{Charged: 203_640_000}},
			[]string{"¥203.64 of ¥600.00", "¥396.36 left", "¥5.00 left today"}, 2},
		{"a day's budget alone, passed",
			Month{Today: jobs.Left{Scope: jobs.ScopeDay, Micros: -1_500_000}, Spent: db.Spent{Charged: 21_500_000}},
			[]string{"¥21.50 charged", "¥1.50 over today’s budget"}, 1},
		{"a day's budget that leaves less",
			Month{Left: of(600_000_000, 396_360_000), Today: jobs.Left{Scope: jobs.ScopeDay, Micros: -1_500_000}},
			[]string{"¥0.00 of ¥600.00", "¥396.36 left", "¥1.50 over today’s budget"}, 2},
		{"sandbox", Month{Sandbox: true, Spent: db.Spent{Charged: 2_800_000}}, []string{"¥2.80 charged"}, 0},
	} {
		tc.m.Currency = "CNY"
		got := tc.m.lines(wording.Money)
		if len(got) != len(tc.want) {
			t.Errorf("%s: %v", tc.name, got)
			continue
		}
		for i := range got {
			if s := got[i].amount + " " + got[i].word; s != tc.want[i] {
				t.Errorf("%s: %q, want %q", tc.name, s, tc.want[i])
			}
		}
		if first := tc.m.first(); first.amount+" "+first.word != tc.want[tc.first] {
			t.Errorf("%s: a narrow rail says %+v", tc.name, first)
		}
	}
}

// A window that stays open over midnight has the budgets of the new day without an event of the engine.
func TestANewDayIsReadAnew(t *testing.T) {
	h := newHouse(t, nil)
	now, slept := noon, 0
	ctx, cancel := context.WithCancel(t.Context())
	h.live.next = delta{}
	h.live.feed.now = func() time.Time { return now }
	h.live.feed.sleep = func(context.Context, time.Duration) {
		slept++
		switch slept {
		case 1:
			now = now.Add(time.Second)
		case 2:
			if h.live.next.month {
				t.Error("it is read within a day")
			}
			now = now.Add(12 * time.Hour)
		default:
			cancel()
		}
	}
	h.live.second(ctx)
	if !h.live.next.month {
		t.Error("it is not read on a new day")
	}
}
