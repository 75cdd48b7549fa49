package automation

import (
	"context"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// click is a caller's order: rows of requests, or cards of a board.
type click struct {
	id, maxCost string
	hold        bool
	order       any // the content of the order: the ID of the click cannot be used for any other

	// plan returns the jobs to make, and the problems that prevent them.
	plan func(db.Profile) ([]jobs.Order, []Problem, error)
	made func([]db.Job) // gets the jobs of a new click; nil: not needed
}

func (s *Server) rowsClick(ctx context.Context, q *request, args MakeArgs) click {
	return click{id: args.RequestID, maxCost: args.MaxCost, hold: args.Hold, order: args.Rows,
		plan: func(p db.Profile) ([]jobs.Order, []Problem, error) {
			return s.readRows(ctx, q, p, args.Rows)
		}}
}

func (s *Server) price(ctx context.Context, q *request, args MakeArgs) (PriceAnswer, error) {
	return s.priceClick(ctx, q, s.rowsClick(ctx, q, args))
}

func (s *Server) make(ctx context.Context, q *request, args MakeArgs) (JobsAnswer, error) {
	return s.makeClick(ctx, q, s.rowsClick(ctx, q, args))
}

// priceClick returns the price of a click, and the exit code that it would have.
func (s *Server) priceClick(ctx context.Context, q *request, c click) (PriceAnswer, error) {
	terms, p, err := c.terms(ctx, q)
	if err != nil {
		return PriceAnswer{}, err
	}
	_, answer, err := s.planClick(ctx, q, c, terms, p)
	return answer, err
}

// makeClick makes the jobs of a click. If they were made before, nothing is planned or priced.
func (s *Server) makeClick(ctx context.Context, q *request, c click) (JobsAnswer, error) {
	if !db.IsClickID(c.id) {
		return JobsAnswer{}, Usage("request_id must have 1 to 128 printable characters of ASCII")
	}
	terms, p, err := c.terms(ctx, q)
	if err != nil {
		return JobsAnswer{}, err
	}
	made, repeated, err := s.Engine.FindClick(ctx, p.ID, terms.Click, terms.Fingerprint)
	// it may have been made while another profile was selected
	if err == nil && !repeated && q.Call.Profile+q.BaseURL == "" {
		made, repeated, err = s.Engine.FindClick(ctx, 0, terms.Click, terms.Fingerprint)
	}
	if err != nil {
		return JobsAnswer{}, err
	}
	if repeated {
		return s.repeatClick(ctx, made, terms)
	}
	orders, price, err := s.planClick(ctx, q, c, terms, p)
	if err != nil {
		return JobsAnswer{}, err
	}
	if len(price.Problems) > 0 {
		first := price.Problems[0]
		f := NewFailure(CodeInvalid, "%s", first.Message)
		f.Field, f.Row = first.Field, first.Row
		if first.Card != "" {
			f.Message = "card " + first.Card + ": " + first.Message
		}
		return JobsAnswer{}, f
	}
	if len(orders) == 0 {
		return JobsAnswer{}, NewFailure(CodeInvalid, "nothing is missing that can be made now")
	}
	made, err = s.Engine.Submit(context.WithoutCancel(ctx), p.ID, orders, terms)
	if err != nil {
		return JobsAnswer{}, err
	}
	if c.made != nil {
		c.made(made)
	}
	answer, err := s.describeSubmitted(ctx, made, terms.Hold)
	answer.Quote = &price.Quote
	return answer, err
}

// terms returns the terms of a click, and the profile that pays.
func (c click) terms(ctx context.Context, q *request) (terms jobs.Terms, p db.Profile, err error) {
	terms = jobs.Terms{Hold: c.hold, Click: c.id, Client: q.Client}
	if c.maxCost != "" {
		maxCost, err := client.ParseDecimal(c.maxCost)
		if err != nil || maxCost < 0 {
			return terms, p, Usage("max_cost %.40q is no amount: write a decimal such as 5.10", c.maxCost)
		}
		terms.MaxCost = jobs.Cap{Micros: int64(maxCost), Set: true}
	}
	if terms.Fingerprint, err = fingerprint(q.Call.Call, q.Client, c.order); err == nil {
		p, err = q.profile(ctx)
	}
	return terms, p, err
}

// planClick returns the jobs of a click, and their price. Nothing is sent.
func (s *Server) planClick(
	ctx context.Context, q *request, c click, terms jobs.Terms, p db.Profile,
) ([]jobs.Order, PriceAnswer, error) {
	orders, problems, err := c.plan(p)
	if err != nil {
		return nil, PriceAnswer{}, err
	}
	quote, err := s.Engine.Price(ctx, p.ID, orders)
	if err != nil {
		return nil, PriceAnswer{}, err
	}
	answer := PriceAnswer{Quote: quoteOf(quote), Problems: append([]Problem{}, problems...)}
	if q.Client != "" {
		w, err := s.Engine.CheckGrant(ctx, q.Client, quote)
		if err != nil {
			return nil, PriceAnswer{}, err
		}
		left := func(limit *int64, used int64) *Amount {
			if limit == nil {
				return nil
			}
			return new(amountOf(Estimated, new(*limit-used), quote.Currency))
		}
		answer.Quote.Approval, answer.Quote.DayLeft, answer.Quote.Left = string(w.Reason), left(w.Grant.Day, w.Day),
			left(w.Grant.Total, w.Total)
	}
	asks, over := quote.ConfirmScope(), terms.MaxCost.Set && (!quote.Known || quote.Total > terms.MaxCost.Micros)
	// max_cost agrees to the amount of a click
	agreed := asks == jobs.ScopeNone || asks == jobs.ScopeClick && terms.MaxCost.Set
	switch {
	case len(problems) > 0:
		answer.Exit = ExitInvalid
	case over, !terms.Hold && (q.Client == "" && !agreed || answer.Quote.Approval != ""):
		answer.Exit = ExitOver
	}
	return orders, answer, nil
}

// repeatClick answers a click that was made before. It releases the jobs that were not sent, with the terms of this
// call, so that a script can simply repeat the call.
func (s *Server) repeatClick(ctx context.Context, made []db.Job, terms jobs.Terms) (JobsAnswer, error) {
	if len(made) == 0 {
		return JobsAnswer{}, NewFailure(CodeDiscarded,
			"a person discarded what the click %s ordered: only another ID orders it again", terms.Click)
	}
	if !terms.Hold {
		err := s.Engine.Release(context.WithoutCancel(ctx), terms, jobIDs(made)...)
		made = s.reread(ctx, made)
		if err != nil {
			return JobsAnswer{}, s.failureWith(ctx, FailureOf(err), made)
		}
	}
	answer, err := s.describeSubmitted(ctx, made, terms.Hold)
	answer.Repeated = true
	return answer, err
}
