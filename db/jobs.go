package db

import (
	"context"
	"slices"
	"strings"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

// JobFilter selects jobs. The zero value selects all. All conditions must match.
type JobFilter struct {
	States    []JobState // empty: any
	ProfileID int64      // 0: any
	Board     string     // ref of the board; "": any, including none
	Client    string     // name of the client; "": any, including the user
	Click     string     // [Job].Click; "": any
	Hold      HoldReason // "": any, including none
	Hosted    bool       // only jobs with a picture that was uploaded and not deleted yet
	Awaiting  bool       // only jobs with an input that another job has yet to deliver
	Text      string     // each word must be part of the prompt, a task ID, or at least four digits of the ref
	Limit     int        // 0: no limit
	BeforeID  int64      // ID of the last job of the previous page; 0: first page
}

func (f JobFilter) page() (query string, args []any) {
	where := "TRUE"
	add := func(text string, values ...any) {
		where += " AND " + text
		args = append(args, values...)
	}
	if len(f.States) > 0 {
		add(f.stateColumn() + " IN (" + strings.Repeat(", ?", len(f.States))[2:] + ")")
		for _, s := range f.States {
			args = append(args, s)
		}
	}
	if f.Awaiting {
		add(`inputs IS NOT NULL AND inputs LIKE '%"owed":true%'`)
	}
	if f.ProfileID != 0 {
		add("profile_id = ?", f.ProfileID)
	}
	for _, is := range [][2]string{{"client", f.Client}, {"click", f.Click}, {"hold", string(f.Hold)},
		{"board", f.Board}} {
		if is[1] != "" {
			add(is[0]+" = ? AND "+is[0]+" <> ''", is[1])
		}
	}
	if f.Hosted {
		add(`inputs IS NOT NULL AND inputs LIKE '%"object":%'`)
	}
	if f.BeforeID != 0 {
		add("id < ?", f.BeforeID)
	}
	for _, t := range search.ParseWords(f.Text) {
		p := ledger.LikePattern(t.Text)
		add(`? <> (prompt LIKE ? ESCAPE '\' OR task_id = ? OR (length(?) >= 4 AND ref LIKE ? ESCAPE '\'))`, t.Not, p,
			t.Text, t.Text, p[1:])
	}
	return "SELECT " + leanColumns + " FROM jobs WHERE " + where + " ORDER BY id DESC" + limit(f.Limit), args
}

// stateColumn chooses the query plan. The index by state is best for the few running jobs. Walking from the newest job
// is best for a page of ended jobs: the plus sign keeps SQLite from using the index.
func (f JobFilter) stateColumn() string {
	if len(f.States) > 1 && f.Limit > 0 && slices.ContainsFunc(f.States, JobState.Ended) {
		return "+state"
	}
	return "state"
}

// jobRows reads the jobs.
type jobRows struct{ *database }

// Job returns a job, or [ErrNotFound].
func (r jobRows) Job(ctx context.Context, id int64) (Job, error) {
	j, err := jobByID(ctx, r.reader, id)
	return j, wrap(err, "read job %d", id)
}

// JobByRef returns the job with a ref of 32 digits, or [ErrNotFound].
func (r jobRows) JobByRef(ctx context.Context, ref string) (Job, error) {
	j, err := scanJob(r.reader.QueryRowContext(ctx, "SELECT "+jobColumns+" FROM jobs WHERE ref = ?", ref))
	return j, wrap(err, "read job %s", ref)
}

// JobRefs returns the refs of jobs that begin with some digits. It returns at most five, enough to detect ambiguity.
func (r jobRows) JobRefs(ctx context.Context, digits string) ([]string, error) {
	return r.refs(ctx, "jobs WHERE", digits)
}

// JobByTask returns the job of a task of a profile, or [ErrNotFound]. A task has at most one job.
func (r jobRows) JobByTask(ctx context.Context, profileID int64, taskID string) (Job, error) {
	j, err := scanJob(r.reader.QueryRowContext(ctx,
		"SELECT "+jobColumns+" FROM jobs WHERE profile_id = ? AND task_id = ? AND task_id <> ''", profileID, taskID))
	return j, wrap(err, "read job of task %s", taskID)
}

// Jobs returns the jobs that match a filter, newest first. Saved jobs lack the raw answer, which only [Library.Job]
// reads.
func (r jobRows) Jobs(ctx context.Context, f JobFilter) ([]Job, error) {
	query, args := f.page()
	jobs, err := listLenient(ctx, r.database, r.reader, scanJob, query, args...)
	return jobs, wrap(err, "read jobs")
}

// JobCounts counts the jobs of a profile (0: of all) by state. A job that is held until another one is saved counts as
// waiting, because it continues without the user. States without jobs are not in the map.
func (r jobRows) JobCounts(ctx context.Context, profileID int64) (map[JobState]int, error) {
	where, args := "", []any{}
	if profileID != 0 {
		where, args = " WHERE profile_id = ?", append(args, profileID)
	}
	counts := map[JobState]int{}
	_, err := list(ctx, r.reader, func(row scanner) (s JobState, err error) {
		var n int
		err = row.Scan(&s, &n)
		counts[s] = n
		return s, err
	}, "SELECT iif(hold = 'after' AND error_code = '', 'waiting', state), count(*) FROM jobs"+where+" GROUP BY 1",
		args...)
	return counts, wrap(err, "count jobs")
}
