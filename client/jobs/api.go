package jobs

import (
	"context"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// The jobs of a click.

// Submit makes the jobs of one click, one for each order, in one transaction, if how admits them. Each job is sent
// automatically when its turn comes. It is held instead if sending is paused, the profile's key is refused, or how.Hold
// is set. The pictures of the orders are stored in the library, so that the exact requests survive a restart. If a
// click with this ID exists, Submit makes nothing and returns the jobs of that click; the list is empty if they were
// discarded. An order that comes after another job is held until that job is saved, see [After]; it is admitted with
// the click.
//
// Errors: *AdmissionError if the user must be asked; *FrameExpiredError if a picture's link would expire before its
// turn;
// *ClickTakenError, *ClickLostError, *MaxCostError and *ClientError, see [Terms]; *client.ValidationError with the
// first broken rule; db.ErrNotFound for the profile, and for a job that an order comes after; *MoveError if that job
// can no longer deliver anything; db.ErrSent if a job to discard was sent. On an error nothing was made or discarded.
func (e *Engine) Submit(ctx context.Context, profileID int64, orders []Order, how Terms) ([]db.Job, error) {
	return e.submission.submit(ctx, profileID, orders, how)
}

// Price returns the quote that Submit would use for orders now. Without orders it returns the state of the profile's
// limits. Errors: db.ErrNotFound for the profile.
func (e *Engine) Price(ctx context.Context, profileID int64, orders []Order) (Quote, error) {
	return e.quotes.priceOrders(ctx, profileID, orders)
}

// PriceJobs returns the quote for releasing existing jobs of a profile, or sending them again, at current prices.
func (e *Engine) PriceJobs(ctx context.Context, profileID int64, list ...db.Job) (Quote, error) {
	return e.quotes.priceJobs(ctx, profileID, list...)
}

// FindClick returns the jobs that a click with an ID made, and whether such a click exists. The list is empty if the
// jobs were discarded. A click of another profile counts if it has the same fingerprint and its profile has the same
// address. With profileID 0 a click of any profile counts if it has the same fingerprint. A caller that repeats a click
// calls Clicked before it plans or prices anything, because the result may differ now. Errors: *ClickTakenError if the
// fingerprint is another one; *ClickLostError if the click was sent and the library does not contain it any more.
func (e *Engine) FindClick(ctx context.Context, profileID int64, id, fingerprint string) (
	made []db.Job, there bool, err error) {
	return e.clicks.find(ctx, profileID, id, fingerprint)
}

// CheckGrant returns how a client's grant would decide on a click now, without changing anything. For a click that was
// made before, made are the jobs of the quote.
func (e *Engine) CheckGrant(ctx context.Context, client string, q Quote, made ...db.Job) (GrantCheck, error) {
	return e.grants.check(ctx, client, q, made...)
}

// Ahead returns the jobs ahead of a new click of a profile.
func (e *Engine) Ahead(ctx context.Context, profileID int64) (Ahead, error) {
	return e.forecast.ahead(ctx, profileID)
}

// UsualDuration returns the usual duration of a job of a profile: the median of finished jobs like it, or a default if
// there are none.
func (e *Engine) UsualDuration(ctx context.Context, profileID int64, r client.Request) time.Duration {
	return e.forecast.usualDuration(ctx, profileID, r)
}

// Release releases held jobs. They wait for their turn, or for the job that they come after. A rate-limited job does
// not get its turn before the time that the service named. Release skips jobs that were discarded and those for which
// [CanRelease] returns false. While sending is paused, only the given jobs are sent.
//
// A job that waits for approval is released together with all jobs of its click that do: releasing it approves it. With
// the terms of a repeated click, or of a client, Release releases only jobs of the caller that were held for a reason
// that may have passed.
//
// The jobs of one profile are admitted together, like new ones, at current prices. If a job costs more than its row
// states, the user is asked about that too. Jobs that a pause holds were admitted when they were made. Release stops at
// the first error, such as an *AdmissionError or *FrameExpiredError; jobs of other profiles that were released before
// it stay released.
func (e *Engine) Release(ctx context.Context, how Terms, ids ...int64) error {
	return e.admission.releaseJobs(ctx, how, ids...)
}

// Revise replaces the request and the pictures of a held job, and updates its estimate. The job stays held. If it was
// held by a pause or for a missing key, and costs more now, it waits for the user instead: the user has not agreed to
// the new amount, and the end of the pause does not show it. A job that waited for another job, or had an expired
// picture link, waits for the user too. Errors: *client.ValidationError; *MoveError if the job is not held any more;
// [ErrOtherKind]. On an error the job is unchanged.
func (e *Engine) Revise(ctx context.Context, id int64, o Order) error {
	return wrapJob("revise", id, e.admission.revise(ctx, id, o))
}

// Discard deletes a job that was not sent. Errors: db.ErrSent for any other.
func (e *Engine) Discard(ctx context.Context, id int64) error { return e.holding.discard(ctx, id) }

// Jobs that were sent.

// SendAgain makes a new job with the exact request of a job that is unconfirmed or has ended, if how admits it. The new
// job is linked to the old one, which stays as it is: if the old one was charged, both are paid for. While the new job
// has not ended, another SendAgain makes nothing and returns that job, so that two clicks are charged once. If the old
// job is unconfirmed, that also holds after the new one was paid for. Errors: *AdmissionError; *FrameExpiredError;
// *MoveError for a job that may still deliver its result; ErrNoRequest for a tracked job.
func (e *Engine) SendAgain(ctx context.Context, jobID int64, how Terms) (db.Job, error) {
	job, err := e.resends.sendAgain(ctx, jobID, how)
	return job, wrapJob("send again", jobID, err)
}

// OneMore makes a job with the settings of one that has ended, if how admits it. A clip gets another seed, because the
// same seed would produce the same clip again. Only a seed that equals kept is not replaced: the user chose to keep it
// (nil: no seed is kept). An accidental double click returns the job of the first click. The new job is not a take of a
// board: as the newest take it would become the shown one. Errors are those of SendAgain.
func (e *Engine) OneMore(ctx context.Context, jobID int64, kept *int64, how Terms) (db.Job, error) {
	return e.resends.oneMoreOnce(ctx, jobID, kept, how)
}

// NotCharged ends an unconfirmed job: the user found that the service did not charge it. It also releases the reserve
// of a task that the service does not know. Errors: *MoveError for any other job.
func (e *Engine) NotCharged(ctx context.Context, jobID int64) error {
	return e.settling.notCharged(ctx, jobID)
}

// WasCharged ends an unconfirmed job as charged: the user found that the service charged it, and the answer is lost.
// Errors: *MoveError for any other job.
func (e *Engine) WasCharged(ctx context.Context, jobID int64) error {
	return e.settling.wasCharged(ctx, jobID)
}

// Adopt assigns a task to an unconfirmed clip. It asks the service once whether it knows the task; then the job
// continues as if the answer had not been lost. An ended job continues too if it has this task; see [CanAskAgain].
// Cancelling ctx stops waiting for the network. Errors: client.ErrBadTaskID, *TaskTakenError, *MoveError, ErrSameAnswer
// if the task still counts as failed, or the error of the service (client.ErrNotFound: it knows no such task). On an
// error nothing was changed.
func (e *Engine) Adopt(ctx context.Context, jobID int64, taskID string) error {
	return wrapJob("adopt task for", jobID, e.settling.adopt(ctx, jobID, taskID))
}

// Track makes a job for a task that the profile's service already has, even one that another program made. The job is
// polled, fetched and stored like any other. Track sends one request, which is free. The job has the model, the seconds
// and the size from the answer, and no prompt. If the task already has a job, Track makes no second one. A job that
// ended without a file, or that was ordered with another key of the profile, continues with the current key if the
// answer shows that the task exists.
//
// Track also writes a reserve entry, because the service reserved the price when the task was made, and the ledger
// closes only open entries. The entry has the amount from the price table if the answer contains enough to compute it,
// and otherwise no amount.
//
// Errors: client.ErrBadTaskID, *TaskTakenError, db.ErrNotFound for the profile, ErrSameAnswer together with the job if
// its task still counts as failed, or the error of the service (client.ErrNotFound: it knows no such task). On an error
// nothing was changed. Cancelling ctx stops waiting.
func (e *Engine) Track(ctx context.Context, profileID int64, taskID string) (db.Job, error) {
	job, err := e.tracking.track(ctx, profileID, taskID)
	e.events.flush()
	if err != nil {
		return job, fmt.Errorf("track task of profile %d: %w", profileID, err)
	}
	return job, nil
}

// StopWatching stops polling a task. The task continues at the service and is charged: the service cannot cancel it.
// Errors: *MoveError if the job has no running task.
func (e *Engine) StopWatching(ctx context.Context, id int64) error {
	return e.watching.stopWatching(ctx, id)
}

// WatchAgain resumes the polls that StopWatching stopped. If the service returned no state of the task, the polls start
// over, even if the job was given up. If the job has ended otherwise, the service is asked once; see [CanAskAgain]. A
// task that was ordered with another key of the profile is polled and fetched with the current key. The job continues
// from the answer, and the ledger is corrected by it. Errors: *MoveError for any other job, ErrSameAnswer if the task
// still counts as failed, or the error of the service; then nothing was changed.
func (e *Engine) WatchAgain(ctx context.Context, id int64) error {
	return e.watching.watchAgain(ctx, id)
}

// CheckNow polls a task, or retries its download, as soon as possible, but at least ten seconds after the last time. It
// also retries a picture link that was given up, because it may work again. For any other job it does nothing.
func (e *Engine) CheckNow(ctx context.Context, id int64) { e.watching.checkNow(ctx, id) }

// LastFrame returns the last frame of a clip as a picture of the library.
func (e *Engine) LastFrame(clip db.Asset) (db.Asset, error) { return e.chains.lastFrame(clip) }

// CheckClips queues clips for a check in the background and returns how many were added. It ignores those that are
// queued, and the worker skips clips that were checked before. It returns 0 if the engine has no [Options].Check.
func (e *Engine) CheckClips(ids ...int64) int { return e.checks.add(ids...) }

// Sending as a whole.

// PauseSending stops new requests, or resumes them, and stores the setting. A pause holds all waiting jobs; its end
// releases the jobs that it held and no others. Polls and downloads continue.
func (e *Engine) PauseSending(ctx context.Context, pause bool) error {
	return e.holding.pauseSending(ctx, pause)
}

// Paused reports whether sending is paused.
func (e *Engine) Paused() bool { return e.pause.isOn() }

// StopSending stops sending new requests in this run, so that open picture calls can finish before the program quits;
// with false, sending resumes. Waiting jobs stay as they are and are sent after the next start.
func (e *Engine) StopSending(on bool) { e.outbox.close(on) }

// StopClients makes unsent jobs of a client wait for approval: those that wait for their turn, and those that would be
// sent automatically. An empty name means all clients. Tasks at the service continue. Call it after the user has
// disabled clients, or removed a token or a grant.
func (e *Engine) StopClients(ctx context.Context, name string) error {
	return e.holding.stopClients(ctx, name)
}

// KeyChanged must be called after a profile got a new key. It reconnects the profile's service and releases the jobs
// that were held for a missing or refused key, as far as the budgets allow. Polls and downloads resume at once.
func (e *Engine) KeyChanged(ctx context.Context, profileID int64) error {
	return e.reconnects.keyChanged(ctx, profileID)
}

// ProfileChanged must be called after a profile's address, limits or poll interval changed. Open calls finish with the
// old settings.
func (e *Engine) ProfileChanged(profileID int64) { e.reconnects.profileChanged(profileID) }

// KeyFault returns why the tasks of a profile are not polled: [db.HeldNoKey] or [db.HeldKeyRefused]; "" if they are.
func (e *Engine) KeyFault(profileID int64) db.HoldReason { return e.conns.keyFault(profileID) }

// UseLocalTimeZone stores the time zone of this process as the one in which limits count days and months. The window
// calls it, because its user expects "today" to follow the clock of this computer.
func (e *Engine) UseLocalTimeZone(ctx context.Context) error { return e.calendar.useLocalZone(ctx) }

// Status and events.

// Subscribe calls fn for every event until cancel is called. fn runs on a worker's goroutine and must not block;
// it may call the engine. An event that is being delivered may still arrive after cancel.
func (e *Engine) Subscribe(fn func(Event)) (cancel func()) { return e.events.subscribe(fn) }

// Status returns the current activity of the engine.
func (e *Engine) Status() PoolStatus { return e.pool.summary() }

// OpenCalls returns how many requests that may cost money have no answer yet, of clips and pictures.
func (e *Engine) OpenCalls() int { return e.status.openCalls() }

// OpenPictureCalls returns how many picture calls have no answer yet. Such a call cannot be resumed: quitting now would
// leave its job unconfirmed.
func (e *Engine) OpenPictureCalls() int { return e.outbox.openPictures() }

// Clock reports whether this computer's clock is known to be right, or wrong, compared with the time of the services.
// Both are false if there was no answer recently.
func (e *Engine) Clock() (right, wrong bool) { return e.clockWatch.trusted() }

// LedgerCorrected must be called after the user added a ledger entry to a profile, such as the price of a charge that
// had none. It publishes LedgerChanged. It may be called on any goroutine.
func (e *Engine) LedgerCorrected(profileID int64) {
	e.events.add(LedgerChanged{ProfileID: profileID})
	e.events.flush()
}
