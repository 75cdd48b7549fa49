package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// grant switches clients on and grants "editor" the profile of the world, in units of a clip's price: 0 is no cap.
func (w *world) grant(approve db.Approve, click, day, total int64) {
	w.t.Helper()
	of := func(n int64) *int64 {
		if n == 0 {
			return nil
		}
		return new(n * clipPrice)
	}
	w.must(w.lib.SetSetting(w.ctx, db.SettingAutomation, db.Automation{On: true}))
	w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"},
		[]db.Grant{{ProfileID: w.profile.ID, Approve: approve,
			Click: of(click), Day: of(day), Total: of(total), Since: w.now().Add(-24 * time.Hour),
			Currency: w.currency()}}))
}

// currency is that of the prices of now.
func (w *world) currency() string {
	w.t.Helper()
	p, err := w.lib.Prices(w.ctx, w.profile.ID, w.now())
	w.must(err)
	var table client.PriceTable
	w.must(json.Unmarshal(p.Table, &table))
	return table.Currency
}

// editor are the terms of a click of the client "editor".
func editor(click string) jobs.Terms {
	return jobs.Terms{Client: "editor", Click: click, Fingerprint: "of " + click}
}

func (w *world) asks(click string, prompts ...string) []db.Job {
	w.t.Helper()
	made, err := w.engine.Submit(w.ctx, w.profile.ID, clips(prompts...), editor(click))
	w.must(err)
	return made
}

func (w *world) wantWhy(why jobs.ApprovalReason, all ...db.Job) {
	w.t.Helper()
	for _, j := range all {
		j = w.job(j.ID)
		if j.State != db.Held || j.Hold != db.HeldApproval || j.ErrorCode != string(why) {
			w.t.Errorf("%q is %s (%s, %s), want approval (%s)", j.Prompt, j.State, j.Hold, j.ErrorCode, why)
		}
	}
}

func TestRepeatedClickReturnsSameJobs(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		how := jobs.Terms{Click: "teaser-07", Fingerprint: "f"}
		first := w.submit(clips("a", "b"), how)
		w.until(first[1].ID, db.Saved)
		w.limit(0, 1, 0) // a click of today would be asked about, and its price is not known
		table := db.Prices{ProfileID: w.profile.ID, ValidFrom: w.now(), Table: []byte(`{}`)}
		_, err := w.lib.AddPrices(w.ctx, table)
		w.must(err)
		orders := clips("a", "b")
		orders[0].Replaces, orders[0].After.Job = []int64{first[1].ID}, 999 // a new plan is not made
		again := w.submit(orders, how)
		if len(again) != 2 || again[0].ID != first[0].ID || again[1].ID != first[1].ID || again[1].State != db.Saved {
			t.Errorf("%+v", again)
		}
		made, there, err := w.engine.FindClick(w.ctx, w.profile.ID, "teaser-07", "f")
		if err != nil || !there || len(made) != 2 {
			t.Errorf("%v, %v, %v", made, there, err)
		}
		if _, there, err := w.engine.FindClick(w.ctx, w.profile.ID, "another", "f"); err != nil || there {
			t.Errorf("%v, %v", there, err)
		}
		w.wantPosts("a", 1)
		held := w.submit(clips("c"), jobs.Terms{Click: "discarded", Fingerprint: "f", Hold: true})
		w.must(w.engine.Discard(w.ctx, held[0].ID))
		if gone := w.submit(clips("c"), jobs.Terms{Click: "discarded", Fingerprint: "f"}); len(gone) != 0 {
			t.Errorf("a discarded job exists again: %+v", gone)
		}
		w.pass(time.Hour)
		w.wantPosts("c", 0)
	})
}

func TestClickIDWithOtherFingerprintIsRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.submit(clips("a"), jobs.Terms{Click: "teaser-07", Fingerprint: "f"})
		_, err := w.engine.Submit(w.ctx, w.profile.ID, clips("b"), jobs.Terms{Click: "teaser-07", Fingerprint: "g"})
		var taken *jobs.ClickTakenError
		if !errors.As(err, &taken) || taken.ID != "teaser-07" {
			t.Errorf("%v", err)
		}
		if _, _, err := w.engine.FindClick(w.ctx, w.profile.ID, "teaser-07", "g"); !errors.As(err, &taken) {
			t.Errorf("%v", err)
		}
		w.profile = db.Profile{Name: "Other", BaseURL: "https://other.example", Saved: true, Currency: "CNY"}
		w.limit(0, 0, 0)
		w.submit(clips("b"), jobs.Terms{Click: "teaser-07", Fingerprint: "g"}) // another profile has clicks of its own
		w.pass(time.Hour)
		w.wantPosts("a", 1)
		w.wantPosts("b", 1)
	})
}

// Older versions made a profile for each spelling of an address. A click is charged once whichever profile repeats it.
func TestClickIDIsFoundAtSameAddress(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		how := jobs.Terms{Click: "teaser-07", Fingerprint: "f"}
		first, base := w.submit(clips("a"), how), w.profile.BaseURL
		for i, spelling := range []string{base + "/.", base + "/v1", base + "/other"} {
			w.profile = db.Profile{Name: spelling, BaseURL: spelling, Saved: true, Currency: "CNY"}
			w.limit(0, 0, 0)
			same := i < 2 // the last is no spelling of it
			if again := w.submit(clips("a"), how); (again[0].ID == first[0].ID) != same {
				t.Errorf("%s: job %d, the first is %d", spelling, again[0].ID, first[0].ID)
			}
			if !same {
				break
			}
		}
		w.pass(time.Hour)
		w.wantPosts("a", 2)
	})
}

// Concurrent calls, and even two owners of one library, make a click once, because the database decides.
func TestConcurrentClicksMakeOneJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		one := w.engine
		w.start()
		two := w.engine
		defer func() {
			cut, cancel := context.WithCancel(context.Background())
			cancel()
			one.Stop(cut)
		}()
		var all sync.WaitGroup
		made := make([]int64, 20)
		for i := range made {
			all.Go(func() {
				e := []*jobs.Engine{one, two}[i%2]
				got, err := e.Submit(w.ctx, w.profile.ID, clips("a"),
					jobs.Terms{Click: "teaser-07", Fingerprint: "f", Hold: true})
				if err != nil || len(got) != 1 {
					t.Errorf("%v, %v", got, err)
					return
				}
				made[i] = got[0].ID
			})
		}
		all.Wait()
		if slices.Max(made) != slices.Min(made) {
			t.Errorf("made %v", made)
		}
	})
}

// MaxCost is the most that a click may cost. It agrees to the limit of a click, and to no budget.
func TestMaxCostLimitsClick(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		most := func(micros int64) jobs.Terms { return jobs.Terms{MaxCost: jobs.Cap{Micros: micros, Set: true}} }
		var over *jobs.MaxCostError
		refuse := func(how jobs.Terms, orders []jobs.Order, words string) {
			t.Helper()
			if _, err := w.engine.Submit(w.ctx, w.profile.ID, orders, how); !errors.As(err, &over) ||
				over.Error() != words {
				t.Errorf("%+v: %v, want %s", how, err, words)
			}
		}
		price := func(micros int64) string { return client.Micros(micros).Decimal("CNY") + " CNY" }
		unknown := videoOf("x")
		unknown.Resolution = "1080P"
		refuse(most(2*clipPrice-1), clips("a", "b"), "the price "+price(2*clipPrice)+" is above max_cost "+
			price(2*clipPrice-1))
		refuse(most(0), clips("a"), "the price "+price(clipPrice)+" is above max_cost 0.00 CNY")
		refuse(most(1e6), []jobs.Order{{Request: unknown}},
			"the price is not known, so max_cost 1.00 CNY cannot be kept")
		w.limit(1, 4, 0)
		w.submit(clips("a", "b"), most(2*clipPrice))
		if _, err := w.engine.Submit(w.ctx, w.profile.ID, clips("c", "d", "e"), most(1<<62)); err == nil {
			t.Error("it agreed to a budget")
		}
		how := most(clipPrice - 1)
		how.Hold = true
		refuse(how, clips("f"), "the price "+price(clipPrice)+" is above max_cost "+price(clipPrice-1))
		held := w.submit(clips("f"), jobs.Terms{Hold: true})
		if err := w.engine.Release(w.ctx, most(clipPrice-1), held[0].ID); !errors.As(err, &over) {
			t.Errorf("%v", err)
		}
		w.must(w.engine.Release(w.ctx, most(clipPrice), held[0].ID))
	})
}

func TestClientSpendsWithinGrant(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.svc.takes = time.Hour
		var off *jobs.ClientError
		if _, err := w.engine.Submit(w.ctx, w.profile.ID, clips("x"), editor("x")); !errors.As(err, &off) ||
			off.Code != jobs.ClientOff {
			t.Fatalf("before anybody switched it on: %v", err)
		}
		w.grant(db.ApproveNever, 2, 3, 5)
		if j := w.asks("1", "a", "b")[0]; j.State != db.Waiting || j.Client != "editor" {
			t.Fatalf("%+v", j)
		}
		w.wantWhy(jobs.ReasonCapClick, w.asks("2", "c", "d", "e")...)
		w.wantWhy(jobs.ReasonCapDay, w.asks("3", "f", "g")...)
		q, err := w.engine.Price(w.ctx, w.profile.ID, clips("h"))
		w.must(err)
		if weighed, err := w.engine.CheckGrant(w.ctx, "editor", q); err != nil || weighed.Reason != "" ||
			weighed.Day != 2*clipPrice || weighed.Total != 2*clipPrice {
			t.Errorf("%+v, %v", weighed, err)
		}
		w.clip("a person's is no matter")
		if j := w.asks("4", "h")[0]; j.State != db.Waiting {
			t.Errorf("%s (%s)", j.State, j.ErrorCode)
		}
		w.pass(24 * time.Hour)
		for _, j := range w.asks("5", "i", "j") {
			w.until(j.ID, db.Queued, db.InProgress) // before its grant is taken away
		}
		w.wantWhy(jobs.ReasonCapTotal, w.asks("6", "k")...)
		w.limit(0, 1, 0)
		w.grant(db.ApproveNever, 0, 0, 0)
		w.wantWhy(jobs.ReasonBudgetDay, w.asks("7", "l")...)
		w.limit(0, 0, 0)
		how := editor("8")
		how.Hold = true
		later, err := w.engine.Submit(w.ctx, w.profile.ID, clips("m"), how)
		w.must(err)
		w.wantWhy(jobs.ReasonAlways, later...) // a user who releases waiting jobs does not release it with them
		if jobs.CanReleaseTogether(later[0]) || !jobs.CanRelease(later[0]) {
			t.Error("it can be sent with others")
		}
		unknown := videoOf("n")
		unknown.Resolution = "1080P"
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: unknown}, {Request: videoOf("o")}},
			editor("9"))
		w.must(err)
		w.wantWhy(jobs.ReasonNoPrice, made...)
		w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"}, nil))
		w.wantWhy(jobs.ReasonNoGrant, w.asks("10", "p")...)
		w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor"}, nil))
		if _, err := w.engine.Submit(w.ctx, w.profile.ID, clips("x"), editor("x")); !errors.As(err, &off) {
			t.Errorf("without a token: %v", err)
		}
		w.pass(24 * time.Hour)
		if n := w.sent(); n != 6 {
			t.Errorf("%d requests were sent: %v", n, w.svc.posts)
		}
	})
}

// approve releases the click of a job at the shown amount. Without the agreement nothing is released.
func (w *world) approve(id int64) {
	w.t.Helper()
	var asks *jobs.AdmissionError
	if err := w.engine.Release(w.ctx, jobs.Terms{}, id); !errors.As(err, &asks) || w.job(id).Hold != db.HeldApproval {
		w.t.Fatalf("approved unseen: %v", err)
	}
	w.must(w.engine.Release(w.ctx, jobs.Terms{Agreed: asks.Quote.Agreement()}, id))
}

// A release by the user approves the whole click and nothing else. A discarded click is not made again. A client can
// have a limited number of jobs waiting for approval.
func TestApproval(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveAlways, 0, 0, 0)
		one, two := w.asks("1", "a", "b", "c"), w.asks("2", "d")
		w.wantWhy(jobs.ReasonAlways, append(one, two...)...)
		w.must(w.engine.Release(w.ctx, editor(""), one[0].ID, two[0].ID)) // it cannot approve itself
		w.wantWhy(jobs.ReasonAlways, append(one, two...)...)
		w.limit(0, 2, 0)
		wantAsked(t, w.engine.Release(w.ctx, jobs.Terms{}, one[1].ID), jobs.ScopeDay) // all three are checked
		w.limit(0, 3, 0)
		w.approve(one[1].ID)
		for _, j := range one {
			w.until(j.ID, db.Saved)
		}
		w.wantWhy(jobs.ReasonAlways, two...)
		w.must(w.engine.Discard(w.ctx, two[0].ID))
		if again := w.asks("2", "d"); len(again) != 0 {
			t.Errorf("%+v", again)
		}
		prompts := make([]string, 99)
		for i := range prompts {
			prompts[i] = fmt.Sprint("many ", i)
		}
		w.asks("3", prompts...)
		w.asks("4", "the hundredth")
		var many *jobs.ClientError
		if _, err := w.engine.Submit(w.ctx, w.profile.ID, clips("x"), editor("5")); !errors.As(err, &many) ||
			many.Code != jobs.ClientTooMany {
			t.Errorf("%v", err)
		}
		w.pass(time.Hour)
		if n := w.sent(); n != 3 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// An approved chain continues automatically. If its first job fails, the rest keeps its approval.
func TestApprovedChainContinues(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		w.start()
		w.grant(db.ApproveAlways, 0, 0, 0)
		made := w.submit(chain("a", "b"), editor("1"))
		w.wantWhy(jobs.ReasonAlways, made...)
		w.approve(made[1].ID)
		w.until(made[1].ID, db.Saved)
		first := w.clip("[fail] before it")
		later := clips("later")
		later[0].After = jobs.After{Job: first.ID}
		waits := w.submit(later, editor("2"))[0]
		w.until(first.ID, db.Failed)
		w.pass(time.Minute)
		waits = w.job(waits.ID)
		if waits.Hold != db.HeldApproval || waits.ErrorCode != jobs.CodeAfterFailed || jobs.CanRelease(waits) ||
			jobs.CanReleaseTogether(waits) {
			t.Errorf("%s, %s", waits.Hold, waits.ErrorCode)
		}
	})
}

// A client that repeats its click releases jobs with a hold reason that has passed, if its grant covers them. It does
// not release jobs that the user or a pause holds, or jobs of others.
func TestRepeatedClickReleasesUnsentJobs(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 0, 2, 0)
		w.svc.submit = func(context.Context, string) (bool, error) { return false, notSent() }
		mine, theirs := w.asks("1", "a")[0], w.clip("theirs")
		w.until(mine.ID, db.Held)
		w.until(theirs.ID, db.Held)
		w.svc.submit = nil
		w.must(w.engine.PauseSending(w.ctx, true))
		paused := w.asks("2", "b")[0]
		w.must(w.engine.Release(w.ctx, editor(""), mine.ID, theirs.ID, paused.ID))
		w.pass(time.Hour)
		w.wantHeld(mine.ID, db.HeldPaused, "")
		w.wantHeld(paused.ID, db.HeldPaused, "")
		w.wantHeld(theirs.ID, db.HeldNotSent, w.job(theirs.ID).ErrorCode)
		w.must(w.engine.PauseSending(w.ctx, false))
		w.until(mine.ID, db.Saved)
		w.until(paused.ID, db.Saved)
		w.grant(db.ApproveNever, 0, 3, 0)
		w.svc.submit = func(context.Context, string) (bool, error) { return false, notSent() }
		late := w.asks("3", "c")[0]
		w.until(late.ID, db.Held)
		w.svc.submit = nil
		w.grant(db.ApproveNever, 0, 2, 0)
		w.must(w.engine.Release(w.ctx, editor(""), late.ID))
		w.wantWhy(jobs.ReasonCapDay, late)
		w.wantPosts("theirs", 0)
		w.grant(db.ApproveNever, 0, 0, 0)
		w.svc.submit = func(context.Context, string) (bool, error) { return false, refused(429, "", time.Minute) }
		limited := w.asks("4", "d")[0]
		w.until(limited.ID, db.Held)
		w.svc.submit = nil
		w.must(w.engine.Release(w.ctx, editor(""), limited.ID))
		w.until(limited.ID, db.Saved)
	})
}

// After StopClients no job of a client is sent, whatever it waited for. Jobs of the user continue.
func TestStopClients(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.takes = time.Hour
		w.profile.MaxTasks = 1
		w.hosts = newFakeHost()
		w.limit(0, 0, 0)
		w.start()
		w.grant(db.ApproveNever, 0, 0, 0)
		running := w.asks("0", "running")[0]
		w.until(running.ID, db.Queued, db.InProgress)
		waits := w.asks("1", "a")
		chained := w.submit(chain("b", "c"), editor("2"))
		person := w.clip("a person's")
		w.must(w.lib.SetSetting(w.ctx, db.SettingAutomation, db.Automation{}))
		w.must(w.engine.StopClients(w.ctx, "somebody else"))
		if j := w.job(waits[0].ID); j.State != db.Waiting {
			t.Fatalf("%s (%s)", j.State, j.Hold)
		}
		w.must(w.engine.StopClients(w.ctx, ""))
		w.wantWhy(jobs.ReasonStopped, append(waits, chained...)...)
		w.until(running.ID, db.Saved)
		w.until(person.ID, db.Saved)
		w.wantWhy(jobs.ReasonStopped, append(waits, chained...)...)
		w.approve(chained[0].ID) // the user still can
		w.until(chained[1].ID, db.Saved)
		w.wantPosts("a", 0)
	})
}

// If the program dies after clients were disabled and before their jobs were held, the jobs are held at their turn.
func TestDisabledClientIsHeldAtItsTurn(t *testing.T) {
	for why, off := range map[jobs.ApprovalReason]func(w *world){
		jobs.ReasonStopped: func(w *world) { w.must(w.lib.SetSetting(w.ctx, db.SettingAutomation, db.Automation{})) },
		jobs.ReasonNoGrant: func(w *world) {
			w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"}, nil))
		},
		jobs.ReasonEnded: func(w *world) {
			w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"},
				[]db.Grant{{ProfileID: w.profile.ID, Approve: db.ApproveNever,
					Day: new(int64(9 * clipPrice)), EndsAt: w.now().Add(-time.Minute), Currency: w.currency()}}))
		},
	} {
		inWorld(t, func(w *world) {
			w.start()
			w.grant(db.ApproveNever, 0, 0, 0)
			w.engine.StopSending(true)
			waits, person := w.asks("1", "a")[0], w.clip("a person's")
			off(w)
			w.stop()
			w.start()
			w.until(person.ID, db.Saved)
			w.wantWhy(why, waits)
			w.approve(waits.ID)
			w.until(waits.ID, db.Saved)
		})
	}
}

// A user who releases a client's unsent job approves it: it is sent although the client was disabled since.
func TestReleaseByUserApproves(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 0, 0, 0)
		w.svc.submit = func(context.Context, string) (bool, error) { return false, notSent() }
		job := w.asks("1", "a")[0]
		w.until(job.ID, db.Held)
		w.svc.submit = nil
		w.must(w.lib.SetSetting(w.ctx, db.SettingAutomation, db.Automation{}))
		w.must(w.engine.StopClients(w.ctx, ""))
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, job.ID))
		w.until(job.ID, db.Saved)
	})
}

// Every automatic release of a client's job checks its grant again. The callers of release are counted, so that a new
// one is noticed here.
func TestAutomaticReleaseChecksGrant(t *testing.T) {
	var callers []string
	files, err := filepath.Glob("*.go")
	must(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		must(t, err)
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if s, ok := call.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "release" {
						callers = append(callers, fn.Name.Name)
					}
				}
				return true
			})
		}
	}
	slices.Sort(callers)
	if want := []string{"keyChanged", "readmit", "releaseJobs"}; !slices.Equal(callers, want) {
		t.Errorf("released by %v, want %v", callers, want)
	}
	for name, way := range map[string]func(w *world) db.Job{
		"a key": func(w *world) db.Job {
			w.svc.submit = func(context.Context, string) (bool, error) { return false, refused(401, "", 0) }
			first := w.asks("1", "a")[0]
			w.until(first.ID, db.Held)
			for i := range 5 { // a job that is held for a key does not count as used
				w.asks(fmt.Sprint("more ", i), fmt.Sprint("more ", i))
			}
			w.svc.submit = nil
			w.grant(db.ApproveNever, 0, 2, 0)
			w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
			w.pass(24 * time.Hour)
			if n := w.sent(); n != 1+2 { // the one that was refused, and what the cap leaves
				w.t.Errorf("%d requests were sent", n)
			}
			all, err := w.lib.Jobs(w.ctx, db.JobFilter{Client: "editor", Hold: db.HeldApproval})
			w.must(err)
			if len(all) != 4 {
				w.t.Errorf("%d wait for approval", len(all))
			}
			return all[0]
		},
		"a task that was found": func(w *world) db.Job {
			w.svc.submit = func(context.Context, string) (bool, error) { return true, noAnswer() }
			made := w.submit(chain("a", "b"), editor("1"))
			w.until(made[0].ID, db.Unconfirmed)
			w.pass(time.Minute)
			w.wantHeld(made[1].ID, db.HeldAfter, jobs.CodeAfterUnconfirmed)
			w.svc.submit = nil
			w.grant(db.ApproveNever, 0, 1, 0)
			w.must(w.engine.Adopt(w.ctx, made[0].ID, "task_1"))
			w.until(made[0].ID, db.Saved)
			w.pass(time.Hour)
			w.wantPosts("b", 0)
			return made[1]
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.start()
				w.grant(db.ApproveNever, 0, 0, 0)
				w.wantWhy(jobs.ReasonCapDay, way(w))
			})
		})
	}
}

// A client's click discards no job of the user or of another client.
func TestClientDiscardsOnlyOwnJobs(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveAlways, 0, 0, 0)
		person := w.submit(clips("a person's"), jobs.Terms{Hold: true})[0]
		own := w.asks("1", "its own")[0]
		orders := clips("instead")
		orders[0].Replaces = []int64{person.ID, own.ID}
		w.submit(orders, editor("2"))
		w.wantHeld(person.ID, db.HeldByUser, "")
		if _, err := w.lib.Job(w.ctx, own.ID); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("its own is there: %v", err)
		}
	})
}

// A job that the user makes from a client's job belongs to the user.
func TestResendOfClientJobBelongsToUser(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 1, 0, 0)
		made := w.asks("1", "a")[0]
		w.until(made.ID, db.Saved)
		again, err := w.engine.SendAgain(w.ctx, made.ID, editor("1"))
		w.must(err)
		more, err := w.engine.OneMore(w.ctx, made.ID, nil, editor("1"))
		w.must(err)
		for _, j := range []db.Job{again, more} {
			if j.ID == made.ID || j.Client != "" {
				t.Errorf("%+v", j)
			}
		}
	})
}

// A library that was rebuilt from its folder contains the IDs of its clicks.
func TestRebuildKeepsClickIDs(t *testing.T) {
	s := newStudio(t, sandboxtest.ContentRedirect)
	ctx := t.Context()
	how := jobs.Terms{Click: "teaser-07", Fingerprint: strings.Repeat("0f", 32)}
	orders := []jobs.Order{{Request: videoOf("paper boats")}, {Request: imageOf("a lighthouse")}}
	made, err := s.engine.Submit(ctx, s.profile.ID, orders, how)
	s.must(err)
	for _, j := range made {
		s.until(j.ID, db.Saved)
	}
	s.close()
	if _, err := db.Rebuild(ctx, s.dir, db.Options{Now: s.clock.Now}); err != nil {
		t.Fatal(err)
	}
	s.open()
	again, err := s.engine.Submit(ctx, s.profile.ID, orders, how)
	if err != nil || len(again) != 2 || again[0].Ref != made[0].Ref || again[1].Ref != made[1].Ref {
		t.Errorf("%+v, %v", again, err)
	}
	how.Fingerprint = strings.Repeat("00", 32)
	var taken *jobs.ClickTakenError
	if _, err := s.engine.Submit(ctx, s.profile.ID, orders, how); !errors.As(err, &taken) {
		t.Errorf("%v", err)
	}
}

// A running job with an unknown price uses up every cap. A job that was priced in another currency counts at current
// prices. Amounts from before the start of the grant are in no total.
func TestClientSpending(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.grant(db.ApproveNever, 0, 0, 9)
		w.until(w.asks("1", "before")[0].ID, db.Saved)
		w.pass(20 * time.Minute)
		grants, err := w.lib.Grants(w.ctx, "editor")
		w.must(err)
		grants[0].Since = w.now()
		w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"}, grants))
		weighed := func() jobs.GrantCheck {
			t.Helper()
			q, err := w.engine.Price(w.ctx, w.profile.ID, clips("x"))
			w.must(err)
			weighed, err := w.engine.CheckGrant(w.ctx, "editor", q)
			w.must(err)
			return weighed
		}
		if got := weighed(); got.Total != 0 || got.Day != clipPrice {
			t.Errorf("%+v", got)
		}
		w.until(w.asks("2", "after")[0].ID, db.Saved)
		if got := weighed(); got.Total != clipPrice || got.Day != 2*clipPrice {
			t.Errorf("%+v", got)
		}
		w.must(w.engine.PauseSending(w.ctx, true))
		w.asks("3", "in the old currency")
		table := prices()
		table.Currency, table.Video[0].PerSecond = "EUR", 100_000
		raw, err := json.Marshal(table)
		w.must(err)
		_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: w.now(), Table: raw})
		w.must(err)
		grants[0].Currency = "EUR"
		w.must(w.lib.SaveClient(w.ctx, db.Client{Name: "editor", Token: "a sum"}, grants))
		if got := weighed(); got.Reason != "" || got.Day != 500_000 || got.Total != 500_000 {
			t.Errorf("%+v", got)
		}
		unknown := videoOf("nobody knows")
		unknown.Resolution = "1080P"
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: unknown}}, editor("4"))
		w.must(err)
		w.engine.StopSending(true) // it still waits when the next one comes
		w.approve(made[0].ID)      // the user may
		w.wantWhy(jobs.ReasonNoPrice, w.asks("5", "behind it")...)
	})
}
