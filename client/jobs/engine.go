package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/db"
)

// Library is what the engine needs of the library; *db.Library is one. All methods are safe for concurrent use.
type Library interface {
	Books() db.Books
	WriteJobs(ctx context.Context, fn func(*db.JobsTx) error) error
	InsertWith(ctx context.Context, j db.Job, fn func(*db.Change) error) (db.Job, error)
	Job(ctx context.Context, id int64) (db.Job, error)
	JobByTask(ctx context.Context, profileID int64, taskID string) (db.Job, error)
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error)
	DeleteJob(ctx context.Context, id int64) error
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
	Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) ([]time.Duration, error)
	Entries(ctx context.Context, jobID int64) ([]db.Entry, error)
	ClickOf(ctx context.Context, click string) (db.Click, error)
	TakeOver(ctx context.Context, lin db.Lineage, revoke bool) ([]db.Job, error)
	SaveInput(ctx context.Context, data []byte, ext string) (string, error)
	AbsPath(rel string) (string, error)
	OpenFile(rel string) (*os.File, error)      // never one outside of the library
	OpenIncoming(name string) (*os.File, error) // likewise
	IncomingPath(name string) (string, error)
	Land(ctx context.Context, incoming string, m db.Landing) (db.Landed, error)
	LandedFile(ctx context.Context, ref string) (db.Landed, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	ImportFrame(ctx context.Context, clip db.Asset, at time.Duration, take func() ([]byte, error)) (a db.Asset, known bool, err error)
	Sweep(ctx context.Context) (db.SweepReport, error)
	ClearLeftovers(ctx context.Context, found db.SweepReport) ([]string, error)
}

// Keys finds the key of a profile. It may take seconds (a keychain that asks the person) and honours ctx. An error
// means that there is no key to be had; its words are shown, so they must not hold the key.
type Keys interface {
	Key(ctx context.Context, p db.Profile) (string, error)
}

// Service is one service with one key: what the engine needs of a *client.Client.
type Service interface {
	SubmitVideo(ctx context.Context, r client.VideoRequest) (*client.VideoTask, error)
	GetVideo(ctx context.Context, id string) (*client.VideoTask, error)
	ContentState(ctx context.Context, id string) (*client.VideoTask, error)
	DownloadVideo(ctx context.Context, id, path string, progress func(done, total int64)) error
	GenerateImage(ctx context.Context, r client.ImageRequest) (*client.ImageResult, error)
	EditImage(ctx context.Context, r client.EditRequest) (*client.ImageResult, error)
	FetchImage(ctx context.Context, item client.ImageItem, path string) error
	CloseIdle()
}

// Options are the engine's surroundings. Library and Keys are required.
type Options struct {
	Library Library
	Keys    Keys
	Clock   Clock                                // nil: SystemClock
	Jitter  func() float64                       // uniform in [0, 1); nil: math/rand
	Log     *slog.Logger                         // nil: nothing is logged
	Connect func(client.Config) (Service, error) // nil: client.New
	Hosts   Hosts                                // nil: no local picture can be a frame
	Usual   func(db.Profile) time.Duration       // how long a clip takes at a service that says so, until the library knows; 0 or nil: not known

	LastFrame func(ctx context.Context, path string) (png []byte, err error) // of a clip, for the job that goes on from it

	Sent *SentLog // of this account; nil: a library that goes back in time is not noticed
}

// workersDownloads is how many files are fetched at once: enough to fill a line, few enough that each ends soon.
const workersDownloads = 2

// Engine takes a job from the click to the file. All methods are safe for concurrent use. Commands commit before
// they return and never wait for the network, but they wait for the disk: call them off the window's goroutine.
type Engine struct {
	lib     Library
	keys    Keys
	clock   Clock
	jitter  func() float64
	log     *slog.Logger
	connect func(client.Config) (Service, error)
	hosts   Hosts
	cut     func(ctx context.Context, path string) (png []byte, err error) // [Options].LastFrame

	// commits orders what belongs together: a transaction, the lists that follow from it, and its events.
	commits sync.Mutex
	paused  bool                          // guarded by commits
	zone    atomic.Pointer[time.Location] // by which limits count days; nil before the start
	// inputs is held for writing while what no job needs is removed, and for reading from the moment that a picture is
	// kept until the row that needs it is committed.
	inputs sync.RWMutex
	more   oneMore

	events    *bus
	conns     *connections
	outbox    *outbox
	watches   *watches
	fetches   *fetches
	takeDowns *takeDowns
	uploads   sync.Map // by profile and board: the job that has its channel has its pictures put
	hostTries sync.Map // by [triesOf]: how often pictures could not be put in a row, for a fault that passes
	followers signal   // a job ended, or one waits for another
	status    *status
	history   *history
	seen      clockSeen
	sent      *SentLog // nil: none is kept

	// lineage is held while the library is compared with sent, and taken before commits.
	lineage      sync.Mutex
	lineageKnown bool // it was compared; guarded by lineage

	// soft ends with Stop: no new work, and GETs are cut. hard ends when Stop runs out of patience: only then is a
	// request cut that may cost money.
	soft, hard             context.Context
	cancelSoft, cancelHard context.CancelFunc
	workers                sync.WaitGroup
	mu                     sync.Mutex // guards what follows
	started, running       bool
}

// New makes an engine at rest. It reads nothing and starts nothing; Start does.
func New(o Options) (*Engine, error) {
	if o.Library == nil || o.Keys == nil {
		return nil, errors.New("make engine: library and keys are required")
	}
	e := &Engine{
		lib: o.Library, keys: o.Keys, clock: o.Clock, jitter: o.Jitter, log: o.Log, connect: o.Connect, hosts: o.Hosts,
		cut: o.LastFrame, events: newBus(), takeDowns: &takeDowns{wake: newSignal()}, followers: newSignal(), status: newStatus(),
		sent: o.Sent,
	}
	if e.clock == nil {
		e.clock = SystemClock()
	}
	if e.jitter == nil {
		e.jitter = rand.Float64
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if e.connect == nil {
		e.connect = func(c client.Config) (Service, error) { return client.New(c) }
	}
	e.outbox, e.watches, e.fetches = newOutbox(e.now), newWatches(e.now), newFetches(workersDownloads, e.now)
	e.hard, e.cancelHard = context.WithCancel(context.Background())
	e.conns = newConnections(e)
	e.history = newHistory(e.lib, o.Usual)
	return e, nil
}

// Start picks up every job where it was and starts the workers. A job that was being sent when the program died
// becomes unconfirmed first. Cancelling ctx later has the effect of Stop without its patience: no new work begins,
// while requests that may cost money go on until they end or Stop cuts them. An engine starts once.
func (e *Engine) Start(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.started {
		return errors.New("start engine: it was started before")
	}
	if err := e.resume(ctx); err != nil {
		return fmt.Errorf("start engine: %w", err)
	}
	e.soft, e.cancelSoft = context.WithCancel(ctx)
	e.started, e.running = true, true
	for work, loop := range map[string]func(){"outbox": e.runOutbox, "polls": e.runPolls, "downloads": e.runFetches,
		"take down pictures": e.runTakeDowns, "jobs after others": e.runFollowers, "status": e.runStatus} {
		e.workers.Go(guard.Func(work, func() { e.keepRunning(work, loop) }))
	}
	e.workers.Go(guard.Func("tidy", e.tidy))
	e.events.flush()
	return nil
}

// Stop ends the workers. Polls and downloads are cut at once: both are picked up again at the next start. Requests
// that may cost money are waited for until ctx ends; then they are cut, and their jobs are committed as unconfirmed
// before Stop returns. Stopping an engine that has not started keeps it from starting; stopping it again does nothing.
func (e *Engine) Stop(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.started = true // the window may be closed while the workers are still to be started
	if !e.running {
		return nil
	}
	e.running = false
	e.cancelSoft()
	ended := make(chan struct{})
	guard.Go("stop engine", func() {
		e.workers.Wait()
		close(ended)
	})
	select {
	case <-ended:
	case <-ctx.Done():
		e.log.Warn("stop", "cut", e.OpenCalls())
	}
	e.cancelHard()
	<-ended
	e.conns.closeAll()
	e.events.flush()
	return nil
}
