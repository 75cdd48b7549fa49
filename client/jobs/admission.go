package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/search"
)

// Admission is the one door through which money leaves: whether jobs may go out is decided here, in the transaction that inserts
// them or lets them go, and nothing else makes a job `waiting`. What waits counts as used from then on, until the ledger has it, so
// that two clicks never share what is left of a budget, and what was agreed to is not weighed again when its turn comes.

// Terms say how a click is meant.
type Terms struct {
	Hold   bool      // "hold for later", of new jobs: nothing goes out before a person releases it, so nothing is asked
	Agreed Agreement // what a person was shown and said yes to; the zero value: nothing
	Fit    bool      // where the click goes over a budget, what does not fit is held for it, and nobody is asked

	Click       string // ID that the caller gave the click, unique for a profile: with the same one nothing is made again; "": none
	Fingerprint string // of what the caller asked for, hex: another one under the same ID is refused
	Client      string // name of the client that asks, whose grant is weighed too; "": a person
	MaxCost     Cap    // over it nothing is made or let go; a person who gives one has agreed to the amount of a click up to it

	clicked bool // of jobs that the engine lets go by itself: only the budgets are weighed, and nobody is asked
}

// Quote is what a click costs, and how the limits of the profile that pays stand before it. Amounts are micro-units.
type Quote struct {
	Profile    db.Profile
	Table      client.PriceTable // of the profile, as it is now; without prices where there is none
	Currency   string            // of the table; where that has none, the profile's
	Each       []*int64          // the price of each job; nil: it is not known
	Total      int64             // of those whose price is known
	Known      bool              // every price is
	ClickTotal int64             // Total with what left before of the same clicks, where these jobs are the rest of them
	Spent      Spent
	Limits     Limits
}

// Spent is what counts against the budgets of a profile.
type Spent struct{ Today, Month db.Spent }

// Verdict is what the limits say of the click.
func (q Quote) Verdict() Verdict {
	return q.Limits.Judge(q.used(), q.Each)
}

func (q Quote) used() Used { return Used{q.Spent.Today.Used(), q.Spent.Month.Used()} }

// Left is what the budget of a day or a month leaves with the click; its scope is ScopeNone where there is none.
func (q Quote) Left(of Scope) Left {
	l := Limits{WarnPercent: q.Limits.WarnPercent}
	switch of {
	case ScopeDay:
		l.Day = q.Limits.Day
	case ScopeMonth:
		l.Month = q.Limits.Month
	}
	return l.Judge(q.used(), q.Each).Near
}

// Asks is the limit about which a person must be asked before the click goes out: a budget that it passes, else the amount of a
// click; ScopeNone where nothing must be asked.
func (q Quote) Asks() Scope {
	v := q.Verdict()
	switch {
	case q.Known && q.Total == 0: // adds nothing, whatever is used
		return ScopeNone
	case v.Over.Scope != ScopeNone:
		return v.Over.Scope
	case v.Above:
		return ScopeClick
	}
	return ScopeNone
}

// Hold says which jobs [Terms.Fit] holds.
func (q Quote) Hold() []bool { return q.Limits.Plan(q.used(), q.Each) }

// Agreement is what a person was shown of a click: who pays, the limit and what is used of it, and what the click adds. It is
// comparable, and made by [Quote.Agreement] alone. The zero value agrees to nothing.
type Agreement struct {
	profile  int64
	currency string
	scope    Scope
	limit    int64
	used     Used // of the budgets, where one of them is the limit
	adds     int64
	known    bool // every price is
	jobs     int
}

// Agreement is the agreement to this click, at these amounts.
func (q Quote) Agreement() Agreement {
	a := Agreement{profile: q.Profile.ID, currency: q.Currency, scope: q.Asks(), adds: q.Total, known: q.Known, jobs: len(q.Each)}
	switch a.scope {
	case ScopeDay:
		a.limit, a.used = *q.Limits.Day, q.used()
	case ScopeMonth:
		a.limit, a.used = *q.Limits.Month, q.used()
	case ScopeClick:
		a.limit = *q.Limits.Click
	}
	return a
}

// Shown is the agreement to the amount that stood on a button. It passes no limit: about that a person is asked.
func (q Quote) Shown() Agreement {
	q.Limits = Limits{}
	return q.Agreement()
}

// AdmissionError says that a person must be asked, and about what: [Quote.Asks]. It also comes where the amounts are other ones
// than those that were agreed to. Nothing was inserted or let go.
type AdmissionError struct{ Quote Quote }

// Error implements error.
func (e *AdmissionError) Error() string {
	a := e.Quote.Agreement()
	if a.scope == ScopeNone {
		return fmt.Sprintf("the price is %d micro-%s, which is not what was agreed to", a.adds, a.currency)
	}
	return fmt.Sprintf("over the limit of a %s: %d micro-%s more, with %+v used of %d", a.scope, a.adds, a.currency, a.used, a.limit)
}

// admit decides what becomes of a click: which of its jobs are held for a budget, none where hold is nil. Errors: *AdmissionError.
func (how Terms) admit(q Quote) (hold []bool, err error) {
	if how.clicked {
		return q.Hold(), nil
	}
	if other := how.Agreed.profile; other != 0 && other != q.Profile.ID {
		how.Fit = false // that was the answer about another profile
	}
	asks := q.Asks()
	switch agreed := how.Agreed; {
	case agreed.profile == q.Profile.ID && agreed == q.Agreement():
	case agreed.profile == q.Profile.ID && (asks != ScopeNone || !q.Known || agreed.currency != q.Currency || q.Total > agreed.adds):
		return nil, &AdmissionError{q}
	case asks == ScopeNone, asks == ScopeClick && how.MaxCost.Set:
	case !how.Fit || asks == ScopeClick || q.fitting().Above:
		return nil, &AdmissionError{q}
	}
	if how.Fit {
		return q.Hold(), nil
	}
	return nil, nil
}

// fitting is the verdict about those jobs that the budgets leave room for.
func (q Quote) fitting() Verdict {
	var each []*int64
	for i, held := range q.Hold() {
		if !held {
			each = append(each, q.Each[i])
		}
	}
	return q.Limits.Judge(q.used(), each)
}

// Price returns what Submit would say of orders now, and without orders how the limits of a profile stand. Errors: db.ErrNotFound
// for the profile.
func (e *Engine) Price(ctx context.Context, profileID int64, orders []Order) (Quote, error) {
	requests := make([]client.Request, len(orders))
	for i, o := range orders {
		requests[i] = o.measured()
	}
	return e.price(ctx, profileID, requests)
}

// PriceJobs is Price for jobs of a profile as they stand: what it costs now to let them go out, or to send them again.
func (e *Engine) PriceJobs(ctx context.Context, profileID int64, list ...db.Job) (Quote, error) {
	requests := make([]client.Request, len(list))
	for i, j := range list {
		requests[i] = e.measured(j)
	}
	return e.price(ctx, profileID, requests)
}

func (e *Engine) price(ctx context.Context, profileID int64, requests []client.Request) (Quote, error) {
	q, err := e.quote(ctx, e.lib.Books(), profileID, requests, 0)
	if err != nil {
		return Quote{}, fmt.Errorf("price %d jobs of profile %d: %w", len(requests), profileID, err)
	}
	return q, nil
}

// quote prices requests; nil is one that cannot be read. The job with the ID except does not count as used; 0: all do.
func (e *Engine) quote(ctx context.Context, b db.Books, profileID int64, requests []client.Request, except int64) (Quote, error) {
	p, err := b.Profile(ctx, profileID)
	if err != nil {
		return Quote{}, err
	}
	now := e.limitTime()
	table, err := pricesOf(ctx, b, profileID, now)
	if err != nil {
		return Quote{}, err
	}
	q := Quote{Profile: p, Table: table, Currency: table.Currency, Limits: LimitsOf(p), Each: make([]*int64, len(requests))}
	if q.Currency == "" {
		q.Currency = p.Currency
	}
	for i, r := range requests {
		if r != nil {
			q.Each[i] = knownOf(r.Estimate(table))
		}
	}
	q.Total, q.Known = sumOf(q.Each)
	q.ClickTotal = q.Total
	var other []db.Job
	y, m, d := now.Date()
	q.Spent.Today, q.Spent.Month, other, err = b.Spent(ctx, profileID, q.Currency, search.BeginOfDay(y, m, d, now.Location()),
		search.BeginOfDay(y, m, 1, now.Location()), except)
	more, _ := e.estimates(table, other)
	q.Spent.Today.Outgoing, q.Spent.Month.Outgoing = db.Sum(q.Spent.Today.Outgoing, more), db.Sum(q.Spent.Month.Outgoing, more)
	return q, err
}

// estimates adds up what jobs cost by the prices of now, at which they are reserved: what was known then counts no more.
func (e *Engine) estimates(table client.PriceTable, jobs []db.Job) (sum int64, known bool) {
	each := make([]*int64, len(jobs))
	for i, j := range jobs {
		each[i] = knownOf(e.estimate(table, j))
	}
	return sumOf(each)
}

// knownOf is the amount of an estimate; nil where nobody knows it.
func knownOf(est client.Estimate) *int64 {
	if !est.Known {
		return nil
	}
	return new(int64(est.Amount))
}

// insert commits new jobs of a profile, whose requests are those of rows. From here on the click survives everything. Where repeats
// is not nil the one job repeats that one, unless another does already: then that one is returned and nothing is made. orders are those
// that the rows were made of, if any.
func (e *Engine) insert(ctx context.Context, profileID int64, rows []db.Job, requests []client.Request, how Terms, repeats *db.Job, orders ...Order) ([]db.Job, error) {
	if err := e.checkLineage(ctx); err != nil {
		return nil, err
	}
	account := e.conns.account(ctx, profileID)
	defer e.events.flush()
	e.commits.Lock()
	defer e.commits.Unlock()
	if how.Click != "" { // before anything is read that may be other now than it was then
		if made, there, err := e.Clicked(ctx, profileID, how.Click, how.Fingerprint); err != nil || there {
			return made, err
		}
	}
	for i := range rows {
		rows[i].ProfileID, rows[i].Client, rows[i].Account = profileID, how.Client, account
	}
	before, err := e.before(ctx, rows)
	if err == nil && !how.Hold {
		err = e.outlive(ctx, profileID, rows, orders)
	}
	var gone []db.Job
	if err == nil {
		gone, err = e.replacedJobs(ctx, orders, how.Client)
	}
	if err != nil {
		return nil, err
	}
	var made, old []db.Job
	err = e.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		if repeats != nil {
			j, err := tx.Repetition(ctx, *repeats)
			if !errors.Is(err, db.ErrNotFound) {
				old = []db.Job{j}
				return err
			}
		}
		for _, j := range gone { // and counts no more
			if err := tx.Delete(ctx, j.ID); err != nil {
				return err
			}
		}
		q, err := e.quote(ctx, tx.Books, profileID, requests, 0)
		if err != nil {
			return err
		}
		var over []bool
		var why ApprovalReason
		switch {
		case how.Client != "":
			why, err = e.admitClient(ctx, tx.Books, how, q)
		case !how.Hold:
			over, err = how.admit(q)
		}
		if err = cmp.Or(how.checkMaxCost(q), err); err != nil {
			return err
		}
		state, hold := e.firstState(profileID, how)
		refused := e.conns.keyRefused(profileID)
		for i := range rows {
			j := &rows[i]
			if refused { // such a key identifies no account
				j.Account = ""
			}
			j.State, j.Hold, j.Currency, j.EstimateMicros = state, hold, q.Currency, q.Each[i]
			switch {
			case why != "":
				j.State, j.Hold, j.ErrorCode = db.Held, db.HeldApproval, string(why)
			case over != nil && over[i]:
				j.State, j.Hold, j.ErrorCode = db.Held, db.HeldOverBudget, string(q.Verdict().Over.Scope)
			case awaits(*j) && !how.Hold:
				j.State, j.Hold = db.Held, db.HeldAfter
			}
		}
		if made, err = tx.Insert(ctx, rows); err != nil {
			return err
		}
		if how.Click != "" {
			if err := tx.PutClick(ctx, profileID, db.Click{ID: how.Click, Click: made[0].Click, Fingerprint: how.Fingerprint}); err != nil {
				return err
			}
		}
		for i, o := range orders {
			if o.After.Order == 0 {
				continue
			}
			now := made[i]
			now.After = made[o.After.Order-1].ID
			if made[i], err = tx.Update(ctx, made[i], now); err != nil {
				return err
			}
		}
		for i, j := range before { // another waits for it now
			now := j
			now.Priority = 1
			if before[i], err = tx.Update(ctx, j, now); err != nil {
				return err
			}
		}
		return nil
	})
	if how.Click != "" && errors.Is(err, db.ErrExists) { // it came by another owner of the library meanwhile
		old, _, err = e.Clicked(ctx, profileID, how.Click, how.Fingerprint)
		return old, err
	}
	if err != nil || old != nil {
		return old, err
	}
	for _, j := range gone {
		e.forget(j)
	}
	for _, j := range before {
		e.follow(j)
	}
	for _, j := range made {
		e.follow(j)
		e.events.add(changed(j))
		e.log.Info("job", "ref", short(j.Ref), "state", j.State, "kind", j.Kind, "model", j.Model)
	}
	return made, nil
}

// replacedJobs reads the jobs that are discarded with a click, but for those that are gone already, and notes what is hosted for them. A client
// discards its own only.
func (e *Engine) replacedJobs(ctx context.Context, orders []Order, client string) (gone []db.Job, err error) {
	for _, o := range orders {
		for _, id := range o.Replaces {
			j, err := e.lib.Job(ctx, id)
			if err == nil && client != "" && j.Client != client {
				continue
			}
			if err == nil {
				gone, err = append(gone, j), e.leaveInputs(ctx, j)
			}
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return nil, err
			}
		}
	}
	return gone, nil
}

// Release lets held jobs go out: they wait for their turn, which a rate-limited one does not get before the time that the service named, or
// for the job that they come after. Jobs that [CanRelease] says nothing can be done for, or were discarded, are passed over. It works while
// sending is paused: then just these go out. One that waits for approval brings all that do of its click: who releases it approves it.
// Terms of a click that is repeated, or of a client, let go only what is the caller's and was held for a reason that may have passed. The jobs of one
// profile go together, admitted by how as new ones are, at the prices of now: where one costs more than its row says, that is asked about
// too. Those that a pause holds were admitted when they were made. It stops at the first error, such as an *AdmissionError or
// *FrameGoneError; what was released before it, of another profile, stays released.
func (e *Engine) Release(ctx context.Context, how Terms, ids ...int64) error {
	defer e.events.flush()
	e.commits.Lock()
	defer e.commits.Unlock()
	var held []db.Job
	met := map[int64]bool{}
	for _, id := range ids {
		j, err := e.lib.Job(ctx, id)
		if errors.Is(err, db.ErrNotFound) || err == nil && how.Click+how.Client != "" && !repeatable(j, how.Client) {
			continue
		}
		all := []db.Job{j}
		if err == nil && j.Hold == db.HeldApproval {
			all, err = e.lib.Books().JobsOfClick(ctx, j.Click)
			all = slices.DeleteFunc(all, func(o db.Job) bool { return o.Hold != db.HeldApproval })
		}
		if err != nil {
			return fmt.Errorf("release job %d: %w", id, err)
		}
		for _, j := range all {
			if !met[j.ID] && CanRelease(j) {
				held = append(held, j)
			}
			met[j.ID] = true
		}
	}
	for _, part := range grouped(held, func(a, b db.Job) bool { return a.ProfileID == b.ProfileID }) {
		if err := e.release(ctx, part, how); err != nil {
			return fmt.Errorf("release %d jobs of profile %d: %w", len(part), part[0].ProfileID, err)
		}
	}
	return nil
}

// release lets held jobs of one profile go. The caller holds commits, so they are as they were read. What the engine lets go by itself goes
// on the terms of who asked for it: of one client all of it, or of a person.
func (e *Engine) release(ctx context.Context, held []db.Job, how Terms) error {
	var requests []client.Request
	var asked []db.Job // those of the requests, as they were shown
	profileID, asks := held[0].ProfileID, false
	for _, j := range held {
		if j.Hold != db.HeldPaused {
			asked, requests = append(asked, j), append(requests, e.measured(j))
		}
		asks = asks || j.Hold == db.HeldApproval // a yes to what a client asked for: without the amount that was shown it is none
	}
	if !how.clicked { // else nobody can be told; its turn finds out
		if err := e.outlive(ctx, profileID, asked, nil); err != nil {
			return err
		}
	}
	now := make([]db.Job, len(held))
	err := e.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		q, err := e.quote(ctx, tx.Books, profileID, requests, 0)
		if err == nil && (how.Client != "" || how.MaxCost.Set) {
			q, err = q.withRestOfClick(ctx, tx.Books, asked)
		}
		if err != nil {
			return err
		}
		var over []bool
		var weighed GrantCheck
		if how.Client != "" {
			weighed, err = e.checkGrant(ctx, tx.Books, how.Client, q)
		} else {
			over, err = how.admit(q)
		}
		if err = cmp.Or(how.checkMaxCost(q), err); err != nil {
			return err
		}
		for i, j := range asked {
			asks = asks || !how.MaxCost.Set && costsMore(j, q.Each[i], q.Currency)
		}
		if asks && how.Agreed.profile != profileID && !how.clicked && how.Client == "" {
			return &AdmissionError{q}
		}
		n := 0 // of those that are admitted here
		for i, j := range held {
			stays := false
			if j.Hold != db.HeldPaused {
				if !how.clicked || !costsMore(j, q.Each[n], q.Currency) { // else its turn finds out that it is not what was agreed to
					j.Currency, j.EstimateMicros = q.Currency, q.Each[n]
				}
				stays = over != nil && over[n]
				n++
			}
			if j.Client != "" && j.Hold != db.HeldPaused && how.Client == "" && !how.clicked { // by a person
				j.Note = NoteApproved
			} else if how.Client != "" { // by its grant now
				j.Note = ""
			}
			if j.ErrorCode == CodeOtherKey && how.Client+how.Click == "" && !how.clicked { // the user wants it paid with the key of now
				j.Account = ""
			}
			j.ErrorCode, j.ErrorMessage = "", ""
			switch {
			case weighed.Reason != "":
				j.Hold, j.ErrorCode = db.HeldApproval, string(weighed.Reason)
			case stays:
				j.Hold, j.ErrorCode = db.HeldOverBudget, string(q.Verdict().Over.Scope)
			case awaits(j):
				j.Hold = db.HeldAfter
			case (how.clicked || how.Client != "") && e.paused:
				j.Hold = db.HeldPaused
			default:
				if err := move(&j, db.Waiting, e.now()); err != nil {
					return err
				}
			}
			if now[i], err = tx.Update(ctx, held[i], j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, j := range now {
		e.status.wrote(j.ID, nil)
		e.announce(held[i], j)
	}
	return nil
}

// CodePriceRose is the code of a job that is held as over a budget is: it costs more than was agreed to.
const CodePriceRose = "dearer"

// costsMore reports whether a job costs more now than its row says, which is what was agreed to, or nobody knows whether.
func costsMore(j db.Job, now *int64, currency string) bool {
	was := j.EstimateMicros
	return was != nil && (now == nil || *now > *was || j.Currency != currency)
}

// keepAgreed sets what a job was admitted for after a change of its request that was no admission: the delivered frame
// or the address of a picture came into its place. The amount follows an estimate that is lower, or that was not known.
// It never follows a higher one: nobody agreed to that, neither the user nor a budget, a grant or MaxCost, so the turn
// of the job finds it dearer and holds it.
func (e *Engine) keepAgreed(before db.Job, now *db.Job) {
	now.Currency, now.EstimateMicros = before.Currency, before.EstimateMicros
	if sameRequest(before, *now) || !in(before.State, db.Held, db.Waiting) {
		return
	}
	table := e.pricesAt(now.ProfileID, e.now())
	if amount := knownOf(e.estimate(table, *now)); amount != nil && table.Currency == now.Currency && !costsMore(*now, amount, table.Currency) {
		now.EstimateMicros = amount
	}
}

// endPause lets a job go that a pause held: it was admitted when it was made, and has counted as used ever since.
func (s *step) endPause() error {
	if s.Job.State != db.Held || s.Job.Hold != db.HeldPaused {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Waiting}
	}
	s.trouble(trouble{})
	return s.move(db.Waiting)
}

// ErrOtherKind says that a request makes a job of another kind than the one it was to revise: a job keeps its kind.
var ErrOtherKind = errors.New("the request is of another kind than the job")

// Revise gives a held job another request, with what stands in its places; its estimate follows. It stays held. Where a
// pause holds it, or it waits for a key, and it costs more now, it waits for the user instead: nobody agreed to the new
// amount, and the end of the pause shows none. One that waited for another job, or whose picture's link died, waits for
// a person then. Errors: *client.ValidationError; *MoveError for a job that is not held any more; [ErrOtherKind]. On an
// error the job is as it was.
func (e *Engine) Revise(ctx context.Context, id int64, o Order) error {
	return named("revise", id, e.revise(ctx, id, o))
}

func (e *Engine) revise(ctx context.Context, id int64, o Order) error {
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	was, err := e.lib.Job(ctx, id)
	if err != nil {
		return err
	}
	p, err := e.lib.Profile(ctx, was.ProfileID)
	if err != nil {
		return err
	}
	now, err := e.row(ctx, Fitted(p, o), keptFiles{})
	if err != nil {
		return err
	}
	defer e.events.flush()
	e.commits.Lock()
	defer e.commits.Unlock()
	before, err := e.lib.Job(ctx, id)
	if err != nil {
		return err
	}
	switch {
	case before.State != db.Held:
		return &MoveError{ID: id, From: before.State, To: db.Held}
	case before.Kind != now.Kind:
		return ErrOtherKind
	}
	if err := e.leaveInputs(ctx, before); err != nil {
		return err
	}
	defer e.takeDowns.wake.raise()
	job, request := before, e.measured(now)
	if job.Prompt != now.Prompt {
		job.Template = now.Template
	}
	job.Model, job.Prompt, job.Request, job.InputPath, job.Inputs = now.Model, now.Prompt, now.Request, now.InputPath, now.Inputs
	job.After, job.AfterPlace = now.After, now.AfterPlace
	if in(job.Hold, db.HeldAfter, db.HeldFrameGone) {
		job.Hold, job.ErrorCode, job.ErrorMessage = db.HeldByPerson, "", ""
	}
	err = e.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		q, err := e.quote(ctx, tx.Books, job.ProfileID, []client.Request{request}, id)
		if err != nil {
			return err
		}
		more := before.EstimateMicros == nil || costsMore(before, q.Each[0], q.Currency)
		job.Currency, job.EstimateMicros = q.Currency, q.Each[0]
		switch asks := q.Asks(); {
		case !in(job.Hold, db.HeldPaused, db.HeldNoKey, db.HeldKeyRefused) || !more: // a user is asked when it is let go
		case in(asks, ScopeDay, ScopeMonth):
			job.Hold, job.ErrorCode = db.HeldOverBudget, string(asks)
		case asks == ScopeClick, before.EstimateMicros != nil: // of an unknown price every amount was agreed to
			job.Hold, job.ErrorCode, job.ErrorMessage = db.HeldByPerson, "", ""
		}
		job, err = tx.Update(ctx, before, job)
		return err
	})
	if err == nil {
		e.announce(before, job)
	}
	return err
}
