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

// Every request that costs money passes through admission. It decides whether jobs may be sent, in the transaction that
// inserts or releases them. No job becomes `waiting` without it. A waiting job counts as used until the ledger has its
// entry, so two clicks never spend the same rest of a budget. A job that was agreed to is not checked again when its
// turn comes.

// admission inserts jobs and releases held ones.
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
	takeDowns *hostCleanup
	forecast  *forecast
	quotes    *quotes
	grants    *grants
}

// insert commits new jobs of a profile. requests are the requests of rows. From here on the click survives a crash. If
// repeats is not nil, the one new job repeats that job; if another job repeats it already, insert makes nothing and
// returns the existing one. orders are the orders from which the rows were made, if any.
func (a *admission) insert(ctx context.Context, profileID int64, rows []db.Job, requests []client.Request, how Terms,
	repeats *db.Job, orders ...Order) ([]db.Job, error) {
	if err := a.lineage.check(ctx); err != nil {
		return nil, err
	}
	account := a.conns.account(ctx, profileID)
	defer a.events.flush()
	a.records.commits.Lock()
	defer a.records.commits.Unlock()
	if how.Click != "" { // before reading anything that may have changed since the first click
		if made, there, err := a.clicks.find(ctx, profileID, how.Click, how.Fingerprint); err != nil || there {
			return made, err
		}
	}
	for i := range rows {
		rows[i].ProfileID, rows[i].Client, rows[i].Account = profileID, how.Client, account
	}
	before, err := a.predecessors(ctx, rows)
	if err == nil && !how.Hold {
		err = a.forecast.checkLinks(ctx, profileID, rows, orders)
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
			j, err := tx.ActiveResend(ctx, *repeats)
			if !errors.Is(err, db.ErrNotFound) {
				old = []db.Job{j}
				return err
			}
		}
		for _, j := range gone { // deleted first, so that they do not count as used
			if err := tx.Delete(ctx, j.ID); err != nil {
				return err
			}
		}
		q, err := a.quotes.quote(ctx, tx.BudgetReader, profileID, requests, 0)
		if err != nil {
			return err
		}
		var over []bool
		var why ApprovalReason
		switch {
		case how.Client != "":
			why, err = a.grants.admitClient(ctx, tx.BudgetReader, how, q)
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
			if refused { // a refused key identifies no account
				j.Account = ""
			}
			j.State, j.Hold, j.Currency, j.EstimateMicros = state, hold, q.Currency, q.Each[i]
			switch {
			case why != "":
				j.State, j.Hold, j.ErrorCode = db.Held, db.HeldApproval, string(why)
			case over != nil && over[i]:
				j.State, j.Hold, j.ErrorCode = db.Held, db.HeldOverBudget, string(q.Verdict().Over.Scope)
			case needsResult(*j) && !how.Hold:
				j.State, j.Hold = db.Held, db.HeldAfter
			}
		}
		if made, err = tx.Insert(ctx, rows); err != nil {
			return err
		}
		if how.Click != "" {
			click := db.Click{ID: how.Click, Click: made[0].Click, Fingerprint: how.Fingerprint}
			if err := tx.InsertClick(ctx, profileID, click); err != nil {
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
		for i, j := range before { // another job waits for it now
			now := j
			now.Priority = 1
			if before[i], err = tx.Update(ctx, j, now); err != nil {
				return err
			}
		}
		return nil
	})
	if how.Click != "" && errors.Is(err, db.ErrExists) { // another process with the same library inserted it meanwhile
		old, _, err = a.clicks.find(ctx, profileID, how.Click, how.Fingerprint)
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
		a.log.Info("job", "ref", shortRef(j.Ref), "state", j.State, "kind", j.Kind, "model", j.Model)
	}
	return made, nil
}

// replacedJobs reads the jobs that are discarded with a click, and records their hosted pictures for removal. It skips
// jobs that no longer exist. A client can discard only its own jobs.
func (a *admission) replacedJobs(ctx context.Context, orders []Order, client string) (gone []db.Job, err error) {
	for _, o := range orders {
		for _, id := range o.Replaces {
			j, err := a.lib.Job(ctx, id)
			if err == nil && client != "" && j.Client != client {
				continue
			}
			if err == nil {
				gone, err = append(gone, j), a.takeDowns.enqueueInputs(ctx, j)
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
		if errors.Is(err, db.ErrNotFound) || err == nil && how.Click+how.Client != "" &&
			!canRepeatRelease(j, how.Client) {
			continue
		}
		all := []db.Job{j}
		if err == nil && j.Hold == db.HeldApproval {
			all, err = a.lib.Budget().JobsOfClick(ctx, j.Click)
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
	for _, part := range groupJobs(held, func(a, b db.Job) bool { return a.ProfileID == b.ProfileID }) {
		if err := a.release(ctx, part, how); err != nil {
			return fmt.Errorf("release %d jobs of profile %d: %w", len(part), part[0].ProfileID, err)
		}
	}
	return nil
}

// release releases held jobs of one profile. The caller holds commits, so the rows have not changed since they were
// read. Jobs that the engine releases automatically use the terms of whoever ordered them: all of one client, or all of
// the user.
func (a *admission) release(ctx context.Context, held []db.Job, how Terms) error {
	var requests []client.Request
	var asked []db.Job // the jobs of requests, as they were shown
	profileID, asks := held[0].ProfileID, false
	for _, j := range held {
		if j.Hold != db.HeldPaused {
			asked, requests = append(asked, j), append(requests, requestWithSizes(j))
		}
		// Approving a client's job requires the amount that was shown.
		asks = asks || j.Hold == db.HeldApproval
	}
	if !how.automatic { // an automatic release has no user to ask; the job's turn checks it
		if err := a.forecast.checkLinks(ctx, profileID, asked, nil); err != nil {
			return err
		}
	}
	now := make([]db.Job, len(held))
	err := a.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		q, err := a.quotes.quote(ctx, tx.BudgetReader, profileID, requests, 0)
		if err == nil && (how.Client != "" || how.MaxCost.Set) {
			q, err = q.withRestOfClick(ctx, tx.BudgetReader, asked)
		}
		if err != nil {
			return err
		}
		var over []bool
		var weighed GrantCheck
		if how.Client != "" {
			weighed, err = a.grants.checkGrant(ctx, tx.BudgetReader, how.Client, q)
		} else {
			over, err = how.admit(q)
		}
		if err = cmp.Or(how.checkMaxCost(q), err); err != nil {
			return err
		}
		for i, j := range asked {
			asks = asks || !how.MaxCost.Set && costsMore(j, q.Each[i], q.Currency)
		}
		if asks && how.Agreed.profile != profileID && !how.automatic && how.Client == "" {
			return &AdmissionError{q}
		}
		n := 0 // index among the jobs that are admitted here
		for i, j := range held {
			stays := false
			if j.Hold != db.HeldPaused {
				// Otherwise the job's turn finds that the price is not the agreed one.
				if !how.automatic || !costsMore(j, q.Each[n], q.Currency) {
					j.Currency, j.EstimateMicros = q.Currency, q.Each[n]
				}
				stays = over != nil && over[n]
				n++
			}
			if j.Client != "" && j.Hold != db.HeldPaused && how.Client == "" && !how.automatic { // approved by the user
				j.Note = NoteApproved
			} else if how.Client != "" { // covered by the grant now
				j.Note = ""
			}
			// The user wants to pay for it with the current key.
			if j.ErrorCode == CodeOtherKey && how.Client+how.Click == "" && !how.automatic {
				j.Account = ""
			}
			j.ErrorCode, j.ErrorMessage = "", ""
			switch {
			case weighed.Reason != "":
				j.Hold, j.ErrorCode = db.HeldApproval, string(weighed.Reason)
			case stays:
				j.Hold, j.ErrorCode = db.HeldOverBudget, string(q.Verdict().Over.Scope)
			case needsResult(j):
				j.Hold = db.HeldAfter
			case (how.automatic || how.Client != "") && a.pause.on:
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
		a.status.recordWrite(j.ID, nil)
		a.records.announce(held[i], j)
	}
	return nil
}

// CodePriceRose is the code of a job that costs more than was agreed to. It is held as over budget.
const CodePriceRose = "dearer"

// predecessors returns the unsent jobs of earlier clicks that some of rows come after. Errors: *MoveError for a job
// that can no longer deliver anything.
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

// canRepeatRelease reports whether a repeated click may release job j: it was not sent, and the reason may have passed.
// A client can release only its own jobs.
func canRepeatRelease(j db.Job, client string) bool {
	return j.Client == client &&
		in(j.Hold, db.HeldNotSent, db.HeldRateLimited, db.HeldNoKey, db.HeldKeyRefused, db.HeldOverBudget)
}

// groupJobs splits jobs into groups. The groups are in the order of their first jobs.
func groupJobs(jobs []db.Job, together func(a, b db.Job) bool) (parts [][]db.Job) {
	for _, j := range jobs {
		i := slices.IndexFunc(parts, func(p []db.Job) bool { return together(p[0], j) })
		if i < 0 {
			i, parts = len(parts), append(parts, nil)
		}
		parts[i] = append(parts[i], j)
	}
	return parts
}

// NoteApproved is the note of a client's job that the user approved. The job is sent at that price without another
// check of the grant.
const NoteApproved = "a person approved it"

// grantee returns the client of a job, to check the client's grant before the engine releases the job. It returns "" if
// the user ordered or approved the job: then no grant is checked.
func grantee(j db.Job) string {
	if j.Note == NoteApproved {
		return ""
	}
	return j.Client
}

// endPause releases a job that a pause held. The job was admitted when it was made and has counted as used since.
func (s *step) endPause() error {
	if s.Job.State != db.Held || s.Job.Hold != db.HeldPaused {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Waiting}
	}
	s.setFault(fault{})
	return s.move(db.Waiting)
}

// ErrOtherKind reports that a revised request has another kind than its job. A job keeps its kind.
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
	now, err := a.inputs.row(ctx, Fitted(p, o), storedFiles{})
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
	if err := a.takeDowns.enqueueInputs(ctx, before); err != nil {
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
		job.Hold, job.ErrorCode, job.ErrorMessage = db.HeldByUser, "", ""
	}
	err = a.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		q, err := a.quotes.quote(ctx, tx.BudgetReader, job.ProfileID, []client.Request{request}, id)
		if err != nil {
			return err
		}
		more := before.EstimateMicros == nil || costsMore(before, q.Each[0], q.Currency)
		job.Currency, job.EstimateMicros = q.Currency, q.Each[0]
		switch asks := q.ConfirmScope(); {
		case !in(job.Hold, db.HeldPaused, db.HeldNoKey, db.HeldKeyRefused) || !more: // the release asks the user
		case in(asks, ScopeDay, ScopeMonth):
			job.Hold, job.ErrorCode = db.HeldOverBudget, string(asks)
		case asks == ScopeClick, before.EstimateMicros != nil: // an unknown price was agreed to at any amount
			job.Hold, job.ErrorCode, job.ErrorMessage = db.HeldByUser, "", ""
		}
		job, err = tx.Update(ctx, before, job)
		return err
	})
	if err == nil {
		a.records.announce(before, job)
	}
	return err
}
