package jobs

import (
	"context"
	"errors"
	"time"

	"viviscope/db"
	"viviscope/db/search"
)

// A job of another program (a client) is checked against the grant that the user gave the program. The check runs in
// the transaction that inserts the job, and whenever the engine releases the job automatically. If the grant does not
// cover it, the whole click waits for the user's approval.

// ApprovalReason is the code of a job that waits for approval. It is also "" for a job with a reason that has passed.
type ApprovalReason string

// Why a click of a client waits for approval.
const (
	ReasonAlways      ApprovalReason = "always"    // every click of the client waits
	ReasonAbove       ApprovalReason = "above"     // the click costs more than the client may spend without approval
	ReasonCapClick    ApprovalReason = "cap_click" // the click is over a cap
	ReasonCapDay      ApprovalReason = "cap_day"
	ReasonCapTotal    ApprovalReason = "cap_total"
	ReasonNoGrant     ApprovalReason = "no_grant" // nothing is granted for the profile
	ReasonEnded       ApprovalReason = "ended"    // the grant has ended
	ReasonNoPrice     ApprovalReason = "no_price" // the price of the click, or of another job of it, is unknown
	ReasonBudgetClick ApprovalReason = "budget_click"
	ReasonBudgetDay   ApprovalReason = "budget_day"
	ReasonBudgetMonth ApprovalReason = "budget_month" // the click exceeds a limit of the profile
	ReasonStopped     ApprovalReason = "stopped"      // clients were switched off
	// the amounts of the grant are in another currency than the prices
	ReasonCurrency ApprovalReason = "currency"
)

// maxApprovals is how many jobs of one client may wait for approval.
const maxApprovals = 100

// The codes of a [ClientError].
const (
	ClientOff     = "off"      // clients are disabled, or this one was removed
	ClientTooMany = "too_many" // too many of its jobs would wait for approval
)

// ClientError reports why a client's click was refused. Nothing was made.
type ClientError struct{ Client, Code string }

// Error implements error.
func (e *ClientError) Error() string { return "client " + e.Client + ": " + e.Code }

// approvalReason returns why a click waits for approval; "" if it does not. today and total are what the client used
// before the click.
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
	if asks := q.ConfirmScope(); asks != ScopeNone {
		return ApprovalReason("budget_" + asks)
	}
	return ""
}

// GrantCheck is the result of checking a client's click against its grant. Amounts are micro-units of the currency of
// the click's quote.
type GrantCheck struct {
	Grant      db.Grant       // the zero value: none
	Day, Total int64          // used before the click, today and since the grant began to count
	Reason     ApprovalReason // why it would wait for approval; "" if it would not
}

// grants checks clicks of clients against their grants.
type grants struct {
	lib      Library
	calendar *calendar
	quotes   *quotes
}

// check implements [Engine.CheckGrant].
func (gs *grants) check(ctx context.Context, client string, q Quote, made ...db.Job) (GrantCheck, error) {
	q, err := q.withRestOfClick(ctx, gs.lib.Budget(), made)
	if err != nil {
		return GrantCheck{}, err
	}
	return gs.checkGrant(ctx, gs.lib.Budget(), client, q)
}

func (gs *grants) checkGrant(ctx context.Context, b db.BudgetReader, client string, q Quote) (w GrantCheck, err error) {
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
	now := gs.calendar.limitTime()
	y, m, d := now.Date()
	day := search.StartOfDay(y, m, d, now.Location())
	today, total, other, err := b.ClientSpent(ctx, client, q.Profile.ID, q.Currency, day, w.Grant.Since)
	if err != nil {
		return GrantCheck{}, err
	}
	more, known := gs.quotes.estimates(q.Table, other)
	w.Day, w.Total, q.Known = db.Sum(today.Used(), more), db.Sum(total.Used(), more), q.Known && known
	w.Reason = approvalReason(w.Grant, q, w.Day, w.Total, now)
	return w, nil
}

// admitClient returns why a new click of a client waits for approval; "" if it does not. Errors: *ClientError.
func (gs *grants) admitClient(ctx context.Context, b db.BudgetReader, how Terms, q Quote) (ApprovalReason, error) {
	w, err := gs.checkGrant(ctx, b, how.Client, q)
	switch {
	case err != nil:
		return "", err
	case w.Reason == ReasonStopped:
		return "", &ClientError{how.Client, ClientOff}
	case w.Reason == "" && !how.Hold:
		return "", nil
	case w.Reason == "": // held on request: it is not released together with jobs that the user held
		w.Reason = ReasonAlways
	}
	waiting, err := b.CountHeldForApproval(ctx, how.Client)
	if err == nil && waiting+len(q.Each) > maxApprovals {
		err = &ClientError{how.Client, ClientTooMany}
	}
	return w.Reason, err
}
