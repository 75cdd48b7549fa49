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
	"viviscope/client/takecheck"
	"viviscope/db"
	"viviscope/db/findings"
)

// Options configure an engine. Library and Keys are required.
type Options struct {
	Library Library
	Keys    Keys
	Clock   Clock                                // nil: SystemClock
	Jitter  func() float64                       // uniform in [0, 1); nil: math/rand
	Log     *slog.Logger                         // nil: nothing is logged
	Connect func(client.Config) (Service, error) // nil: client.New
	Hosts   Hosts                                // nil: no local picture can be a frame
	// Usual returns the documented duration of a clip at a service, for use until the library has its own; 0 or nil:
	// not known.
	Usual func(db.Profile) time.Duration

	LastFrame func(ctx context.Context, path string) (png []byte, err error) // of a clip, for a job that comes after it

	// Check checks a saved clip for faults; nil: clips are not checked. It ends soon after ctx.
	Check func(ctx context.Context, path string, r takecheck.Request) (findings.Result, error)

	Sent *SentLog // of this account; nil: a library that was restored from an older copy is not detected
}

// workersDownloads is how many files are downloaded at once: enough to use the bandwidth, few enough that each finishes
// soon.
const workersDownloads = 2

// Engine carries out jobs from the click to the file. All methods are safe for concurrent use. Commands commit before
// they return and never wait for the network, but they wait for the disk: do not call them on the window's goroutine.
type Engine struct {
	*lifetime
	events *bus
	status *status

	// The commands.
	submission *submission
	admission  *admission
	resends    *resends
	tracking   *tracking
	settling   *settling
	watching   *watching
	holding    *holding
	reconnects *reconnects
	restart    *restart

	// Read-only queries.
	calendar   *calendar
	clockWatch *clockWatch
	conns      *connections
	outbox     *outbox
	pause      *pauseSwitch
	forecast   *forecast
	quotes     *quotes
	grants     *grants
	clicks     *clicks

	// The workers.
	sender     *sender
	poller     *poller
	downloader *downloader
	takeDowns  *hostCleanup
	chains     *chains
	checks     *takeChecker
	tidy       *tidy
	pool       *pool

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
	e := &Engine{lifetime: life, events: newBus(), status: newStatus()}

	// The rows, and the lists derived from them.
	prices := &priceTables{lifetime: life, lib: lib}
	watches, fetches := newWatches(e.now), newFetches(workersDownloads, e.now)
	e.outbox = newOutbox(e.now)
	lists := &lists{status: e.status, outbox: e.outbox, watches: watches, fetches: fetches}
	e.checks = newTakeChecker(life, lib, e.events, o.Check)
	records := &records{lifetime: life, lib: lib, events: e.events, status: e.status, prices: prices, lists: lists,
		checks: e.checks}

	// The parts that workers and commands use.
	e.calendar = &calendar{lifetime: life, lib: lib}
	e.clockWatch = &clockWatch{lifetime: life, events: e.events}
	e.conns = newConnections(&connections{
		lifetime: life, lib: lib, keys: o.Keys, connect: connect, clockWatch: e.clockWatch, events: e.events,
		onHealed: lists.makeDue,
	})
	e.pause = &pauseSwitch{lib: lib, records: records, conns: e.conns}
	history, linkDeaths := newHistory(lib, o.Usual), &linkExpiry{lifetime: life, lib: lib}
	e.forecast = &forecast{lifetime: life, lib: lib, history: history, linkDeaths: linkDeaths}
	inputs := &inputStore{lib: lib, linkDeaths: linkDeaths}
	lineage := &lineage{lifetime: life, lib: lib, events: e.events, records: records, sent: o.Sent}
	e.clicks = &clicks{lib: lib, lineage: lineage}
	e.quotes = &quotes{lib: lib, calendar: e.calendar}
	e.grants = &grants{lib: lib, calendar: e.calendar, quotes: e.quotes}
	hostLookup := &hostLookup{lib: lib, hosts: o.Hosts}
	e.takeDowns = &hostCleanup{lifetime: life, lib: lib, records: records, hostLookup: hostLookup, wake: newSignal()}
	claims := &claims{lifetime: life, lib: lib, records: records, outbox: e.outbox}
	uploader := &uploader{
		lifetime: life, lib: lib, events: e.events, records: records, claims: claims, takeDowns: e.takeDowns,
		hostLookup: hostLookup,
	}
	incoming := &incomingFiles{lifetime: life, lib: lib, status: e.status}
	recovery := &recovery{records: records, incoming: incoming}
	bindings := &bindings{lifetime: life, records: records}
	e.admission = &admission{
		lifetime: life, lib: lib, events: e.events, status: e.status, records: records, conns: e.conns, pause: e.pause,
		lineage: lineage, clicks: e.clicks, inputs: inputs, takeDowns: e.takeDowns, forecast: e.forecast,
		quotes: e.quotes,
		grants: e.grants,
	}

	// The workers.
	e.sender = &sender{
		lifetime: life, lib: lib, status: e.status, prices: prices, records: records, outbox: e.outbox, claims: claims,
		conns: e.conns, lineage: lineage, grants: e.grants, uploader: uploader, incoming: incoming, recovery: recovery,
		linkDeaths: linkDeaths,
	}
	e.poller = &poller{
		lifetime: life, events: e.events, status: e.status, records: records, watches: watches, conns: e.conns,
		bindings: bindings, history: history,
	}
	landing := &landing{lifetime: life, lib: lib, events: e.events, records: records}
	e.downloader = &downloader{
		lifetime: life, lib: lib, events: e.events, status: e.status, records: records, fetches: fetches,
		conns:    e.conns,
		bindings: bindings, landing: landing,
		clips: &clipFetcher{lifetime: life, lib: lib, records: records, conns: e.conns, landing: landing},
		pictures: &pictureFetcher{
			lifetime: life, lib: lib, records: records, conns: e.conns, incoming: incoming, landing: landing,
		},
	}
	e.chains = &chains{
		lifetime: life, lib: lib, events: e.events, records: records, pause: e.pause, inputs: inputs,
		hostLookup: hostLookup,
		admission:  e.admission, extractFrame: o.LastFrame, wake: newSignal(),
	}
	e.tidy = &tidy{lifetime: life, lib: lib, events: e.events, inputs: inputs}
	e.pool = &pool{lifetime: life, events: e.events, status: e.status, pause: e.pause, watches: watches,
		fetches: fetches}
	lists.firstPoll, lists.takeDowns, lists.chains = e.poller.firstPoll, e.takeDowns, e.chains

	// The commands.
	e.submission = &submission{lib: lib, inputs: inputs, admission: e.admission}
	e.holding = &holding{
		lib: lib, events: e.events, status: e.status, records: records, pause: e.pause, takeDowns: e.takeDowns,
	}
	e.watching = &watching{lifetime: life, lib: lib, records: records, watches: watches, fetches: fetches,
		conns: e.conns}
	e.settling = &settling{lib: lib, records: records, conns: e.conns, watching: e.watching}
	e.resends = &resends{lifetime: life, lib: lib, admission: e.admission}
	e.tracking = &tracking{
		lifetime: life, lib: lib, events: e.events, prices: prices, records: records, conns: e.conns,
		watching: e.watching,
	}
	e.reconnects = &reconnects{
		lib: lib, events: e.events, records: records, outbox: e.outbox, lists: lists, conns: e.conns,
		admission: e.admission,
	}
	e.restart = &restart{
		lib: lib, calendar: e.calendar, prices: prices, records: records, pause: e.pause, lineage: lineage,
		recovery: recovery, holding: e.holding,
	}
	return e, nil
}

// Start resumes every job and starts the workers. A job that was being sent when the program died becomes unconfirmed
// first. Cancelling ctx later acts like Stop without a timeout: no new work begins, while requests that may cost money
// continue until they end or Stop cuts them. An engine can be started once.
func (e *Engine) Start(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.started {
		return errors.New("start engine: it was started before")
	}
	if err := e.restart.resume(ctx); err != nil {
		return fmt.Errorf("start engine: %w", err)
	}
	e.startRun(ctx)
	e.started, e.running = true, true
	for work, loop := range map[string]func(){"outbox": e.sender.run, "polls": e.poller.run,
		"downloads":          e.downloader.run,
		"take down pictures": e.takeDowns.run, "jobs after others": e.chains.run, "checks": e.checks.run, "status": e.pool.run} {
		e.workers.Go(guard.Func(work, func() { e.keepRunning(work, loop) }))
	}
	e.workers.Go(guard.Func("tidy", e.tidy.run))
	e.events.flush()
	return nil
}

// Stop ends the workers. Polls and downloads are cut at once and resume at the next start. Stop waits for requests that
// may cost money until ctx ends; then it cuts them and commits their jobs as unconfirmed before it returns. Stopping an
// engine before Start prevents it from starting. Stopping it again does nothing.
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
