package queue

import (
	"context"
	"fmt"
	"slices"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/wording"
)

// Library is what this place reads.
type Library interface {
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	AssetsOfJob(ctx context.Context, jobID int64) ([]db.Asset, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
}

// group is one of the four parts of the list, in their fixed order.
type group int

const (
	needsYou group = iota
	running
	toSend
	ended
	groups
)

// word names the group, and all of them together.
func (g group) word() string {
	switch g {
	case needsYou:
		return lang.L("Needs you")
	case running:
		return lang.X("filter", "Running")
	case toSend:
		return lang.L("Waiting to send")
	case ended:
		return lang.X("filter", "Ended")
	}
	return lang.X("filter", "All")
}

// states lists what belongs to the group. A job whose answer never came and a job that waits for a release need a person.
func (g group) states() []db.JobState {
	switch g {
	case needsYou:
		return []db.JobState{db.Unconfirmed, db.Held}
	case running:
		return []db.JobState{db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving, db.Unwatched}
	case toSend:
		return []db.JobState{db.Waiting}
	}
	return []db.JobState{db.Saved, db.Failed, db.Rejected, db.Expired}
}

// endedShown bounds how many ended jobs are listed; the gallery and the ledger keep all of them.
const endedShown = 200

// item is one line of the list: the head of a group, or a job.
type item struct {
	head  string // the group's name; "" for a job
	count int
	note  string

	job     db.Job
	profile string
	sandbox bool // its amounts are not real
	cost    wording.Cost
	asset   db.Asset // ID 0: nothing to show yet
	turn    int      // place among those that wait, from 1
}

// row is what the bindings of the job follow from.
func (it item) row() live.Row { return live.Row{Job: it.job, Turn: it.turn} }

// answer is everything that the place shows.
type answer struct {
	items     []item
	counts    [groups]int
	held      releaseBatch
	failing   int            // jobs whose downloads keep failing
	soonest   jobs.Retention // the clock of the one of them that the service deletes first
	failingID int64          // that one
	read      bool           // false before the first look: nothing can be said then
	err       error
}

// read lists all jobs of all profiles. filter keeps one group (or all: groups), text keeps what holds it. Background goroutine.
func read(ctx context.Context, l Library, filter group, text string) answer {
	a := answer{read: true}
	a.err = func() error {
		profiles, err := l.Profiles(ctx)
		if err != nil {
			return fmt.Errorf("read profiles: %w", err)
		}
		names, boxes := map[int64]string{}, map[int64]bool{}
		for _, p := range profiles {
			names[p.ID], boxes[p.ID] = p.Name, p.Sandbox
		}
		for g := range groups {
			limit := 0
			if g == ended {
				limit = endedShown
			}
			list, err := l.Jobs(ctx, db.JobFilter{States: g.states(), Text: text, Limit: limit})
			if err != nil {
				return fmt.Errorf("list jobs: %w", err)
			}
			switch g {
			case toSend:
				slices.Reverse(list) // the next one to go stands first
			case needsYou:
				a.held = releaseBatchOf(list, boxes)
			case running:
				list = downloadsFirst(list)
				a.warn(list)
			}
			a.counts[g] = len(list)
			if len(list) == 0 || (filter != groups && filter != g) {
				continue
			}
			a.items = append(a.items, item{head: g.word(), count: len(list), note: note(g, len(list))})
			for i, job := range list {
				line, err := itemOf(ctx, l, job)
				if err != nil {
					return err
				}
				line.profile, line.sandbox = names[job.ProfileID], boxes[job.ProfileID]
				if g == toSend {
					line.turn = i + 1
				}
				a.items = append(a.items, line)
			}
		}
		return nil
	}()
	return a
}

func itemOf(ctx context.Context, l Library, job db.Job) (item, error) {
	entries, err := l.Entries(ctx, db.EntryFilter{JobID: job.ID})
	if err != nil {
		return item{}, fmt.Errorf("read ledger of job %d: %w", job.ID, err)
	}
	line := item{job: job, cost: wording.CostOf(job, entries)}
	if job.State == db.Saved {
		assets, err := l.AssetsOfJob(ctx, job.ID)
		if err != nil {
			return item{}, fmt.Errorf("read assets of job %d: %w", job.ID, err)
		}
		if len(assets) > 0 {
			line.asset = assets[0]
		}
	}
	return line, nil
}

func note(g group, count int) string {
	switch g {
	case running:
		return lang.L("the service is asked every 10 to 15 s, together")
	case toSend:
		return lang.L("each goes out by itself when its turn comes")
	case ended:
		if count == endedShown {
			return lang.L("the newest; the gallery and the ledger keep them all")
		}
	}
	return ""
}

// stateDetail is what stands beside the state tag of a job that does not run.
func stateDetail(it item, now time.Time) string {
	j := it.job
	switch j.State {
	case db.Unconfirmed:
		if says := wording.Answered(j); says != "" {
			return says
		}
		return lang.L("sent %s, no answer", wording.When(j.SentAt, now))
	case db.Held:
		return whyHeld(j, now)
	case db.Saved:
		if !j.FinishedAt.IsZero() && !j.SentAt.IsZero() {
			return lang.L("took %s", wording.Elapsed(j.FinishedAt.Sub(j.SentAt)))
		}
		return ""
	case db.Failed, db.Rejected:
		if j.ErrorCode == jobs.CodeNoBalance {
			return lang.L("not enough balance at the service")
		}
		if j.ErrorMessage != "" {
			return j.ErrorMessage
		}
		return lang.L("no reason given")
	case db.Expired:
		return wording.ExpiredShort(j)
	}
	return ""
}

// whyHeld says in few words why a job is held.
func whyHeld(j db.Job, now time.Time) string {
	switch j.Hold {
	case db.HeldPaused:
		return lang.L("Sending is paused")
	case db.HeldNotSent:
		if why, ok := wording.NotHosted(j); ok {
			return lang.L("A picture could not be put on your image host: %s", why)
		}
		return lang.L("There was no connection")
	case db.HeldRateLimited:
		if j.NotBefore.After(now) {
			return lang.L("The service asks to wait until %s (429)", wording.When(j.NotBefore, now))
		}
		return lang.L("The service had too many requests (429)")
	case db.HeldNoKey:
		return lang.L("There is no key for this profile")
	case db.HeldKeyRefused:
		return lang.L("The service refused the key (401)")
	case db.HeldOverBudget:
		return lang.L("Over the budget of the day or the month")
	}
	return lang.L("Held for later")
}

// serviceCopy words how long the service keeps its copy, and whether ours is safe.
func serviceCopy(it item, now time.Time) (first, second string) {
	j := it.job
	switch j.State {
	case db.Waiting, db.Held:
		return "—", lang.L("not sent")
	case db.Sending:
		return "—", lang.L("after it is done")
	case db.Unconfirmed:
		if !j.Kind.IsVideo() {
			return "—", lang.L("pictures have no task")
		}
		return "—", lang.L("no task ID yet")
	case db.Failed, db.Rejected:
		return "—", lang.L("no file")
	case db.Expired:
		if until, unknown := jobs.AskedUntil(j); unknown && until.After(now) {
			return lang.L("may be there"), lang.L("asked until %s", lang.DayOfYear(until.In(now.Location())))
		}
		return lang.L("gone"), lang.L("never saved here")
	}
	if r, runs := jobs.RetentionOf(j); runs {
		if r.Failing {
			return wording.TimeLeft(r, now), lang.L("keeps failing")
		}
		return wording.TimeLeft(r, now), lang.L("not yet saved here")
	}
	life := "—"
	if !j.ExpiresAt.IsZero() {
		life = wording.Left(j.ExpiresAt.Sub(now))
	}
	if j.State == db.Saved {
		return life, lang.L("also saved here")
	}
	return life, lang.L("not yet saved here")
}
