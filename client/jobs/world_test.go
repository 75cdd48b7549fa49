package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/takecheck"
	"viviscope/db"
	"viviscope/db/findings"
	"viviscope/db/ledger"
)

const testKey = "sk-test-0123456789"

// longForm is how `make long` runs the proofs that take numbers.
var longForm = os.Getenv("VIVISCOPE_LONG") != ""

// world is a library, a fake service and an engine between them, on the virtual clock of a synctest bubble.
type world struct {
	t     *testing.T
	ctx   context.Context
	dir   string
	lib   *db.Library
	wrap  func(jobs.Library) jobs.Library // between the engine and the library; nil: nothing
	svc   *fakeService
	hosts jobs.Hosts // nil: no picture can be hosted
	key   func() (string, error)
	clock jobs.Clock // nil: the bubble's
	usual func(db.Profile) time.Duration
	cut   func(path string) ([]byte, error) // takes the last frame of a clip; nil: pictures of its own for each

	check func(context.Context, string, takecheck.Request) (findings.Result, error) // nil: none

	connect func() jobs.Service // nil: svc
	sentDir string              // of the log of the account; "": none is kept
	engine  *jobs.Engine
	profile db.Profile
	log     jobstest.Log

	gone      bool            // of the property test: the service deletes what is made
	forgotten []*fakeTask     // of the property test: what the service does not know for now
	silent    map[string]bool // in the property test: tasks with answers that contain only the state

	seed map[string]int64 // of the tests of admission: jobs by name

	mu     sync.Mutex
	events []jobs.Event
	moved  chan struct{} // an event came
}

// inWorld runs a test on a virtual clock that jumps to the next timer whenever everything waits.
func inWorld(t *testing.T, fn func(*world)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, ctx: t.Context(), dir: dir, svc: newFakeService(), moved: make(chan struct{}, 1),
			key: func() (string, error) {
				return testKey, nil
			}}
		w.open()
		defer w.close()
		fn(w)
	})
}

func (w *world) open() {
	w.t.Helper()
	lib, err := db.Open(w.ctx, w.dir, db.Options{})
	w.must(err)
	w.lib = lib
	all, err := lib.Profiles(w.ctx)
	w.must(err)
	if len(all) == 0 {
		p, err := lib.SaveProfile(w.ctx, db.Profile{
			Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY",
			MaxTasks: 5, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10,
		})
		w.must(err)
		table, err := json.Marshal(prices())
		w.must(err)
		_, err = lib.AddPrices(w.ctx, db.Prices{ProfileID: p.ID, ValidFrom: time.Now().Add(-time.Hour), Table: table})
		w.must(err)
		w.profile = p
	}
}

func (w *world) start() {
	w.t.Helper()
	var lib jobs.Library = w.lib
	if w.wrap != nil {
		lib = w.wrap(lib)
	}
	var sent *jobs.SentLog
	if w.sentDir != "" {
		sent = jobs.NewSentLog(w.sentDir)
	}
	e, err := jobs.New(jobs.Options{
		Library: lib, Keys: keysFunc(func() (string, error) { return w.key() }), Sent: sent,
		Clock: w.clock, Jitter: func() float64 { return 0.5 },
		Log: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Connect: func(client.Config) (jobs.Service, error) {
			if w.connect != nil {
				return w.connect(), nil
			}
			return w.svc, nil
		},
		Hosts: w.hosts, Usual: w.usual, Check: w.check,
		LastFrame: func(_ context.Context, path string) ([]byte, error) {
			if w.cut != nil {
				return w.cut(path)
			}
			return frameOf(path), nil
		},
	})
	w.must(err)
	e.Subscribe(func(ev jobs.Event) {
		w.mu.Lock()
		w.events = append(w.events, ev)
		w.mu.Unlock()
		if _, ok := ev.(jobs.JobChanged); !ok {
			return
		}
		select {
		case w.moved <- struct{}{}:
		default:
		}
	})
	w.must(e.Start(context.Background()))
	w.engine = e
}

func (w *world) stop() {
	if w.engine != nil {
		cut, cancel := context.WithCancel(context.Background())
		cancel()
		w.engine.Stop(cut)
		w.engine = nil
	}
}

func (w *world) restart() {
	w.t.Helper()
	w.stop()
	w.must(w.lib.Close())
	w.open()
	w.start()
}

func (w *world) close() {
	w.stop()
	w.must(w.lib.Close())
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) clip(prompt string) db.Job {
	w.t.Helper()
	made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: videoOf(prompt)}}, jobs.Terms{})
	w.must(err)
	return made[0]
}

func (w *world) picture(prompt string) db.Job {
	w.t.Helper()
	made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: imageOf(prompt)}}, jobs.Terms{})
	w.must(err)
	return made[0]
}

// prices: a 5 s clip costs 3,500,000 and the picture of usage() 30,050.
func prices() client.PriceTable {
	return client.PriceTable{
		Currency: "CNY",
		Video: []client.VideoRate{
			{Model: "clip-3.0", Resolution: "720P", PerSecond: 700_000},
			{Model: "clip-3.0", Resolution: "720P", Audio: true, PerSecond: 950_000},
		},
		Tokens: &client.TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000,
			OutputPerMillion: 40_000_000},
	}
}

func videoOf(prompt string) client.VideoRequest {
	return client.VideoRequest{Model: "clip-3.0", Prompt: prompt, Seconds: 5, Resolution: "720P"}
}

func imageOf(prompt string) client.ImageRequest {
	return client.ImageRequest{Model: "genimage-2.5-flare", Prompt: prompt, Size: "1024x1024", Quality: "low"}
}

func (w *world) job(id int64) db.Job {
	w.t.Helper()
	j, err := w.lib.Job(w.ctx, id)
	w.must(err)
	return j
}

// until lets virtual time pass until the job is in one of the states, for at most a month.
func (w *world) until(id int64, states ...db.JobState) db.Job {
	w.t.Helper()
	month := time.After(30 * 24 * time.Hour)
	for late := false; !late; {
		if j := w.job(id); slices.Contains(states, j.State) {
			synctest.Wait() // its event comes after its row
			return j
		}
		select {
		case <-w.moved:
		case <-month:
			late = true
		}
	}
	w.t.Fatalf("job %d never became %v; it is %+v\n%s", id, states, w.job(id), w.log.String())
	return db.Job{}
}

// pass lets virtual time pass.
func (w *world) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (w *world) entries(id int64) []string {
	w.t.Helper()
	all, err := w.lib.Entries(w.ctx, id)
	w.must(err)
	var out []string
	for i := len(all) - 1; i >= 0; i-- { // newest first from the library
		amount := "?"
		if a := all[i].AmountMicros; a != nil {
			amount = fmt.Sprint(*a)
		}
		out = append(out, string(all[i].Kind)+" "+amount)
	}
	return out
}

func (w *world) wantEntries(id int64, want ...string) {
	w.t.Helper()
	if got := w.entries(id); !slices.Equal(got, want) {
		w.t.Errorf("entries of job %d: %v, want %v", id, got, want)
	}
}

func (w *world) assets(id int64) []db.Asset {
	w.t.Helper()
	a, err := w.lib.AssetsOfJob(w.ctx, id)
	w.must(err)
	return a
}

// states lists the states that the events announced for a job.
func (w *world) states(id int64) []db.JobState {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []db.JobState
	for _, ev := range w.events {
		if c, ok := ev.(jobs.JobChanged); ok && c.ID == id && (len(out) == 0 || out[len(out)-1] != c.State) {
			out = append(out, c.State)
		}
	}
	return out
}

func eventsOf[T jobs.Event](w *world) []T {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []T
	for _, ev := range w.events {
		if x, ok := ev.(T); ok {
			out = append(out, x)
		}
	}
	return out
}

func (w *world) wantPosts(prompt string, n int) {
	w.t.Helper()
	w.svc.mu.Lock()
	defer w.svc.mu.Unlock()
	if got := w.svc.posts[prompt]; got != n {
		w.t.Errorf("the service saw %d requests for %q, want %d", got, prompt, n)
	}
}

type keysFunc func() (string, error)

func (f keysFunc) Key(context.Context, db.Profile) (string, error) { return f() }

// sums returns the totals of the profile's ledger entries.
func (w *world) sums() ledger.Sums {
	w.t.Helper()
	all, err := w.lib.LedgerSums(w.ctx, ledger.Filter{ProfileID: w.profile.ID, Currency: "CNY"})
	w.must(err)
	return append(all, ledger.Sums{})[0]
}
