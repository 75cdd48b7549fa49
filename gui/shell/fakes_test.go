package shell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// fakeLibrary answers from its fields.
type fakeLibrary struct {
	fault    error // of writing a setting; guarded by mu
	mu       sync.Mutex
	jobs     map[int64]db.Job
	counts   map[db.JobState]int
	profiles []db.Profile
	settings map[string]any
	filled   int64  // bytes that something else took of what was free
	window   string // the goroutine that must not read; "": any may
	fails    error  // what counting, measuring and reading profiles bring
}

func (l *fakeLibrary) check() {
	if l.window == goroutine() {
		panic("the window's goroutine reads the library")
	}
}

// goroutine names the goroutine that calls.
func goroutine() string {
	stack := make([]byte, 64)
	return strings.Fields(string(stack[:runtime.Stack(stack, false)]))[1]
}

func (l *fakeLibrary) Job(_ context.Context, id int64) (db.Job, error) {
	l.check()
	l.mu.Lock()
	defer l.mu.Unlock()
	j, ok := l.jobs[id]
	if !ok {
		return j, db.ErrNotFound
	}
	return j, nil
}

func (l *fakeLibrary) JobCounts(context.Context, int64) (map[db.JobState]int, error) {
	l.check()
	return l.counts, l.fails
}

func (l *fakeLibrary) Storage(context.Context) (db.Storage, error) {
	l.check()
	return db.Storage{Items: 3284, Bytes: 12_400_000_000, Free: 211_000_000_000 - l.filled, FreeKnown: true}, l.fails
}

func (l *fakeLibrary) Profiles(context.Context) ([]db.Profile, error) {
	l.check()
	return l.profiles, l.fails
}

func (l *fakeLibrary) Setting(_ context.Context, name string, into any) (bool, error) {
	l.check()
	l.mu.Lock()
	defer l.mu.Unlock()
	v, ok := l.settings[name]
	if !ok {
		return false, nil
	}
	switch into := into.(type) {
	case *string:
		*into = v.(string)
	case *bool:
		*into = v.(bool)
	case *int64:
		*into = v.(int64)
	}
	return true, nil
}

func (l *fakeLibrary) SetSetting(_ context.Context, name string, v any) error {
	l.check()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		return l.fault
	}
	l.settings[name] = v
	return nil
}

// setFault has no setting be written, for a reason; nil: they are.
func (l *fakeLibrary) setFault(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = err
}

func (l *fakeLibrary) kept(name string) any {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.settings[name]
}

// fakeEngine notes what it was told.
type fakeEngine struct {
	fails   error // what a price brings
	mu      sync.Mutex
	calls   int
	status  jobs.PoolStatus
	told    []string
	deliver func(jobs.Event)
	quote   jobs.Quote
	asked   []int64 // profiles whose budgets were asked for
}

func (e *fakeEngine) Price(_ context.Context, id int64, _ []jobs.Order) (jobs.Quote, error) {
	e.asked = append(e.asked, id)
	return e.quote, e.fails
}

func (e *fakeEngine) tell(s string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told = append(e.told, s)
}

func (e *fakeEngine) heard() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, e.told...)
}

// Start does as the engine does: one that was stopped does not start.
func (e *fakeEngine) Start(context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if slices.Contains(e.told, "stop") {
		return errors.New("it was stopped")
	}
	e.told = append(e.told, "start")
	return nil
}

func (e *fakeEngine) Stop(context.Context) error { e.tell("stop"); return nil }

func (e *fakeEngine) Subscribe(fn func(jobs.Event)) func() {
	e.deliver = fn
	return func() {}
}
func (e *fakeEngine) Status() jobs.PoolStatus { return e.status }
func (e *fakeEngine) PauseSending(_ context.Context, on bool) error {
	if on {
		e.tell("pause")
	} else {
		e.tell("go on")
	}
	return nil
}
func (e *fakeEngine) OpenPictureCalls() int { return e.calls }
func (e *fakeEngine) StopSending(on bool)   { e.tell(fmt.Sprint("no more ", on)) }

// fakeScreen counts.
type fakeScreen struct {
	content fyne.CanvasObject
	mu      sync.Mutex
	updates int
	events  int
	updated chan struct{}
}

func newFakeScreen(word string) *fakeScreen {
	return &fakeScreen{content: widget.NewLabel(word), updated: make(chan struct{}, 64)}
}

func (s *fakeScreen) Content() fyne.CanvasObject { return s.content }

func (s *fakeScreen) Update(context.Context) {
	s.mu.Lock()
	s.updates++
	s.mu.Unlock()
	s.updated <- struct{}{}
}

func (s *fakeScreen) Handle(jobs.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events++
}

func (s *fakeScreen) seen() (updates, events int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.updates, s.events
}

// fakeProgram notes what it was told. Posted functions wait in it until the test runs them.
type fakeProgram struct {
	mu           sync.Mutex
	posts        []func()
	personal     Personal
	personalKept []byte // as it was kept last
	announced    []string
	reached      []int64
}

func (p *fakeProgram) Post(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posts = append(p.posts, f)
}

func (p *fakeProgram) Waiting(context.Context) string                   { return "" }
func (p *fakeProgram) KeyWords(_ context.Context, of db.Profile) string { return "key of " + of.Name }

func (p *fakeProgram) Announce(_ context.Context, job db.Job, title, text string) {
	p.announced = append(p.announced, fmt.Sprintf("%d %s: %s", job.ID, title, text))
}

func (p *fakeProgram) Reached(_ context.Context, of db.Profile) error {
	p.reached = append(p.reached, of.ID)
	return nil
}

func (p *fakeProgram) Personal() Personal {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.personal
}

func (p *fakeProgram) ChangePersonal(f func(*Personal)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.personal)
}

func (p *fakeProgram) KeepPersonal() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.personalKept, err = json.Marshal(p.personal)
	return err
}

// readAgain reads the choices of the person as the next start does.
func (p *fakeProgram) readAgain() (again Personal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = json.Unmarshal(p.personalKept, &again)
	return again
}

// run runs what was posted and returns how many functions that were.
func (p *fakeProgram) run() int {
	p.mu.Lock()
	posts := p.posts
	p.posts = nil
	p.mu.Unlock()
	for _, f := range posts {
		f()
	}
	return len(posts)
}

// onePlace is a window with a screen of the test in one place.
func onePlace(p Place, s Screen) Screens {
	out := Screens{Actions: func() []action.Action { return nil }}
	for other := range places {
		out.Places[other] = newFakeScreen(other.String())
	}
	out.Places[p] = s
	return out
}

// pauseForever is the clock of workers that the test drives.
func pauseForever(ctx context.Context, _ time.Duration) { <-ctx.Done() }

// house is a shell with everything around it made up.
type house struct {
	*Shell
	*fakeProgram
	lib     *fakeLibrary
	engine  *fakeEngine
	screens map[Place]*fakeScreen
}

func newHouse(t *testing.T, change func(*fakeLibrary, *fakeEngine)) *house {
	t.Helper()
	h := &house{
		lib: &fakeLibrary{
			jobs: map[int64]db.Job{}, counts: map[db.JobState]int{}, settings: map[string]any{},
			profiles: []db.Profile{{ID: 1, Name: "My gateway", Currency: "CNY"},
				{ID: 2, Name: "Sandbox", Sandbox: true, Currency: "CNY"}},
		},
		engine:      &fakeEngine{},
		fakeProgram: &fakeProgram{},
		screens:     map[Place]*fakeScreen{},
	}
	if change != nil {
		change(h.lib, h.engine)
	}
	app := test.NewTempApp(t)
	w := app.NewWindow(Title)
	w.Resize(fyne.NewSize(1440, 900))
	log := slog.New(slog.DiscardHandler)
	h.Shell = New(Deps{
		App: app, Window: w, Library: h.lib, Engine: h.engine, Program: h.fakeProgram,
		Stored: ReadStoredState(t.Context(), h.lib, log),
		Log:    log, Now: func() time.Time { return noon }, Sleep: pauseForever,
		Screens: func(*Shell) Screens {
			out := Screens{Actions: func() []action.Action {
				return []action.Action{{ID: "job.generate", Group: "Job", Label: "Generate",
					Keys: action.KeysWith(ctrl, fyne.KeyReturn), Do: func() {}}}
			}}
			for p := range places {
				h.screens[p] = newFakeScreen(p.String())
				out.Places[p] = h.screens[p]
			}
			return out
		},
	})
	t.Cleanup(func() { h.cancel(); h.work.Wait() })
	return h
}

// settle waits for the workers that the shell started and runs what they posted.
func (h *house) settle() {
	h.work.Wait()
	h.run()
}
