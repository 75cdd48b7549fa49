package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// Admission is the one door through which money leaves: whether jobs may go out is decided here, in the transaction
// that inserts them or lets them go, and nothing else makes a job `waiting`. What waits counts as used from then on,
// until the ledger has it, so that two clicks never share what is left of a budget, and what was agreed to is not
// weighed again when its turn comes.

// admission inserts jobs and lets them go.
type admission struct {
	*lifetime
	lib       Library
	events    *bus
	status    *status
	records   *records
	conns     *connections
	pause     *pauseSwitch
	lineage   *lineage
	clicks    *clicks
	inputs    *inputStore
	takeDowns *takeDowns
	forecast  *forecast
	quotes    *quotes
	grants    *grants
}

// insert commits new jobs of a profile, whose requests are those of rows. From here on the click survives everything.
// Where repeats is not nil the one job repeats that one, unless another does already: then that one is returned and
// nothing is made. orders are those that the rows were made of, if any.
func (a *admission) insert(ctx context.Context, profileID int64, rows []db.Job, requests []client.Request, how Terms,
	repeats *db.Job, orders ...Order) ([]db.Job, error) {
	if err := a.lineage.check(ctx); err != nil {
		return nil, err
	}
	account := a.conns.account(ctx, profileID)
	defer a.events.flush()
	a.records.commits.Lock()
	defer a.records.commits.Unlock()
	if how.Click != "" { // before anything is read that may be other now than it was then
		if made, there, err := a.clicks.clicked(ctx, profileID, how.Click, how.Fingerprint); err != nil || there {
			return made, err
		}
	}
	for i := range rows {
		rows[i].ProfileID, rows[i].Client, rows[i].Account = profileID, how.Client, account
	}
	before, err := a.predecessors(ctx, rows)
	if err == nil && !how.Hold {
		err = a.forecast.outlive(ctx, profileID, rows, orders)
	}
	var gone []db.Job
	if err == nil {
		gone, err = a.replacedJobs(ctx, orders, how.Client)
	}
	if err != nil {
		return nil, err
	}
	var made, old []db.Job
	err = a.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
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
		q, err := a.quotes.quote(ctx, tx.Books, profileID, requests, 0)
		if err != nil {
			return err
		}
		var over []bool
		var why ApprovalReason
		switch {
		case how.Client != "":
			why, err = a.grants.admitClient(ctx, tx.Books, how, q)
		case !how.Hold:
			over, err = how.admit(q)
		}
		if err = cmp.Or(how.checkMaxCost(q), err); err != nil {
			return err
		}
		state, hold := a.pause.firstState(profileID, how.Hold)
		refused := a.conns.keyRefused(profileID)
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
			click := db.Click{ID: how.Click, Click: made[0].Click, Fingerprint: how.Fingerprint}
			if err := tx.PutClick(ctx, profileID, click); err != nil {
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
		old, _, err = a.clicks.clicked(ctx, profileID, how.Click, how.Fingerprint)
		return old, err
	}
	if err != nil || old != nil {
		return old, err
	}
	for _, j := range gone {
		a.records.forget(j)
	}
	for _, j := range before {
		a.records.lists.follow(j)
	}
	for _, j := range made {
		a.records.lists.follow(j)
		a.events.add(changed(j))
		a.log.Info("job", "ref", short(j.Ref), "state", j.State, "kind", j.Kind, "model", j.Model)
	}
	return made, nil
}

// replacedJobs reads the jobs that are discarded with a click, but for those that are gone already, and notes what is
// hosted for them. A client discards its own only.
func (a *admission) replacedJobs(ctx context.Context, orders []Order, client string) (gone []db.Job, err error) {
	for _, o := range orders {
		for _, id := range o.Replaces {
			j, err := a.lib.Job(ctx, id)
			if err == nil && client != "" && j.Client != client {
				continue
			}
			if err == nil {
				gone, err = append(gone, j), a.takeDowns.leaveInputs(ctx, j)
			}
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return nil, err
			}
		}
	}
	return gone, nil
}

// releaseJobs implements [Engine.Release].
func (a *admission) releaseJobs(ctx context.Context, how Terms, ids ...int64) error {
	defer a.events.flush()
	a.records.commits.Lock()
	defer a.records.commits.Unlock()
	var held []db.Job
	met := map[int64]bool{}
	for _, id := range ids {
		j, err := a.lib.Job(ctx, id)
		if errors.Is(err, db.ErrNotFound) || err == nil && how.Click+how.Client != "" && !repeatable(j, how.Client) {
			continue
		}
		all := []db.Job{j}
		if err == nil && j.Hold == db.HeldApproval {
			all, err = a.lib.Books().JobsOfClick(ctx, j.Click)
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
		if err := a.release(ctx, part, how); err != nil {
			return fmt.Errorf("release %d jobs of profile %d: %w", len(part), part[0].ProfileID, err)
		}
	}
	return nil
}

// release lets held jobs of one profile go. The caller holds commits, so they are as they were read. What the engine
// lets go by itself goes on the terms of who asked for it: of one client all of it, or of a person.
func (a *admission) release(ctx context.Context, held []db.Job, how Terms) error {
	var requests []client.Request
	var asked []db.Job // those of the requests, as they were shown
	profileID, asks := held[0].ProfileID, false
	for _, j := range held {
		if j.Hold != db.HeldPaused {
			asked, requests = append(asked, j), append(requests, requestWithSizes(j))
		}
		// A yes to what a client asked for is none without the amount that was shown.
		asks = asks || j.Hold == db.HeldApproval
	}
	if !how.clicked { // else nobody can be told; its turn finds out
		if err := a.forecast.outlive(ctx, profileID, asked, nil); err != nil {
			return err
		}
	}
	now := make([]db.Job, len(held))
	err := a.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		q, err := a.quotes.quote(ctx, tx.Books, profileID, requests, 0)
		if err == nil && (how.Client != "" || how.MaxCost.Set) {
			q, err = q.withRestOfClick(ctx, tx.Books, asked)
		}
		if err != nil {
			return err
		}
		var over []bool
		var weighed GrantCheck
		if how.Client != "" {
			weighed, err = a.grants.checkGrant(ctx, tx.Books, how.Client, q)
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
				// Else its turn finds out that it is not what was agreed to.
				if !how.clicked || !costsMore(j, q.Each[n], q.Currency) {
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
			// The user wants it paid with the key of now.
			if j.ErrorCode == CodeOtherKey && how.Client+how.Click == "" && !how.clicked {
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
			case (how.clicked || how.Client != "") && a.pause.on:
				j.Hold = db.HeldPaused
			default:
				if err := move(&j, db.Waiting, a.now()); err != nil {
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
		a.status.wrote(j.ID, nil)
		a.records.announce(held[i], j)
	}
	return nil
}

// CodePriceRose is the code of a job that is held as over a budget is: it costs more than was agreed to.
const CodePriceRose = "dearer"

// predecessors reads the jobs of earlier clicks for which some of rows wait, and which have not been sent. Errors:
// *MoveError for one that cannot be waited for.
func (a *admission) predecessors(ctx context.Context, rows []db.Job) (unsent []db.Job, err error) {
	for _, j := range rows {
		if j.After == 0 || slices.ContainsFunc(unsent, func(b db.Job) bool { return b.ID == j.After }) {
			continue
		}
		b, err := a.lib.Job(ctx, j.After)
		if err == nil && !CanFollow(b) {
			err = &MoveError{ID: b.ID, From: b.State, To: db.Saved}
		}
		if err != nil {
			return nil, err
		}
		if in(b.State, db.Waiting, db.Held) && b.Priority == 0 {
			unsent = append(unsent, b)
		}
	}
	return unsent, nil
}

// repeatable reports whether a repeated click may let a job of it go, of a client its own: nothing left, for a reason
// that may be gone.
func repeatable(j db.Job, client string) bool {
	return j.Client == client &&
		in(j.Hold, db.HeldNotSent, db.HeldRateLimited, db.HeldNoKey, db.HeldKeyRefused, db.HeldOverBudget)
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

// NoteApproved stands on a client's job that a person approved: it leaves at that price without being weighed by a
// grant again.
const NoteApproved = "a person approved it"

// grantee is the client by whose grant a job is weighed that the engine lets go; "" where a person asked for it, or
// approved it.
func grantee(j db.Job) string {
	if j.Note == NoteApproved {
		return ""
	}
	return j.Client
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

func (a *admission) revise(ctx context.Context, id int64, o Order) error {
	a.inputs.RLock()
	defer a.inputs.RUnlock()
	was, err := a.lib.Job(ctx, id)
	if err != nil {
		return err
	}
	p, err := a.lib.Profile(ctx, was.ProfileID)
	if err != nil {
		return err
	}
	now, err := a.inputs.row(ctx, Fitted(p, o), keptFiles{})
	if err != nil {
		return err
	}
	defer a.events.flush()
	a.records.commits.Lock()
	defer a.records.commits.Unlock()
	before, err := a.lib.Job(ctx, id)
	if err != nil {
		return err
	}
	switch {
	case before.State != db.Held:
		return &MoveError{ID: id, From: before.State, To: db.Held}
	case before.Kind != now.Kind:
		return ErrOtherKind
	}
	if err := a.takeDowns.leaveInputs(ctx, before); err != nil {
		return err
	}
	defer a.takeDowns.wake.raise()
	job, request := before, requestWithSizes(now)
	if job.Prompt != now.Prompt {
		job.Template = now.Template
	}
	job.Model, job.Prompt, job.Request = now.Model, now.Prompt, now.Request
	job.InputPath, job.Inputs = now.InputPath, now.Inputs
	job.After, job.AfterPlace = now.After, now.AfterPlace
	if in(job.Hold, db.HeldAfter, db.HeldFrameGone) {
		job.Hold, job.ErrorCode, job.ErrorMessage = db.HeldByPerson, "", ""
	}
	err = a.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		q, err := a.quotes.quote(ctx, tx.Books, job.ProfileID, []client.Request{request}, id)
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
		a.records.announce(before, job)
	}
	return err
}
