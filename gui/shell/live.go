package shell

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2/data/binding"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/spend"
	"viviscope/gui/status"
	"viviscope/gui/wording"
)

// Connection is the connection state of the current profile's service.
type Connection struct {
	Name  string // of the profile
	Words string // "reachable", "not contacted yet", or why it is not
	Known bool   // it was contacted
	OK    bool   // it answered
}

func (c Connection) tone() kit.Tone {
	switch {
	case !c.Known:
		return kit.ToneNeutral
	case c.OK:
		return kit.ToneOK
	}
	return kit.ToneWarn
}

// Switcher is the content of the profile switcher: one entry of each slice per profile.
type Switcher struct {
	IDs     []int64
	Options []kit.Choice // its name, and the location of its key
	Front   int          // index of the current profile
	Sandbox bool         // the current profile is the sandbox
}

func (a Switcher) equal(b Switcher) bool {
	return a.Front == b.Front && a.Sandbox == b.Sandbox && slices.Equal(a.IDs, b.IDs) &&
		slices.Equal(a.Options, b.Options)
}

// Live holds what changes while jobs run, as data bindings: of the window here, of each job in [live.Jobs]. They are
// set on the window's goroutine only; listeners are called there.
type Live struct {
	*live.Jobs

	Connection binding.Item[Connection]
	Watched    binding.String // "2 tasks watched, next check in 8 s"; "" for none
	Waiting    binding.String // "27 waiting, about 9 min, ¥1.62 est."; ""
	Running    binding.String // "2 tasks at the service, 1 download"; "Nothing is running"
	Downloads  binding.String // "1 download, 64% of 18.2 MB"; ""
	DiskFull   binding.String // why the disk takes nothing, "The disk is full. Make room on it."; "" while it does
	Unsaved    binding.String // "Changes are not saved"; "" while they are
	Work       binding.String // "Joining 3 clips · Joining 2 of 3"; ""
	Library    binding.String // "Library 12.4 GB · 3,284 items · 211 GB free"
	NeedsYou   binding.Int    // jobs that wait for the user, of all profiles
	Paused     binding.Bool   // sending is paused
	Month      binding.Item[Month]
	Switcher   binding.Item[Switcher]

	feed feed
	wake chan struct{}

	mu   sync.Mutex
	next delta // guarded by mu

	// Known to the goroutine of run, which alone calls flush.
	status      jobs.PoolStatus
	said        said // as the bindings have it, or are about to
	connections map[int64]jobs.ConnectionChanged
	// when a profile's service last answered in this run, to a minute; a first answer changes no connection
	answered map[int64]time.Time
}

// delta collects the changes since the last flush.
type delta struct {
	counts, month, storage, profiles, engine bool // are read
	ticked                                   bool // a second went by
	status                                   *jobs.PoolStatus
	connections                              []jobs.ConnectionChanged
	answered                                 []int64
	ended                                    []int64 // jobs to announce
}

// feed holds the dependencies of Live. Its functions are called on Live's goroutine, idle on the window's.
type feed struct {
	library   Library
	engine    Engine
	program   Program
	log       *slog.Logger
	now       func() time.Time
	sleep     func(ctx context.Context, d time.Duration) // waits, or ends early with ctx
	readOnly  bool
	profiles  *profileList
	post      func(f func())                    // runs f on the window's goroutine, later
	start     func(f func(ctx context.Context)) // runs f on another goroutine
	announces func() bool                       // a job that ends now is announced; any goroutine
	newDay    func()                            // the date changed
	idle      func()                            // no file is being saved
}

func newLive(of feed) *Live {
	l := &Live{
		Connection: binding.NewItem(func(a, b Connection) bool { return a == b }),
		Watched:    binding.NewString(), Running: binding.NewString(), Downloads: binding.NewString(),
		DiskFull: binding.NewString(),
		Library:  binding.NewString(), Waiting: binding.NewString(), Unsaved: binding.NewString(),
		Work:     binding.NewString(),
		NeedsYou: binding.NewInt(), Paused: binding.NewBool(),
		Month:    binding.NewItem(func(a, b Month) bool { return a == b }),
		Switcher: binding.NewItem(Switcher.equal),

		Jobs: live.New(of.now),
		feed: of, wake: make(chan struct{}, 1),
		connections: map[int64]jobs.ConnectionChanged{}, answered: map[int64]time.Time{},
	}
	l.said = l.says()
	l.say(l.said)
	return l
}

// said holds the texts and flags that follow from the engine's status and the clock.
type said struct {
	watched, running, downloads, full string
	paused                            bool
}

func (l *Live) says() said {
	return said{watchedWords(l.status, l.feed.now()), runningWords(l.status), downloadWords(l.status.Downloads, l.Jobs),
		diskWords(l.status.DiskFull, l.feed.readOnly), l.status.Paused}
}

func (l *Live) say(s said) {
	put(l.Watched, s.watched)
	put(l.Running, s.running)
	put(l.Downloads, s.downloads)
	put(l.DiskFull, s.full)
	put(l.Paused, s.paused)
}

// handle takes an event of the engine. Engine's goroutine.
func (l *Live) handle(ev jobs.Event) {
	l.Jobs.Handle(ev)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next.month = l.next.month || spend.Spends(ev)
	switch ev := ev.(type) {
	case jobs.JobChanged:
		l.next.counts = true
		if answers(ev.State) {
			l.next.answered = append(l.next.answered, ev.ProfileID)
		}
		if status.Notified(ev.State) && l.feed.announces() {
			l.next.ended = append(l.next.ended, ev.ID)
		}
	case jobs.AssetAdded:
		l.next.storage = true
	case jobs.LedgerChanged:
	case jobs.PoolStatus:
		l.next.status = &ev
	case jobs.ConnectionChanged:
		l.next.connections = append(l.next.connections, ev)
	}
	l.nudge()
}

// reload reads everything again. Any goroutine.
func (l *Live) reload() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next.counts, l.next.month, l.next.storage, l.next.profiles, l.next.engine = true, true, true, true, true
	l.nudge()
}

func (l *Live) nudge() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// flushPause is the least time between two flushes: ten a second are more than an eye asks for.
const flushPause = 100 * time.Millisecond

// run feeds the bindings until ctx ends. A window that is slow gets fewer changes instead of more and more that wait
// for it.
func (l *Live) run(ctx context.Context) {
	l.feed.start(l.second)
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		}
		if done := l.flush(ctx); done != nil {
			select {
			case <-ctx.Done():
				return
			case <-done:
			}
		}
		l.feed.sleep(ctx, flushPause)
	}
}

// second updates the countdown to the next check every second. At midnight it refreshes all places, because day budgets
// restart.
func (l *Live) second(ctx context.Context) {
	day := l.feed.now().YearDay()
	for ctx.Err() == nil {
		l.feed.sleep(ctx, time.Second)
		if today := l.feed.now().YearDay(); today != day {
			day = today
			l.feed.newDay()
		}
		l.mu.Lock()
		l.next.ticked = true
		l.nudge()
		l.mu.Unlock()
	}
}

// flush takes the news, reads the rows that they speak of, and sets what changed with one Post, which closes done; nil:
// nothing changed.
func (l *Live) flush(ctx context.Context) (done chan struct{}) {
	l.mu.Lock()
	n := l.next
	l.next = delta{}
	l.mu.Unlock()

	if n.engine {
		st := l.feed.engine.Status() // it may be committing
		n.status = &st
	}
	var sets []func()
	also := func(f func()) { sets = append(sets, f) }
	wasFull := l.status.DiskFull
	l.merge(n)
	n.storage = n.storage || l.status.DiskFull != wasFull // the free space has changed since it was read
	l.noteAnswers(ctx, n.answered)
	if now := l.says(); now != l.said { // a second without a change wakes no listener
		l.said = now
		also(func() { l.say(now) })
	}
	if set := l.Jobs.Flush(n.ticked); set != nil {
		also(set)
	}
	for _, r := range []struct {
		due  bool
		read func(context.Context, func(func())) error
		next *bool
	}{
		{n.profiles, l.readProfiles, &l.next.profiles}, {n.counts, l.readCounts, &l.next.counts},
		{n.month, l.readMonth, &l.next.month}, {n.storage, l.readStorage, &l.next.storage},
	} {
		if !r.due {
			continue
		}
		if err := r.read(ctx, also); err != nil { // it is still news
			l.feed.log.Warn("read what the window shows", "err", err)
			l.mu.Lock()
			*r.next = true
			l.mu.Unlock()
		}
	}
	if n.connections != nil || n.answered != nil || n.profiles {
		c := l.connection(l.feed.profiles.inFront())
		also(func() { put(l.Connection, c) })
	}
	l.announce(ctx, n.ended)
	if len(sets) == 0 {
		return nil
	}
	done = make(chan struct{})
	l.feed.post(func() {
		for _, f := range sets {
			f()
		}
		close(done)
	})
	return done
}

// merge keeps what the next flush will need as well.
func (l *Live) merge(n delta) {
	if n.status != nil {
		l.status = *n.status
	}
	for _, c := range n.connections {
		l.connections[c.ProfileID] = c
	}
}

// answeredPause is the throttle of reports that a service answered.
const answeredPause = time.Minute

// noteAnswers keeps which services answered, also for the window after this one.
func (l *Live) noteAnswers(ctx context.Context, ids []int64) {
	now := l.feed.now()
	for _, id := range ids {
		if last, known := l.answered[id]; known && now.Sub(last) < answeredPause {
			continue
		}
		l.answered[id] = now
		for _, p := range l.feed.profiles.known() {
			if p.ID != id {
				continue
			}
			if err := l.feed.program.Reached(ctx, p); err != nil {
				l.feed.log.Warn("note that a service answered", "profile", id, "err", err)
			}
		}
	}
}

func (l *Live) readCounts(ctx context.Context, also func(func())) error {
	counts, err := l.feed.library.JobCounts(ctx, 0)
	if err != nil {
		return fmt.Errorf("count jobs: %w", err)
	}
	n, waiting := counts[db.Unconfirmed]+counts[db.Held], ""
	if counts[db.Waiting] > 1 {
		waiting = l.feed.program.Waiting(ctx)
	}
	also(func() {
		put(l.NeedsYou, n)
		put(l.Waiting, waiting)
		if counts[db.Saving] == 0 { // the link of a picture may be dead at the next start
			l.feed.idle()
		}
	})
	return nil
}

func (l *Live) readMonth(ctx context.Context, also func(func())) error {
	p := l.feed.profiles.inFront()
	if p.ID == 0 {
		return nil
	}
	q, err := l.feed.engine.Price(ctx, p.ID, nil)
	if err != nil {
		return fmt.Errorf("sum up the month: %w", err)
	}
	m := Month{Name: lang.MonthName(l.feed.now()), Currency: q.Currency, Spent: q.Spent.Month, Sandbox: p.Sandbox}
	m.Left, m.Today = q.Left(jobs.ScopeMonth), q.Left(jobs.ScopeDay)
	also(func() { put(l.Month, m) })
	return nil
}

func (l *Live) readStorage(ctx context.Context, also func(func())) error {
	st, err := l.feed.library.Storage(ctx)
	if err != nil {
		return fmt.Errorf("measure library: %w", err)
	}
	also(func() { put(l.Library, libraryWords(st)) })
	return nil
}

func (l *Live) readProfiles(ctx context.Context, also func(func())) error {
	if err := l.feed.profiles.read(ctx, 0); err != nil {
		return fmt.Errorf("read profiles: %w", err)
	}
	front := l.feed.profiles.inFront()
	var sw Switcher
	for i, p := range l.feed.profiles.known() {
		if p.ID == front.ID {
			sw.Front, sw.Sandbox = i, p.Sandbox
		}
		sw.IDs = append(sw.IDs, p.ID)
		sw.Options = append(sw.Options, kit.Choice{Title: p.Name, Words: l.feed.program.KeyWords(ctx, p)})
	}
	also(func() { put(l.Switcher, sw) })
	return nil
}

// connection returns the connection state of a profile's service.
func (l *Live) connection(p db.Profile) Connection {
	c := Connection{Name: p.Name}
	seen, ok := l.connections[p.ID]
	switch {
	case p.ID == 0:
		c.Name, c.Words = "", lang.L("No profile yet")
	case ok && !seen.OK:
		c.Known, c.Words = true, status.Unreached(seen)
	case p.Sandbox:
		c.Known, c.OK, c.Name, c.Words = true, true, "", lang.L("Runs on this computer")
	case ok, !l.answered[p.ID].IsZero():
		c.Known, c.OK, c.Words = true, true, lang.L("reachable")
	case !p.LastOKAt.IsZero():
		c.Words = lang.L("last reached %s", wording.When(p.LastOKAt, l.feed.now()))
	default:
		c.Words = lang.L("not contacted yet")
	}
	return c
}

// announce sends desktop notifications for jobs that ended while the window was in the background.
func (l *Live) announce(ctx context.Context, ids []int64) {
	for _, id := range ids {
		job, err := l.feed.library.Job(ctx, id)
		if err != nil {
			l.feed.log.Warn("read job to announce", "job", id, "err", err)
			continue
		}
		if !status.Notified(job.State) || status.EndedByUser(job) {
			continue // the user has moved it on
		}
		title, text := status.Notice(job)
		l.feed.program.Announce(ctx, job, title, text)
	}
}
