package jobs_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"viviscope/db"
)

// legal is every sequence of entries that a job can have.
var legal = regexp.MustCompile(`^(reserve( charge| refund| void)?|charge|unconfirmed( charge| void( reserve( charge| refund| void)?)?)?)?$`)

// TestLedgerForAnyHistory draws what the service does and what a person does, in any order and with restarts between,
// and holds the ledger against what came of it.
func TestLedgerForAnyHistory(t *testing.T) {
	submissions := []string{"accept", "accept", "accept", "lose request", "lose answer", "refuse", "limit", "offline", "no key"}
	acts := []string{"clip", "clip", "failing clip", "picture", "restart", "pause", "go on", "stop watching", "watch again",
		"release", "not charged", "was charged", "send again", "adopt", "discard", "key", "wait", "wait"}
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
			w.start()
			var all []db.Job
			for i, act := range script {
				all = w.act(all, act, picks[i%len(picks)])
				w.pass(13 * time.Second)
			}
			w.must(w.engine.PauseSending(w.ctx, false))
			w.pass(24 * time.Hour)
			w.audit(all, fmt.Sprint(script, replies, picks))
		})
	})
}

// act does one thing to one of the jobs. What the state of the job does not allow is refused, which is part of the test.
func (w *world) act(all []db.Job, what string, pick int) []db.Job {
	w.t.Helper()
	switch what {
	case "clip", "failing clip":
		return append(all, w.clip(fmt.Sprint(strings.Replace(what, "failing", "[fail]", 1), " ", len(all))))
	case "picture":
		return append(all, w.picture(fmt.Sprint("picture ", len(all))))
	case "restart":
		w.restart()
		return all
	case "pause", "go on":
		w.must(w.engine.PauseSending(w.ctx, what == "pause"))
		return all
	case "key":
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
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
		w.must(w.engine.Release(w.ctx, id))
	case "not charged":
		_ = w.engine.NotCharged(w.ctx, id)
	case "was charged":
		_ = w.engine.WasCharged(w.ctx, id)
	case "adopt":
		for _, task := range w.svc.tasks {
			if task.prompt == all[i].Prompt {
				_ = w.engine.Adopt(w.ctx, id, task.id)
			}
		}
	case "send again":
		if again, err := w.engine.SendAgain(w.ctx, id); err == nil {
			return append(all, again)
		}
	case "discard":
		if w.engine.Discard(w.ctx, id) == nil {
			return append(all[:i:i], all[i+1:]...)
		}
	}
	return all
}

// audit checks the entries of every job against its state, and the totals against the entries.
func (w *world) audit(all []db.Job, script string) {
	w.t.Helper()
	var want db.Totals
	clicks := map[string]int{}
	for _, j := range all {
		clicks[j.Prompt]++
		j = w.job(j.ID)
		entries, err := w.lib.Entries(w.ctx, db.EntryFilter{JobID: j.ID})
		w.must(err)
		var kinds []string
		for i := len(entries) - 1; i >= 0; i-- {
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
				want.Charged += *e.AmountMicros
			case db.Refund:
				want.Refunded += *e.AmountMicros
			}
		}
		switch open {
		case "reserve":
			want.Reserved += *entries[0].AmountMicros
		case "unconfirmed":
			want.Unconfirmed += *entries[0].AmountMicros
		}
		ends := map[db.JobState]string{
			db.Saved: "charge", db.Failed: "refund", db.Unconfirmed: "unconfirmed", db.Unwatched: "reserve", db.Expired: "charge",
			db.Held: "", db.Rejected: open, // nothing, or void
		}
		if end, ok := ends[j.State]; !ok || end != open || j.State == db.Rejected && open != "" && open != "void" {
			w.t.Errorf("a job that is %s ends with %q (%s)", j.State, open, script)
		}
	}
	handled := map[string]int{}
	for _, task := range w.svc.tasks {
		handled[task.prompt]++
	}
	for prompt, n := range handled {
		if n > clicks[prompt] {
			w.t.Errorf("%d tasks for %d clicks (%s)", n, clicks[prompt], script)
		}
	}
	got, err := w.lib.Totals(w.ctx, w.profile.ID, time.Time{}, time.Time{})
	w.must(err)
	if got.Charged != want.Charged || got.Refunded != want.Refunded || got.Reserved != want.Reserved || got.Unconfirmed != want.Unconfirmed {
		w.t.Errorf("totals %+v, the entries add up to %+v (%s)", got, want, script)
	}
}
