package live

import (
	"cmp"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Row is what a screen has read of a job.
type Row struct {
	Job   db.Job
	Usual time.Duration // what clips of this kind took at this service before; 0: not known
	Turn  int           // place among those that wait, from 1; 0: not known
}

// Runs reports whether a job in a state goes on by itself: only then there is more to say of it than its row has.
func Runs(s db.JobState) bool {
	switch s {
	case db.Waiting, db.Sending, db.Queued, db.InProgress, db.Unwatched, db.Completed, db.Downloading, db.Saving:
		return true
	}
	return false
}

// Words is what is shown of a job. Sentence is "" for one that does not run.
type Words struct {
	Share                    float64 // of the bar; it follows what the service says of a task, and bytes, and never runs by a clock
	Status, Detail, Sentence string
	last                     jobs.Progress
}

// Began is when the clock of a job started: the service accepted it, or the request left.
func Began(j db.Job) time.Time {
	if !j.AcceptedAt.IsZero() {
		return j.AcceptedAt
	}
	if !j.SentAt.IsZero() {
		return j.SentAt
	}
	return j.CreatedAt
}

// words words a row with what was said since. The caller holds mu.
func (l *Jobs) words(row Row) Words {
	now, p, job := l.now(), l.last[row.Job.ID], row.Job
	w := Words{Share: -1, last: p}
	if job.State == db.InProgress {
		job.Progress = max(job.Progress, p.Percent)
	}
	w.Status, _ = wording.State(job)
	ran := now.Sub(Began(job))
	elapsed := wording.Elapsed(ran)
	switch job.State {
	case db.Waiting:
		if row.Turn > 0 {
			w.Detail = lang.L("number %s in line", lang.Number(row.Turn))
		}
		w.Sentence = cmp.Or(wording.Trouble(job, now), lang.L("Waiting for its turn. Nothing has been sent or charged."))
		if p.Upload && p.Total > 0 {
			w.Share = part(p)
			w.Detail = wording.Upload(job.Kind, p.Place, p.Done, p.Total)
			w.Sentence = lang.L("%s. Nothing has been sent to the service or charged.", w.Detail)
		}
	case db.Sending:
		w.Detail = elapsed
		w.Sentence = lang.L("The request is being sent.")
		if !job.Kind.IsVideo() {
			w.Sentence = lang.L("%s elapsed. The picture arrives with the answer.", elapsed)
		}
	case db.Queued, db.InProgress:
		w.Share = float64(min(max(job.Progress, 0), 100)) / 100
		w.Detail, w.Sentence = elapsed, row.runs(elapsed, ran, now)
		if unknown := wording.UnknownTask(job, now); unknown != "" {
			w.Detail, w.Sentence = wording.ExpiredShort(job), unknown
		}
		if why := l.unreachable[job.ProfileID]; why != "" {
			w.Sentence = lang.L("No update from the service: %s. Viviscope keeps asking. The task continues there.",
				strings.TrimRight(why, ". "))
		}
	case db.Unwatched:
		w.Detail, w.Sentence = lang.L("continues at the service, still charged"), row.kept(now)
	case db.Completed, db.Downloading, db.Saving:
		row.comes(&w, p, now)
	case db.Unconfirmed:
		if w.Detail = wording.Answered(job); w.Detail == "" {
			w.Detail = lang.L("sent %s, no answer", wording.When(job.SentAt, now))
		}
	case db.Held:
		w.Detail = wording.WhyHeld(job, now)
	case db.Saved:
		if !job.FinishedAt.IsZero() && !job.SentAt.IsZero() {
			w.Detail = lang.L("took %s", wording.Elapsed(job.FinishedAt.Sub(job.SentAt)))
		}
	case db.Failed, db.Rejected:
		w.Detail = cmp.Or(job.ErrorMessage, lang.L("no reason given"))
		if job.ErrorCode == jobs.CodeNoBalance {
			w.Detail = lang.L("insufficient balance at the service")
		}
	case db.Expired:
		w.Detail = wording.ExpiredShort(job)
	}
	return w
}

func part(p jobs.Progress) float64 { return min(float64(p.Done)/float64(p.Total), 1) }

// comes words a job that is done at the service.
func (r Row) comes(w *Words, p jobs.Progress, now time.Time) {
	state := r.Job.State
	clock, runs := jobs.RetentionOf(r.Job)
	if w.Detail, _ = wording.DownloadTrouble(clock); w.Detail == "" && state != db.Downloading {
		w.Detail = lang.L("saving")
	}
	if state == db.Completed {
		w.Sentence = lang.L("Finished at the service.") // the warning says the rest
		if !clock.Failing {
			w.Sentence = strings.TrimSpace(lang.L("Finished at the service. The download starts automatically.") + " " + r.kept(now))
		}
		return
	}
	if state == db.Downloading {
		w.Share = 0
	}
	w.Sentence = lang.L("Downloading")
	switch {
	case p.Total > 0:
		w.Share = part(p)
		w.Detail = lang.L("%[1]s of %[2]s", wording.Bytes(p.Done), wording.Bytes(p.Total))
		w.Sentence = w.Detail
		if state == db.Downloading {
			w.Status = lang.L("Downloading %d%%", int(w.Share*100))
		}
	case p.Done > 0:
		w.Sentence = wording.Bytes(p.Done)
	}
	if runs && !clock.Failing {
		w.Sentence += " · " + lang.L("on the service: %s", wording.TimeLeft(clock, now))
	}
}

// kept words how long the service keeps what is not saved yet; "" where no clock runs.
func (r Row) kept(now time.Time) string {
	clock, runs := jobs.RetentionOf(r.Job)
	if !runs {
		return ""
	}
	return lang.L("On the service: %s.", wording.TimeLeft(clock, now))
}

// lastDay is when the end of the service's copy becomes more important than how long a task still runs.
const lastDay = 24 * time.Hour

// runs words how long a task runs, and how long it may still take by what clips of this kind took before.
func (r Row) runs(elapsed string, ran time.Duration, now time.Time) string {
	queued, left := r.Job.State == db.Queued, r.Usual-ran
	clock, kept := jobs.RetentionOf(r.Job)
	late := kept && clock.Left(now) < lastDay // made within a week or never: what it usually takes says nothing now
	if !late && r.Usual > 0 && left > 0 {
		left, usual := wording.Elapsed(left), wording.Elapsed(r.Usual)
		if queued {
			return lang.L("%[1]s elapsed, queued at the service, about %[2]s left (similar clips take %[3]s)", elapsed,
				left, usual)
		}
		return lang.L("%[1]s elapsed, about %[2]s left (similar clips take %[3]s)", elapsed, left, usual)
	}
	words := lang.L("%s elapsed.", elapsed)
	if queued {
		words = lang.L("%s elapsed, queued at the service.", elapsed)
	}
	switch {
	case late:
		return words + " " + r.kept(now)
	case r.Usual > 0:
		return words + " " + lang.L("Taking longer than usual. Still running, still charged and still watched.")
	case queued:
		return lang.L("%s elapsed, queued at the service", elapsed)
	}
	return lang.L("%s elapsed", elapsed)
}
