package compose

import (
	"testing"

	"viviscope/client/jobs"
	"viviscope/db"
)

func TestTheBudgetAfterThis(t *testing.T) {
	month := func(s db.Spent) jobs.Spent { return jobs.Spent{Month: s, Today: s} }
	for _, c := range []struct {
		name    string
		profile db.Profile
		spent   jobs.Spent
		want    string
	}{
		{"what is left", db.Profile{BudgetMicros: micros(600_000_000)}, month(db.Spent{Charged: 216_540_000}),
			"Budget after this: ¥380.66 of ¥600.00 left"},
		{"what goes out counts", db.Profile{BudgetMicros: micros(600_000_000)},
			month(db.Spent{Charged: 200_000_000, Outgoing: 16_540_000}), "Budget after this: ¥380.66 of ¥600.00 left"},
		{"nothing left is not over", db.Profile{BudgetMicros: micros(2_800_000), WarnPercent: 80}, month(db.Spent{}),
			"Budget after this: ¥0.00 of ¥2.80 left, over 80 % used"},
		{"no budget", db.Profile{}, month(db.Spent{Charged: 216_540_000}), ""},
		{"play money has its own", db.Profile{BudgetMicros: micros(600_000_000), Sandbox: true},
			month(db.Spent{Charged: 216_540_000}), "Budget after this: ¥380.66 of ¥600.00 left"},
		{"the tighter one", db.Profile{BudgetMicros: micros(600_000_000), DayBudgetMicros: micros(20_000_000),
			WarnPercent: 90},
			month(db.Spent{Charged: 15_000_000}), "Today’s budget after this: ¥2.20 of ¥20.00 left"},
		{"its own share to warn from",
			db.Profile{BudgetMicros: micros(600_000_000), DayBudgetMicros: micros(20_000_000), WarnPercent: 90},
			month(db.Spent{Charged: 15_300_000}), "Today’s budget after this: ¥1.90 of ¥20.00 left, over 90 % used"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newFixture(t)
			c.profile.ID, c.profile.Currency = d.acct.ID, "CNY"
			d.acct.Profile, d.spent = c.profile, c.spent
			d.update()
			d.prompt("boats")
			got := ""
			if d.s.foot.budget.Visible() {
				got = d.s.foot.budget.Text()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The foot says that a click only waits while sending is paused, and is of one height whatever stands in its last line.
func TestTheLastLineOfTheFoot(t *testing.T) {
	d := newFixture(t)
	d.acct.Sandbox, d.paused = true, true
	d.update()
	high := d.s.foot.box.MinSize().Height
	d.wantFoot("Type a prompt.")
	d.prompt("boats")
	d.wantFoot("Sending is paused. This waits in the queue until you resume.")
	if d.s.foot.button.Disabled() {
		t.Error("nothing can be put into the queue")
	}
	d.s.Handle(jobs.PoolStatus{})
	d.drain()
	d.wantFoot("")
	if got := d.s.foot.button.Text(); got != "Generate · ¥2.80 est. (play money)" {
		t.Errorf("the button of the sandbox: %q", got)
	}
	if got := d.s.foot.box.MinSize().Height; got != high {
		t.Errorf("%v px high without words, %v with them", got, high)
	}
	d.s.Handle(jobs.PoolStatus{Paused: true})
	d.drain()
	d.wantFoot("Sending is paused. This waits in the queue until you resume.")
}

// What is used is read again whenever a job or the ledger changed, once for all that came meanwhile.
func TestTheBudgetFollowsJobsAndLedger(t *testing.T) {
	d := newFixture(t)
	d.acct.BudgetMicros = micros(600_000_000)
	d.update()
	d.prompt("boats")
	for i, ev := range []jobs.Event{jobs.JobChanged{ID: 1, State: db.Waiting},
		jobs.JobChanged{ID: 1, State: db.Sending}, jobs.LedgerChanged{ProfileID: 7}} {
		d.spent.Month.Outgoing = int64(i+1) * 100_000_000
		d.s.Handle(ev)
		d.s.Handle(ev)
		if len(d.work) != 1 {
			t.Errorf("%d readings", len(d.work))
		}
		d.drain()
		if got, want := d.s.foot.budget.Text(),
			[]string{"¥497.20", "¥397.20", "¥297.20"}[i]; got != "Budget after this: "+want+" of ¥600.00 left" {
			t.Errorf("after %+v: %q", ev, got)
		}
	}
}

// A reading that took longer than a later one shows nothing.
func TestAnOlderReadingOfTheBudgetIsNotShown(t *testing.T) {
	d := newFixture(t)
	d.acct.BudgetMicros = micros(600_000_000)
	d.update()
	d.prompt("boats")
	spend := func(micros int64) {
		d.spent.Month.Charged = micros
		d.s.Handle(jobs.LedgerChanged{ProfileID: 7})
		d.drain()
	}
	later := func() { spend(200_000_000) }
	for name, read := range map[string]func(){"an event": func() { spend(100_000_000) }, "an update": d.update} {
		d.spent.Month.Charged, d.duringPrice = 0, later
		read()
		if got := d.s.foot.budget.Text(); got != "Budget after this: ¥397.20 of ¥600.00 left" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
