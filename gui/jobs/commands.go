package jobs

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
)

// commands runs the commands of buttons. It belongs to the window's goroutine.
type commands struct {
	*Deps
	busy    map[int64]bool // jobs with a command that has not returned, and noJob and severalJobs
	changed func(id int64) // called when the buttons of a job become enabled or disabled
}

// Keys of commands that do not belong to one job.
const (
	severalJobs = 0  // jobs that are sent together
	trackedTask = -1 // the task that becomes a job
	noJob       = -2 // no job: allowed at any time
)

// spending is a command that may cost money.
type spending = func(ctx context.Context, how jobs.Terms) error

// sending is a way to run one: Send or Release of a [spend.Sender].
type sending = func(shown jobs.Agreement, send spending, done func(error))

// free makes a spending of a command that costs nothing.
func free(do func(context.Context) error) spending {
	return func(ctx context.Context, _ jobs.Terms) error { return do(ctx) }
}

// pressedButton identifies a click on a button that spends; see [spend.Sender.Press].
type pressedButton struct {
	job   int64
	shown jobs.Agreement
}

// run runs a command on a job off the window's goroutine and then calls done on it. shown is the price on the button.
// The buttons of the job are disabled meanwhile, so that a double click is one command.
func (c *commands) run(send sending, id int64, shown jobs.Agreement, do spending, done func(error)) {
	if c.busy[id] && id != noJob {
		return
	}
	pressed := pressedButton{id, shown}
	if shown != (jobs.Agreement{}) && !c.Sender.Press(pressed) {
		done(spend.ErrDeclined)
		return
	}
	c.busy[id] = true
	c.changed(id)
	send(shown, do, func(err error) {
		delete(c.busy, id)
		if err != nil {
			c.Sender.Unpress(pressed)
		}
		if err != nil && !errors.Is(err, spend.ErrDeclined) {
			c.Log().Warn("a command on a job failed", slog.Int64("id", id), slog.Any("err", err))
		}
		done(err)
		c.changed(id)
		c.Window.Refresh()
	})
}

// runFree runs a command that costs nothing and shows its error.
func (c *commands) runFree(id int64, do func(context.Context) error) {
	c.run(c.Sender.Send, id, jobs.Agreement{}, free(do), c.report)
}

// resend returns the command that makes a second job with the exact request of the first.
func (c *commands) resend(id int64) spending {
	return func(ctx context.Context, how jobs.Terms) error {
		_, err := c.Engine.SendAgain(ctx, id, how)
		return err
	}
}

// anyBusy reports whether a command on one of the jobs has not returned.
func (c *commands) anyBusy(list []*item) bool {
	return slices.ContainsFunc(list, func(it *item) bool { return c.busy[it.ID] })
}

// release sends held jobs, one profile after the other: each profile has limits of its own. If the user declines one,
// those after it stay held.
func (c *commands) release(held []*item) {
	if len(held) == 0 {
		return
	}
	payer := held[0].ProfileID
	together := filter(held, func(it *item) bool { return it.ProfileID == payer })
	later := filter(held, func(it *item) bool { return it.ProfileID != payer })
	do := func(ctx context.Context, how jobs.Terms) error {
		return c.Engine.Release(ctx, how, jobIDs(together)...)
	}
	shown := quoteOf(held[0].profile, together).PriceAgreement()
	c.run(c.Sender.Release, severalJobs, shown, do, func(err error) {
		c.report(err)
		if err == nil {
			c.release(later)
		}
	})
}

func jobIDs(list []*item) (ids []int64) {
	for _, it := range list {
		ids = append(ids, it.ID)
	}
	return ids
}

// report shows the error of a command.
func (c *commands) report(err error) {
	if text := errorText(err); text != "" {
		c.Say(kit.ToneErr, text, "")
	}
}

// errorText returns why a command failed; "" if it did not, or if the user declined.
func errorText(err error) string {
	if err == nil || errors.Is(err, spend.ErrDeclined) {
		return ""
	}
	if text, ok := wording.TaskTrouble(err); ok {
		return text
	}
	var late *jobs.MoveError
	switch {
	case errors.Is(err, jobs.ErrNoRequest):
		return lang.L("Its task was created elsewhere, so its request is not known. Nothing was sent.")
	case errors.Is(err, client.ErrAuth):
		return lang.L("The service refused the key (401). Nothing was charged.")
	case errors.Is(err, keys.ErrNone):
		return lang.L("There is no key for this profile. Nothing has been sent or charged.")
	case errors.Is(err, context.DeadlineExceeded):
		return lang.L("The service did not answer. Nothing was changed.")
	case errors.Is(err, db.ErrSent):
		return lang.L("The job has been sent. Nothing was removed.")
	case errors.As(err, &late):
		return lang.L("The job has changed. Nothing was done.")
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("Not done: the library disk is full. Free some space.")
	case errors.Is(err, db.ErrNotFound):
		return lang.L("It is no longer in the library.")
	}
	return lang.L("Not done: %s", wording.Fault(err))
}
