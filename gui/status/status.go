// Package status presents the state of a job: its tag, how it is meant, why it stands still, and how far it is. Cards,
// the queue, boards, the canvas, notifications and commands show what [Of] returns, so that a state has one wording
// everywhere.
//
// It is pure: values in, text out, in the language of the window. Icons and colours follow from Status.State and
// Status.Tone in package action, amounts from package wording. From top to bottom: status.go and notice.go, then
// running.go (a job on its way), reason.go (one that is held, refused or unconfirmed), gone.go (one without a file),
// download.go and tag.go.
package status

import (
	"cmp"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Context are the inputs of a status besides the row of the job.
type Context struct {
	Now       time.Time
	Progress  jobs.Progress // the last of the engine; the zero value for none
	Usual     time.Duration // what clips of this kind took at this service before; 0: not known
	Turn      int           // place among those that wait, from 1; 0: not known
	Unreached string        // why the service cannot be reached; "": it can, or nobody tried
}

// Status is the state of a job in words.
type Status struct {
	State    db.JobState
	Tag      string // "Generating 62%"
	Short    string // the tag where there is room for about 16 characters
	Tone     Tone
	Share    float64 // of the progress bar, 0 to 1; less: no bar. It follows the service and bytes, never a clock
	Detail   string  // beside the tag, where there is little room
	Sentence string  // of a job that continues without the user; else ""
	Reason   string  // why it stands still or ended badly, in sentences; else ""
	Answer   string  // the words of the service about a request with an unknown outcome; else ""
}

// Of returns the status of a job.
func Of(job db.Job, c Context) Status {
	now, p := c.Now, c.Progress
	if job.State == db.InProgress {
		job.Progress = max(job.Progress, p.Percent)
	}
	w := Status{State: job.State, Share: -1, Reason: reason(job, now), Answer: answer(job)}
	w.Tag, w.Tone = tag(job)
	w.Short = shortTag(job, w.Tag)
	ran := now.Sub(Began(job))
	switch job.State {
	case db.Waiting:
		if c.Turn > 0 {
			w.Detail = lang.L("number %s in line", lang.Number(c.Turn))
		}
		w.Sentence = cmp.Or(w.Reason, lang.L("Waiting for its turn. Nothing has been sent or charged."))
		if p.Upload && p.Total > 0 {
			w.Share = part(p)
			w.Detail = wording.Upload(job.Kind, p.Place, p.Done, p.Total)
			w.Sentence = lang.L("%s. Nothing has been sent to the service or charged.", w.Detail)
		}
	case db.Sending:
		w.Detail = wording.Elapsed(ran)
		w.Sentence = lang.L("The request is being sent.")
		if !job.Kind.IsVideo() {
			w.Sentence = lang.L("%s elapsed. The picture arrives with the answer.", w.Detail)
		}
	case db.Queued, db.InProgress:
		w.Share = float64(min(max(job.Progress, 0), 100)) / 100
		w.Detail, w.Sentence = wording.Elapsed(ran), runs(job, c.Usual, ran, now)
		if unknown := unknownTask(job, now); unknown != "" {
			w.Detail, w.Sentence = expiredShort(job), unknown
		}
		if c.Unreached != "" {
			w.Sentence = lang.L("No update from the service: %s. Viviscope keeps asking. The task continues there.",
				strings.TrimRight(c.Unreached, ". "))
		}
	case db.Unwatched:
		w.Detail, w.Sentence = lang.L("continues at the service, still charged"), kept(job, now)
	case db.Completed, db.Downloading, db.Saving:
		comes(&w, job, p, now)
	case db.Unconfirmed:
		w.Detail = cmp.Or(w.Answer, lang.L("sent %s, no answer", wording.When(job.SentAt, now)))
	case db.Held:
		if !heldByUser(job) { // the tag and the price say all of it
			w.Detail = whyHeld(job, now)
		}
	case db.Saved:
		if !job.FinishedAt.IsZero() && !job.SentAt.IsZero() {
			w.Detail = lang.L("took %s", wording.Elapsed(job.FinishedAt.Sub(job.SentAt)))
		}
	case db.Failed, db.Rejected:
		w.Detail = cmp.Or(job.ErrorMessage, lang.L("no reason given"))
		switch {
		case markedNotCharged(job):
			w.Detail = lang.L("by your entry")
		case job.ErrorCode == jobs.CodeNoBalance:
			w.Detail = lang.L("insufficient balance at the service")
		case client.IsWebPage(job.ErrorMessage):
			w.Detail = lang.L("the server answered with a web page")
		}
	case db.Expired:
		w.Detail = expiredShort(job)
	}
	return w
}
