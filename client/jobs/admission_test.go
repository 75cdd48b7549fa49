package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the test's own time zones, on every machine

	"pgregory.net/rapid"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// clipPrice is what videoOf costs.
const clipPrice = 3_500_000

// limit gives the profile limits in units of a clip's price; 0 is none.
func (w *world) limit(click, day, month int64) {
	w.t.Helper()
	of := func(n int64) *int64 {
		if n == 0 {
			return nil
		}
		return new(n * clipPrice)
	}
	w.profile.ConfirmMicros, w.profile.DayBudgetMicros, w.profile.BudgetMicros = of(click), of(day), of(month)
	var err error
	w.profile, err = w.lib.SaveProfile(w.ctx, w.profile)
	w.must(err)
}

// wantAsked is the quote of an error that asks about a limit.
func wantAsked(t testing.TB, err error, scope jobs.Scope) jobs.Quote {
	t.Helper()
	var asks *jobs.AdmissionError
	if !errors.As(err, &asks) {
		t.Fatalf("not asked: %v", err)
	}
	if got := asks.Quote.Asks(); got != scope {
		t.Fatalf("asked about %q, want %q: %v", got, scope, err)
	}
	return asks.Quote
}

func clips(prompts ...string) (orders []jobs.Order) {
	for _, p := range prompts {
		orders = append(orders, jobs.Order{Request: videoOf(p)})
	}
	return orders
}

// Every way to spend takes the same door: without a yes nothing is made, let go or sent, and with one exactly that goes.
func TestEveryWayToSpendIsAdmitted(t *testing.T) {
	for name, way := range map[string]func(w *world, how jobs.Terms) error{
		"new": func(w *world, how jobs.Terms) error {
			_, err := w.engine.Submit(w.ctx, w.profile.ID, clips("a"), how)
			return err
		},
		"several": func(w *world, how jobs.Terms) error {
			_, err := w.engine.Submit(w.ctx, w.profile.ID, clips("a", "b"), how)
			return err
		},
		"a picture": func(w *world, how jobs.Terms) error {
			_, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: imageOf("p")}}, how)
			return err
		},
		"send again": func(w *world, how jobs.Terms) error {
			_, err := w.engine.SendAgain(w.ctx, w.seed["failed"], how)
			return err
		},
		"release": func(w *world, how jobs.Terms) error {
			return w.engine.Release(w.ctx, how, w.seed["by hand"])
		},
		"release of several": func(w *world, how jobs.Terms) error {
			return w.engine.Release(w.ctx, how, w.seed["by hand"], w.seed["also by hand"])
		},
		"release of what was held for a budget": func(w *world, how jobs.Terms) error {
			return w.engine.Release(w.ctx, how, w.seed["over"])
		},
		"release of what was revised": func(w *world, how jobs.Terms) error {
			r := videoOf("by hand")
			r.Seconds = 10
			if err := w.engine.Revise(w.ctx, w.seed["by hand"], jobs.Order{Request: r}); err != nil {
				return err
			}
			return w.engine.Release(w.ctx, how, w.seed["by hand"])
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.submit = func(context.Context, string) (bool, error) {
					time.Sleep(time.Second) // nothing is answered while it is counted
					return true, nil
				}
				w.start()
				w.seedForSpending()
				before, sent := w.exposure(), w.sent()
				q := wantAsked(t, way(w, jobs.Terms{}), jobs.ScopeMonth)
				w.pass(time.Hour)
				if got := w.exposure(); got != before || w.sent() != sent {
					t.Fatalf("without a yes %+v became %+v, and %v was sent", before, got, w.svc.posts)
				}
				other := q
				other.Total++
				wantAsked(t, way(w, jobs.Terms{Agreed: other.Agreement()}), jobs.ScopeMonth)
				w.must(way(w, jobs.Terms{Agreed: q.Agreement()}))
				if got := w.exposure().month - before.month; got != q.Total || q.Total == 0 {
					t.Errorf("%d more is used, agreed to %d", got, q.Total)
				}
				w.pass(time.Hour)
				if w.sent() == sent {
					t.Error("with a yes nothing was sent")
				}
			})
		})
	}
}

// sent counts the requests that reached the service.
func (w *world) sent() (n int) {
	w.svc.mu.Lock()
	defer w.svc.mu.Unlock()
	for _, posts := range w.svc.posts {
		n += posts
	}
	return n
}

// seedForSpending uses up the month and leaves jobs of each kind that can be let go or sent again.
func (w *world) seedForSpending() {
	w.t.Helper()
	w.seed = map[string]int64{}
	w.priceList()
	w.seed["failed"] = w.clip("[fail] one").ID
	w.until(w.seed["failed"], db.Failed)
	for _, name := range []string{"by hand", "also by hand"} {
		made, err := w.engine.Submit(w.ctx, w.profile.ID, clips(name), jobs.Terms{Hold: true})
		w.must(err)
		w.seed[name] = made[0].ID
	}
	w.limit(0, 0, 1)
	made, err := w.engine.Submit(w.ctx, w.profile.ID, clips("fits", "over"), jobs.Terms{Over: jobs.HoldWhatDoesNotFit})
	w.must(err)
	w.until(made[0].ID, db.Saved)
	if over := w.job(made[1].ID); over.State != db.Held || over.Hold != db.HeldOverBudget {
		w.t.Fatalf("what does not fit is %s (%s)", over.State, over.Hold)
	}
	w.seed["over"] = made[1].ID
}

// priceList has a price for each thing, which is also what is charged.
func (w *world) priceList() {
	w.t.Helper()
	table := prices()
	table.Tokens = nil
	table.Images = []client.ImageRate{{Size: client.Size1024, Quality: "low", PerPicture: clipPrice / 5}}
	raw, err := json.Marshal(table)
	w.must(err)
	_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
	w.must(err)
}

func TestLimitOfAClick(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.limit(1, 0, 0)
		w.clip("costs just that")
		q := wantAsked(t, func() error {
			_, err := w.engine.Submit(w.ctx, w.profile.ID, clips("a", "b"), jobs.Terms{})
			return err
		}(), jobs.ScopeClick)
		w.clip("what is used is no matter of it")
		made, err := w.engine.Submit(w.ctx, w.profile.ID, clips("a", "b"), jobs.Terms{Agreed: q.Agreement()})
		if w.must(err); len(made) != 2 {
			t.Errorf("%d jobs", len(made))
		}
		r := videoOf("no price")
		r.Resolution = "1080P"
		_, err = w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
		if q := wantAsked(t, err, jobs.ScopeClick); q.Known {
			t.Error("a price that nobody knows is known")
		}
		_, err = w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{Hold: true})
		w.must(err) // nothing goes out
	})
}

// A call that is on its way counts: two clicks at once never share what is left.
func TestWhatIsBeingSentCounts(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.slow = 10 * time.Minute
		w.start()
		w.priceList()
		w.profile.DayBudgetMicros = new(int64(1_000_000))
		var err error
		w.profile, err = w.lib.SaveProfile(w.ctx, w.profile)
		w.must(err)
		w.picture("takes ten minutes")
		w.pass(time.Minute)
		_, err = w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: imageOf("second")}}, jobs.Terms{})
		q := wantAsked(t, err, jobs.ScopeDay)
		if q.Spent.Today.Outgoing != clipPrice/5 || q.Spent.Today.Charged != 0 {
			t.Errorf("used %+v", q.Spent.Today)
		}
	})
}

// What does not fit is held for a person, whatever else holds the others back.
func TestWhatDoesNotFitIsHeldInEveryPause(t *testing.T) {
	for name, stop := range map[string]func(w *world) (resume func()){
		"paused": func(w *world) func() {
			w.must(w.engine.PauseSending(w.ctx, true))
			return func() { w.must(w.engine.PauseSending(w.ctx, false)) }
		},
		"key refused": func(w *world) func() {
			w.svc.submit = func(context.Context, string) (bool, error) { return false, refused(401, "", 0) }
			w.until(w.clip("refused").ID, db.Held)
			w.svc.submit = nil
			return func() { w.must(w.engine.KeyChanged(w.ctx, w.profile.ID)) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.start()
				resume := stop(w)
				free := int64(3)
				if name == "key refused" {
					free++ // the one that was refused goes out as well
				}
				w.limit(0, free-1, 0)
				made, err := w.engine.Submit(w.ctx, w.profile.ID, clips("one", "two", "three"), jobs.Terms{Over: jobs.HoldWhatDoesNotFit})
				w.must(err)
				if last := w.job(made[2].ID); last.Hold != db.HeldOverBudget {
					t.Fatalf("the last one is %s (%s)", last.State, last.Hold)
				}
				_, err = w.engine.Submit(w.ctx, w.profile.ID, clips("four"), jobs.Terms{})
				if q := wantAsked(t, err, jobs.ScopeDay); q.Spent.Today.Outgoing != (free-1)*clipPrice {
					t.Errorf("used %+v", q.Spent.Today)
				}
				resume()
				w.until(made[1].ID, db.Saved)
				w.wantPosts("three", 0)
				w.wantPosts("four", 0)
			})
		})
	}
}

// A job whose hold ends by itself was admitted at its price. One that costs more when it is revised waits for a person.
func TestRevisingIsNoWayAroundABudget(t *testing.T) {
	for name, c := range map[string]struct {
		click, day int64
		seconds    int
		hold       db.HoldReason
	}{
		"dearer, and it fits":      {0, 9, 10, db.HeldPaused},
		"dearer, over the budget":  {0, 1, 10, db.HeldOverBudget},
		"dearer, above the click":  {1, 0, 10, db.HeldByPerson},
		"cheaper, with all used":   {0, 1, 3, db.HeldPaused},
		"as before, with all used": {0, 1, 5, db.HeldPaused},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.start()
				w.must(w.engine.PauseSending(w.ctx, true))
				w.limit(c.click, c.day, 0)
				j := w.clip("a")
				r := videoOf("a")
				r.Seconds = c.seconds
				w.must(w.engine.Revise(w.ctx, j.ID, jobs.Order{Request: r}))
				if j = w.job(j.ID); j.Hold != c.hold || *j.EstimateMicros != int64(c.seconds)*clipPrice/5 {
					t.Errorf("it is %s (%s) at %d", j.State, j.Hold, *j.EstimateMicros)
				}
			})
		})
	}
}

// The currency of the price table decides: what is used, what is estimated and the budgets are in it, whatever the profile was
// said to count in before.
func TestBudgetsCountInTheCurrencyOfThePrices(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.profile.Currency = "USD"
		w.limit(0, 0, 2)
		w.clip("one")
		w.until(w.clip("two").ID, db.Saved)
		_, err := w.engine.Submit(w.ctx, w.profile.ID, clips("three"), jobs.Terms{})
		if q := wantAsked(t, err, jobs.ScopeMonth); q.Currency != "CNY" || q.Spent.Month.Used() != 2*clipPrice {
			t.Errorf("%s, used %+v", q.Currency, q.Spent.Month)
		}

		// The prices follow: what waits at a price in the old currency counts at that of now, and what was charged does not.
		w.must(w.engine.PauseSending(w.ctx, true))
		w.limit(0, 0, 3)
		waits := w.clip("waits")
		table := prices()
		table.Currency = "USD"
		raw, err := json.Marshal(table)
		w.must(err)
		_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
		w.must(err)
		q, err := w.engine.Price(w.ctx, w.profile.ID, nil)
		if w.must(err); q.Currency != "USD" || q.Spent.Month.Used() != clipPrice || q.Spent.Month.Outgoing != clipPrice {
			t.Errorf("%s, used %+v", q.Currency, q.Spent.Month)
		}
		if waits.Currency != "CNY" {
			t.Errorf("what waits was estimated in %s", waits.Currency)
		}
	})
}

// Price says what Submit will say.
func TestPriceIsWhatSubmitSays(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.limit(0, 0, 1)
		edit := client.EditRequest{ImageRequest: imageOf("lemons"), Image: pngBytes()}
		orders := append(clips("a", "b"), jobs.Order{Request: imageOf("p")}, jobs.Order{Request: edit})
		q, err := w.engine.Price(w.ctx, w.profile.ID, orders)
		w.must(err)
		_, err = w.engine.Submit(w.ctx, w.profile.ID, orders, jobs.Terms{})
		if asked := wantAsked(t, err, jobs.ScopeMonth); asked.Agreement() != q.Agreement() {
			t.Errorf("asked %+v, priced %+v", asked.Agreement(), q.Agreement())
		}
		made, err := w.engine.Submit(w.ctx, w.profile.ID, orders, jobs.Terms{Agreed: q.Agreement()})
		w.must(err)
		for i, j := range made {
			if *j.EstimateMicros != *q.Each[i] {
				t.Errorf("job %d is estimated at %d, priced at %d", i, *j.EstimateMicros, *q.Each[i])
			}
		}
	})
}

// A yes is one for the amounts that were shown.
func TestWhatChangedSinceIsAskedAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.limit(0, 0, 1)
		w.clip("used")
		_, err := w.engine.Submit(w.ctx, w.profile.ID, clips("a"), jobs.Terms{})
		q := wantAsked(t, err, jobs.ScopeMonth)
		w.limit(0, 0, 2)
		w.clip("meanwhile")
		for range 2 { // more is used
			_, err = w.engine.Submit(w.ctx, w.profile.ID, clips("a"), jobs.Terms{Agreed: q.Agreement()})
			now := wantAsked(t, err, jobs.ScopeMonth)
			if now.Spent.Month.Used() != 2*clipPrice {
				t.Errorf("used %+v", now.Spent.Month)
			}
		}
		w.limit(0, 0, 9) // there is room by now
		table := prices()
		table.Video[0].PerSecond++
		raw, err := json.Marshal(table)
		w.must(err)
		_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
		w.must(err)
		_, err = w.engine.Submit(w.ctx, w.profile.ID, clips("a"), jobs.Terms{Agreed: q.Agreement()})
		if now := wantAsked(t, err, jobs.ScopeNone); now.Total != clipPrice+5 {
			t.Errorf("costs %d", now.Total)
		}
		_, err = w.engine.Submit(w.ctx, w.profile.ID, clips("a"), jobs.Terms{})
		w.must(err)
	})
}

func TestReleaseOfSeveralProfiles(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		first := w.profile
		second, err := w.lib.SaveProfile(w.ctx, db.Profile{Name: "Other", BaseURL: "https://other.example", Saved: true, Currency: "CNY"})
		w.must(err)
		raw, err := json.Marshal(prices())
		w.must(err)
		_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: second.ID, ValidFrom: time.Now(), Table: raw})
		w.must(err)
		var ids []int64
		for _, p := range []db.Profile{first, second} {
			made, err := w.engine.Submit(w.ctx, p.ID, clips(p.Name), jobs.Terms{Hold: true})
			w.must(err)
			ids = append(ids, made[0].ID)
			w.profile = p
			w.limit(0, 0, 0)
			w.profile.BudgetMicros = new(int64(1))
			_, err = w.lib.SaveProfile(w.ctx, w.profile)
			w.must(err)
		}
		q := wantAsked(t, w.engine.Release(w.ctx, jobs.Terms{}, ids...), jobs.ScopeMonth)
		if q.Profile.ID != first.ID {
			t.Fatalf("asked for profile %d first", q.Profile.ID)
		}
		q = wantAsked(t, w.engine.Release(w.ctx, jobs.Terms{Agreed: q.Agreement()}, ids...), jobs.ScopeMonth)
		if q.Profile.ID != second.ID || w.job(ids[0]).State == db.Held || w.job(ids[1]).State != db.Held {
			t.Fatalf("asked for profile %d, with %s and %s", q.Profile.ID, w.job(ids[0]).State, w.job(ids[1]).State)
		}
		w.must(w.engine.Release(w.ctx, jobs.Terms{Agreed: q.Agreement()}, ids...))
		w.until(ids[1], db.Saved)
	})
}

// Nothing but the door makes a job wait for its turn, writes new jobs, or lets held ones go.
func TestNothingElseReachesTheOutbox(t *testing.T) {
	entries, err := os.ReadDir(".")
	must(t, err)
	found := map[string]bool{}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, parser.SkipObjectResolution)
		must(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := ""
				switch fun := n.Fun.(type) {
				case *ast.SelectorExpr:
					name = fun.Sel.Name
				case *ast.Ident:
					name = fun.Name
				}
				toWaiting := (name == "move" || name == "moveFrom") && slices.ContainsFunc(n.Args[:min(2, len(n.Args))], isWaiting)
				if toWaiting && name == "moveFrom" {
					toWaiting = isWaiting(n.Args[0])
				}
				if toWaiting || name == "WriteJobs" {
					found[e.Name()+" "+name] = true
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if s, ok := to.(*ast.SelectorExpr); ok && s.Sel.Name == "State" && i < len(n.Rhs) && isWaiting(n.Rhs[i]) {
						t.Errorf("%s sets the state of a job to waiting", e.Name())
					}
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && k.Name == "State" && isWaiting(n.Value) {
					t.Errorf("%s makes a job that waits", e.Name())
				}
			}
			return true
		})
	}
	for where := range found {
		if !strings.HasPrefix(where, "admission.go ") {
			t.Errorf("%s lets jobs go out", where)
		}
	}
	if !found["admission.go move"] || !found["admission.go WriteJobs"] {
		t.Errorf("the door was not found: %v", found)
	}
}

func isWaiting(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Waiting"
}

// exposure is what can still be charged today and this month, and what was, counted from the rows and entries by themselves.
type exposure struct{ day, month int64 }

func (w *world) exposure() (x exposure) {
	w.t.Helper()
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
	entries, err := w.lib.Entries(w.ctx, db.EntryFilter{ProfileID: w.profile.ID})
	w.must(err)
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
		leaves := j.State == db.Waiting || j.State == db.Sending ||
			j.State == db.Held && slices.Contains([]db.HoldReason{db.HeldPaused, db.HeldNoKey, db.HeldKeyRefused}, j.Hold)
		if leaves && j.EstimateMicros != nil {
			count(now, true, *j.EstimateMicros)
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

// borders are evenings before a day on which clocks are changed: at night, by half an hour, and at midnight, where a day has no 0:00
// or the one before has 23:00 twice; and before the end of a month.
var borders = []struct{ zone, evening string }{
	{"Europe/Berlin", "2026-10-24 20:00"}, {"Europe/Berlin", "2026-03-28 20:00"}, {"Europe/Berlin", "2026-10-31 20:00"},
	{"Australia/Lord_Howe", "2026-04-04 20:00"}, {"Australia/Lord_Howe", "2026-10-03 20:00"}, {"Australia/Lord_Howe", "2026-12-31 20:00"},
	{"America/Santiago", "2026-04-04 20:00"}, {"America/Santiago", "2026-09-05 20:00"}, {"America/Santiago", "2026-02-28 20:00"},
}

// TestNoBudgetIsExceededWithoutAYes draws clicks, answers, pauses, keys, releases and restarts over days on which clocks are changed.
// What can be charged never grows but by a click; a click without a yes stays within the limits, and one with a yes adds what was
// agreed to.
func TestNoBudgetIsExceededWithoutAYes(t *testing.T) {
	perWorld, worlds := 20, 2
	if longForm {
		perWorld, worlds = 500, 200
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
			w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {      // without progress, which is many rows written
				v := w.svc.truth(f)
				if v.Progress < 100 {
					v.Progress = 0
				}
				return v, nil
			}
			for i := range perWorld {
				s := &spender{world: w, seed: random + uint64(i)}
				s.run(in, border.evening)
			}
		})
	})
}

// spender is one person with one profile for a day or three.
type spender struct {
	*world
	r     *rand.Rand
	seed  uint64
	acts  []string
	limit struct{ click, day, month int64 } // MaxInt64: none
}

func (s *spender) run(in *time.Location, evening string) {
	s.r = rand.New(rand.NewPCG(s.seed, 1))
	begin, err := time.ParseInLocation("2006-01-02 15:04", evening, in)
	s.must(err)
	s.clock = zoned{jobs.SystemClock(), begin.Sub(time.Now()), in}
	s.profile = db.Profile{Name: fmt.Sprint(s.seed), BaseURL: "https://service.example", Saved: true, Currency: "CNY", MaxTasks: 2}
	draw := func(most int64, into *int64) *int64 {
		if s.r.IntN(3) == 0 {
			*into = math.MaxInt64
			return nil
		}
		*into = s.r.Int64N(most*10+1) * clipPrice / 10
		return into
	}
	s.profile.ConfirmMicros, s.profile.DayBudgetMicros, s.profile.BudgetMicros = draw(4, &s.limit.click), draw(5, &s.limit.day), draw(8, &s.limit.month)
	s.profile, err = s.lib.SaveProfile(s.ctx, s.profile)
	s.must(err)
	s.priceList()
	var locked bool
	s.key = func() (string, error) {
		if locked {
			return "", errors.New("the keychain is locked")
		}
		return testKey, nil
	}
	answers := []func() (bool, error){
		func() (bool, error) { return true, noAnswer() }, func() (bool, error) { return false, noAnswer() },
		func() (bool, error) { return false, refused(400, "", 0) }, func() (bool, error) { return false, refused(429, "", time.Minute) },
		func() (bool, error) { return false, notSent() }, func() (bool, error) { return false, refused(401, "", 0) },
	}
	s.svc.submit = func(ctx context.Context, prompt string) (bool, error) {
		time.Sleep(20 * time.Second) // so that nothing is answered while it is looked
		if i := s.r.IntN(3 * len(answers)); i < len(answers) {
			return answers[i]()
		}
		return true, nil
	}
	s.start()
	for range 5 + s.r.IntN(10) {
		s.act(&locked)
	}
	locked = false
	s.must(s.engine.PauseSending(s.ctx, false))
	for _, j := range s.jobs(db.Held) {
		s.must(s.engine.Discard(s.ctx, j.ID))
	}
	s.quiet("the end", func() { s.pass(4 * time.Hour) })
	s.stop()
}

// jobs are those of the profile in one of the states; of any where none is named.
func (s *spender) jobs(states ...db.JobState) []db.Job {
	all, err := s.lib.Jobs(s.ctx, db.JobFilter{ProfileID: s.profile.ID, States: states})
	s.must(err)
	return all
}

func (s *spender) fail(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("sequence %d, limits %+v: %s\n%s", s.seed, s.limit, fmt.Sprintf(format, args...), strings.Join(s.acts, "\n"))
}

// one picks a job in one of the states; false where there is none.
func (s *spender) one(states ...db.JobState) (db.Job, bool) {
	all := s.jobs(states...)
	if len(all) == 0 {
		return db.Job{}, false
	}
	return all[s.r.IntN(len(all))], true
}

func (s *spender) act(locked *bool) {
	ended := []db.JobState{db.Unconfirmed, db.Failed, db.Rejected, db.Saved}
	switch s.r.IntN(16) {
	case 0, 1, 2, 3, 4:
		orders := make([]jobs.Order, 1+s.r.IntN(3))
		for i := range orders {
			orders[i] = s.order()
		}
		s.spends(fmt.Sprintf("click of %d", len(orders)), func(how jobs.Terms) error {
			_, err := s.engine.Submit(s.ctx, s.profile.ID, orders, how)
			return err
		})
	case 5:
		if j, ok := s.one(db.Held); ok {
			s.spends(fmt.Sprint("release ", j.ID), func(how jobs.Terms) error { return s.engine.Release(s.ctx, how, j.ID) })
		}
	case 6:
		var ids []int64
		for _, j := range s.jobs(db.Held) {
			ids = append(ids, j.ID)
		}
		s.spends(fmt.Sprint("release ", ids), func(how jobs.Terms) error { return s.engine.Release(s.ctx, how, ids...) })
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
		*locked = s.r.IntN(3) == 0
		s.quiet(fmt.Sprint("key, locked ", *locked), func() { s.must(s.engine.KeyChanged(s.ctx, s.profile.ID)) })
	case 11:
		s.quiet("restart", func() { s.stop(); s.start() })
	case 12:
		if j, ok := s.one(db.Unconfirmed); ok {
			s.quiet(fmt.Sprint("not charged ", j.ID), func() { s.must(s.engine.NotCharged(s.ctx, j.ID)) })
		}
	case 13:
		if j, ok := s.one(db.Queued, db.InProgress); ok {
			s.quiet(fmt.Sprint("stop watching ", j.ID), func() { _ = s.engine.StopWatching(s.ctx, j.ID) })
		}
	default:
		d := []time.Duration{10 * time.Second, time.Minute, 2 * time.Hour, 9 * time.Hour}[s.r.IntN(4)]
		s.quiet(fmt.Sprint("wait ", d), func() { s.pass(d) })
	}
	s.quiet("a moment", func() { s.pass(time.Second) })
}

func (s *spender) order() jobs.Order {
	if s.r.IntN(3) == 0 {
		return jobs.Order{Request: imageOf("picture")}
	}
	r := videoOf([]string{"clip", "[fail] clip"}[s.r.IntN(2)])
	r.Seconds = 3 + s.r.IntN(5)
	return jobs.Order{Request: r}
}

// quiet does what must not let more be charged than before.
func (s *spender) quiet(what string, do func()) {
	s.t.Helper()
	s.acts = append(s.acts, what)
	before := s.exposure()
	do()
	if after := s.exposure(); after.day > before.day || after.month > before.month {
		s.fail("%s: %+v became %+v", what, before, after)
	}
}

// spends does what needs a yes where it goes over a limit, without one, and then perhaps with one.
func (s *spender) spends(what string, do func(jobs.Terms) error) {
	s.t.Helper()
	how := jobs.Terms{Hold: s.r.IntN(8) == 0}
	if s.r.IntN(3) == 0 {
		how.Over = jobs.HoldWhatDoesNotFit
	}
	s.acts = append(s.acts, fmt.Sprintf("%s %+v", what, how))
	before := s.exposure()
	err := do(how)
	after := s.exposure()
	added := exposure{after.day - before.day, after.month - before.month}
	var asks *jobs.AdmissionError
	if !errors.As(err, &asks) {
		s.must(err)
		switch {
		case added.day != added.month || added.day < 0:
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
	case err != nil:
		s.must(err)
	case added > 0 && added != q.Total && how.Over != jobs.HoldWhatDoesNotFit:
		s.fail("agreed to %d, %d was added", q.Total, added)
	case added > 0 && how.Over == jobs.HoldWhatDoesNotFit && (after.day > s.limit.day || after.month > s.limit.month):
		s.fail("what fits made %+v of %+v", after, before)
	}
}

func (s *spender) revise(id int64) {
	s.t.Helper()
	s.acts = append(s.acts, fmt.Sprint("revise ", id))
	before, was := s.exposure(), s.job(id)
	r := videoOf("revised")
	r.Seconds = 3 + s.r.IntN(8)
	s.must(s.engine.Revise(s.ctx, id, jobs.Order{Request: r}))
	after, now := s.exposure(), s.job(id)
	if after.day > before.day && (after.day > s.limit.day || after.month > s.limit.month || *now.EstimateMicros > s.limit.click) {
		s.fail("revised from %d (%s) to %d (%s), %+v became %+v", *was.EstimateMicros, was.Hold, *now.EstimateMicros, now.Hold, before, after)
	}
}
