package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// clipPrice is the price of videoOf.
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
	if got := asks.Quote.ConfirmScope(); got != scope {
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

// Every command that spends money passes admission. Without an agreement nothing is made, released or sent; with one,
// exactly that click is.
func TestEverySpendingCommandIsAdmitted(t *testing.T) {
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

// seedForSpending uses up the budget of the month, and leaves jobs of each kind that can be released or sent again.
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
	made, err := w.engine.Submit(w.ctx, w.profile.ID, clips("fits", "over"), jobs.Terms{HoldExcess: true})
	w.must(err)
	w.until(made[0].ID, db.Saved)
	if over := w.job(made[1].ID); over.State != db.Held || over.Hold != db.HeldOverBudget ||
		over.ErrorCode != string(jobs.ScopeMonth) {
		w.t.Fatalf("what does not fit is %s (%s)", over.State, over.Hold)
	}
	w.seed["over"] = made[1].ID
}

// priceList has a price for each thing, which is also what is charged.
func (w *world) priceList() { w.priceListTimes(1) }

func (w *world) priceListTimes(n client.Micros) {
	w.t.Helper()
	table := prices()
	table.Tokens = nil
	table.Images = []client.ImageRate{{Size: client.Size1024, Quality: "low", PerPicture: n * clipPrice / 5},
		{Size: client.Size1024, Quality: "low", PerPicture: n * clipPrice / 5, Edit: true}}
	table.Video[0].PerSecond *= n
	raw, err := json.Marshal(table)
	w.must(err)
	_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: w.now(), Table: raw})
	w.must(err)
}

// The budgets of the sandbox limit its play money, and no amount of one profile counts for the other.
func TestSandboxHasOwnBudgets(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.limit(0, 2, 0)
		studio := w.profile
		w.profile = db.Profile{Name: "Sandbox", BaseURL: "http://127.0.0.1:1", Sandbox: true, Saved: true,
			Currency: studio.Currency}
		w.limit(1, 2, 3)
		w.priceList()
		for range 2 {
			for _, p := range []db.Profile{studio, w.profile} {
				_, err := w.engine.Submit(w.ctx, p.ID, clips("fits"), jobs.Terms{})
				w.must(err)
			}
		}
		for _, p := range []db.Profile{studio, w.profile} {
			_, err := w.engine.Submit(w.ctx, p.ID, clips("too many"), jobs.Terms{})
			if q := wantAsked(t, err, jobs.ScopeDay); q.Spent.Today.Used() != 2*clipPrice {
				t.Errorf("%s: %+v", p.Name, q.Spent.Today)
			}
		}
		w.limit(1, 0, 0)
		_, err := w.engine.Submit(w.ctx, w.profile.ID, clips("a", "b"), jobs.Terms{})
		wantAsked(t, err, jobs.ScopeClick)
	})
}

func TestClickLimit(t *testing.T) {
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
		w.must(err)
		if len(made) != 2 {
			t.Errorf("%d jobs", len(made))
		}
		r := videoOf("no price")
		r.Resolution = "1080P"
		_, err = w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
		if q := wantAsked(t, err, jobs.ScopeClick); q.Known {
			t.Error("an unknown price is reported as known")
		}
		_, err = w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{Hold: true})
		w.must(err) // nothing is sent
	})
}

// A request in progress counts as used, so two clicks never spend the same remainder.
func TestJobsBeingSentCountAsUsed(t *testing.T) {
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

// Jobs over the budget are held for the user, even while the others wait for the end of a pause.
func TestExcessJobsAreHeldDuringPause(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.must(w.engine.PauseSending(w.ctx, true))
		w.limit(0, 2, 0)
		made, err := w.engine.Submit(w.ctx, w.profile.ID, clips("one", "two", "three"), jobs.Terms{HoldExcess: true})
		w.must(err)
		if last := w.job(made[2].ID); last.Hold != db.HeldOverBudget {
			t.Fatalf("the last one is %s (%s)", last.State, last.Hold)
		}
		_, err = w.engine.Submit(w.ctx, w.profile.ID, clips("four"), jobs.Terms{})
		if q := wantAsked(t, err, jobs.ScopeDay); q.Spent.Today.Outgoing != 2*clipPrice {
			t.Errorf("used %+v", q.Spent.Today)
		}
		w.must(w.engine.PauseSending(w.ctx, false))
		w.until(made[1].ID, db.Saved)
		w.wantPosts("three", 0)
		w.wantPosts("four", 0)
	})
}

// A job that is held for a key does not count as used. When a key is set, jobs are released as far as the budget
// allows, the oldest click first.
func TestJobsHeldForKeyAreAdmittedWithKey(t *testing.T) {
	for _, pause := range []bool{false, true} {
		inWorld(t, func(w *world) {
			w.start()
			w.svc.submit = func(context.Context, string) (bool, error) { return false, refused(401, "", 0) }
			w.until(w.clip("first").ID, db.Held)
			w.svc.submit = nil
			w.limit(1, 2, 0)
			for _, prompt := range []string{"second", "third"} {
				if j := w.clip(prompt); j.Hold != db.HeldKeyRefused {
					t.Fatalf("%s is %s (%s)", prompt, j.State, j.Hold)
				}
			}
			q, err := w.engine.Price(w.ctx, w.profile.ID, nil)
			w.must(err)
			if q.Spent.Today.Used() != 0 {
				t.Errorf("used %+v", q.Spent.Today)
			}
			w.must(w.engine.PauseSending(w.ctx, pause))
			w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
			_, err = w.engine.Submit(w.ctx, w.profile.ID, clips("more"), jobs.Terms{})
			if q := wantAsked(t, err, jobs.ScopeDay); q.Spent.Today.Used() != 2*clipPrice {
				t.Errorf("paused %v: with a key %+v is used", pause, q.Spent.Today)
			}
			w.must(w.engine.PauseSending(w.ctx, false))
			w.pass(time.Hour)
			w.wantPosts("first", 2)
			w.wantPosts("second", 1)
			w.wantPosts("third", 0)
			held, err := w.lib.Jobs(w.ctx, db.JobFilter{States: []db.JobState{db.Held}})
			w.must(err)
			if len(held) != 1 || held[0].Hold != db.HeldOverBudget {
				t.Errorf("held are %+v", held)
			}
		})
	}
}

// A job that is held for a key is released automatically with the key. If a revision makes it cost more than the user
// allows without a question, it waits for the user.
func TestRevisedJobHeldForKeyAsksUser(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.svc.submit = func(context.Context, string) (bool, error) { return false, refused(401, "", 0) }
		j := w.clip("first")
		w.until(j.ID, db.Held)
		w.svc.submit = nil
		w.limit(1, 0, 0)
		longer := videoOf("first")
		longer.Seconds = 10
		w.must(w.engine.Revise(w.ctx, j.ID, jobs.Order{Request: longer}))
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.pass(time.Hour)
		w.wantPosts("first", 1)
		j = w.job(j.ID)
		if j.State != db.Held || j.Hold != db.HeldByUser {
			t.Errorf("with a key it is %s (%s)", j.State, j.Hold)
		}
	})
}

// closedFiles is a library that fails to open any file.
type closedFiles struct{ jobs.Library }

func (closedFiles) OpenFile(string) (*os.File, error) {
	return nil, errors.New("opened under the lock")
}

// The row of an edit contains the size of its picture, so that admission needs no file.
func TestPricingOpensNoPicture(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		edit := client.EditRequest{ImageRequest: imageOf("lemons"), Image: pngBytes()}
		edit.Size = "" // as the picture: 4 by 3
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: edit}}, jobs.Terms{Hold: true})
		w.must(err)
		w.wrap = func(l jobs.Library) jobs.Library { return closedFiles{l} }
		w.restart()
		table := prices()
		table.Tokens.OutputPerMillion *= 2
		raw, err := json.Marshal(table)
		w.must(err)
		_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
		w.must(err)
		edit.SetInputSize(0, 4, 3)
		now := int64(edit.Estimate(table).Amount)
		err = w.engine.Release(w.ctx, jobs.Terms{}, made[0].ID)
		if q := wantAsked(t, err, jobs.ScopeNone); q.Total != now || now == *made[0].EstimateMicros {
			t.Errorf("it costs %d, want %d; it was %d", q.Total, now, *made[0].EstimateMicros)
		}
	})
}

// A paused job was admitted at its price. If a revision makes it cost more, it waits for the user, because the end of
// the pause shows no price.
func TestReviseChecksBudget(t *testing.T) {
	for name, c := range map[string]struct {
		click, day int64
		seconds    int
		hold       db.HoldReason
	}{
		"dearer, without limits":   {0, 0, 10, db.HeldByUser},
		"dearer, and it fits":      {0, 9, 10, db.HeldByUser},
		"dearer, over the budget":  {0, 1, 10, db.HeldOverBudget},
		"dearer, above the click":  {1, 0, 10, db.HeldByUser},
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
				j = w.job(j.ID)
				if j.Hold != c.hold || *j.EstimateMicros != int64(c.seconds)*clipPrice/5 {
					t.Errorf("it is %s (%s) at %d", j.State, j.Hold, *j.EstimateMicros)
				}
				w.must(w.engine.PauseSending(w.ctx, false))
				w.pass(time.Hour)
				w.wantPosts("a", map[bool]int{true: 1}[c.hold == db.HeldPaused])
				if c.hold == db.HeldByUser && c.click == 0 {
					w.must(w.engine.Release(w.ctx, jobs.Terms{}, j.ID))
					w.until(j.ID, db.Saved)
				}
			})
		})
	}
}

// A waiting job with an unknown price counts as used at the current price as soon as there is one.
func TestLaterPriceCountsForWaitingJobs(t *testing.T) {
	inWorld(t, func(w *world) {
		var err error
		w.profile, err = w.lib.SaveProfile(w.ctx,
			db.Profile{Name: "New", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
		w.must(err)
		w.start()
		w.must(w.engine.PauseSending(w.ctx, true))
		w.clip("a")
		w.priceList()
		w.limit(0, 1, 0)
		_, err = w.engine.Submit(w.ctx, w.profile.ID, clips("b"), jobs.Terms{})
		if q := wantAsked(t, err, jobs.ScopeDay); q.Spent.Today.Outgoing != clipPrice {
			t.Errorf("outgoing amount %d", q.Spent.Today.Outgoing)
		}
	})
}

// Used amounts, estimates and budgets are in the currency of the price table, whatever currency the profile had before.
func TestBudgetsUseCurrencyOfPriceTable(t *testing.T) {
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

		// The prices follow: what waits at a price in the old currency counts at that of now, and what was charged does
		// not.
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
		w.must(err)
		if q.Currency != "USD" || q.Spent.Month.Used() != clipPrice ||
			q.Spent.Month.Outgoing != clipPrice {
			t.Errorf("%s, used %+v", q.Currency, q.Spent.Month)
		}
		if waits.Currency != "CNY" {
			t.Errorf("what waits was estimated in %s", waits.Currency)
		}
	})
}

// Price returns the quote that Submit uses.
func TestPriceMatchesSubmit(t *testing.T) {
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

// An agreement is valid only for the amounts that were shown.
func TestAgreementIsBoundToShownAmounts(t *testing.T) {
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

// A held job is released at the price in its row. If it costs more, the user is asked.
func TestReleaseAsksAboutPriceIncrease(t *testing.T) {
	for name, c := range map[string]struct {
		perSecond client.Micros
		asks      bool
	}{"dearer": {7_000_000, true}, "as it was": {700_000, false}, "cheaper": {70_000, false}} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.start()
				made, err := w.engine.Submit(w.ctx, w.profile.ID, clips("a"), jobs.Terms{Hold: true})
				w.must(err)
				table := prices()
				table.Video[0].PerSecond = c.perSecond
				raw, err := json.Marshal(table)
				w.must(err)
				_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
				w.must(err)
				err = w.engine.Release(w.ctx, jobs.Terms{}, made[0].ID)
				if c.asks {
					q := wantAsked(t, err, jobs.ScopeNone)
					if j := w.job(made[0].ID); j.State != db.Held || q.Total != 35_000_000 {
						t.Fatalf("it is %s, asked about %d", j.State, q.Total)
					}
					err = w.engine.Release(w.ctx, jobs.Terms{Agreed: q.Agreement()}, made[0].ID)
				}
				w.must(err)
				if j := w.until(made[0].ID, db.Saved); *j.EstimateMicros != 5*int64(c.perSecond) {
					t.Errorf("sent at %d", *j.EstimateMicros)
				}
			})
		})
	}
}

func TestReleaseOfSeveralProfiles(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		first := w.profile
		second, err := w.lib.SaveProfile(w.ctx,
			db.Profile{Name: "Other", BaseURL: "https://other.example", Saved: true, Currency: "CNY"})
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
		q = wantAsked(t, w.engine.Release(w.ctx, jobs.Terms{Agreed: q.Agreement(), HoldExcess: true}, ids...),
			jobs.ScopeMonth)
		if q.Profile.ID != second.ID || w.job(ids[0]).Hold != db.HeldOverBudget ||
			w.job(ids[1]).Hold != db.HeldByUser {
			t.Fatalf("asked for profile %d, with %s and %s", q.Profile.ID, w.job(ids[0]).Hold, w.job(ids[1]).Hold)
		}
		w.must(w.engine.Release(w.ctx, jobs.Terms{Agreed: q.Agreement()}, ids[1]))
		w.until(ids[1], db.Saved)
	})
}

// Only admission.go moves jobs to waiting, inserts jobs, or releases held ones.
func TestOnlyAdmissionMakesJobsWait(t *testing.T) {
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
				toWaiting := (name == "move" || name == "moveFrom") &&
					slices.ContainsFunc(n.Args[:min(2, len(n.Args))], isWaiting)
				if toWaiting && name == "moveFrom" {
					toWaiting = isWaiting(n.Args[0])
				}
				if toWaiting || name == "WriteJobs" || name == "InsertWith" { // a row without a state waits
					found[e.Name()+" "+name] = true
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if s, ok := to.(*ast.SelectorExpr); ok && s.Sel.Name == "State" && i < len(n.Rhs) &&
						isWaiting(n.Rhs[i]) {
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
		// of a task that runs already
		if !strings.HasPrefix(where, "admission.go ") && where != "tracking.go InsertWith" {
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

// A job is priced by its stored request: by its kind, and for an edit by the pixels of its picture.
func TestPriceJobsUsesStoredRequest(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		table := prices()
		clip, err := json.Marshal(videoOf("boats"))
		w.must(err)
		measured := client.EditRequest{ImageRequest: imageOf("boats"), InputSizes: [][2]int{{1536, 640}}}
		edit, err := json.Marshal(client.EditRequest{ImageRequest: imageOf("boats")})
		w.must(err)
		list := []db.Job{
			{Kind: db.TextToVideo, Request: clip}, {Kind: db.FramesToVideo, Request: clip},
			{Kind: db.EditImage, Request: edit,
				Inputs: []byte(`[{"place":0,"part":true},{"place":0,"width":1536,"height":640}]`)},
			{Kind: db.TextToVideo, Request: []byte(`{"model":"other","seconds":5}`)},
			{Kind: db.TextToVideo, Request: []byte(`broken`)}, {Request: clip},
		}
		want := []int64{clipPrice, clipPrice, int64(measured.Estimate(table).Amount), 0, 0, 0}
		q, err := w.engine.PriceJobs(w.ctx, w.profile.ID, list...)
		w.must(err)
		for i, each := range q.Each {
			if (each == nil) != (want[i] == 0) || each != nil && *each != want[i] {
				t.Errorf("job %d: %v, want %d", i, each, want[i])
			}
		}
		if q.Known || q.Currency != table.Currency || q.Profile.ID != w.profile.ID ||
			q.Table.Currency != table.Currency {
			t.Errorf("%+v", q)
		}
		if _, err := w.engine.PriceJobs(w.ctx, 99, list...); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("jobs of an unknown profile: %v", err)
		}
	})
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
