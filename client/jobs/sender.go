package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/db"
)

// sender sends waiting jobs and stores the results.
type sender struct {
	*lifetime
	lib        Library
	status     *status
	prices     *priceTables
	records    *records
	outbox     *outbox
	claims     *claims
	conns      *connections
	lineage    *lineage
	grants     *grants
	uploader   *uploader
	incoming   *incomingFiles
	recovery   *recovery
	linkDeaths *linkExpiry
}

// run sends each waiting job as soon as its turn comes. One goroutine claims jobs; each claimed job is sent on its own
// goroutine, so that a slow answer blocks only its own place.
func (snd *sender) run() {
	for {
		claimed, next := snd.outbox.claim(snd.limitsOf(snd.outbox.profiles()))
		for _, id := range claimed {
			snd.workers.Go(guard.Func("send", func() {
				ctx, stop := context.WithCancel(snd.soft)
				defer stop()
				snd.outbox.setCancel(id, stop)
				if err := guard.Run("send", func() { snd.send(ctx, id) }); err != nil {
					snd.sendPanicked(id, err)
				}
				snd.outbox.done(id)
			}))
		}
		if !snd.idle(snd.outbox.wake, next) {
			return
		}
	}
}

// send takes one job from `waiting` through `sending` to the state that the answer determines. It contains the only
// call in the program that can cost money, and makes it at most once. Between the commit of `sending` and the call only
// lineage.recordSent can fail, which holds the job. From `sending` the only way back is through `held`, after proof
// that nothing was accepted. ctx cancels the part before that commit, because the user took the job back.
func (snd *sender) send(ctx context.Context, id int64) {
	job, err := snd.lib.Job(snd.soft, id)
	wait := job.NotBefore.Sub(snd.now())
	if err == nil && wait > 0 && wait < 2*maxBackoff { // postponed meanwhile; longer: the clock was set back
		err = errRevised
	}
	if err != nil || job.State != db.Waiting {
		snd.claims.unclaim(id, err)
		return
	}
	svc, err := snd.service(ctx, job)
	if err != nil {
		return
	}
	read := job
	job, ok := snd.uploader.host(ctx, job)
	if !ok {
		return
	}
	if !sameRequest(read, job) { // the upload may have taken hours: use the current key and address
		if svc, err = snd.service(ctx, job); err != nil {
			return
		}
	}
	call, err := snd.prepare(svc, job)
	if err != nil {
		snd.claims.hold(id, db.HeldNotSent, fault{Code: CodeBadRequest, Message: err.Error()})
		return
	}
	frames, err := snd.linkDeaths.expiringInputs(snd.commitContext(), job)
	if ctx.Err() != nil {
		err = errRevised
	}
	if err != nil {
		snd.claims.unclaim(id, err)
		return
	}
	table := snd.prices.tableAt(job.ProfileID, snd.now())
	read = job
	var sent *db.Change
	job, err = snd.records.change(snd.commitContext(), id, func(s *step) error {
		now := *s.Job // the user may have approved it since it was read, or agreed to another price
		if !sameRequest(now, read) {
			return errRevised
		}
		if len(frames) > 0 && frames[0].Expires.Before(s.now.Add(minLinkLife)) {
			return s.hold(db.HeldFrameGone, fault{})
		}
		// Without a price table, as while a clock is set back, no price has risen.
		if table.Currency != "" && costsMore(now, amountOf(estimateOf(table, now)), table.Currency) {
			return s.hold(db.HeldOverBudget, fault{Code: CodePriceRose})
		}
		// The user may have disabled clients or removed a grant without StopClients having held this job, and a grant
		// may have ended meanwhile.
		alone := Quote{Profile: db.Profile{ID: now.ProfileID}, Currency: table.Currency}
		w, err := snd.grants.checkGrant(snd.commitContext(), snd.lib.Budget(), grantee(now), alone)
		if err != nil || grantee(now) != "" && in(w.Reason, ReasonStopped, ReasonNoGrant, ReasonEnded) {
			return cmp.Or(err, s.hold(db.HeldApproval, fault{Code: string(w.Reason)}))
		}
		if con, ok := svc.(*connection); ok {
			s.Job.Account = cmp.Or(s.Job.Account, con.newAccount())
		}
		s.CountSent()
		sent = s.Change
		return s.moveFrom(db.Sending, db.Waiting)
	})
	if err != nil {
		snd.claims.unclaim(id, err)
		return
	}
	if job.State == db.Held || !snd.lineage.recordSent(job, sent.Lineage()) {
		return
	}
	snd.status.addCalls(+1)
	ans, asked := answer{svc: svc}, snd.conns.nextRequest()
	if err := guard.Run("call", func() { ans = call(snd.hard) }); err != nil {
		ans.err = err // it may have been sent: the job becomes unconfirmed
	}
	snd.status.addCalls(-1)
	if ans.task != nil { // if record panics, only the log has the task ID
		snd.log.Info("accepted", "job", id, "task", ans.task.ID)
	}
	ans.request = asked
	snd.record(job, ans, table)
}

// sendPanicked corrects the row of a job after its worker panicked, like the start after a crash. A job that still
// waits is held, because nothing was sent. A job that is being sent becomes unconfirmed, and only the user decides
// about it. If that fails too, the row stays as it is until the next start.
func (snd *sender) sendPanicked(id int64, cause error) {
	err := guard.Do("end of send", func() error {
		job, err := snd.lib.Job(snd.commitContext(), id)
		switch {
		case err != nil:
			return err
		case job.State == db.Waiting:
			snd.claims.hold(id, db.HeldNotSent, faultOf(cause))
			return nil
		case job.State != db.Sending:
			return nil
		}
		table := snd.prices.tableAt(job.ProfileID, job.SentAt)
		return snd.recovery.recoverSending(snd.commitContext(), job, estimateOf(table, job), table.Currency)
	})
	if err != nil {
		snd.log.Error("end of send", "job", id, "err", err)
	}
}

// service returns the service for a waiting job. Without a key, or with another one than the job was ordered with, it
// holds the job. On an error the job must not be sent now.
func (snd *sender) service(ctx context.Context, job db.Job) (Service, error) {
	svc, err := snd.conns.get(ctx, job.ProfileID)
	switch {
	case ctx.Err() != nil:
		snd.claims.unclaim(job.ID, errRevised) // if the engine stops, the job still waits and the next start sends it
		return nil, ctx.Err()
	case err != nil:
		snd.claims.hold(job.ID, holdReasonOf(err), faultOf(err))
		snd.conns.report(job.ProfileID, svc, snd.conns.nextRequest(), err)
		return svc, err
	}
	if err = checkAccount(svc, job.Account); err != nil {
		snd.claims.hold(job.ID, db.HeldNoKey, faultOf(err))
	}
	return svc, err
}

func holdReasonOf(err error) db.HoldReason {
	if codeOf(err) == CodeNoKey {
		return db.HeldNoKey
	}
	return db.HeldNotSent
}

// answer is the result of one call: a task, a picture result, or an error.
type answer struct {
	task    *client.VideoTask
	image   *client.ImageResult
	svc     Service
	request int64 // number of the call; see connections.begin
	err     error
}

// prepare reads everything that the call needs, so that nothing can fail between the commit and the call. The request
// is sent as it is stored.
func (snd *sender) prepare(svc Service, job db.Job) (func(context.Context) answer, error) {
	r, err := RequestOf(job)
	if err != nil {
		return nil, err
	}
	if missing, err := lacksLink(job, linksOf(r)); err != nil || missing {
		return nil, cmp.Or(err, fmt.Errorf("read request of job %d: a picture has no link", job.ID))
	}
	into, err := snd.lib.IncomingPath(job.Ref + largeAnswer) // named by job, and marked as incomplete
	if err != nil {
		return nil, err
	}
	switch r := r.(type) {
	case client.ImageRequest:
		r.SpillPrefix = into
		return func(ctx context.Context) answer {
			img, err := svc.GenerateImage(ctx, r)
			return answer{image: img, svc: svc, err: err}
		}, nil
	case client.EditRequest:
		r.SpillPrefix = into
		if job.InputPath != "" {
			f, err := snd.lib.OpenFile(job.InputPath)
			if err != nil {
				return nil, fmt.Errorf("read input of job %d: %w", job.ID, err)
			}
			r.Image, err = io.ReadAll(f)
			if err = errors.Join(err, f.Close()); err != nil {
				return nil, fmt.Errorf("read input of job %d: %w", job.ID, err)
			}
		}
		return func(ctx context.Context) answer {
			img, err := svc.EditImage(ctx, r)
			return answer{image: img, svc: svc, err: err}
		}, nil
	default:
		clip := r.(client.VideoRequest)
		return func(ctx context.Context) answer {
			task, err := svc.SubmitVideo(ctx, clip)
			return answer{task: task, svc: svc, err: err}
		}, nil
	}
}

// record stores the result of a job's call, with the prices at which it was sent. It retries until the result is
// stored.
func (snd *sender) record(job db.Job, a answer, table client.PriceTable) {
	est := estimateOf(table, job)
	currency := table.Currency

	var items []db.ResultItem
	if a.err == nil && a.image != nil {
		items, a.err = snd.incoming.storeItems(a.svc, job, a.image.Data)
	}
	if a.err == nil && a.task == nil && a.image == nil {
		a.err = errors.New("the client returned nothing")
	}
	var log []any
	if a.task != nil {
		log = append(log, "task", a.task.ID) // not a secret, and enough to find a paid clip again
	}
	var charged client.Estimate
	if a.image != nil {
		charged = chargeOf(table, job, a.image)
		if a.image.Truncated && !charged.Known {
			charged = est // the budgets count the estimate; the service's own count is lost
		}
	}
	err := snd.records.persist(job.ID, log, func(s *step) error {
		if err := s.expect(db.Unconfirmed, db.Sending); err != nil {
			return err
		}
		switch {
		case a.err != nil:
			return s.callFailed(a.err, est, currency)
		case a.task != nil:
			// A task belongs to one job. A known task ID proves nothing about this request.
			var taken *TaskTakenError
			if err := snd.records.checkTaskFree(snd.commitContext(), job, a.task.ID); errors.As(err, &taken) {
				return s.callFailed(taken, est, currency)
			} else if err != nil {
				return err
			}
			return s.taskAccepted(a.task, est, currency)
		default:
			return s.picturesReceived(a.image, items, charged, currency)
		}
	})
	if err != nil {
		return // logged; the row is still `sending`, and resume corrects it at the next start
	}
	snd.conns.report(job.ProfileID, a.svc, a.request, a.err)
	if statusOf(a.err) == http.StatusTooManyRequests {
		snd.outbox.gate(job.ProfileID, min(max(retryAfter(a.err), rateGate), maxGate))
	}
	if errors.Is(a.err, client.ErrAuth) && !snd.conns.isOutdated(job.ProfileID, a.svc) {
		snd.records.holdWaiting(job.ProfileID, db.HeldKeyRefused, faultOf(a.err))
	}
}

// limitsOf reads the places of profiles. A profile that cannot be read gets none for now.
func (snd *sender) limitsOf(ids []int64) map[int64]limits {
	of := make(map[int64]limits, len(ids))
	for _, id := range ids {
		p, err := snd.lib.Profile(snd.soft, id)
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				snd.log.Error("read profile", "profile", id, "err", err)
			}
			continue
		}
		of[id] = limits{p.MaxTasks, p.MaxImages}
	}
	return of
}
