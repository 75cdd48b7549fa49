package jobs_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	_ "time/tzdata" // the test's own time zones, on every machine

	"pgregory.net/rapid"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// exposure is the sum of all charges and possible charges of today and this month, counted from the rows and entries
// one by one.
type exposure struct {
	day, month int64
	goes       int  // jobs that are sent without the user
	vain       bool // some are blocked by another job, and continue if that job is saved after all
}

func (w *world) exposure() (x exposure) {
	w.t.Helper()
	synctest.Wait() // rows and entries are read one after the other: nothing may be written between them
	now := w.now()
	y, m, d := now.Date()
	count := func(at time.Time, running bool, micros int64) {
		ay, am, ad := at.In(now.Location()).Date()
		if running || ay == y && am == m {
			x.month += micros
		}
		if running || ay == y && am == m && ad == d {
			x.day += micros
		}
	}
	entries, err := w.lib.Entries(w.ctx, 0)
	w.must(err)
	entries = slices.DeleteFunc(entries, func(e db.Entry) bool { return e.ProfileID != w.profile.ID })
	last := map[int64]int64{}   // the newest entry of each job
	for _, e := range entries { // newest first
		if last[e.JobID] == 0 {
			last[e.JobID] = e.ID
		}
	}
	all, err := w.lib.Jobs(w.ctx, db.JobFilter{ProfileID: w.profile.ID})
	w.must(err)
	running := map[int64]bool{}
	for _, j := range all {
		running[j.ID] = j.State == db.Queued || j.State == db.InProgress || j.State == db.Unwatched
		leaves := j.State == db.Waiting || j.State == db.Sending || j.State == db.Held && j.Hold == db.HeldPaused ||
			j.WaitsForJob()
		x.vain = x.vain || j.State == db.Held && j.Hold == db.HeldAfter && !j.WaitsForJob()
		if leaves {
			x.goes++
			count(now, true, orZero(j.EstimateMicros))
		}
	}
	for _, e := range entries {
		switch {
		case e.Kind == db.Charge || e.Correction != "":
			count(e.At, false, micros(e))
		case e.ID == last[e.JobID] && (e.Kind == db.Reserve || e.Kind == db.UnconfirmedEntry):
			count(e.At, running[e.JobID], micros(e))
		}
	}
	return x
}

// books words the jobs and their entries.
func (s *spender) books() string {
	s.t.Helper()
	words := s.now().Format(time.DateTime)
	for _, j := range s.jobs() {
		words += fmt.Sprintf("\n\t%d %s %s %s %s %d after %d", j.ID, j.Kind, j.State, j.Hold, j.ErrorCode,
			orZero(j.EstimateMicros), j.After)
		entries, err := s.lib.Entries(s.ctx, j.ID)
		s.must(err)
		for _, e := range entries {
			words += fmt.Sprintf("; %s %s %d", e.At.In(s.now().Location()).Format(time.DateTime), e.Kind, micros(e))
		}
	}
	return words
}

// now is the time on the wall of the world.
func (w *world) now() time.Time {
	if w.clock != nil {
		return w.clock.Now()
	}
	return time.Now()
}

// zoned is a clock on a wall elsewhere.
type zoned struct {
	jobs.Clock
	ahead time.Duration
	in    *time.Location
}

func (z zoned) Now() time.Time { return z.Clock.Now().Add(z.ahead).In(z.in) }

// borders are evenings before a day on which clocks are changed: at night, by half an hour, and at midnight, where a
// day has no 0:00 or the one before has 23:00 twice; and before the end of a month.
var borders = []struct{ zone, evening string }{
	{"Europe/Berlin", "2026-10-24 20:00"}, {"Europe/Berlin", "2026-03-28 20:00"}, {"Europe/Berlin", "2026-10-31 20:00"},
	{"Australia/Lord_Howe", "2026-04-04 20:00"}, {"Australia/Lord_Howe", "2026-10-03 20:00"},
	{"Australia/Lord_Howe", "2026-12-31 20:00"},
	{"America/Santiago", "2026-04-04 20:00"}, {"America/Santiago", "2026-09-05 20:00"},
	{"America/Santiago", "2026-02-28 20:00"},
}

// The test draws random clicks, also concurrent ones, chains, expiring links, hosted pictures, answers, prices, pauses,
// keys, releases, settlements and restarts, over days with clock changes. The possible charges grow only by a click.
// Without an agreement a click stays within the limits; with one it adds the agreed amount. The amounts that the
// service was asked to charge, which the test counts itself, stay within the limits or the agreements. No accepted
// request is repeated. No request is sent with a link that works for less than ten minutes, or without its frame.
// Nothing is left at the host.
func TestRandomHistoryKeepsBudgets(t *testing.T) {
	sequences(t, 20, 3, func(s *spender) { s.next = s.act })
}

// sequences runs sequences of random acts: so many worlds, 200 of 50 sequences each in the long form. A sequence is
// prepared before it begins.
func sequences(t *testing.T, perWorld, worlds int, prepare func(*spender)) {
	t.Helper()
	if testing.Short() {
		worlds = 2
	}
	if longForm {
		perWorld, worlds = 50, 200
	}
	seed := flag.Lookup("rapid.seed")
	if seed.Value.String() == "0" {
		must(t, seed.Value.Set(fmt.Sprint(time.Now().UnixNano())))
		defer seed.Value.Set("0")
	}
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		must(t, checks.Value.Set(fmt.Sprint(worlds)))
		defer checks.Value.Set(checks.DefValue)
	}
	t.Logf("to run it again: go test ./client/jobs -run %s -rapid.seed=%s", t.Name(), seed.Value)
	rapid.Check(t, func(rt *rapid.T) {
		border := borders[rapid.IntRange(0, len(borders)-1).Draw(rt, "border")]
		random := rapid.Uint64().Draw(rt, "sequences")
		inWorld(t, func(w *world) {
			in, err := time.LoadLocation(border.zone)
			w.must(err)
			w.svc.takes = 90 * time.Minute
			w.usual = func(db.Profile) time.Duration { return w.svc.takes } // so that few polls are made before the end
			// without progress, which is many rows written
			w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
				v := w.svc.truth(f)
				if v.Progress < 100 {
					v.Progress = 0
				}
				return v, nil
			}
			for i := range perWorld {
				s := &spender{world: w, seed: random + uint64(i)}
				prepare(s)
				s.run(in, border.evening)
			}
		})
	})
}

// spender simulates one user with one profile for up to three days.
type spender struct {
	*world
	r      *rand.Rand
	seed   uint64
	next   func() // what happens next
	acts   []string
	locked atomic.Bool                       // the keychain
	limit  struct{ click, day, month int64 } // MaxInt64: none

	most  exposure   // of a day and of a month: the limits, or the shown amount if the user agreed to more
	times int64      // the prices of now, as multiples of the list's
	cost  []costly   // charges that the service was asked for
	mu    sync.Mutex // guards times, cost, dies and wrong: calls are beside each other

	host   *fakeHost
	drawn  int                  // orders; each prompt contains its number
	dies   map[string]time.Time // by link of a picture: when the service deletes it
	framed map[string]bool      // by prompt: it has a first frame, or comes after another job
	wrong  string               // what the service should never have got
}

// costly is a request that reached the service and was not refused.
type costly struct {
	prompt string
	micros int64
	at     time.Time
}

func (s *spender) run(in *time.Location, evening string) {
	s.r = rand.New(rand.NewPCG(s.seed, 1))
	begin, err := time.ParseInLocation("2006-01-02 15:04", evening, in)
	s.must(err)
	s.clock = zoned{jobs.SystemClock(), time.Until(begin), in}
	s.profile = db.Profile{Name: fmt.Sprint(s.seed), BaseURL: "https://service.example", Saved: true, Currency: "CNY",
		MaxTasks: 2}
	rich := s.r.IntN(2) == 0 // whom only the clocks of links stop
	draw := func(most int64, into *int64) *int64 {
		if rich || s.r.IntN(3) == 0 {
			*into = math.MaxInt64
			return nil
		}
		*into = s.r.Int64N(most*10+1) * clipPrice / 10
		return into
	}
	s.profile.ConfirmMicros, s.profile.DayBudgetMicros, s.profile.BudgetMicros = draw(4, &s.limit.click),
		draw(5, &s.limit.day), draw(8, &s.limit.month)
	s.profile, err = s.lib.SaveProfile(s.ctx, s.profile)
	s.must(err)
	s.most, s.times = exposure{day: s.limit.day, month: s.limit.month}, 1
	s.priceList()
	s.key = func() (string, error) {
		if s.locked.Load() {
			return "", errors.New("the keychain is locked")
		}
		return testKey, nil
	}
	answers := []func() (bool, error){
		func() (bool, error) { return true, noAnswer() }, func() (bool, error) { return false, noAnswer() },
		func() (bool, error) {
			return false, refused(400, "", 0)
		}, func() (bool, error) { return false, refused(429, "", time.Minute) },
		func() (bool, error) { return false, notSent() }, func() (bool, error) { return false, refused(401, "", 0) },
	}
	luck := rand.New(rand.NewPCG(s.seed, 2)) // guarded by mu as well
	s.svc.submit = func(_ context.Context, prompt string) (handled bool, err error) {
		begin := s.now()
		s.mu.Lock()
		times := s.times
		s.mu.Unlock()
		s.got(prompt)
		time.Sleep(20 * time.Second) // so that nothing is answered while it is looked
		s.mu.Lock()
		defer s.mu.Unlock()
		if i := luck.IntN(3 * len(answers)); i < len(answers) {
			handled, err = answers[i]()
		} else {
			handled = true
		}
		if handled && strings.HasSuffix(prompt, s.mine()) { // otherwise an earlier user left it
			s.cost = append(s.cost, costly{prompt, times * fifths(prompt) * clipPrice / 5, begin})
		}
		return handled, err
	}
	s.svc.image = func(string) (*client.ImageResult, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		life := []time.Duration{time.Hour, 3 * time.Hour, 24 * time.Hour}[luck.IntN(3)]
		link := fmt.Sprintf("https://cdn.example/%d-%d.png?X-Amz-Date=%s&X-Amz-Expires=%d", s.seed, len(s.dies),
			s.now().UTC().Format("20060102T150405Z"), life/time.Second)
		s.dies[link] = s.now().Add(life).Truncate(time.Second)
		return &client.ImageResult{Data: []client.ImageItem{{URL: link}}, Usage: usage()}, nil
	}
	s.cut = func(path string) ([]byte, error) {
		time.Sleep(20 * time.Second)
		s.mu.Lock()
		defer s.mu.Unlock()
		if luck.IntN(10) == 0 {
			return nil, errors.New("no frame")
		}
		return frameOf(path), nil
	}
	s.host, s.dies, s.framed = newFakeHost(), map[string]time.Time{}, map[string]bool{}
	s.host.put = func(context.Context) error {
		time.Sleep(20 * time.Second)
		s.mu.Lock()
		defer s.mu.Unlock()
		if luck.IntN(10) == 0 {
			return errors.New("the bucket is full")
		}
		return nil
	}
	s.hosts = s.host
	s.start()
	for range 5 + s.r.IntN(10) {
		if rich && s.r.IntN(3) == 0 { // keyframes, for the clips that come next
			for range 3 {
				_, err := s.engine.Submit(s.ctx, s.profile.ID,
					[]jobs.Order{{Request: imageOf(s.of("1 keyframe")), Board: board}}, jobs.Terms{})
				s.must(err)
			}
			s.pass(time.Minute)
		}
		late := rich && s.r.IntN(3) == 0
		if late {
			s.must(s.engine.PauseSending(s.ctx, true))
		}
		s.next()
		if late {
			s.quiet("a pause", func() { s.pass(time.Duration(s.r.IntN(120)) * time.Minute) })
			s.must(s.engine.PauseSending(s.ctx, false))
		}
	}
	s.locked.Store(false)
	s.must(s.engine.PauseSending(s.ctx, false))
	for _, j := range s.jobs(db.Held) {
		s.must(s.engine.Discard(s.ctx, j.ID))
	}
	s.quiet("the end", func() { s.pass(4 * time.Hour) })
	taken, made, hosted := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, c := range s.cost {
		taken[c.prompt]++
	}
	all, err := s.lib.Jobs(s.ctx, db.JobFilter{}) // also of the earlier user, who left some jobs
	s.must(err)
	for _, j := range all {
		made[j.Prompt]++
		inputs, err := jobs.InputsOf(j)
		s.must(err)
		for _, in := range inputs {
			hosted[in.Object] = true
		}
	}
	for prompt, n := range taken {
		if n > made[prompt] {
			s.fail("%d requests for %d jobs: %s", n, made[prompt], prompt)
		}
	}
	for object := range s.host.there {
		if !hosted[object] {
			s.fail("%s is left at the host", object)
		}
	}
	s.stop()
}

// got checks a request at the moment when the service receives it. A job of the earlier user may have a picture at that
// user's host, which does not exist any more.
func (s *spender) got(prompt string) {
	if !strings.HasSuffix(prompt, s.mine()) {
		return
	}
	s.svc.mu.Lock()
	links := s.svc.frames[prompt]
	s.svc.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.framed[prompt] && (len(links) == 0 || links[0] == "") {
		s.wrong = prompt + " came without its frame"
	}
	for _, link := range links {
		object, hosted := strings.CutPrefix(strings.TrimSuffix(link, "?sig=s%2Bcret"), "https://host.example/")
		s.host.mu.Lock()
		_, there := s.host.there[object]
		s.host.mu.Unlock()
		if dies, known := s.dies[link]; known && s.now().Add(10*time.Minute).After(dies) || hosted && !there {
			s.wrong = fmt.Sprintf("%s came with %s at %s", prompt, link, s.now())
		}
	}
}

// jobs are those of the profile in one of the states; of any where none is named.
func (s *spender) jobs(states ...db.JobState) []db.Job {
	all, err := s.lib.Jobs(s.ctx, db.JobFilter{ProfileID: s.profile.ID, States: states})
	s.must(err)
	return all
}

func (s *spender) fail(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("sequence %d, limits %+v: %s\n%s", s.seed, s.limit, fmt.Sprintf(format, args...),
		strings.Join(s.acts, "\n"))
}

// one picks a job in one of the states; false where there is none.
func (s *spender) one(states ...db.JobState) (db.Job, bool) {
	all := s.jobs(states...)
	if len(all) == 0 {
		return db.Job{}, false
	}
	return all[s.r.IntN(len(all))], true
}

func (s *spender) holds(why db.HoldReason) bool {
	return slices.ContainsFunc(s.jobs(db.Held), func(j db.Job) bool { return j.Hold == why })
}

// drops reports whether an admitted job may have stopped counting at its turn: without a key, without its picture, or
// at a higher price than agreed, for example after a pause.
func (s *spender) drops() bool {
	return s.locked.Load() || s.holds(db.HeldFrameGone) ||
		slices.ContainsFunc(s.jobs(db.Held), func(j db.Job) bool { return j.ErrorCode == jobs.CodePriceRose })
}

func (s *spender) act() {
	ended := []db.JobState{db.Unconfirmed, db.Failed, db.Rejected, db.Saved}
	switch s.r.IntN(21) {
	case 0, 1, 2, 3, 4:
		orders := make([]jobs.Order, 1+s.r.IntN(4))
		for i := range orders {
			orders[i] = s.onward(s.order(), i)
		}
		s.spends(fmt.Sprintf("click of %d", len(orders)), func(how jobs.Terms) error {
			_, err := s.engine.Submit(s.ctx, s.profile.ID, orders, how)
			return err
		})
	case 5:
		if j, ok := s.one(db.Held); ok {
			s.spends(fmt.Sprint("release ", j.ID), func(how jobs.Terms) error {
				return s.engine.Release(s.ctx, how, j.ID)
			})
		}
	case 6:
		var ids []int64
		for _, j := range s.jobs(db.Held) {
			ids = append(ids, j.ID)
		}
		s.spends(fmt.Sprint("release ", ids), func(how jobs.Terms) error {
			return s.engine.Release(s.ctx, how, ids...)
		})
	case 7:
		if j, ok := s.one(ended...); ok {
			s.spends(fmt.Sprint("send again ", j.ID), func(how jobs.Terms) error {
				_, err := s.engine.SendAgain(s.ctx, j.ID, how)
				return err
			})
		}
	case 8:
		if j, ok := s.one(db.Held); ok && j.Kind == db.TextToVideo {
			s.revise(j.ID)
		}
	case 9:
		on := s.r.IntN(2) == 0
		s.quiet(fmt.Sprint("pause ", on), func() { s.must(s.engine.PauseSending(s.ctx, on)) })
	case 10:
		s.locked.Store(s.r.IntN(3) == 0)
		s.fits(fmt.Sprint("key, locked ", s.locked.Load()), func() { s.must(s.engine.KeyChanged(s.ctx, s.profile.ID)) })
	case 11:
		s.quiet("restart", func() { s.stop(); s.start() })
	case 12:
		if j, ok := s.one(db.Unconfirmed); ok {
			s.quiet(fmt.Sprint("not charged ", j.ID), func() { s.must(s.engine.NotCharged(s.ctx, j.ID)) })
			s.freed(j.Prompt)
		}
	case 13:
		if j, ok := s.one(db.Queued, db.InProgress); ok {
			s.quiet(fmt.Sprint("stop watching ", j.ID), func() { _ = s.engine.StopWatching(s.ctx, j.ID) })
		}
	case 14:
		if j, ok := s.one(db.Unwatched); ok {
			s.settles("watch again", j, func() { s.must(s.engine.WatchAgain(s.ctx, j.ID)) })
		}
	case 15:
		if j, ok := s.one(db.Unconfirmed); ok {
			s.settles("was charged", j, func() { s.must(s.engine.WasCharged(s.ctx, j.ID)) })
		}
	case 16:
		if j, ok := s.one(db.Unconfirmed); ok && j.Kind == db.TextToVideo {
			// where the service has it and there is a key
			s.settles("adopt", j, func() { _ = s.engine.Adopt(s.ctx, j.ID, s.task(j.Prompt)) })
		}
	case 17:
		orders := [2][]jobs.Order{{s.order()}, {s.order()}}
		s.fits("two clicks at once", func() {
			var both sync.WaitGroup
			for _, o := range orders {
				both.Go(func() { _, _ = s.engine.Submit(s.ctx, s.profile.ID, o, jobs.Terms{}) })
			}
			both.Wait()
		})
	case 18:
		s.reprice()
	default:
		d := []time.Duration{10 * time.Second, time.Minute, 2 * time.Hour, 9 * time.Hour}[s.r.IntN(4)]
		s.quiet(fmt.Sprint("wait ", d), func() { s.pass(d) })
	}
	s.quiet("a moment", func() { s.pass(time.Second) })
	s.asked()
}

// reprice puts other prices in force.
func (s *spender) reprice() {
	synctest.Wait() // no request leaves between its price and this
	s.mu.Lock()
	s.times = 1 + s.r.Int64N(3)
	s.mu.Unlock()
	s.quiet(fmt.Sprint("prices times ", s.times), func() { s.priceListTimes(client.Micros(s.times)) })
}

func (s *spender) order() jobs.Order {
	switch s.r.IntN(8) {
	case 0, 1:
		return jobs.Order{Request: imageOf(s.of("1 picture"))}
	case 2:
		return jobs.Order{Request: client.EditRequest{ImageRequest: imageOf(s.of("1 edit")), Image: pngBytes()}}
	case 3:
		r := videoOf(s.of("0 fifths are known"))
		r.Resolution = "1080P"
		return jobs.Order{Request: r}
	}
	return s.clipOf([]string{"clip", "[fail] clip"}[s.r.IntN(2)], 3+s.r.IntN(5))
}

// onward gives an order, the i-th of its click, what comes before it: another job, a picture of the service, or one to
// be hosted.
func (s *spender) onward(o jobs.Order, i int) jobs.Order {
	o.Board = board
	clip, isClip := o.Request.(client.VideoRequest)
	if _, ok := o.Request.(client.ImageRequest); ok {
		return o
	}
	switch s.r.IntN(6) {
	case 0, 1:
		o.After.Order = i
		if i == 0 {
			j, ok := s.one(db.Waiting, db.Held, db.InProgress, db.Saved)
			if !ok || !jobs.CanFollow(j) {
				return o
			}
			o.After.Job = j.ID
		}
		if edit, ok := o.Request.(client.EditRequest); ok {
			edit.Image = nil
			o.Request = edit
		}
	case 2, 3:
		pictures := slices.DeleteFunc(s.jobs(db.Saved), func(j db.Job) bool { return j.Kind.IsVideo() })
		if len(pictures) == 0 || !isClip {
			return o
		}
		a := s.assets(pictures[s.r.IntN(len(pictures))].ID)[0]
		clip.InputReference = []string{a.Link}
		o.Request, o.Inputs = clip, []jobs.Input{{Asset: a.Ref}}
	case 4:
		if isClip {
			o.Inputs = []jobs.Input{{Data: []byte(pngHead + fmt.Sprint(s.r.IntN(2)))}}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.framed[o.Request.PromptText()] = isClip && (o.After != jobs.After{} || len(o.Inputs) > 0)
	return o
}

// of makes a prompt of this user.
func (s *spender) of(words string) string {
	s.drawn++
	return fmt.Sprint(words, " ", s.drawn, s.mine())
}

// mine is the suffix of this user's prompts.
func (s *spender) mine() string { return fmt.Sprint(" of ", s.seed) }

// clipOf returns an order with its price in the prompt.
func (s *spender) clipOf(words string, seconds int) jobs.Order {
	r := videoOf(s.of(fmt.Sprint(seconds, " ", words)))
	r.Seconds = seconds
	return jobs.Order{Request: r}
}

// fifths is the price of a prompt in fifths of that of a clip of five seconds.
func fifths(prompt string) (n int64) {
	_, _ = fmt.Sscan(prompt, &n)
	return n
}

// task is the newest one of a prompt.
func (s *spender) task(prompt string) (id string) {
	s.svc.mu.Lock()
	defer s.svc.mu.Unlock()
	for i := s.svc.sequence; i > 0; i-- {
		if t := s.svc.tasks[fmt.Sprint("task_", i)]; t.prompt == prompt {
			return t.id
		}
	}
	return "task_of_nobody"
}

// freed records that the user settled a request as not charged.
func (s *spender) freed(prompt string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.cost, func(c costly) bool { return c.prompt == prompt }); i >= 0 {
		s.cost = slices.Delete(s.cost, i, i+1)
	}
}

// asked adds up what the service was asked to charge by the days and months in which it was. A task that fails is given
// back.
func (s *spender) asked() {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wrong != "" {
		s.fail("%s", s.wrong)
	}
	days, months := map[int]int64{}, map[time.Month]int64{}
	for _, c := range s.cost {
		if strings.Contains(c.prompt, "[fail]") && s.now().Sub(c.at) > s.svc.takes {
			continue
		}
		days[c.at.YearDay()] += c.micros
		months[c.at.Month()] += c.micros
		if day, month := days[c.at.YearDay()], months[c.at.Month()]; day > s.most.day || month > s.most.month {
			s.fail("the service was asked for %d in a day, %d in a month, of %+v: %+v", day, month, s.most, s.cost)
		}
	}
}

func orZero(micros *int64) int64 {
	if micros == nil {
		return 0
	}
	return *micros
}

// quiet does what must not let more be charged than before.
func (s *spender) quiet(what string, do func()) {
	s.t.Helper()
	s.grows(what, do, func(before, after exposure) bool { return false })
}

// settles does what counts a job today that may have counted earlier.
func (s *spender) settles(what string, j db.Job, do func()) {
	s.t.Helper()
	s.grows(fmt.Sprint(what, " ", j.ID), do, func(before, after exposure) bool {
		own := orZero(j.EstimateMicros)
		return after.day-before.day <= own && after.month-before.month <= own
	})
}

// fits runs a command that releases the jobs that fit into the budgets.
func (s *spender) fits(what string, do func()) {
	s.t.Helper()
	s.grows(what, do, func(_, after exposure) bool { return after.day <= s.limit.day && after.month <= s.limit.month })
}

// grows does what lets more be charged only where it may.
func (s *spender) grows(what string, do func(), may func(before, after exposure) bool) {
	s.t.Helper()
	s.acts = append(s.acts, what)
	before := s.exposure()
	do()
	after := s.exposure()
	if before.vain && after.day <= s.limit.day && after.month <= s.limit.month {
		return
	}
	if (after.day > before.day || after.month > before.month) && !may(before, after) {
		s.fail("%s: %+v became %+v\n%s", what, before, after, s.books())
	}
}

// spends does what needs a yes where it goes over a limit, without one, and then perhaps with one.
func (s *spender) spends(what string, do func(jobs.Terms) error) {
	s.t.Helper()
	how := jobs.Terms{Hold: s.r.IntN(8) == 0}
	if s.r.IntN(3) == 0 {
		how.HoldExcess = true
	}
	s.acts = append(s.acts, fmt.Sprintf("%s %+v", what, how))
	before := s.exposure()
	err := do(how)
	after := s.exposure()
	added := exposure{day: after.day - before.day, month: after.month - before.month}
	var asks *jobs.AdmissionError
	var gone *jobs.FrameExpiredError
	if errors.As(err, &gone) && added == (exposure{}) {
		return
	}
	if !errors.As(err, &asks) {
		s.must(err)
		switch {
		case added.day != added.month || added.day < 0 && !s.drops():
			s.fail("%+v was added", added)
		case added.day > 0 && (after.day > s.limit.day || after.month > s.limit.month || added.day > s.limit.click):
			s.fail("without a yes %+v became %+v", before, after)
		}
		return
	}
	if added != (exposure{}) {
		s.fail("what was refused added %+v", added)
	}
	q := asks.Quote
	if q.Spent.Today.Used() != before.day || q.Spent.Month.Used() != before.month {
		s.fail("asked with %d and %d used of %+v", q.Spent.Today.Used(), q.Spent.Month.Used(), before)
	}
	if s.r.IntN(3) == 0 {
		return
	}
	if s.r.IntN(3) == 0 { // something else happens while it is asked
		s.quiet("asked, and meanwhile", func() { s.pass(time.Duration(s.r.IntN(120)) * time.Minute) })
		before = s.exposure()
	}
	how.Agreed = q.Agreement()
	s.acts = append(s.acts, fmt.Sprintf("agreed to %+v", how.Agreed))
	err = do(how)
	after = s.exposure()
	switch added := after.day - before.day; {
	case errors.As(err, &asks):
		if after != before {
			s.fail("what was refused added %d", added)
		}
		return
	case after == before && (errors.As(err, &gone) || errors.As(err, new(*jobs.MoveError))):
		return
	case err != nil:
		s.must(err)
	case added > q.Total, 0 < added && added < q.Total && !how.HoldExcess && !s.drops() &&
		!s.holds(db.HeldKeyRefused) && !slices.ContainsFunc(s.jobs(db.Held), func(j db.Job) bool {
		return !j.WaitsForJob() && !jobs.CanRelease(j)
	}):
		// it counts as soon as there is a key, and so do the jobs after it; blocked jobs do not
		s.fail("agreed to %d, %d was added\n%s", q.Total, added, s.books())
	case added > 0 && how.HoldExcess && (after.day > s.limit.day || after.month > s.limit.month):
		s.fail("what fits made %+v of %+v", after, before)
	}
	s.most.day = max(s.most.day, q.Spent.Today.Used()+q.Total)
	s.most.month = max(s.most.month, q.Spent.Month.Used()+q.Total)
}

func (s *spender) revise(id int64) {
	s.t.Helper()
	s.acts = append(s.acts, fmt.Sprint("revise ", id))
	before, was := s.exposure(), s.job(id)
	s.must(s.engine.Revise(s.ctx, id, s.clipOf("revised", 3+s.r.IntN(8))))
	after, now := s.exposure(), s.job(id)
	if after.day > before.day && (after.day > s.limit.day || after.month > s.limit.month ||
		*now.EstimateMicros > s.limit.click) {
		s.fail("revised from %d (%s) to %d (%s), %+v became %+v", orZero(was.EstimateMicros), was.Hold,
			*now.EstimateMicros, now.Hold, before, after)
	}
}
