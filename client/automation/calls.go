package automation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

// The rows of a page where the caller names none, and the most.
const (
	pageRows = 100
	mostRows = 1000
)

// click is what a caller says of a click besides how it is planned.
type click struct {
	id, most string
	hold     bool
	asked    any // for what: the same ID with anything else is refused
}

// plan makes the orders of a click. The problems stand in its way.
type plan func(db.Profile) ([]jobs.Order, []Problem, error)

// terms are those on which a click may go out, and who pays.
func (s *Server) terms(ctx context.Context, q *request, c click) (how jobs.Terms, p db.Profile, err error) {
	how = jobs.Terms{Hold: c.hold, Click: c.id, Client: q.Client}
	if c.most != "" {
		most, err := client.ParseDecimal(c.most)
		if err != nil || most < 0 {
			return how, p, Usage("max_cost %.40q is no amount: write a decimal such as 5.10", c.most)
		}
		how.Most = jobs.Cap{Micros: int64(most), Set: true}
	}
	if how.Fingerprint, err = fingerprint(q.Call.Call, q.Client, c.asked); err == nil {
		p, err = q.profile(ctx)
	}
	return how, p, err
}

func (s *Server) make(ctx context.Context, q *request, args MakeArgs) (JobsAnswer, error) {
	return s.submit(ctx, q, click{args.RequestID, args.MaxCost, args.Hold, args.Rows}, func(p db.Profile) ([]jobs.Order, []Problem, error) {
		return s.orders(ctx, q, p, args.Rows)
	})
}

// submit makes the jobs of a click, once: where the click is there already nothing is planned and nothing is priced.
func (s *Server) submit(ctx context.Context, q *request, c click, plan plan) (JobsAnswer, error) {
	if !db.IsClickID(c.id) {
		return JobsAnswer{}, Usage("request_id must have 1 to 128 printable characters of ASCII")
	}
	how, p, err := s.terms(ctx, q, c)
	if err != nil {
		return JobsAnswer{}, err
	}
	made, there, err := s.Engine.Clicked(ctx, p.ID, how.Click, how.Fingerprint)
	if err == nil && !there && q.Call.Profile+q.BaseURL == "" { // it may have been made while another profile was in front
		made, there, err = s.Engine.Clicked(ctx, 0, how.Click, how.Fingerprint)
	}
	if err != nil || there {
		return s.again(ctx, made, how, err)
	}
	orders, problems, err := plan(p)
	if err != nil {
		return JobsAnswer{}, err
	}
	if len(orders)+len(problems) == 0 {
		problems = []Problem{{Message: "nothing is missing that can be made now"}}
	}
	if len(problems) > 0 {
		first := problems[0]
		if first.Card != "" {
			first.Message = "card " + first.Card + ": " + first.Message
		}
		return JobsAnswer{}, &Failure{Code: CodeInvalid, Message: first.Message, Field: first.Field, Row: first.Row, Exit: ExitInvalid}
	}
	quote, _, err := s.quote(ctx, q, p, orders, how)
	if err != nil {
		return JobsAnswer{}, err
	}
	made, err = s.Engine.Submit(context.WithoutCancel(ctx), p.ID, orders, how)
	if err != nil {
		return JobsAnswer{}, err
	}
	answer, err := s.begun(ctx, made, how.Hold)
	answer.Quote = &quote
	return answer, err
}

// again answers a click that was made before. What was not sent of it goes out on the terms of this call, so that a script may just ask again.
func (s *Server) again(ctx context.Context, made []db.Job, how jobs.Terms, err error) (JobsAnswer, error) {
	var ids []int64
	for _, j := range made {
		ids = append(ids, j.ID)
	}
	if err == nil && !how.Hold {
		err = s.Engine.Release(context.WithoutCancel(ctx), how, ids...)
		made = s.read(ctx, made)
	}
	if err != nil {
		f := FailureOf(err)
		f.Jobs, _ = s.jobsOf(ctx, made...)
		return JobsAnswer{}, f
	}
	answer, err := s.begun(ctx, made, how.Hold)
	if answer.Repeated = true; len(made) == 0 {
		answer.Exit = ExitNotSent // a person discarded them
	}
	return answer, err
}

// begun is the answer of a call that lets jobs go: what goes on by itself is well, and what was to be held.
func (s *Server) begun(ctx context.Context, list []db.Job, hold bool) (JobsAnswer, error) {
	all, err := s.jobsOf(ctx, list...)
	answer := JobsAnswer{Jobs: all, Exit: ExitOf(slices.DeleteFunc(slices.Clone(all), func(j Job) bool {
		return hold && j.Hold == string(db.HeldByPerson)
	})), Headless: !s.Window}
	if answer.Exit == ExitRunning {
		answer.Exit = ExitDone
	}
	return answer, err
}

// read reads jobs anew. Those that are gone were discarded.
func (s *Server) read(ctx context.Context, list []db.Job) []db.Job {
	now := slices.Clone(list)
	for i, j := range list {
		switch row, err := s.Library.Job(ctx, j.ID); {
		case err == nil:
			now[i] = row
		case errors.Is(err, db.ErrNotFound):
			now[i].State, now[i].Hold = discarded, ""
		}
	}
	return now
}

// quote is the price of orders, and the exit code that a click of them would have.
func (s *Server) quote(ctx context.Context, q *request, p db.Profile, orders []jobs.Order, how jobs.Terms) (Quote, int, error) {
	price, err := s.Engine.Price(ctx, p.ID, orders)
	quote := quoteOf(price)
	if err == nil && q.Client != "" {
		var w jobs.Weighed
		if w, err = s.Engine.WeighClient(ctx, q.Client, price); err != nil {
			return quote, ExitOther, err
		}
		left := func(most *int64, used int64) *Amount {
			if most == nil {
				return nil
			}
			return new(amountOf(Estimated, new(*most-used), price.Currency))
		}
		quote.Approval, quote.DayLeft, quote.Left = string(w.Why), left(w.Grant.Day, w.Day), left(w.Grant.Total, w.Total)
	}
	over := how.Most.Set && (!price.Known || price.Total > how.Most.Micros)
	asks := price.Asks()
	if over || !how.Hold && (quote.Approval != "" || q.Client == "" && asks != jobs.ScopeNone && (asks != jobs.ScopeClick || !how.Most.Set)) {
		return quote, ExitOver, err
	}
	return quote, ExitDone, err
}

func (s *Server) price(ctx context.Context, q *request, args MakeArgs) (PriceAnswer, error) {
	return s.priced(ctx, q, click{most: args.MaxCost, hold: args.Hold}, func(p db.Profile) ([]jobs.Order, []Problem, error) {
		return s.orders(ctx, q, p, args.Rows)
	})
}

// priced says what a click would cost, and how it would end. Nothing is done.
func (s *Server) priced(ctx context.Context, q *request, c click, plan plan) (answer PriceAnswer, err error) {
	how, p, err := s.terms(ctx, q, c)
	if err != nil {
		return answer, err
	}
	orders, problems, err := plan(p)
	if err != nil {
		return answer, err
	}
	answer.Problems = append([]Problem{}, problems...)
	if answer.Quote, answer.Exit, err = s.quote(ctx, q, p, orders, how); len(problems) > 0 {
		answer.Exit = ExitInvalid
	}
	return answer, err
}

// filter chooses the jobs of a call, those of its profile where it names one.
func (s *Server) filter(ctx context.Context, q *request, args JobsArgs) (f db.JobFilter, err error) {
	f = db.JobFilter{Client: args.Client, Limit: min(cmp.Or(max(args.Limit, 0), pageRows), mostRows), BeforeID: args.Before}
	for _, state := range args.States {
		f.States = append(f.States, db.JobState(state))
	}
	if q.Call.Profile+q.BaseURL != "" {
		var p db.Profile
		p, err = q.profile(ctx)
		f.ProfileID = p.ID
	}
	return f, err
}

func (s *Server) jobs(ctx context.Context, q *request, args JobsArgs) (answer JobsAnswer, err error) {
	f, err := s.filter(ctx, q, args)
	if err != nil {
		return answer, err
	}
	read := func() (list []db.Job, err error) {
		if len(args.Refs) > 0 {
			return s.jobsAt(ctx, args.Refs)
		}
		if list, err = s.Library.Jobs(ctx, f); len(list) == f.Limit {
			answer.Before = list[len(list)-1].ID
		}
		return list, err
	}
	if args.Follow {
		t := &teller{s: s, q: q, follows: func(j db.Job) bool {
			return len(args.Refs) == 0 && (f.Client == "" || j.Client == f.Client) && (f.ProfileID == 0 || j.ProfileID == f.ProfileID) && (len(f.States) == 0 || slices.Contains(f.States, j.State))
		}}
		_, err = t.follow(ctx, func() ([]db.Job, error) {
			list, err := read()
			slices.Reverse(list) // the newest last, as what comes
			return list, err
		})
		return answer, err
	}
	list, err := read()
	if err == nil {
		answer.Jobs, err = s.jobsOf(ctx, list...)
	}
	return answer, err
}

func (s *Server) wait(ctx context.Context, q *request, args WaitArgs) (JobsAnswer, error) {
	timed, t := ctx, &teller{s: s, q: q, total: len(args.Refs), patient: args.Seconds > 0}
	if t.patient {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, time.Duration(min(args.Seconds, 1e9)*float64(time.Second)))
		defer cancel()
	}
	list, err := t.follow(timed, func() ([]db.Job, error) { return s.jobsAt(ctx, args.Refs) })
	if err != nil && (timed.Err() == nil || ctx.Err() != nil) { // else the time is up
		return JobsAnswer{}, err
	}
	all, err := s.jobsOf(ctx, s.read(ctx, list)...)
	return JobsAnswer{Jobs: all, Exit: ExitOf(all)}, err
}

// together are jobs with all others that wait for approval with one of them: a person decides about a whole click.
func (s *Server) together(ctx context.Context, refs []string) (all []db.Job, approval bool, err error) {
	named, err := s.jobsAt(ctx, refs)
	for _, j := range named {
		with := []db.Job{j}
		if err == nil && j.State == db.Held && j.Hold == db.HeldApproval {
			approval = true
			with, err = s.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval, Click: j.Click})
		}
		for _, j := range with {
			if !slices.ContainsFunc(all, func(o db.Job) bool { return o.ID == j.ID }) {
				all = append(all, j)
			}
		}
	}
	return all, approval, err
}

func (s *Server) release(ctx context.Context, _ *request, args RefsArgs) (JobsAnswer, error) {
	list, approval, err := s.together(ctx, args.Refs)
	if err != nil {
		return JobsAnswer{}, err
	}
	var how jobs.Terms
	if approval || args.Agree != "" {
		if how.Agreed, err = s.agreed(ctx, list, args.Agree); err != nil {
			return JobsAnswer{}, err
		}
	}
	var ids []int64
	for _, j := range list {
		ids = append(ids, j.ID)
	}
	if err := s.Engine.Release(context.WithoutCancel(ctx), how, ids...); err != nil {
		return JobsAnswer{}, err
	}
	return s.begun(ctx, s.read(ctx, list), false)
}

// agreed is the agreement to what jobs cost now, where a person was shown just that.
func (s *Server) agreed(ctx context.Context, list []db.Job, shown string) (jobs.Agreement, error) {
	if slices.ContainsFunc(list, func(j db.Job) bool { return j.ProfileID != list[0].ProfileID }) {
		return jobs.Agreement{}, Usage("the jobs belong to several profiles: agree to the price of each by itself")
	}
	priced := slices.DeleteFunc(slices.Clone(list), func(j db.Job) bool { return !jobs.CanRelease(j) || j.Hold == db.HeldPaused })
	q, err := s.Engine.PriceJobs(ctx, list[0].ProfileID, priced...)
	quote := quoteOf(q)
	if agree := quote.Agree(); err != nil || agree != "" && agree == shown {
		return q.Agreement(), err
	}
	f := &Failure{Code: CodeApproval, Message: "a person must agree to the price first", Exit: ExitOver, Quote: &quote, Next: []string{NextApprove}}
	f.Jobs, err = s.jobsOf(ctx, list...)
	return jobs.Agreement{}, cmp.Or(err, error(f))
}

func (s *Server) discard(ctx context.Context, _ *request, args RefsArgs) (answer JobsAnswer, err error) {
	list, _, err := s.together(ctx, args.Refs)
	if i := slices.IndexFunc(list, func(j db.Job) bool { return j.State != db.Waiting && j.State != db.Held }); err == nil && i >= 0 {
		err = fmt.Errorf("discard job %.8s: %w", list[i].Ref, db.ErrSent) // before any of them is
	}
	for _, j := range list {
		if err == nil {
			err = s.Engine.Discard(context.WithoutCancel(ctx), j.ID)
		}
	}
	if err == nil {
		answer.Jobs, err = s.jobsOf(ctx, s.read(ctx, list)...)
	}
	return answer, err
}

func (s *Server) track(ctx context.Context, q *request, args TrackArgs) (JobsAnswer, error) {
	p, err := q.profile(ctx)
	if err != nil {
		return JobsAnswer{}, err
	}
	var list []db.Job
	for _, task := range args.Tasks {
		j, err := s.Engine.Track(ctx, p.ID, task)
		var taken *jobs.TaskTakenError
		if errors.As(err, &taken) {
			j, err = taken.Job, nil
		}
		if err != nil {
			f := FailureOf(err)
			f.Jobs, _ = s.jobsOf(ctx, list...)
			return JobsAnswer{}, f
		}
		list = append(list, j)
	}
	return s.begun(ctx, list, false)
}

func (s *Server) find(ctx context.Context, _ *request, args FindArgs) (FindAnswer, error) {
	answer := FindAnswer{Assets: []Asset{}, Unknown: []string{}}
	names, err := s.Library.Names(ctx, s.Now())
	x, errIndex := s.Library.Index(ctx)
	if err = cmp.Or(err, errIndex); err != nil {
		return answer, err
	}
	f, unknown := search.ParseQuery(args.Query).Filter(names)
	for _, term := range unknown {
		answer.Unknown = append(answer.Unknown, term.String())
	}
	rows, err := x.Find(ctx, f)
	if at := slices.IndexFunc(rows, func(r search.Row) bool { return r.ID == args.Before }); err == nil && args.Before != 0 {
		if rows = rows[at+1:]; at < 0 {
			return answer, Usage("the asset that the page before ended with is gone: begin again")
		}
	}
	if limit := min(cmp.Or(max(args.Limit, 0), pageRows), mostRows); len(rows) > limit {
		rows, answer.Before = rows[:limit], rows[limit-1].ID
	}
	var ids []int64
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	found, errRead := s.Library.AssetsByID(ctx, ids)
	for _, a := range found {
		asset, errPath := s.assetOf(a)
		answer.Assets, err = append(answer.Assets, asset), cmp.Or(err, errPath)
	}
	return answer, cmp.Or(err, errRead)
}

func (s *Server) tag(ctx context.Context, _ *request, args TagArgs) (DoneAnswer, error) {
	assets, err := s.assets(ctx, args.Refs...)
	if err != nil {
		return DoneAnswer{}, err
	}
	defer s.Backend.Changed()
	var ids []int64
	for _, a := range assets {
		ids = append(ids, a.ID)
	}
	done := func(_ db.Undo, failed error) { err = cmp.Or(err, failed) }
	for _, tag := range args.Add {
		done(s.Library.AddTag(ctx, tag, ids...))
	}
	for _, tag := range args.Remove {
		done(s.Library.RemoveTag(ctx, tag, ids...))
	}
	if args.Star != nil {
		done(s.Library.StarAll(ctx, ids, *args.Star))
	}
	return DoneAnswer{}, err
}

func (s *Server) costs(ctx context.Context, q *request, args CostsArgs) (CostsAnswer, error) {
	answer := CostsAnswer{Sums: []CostSum{}, Groups: []CostGroup{}}
	chosen, err := s.filter(ctx, q, JobsArgs{Client: args.Client})
	if err != nil {
		return answer, err
	}
	f := ledger.Filter{ProfileID: chosen.ProfileID, Client: args.Client}
	if args.Since+args.Until != "" {
		dates, unknown := search.Query{Terms: []search.Term{{Key: search.KeyDate, Text: args.Since + ".." + args.Until}}}.Filter(search.Names{Now: s.Now()})
		if f.From, f.To = dates.From, dates.To; len(unknown) > 0 {
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
		answer.Sums = append(answer.Sums, costOf(sum))
	}
	chosen.Limit, chosen.States = 0, []db.JobState{db.Waiting, db.Held, db.Sending}
	going, err := s.Library.Jobs(ctx, chosen)
	for _, j := range going {
		if j.State != db.Held || j.GoesOn() || j.Hold == db.HeldPaused {
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
		answer.Groups = append(answer.Groups, CostGroup{g.Key, costOf(g.Sums)})
	}
	return answer, err
}

func costOf(s ledger.Sums) CostSum {
	of := func(kind string, micros int64) Amount { return amountOf(kind, &micros, s.Currency) }
	return CostSum{Currency: s.Currency, Charged: of(Charged, s.Charged), Reserved: of(Reserved, s.Reserved), Planned: of(Planned, 0),
		Unconfirmed: of(Unconfirmed, s.AtRisk), Refunded: of(Refunded, s.Refunded), Unpriced: s.Unpriced}
}

// addPlanned adds a job that goes out without a person, and of which nothing is in the ledger.
func addPlanned(sums []CostSum, j db.Job) []CostSum {
	i := slices.IndexFunc(sums, func(c CostSum) bool { return c.Currency == j.Currency })
	if i < 0 {
		i, sums = len(sums), append(sums, costOf(ledger.Sums{Currency: j.Currency}))
	}
	if c := &sums[i]; j.EstimateMicros == nil {
		c.Unpriced++
	} else {
		c.Planned = amountOf(Planned, new(db.Sum(*c.Planned.Micros, *j.EstimateMicros)), j.Currency)
	}
	return sums
}
