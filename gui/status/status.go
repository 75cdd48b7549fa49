// Package status describes the state of a job: its tag, tone, reason, and progress. Cards, the queue, boards, the
// canvas, notifications and commands show the result of [Of], so that each state has the same wording everywhere.
//
// It is pure: values in, text out, in the language of the window. Package action derives icons and colours from
// Status.State and Status.Tone; package wording formats amounts. Files from top to bottom: status.go and notice.go,
// then running.go (jobs in progress), reason.go (held, refused or unconfirmed jobs), gone.go (jobs without a file),
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

// Context holds the inputs of a status besides the job's row.
type Context struct {
	Now           time.Time
	Progress      jobs.Progress // last progress of the engine; zero: none
	UsualDuration time.Duration // usual duration of such clips at this service; 0: unknown
	QueuePosition int           // position in the queue, from 1; 0: unknown
	Unreached     string        // why the service is unreachable; "": reachable or unknown
}

// Status is the state of a job in words.
type Status struct {
	State db.JobState
	Tag   string // "Generating 62%"
	Short string // the tag in about 16 characters
	Tone  Tone
	// of the progress bar, 0 to 1; negative: no bar. Based on the service and bytes, never on elapsed time
	Share    float64
	Detail   string // beside the tag, in little room
	Sentence string // for a job that continues automatically; else ""
	Reason   string // why it does not continue or failed, in sentences; else ""
	Answer   string // message of the service about a request with an unknown outcome; else ""
}

// Of returns the status of a job.
func Of(job db.Job, c Context) Status {
	now, p := c.Now, c.Progress
	if job.State == db.InProgress {
		job.Progress = max(job.Progress, p.Percent)
	}
	w := Status{State: job.State, Share: -1, Reason: reason(job, now), Answer: serviceAnswer(job)}
	w.Tag, w.Tone = tag(job)
	w.Short = shortTag(job, w.Tag)
	ran := now.Sub(Began(job))
	switch job.State {
	case db.Waiting:
		if c.QueuePosition > 0 {
			w.Detail = lang.L("number %s in line", lang.Number(c.QueuePosition))
		}
		w.Sentence = cmp.Or(w.Reason, lang.L("Waiting for its turn. Nothing has been sent or charged."))
		if p.Upload && p.Total > 0 {
			w.Share = fraction(p)
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
		w.Detail, w.Sentence = wording.Elapsed(ran), runText(job, c.UsualDuration, ran, now)
		if unknown := unknownTask(job, now); unknown != "" {
			w.Detail, w.Sentence = expiredShort(job), unknown
		}
		if c.Unreached != "" {
			w.Sentence = lang.L("No update from the service: %s. Viviscope keeps asking. The task continues there.",
				strings.TrimRight(c.Unreached, ". "))
		}
	case db.Unwatched:
		w.Detail, w.Sentence = lang.L("continues at the service, still charged"), retentionText(job, now)
	case db.Completed, db.Downloading, db.Saving:
		describeFinished(&w, job, p, now)
	case db.Unconfirmed:
		w.Detail = cmp.Or(w.Answer, lang.L("sent %s, no answer", wording.When(job.SentAt, now)))
	case db.Held:
		if !heldByUser(job) { // the tag and the price suffice for that
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
