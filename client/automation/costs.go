package automation

import (
	"context"
	"slices"
	"time"

	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

func (s *Server) costs(ctx context.Context, q *request, args CostsArgs) (CostsAnswer, error) {
	answer := CostsAnswer{Sums: []CostSum{}, Groups: []CostGroup{}}
	outgoing, err := s.jobFilter(ctx, q, JobsArgs{Client: args.Client})
	if err != nil {
		return answer, err
	}
	f := ledger.Filter{ProfileID: outgoing.ProfileID, Client: args.Client}
	if args.Since+args.Until != "" {
		between := search.Term{Key: search.KeyDate, Text: args.Since + ".." + args.Until}
		dates, unknown := search.Query{Terms: []search.Term{between}}.Filter(search.Names{Now: s.Now()})
		f.From, f.To = dates.From, dates.To
		if len(unknown) > 0 {
			return answer, Usage("dates are written 2026-11-24, 2026-11, 2026, today or yesterday")
		}
	}
	by := ledger.Grouping(args.By)
	if !slices.Contains([]ledger.Grouping{"", ledger.ByModel, ledger.ByJobKind, ledger.ByDay, ledger.ByClient}, by) {
		return answer, Usage("by must be one of model, kind, day, client")
	}
	sums, err := s.Library.LedgerSums(ctx, f)
	if err != nil {
		return answer, err
	}
	for _, sum := range sums {
		answer.Sums = append(answer.Sums, costSum(sum))
	}
	outgoing.Limit, outgoing.States = 0, []db.JobState{db.Waiting, db.Held, db.Sending}
	list, err := s.Library.Jobs(ctx, outgoing)
	for _, j := range list {
		if j.State != db.Held || j.WaitsForJob() || j.Hold == db.HeldPaused {
			answer.Sums = addPlanned(answer.Sums, j)
		}
	}
	if by == "" || err != nil {
		return answer, err
	}
	groups, err := s.Library.Breakdown(ctx, f, by, s.Now().Location())
	for _, g := range groups {
		if by == ledger.ByDay {
			g.Key = g.Day.Format(time.DateOnly)
		}
		answer.Groups = append(answer.Groups, CostGroup{g.Key, costSum(g.Sums)})
	}
	return answer, err
}

func costSum(s ledger.Sums) CostSum {
	of := func(kind string, micros int64) Amount { return amountOf(kind, &micros, s.Currency) }
	return CostSum{Currency: s.Currency, Charged: of(Charged, s.Charged), Reserved: of(Reserved, s.Reserved),
		Planned:     of(Planned, 0),
		Unconfirmed: of(Unconfirmed, s.AtRisk), Refunded: of(Refunded, s.Refunded), Unpriced: s.Unpriced}
}

// addPlanned adds a job that will be sent without the user and has no ledger entry yet.
func addPlanned(sums []CostSum, j db.Job) []CostSum {
	i := slices.IndexFunc(sums, func(c CostSum) bool { return c.Currency == j.Currency })
	if i < 0 {
		i, sums = len(sums), append(sums, costSum(ledger.Sums{Currency: j.Currency}))
	}
	if c := &sums[i]; j.EstimateMicros == nil {
		c.Unpriced++
	} else {
		c.Planned = amountOf(Planned, new(db.Sum(*c.Planned.Micros, *j.EstimateMicros)), j.Currency)
	}
	return sums
}
