package jobs

import (
	"context"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// The jobs of a click.

// Submit makes the jobs of one click, one for each order, in one transaction, if how admits them. They go out by
// themselves when their turn comes, unless sending is paused, the profile's key is refused, or how.Hold is set: then
// they are held. The pictures that orders bring are kept in the library, so that the exact requests survive a restart.
// A click whose ID was there before makes nothing and returns the jobs that it made then: none where they were
// discarded. An order that comes after another job is held until that one is saved, see [After]; it is admitted with
// the click. Errors: *AdmissionError where a person must be asked; *FrameGoneError where a picture's link would die
// before its turn; *ClickTakenError, *ClickLostError, *MaxCostError and *ClientError, see [Terms];
// *client.ValidationError with the first broken rule; db.ErrNotFound for the profile, and for a job that an order comes
// after; *MoveError for one that brings nothing any more; db.ErrSent for one that is to be discarded and was sent. On
// an error nothing was made or discarded.
func (e *Engine) Submit(ctx context.Context, profileID int64, orders []Order, how Terms) ([]db.Job, error) {
	return e.submission.submit(ctx, profileID, orders, how)
}

// Price returns what Submit would say of orders now, and without orders how the limits of a profile stand. Errors:
// db.ErrNotFound for the profile.
func (e *Engine) Price(ctx context.Context, profileID int64, orders []Order) (Quote, error) {
	return e.quotes.priceOrders(ctx, profileID, orders)
}

// PriceJobs is Price for jobs of a profile as they stand: what it costs now to let them go out, or to send them again.
func (e *Engine) PriceJobs(ctx context.Context, profileID int64, list ...db.Job) (Quote, error) {
	return e.quotes.priceJobs(ctx, profileID, list...)
}

// Clicked returns the jobs that a click with an ID made, none where they were discarded, and whether there was such a
// click with the profile, or one of the same fingerprint with another profile of its address. profileID 0 stands for
// any profile: then only a click of the same fingerprint counts. Whoever repeats a click asks this before anything is
// planned or priced, which may come out otherwise now. Errors: *ClickTakenError where the fingerprint is another one;
// *ClickLostError where the click was sent, and the library does not contain it any more.
func (e *Engine) Clicked(ctx context.Context, profileID int64, id, fingerprint string) (
	made []db.Job, there bool, err error) {
	return e.clicks.clicked(ctx, profileID, id, fingerprint)
}

// CheckGrant says what a client's click would come to now; of one that was made before, made are the jobs of the
// quote. Nothing is done.
func (e *Engine) CheckGrant(ctx context.Context, client string, q Quote, made ...db.Job) (GrantCheck, error) {
	return e.grants.standing(ctx, client, q, made...)
}

// Ahead reads what stands before a new click of a profile.
func (e *Engine) Ahead(ctx context.Context, profileID int64) (Ahead, error) {
	return e.forecast.ahead(ctx, profileID)
}

// Takes is how long a job of a profile usually takes: the middle of those like it that were made, where there are some.
func (e *Engine) Takes(ctx context.Context, profileID int64, r client.Request) time.Duration {
	return e.forecast.usual(ctx, profileID, r)
}

// Release lets held jobs go out: they wait for their turn, which a rate-limited one does not get before the time that
// the service named, or for the job that they come after. Jobs that [CanRelease] says nothing can be done for, or
// were discarded, are passed over. It works while sending is paused: then just these go out. One that waits for
// approval brings all that do of its click: who releases it approves it. Terms of a click that is repeated, or of a
// client, let go only what is the caller's and was held for a reason that may have passed. The jobs of one profile go
// together, admitted by how as new ones are, at the prices of now: where one costs more than its row says, that is
// asked about too. Those that a pause holds were admitted when they were made. It stops at the first error, such as
// an *AdmissionError or *FrameGoneError; what was released before it, of another profile, stays released.
func (e *Engine) Release(ctx context.Context, how Terms, ids ...int64) error {
	return e.admission.releaseJobs(ctx, how, ids...)
}

// Revise gives a held job another request, with what stands in its places; its estimate follows. It stays held. Where a
// pause holds it, or it waits for a key, and it costs more now, it waits for the user instead: nobody agreed to the new
// amount, and the end of the pause shows none. One that waited for another job, or whose picture's link died, waits for
// a person then. Errors: *client.ValidationError; *MoveError for a job that is not held any more; [ErrOtherKind]. On an
// error the job is as it was.
func (e *Engine) Revise(ctx context.Context, id int64, o Order) error {
	return named("revise", id, e.admission.revise(ctx, id, o))
}

// Discard deletes a job of which nothing was sent. Errors: db.ErrSent for any other.
func (e *Engine) Discard(ctx context.Context, id int64) error { return e.holding.discard(ctx, id) }

// Jobs that were sent.

// SendAgain makes a new job with the exact request of one that is unconfirmed or has ended, linked to it, if how
// admits it. The old job stays as it is: if it was charged, both are paid for. While the new one has not ended, and
// where the old one is unconfirmed also when it was paid for, sending again makes nothing and returns that same job:
// two clicks are one charge. Errors: *AdmissionError; *FrameGoneError; *MoveError for a job that may still bring its
// result, ErrNoRequest for one that was tracked.
func (e *Engine) SendAgain(ctx context.Context, jobID int64, how Terms) (db.Job, error) {
	job, err := e.resends.sendAgain(ctx, jobID, how)
	return job, named("send again", jobID, err)
}

// OneMore makes a job with the settings of one that has ended, if how admits it. A clip gets another seed: with the
// same one the very same clip would be paid for. Only kept, a seed that a person keeps (nil: none), is not replaced.
// A press that slipped gives the job of the one before. It is no take of a board: there it would become the shown one
// as the newest. Errors are those of SendAgain.
func (e *Engine) OneMore(ctx context.Context, jobID int64, kept *int64, how Terms) (db.Job, error) {
	return e.resends.another(ctx, jobID, kept, how)
}

// NotCharged ends an unconfirmed job: a person looked and found that the service did not charge it. It also gives
// back the reserve of a task that the service says it does not know. Errors: *MoveError for any other job.
func (e *Engine) NotCharged(ctx context.Context, jobID int64) error {
	return e.settling.notCharged(ctx, jobID)
}

// WasCharged ends an unconfirmed job the other way: a person found that the service did charge it, and the answer is
// lost for good. Errors: *MoveError for any other job.
func (e *Engine) WasCharged(ctx context.Context, jobID int64) error {
	return e.settling.wasCharged(ctx, jobID)
}

// Adopt gives an unconfirmed clip its task: the service is asked once whether it knows the task, and then the job goes
// on as if the answer had never been lost. So does a job that has ended, if it has this task; see [CanAskAgain]. ctx
// ends the waiting for the network. Errors: client.ErrBadTaskID, *TaskTakenError, *MoveError, ErrSameAnswer where the
// task has failed still, or what the service answered (client.ErrNotFound: it knows no such task). On an error nothing
// was changed.
func (e *Engine) Adopt(ctx context.Context, jobID int64, taskID string) error {
	return named("adopt task for", jobID, e.settling.adopt(ctx, jobID, taskID))
}

// Track makes a job of a task that the profile's service knows already, also of one that another program made: it is
// polled, fetched and kept like every other. Track sends one request, which costs nothing. The job has the model, the
// seconds and the size of the answer, and no prompt. A task that has a job already gets no second one: a job that ended
// without a file, or that was ordered with another key of the profile, continues with the present key if the answer
// shows that the task is there.
//
// The task was reserved when it was made, so a reserve is written: the ledger does not end what was never open. It
// has the amount of the price table where the answer says enough to know it, and else none.
//
// Errors: client.ErrBadTaskID, *TaskTakenError, db.ErrNotFound for the profile, ErrSameAnswer together with the job
// where its task has failed still, or what the service answered (client.ErrNotFound: it knows no such task). On an
// error nothing was changed. ctx ends the waiting.
func (e *Engine) Track(ctx context.Context, profileID int64, taskID string) (db.Job, error) {
	job, err := e.tracking.track(ctx, profileID, taskID)
	e.events.flush()
	if err != nil {
		return job, fmt.Errorf("track task of profile %d: %w", profileID, err)
	}
	return job, nil
}

// StopWatching ends the polls of a task. The task goes on at the service, and costs: there is no cancel there.
// Errors: *MoveError where the job has no running task.
func (e *Engine) StopWatching(ctx context.Context, id int64) error {
	return e.watching.stopWatching(ctx, id)
}

// WatchAgain picks up the polls of a task where StopWatching left it. For a task of which the service returns no
// state they begin anew, also where the job was given up. Where the job has ended otherwise, the service is asked
// once; see [CanAskAgain]. A task that was ordered with another key of the profile is polled and fetched with the key
// of now. The job goes on from the answer, and its ledger is corrected by what the answer proves. Errors: *MoveError
// for any other job, ErrSameAnswer where the task has failed still, or the error of the service; then nothing was
// changed.
func (e *Engine) WatchAgain(ctx context.Context, id int64) error {
	return e.watching.watchAgain(ctx, id)
}

// CheckNow asks about a task, or tries its download, as soon as may be: never within ten seconds of the last time. It
// goes on with a job of which a link was given up: it may work after all. It does nothing for a job that needs none
// of that.
func (e *Engine) CheckNow(ctx context.Context, id int64) { e.watching.checkNow(ctx, id) }

// LastFrame is the last frame of a clip as a picture of the library.
func (e *Engine) LastFrame(clip db.Asset) (db.Asset, error) { return e.chains.lastFrame(clip) }

// Sending as a whole.

// PauseSending stops new requests, or lets them go out again, and is remembered. Pausing holds what waits; ending the
// pause releases what was held for it and nothing else. Polls and downloads go on.
func (e *Engine) PauseSending(ctx context.Context, pause bool) error {
	return e.holding.pauseSending(ctx, pause)
}

// Paused reports whether sending is paused.
func (e *Engine) Paused() bool { return e.pause.isOn() }

// SendNoMore has no further request leave in this run, so that the picture calls that are open come to an end; false:
// sending goes on. What waits stays as it is, and goes out at the next start.
func (e *Engine) SendNoMore(on bool) { e.outbox.close(on) }

// StopClients has nothing more of a client go out, of all of them where name is "": what waits, or would go out by
// itself, waits for approval. Tasks at the service go on. It is for after a person has switched clients off, or has
// taken a token or a grant away.
func (e *Engine) StopClients(ctx context.Context, name string) error {
	return e.holding.stopClients(ctx, name)
}

// KeyChanged says that a profile has another key, or one at last: its service is connected anew, what was held for
// want of a good key goes out as far as the budgets leave room for it, and its polls and downloads go on at once.
func (e *Engine) KeyChanged(ctx context.Context, profileID int64) error {
	return e.reconnects.keyChanged(ctx, profileID)
}

// ProfileChanged says that a profile's address, limits or pace were edited. Calls under way end as they began.
func (e *Engine) ProfileChanged(profileID int64) { e.reconnects.profileChanged(profileID) }

// KeyTrouble returns why the tasks of a profile are not polled: [db.HeldNoKey], [db.HeldKeyRefused], or "" if they are.
func (e *Engine) KeyTrouble(profileID int64) db.HoldReason { return e.conns.keyTrouble(profileID) }

// CountDaysHere makes the time zone of this process the one by which limits count days and months. The window calls
// it: its user reads "today" by the clock of this computer.
func (e *Engine) CountDaysHere(ctx context.Context) error { return e.calendar.countDaysHere(ctx) }

// What the engine does.

// Subscribe calls fn for every event until cancel is called. fn runs on a worker's goroutine and must not block;
// it may call the engine. An event that is being delivered may still arrive after cancel.
func (e *Engine) Subscribe(fn func(Event)) (cancel func()) { return e.events.subscribe(fn) }

// Status returns what the engine does right now.
func (e *Engine) Status() PoolStatus { return e.pool.sum() }

// OpenCalls returns how many requests that may cost money have no answer yet, of clips and pictures.
func (e *Engine) OpenCalls() int { return e.status.openCalls() }

// OpenPictureCalls returns how many picture calls have no answer yet. Such a call cannot be picked up again: quitting
// now would leave its job unconfirmed.
func (e *Engine) OpenPictureCalls() int { return e.outbox.openPictures() }

// Clock reports whether this computer's clock is known to be right, or wrong, by what services say of the time. Both
// are false where no answer came lately.
func (e *Engine) Clock() (right, wrong bool) { return e.clockWatch.trusted() }

// LedgerCorrected tells that a person added to the ledger of a profile what no job wrote, such as the price of a
// charge that had none. Any goroutine.
func (e *Engine) LedgerCorrected(profileID int64) {
	e.events.add(LedgerChanged{ProfileID: profileID})
	e.events.flush()
}
