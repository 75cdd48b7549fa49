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
// entry, so two clicks never spend the same remainder of a budget. An admitted job is not checked against the budgets
// again when its turn comes.

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

// insertion is the input and the result of one call of insert.
type insertion struct {
	profileID int64
	rows      []db.Job
	requests  []client.Request // the requests of rows
	how       Terms
	repeats   *db.Job // the job that the one new job repeats; nil: none
	orders    []Order // the orders of rows; empty if there are none

	predecessors []db.Job // unsent jobs of earlier clicks that some rows come after
	replaced     []db.Job // unsent jobs that are discarded in the same transaction
	made         []db.Job
	existing     []db.Job // jobs of an earlier click, which are returned instead of new ones
}

// insert commits new jobs of a profile. requests are the requests of rows. From here on the click survives a crash. If
// repeats is not nil, the one new job repeats that job. If another job repeats it already, insert makes nothing and
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
	in := &insertion{
		profileID: profileID, rows: rows, requests: requests, how: how, repeats: repeats, orders: orders,
	}
	if err := a.readDependencies(ctx, in); err != nil {
		return nil, err
	}
	err := a.lib.WriteJobs(ctx, func(tx *db.JobsTx) error { return a.write(ctx, tx, in) })
	if how.Click != "" && errors.Is(err, db.ErrExists) { // another process with the same library inserted it meanwhile
		existing, _, err := a.clicks.find(ctx, profileID, how.Click, how.Fingerprint)
		return existing, err
	}
	if err != nil || in.existing != nil {
		return in.existing, err
	}
	a.announceInsert(in)
	return in.made, nil
}

// readDependencies reads the existing jobs that an insertion changes, and checks that the links of its pictures outlive
// their turns. The caller holds commits.
func (a *admission) readDependencies(ctx context.Context, in *insertion) (err error) {
	in.predecessors, err = a.predecessors(ctx, in.rows)
	if err == nil && !in.how.Hold {
		err = a.forecast.checkLinks(ctx, in.profileID, in.rows, in.orders)
	}
	if err == nil {
		in.replaced, err = a.replacedJobs(ctx, in.orders, in.how.Client)
	}
	return err
}

// write decides about an insertion and writes its jobs, in one transaction. It sets in.existing instead of in.made if
// another job repeats the same job already.
func (a *admission) write(ctx context.Context, tx *db.JobsTx, in *insertion) error {
	if in.repeats != nil {
		j, err := tx.ActiveResend(ctx, *in.repeats)
		if !errors.Is(err, db.ErrNotFound) {
			in.existing = []db.Job{j}
			return err
		}
	}
	for _, j := range in.replaced { // deleted first, so that they do not count as used
		if err := tx.Delete(ctx, j.ID); err != nil {
			return err
		}
	}
	q, err := a.quotes.quote(ctx, tx.BudgetReader, in.profileID, in.requests, 0)
	if err != nil {
		return err
	}
	over, why, err := a.admitNew(ctx, tx, in.how, q)
	if err != nil {
		return err
	}
	a.setFirstStates(in, q, over, why)
	if in.made, err = tx.Insert(ctx, in.rows); err != nil {
		return err
	}
	if err := putClick(ctx, tx, in); err != nil {
		return err
	}
	if err := linkOrders(ctx, tx, in); err != nil {
		return err
	}
	return prioritize(ctx, tx, in.predecessors)
}

// admitNew decides about a new click. over marks the jobs that are held for a budget; nil means none. why is the reason
// for which the whole click waits for approval; "" if it does not. An error refuses the click.
func (a *admission) admitNew(ctx context.Context, tx *db.JobsTx, how Terms, q Quote) (
	over []bool, why ApprovalReason, err error) {
	switch {
	case how.Client != "":
		why, err = a.grants.admitClient(ctx, tx.BudgetReader, how, q)
	case !how.Hold:
		over, err = how.admit(q)
	}
	return over, why, cmp.Or(how.checkMaxCost(q), err)
}

// setFirstStates sets the states, the hold reasons and the agreed amounts of new rows. over and why are the results of
// admitNew.
func (a *admission) setFirstStates(in *insertion, q Quote, over []bool, why ApprovalReason) {
	state, hold := a.pause.firstState(in.profileID, in.how.Hold)
	refused := a.conns.keyRefused(in.profileID)
	for i := range in.rows {
		j := &in.rows[i]
		if refused { // a refused key identifies no account
			j.Account = ""
		}
		j.State, j.Hold, j.Currency, j.EstimateMicros = state, hold, q.Currency, q.Each[i]
		switch {
		case why != "":
			j.State, j.Hold, j.ErrorCode = db.Held, db.HeldApproval, string(why)
		case over != nil && over[i]:
			j.State, j.Hold, j.ErrorCode = db.Held, db.HeldOverBudget, string(q.Verdict().Over.Scope)
		case needsResult(*j) && !in.how.Hold:
			j.State, j.Hold = db.Held, db.HeldAfter
		}
	}
}

// putClick stores the ID that the caller gave the click, if any. It fails with db.ErrExists if the click has been made.
func putClick(ctx context.Context, tx *db.JobsTx, in *insertion) error {
	if in.how.Click == "" {
		return nil
	}
	click := db.Click{ID: in.how.Click, Click: in.made[0].Click, Fingerprint: in.how.Fingerprint}
	return tx.InsertClick(ctx, in.profileID, click)
}

// linkOrders stores in each new job the ID of the job of the same click that it comes after.
func linkOrders(ctx context.Context, tx *db.JobsTx, in *insertion) error {
	for i, o := range in.orders {
		if o.After.Order == 0 {
			continue
		}
		now := in.made[i]
		now.After = in.made[o.After.Order-1].ID
		made, err := tx.Update(ctx, in.made[i], now)
		if err != nil {
			return err
		}
		in.made[i] = made
	}
	return nil
}

// prioritize moves unsent jobs forward in the queue, because another job waits for them now. It replaces them in list.
func prioritize(ctx context.Context, tx *db.JobsTx, list []db.Job) error {
	for i, j := range list {
		now := j
		now.Priority = 1
		updated, err := tx.Update(ctx, j, now)
		if err != nil {
			return err
		}
		list[i] = updated
	}
	return nil
}

// announceInsert updates the engine's lists for a committed insertion, and queues the events. The caller holds commits.
func (a *admission) announceInsert(in *insertion) {
	for _, j := range in.replaced {
		a.records.forget(j)
	}
	for _, j := range in.predecessors {
		a.records.lists.follow(j)
	}
	for _, j := range in.made {
		a.records.lists.follow(j)
		a.events.add(changed(j))
		a.log.Info("job", "ref", shortRef(j.Ref), "state", j.State, "kind", j.Kind, "model", j.Model)
	}
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
// read. If how.automatic is set, the engine releases the jobs: then held contains only jobs of one client, with
// how.Client set, or only jobs of the user.
func (a *admission) release(ctx context.Context, held []db.Job, how Terms) error {
	profileID := held[0].ProfileID
	var priced []db.Job // jobs that are admitted now; a pause holds jobs that were admitted before
	var requests []client.Request
	for _, j := range held {
		if j.Hold != db.HeldPaused {
			priced, requests = append(priced, j), append(requests, requestWithSizes(j))
		}
	}
	if !how.automatic { // an automatic release has no user to ask; the job's turn checks the links
		if err := a.forecast.checkLinks(ctx, profileID, priced, nil); err != nil {
			return err
		}
	}
	released := make([]db.Job, len(held))
	err := a.lib.WriteJobs(ctx, func(tx *db.JobsTx) error {
		q, err := a.quotes.quote(ctx, tx.BudgetReader, profileID, requests, 0)
		if err == nil && (how.Client != "" || how.MaxCost.Set) {
			q, err = q.withRestOfClick(ctx, tx.BudgetReader, priced)
		}
		if err != nil {
			return err
		}
		over, why, err := a.admitHeld(ctx, tx, held, priced, how, q)
		if err != nil {
			return err
		}
		n := 0 // index in priced
		for i, j := range held {
			d := decision{approval: why}
			if j.Hold != db.HeldPaused {
				d.priced, d.price = true, q.Each[n]
				d.over = over != nil && over[n]
				n++
			}
			row, err := a.releasedRow(j, d, how, q)
			if err != nil {
				return err
			}
			if released[i], err = tx.Update(ctx, j, row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, j := range released {
		a.status.recordWrite(j.ID, nil)
		a.records.announce(held[i], j)
	}
	return nil
}

// admitHeld decides about the release of held jobs. priced are those that are admitted now, because a pause does not
// hold them. over marks the jobs of priced that stay held for a budget; nil means none. why is the reason for which a
// client's jobs wait for approval; "" if they do not. An error refuses the release.
func (a *admission) admitHeld(ctx context.Context, tx *db.JobsTx, held, priced []db.Job, how Terms, q Quote) (
	over []bool, why ApprovalReason, err error) {
	if how.Client != "" {
		var check GrantCheck
		check, err = a.grants.checkGrant(ctx, tx.BudgetReader, how.Client, q)
		why = check.Reason
	} else {
		over, err = how.admit(q)
	}
	if err = cmp.Or(how.checkMaxCost(q), err); err != nil {
		return nil, "", err
	}
	byUser := !how.automatic && how.Client == ""
	if byUser && how.Agreed.profile != q.Profile.ID && needsAgreement(held, priced, how, q) {
		return nil, "", &AdmissionError{q}
	}
	return over, why, nil
}

// needsAgreement reports whether the user must have agreed to the amount of a release: approving a client's job always
// requires that, and any other job does if it costs more than its row states.
func needsAgreement(held, priced []db.Job, how Terms, q Quote) bool {
	if slices.ContainsFunc(held, func(j db.Job) bool { return j.Hold == db.HeldApproval }) {
		return true
	}
	for i, j := range priced {
		if !how.MaxCost.Set && costsMore(j, q.Each[i], q.Currency) {
			return true
		}
	}
	return false
}

// decision is the decision about one job of a release.
type decision struct {
	priced   bool           // the job is admitted now, at price
	price    *int64         // micro-units; nil: unknown
	over     bool           // it stays held for a budget
	approval ApprovalReason // why it waits for approval; "" if it does not
}

// releasedRow returns the row of a held job after a decision. The caller holds commits.
func (a *admission) releasedRow(j db.Job, d decision, how Terms, q Quote) (db.Job, error) {
	// A job that the engine releases keeps its agreed amount if it costs more now: its turn finds that and holds it.
	if d.priced && (!how.automatic || !costsMore(j, d.price, q.Currency)) {
		j.Currency, j.EstimateMicros = q.Currency, d.price
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
	case d.approval != "":
		j.Hold, j.ErrorCode = db.HeldApproval, string(d.approval)
	case d.over:
		j.Hold, j.ErrorCode = db.HeldOverBudget, string(q.Verdict().Over.Scope)
	case needsResult(j):
		j.Hold = db.HeldAfter
	case (how.automatic || how.Client != "") && a.pause.on:
		j.Hold = db.HeldPaused
	default:
		if err := move(&j, db.Waiting, a.now()); err != nil {
			return db.Job{}, err
		}
	}
	return j, nil
}

// CodePriceRose is the code of a job that costs more than the agreed amount. Its hold reason is db.HeldOverBudget.
const CodePriceRose = "dearer"

// predecessors returns the unsent jobs of earlier clicks that rows come after. Errors: *MoveError for a predecessor
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
	job.SetUsedCast(revisedCast(before, now))
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
