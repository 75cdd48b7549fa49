package faulttest

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox"
	"viviscope/db"
)

// program is the program without a window: a library on the disk and an engine, and what surrounds them.
type program struct {
	t     *testing.T
	svc   *service
	clock *jobstest.Clock
	dir   string
	roots *x509.CertPool                  // nil: the service is not trusted
	wrap  func(jobs.Library) jobs.Library // between the engine and the library; nil: nothing

	net      network
	patience patience
	log      jobstest.Log
	lib      *db.Library
	engine   *jobs.Engine
	moved    chan struct{} // something happened
	clicks   int
	profiles int
	last     db.Profile // what press uses, as long as nothing of it is held

	mu     sync.Mutex
	key    string
	words  map[int64][]string // by profile: the events about its connection
	shown  map[int64][]int    // by job: its progress
	silent error              // the error that the keychain returns instead of a key
}

// onEachWire runs a test against both kinds of service, each in a process of its own: for what depends on how bytes
// come and end.
func onEachWire(t *testing.T, fn func(*testing.T, *program)) {
	t.Helper()
	t.Parallel()
	for _, w := range []wire{plain, h2} {
		t.Run(string(w), func(t *testing.T) {
			t.Parallel()
			onWire(t, w, fn)
		})
	}
}

// onOneWire runs a test against the usual kind of service only. It is for tests that do not depend on the transport:
// the content of answers, the disk, the clock and the key.
func onOneWire(t *testing.T, fn func(*testing.T, *program)) {
	t.Helper()
	t.Parallel()
	onWire(t, h2, fn)
}

func onWire(t *testing.T, w wire, fn func(*testing.T, *program)) {
	t.Helper()
	p := newProgram(t, serviceSetting{Wire: w})
	fn(t, p)
	p.wantVersions(w)
}

func newProgram(t *testing.T, o serviceSetting) *program {
	t.Helper()
	o.Begin = time.Now()
	svc := startService(t, o)
	p := &program{
		t: t, svc: svc, clock: jobstest.NewClock(o.Begin), dir: t.TempDir(), roots: svc.pool, key: key,
		moved: make(chan struct{}, 1), words: map[int64][]string{}, shown: map[int64][]int{},
	}
	p.open()
	p.start()
	t.Cleanup(func() {
		p.stop()
		p.wantFolderInOrder()
		p.shut()
		if log := p.log.String(); strings.Contains(log, key) || strings.Contains(log, "signature=") {
			t.Errorf("the log holds a secret:\n%s", log)
		}
	})
	return p
}

func (p *program) open() {
	p.t.Helper()
	lib, err := db.Open(context.Background(), p.dir, db.Options{Now: p.clock.Now})
	must(p.t, err)
	p.lib = lib
}

func (p *program) shut() {
	p.t.Helper()
	if p.lib != nil {
		must(p.t, p.lib.Close())
		p.lib = nil
	}
}

func (p *program) start() {
	p.t.Helper()
	var lib jobs.Library = p.lib
	if p.wrap != nil {
		lib = p.wrap(lib)
	}
	e, err := jobs.New(jobs.Options{
		Library: lib, Keys: keysOf(p.askKey), Clock: p.clock, Jitter: func() float64 { return 0.5 },
		Log: slog.New(slog.NewTextHandler(&p.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Connect: func(c client.Config) (jobs.Service, error) {
			c.RootCAs, c.Dial, c.AfterFunc = p.roots, p.net.dial, p.patience.AfterFunc
			svc, err := client.New(c)
			return &impatient{svc, &p.patience}, err
		},
	})
	must(p.t, err)
	e.Subscribe(p.note)
	must(p.t, e.Start(context.Background()))
	p.engine = e
}

// stop ends the program without waiting for answers.
func (p *program) stop() {
	p.t.Helper()
	if p.engine == nil {
		return
	}
	at, cancel := context.WithCancel(context.Background())
	cancel()
	must(p.t, p.engine.Stop(at))
	p.engine = nil
}

func (p *program) restart() {
	p.t.Helper()
	p.stop()
	p.shut()
	p.open()
	p.start()
}

type keysOf func() (string, error)

func (f keysOf) Key(context.Context, db.Profile) (string, error) { return f() }

func (p *program) askKey() (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.key, p.silent
}

// note keeps what a window would show without reading a row.
func (p *program) note(ev jobs.Event) {
	p.mu.Lock()
	switch ev := ev.(type) {
	case jobs.ConnectionChanged:
		p.words[ev.ProfileID] = append(p.words[ev.ProfileID], ev.Message)
	case jobs.Progress:
		if ev.Total == 0 && ev.Done == 0 {
			p.shown[ev.ID] = append(p.shown[ev.ID], ev.Percent)
		}
	}
	p.mu.Unlock()
	select {
	case p.moved <- struct{}{}:
	default:
	}
}

// connectionWords lists the events about the connection of a profile; "" for a working one.
func (p *program) connectionWords(profile int64) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.words[profile])
}

func (p *program) progress(job int64) []int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.shown[job])
}

// profile makes a profile of the service, or of another address. A pause that the service requests applies to a
// profile, so consecutive rows use different ones.
func (p *program) profile(base string) db.Profile {
	p.t.Helper()
	if base == "" {
		base = p.svc.at.URL
	}
	p.profiles++
	made, err := p.lib.SaveProfile(p.t.Context(), db.Profile{
		Name: fmt.Sprint("Studio ", p.profiles), BaseURL: base, Saved: true, Currency: "CNY",
		MaxTasks: 5, MaxImages: 2, PollSeconds: 10, ImageMinutes: 10,
	})
	must(p.t, err)
	table, err := json.Marshal(sandbox.Prices())
	must(p.t, err)
	_, err = p.lib.AddPrices(p.t.Context(),
		db.Prices{ProfileID: made.ID, ValidFrom: p.clock.Begin().Add(-365 * 24 * time.Hour), Table: table})
	must(p.t, err)
	return made
}

// prompt is a prompt that no other click has. All have one length, and pictures one price.
func (p *program) prompt(name string) string {
	p.clicks++
	return fmt.Sprintf("%-64.64s", fmt.Sprintf("click-%d- %s", p.clicks, name))
}

func (p *program) clip(of db.Profile, name string) db.Job {
	p.t.Helper()
	made, err := p.engine.Submit(p.t.Context(), of.ID, clipOf(p.prompt(name)), jobs.Terms{})
	must(p.t, err)
	return made[0]
}

func clipOf(prompt string) []jobs.Order {
	return []jobs.Order{{Request: client.VideoRequest{Model: "clip-3.0", Prompt: prompt, Seconds: 5,
		Resolution: "720P"}}}
}

func (p *program) picture(of db.Profile, name string) db.Job {
	p.t.Helper()
	made, err := p.engine.Submit(p.t.Context(), of.ID,
		[]jobs.Order{{Request: client.ImageRequest{Model: "genimage-2.5-flare", Prompt: p.prompt(name),
			Size: "1024x1024", Quality: "low"}}}, jobs.Terms{})
	must(p.t, err)
	return made[0]
}

func (p *program) job(id int64) db.Job {
	p.t.Helper()
	j, err := p.lib.Job(p.t.Context(), id)
	must(p.t, err)
	return j
}

// guard is how long a test waits for what should come within milliseconds before it calls it a failure.
const guard = 30 * time.Second

// until waits until a job is as it should be.
func (p *program) until(id int64, what string, is func(db.Job) bool) db.Job {
	p.t.Helper()
	late := time.After(guard)
	for {
		j := p.job(id)
		if is(j) {
			return j
		}
		select {
		case <-p.moved:
		case <-late:
			p.t.Fatalf("the job never became %s; it is %s (%s), %s: %s\n%s", what, j.State, j.Hold, j.ErrorCode,
				j.ErrorMessage, p.log.String())
		}
	}
}

func (p *program) untilState(id int64, states ...db.JobState) db.Job {
	p.t.Helper()
	return p.until(id, fmt.Sprint(states), func(j db.Job) bool { return slices.Contains(states, j.State) })
}

// wait asks until something outside of the program is as it should be.
func (p *program) wait(what string, is func() bool) {
	p.t.Helper()
	for late := time.Now().Add(guard); !is(); {
		if time.Now().After(late) {
			p.t.Fatalf("timeout waiting for: %s\n%s", what, p.log.String())
		}
		must(p.t, p.clock.Sleep(p.t.Context(), time.Second))
	}
}

// sleepThrough advances the clocks of the program and the service by d without the timers, like a computer that sleeps
// while the service does not.
func (p *program) sleepThrough(d time.Duration) {
	p.t.Helper()
	p.svc.jump(d)
	p.clock.Jump(d)
}
