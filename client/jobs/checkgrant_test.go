package jobs

import (
	"testing"
	"time"

	"viviscope/db"
)

// Checks the decision about a client's click at, below and above each amount. A click costs 10 unless stated otherwise.
func TestCheckGrant(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	n := func(micros int64) *int64 { return &micros }
	never := db.Grant{Approve: db.ApproveNever}
	with := func(set func(*db.Grant)) db.Grant {
		g := never
		set(&g)
		return g
	}
	click := func(micros int64) db.Grant { return with(func(g *db.Grant) { g.Click = n(micros) }) }
	day := func(micros int64) db.Grant { return with(func(g *db.Grant) { g.Day = n(micros) }) }
	total := func(micros int64) db.Grant { return with(func(g *db.Grant) { g.Total = n(micros) }) }
	above := func(micros int64) db.Grant {
		return with(func(g *db.Grant) { g.Approve, g.Above = db.ApproveAbove, n(micros) })
	}
	ends := func(at time.Time) db.Grant { return with(func(g *db.Grant) { g.EndsAt = at }) }
	all := db.Grant{Approve: db.ApproveAlways, Click: n(9), Day: n(9), Total: n(9), EndsAt: now}
	const huge = 1<<63 - 1
	for name, c := range map[string]struct {
		grant      db.Grant
		price      int64 // 0: 10; below 0: nothing
		unknown    bool
		day, total int64
		limits     Limits
		used       int64 // of the profile
		want       ApprovalReason
	}{
		"never, no cap":              {grant: never, want: ""},
		"never, dear":                {grant: never, price: huge, want: ""},
		"no price":                   {grant: never, unknown: true, want: ReasonNoPrice},
		"no price, caps far off":     {grant: click(huge), unknown: true, want: ReasonNoPrice},
		"no price, some of it known": {grant: click(5), unknown: true, want: ReasonNoPrice},
		"always":                     {grant: db.Grant{Approve: db.ApproveAlways}, want: ReasonAlways},
		"always, costs nothing":      {grant: db.Grant{Approve: db.ApproveAlways}, price: -1, want: ReasonAlways},
		"the zero grant":             {grant: db.Grant{}, want: ReasonAlways},
		"a word of a later version":  {grant: db.Grant{Approve: "weekly"}, want: ReasonAlways},
		"above, under":               {grant: above(11), want: ""},
		"above, at":                  {grant: above(10), want: ""},
		"above, over":                {grant: above(9), want: ReasonAbove},
		"above nothing":              {grant: above(0), price: 1, want: ReasonAbove},
		"above nothing, for nothing": {grant: above(0), price: -1, want: ""},
		"above, no amount": {grant: with(func(g *db.Grant) {
			g.Approve = db.ApproveAbove
		}), want: ReasonAlways},
		"amount without above":        {grant: with(func(g *db.Grant) { g.Above = n(1) }), want: ""},
		"click, under":                {grant: click(11), want: ""},
		"click, at":                   {grant: click(10), want: ""},
		"click, over":                 {grant: click(9), want: ReasonCapClick},
		"click, nothing may be spent": {grant: click(0), price: 1, want: ReasonCapClick},
		"click, costs nothing":        {grant: click(0), price: -1, want: ""},
		"click, used is no matter":    {grant: click(10), day: 100, total: 100, want: ""},
		"day, under":                  {grant: day(31), day: 20, want: ""},
		"day, at":                     {grant: day(30), day: 20, want: ""},
		"day, over":                   {grant: day(29), day: 20, want: ReasonCapDay},
		"day, over by itself":         {grant: day(9), want: ReasonCapDay},
		"day, total is no matter":     {grant: day(10), total: 100, want: ""},
		"day, used up":                {grant: day(20), day: 20, price: 1, want: ReasonCapDay},
		"day, too large to add up":    {grant: day(huge - 1), day: huge - 5, want: ReasonCapDay},
		"total, under":                {grant: total(31), total: 20, want: ""},
		"total, at":                   {grant: total(30), total: 20, want: ""},
		"total, over":                 {grant: total(29), total: 20, want: ReasonCapTotal},
		"total, over by itself":       {grant: total(9), want: ReasonCapTotal},
		"total, the day is no matter": {grant: total(10), day: 100, want: ""},
		"total, too large to add up":  {grant: total(huge - 1), total: huge - 5, want: ReasonCapTotal},
		"total, given back":           {grant: total(10), total: -5, price: 15, want: ""},
		"ends later":                  {grant: ends(now.Add(time.Millisecond)), want: ""},
		"ends now":                    {grant: ends(now), want: ReasonEnded},
		"ended":                       {grant: ends(now.Add(-time.Hour)), want: ReasonEnded},
		"all of it, the end first":    {grant: all, unknown: true, day: 9, total: 9, want: ReasonEnded},
		"caps before always":          {grant: db.Grant{Approve: db.ApproveAlways, Total: n(9)}, want: ReasonCapTotal},
		"click before day and total": {grant: with(func(g *db.Grant) {
			g.Click, g.Day, g.Total = n(9), n(9), n(9)
		}), want: ReasonCapClick},
		"day before total": {grant: with(func(g *db.Grant) {
			g.Day, g.Total = n(9), n(9)
		}), want: ReasonCapDay},
		"budget, at": {grant: never, limits: Limits{Click: n(10), Day: n(30), Month: n(30)}, used: 20,
			want: ""},
		"budget of a click":     {grant: never, limits: Limits{Click: n(9)}, want: ReasonBudgetClick},
		"budget of a day":       {grant: never, limits: Limits{Day: n(29)}, used: 20, want: ReasonBudgetDay},
		"budget of a month":     {grant: never, limits: Limits{Month: n(29)}, used: 20, want: ReasonBudgetMonth},
		"budget, costs nothing": {grant: never, limits: Limits{Month: n(10)}, used: 20, price: -1, want: ""},
		"budget, below above":   {grant: above(10), limits: Limits{Month: n(9)}, want: ReasonBudgetMonth},
		"always before budget": {grant: db.Grant{Approve: db.ApproveAlways}, limits: Limits{Month: n(9)},
			want: ReasonAlways},
	} {
		price := c.price
		switch {
		case price == 0:
			price = 10
		case price < 0:
			price = 0
		}
		q := Quote{Each: []*int64{&price}, Total: price, ClickTotal: price, Known: true, Limits: c.limits,
			Spent: Spent{db.Spent{Charged: c.used}, db.Spent{Charged: c.used}}}
		if c.unknown {
			q.Each, q.Known = append(q.Each, nil), false
		}
		if got := approvalReason(c.grant, q, c.day, c.total, now); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
