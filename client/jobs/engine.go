package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/db"
)

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
	*lifetime
	lib Library

	events   *bus
	status   *status
	calendar *calendar
	prices   *prices
	records  *records

	outbox     *outbox
	watches    *watches
	fetches    *fetches
	clockWatch *clockWatch
	conns      *connections
	pause      *pause
	history    *history
	linkDeaths *linkDeaths
	forecast   *forecast
	inputs     *inputs
	lineage    *lineage
	clicks     *clicks
	quotes     *quotes
	grants     *grants
	hostLookup *hostLookup
	takeDowns  *takeDowns
	claims     *claims
	uploads    *uploads
	incoming   *incoming
	recovery   *recovery
	admission  *admission

	bindings  *bindings
	sender    *sender
	polls     *polls
	landing   *landing
	clips     *clips
	pictures  *pictures
	downloads *downloads
	chains    *chains
	tidy      *tidy
	pool      *pool

	more oneMore

	mu               sync.Mutex // guards what follows
	started, running bool
}

// New makes an engine at rest. It reads nothing and starts nothing; Start does.
func New(o Options) (*Engine, error) {
	if o.Library == nil || o.Keys == nil {
		return nil, errors.New("make engine: library and keys are required")
	}
	connect := o.Connect
	if connect == nil {
		connect = func(c client.Config) (Service, error) { return client.New(c) }
	}
	life, lib := newLifetime(o.Clock, o.Jitter, o.Log), o.Library
	e := &Engine{lifetime: life, lib: lib}
	e.events, e.status = newBus(), newStatus()
	e.calendar = &calendar{lifetime: life, lib: lib}
	e.prices = &prices{lifetime: life, lib: lib}
	e.outbox, e.watches, e.fetches = newOutbox(e.now), newWatches(e.now), newFetches(workersDownloads, e.now)
	e.records = &records{lifetime: life, lib: lib, events: e.events, status: e.status, prices: e.prices, lists: e}

	e.clockWatch = &clockWatch{lifetime: life, events: e.events}
	e.conns = newConnections(&connections{
		lifetime: life, lib: lib, keys: o.Keys, connect: connect, clockWatch: e.clockWatch, events: e.events, onHealed: e.hurry,
	})
	e.pause = &pause{records: e.records, conns: e.conns}
	e.history = newHistory(lib, o.Usual)
	e.linkDeaths = &linkDeaths{lifetime: life, lib: lib}
	e.forecast = &forecast{lifetime: life, lib: lib, history: e.history, linkDeaths: e.linkDeaths}
	e.inputs = &inputs{lib: lib, linkDeaths: e.linkDeaths}
	e.lineage = &lineage{lifetime: life, lib: lib, events: e.events, records: e.records, sent: o.Sent}
	e.clicks = &clicks{lib: lib, lineage: e.lineage}
	e.quotes = &quotes{lib: lib, calendar: e.calendar}
	e.grants = &grants{lib: lib, calendar: e.calendar, quotes: e.quotes}
	e.hostLookup = &hostLookup{lib: lib, hosts: o.Hosts}
	e.takeDowns = &takeDowns{lifetime: life, lib: lib, records: e.records, hostLookup: e.hostLookup, wake: newSignal()}
	e.claims = &claims{lifetime: life, lib: lib, records: e.records, outbox: e.outbox}
	e.uploads = &uploads{
		lifetime: life, lib: lib, events: e.events, records: e.records, claims: e.claims, takeDowns: e.takeDowns, hostLookup: e.hostLookup,
	}
	e.incoming = &incoming{lifetime: life, lib: lib, status: e.status}
	e.recovery = &recovery{records: e.records, incoming: e.incoming}
	e.admission = &admission{
		lifetime: life, lib: lib, events: e.events, status: e.status, records: e.records, conns: e.conns, pause: e.pause, lineage: e.lineage,
		clicks: e.clicks, inputs: e.inputs, takeDowns: e.takeDowns, forecast: e.forecast, quotes: e.quotes, grants: e.grants,
	}
	e.bindings = &bindings{lifetime: life, records: e.records}
	e.sender = &sender{
		lifetime: life, lib: lib, status: e.status, prices: e.prices, records: e.records, outbox: e.outbox, claims: e.claims, conns: e.conns,
		lineage: e.lineage, grants: e.grants, uploads: e.uploads, incoming: e.incoming, recovery: e.recovery, linkDeaths: e.linkDeaths,
	}
	e.polls = &polls{
		lifetime: life, events: e.events, status: e.status, records: e.records, watches: e.watches, conns: e.conns, bindings: e.bindings,
		history: e.history,
	}
	e.landing = &landing{lifetime: life, lib: lib, events: e.events, records: e.records}
	e.clips = &clips{lifetime: life, lib: lib, records: e.records, conns: e.conns, landing: e.landing}
	e.pictures = &pictures{lifetime: life, lib: lib, records: e.records, conns: e.conns, incoming: e.incoming, landing: e.landing}
	e.downloads = &downloads{
		lifetime: life, lib: lib, events: e.events, status: e.status, records: e.records, fetches: e.fetches, conns: e.conns,
		bindings: e.bindings, landing: e.landing, clips: e.clips, pictures: e.pictures,
	}
	e.chains = &chains{
		lifetime: life, lib: lib, events: e.events, records: e.records, pause: e.pause, inputs: e.inputs, hostLookup: e.hostLookup,
		admission: e.admission, cut: o.LastFrame, wake: newSignal(),
	}
	e.tidy = &tidy{lifetime: life, lib: lib, events: e.events, inputs: e.inputs}
	e.pool = &pool{lifetime: life, events: e.events, status: e.status, pause: e.pause, watches: e.watches, fetches: e.fetches}
	return e, nil
}

// follow puts a row into the lists of the parts that it concerns.
func (e *Engine) follow(job db.Job) {
	e.outbox.put(job)
	e.watches.put(job, e.polls.firstPoll)
	e.fetches.put(job)
	e.takeDowns.put(job)
	if job.State.Ended() || in(job.State, db.Held, db.Unconfirmed) {
		e.chains.wake.raise()
	}
	e.status.touch()
}

// hurry polls and fetches for a profile as soon as may be.
func (e *Engine) hurry(profileID int64) {
	e.watches.hurry(0, profileID)
	e.fetches.hurry(0, profileID)
}

// drop takes a deleted row out of the lists.
func (e *Engine) drop(job db.Job) {
	e.outbox.drop(job.ID)
	e.takeDowns.wake.raise()
	e.chains.wake.raise()
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
	e.startRun(ctx)
	e.started, e.running = true, true
	for work, loop := range map[string]func(){"outbox": e.sender.run, "polls": e.polls.run, "downloads": e.downloads.run,
		"take down pictures": e.takeDowns.run, "jobs after others": e.chains.run, "status": e.pool.run} {
		e.workers.Go(guard.Func(work, func() { e.keepRunning(work, loop) }))
	}
	e.workers.Go(guard.Func("tidy", e.tidy.run))
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
		e.log.Warn("stop", "cut", e.status.openCalls())
	}
	e.cancelHard()
	<-ended
	e.conns.closeAll()
	e.events.flush()
	return nil
}
