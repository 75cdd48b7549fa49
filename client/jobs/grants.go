package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/search"
)

// What other programs ask for is weighed by what a person granted them, in the transaction that inserts their jobs and whenever the engine
// lets one of these go by itself. What the grant does not cover waits for a person's approval, a click as a whole.

// Cap is the most that a click may cost, in micro-units of the currency of the profile's prices. The zero value is none.
type Cap struct {
	Micros int64
	Set    bool
}

// ApprovalReason is the code of a job that waits for approval; "" is also that of one whose reason passed.
type ApprovalReason string

// Why a click of a client waits for approval.
const (
	ReasonAlways      ApprovalReason = "always"    // all of its clicks do
	ReasonAbove       ApprovalReason = "above"     // the click costs more than the client may spend without
	ReasonCapClick    ApprovalReason = "cap_click" // the click is over a cap
	ReasonCapDay      ApprovalReason = "cap_day"
	ReasonCapTotal    ApprovalReason = "cap_total"
	ReasonNoGrant     ApprovalReason = "no_grant" // nothing is granted for the profile
	ReasonEnded       ApprovalReason = "ended"    // the grant has ended
	ReasonNoPrice     ApprovalReason = "no_price" // nobody knows what it costs, or what another job of the client does
	ReasonBudgetClick ApprovalReason = "budget_click"
	ReasonBudgetDay   ApprovalReason = "budget_day"
	ReasonBudgetMonth ApprovalReason = "budget_month" // a limit of the profile stands in the way
	ReasonStopped     ApprovalReason = "stopped"      // clients were switched off
	ReasonCurrency    ApprovalReason = "currency"     // the amounts of the grant are in another currency than the prices
)

// maxApprovals is how many jobs of one client may wait for approval.
const maxApprovals = 100

// ClickTakenError says that the ID of a click stands for another request. Nothing was made.
type ClickTakenError struct{ ID string }

// Error implements error.
func (e *ClickTakenError) Error() string {
	return "the click " + e.ID + " was another request: give this one an ID of its own"
}

// MaxCostError says that a click costs more than [Terms.MaxCost], or that nobody knows what it costs. Nothing was made or let go.
type MaxCostError struct {
	Quote   Quote
	MaxCost client.Micros
}

// Error implements error.
func (e *MaxCostError) Error() string {
	currency := e.Quote.Currency
	if !e.Quote.Known {
		return fmt.Sprintf("the price is not known, so max_cost %s %s cannot be kept", e.MaxCost.Decimal(currency), currency)
	}
	price := client.Micros(e.Quote.ClickTotal).Decimal(currency)
	return fmt.Sprintf("the price %s %s is above max_cost %s %s", price, currency, e.MaxCost.Decimal(currency), currency)
}

// checkMaxCost reports whether a click costs at most what its terms say. Errors: *MaxCostError.
func (how Terms) checkMaxCost(q Quote) error {
	if how.MaxCost.Set && (!q.Known || q.ClickTotal > how.MaxCost.Micros) {
		return &MaxCostError{q, client.Micros(how.MaxCost.Micros)}
	}
	return nil
}

// withRestOfClick adds to a quote of jobs that were made before what else left of their clicks. The jobs are listed by click. What a click
// may cost holds for all of it, in however many parts it leaves.
func (q Quote) withRestOfClick(ctx context.Context, b db.Books, jobs []db.Job) (Quote, error) {
	ids := make([]int64, len(jobs))
	for i, j := range jobs {
		ids[i] = j.ID
	}
	for i, j := range jobs {
		if i > 0 && j.Click == jobs[i-1].Click {
			continue
		}
		left, known, err := b.ClickUsed(ctx, j.Click, q.Currency, ids...)
		if err != nil {
			return q, err
		}
		if q.ClickTotal, q.Known = db.Sum(q.ClickTotal, left), q.Known && known; q.Limits.Click != nil {
			q.Limits.Click = new(*q.Limits.Click - left)
		}
	}
	return q, nil
}

// The codes of a [ClientError].
const (
	ClientOff     = "off"      // clients are switched off, or this one is none any more
	ClientTooMany = "too_many" // more of its jobs would wait for approval than may
)

// ClientError says why nothing is taken from a client. Nothing was made.
type ClientError struct{ Client, Code string }

// Error implements error.
func (e *ClientError) Error() string { return "client " + e.Client + ": " + e.Code }

// approvalReason says why a click waits for a person, by its price, what the client used today and in total, and the time; "" where it may go.
func approvalReason(g db.Grant, q Quote, today, total int64, now time.Time) ApprovalReason {
	over := func(limit *int64, micros int64) bool { return limit != nil && micros > *limit }
	switch {
	case !g.EndsAt.IsZero() && !now.Before(g.EndsAt):
		return ReasonEnded
	case !q.Known:
		return ReasonNoPrice
	case over(g.Click, q.ClickTotal):
		return ReasonCapClick
	case over(g.Day, db.Sum(today, q.Total)):
		return ReasonCapDay
	case over(g.Total, db.Sum(total, q.Total)):
		return ReasonCapTotal
	case g.Approve == db.ApproveAbove && g.Above != nil:
		if q.ClickTotal > *g.Above {
			return ReasonAbove
		}
	case g.Approve != db.ApproveNever:
		return ReasonAlways
	}
	if asks := q.Asks(); asks != ScopeNone {
		return ApprovalReason("budget_" + asks)
	}
	return ""
}

// GrantCheck is how a client stands with a click. Amounts are micro-units of the currency of the click's quote.
type GrantCheck struct {
	Grant      db.Grant       // the zero value: none
	Day, Total int64          // used before the click, today and since the grant counts
	Reason     ApprovalReason // it would wait for approval; "": it would not
}

// CheckGrant says what a client's click would come to now; of one that was made before, made are the jobs of the quote. Nothing is done.
func (e *Engine) CheckGrant(ctx context.Context, client string, q Quote, made ...db.Job) (GrantCheck, error) {
	q, err := q.withRestOfClick(ctx, e.lib.Books(), made)
	if err != nil {
		return GrantCheck{}, err
	}
	return e.checkGrant(ctx, e.lib.Books(), client, q)
}

func (e *Engine) checkGrant(ctx context.Context, b db.Books, client string, q Quote) (w GrantCheck, err error) {
	c, on, err := b.Client(ctx, client)
	if errors.Is(err, db.ErrNotFound) || err == nil && (!on || c.Token == "") {
		return GrantCheck{Reason: ReasonStopped}, nil
	}
	if err != nil {
		return GrantCheck{}, err
	}
	if w.Grant, err = b.Grant(ctx, client, q.Profile.ID); errors.Is(err, db.ErrNotFound) {
		return GrantCheck{Reason: ReasonNoGrant}, nil
	}
	if err != nil {
		return GrantCheck{}, err
	}
	if g := w.Grant; g.Currency != q.Currency && (g.Above != nil || g.Click != nil || g.Day != nil || g.Total != nil) {
		return GrantCheck{Grant: db.Grant{Currency: g.Currency}, Reason: ReasonCurrency}, nil
	}
	now := e.limitTime()
	y, m, d := now.Date()
	today, total, other, err := b.ClientSpent(ctx, client, q.Profile.ID, q.Currency, search.BeginOfDay(y, m, d, now.Location()), w.Grant.Since)
	if err != nil {
		return GrantCheck{}, err
	}
	more, known := e.estimates(q.Table, other)
	w.Day, w.Total, q.Known = db.Sum(today.Used(), more), db.Sum(total.Used(), more), q.Known && known
	w.Reason = approvalReason(w.Grant, q, w.Day, w.Total, now)
	return w, nil
}

// admitClient decides about a new click of a client: why all of it waits for approval; "" where it goes. Errors: *ClientError.
func (e *Engine) admitClient(ctx context.Context, b db.Books, how Terms, q Quote) (ApprovalReason, error) {
	w, err := e.checkGrant(ctx, b, how.Client, q)
	switch {
	case err != nil:
		return "", err
	case w.Reason == ReasonStopped:
		return "", &ClientError{how.Client, ClientOff}
	case w.Reason == "" && !how.Hold:
		return "", nil
	case w.Reason == "": // for later: it goes with nothing that a person held
		w.Reason = ReasonAlways
	}
	waiting, err := b.HeldForApproval(ctx, how.Client)
	if err == nil && waiting+len(q.Each) > maxApprovals {
		err = &ClientError{how.Client, ClientTooMany}
	}
	return w.Reason, err
}

// Clicked returns the jobs that a click with an ID made, none where they were discarded, and whether there was such a
// click with the profile, or one of the same fingerprint with another profile of its address. profileID 0 stands for any
// profile: then only a click of the same fingerprint counts. Whoever repeats a click asks this before anything is planned or priced, which may come
// out otherwise now. Errors: *ClickTakenError where the fingerprint is another one; *ClickLostError where the click was
// sent, and the library does not contain it any more.
func (e *Engine) Clicked(ctx context.Context, profileID int64, id, fingerprint string) (made []db.Job, there bool, err error) {
	all, err := e.lib.Books().ClicksOf(ctx, id)
	if err != nil {
		return nil, false, err
	}
	same := slices.DeleteFunc(slices.Clone(all), func(c db.Click) bool { return c.Fingerprint != fingerprint })
	c := firstOf(all, func(c db.Click) bool { return c.ProfileID == profileID })
	switch {
	case c.ID != "" || len(same) == 0:
	case profileID == 0:
		c = same[0]
	default:
		if c, err = e.clickAtAddress(ctx, profileID, same); err != nil {
			return nil, false, err
		}
	}
	switch {
	case c.ID == "":
		return nil, false, e.lostClick(ctx, id)
	case c.Fingerprint != fingerprint:
		return nil, false, &ClickTakenError{id}
	}
	made, err = e.lib.Books().JobsOfClick(ctx, c.Click)
	return made, err == nil, err
}

// clickAtAddress returns the first of some clicks whose profile has the address of a profile, or the zero value. Older
// versions made a profile for each spelling of an address.
func (e *Engine) clickAtAddress(ctx context.Context, profileID int64, all []db.Click) (db.Click, error) {
	p, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return db.Click{}, err
	}
	for _, c := range all {
		q, err := e.lib.Profile(ctx, c.ProfileID)
		if err != nil {
			return db.Click{}, err
		}
		if p.Sandbox == q.Sandbox && (p.Sandbox || client.SameService(p.BaseURL, q.BaseURL)) {
			return c, nil
		}
	}
	return db.Click{}, nil
}

// firstOf returns the first value of a list that matches, or the zero value.
func firstOf[T any](all []T, matches func(T) bool) (first T) {
	if i := slices.IndexFunc(all, matches); i >= 0 {
		first = all[i]
	}
	return first
}

// StopClients has nothing more of a client go out, of all of them where name is "": what waits, or would go out by itself, waits for
// approval. Tasks at the service go on. It is for after a person has switched clients off, or has taken a token or a grant away.
func (e *Engine) StopClients(ctx context.Context, name string) error {
	defer e.events.flush()
	err := e.moveAll(ctx, db.JobFilter{States: []db.JobState{db.Waiting, db.Held}, Client: name}, func(s *step) error {
		j := s.Job
		if j.Client == "" || j.State != db.Waiting && !in(j.Hold, db.HeldPaused, db.HeldAfter, db.HeldNoKey, db.HeldKeyRefused) {
			return &MoveError{ID: j.ID, From: j.State, To: db.Held}
		}
		j.State, j.Hold = db.Held, db.HeldApproval
		s.trouble(trouble{Code: string(ReasonStopped)})
		return nil
	})
	if err != nil {
		return fmt.Errorf("stop clients: %w", err)
	}
	return nil
}

// CanReleaseTogether reports whether a person can let a job go with others. What waits for approval goes by its click alone.
func CanReleaseTogether(j db.Job) bool { return CanRelease(j) && j.Hold != db.HeldApproval }

// repeatable reports whether a repeated click may let a job of it go, of a client its own: nothing left, for a reason that may be gone.
func repeatable(j db.Job, client string) bool {
	return j.Client == client && in(j.Hold, db.HeldNotSent, db.HeldRateLimited, db.HeldNoKey, db.HeldKeyRefused, db.HeldOverBudget)
}

// NoteApproved stands on a client's job that a person approved: it leaves at that price without being weighed by a grant again.
const NoteApproved = "a person approved it"

// grantee is the client by whose grant a job is weighed that the engine lets go; "" where a person asked for it, or approved it.
func grantee(j db.Job) string {
	if j.Note == NoteApproved {
		return ""
	}
	return j.Client
}

// grouped parts jobs into those that belong together, in the order of the first of each.
func grouped(jobs []db.Job, together func(a, b db.Job) bool) (parts [][]db.Job) {
	for _, j := range jobs {
		i := slices.IndexFunc(parts, func(p []db.Job) bool { return together(p[0], j) })
		if i < 0 {
			i, parts = len(parts), append(parts, nil)
		}
		parts[i] = append(parts[i], j)
	}
	return parts
}
