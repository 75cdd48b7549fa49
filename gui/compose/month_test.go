package compose

import (
	"context"
	"errors"
	"testing"
	"time"
	"viviscope/client/jobs"

	"viviscope/db"
	"viviscope/gui/compose/form"
)

func TestTheBudgetAfterThis(t *testing.T) {
	for _, c := range []struct {
		name    string
		budget  *int64
		sandbox bool
		month   Month
		want    string
	}{
		{"what is left", micros(600_000_000), false, Month{Charged: 216_540_000}, "Budget after this: ¥380.66 of ¥600.00"},
		{"what waits counts", micros(600_000_000), false, Month{Charged: 200_000_000, Waiting: 16_540_000}, "Budget after this: ¥380.66 of ¥600.00"},
		{"nothing left is not over", micros(2_800_000), false, Month{}, "Budget after this: ¥0.00 of ¥2.80, over 80 % used"},
		{"no budget", nil, false, Month{Charged: 216_540_000}, ""},
		{"the sandbox is not real", micros(1), true, Month{Charged: 216_540_000}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			d.acct.BudgetMicros, d.acct.Sandbox = c.budget, c.sandbox
			d.month(c.month)
			d.update()
			d.prompt("boats")
			got := ""
			if d.s.foot.budget.Visible() {
				got = d.s.foot.budget.Text()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			d.s.Generate()
			d.drain()
			if words, _ := d.sheet(); len(d.clicks) != 1 || words != nil {
				t.Errorf("%d clicks, asked %q", len(d.clicks), words)
			}
		})
	}
}

func TestAMonthThatCannotBeReadAsks(t *testing.T) {
	d := newDesk(t)
	d.acct.BudgetMicros = micros(600_000_000)
	d.s.clicks.questions.Month = func(context.Context, int64) (Month, error) { return Month{}, errors.New("disk") }
	d.update()
	d.prompt("boats")
	d.s.Generate()
	d.drain()
	if words, _ := d.sheet(); len(words) == 0 || len(d.clicks) != 0 {
		t.Errorf("%d clicks, asked %q", len(d.clicks), words)
	}
}

func TestTheMonthIsReadFromTheBooks(t *testing.T) {
	b := &books{totals: db.Totals{Currency: "CNY", Charged: 10, Reserved: 20, Unconfirmed: 30, Refunded: 1000}, waiting: []db.Job{
		{EstimateMicros: micros(5), Currency: "CNY"}, {Currency: "CNY"}, {EstimateMicros: micros(7), Currency: "USD"}}}
	m, err := ReadMonth(t.Context(), b, 7, time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC))
	if err != nil || m != (Month{Charged: 10, Reserved: 20, Unconfirmed: 30, Waiting: 5, Today: 60}) || m.Used() != 65 {
		t.Errorf("%+v, %v", m, err)
	}
	if !b.from.Equal(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)) || !b.to.Equal(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("from %v to %v", b.from, b.to)
	}
}

func (b *books) Totals(_ context.Context, _ int64, from, to time.Time) (db.Totals, error) {
	b.from, b.to = from, to
	return b.totals, nil
}

func (b *books) Jobs(_ context.Context, f db.JobFilter) ([]db.Job, error) {
	if f.ProfileID != 7 || len(f.States) != 1 || f.States[0] != db.Waiting {
		return nil, errors.New("asked for others")
	}
	return b.waiting, nil
}

type books struct {
	totals   db.Totals
	waiting  []db.Job
	from, to time.Time
}

func TestTheTighterBudgetIsNamed(t *testing.T) {
	d := newDesk(t)
	d.acct.BudgetMicros, d.acct.DayBudgetMicros, d.acct.WarnPercent = micros(600_000_000), micros(20_000_000), 90
	d.month(Month{Charged: 216_540_000, Today: 15_000_000})
	d.update()
	d.prompt("boats")
	if got := d.s.foot.budget.Text(); got != "Today’s budget after this: ¥2.20 of ¥20.00" {
		t.Errorf("the foot says %q", got)
	}
	d.month(Month{Charged: 216_540_000, Today: 15_300_000})
	d.update()
	if got := d.s.foot.budget.Text(); got != "Today’s budget after this: ¥1.90 of ¥20.00, over 90 % used" {
		t.Errorf("the foot says %q", got)
	}
	d.month(Month{Charged: 216_540_000, Today: 18_000_000})
	d.update()
	d.s.Generate()
	d.drain()
	words, _ := d.sheet()
	if len(words) != 2 || words[0] != "Over today’s budget" || words[1] != "¥18.00 of ¥20.00 is used today. This job adds ¥2.80." {
		t.Errorf("asked %q", words)
	}
	d.answer("Hold it")
	d.drain()
	if len(d.clicks) != 1 || d.how.Over != jobs.HoldWhatDoesNotFit || d.how.Hold {
		t.Errorf("%d clicks, %+v", len(d.clicks), d.how)
	}
}

// Of a batch what fits goes, and the rest is held.
func TestWhatFitsABudgetGoes(t *testing.T) {
	d := newDesk(t)
	d.acct.BudgetMicros = micros(6_000_000)
	d.month(Month{})
	d.update()
	d.prompt("boats")
	d.s.edit(func(f *form.Form) { f.Text.Clips = 3 })
	d.s.Generate()
	d.drain()
	d.answer("Send 2, hold 1")
	d.drain()
	if len(d.clicks) != 1 || d.clicks[0].Jobs() != 3 || d.how.Over != jobs.HoldWhatDoesNotFit {
		t.Errorf("%d clicks, %+v", len(d.clicks), d.how)
	}
}
