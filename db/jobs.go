package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// JobFilter chooses jobs. The zero value means all of them.
type JobFilter struct {
	States    []JobState // none: any state
	ProfileID int64      // 0: any profile
	Hosted    bool       // only jobs of which a picture is still at its host
	Text      string     // parts of the prompt, a task id, or four or more digits of a ref; all words must be there
	Limit     int        // 0: no limit
	BeforeID  int64      // the last id of the page before; 0: from the newest
}

func (j *Job) fill(click string, index int, now time.Time) {
	if j.Ref == "" {
		j.Ref = newRef()
	}
	if j.Click == "" {
		j.Click = click
		j.ClickIndex = index
	}
	if j.CreatedAt.IsZero() {
		j.CreatedAt = now
	}
	if j.State == "" {
		j.State = Waiting
	}
	if len(j.Request) == 0 {
		j.Request = []byte("{}")
	}
}

func insertJob(ctx context.Context, tx *sql.Tx, j Job) (Job, error) {
	const columns = jobFixed + ", " + jobMutable
	return scanJob(tx.QueryRowContext(ctx,
		"INSERT INTO jobs ("+columns+") VALUES ("+marks(columns)+") RETURNING "+jobColumns,
		append(jobFixedValues(j), jobMutableValues(j)...)...))
}

// Job returns a job, or [ErrNotFound].
func (l *Library) Job(ctx context.Context, id int64) (Job, error) {
	j, err := jobByID(ctx, l.reader, id)
	return j, wrap(err, "read job %d", id)
}

func jobByID(ctx context.Context, q querier, id int64) (Job, error) {
	return scanJob(q.QueryRowContext(ctx, "SELECT "+jobColumns+" FROM jobs WHERE id = ?", id))
}

// JobByRef returns the job with a ref (all 32 digits), or [ErrNotFound].
func (l *Library) JobByRef(ctx context.Context, ref string) (Job, error) {
	j, err := scanJob(l.reader.QueryRowContext(ctx, "SELECT "+jobColumns+" FROM jobs WHERE ref = ?", ref))
	return j, wrap(err, "read job %s", ref)
}

// JobByTask returns the job that a task of a profile belongs to, or [ErrNotFound]. There is one at most.
func (l *Library) JobByTask(ctx context.Context, profileID int64, taskID string) (Job, error) {
	j, err := scanJob(l.reader.QueryRowContext(ctx,
		"SELECT "+jobColumns+" FROM jobs WHERE profile_id = ? AND task_id = ? AND task_id <> ''", profileID, taskID))
	return j, wrap(err, "read job of task %s", taskID)
}

// Jobs returns the jobs that a filter chooses, newest first.
func (l *Library) Jobs(ctx context.Context, f JobFilter) ([]Job, error) {
	query, args := f.page()
	jobs, err := list(ctx, l.reader, scanJob, query, args...)
	return jobs, wrap(err, "read jobs")
}

func (f JobFilter) page() (query string, args []any) {
	var c conditions
	if len(f.States) > 0 {
		addIn(&c, f.stateColumn(), f.States)
	}
	if f.ProfileID != 0 {
		c.add("profile_id = ?", f.ProfileID)
	}
	if f.Hosted {
		c.add(`inputs IS NOT NULL AND inputs LIKE '%"object":%'`)
	}
	if f.BeforeID != 0 {
		c.add("id < ?", f.BeforeID)
	}
	for _, t := range parseWords(f.Text) {
		p := likePattern(t.Text)
		c.addNot(t.Not, `(prompt LIKE ? ESCAPE '\' OR task_id = ? OR (length(?) >= 4 AND ref LIKE ? ESCAPE '\'))`,
			p, t.Text, t.Text, p[1:])
	}
	return "SELECT " + jobColumns + " FROM jobs" + c.where() + " ORDER BY id DESC" + limit(f.Limit), c.args
}

// stateColumn chooses between the index by state, which is right for the few jobs that are under way, and walking from
// the newest job, which is right for a page of those that have ended. The plus sign keeps SQLite from the index.
func (f JobFilter) stateColumn() string {
	if len(f.States) > 1 && f.Limit > 0 && slices.ContainsFunc(f.States, JobState.Ended) {
		return "+state"
	}
	return "state"
}

// JobCounts counts the jobs of a profile (0: of all) by state. A state without jobs is not in the map.
func (l *Library) JobCounts(ctx context.Context, profileID int64) (map[JobState]int, error) {
	var c conditions
	if profileID != 0 {
		c.add("profile_id = ?", profileID)
	}
	counts := map[JobState]int{}
	_, err := list(ctx, l.reader, func(row scanner) (s JobState, err error) {
		var n int
		err = row.Scan(&s, &n)
		counts[s] = n
		return s, err
	}, "SELECT state, count(*) FROM jobs"+c.where()+" GROUP BY state", c.args...)
	if err != nil {
		return nil, wrap(err, "count jobs")
	}
	return counts, nil
}

// DeleteJob removes a job of which nothing was sent: one that waits or is held. Any other is refused with [ErrSent],
// because it may have cost something. [ErrNotFound] where there is no such job.
func (l *Library) DeleteJob(ctx context.Context, id int64) error {
	err := l.write(ctx, func(tx *sql.Tx) error {
		j, err := jobByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if j.State != Waiting && j.State != Held {
			return fmt.Errorf("%w: it is %s", ErrSent, j.State)
		}
		entries, err := entriesOfJob(ctx, tx, id)
		if err != nil {
			return err
		}
		if len(entries) > 0 {
			return fmt.Errorf("%w: it has ledger entries", ErrSent)
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM jobs WHERE id = ?", id)
		return err
	})
	return wrap(err, "delete job %d", id)
}

// errImmutable is a mistake of the program: a change that would give a job another identity or owner.
var errImmutable = errors.New("a job keeps its id, ref, profile, kind, click and time")

func updateJob(ctx context.Context, tx *sql.Tx, old, j Job) (Job, error) {
	if j.ID != old.ID || j.Ref != old.Ref || j.ProfileID != old.ProfileID || j.Kind != old.Kind ||
		j.Click != old.Click || j.ClickIndex != old.ClickIndex || !j.CreatedAt.Equal(old.CreatedAt) {
		return Job{}, errImmutable
	}
	return scanJob(tx.QueryRowContext(ctx,
		"UPDATE jobs SET "+assignments(jobMutable)+" WHERE id = ? RETURNING "+jobColumns,
		append(jobMutableValues(j), j.ID)...))
}
