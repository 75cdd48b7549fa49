package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// A job that waits for its turn, a pause or another job is sent at the agreed price or below, never above.
func TestPriceIncreaseHoldsWaitingJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		w.svc.takes = time.Hour
		w.profile.MaxTasks = 1
		w.limit(0, 0, 0)
		w.start()
		w.grant(db.ApproveNever, 3, 0, 0)
		running := w.submit(chain("a", "b"), jobs.Terms{MaxCost: jobs.Cap{Micros: 2 * clipPrice, Set: true}})
		queued := w.asks("1", "c", "d", "e")
		w.until(running[0].ID, db.Queued, db.InProgress)
		w.pricesIn("CNY", 2, false)
		w.until(running[0].ID, db.Saved)
		w.pass(time.Hour)
		w.wantHeld(running[1].ID, db.HeldOverBudget, jobs.CodePriceRose)
		for _, j := range queued {
			w.wantHeld(j.ID, db.HeldOverBudget, jobs.CodePriceRose)
		}
		w.wantEntries(running[0].ID, "reserve 3500000", "charge 3500000")
		w.must(w.engine.PauseSending(w.ctx, true))
		paused := w.clip("f")
		w.pricesIn("CNY", 3, false)
		w.must(w.engine.PauseSending(w.ctx, false))
		w.pass(time.Minute)
		w.wantHeld(paused.ID, db.HeldOverBudget, jobs.CodePriceRose)
		w.must(w.engine.Release(w.ctx, editor("1"), queued[0].ID))
		w.until(queued[0].ID, db.Saved) // its grant covers that
		w.must(w.engine.Release(w.ctx, editor("1"), queued[1].ID))
		w.wantWhy(jobs.ReasonCapClick, queued[1]) // and not two at three times the price
		if n := w.sent(); n != 2 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// The ledger uses the prices at the time of the request, even if they changed before the answer.
func TestAnswerIsRecordedAtSentPrice(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.svc.submit = func(context.Context, string) (bool, error) {
			time.Sleep(time.Minute)
			return true, nil
		}
		made := w.clip("a")
		w.pass(10 * time.Second)
		w.pricesIn("CNY", 2, false)
		w.until(made.ID, db.Saved)
		w.wantEntries(made.ID, "reserve 3500000", "charge 3500000")
	})
}

// refuse has the service answer requests of some prompts as given, until it is called again.
func (w *world) refuse(err error, prompts ...string) {
	w.svc.mu.Lock()
	defer w.svc.mu.Unlock()
	w.svc.submit = func(_ context.Context, prompt string) (bool, error) {
		for _, p := range prompts {
			if p == prompt {
				return false, err
			}
		}
		return true, nil
	}
}

// pricesIn puts a table in force: clips of 720P at so many times the price, and of 1080P too where their price is
// known.
func (w *world) pricesIn(currency string, times client.Micros, all bool) {
	w.t.Helper()
	table := prices()
	table.Currency = currency
	table.Video[0].PerSecond *= times
	if all {
		more := table.Video[0]
		more.Resolution = "1080P"
		table.Video = append(table.Video, more)
	}
	raw, err := json.Marshal(table)
	w.must(err)
	_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: w.now(), Table: raw})
	w.must(err)
}

// The limit of a click covers all of its jobs, even if some were sent at other prices.
func TestClickLimitCoversWholeClick(t *testing.T) {
	above := func(g *db.Grant) { g.Approve, g.Above = db.ApproveAbove, new(int64(2*clipPrice)) }
	for name, c := range map[string]struct {
		set   func(g *db.Grant)
		limit int64
		want  jobs.ApprovalReason
	}{
		"the cap of a click": {func(g *db.Grant) { g.Click = new(int64(2 * clipPrice)) }, 0, jobs.ReasonCapClick},
		"at the cap":         {func(g *db.Grant) { g.Click = new(int64(3 * clipPrice)) }, 0, ""},
		"above an amount":    {above, 0, jobs.ReasonAbove},
		"the person's limit": {func(*db.Grant) {}, 2, jobs.ReasonBudgetClick},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.limit(c.limit, 0, 0)
				w.start()
				w.grant(db.ApproveNever, 0, 0, 0)
				grants, err := w.lib.Grants(w.ctx, "editor")
				w.must(err)
				c.set(&grants[0])
				w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"}, grants))
				w.refuse(notSent(), "b")
				made := w.asks("1", "a", "b")
				w.until(made[0].ID, db.Saved)
				w.until(made[1].ID, db.Held)
				w.refuse(nil)
				w.pricesIn("CNY", 2, false)
				w.must(w.engine.Release(w.ctx, editor("1"), made[1].ID))
				if c.want == "" {
					w.until(made[1].ID, db.Saved)
					return
				}
				w.wantWhy(c.want, made[1])
				rest := w.job(made[1].ID)
				q, err := w.engine.PriceJobs(w.ctx, w.profile.ID, rest)
				w.must(err)
				if weighed, err := w.engine.CheckGrant(w.ctx, "editor", q, rest); err != nil ||
					weighed.Reason != c.want {
					t.Errorf("check for the user: %+v, %v", weighed, err)
				}
			})
		})
	}
}

// MaxCost covers the whole click, whenever its parts are sent and at what prices, and agrees to any amount up to it.
func TestMaxCostCoversPartialRelease(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.refuse(notSent(), "b")
		how := jobs.Terms{Click: "1", Fingerprint: "f", MaxCost: jobs.Cap{Micros: 2 * clipPrice, Set: true}}
		made := w.submit(clips("a", "b"), how)
		w.until(made[0].ID, db.InProgress)
		w.until(made[1].ID, db.Held)
		w.refuse(nil)
		w.pricesIn("CNY", 2, false)
		var over *jobs.MaxCostError
		if err := w.engine.Release(w.ctx, how, made[1].ID); !errors.As(err, &over) {
			t.Errorf("%v", err)
		}
		how.MaxCost.Micros = 3*clipPrice - 1
		if err := w.engine.Release(w.ctx, how, made[1].ID); !errors.As(err, &over) {
			t.Errorf("%v", err)
		}
		w.until(made[0].ID, db.Saved)
		if err := w.engine.Release(w.ctx, how, made[1].ID); !errors.As(err, &over) { // charged as it was reserved
			t.Errorf("%v", err)
		}
		how.MaxCost.Micros = 3 * clipPrice
		w.pricesIn("EUR", 1, false)
		// the total in one currency is unknown
		if err := w.engine.Release(w.ctx, how, made[1].ID); !errors.As(err, &over) {
			t.Errorf("%v", err)
		}
		w.pricesIn("CNY", 2, false)
		w.must(w.engine.Release(w.ctx, how, made[1].ID))
		w.until(made[1].ID, db.Saved)
	})
}

// A job that waited for a key is sent at its admitted price or below. Otherwise the user is asked, whoever ordered the
// job.
func TestPriceIncreaseHoldsJobWithNewKey(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 0, 0, 0)
		w.refuse(refused(401, "", 0), "a", "b", "c")
		how := jobs.Terms{Click: "1", Fingerprint: "f", MaxCost: jobs.Cap{Micros: clipPrice, Set: true}}
		script := w.submit(clips("a"), how)[0]
		w.until(script.ID, db.Held)
		how = editor("1 of the editor")
		how.MaxCost = jobs.Cap{Micros: clipPrice, Set: true}
		of, err := w.engine.Submit(w.ctx, w.profile.ID, clips("b"), how)
		w.must(err)
		person := w.clip("c")
		w.refuse(nil)
		w.pricesIn("CNY", 2, false)
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.pass(time.Minute)
		w.wantHeld(script.ID, db.HeldOverBudget, jobs.CodePriceRose)
		w.wantHeld(person.ID, db.HeldOverBudget, jobs.CodePriceRose)
		w.wantHeld(of[0].ID, db.HeldOverBudget, jobs.CodePriceRose)
		wantAsked(t, w.engine.Release(w.ctx, jobs.Terms{}, person.ID), jobs.ScopeNone)
		how = jobs.Terms{Click: "1", Fingerprint: "f", MaxCost: jobs.Cap{Micros: clipPrice, Set: true}}
		if err := w.engine.Release(w.ctx, how, script.ID); !errors.As(err, new(*jobs.MaxCostError)) {
			t.Errorf("%v", err)
		}
		w.pass(time.Hour)
		if n := w.sent(); n != 1 { // the one that was refused
			t.Errorf("%d requests were sent", n)
		}
		how.MaxCost.Micros = 2 * clipPrice
		w.must(w.engine.Release(w.ctx, how, script.ID))
		w.until(script.ID, db.Saved)
		how = editor("1 of the editor")
		how.MaxCost = jobs.Cap{Micros: clipPrice, Set: true}
		if err := w.engine.Release(w.ctx, how, of[0].ID); !errors.As(err, new(*jobs.MaxCostError)) {
			t.Errorf("%v", err)
		}
	})
}

// An approved job is sent as approved, however long it waits for a key. It is asked about again only if it costs more
// by then, or if clients were disabled meanwhile.
func TestApprovedJobWaitsForKey(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(w *world)
		want      jobs.ApprovalReason // which a repeat of the click comes to; "": it left
	}{
		"nothing": {func(*world) {}, ""},
		"cheaper": {func(w *world) { w.pricesIn("CNY", 0, false) }, ""},
		"dearer":  {func(w *world) { w.pricesIn("CNY", 2, false) }, jobs.ReasonCapClick},
		"no grant": {func(w *world) {
			w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"}, nil))
		}, ""},
		"switched off": {func(w *world) {
			w.must(w.lib.SetSetting(w.ctx, db.SettingAutomation, db.Automation{}))
			w.must(w.engine.StopClients(w.ctx, ""))
		}, jobs.ReasonStopped},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.start()
				w.grant(db.ApproveAlways, 1, 1, 1)
				w.refuse(refused(401, "", 0), "a", "b")
				made := w.asks("1", "a", "b")
				w.wantWhy(jobs.ReasonCapClick, made...)
				w.approve(made[0].ID)
				w.pass(time.Minute)
				w.wantHeld(made[0].ID, db.HeldKeyRefused, w.job(made[0].ID).ErrorCode)
				w.refuse(nil)
				c.meanwhile(w)
				w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
				if c.want != "" {
					w.pass(time.Minute)
					w.must(w.engine.Release(w.ctx, editor("1"), made[0].ID, made[1].ID))
					w.wantWhy(c.want, made...)
					w.approve(made[0].ID)
				}
				w.until(made[0].ID, db.Saved)
				w.until(made[1].ID, db.Saved)
			})
		})
	}
}

// A job that the user approved, and that its grant released later, is checked against the grant: it costs more than the
// approved amount.
func TestApprovalEndsWithGrantRelease(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 0, 1, 0)
		w.refuse(refused(401, "", 0), "a", "b")
		made := w.asks("1", "a", "b")
		w.approve(made[0].ID)
		w.pass(time.Minute)
		w.pricesIn("CNY", 2, false)
		w.grant(db.ApproveNever, 0, 4, 0)
		w.must(w.engine.Release(w.ctx, editor("1"), made[0].ID, made[1].ID))
		w.pass(time.Minute)
		w.wantHeld(made[0].ID, db.HeldKeyRefused, w.job(made[0].ID).ErrorCode)
		w.refuse(nil)
		w.grant(db.ApproveNever, 0, 3, 0)
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.wantWhy(jobs.ReasonCapDay, made...)
	})
}

// If the first job of an approved chain is found after all, the chain continues unless clients were disabled.
func TestApprovedChainIsReadmitted(t *testing.T) {
	for _, off := range []bool{false, true} {
		inWorld(t, func(w *world) {
			w.hosts = newFakeHost()
			w.start()
			w.grant(db.ApproveAlways, 0, 0, 0)
			w.svc.submit = func(context.Context, string) (bool, error) { return true, noAnswer() }
			made := w.submit(chain("a", "b"), editor("1"))
			w.approve(made[0].ID)
			w.until(made[0].ID, db.Unconfirmed)
			w.pass(time.Minute)
			w.wantHeld(made[1].ID, db.HeldAfter, jobs.CodeAfterUnconfirmed)
			w.refuse(nil)
			if off {
				w.must(w.lib.SetSetting(w.ctx, db.SettingAutomation, db.Automation{}))
				w.must(w.engine.StopClients(w.ctx, ""))
			}
			w.must(w.engine.Adopt(w.ctx, made[0].ID, "task_1"))
			w.until(made[0].ID, db.Saved)
			w.pass(time.Hour)
			if j := w.job(made[1].ID); (j.State == db.Saved) == off {
				t.Errorf("off %v: %s (%s, %s)", off, j.State, j.Hold, j.ErrorCode)
			}
		})
	}
}

// The amounts of a grant are compared only with prices in its currency. With other prices the user decides, until the
// grant is renewed.
func TestGrantCurrencyMustMatchPrices(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 0, 9, 0)
		w.until(w.asks("1", "a")[0].ID, db.Saved)
		w.pricesIn("EUR", 1, false)
		w.wantWhy(jobs.ReasonCurrency, w.asks("2", "b")...)
		q, err := w.engine.Price(w.ctx, w.profile.ID, clips("b"))
		w.must(err)
		if got, err := w.engine.CheckGrant(w.ctx, "editor", q); err != nil || got.Grant.Day != nil ||
			got.Grant.Currency != "CNY" {
			t.Errorf("%+v, %v", got, err)
		}
		w.grant(db.ApproveNever, 0, 9, 0)
		w.until(w.asks("3", "c")[0].ID, db.Saved)
		w.pricesIn("CNY", 1, false)
		w.wantWhy(jobs.ReasonCurrency, w.asks("4", "d")...)
		w.grant(db.ApproveNever, 0, 0, 0) // without an amount nothing is compared
		w.pricesIn("USD", 1, false)
		w.until(w.asks("5", "e")[0].ID, db.Saved)
		w.wantPosts("b", 0)
		w.wantPosts("d", 0)
	})
}

// A sent job with an unknown price uses up every cap until it has a price.
func TestUnknownPriceUsesUpCap(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 0, 9, 0)
		unknown := videoOf("nobody knows")
		unknown.Resolution = "1080P"
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: unknown}}, editor("1"))
		w.must(err)
		w.wantWhy(jobs.ReasonNoPrice, made...)
		w.until(w.asks("before", "before")[0].ID, db.Saved)
		w.approve(made[0].ID)
		w.until(made[0].ID, db.Queued, db.InProgress)
		w.wantWhy(jobs.ReasonNoPrice, w.asks("2", "a")...)
		w.until(made[0].ID, db.Saved)
		w.wantWhy(jobs.ReasonNoPrice, w.asks("3", "b")...)
		w.pricesIn("CNY", 1, true)
		q, err := w.engine.Price(w.ctx, w.profile.ID, clips("c"))
		w.must(err)
		if got, err := w.engine.CheckGrant(w.ctx, "editor", q); err != nil || got.Reason != "" ||
			got.Day != 2*clipPrice {
			t.Errorf("%+v, %v", got, err)
		}
		w.pricesIn("CNY", 1, false)
		w.pass(48 * time.Hour)
		w.grant(db.ApproveNever, 0, 9, 0) // which counts from a day ago
		w.until(w.asks("4", "of another day")[0].ID, db.Saved)
		w.wantPosts("a", 0)
		w.wantPosts("b", 0)
	})
}
