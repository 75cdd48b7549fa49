package jobs_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
)

// legal is every sequence of entries that a job can have.
var legal = regexp.MustCompile(`^(reserve( charge| refund| void)?|charge|unconfirmed( charge| void( reserve( charge| refund| void)?)?)?)?$`)

// The test draws events of the service and actions of the user, in any order and with restarts, and compares the ledger
// with the results.
func TestLedgerMatchesServiceForRandomHistory(t *testing.T) {
	submissions := []string{"accept", "accept", "accept", "lose request", "lose answer", "refuse", "limit", "offline",
		"no key"}
	acts := []string{"clip", "clip", "failing clip", "picture", "restart", "pause", "go on", "stop watching",
		"watch again",
		"release", "revise", "not charged", "was charged", "send again", "adopt", "discard", "key", "wait", "wait",
		"track", "track blind", "forget a task", "remember all", "a night", "delete what is made", "keep what is made"}
	// A failure inside the synctest bubble ends the test before rapid can print how to repeat it.
	seed := flag.Lookup("rapid.seed")
	if seed.Value.String() == "0" {
		must(t, seed.Value.Set(fmt.Sprint(time.Now().UnixNano())))
		defer seed.Value.Set("0") // the next run of -count draws other values
	}
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue && !longForm {
		must(t, checks.Value.Set("25"))
		defer checks.Value.Set(checks.DefValue)
	}
	t.Logf("to run it again: go test ./client/jobs -run %s -rapid.seed=%s", t.Name(), seed.Value)
	rapid.Check(t, func(rt *rapid.T) {
		script := rapid.SliceOfN(rapid.SampledFrom(acts), 1, 25).Draw(rt, "acts")
		replies := rapid.SliceOfN(rapid.SampledFrom(submissions), 1, 10).Draw(rt, "replies")
		picks := rapid.SliceOfN(rapid.IntRange(0, 1000), 1, 10).Draw(rt, "picks")
		inWorld(t, func(w *world) {
			calls := 0
			w.svc.submit = func(context.Context, string) (bool, error) {
				reply := replies[calls%len(replies)]
				calls++
				switch reply {
				case "lose request":
					return false, noAnswer()
				case "lose answer":
					return true, noAnswer()
				case "refuse":
					return false, refused(400, "", 0)
				case "limit":
					return false, refused(429, "", time.Minute)
				case "offline":
					return false, notSent()
				case "no key":
					return false, refused(401, "", 0)
				}
				return true, nil
			}
			w.silent = map[string]bool{}
			w.svc.load = func(string) error {
				if w.gone {
					return refused(410, jobs.CodeGone, 0)
				}
				return nil
			}
			w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
				v := w.svc.truth(f)
				v.Model = "clip-2.5"
				if w.silent[f.id] {
					v.Model, v.Seconds = "", ""
				}
				return v, nil
			}
			w.addRate(client.VideoRate{Model: "clip-2.5", Resolution: "720P", PerSecond: 400_000})
			w.start()
			var all []db.Job
			for i, act := range script {
				all = w.act(all, act, i, picks[i%len(picks)])
				w.pass(13 * time.Second)
			}
			w.must(w.engine.PauseSending(w.ctx, false))
			w.pass(24 * time.Hour)
			w.audit(all, fmt.Sprint(script, replies, picks))
		})
	})
}

// act does one thing to one of the jobs. What the state of the job does not allow is refused, which is part of the
// test. What it makes is named after the step: the number of jobs comes again where one was discarded.
func (w *world) act(all []db.Job, what string, step, pick int) []db.Job {
	w.t.Helper()
	switch what {
	case "clip", "failing clip":
		return append(all, w.clip(fmt.Sprint(strings.Replace(what, "failing", "[fail]", 1), " ", step)))
	case "picture":
		return append(all, w.picture(fmt.Sprint("picture ", step)))
	case "restart":
		w.restart()
		return all
	case "pause", "go on":
		w.must(w.engine.PauseSending(w.ctx, what == "pause"))
		return all
	case "key":
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		return all
	case "track", "track blind": // a tracked task; the answer contains everything except its sound, or nothing
		id := fmt.Sprint(elsewhere, step)
		w.svc.mu.Lock()
		w.svc.tasks[id] = &fakeTask{id: id, prompt: id, seconds: 5, made: time.Now(), fails: pick%3 == 0}
		w.silent[id] = what == "track blind"
		w.svc.mu.Unlock()
		j, err := w.engine.Track(w.ctx, w.profile.ID, id)
		w.must(err)
		return append(all, j)
	case "a night":
		w.pass(9 * time.Hour)
		return all
	case "remember all":
		w.svc.mu.Lock()
		for _, task := range w.forgotten {
			w.svc.tasks[task.id] = task
		}
		w.forgotten = nil
		w.svc.mu.Unlock()
		return all
	case "delete what is made", "keep what is made":
		w.svc.mu.Lock()
		w.gone = what == "delete what is made"
		w.svc.mu.Unlock()
		return all
	}
	if len(all) == 0 {
		return all
	}
	i := pick % len(all)
	id := all[i].ID
	switch what {
	case "stop watching":
		_ = w.engine.StopWatching(w.ctx, id)
	case "watch again":
		_ = w.engine.WatchAgain(w.ctx, id)
	case "release":
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, id))
	case "revise": // only a clip that is held is taken
		r := videoOf(all[i].Prompt)
		r.Seconds = 10
		_ = w.engine.Revise(w.ctx, id, jobs.Order{Request: r})
	case "not charged":
		_ = w.engine.NotCharged(w.ctx, id)
	case "was charged":
		_ = w.engine.WasCharged(w.ctx, id)
	case "adopt":
		w.svc.mu.Lock()
		tasks := slices.Collect(maps.Values(w.svc.tasks))
		w.svc.mu.Unlock()
		for _, task := range tasks {
			if task.prompt == all[i].Prompt {
				_ = w.engine.Adopt(w.ctx, id, task.id)
			}
		}
	case "forget a task":
		w.svc.mu.Lock()
		if task := w.svc.tasks[w.job(id).TaskID]; task != nil {
			w.forgotten = append(w.forgotten, task)
			delete(w.svc.tasks, task.id)
		}
		w.svc.mu.Unlock()
	case "send again":
		again, err := w.engine.SendAgain(w.ctx, id, jobs.Terms{})
		if known := func(j db.Job) bool { return j.ID == again.ID }; err == nil && !slices.ContainsFunc(all, known) {
			return append(all, again)
		}
	case "discard":
		if w.engine.Discard(w.ctx, id) == nil {
			return append(all[:i:i], all[i+1:]...)
		}
	}
	return all
}

// elsewhere begins the ids and prompts of tasks that another program made.
const elsewhere = "elsewhere_"

// micros is the amount of an entry; one without an amount adds nothing to a total.
func micros(e db.Entry) int64 {
	if e.AmountMicros == nil {
		return 0
	}
	return *e.AmountMicros
}

// audit checks the entries of every job against its state, and the totals against the entries.
func (w *world) audit(all []db.Job, script string) {
	w.t.Helper()
	var want ledger.Sums
	clicks := map[string]int{}
	for _, j := range all {
		clicks[j.Prompt]++
		j = w.job(j.ID)
		entries, err := w.lib.Entries(w.ctx, j.ID)
		w.must(err)
		var kinds []string
		corrected := false
		for i := len(entries) - 1; i >= 0; i-- {
			if entries[i].Correction != "" { // the user's settlement was wrong, as the service proved
				corrected, want.Charged = true, want.Charged+micros(entries[i])
				continue
			}
			kinds = append(kinds, string(entries[i].Kind))
		}
		history := strings.Join(kinds, " ")
		if !legal.MatchString(history) {
			w.t.Errorf("entries %q cannot be (%s)", history, script)
		}
		last := kinds
		if len(last) > 1 {
			last = last[len(last)-1:]
		}
		open := strings.Join(last, "")
		for _, e := range entries {
			switch e.Kind {
			case db.Charge:
				want.Charged += micros(e)
			case db.Refund:
				want.Refunded += micros(e)
			}
		}
		switch open {
		case "reserve":
			want.Reserved += micros(entries[0])
		case "unconfirmed":
			want.AtRisk += micros(entries[0])
		}
		ends := map[db.JobState]string{
			db.Saved: "charge", db.Failed: "refund", db.Unconfirmed: "unconfirmed", db.Unwatched: "reserve",
			db.Expired: "charge",
			db.Held:    "", db.Rejected: open, // nothing, or void
		}
		if j.State == db.Expired && j.ErrorCode == jobs.CodeTaskUnknown && (open == "reserve" || open == "void") {
			ends[db.Expired] = open // the service did not report it; the user may
		}
		if corrected && (open == "void" || open == "charge") {
			ends[db.Saved], ends[db.Failed], ends[db.Expired] = "void", "charge", "void"
		}
		if end, ok := ends[j.State]; !ok || end != open || j.State == db.Rejected && open != "" && open != "void" {
			w.t.Errorf("a job that is %s ends with %q (%s)", j.State, open, script)
		}
		if n := len(w.assets(j.ID)); j.State == db.Saved && n != 1 {
			w.t.Errorf("a saved job has %d assets (%s)", n, script)
		}
	}
	handled := map[string]int{}
	for _, task := range w.svc.tasks {
		handled[task.prompt]++
	}
	for prompt, n := range handled {
		if n > clicks[prompt] && !strings.HasPrefix(prompt, elsewhere) {
			w.t.Errorf("%d tasks for %d clicks (%s)", n, clicks[prompt], script)
		}
	}
	if got := w.sums(); got.Charged != want.Charged || got.Refunded != want.Refunded || got.Reserved != want.Reserved ||
		got.AtRisk != want.AtRisk {
		w.t.Errorf("totals %+v, the entries add up to %+v (%s)", got, want, script)
	}
}
