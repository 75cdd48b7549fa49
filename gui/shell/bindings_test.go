package shell

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/data/binding"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	joblist "viviscope/gui/jobs"
	"viviscope/gui/kit"
	"viviscope/gui/live"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// manyRows is a library of jobs that run.
type manyRows struct {
	joblist.Library
	jobs []db.Job
}

func (r *manyRows) Jobs(_ context.Context, f db.JobFilter) (found []db.Job, _ error) {
	for _, j := range r.jobs {
		if slices.Contains(f.States, j.State) {
			found = append(found, j)
		}
	}
	return found, nil
}

func (r *manyRows) EntriesOfJobs(context.Context, []int64) (map[int64][]db.Entry, error) {
	return nil, nil
}

func (r *manyRows) AssetsOfJobs(context.Context, []int64) (map[int64][]db.Asset, error) {
	return nil, nil
}

func (r *manyRows) Durations(context.Context, int64, string, int, string, int) ([]time.Duration, error) {
	return nil, nil
}

// running is a window with the queue in front and jobs that run, whose turns are run by the test.
type running struct {
	*Shell
	turns *apptest.QueueApp
	rows  *manyRows
	posts atomic.Int64
}

func newRunning(t testing.TB, count int) *running {
	r := &running{turns: apptest.NewQueueApp(t), rows: &manyRows{}}
	for i := range count {
		r.rows.jobs = append(r.rows.jobs, db.Job{ID: int64(i + 1), State: db.InProgress, Kind: db.TextToVideo,
			Prompt: fmt.Sprint("clip ", i+1), SentAt: noon})
	}
	lib := &fakeLibrary{jobs: map[int64]db.Job{}, settings: map[string]any{}}
	post, log := func(f func()) { r.posts.Add(1); fyne.Do(f) }, slog.New(slog.DiscardHandler)
	r.Shell = New(Deps{
		App: r.turns, Window: r.turns.NewWindow(Title), Library: lib, Engine: &fakeEngine{},
		Program: posting{fakeProgram: &fakeProgram{}, post: post},
		Stored:  ReadStoredState(t.Context(), lib, log), Log: log, Now: func() time.Time { return noon },
		Sleep: pauseForever,
		Screens: func(s *Shell) Screens {
			v := joblist.New(joblist.Deps{Host: &actiontest.Host{Poster: post, Clock: func() time.Time {
				return noon
			}}, Window: aroundJobs{},
				Library: r.rows, Engine: pausing{}, Live: s.Live().Jobs,
				Player: player.New(player.Options{Post: post})})
			return onePlace(Queue, v.Queue)
		},
	})
	r.window.Resize(fyne.NewSize(1440, 900))
	r.Show(Queue)
	r.update()
	return r
}

// posting is a program with another way to the window.
type posting struct {
	*fakeProgram
	post func(func())
}

func (p posting) Post(f func()) { p.post(f) }

// pausing is an engine whose queue goes on.
type pausing struct{ joblist.Engine }

func (pausing) Paused() bool { return false }

func (pausing) PriceJobs(_ context.Context, _ int64, list ...db.Job) (jobs.Quote, error) {
	return jobs.Quote{Each: make([]*int64, len(list))}, nil
}

// aroundJobs is a window that nothing leads to.
type aroundJobs struct{ joblist.Window }

func (aroundJobs) Refresh()            {}
func (aroundJobs) Notify() bool        { return false }
func (aroundJobs) SetNotify(bool)      {}
func (aroundJobs) HostsPictures() bool { return false }

func (r *running) update() {
	r.screens.Places[Queue].Update(context.Background())
	r.turns.RunAll(func() {})
}

func (r *running) bars() []*kit.Meter {
	return apptest.Find[*kit.Meter](r.screens.Places[Queue].Content())
}

// An event of a worker comes to the bar, the tag and the detail of its row by the bindings, and no row is read.
func TestAnEventReachesItsBarThroughTheBindingAlone(t *testing.T) {
	r := newRunning(t, 3)
	r.rows.jobs = nil // who reads again has no row
	done := make(chan struct{})
	go func() { r.handle(jobs.Progress{ID: 2, Percent: 25}); close(done) }()
	<-done
	r.live.flush(t.Context())
	r.turns.RunAll(func() {})
	var got []float64
	for _, b := range r.bars() {
		got = append(got, b.Value())
	}
	if !slices.Equal(got, []float64{0, 0.25, 0}) {
		t.Errorf("bars at %v", got)
	}
	words := apptest.Texts(r.screens.Places[Queue].Content())
	for _, tag := range apptest.Find[*kit.Tag](r.screens.Places[Queue].Content()) {
		words = append(words, tag.Word())
	}
	if !slices.Contains(words, "Generating 25%") {
		t.Errorf("%q", words)
	}
}

// A thousand jobs that all report are one Post in a tenth of a second, and cost the window what the rows in sight cost.
func TestRowsOutOfSightCostNothing(t *testing.T) {
	const count = 1000
	r := newRunning(t, count)
	inSight := len(r.bars())
	if held, _ := r.live.Counts(); held != inSight || inSight > 30 || inSight == 0 {
		t.Fatalf("%d jobs are held, %d rows are in sight", held, inSight)
	}
	for tenth := range 10 {
		for id := range int64(count) {
			r.handle(jobs.Progress{ID: id + 1, Percent: tenth + 1})
		}
		r.posts.Store(0)
		done := r.live.flush(t.Context())
		turns := r.turns.RunAll(func() {})
		if r.posts.Load() != 1 || turns > 1+4*inSight { // bar, tag, short tag and what only the form listens to
			t.Errorf("%d posts and %d turns for %d rows in sight", r.posts.Load(), turns, inSight)
		}
		select {
		case <-done:
		default:
			t.Error("the Post does not say that it is over")
		}
	}
}

// Live goes on only when the window has shown what came before.
func TestASlowWindowGetsFewerChanges(t *testing.T) {
	r := newRunning(t, 1)
	synctest.Test(t, func(t *testing.T) {
		var posted []func()
		r.live.feed.sleep, r.live.feed.post = Sleep, func(f func()) { posted = append(posted, f) }
		r.live.wake = make(chan struct{}, 1)
		r.ctx, r.cancel = context.WithCancel(t.Context())
		r.Go(r.live.run)
		for percent := range 90 {
			r.handle(jobs.Progress{ID: 1, Percent: percent + 1})
			time.Sleep(flushPause)
			synctest.Wait()
		}
		if len(posted) != 1 {
			t.Fatalf("%d posts wait for the window", len(posted))
		}
		posted[0]()
		time.Sleep(flushPause)
		synctest.Wait()
		if len(posted) != 2 {
			t.Errorf("%d posts after it came to the first", len(posted))
		}
		r.cancel()
		r.work.Wait()
	})
}

// When the jobs end, nothing of them is left: no goroutine, no binding and nobody who listens.
func TestNothingIsLeftOfJobsThatEnded(t *testing.T) {
	r := newRunning(t, 200)
	goroutines := runtime.NumGoroutine()
	var gone atomic.Int64
	for _, job := range r.rows.jobs[:10] { // they are in sight
		b := r.live.Job(live.Row{Job: job})
		runtime.SetFinalizer(b, func(*live.Job) { gone.Add(1) })
		runtime.SetFinalizer(b.Progress, func(binding.Float) { gone.Add(1) })
		runtime.SetFinalizer(b.Status, func(binding.String) { gone.Add(1) })
		b.Release()
	}
	for i := range r.rows.jobs {
		r.handle(jobs.Progress{ID: r.rows.jobs[i].ID, Percent: 99})
	}
	r.live.flush(t.Context())
	r.turns.RunAll(func() {})
	for i := range r.rows.jobs {
		r.rows.jobs[i].State = db.Saved
		r.handle(jobs.JobChanged{ID: r.rows.jobs[i].ID, State: db.Saved})
	}
	r.live.flush(t.Context())
	if held, known := r.live.Counts(); known != 0 || held == 0 {
		t.Errorf("before the rows are read %d are held and %d known", held, known)
	}
	r.update()
	if held, known := r.live.Counts(); known != 0 || held != 0 {
		t.Errorf("%d are held and %d known", held, known)
	}
	// a timer of the toolkit may just run
	for n := 0; n < 100 && (gone.Load() < 30 || runtime.NumGoroutine() > goroutines); n++ {
		runtime.GC()
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, before %d", n, goroutines)
	}
	if n := gone.Load(); n < 30 {
		t.Errorf("somebody still has the bindings of jobs that ended: %d of 30 are gone", n)
	}
}

// The disk may take its time, and the window does not wait for it: not at the start either, for that is when it is
// busiest.
func TestTheWindowsGoroutineReadsNothingAtTheStart(t *testing.T) {
	h := newHouse(t, func(l *fakeLibrary, _ *fakeEngine) { l.settings[db.SettingProfile] = int64(2) })
	d := h.deps
	d.Stored = ReadStoredState(t.Context(), h.lib, d.Log)
	h.lib.window = goroutine()
	d.Screens = func(*Shell) Screens { return onePlace(Create, newFakeScreen("Create")) }
	s := New(d)
	s.Begin()
	s.SetLook(resources.Light)
	s.UseProfile(1)
	s.cancel()
	s.work.Wait()
	h.lib.window = ""
	if s.Profile().ID != 1 {
		t.Errorf("in front is %d", s.Profile().ID)
	}
}

// Ten thousand events a second of a thousand jobs, in real time. Drawing is not included.
func BenchmarkWindowUnderEvents(b *testing.B) {
	const (
		count  = 1000
		during = 5 * time.Second
		most   = 2 * time.Millisecond
	)
	r := newRunning(b, count)
	r.deps.Sleep, r.live.feed.sleep = Sleep, Sleep
	r.live.wake <- struct{}{}
	ctx, cancel := context.WithCancel(b.Context())
	var events atomic.Int64
	var workers sync.WaitGroup
	workers.Go(func() { r.live.run(ctx) })
	workers.Go(func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for start := time.Now(); ctx.Err() == nil; <-tick.C {
			for n := events.Load(); n < int64(time.Since(start)/(time.Second/10/count)); n = events.Add(1) {
				r.handle(jobs.Progress{ID: n%count + 1, Percent: int(n/count) % 100})
			}
		}
	})
	r.posts.Store(0)
	var turns []time.Duration
	var busy time.Duration
	for b.Loop() {
		for start := time.Now(); time.Since(start) < during; {
			if took, ok := r.turns.RunNext(); ok {
				turns, busy = append(turns, took), busy+took
			} else {
				time.Sleep(200 * time.Microsecond)
			}
		}
	}
	cancel()
	r.cancel()
	workers.Wait()
	slices.Sort(turns)
	seconds, p95 := during.Seconds()*float64(b.N), turns[len(turns)*95/100]
	b.ReportMetric(float64(events.Load())/seconds, "events/s")
	b.ReportMetric(float64(r.posts.Load())/seconds, "posts/s")
	b.ReportMetric(float64(len(turns))/seconds, "turns/s")
	b.ReportMetric(busy.Seconds()*1000/seconds, "ms/s")
	b.ReportMetric(float64(p95.Microseconds()), "p95-µs")
	b.ReportMetric(float64(turns[len(turns)-1].Microseconds()), "max-µs")
	if !testing.Short() && p95 > most { // the short form runs under the race detector
		b.Errorf("a turn takes up to %v", p95)
	}
}
