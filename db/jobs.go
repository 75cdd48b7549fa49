package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

// JobFilter chooses jobs. The zero value means all of them.
type JobFilter struct {
	States    []JobState // none: any state
	ProfileID int64      // 0: any profile
	Board     string     // ref of the board that they are takes of; "": any, and those of none
	Client    string     // that asked for them; "": any, and those of a person
	Click     string     // [Job].Click; "": any
	Hold      HoldReason // "": any, and none
	Hosted    bool       // only jobs of which a picture is still at its host
	Owed      bool       // only jobs that have not got yet what another one is to deliver
	Text      string     // parts of the prompt, a task id, or four or more digits of a ref; all words must be there
	Limit     int        // 0: no limit
	BeforeID  int64      // the last id of the page before; 0: from the newest
}

func (j *Job) fill(click string, index int, now time.Time) {
	j.Ref, j.State, j.CreatedAt = cmp.Or(j.Ref, newRef()), cmp.Or(j.State, Waiting), cmp.Or(j.CreatedAt, now)
	if j.Click == "" {
		j.Click, j.ClickIndex = click, index
	}
	if len(j.Request) == 0 {
		j.Request = []byte("{}")
	}
}

func insertJob(ctx context.Context, tx *sql.Tx, j Job) (Job, error) {
	const columns = jobColumns + jobShape
	return scanJob(tx.QueryRowContext(ctx, "INSERT INTO jobs ("+columns+") VALUES ("+marks(columns)+") RETURNING "+jobColumns,
		slices.Concat(j.fixed(), j.mutable(), clipShape(j))...))
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

// JobRefs returns the refs of jobs that begin with some digits, as few as show that there are several.
func (l *Library) JobRefs(ctx context.Context, digits string) ([]string, error) {
	return l.refs(ctx, "jobs WHERE", digits)
}

// AssetRefs is JobRefs for assets outside the trash.
func (l *Library) AssetRefs(ctx context.Context, digits string) ([]string, error) {
	return l.refs(ctx, "assets WHERE trashed_at IS NULL AND", digits)
}

// BoardRefs is JobRefs for boards. Those in the trash are not there.
func (l *Library) BoardRefs(ctx context.Context, digits string) ([]string, error) {
	return l.refs(ctx, "boards WHERE trashed_at IS NULL AND", digits)
}

func (l *Library) refs(ctx context.Context, from, digits string) ([]string, error) {
	found, err := list(ctx, l.reader, func(row scanner) (ref string, err error) {
		err = row.Scan(&ref)
		return ref, err
	}, "SELECT ref FROM "+from+" ref >= ?1 AND ref < ?1 || 'g' ORDER BY ref LIMIT 5", digits)
	return found, wrap(err, "find refs")
}

// JobByTask returns the job that a task of a profile belongs to, or [ErrNotFound]. There is one at most.
func (l *Library) JobByTask(ctx context.Context, profileID int64, taskID string) (Job, error) {
	j, err := scanJob(l.reader.QueryRowContext(ctx,
		"SELECT "+jobColumns+" FROM jobs WHERE profile_id = ? AND task_id = ? AND task_id <> ''", profileID, taskID))
	return j, wrap(err, "read job of task %s", taskID)
}

// Jobs returns the jobs that a filter chooses, newest first: those that are saved without the raw answer, which only [Library.Job] reads.
func (l *Library) Jobs(ctx context.Context, f JobFilter) ([]Job, error) {
	query, args := f.page()
	jobs, err := shown(ctx, l, l.reader, scanJob, query, args...)
	return jobs, wrap(err, "read jobs")
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
	if f.Owed {
		add(`inputs IS NOT NULL AND inputs LIKE '%"owed":true%'`)
	}
	if f.ProfileID != 0 {
		add("profile_id = ?", f.ProfileID)
	}
	for _, is := range [][2]string{{"client", f.Client}, {"click", f.Click}, {"hold", string(f.Hold)}, {"board", f.Board}} {
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
		add(`? <> (prompt LIKE ? ESCAPE '\' OR task_id = ? OR (length(?) >= 4 AND ref LIKE ? ESCAPE '\'))`, t.Not, p, t.Text, t.Text, p[1:])
	}
	return "SELECT " + leanColumns + " FROM jobs WHERE " + where + " ORDER BY id DESC" + limit(f.Limit), args
}

// leanColumns are jobColumns for lists.
var leanColumns = strings.Replace(jobColumns, "raw_answer", "iif(state = 'saved', '', raw_answer)", 1)

// stateColumn chooses between the index by state, which is right for the few jobs that are under way, and walking from the newest job,
// which is right for a page of those that have ended. The plus sign keeps SQLite from the index.
func (f JobFilter) stateColumn() string {
	if len(f.States) > 1 && f.Limit > 0 && slices.ContainsFunc(f.States, JobState.Ended) {
		return "+state"
	}
	return "state"
}

// JobCounts counts the jobs of a profile (0: of all) by state; one that is held until another is saved counts with those that wait: it goes
// on by itself. A state without jobs is not in the map.
func (l *Library) JobCounts(ctx context.Context, profileID int64) (map[JobState]int, error) {
	where, args := "", []any{}
	if profileID != 0 {
		where, args = " WHERE profile_id = ?", append(args, profileID)
	}
	counts := map[JobState]int{}
	_, err := list(ctx, l.reader, func(row scanner) (s JobState, err error) {
		var n int
		err = row.Scan(&s, &n)
		counts[s] = n
		return s, err
	}, "SELECT iif(hold = 'after' AND error_code = '', 'waiting', state), count(*) FROM jobs"+where+" GROUP BY 1", args...)
	return counts, wrap(err, "count jobs")
}

// DeleteJob removes a job of which nothing was sent: one that waits or is held. Any other is refused with [ErrSent], because it may have
// cost something. [ErrNotFound] where there is no such job.
func (l *Library) DeleteJob(ctx context.Context, id int64) error {
	err := l.write(ctx, func(tx *sql.Tx) error { return deleteJob(ctx, tx, id) })
	if err == nil {
		l.recordJobs()
	}
	return wrap(err, "delete job %d", id)
}

func deleteJob(ctx context.Context, tx *sql.Tx, id int64) error {
	j, err := jobByID(ctx, tx, id)
	if err != nil {
		return err
	}
	if j.State != Waiting && j.State != Held {
		return fmt.Errorf("%w: it is %s", ErrSent, j.State)
	}
	entries, err := ledger.OfJob(ctx, tx, id)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%w: it has ledger entries", ErrSent)
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM jobs WHERE id = ?", id)
	return err
}

// errImmutable is a mistake of the program: a change that would give a job another identity or owner.
var errImmutable = errors.New("a job keeps its id, ref, profile, kind, click, board, client and time")

func updateJob(ctx context.Context, tx *sql.Tx, old, j Job) (Job, error) {
	if j.ID != old.ID || j.Ref != old.Ref || j.ProfileID != old.ProfileID || j.Kind != old.Kind ||
		j.Click != old.Click || j.ClickIndex != old.ClickIndex || j.Board != old.Board || j.Shot != old.Shot ||
		j.Client != old.Client || !j.CreatedAt.Equal(old.CreatedAt) {
		return Job{}, errImmutable
	}
	return scanJob(tx.QueryRowContext(ctx, "UPDATE jobs SET "+assignments(jobMutable+jobShape, "%s = ?")+" WHERE id = ? RETURNING "+jobColumns,
		slices.Concat(j.mutable(), clipShape(j), []any{j.ID})...))
}

const (
	// jobFixed are the columns of a job that are written once, at the insert. A job belongs to its profile, its click, its board and its client
	// for ever.
	jobFixed = "id, ref, profile_id, kind, created_at, click, click_index, board, shot, client"
	// jobMutable are those that a change may write. Beside them stand seconds and resolution, which are read out of the request.
	jobMutable = `state, model, prompt, request, input_path, task_id, progress, raw_status, hold,
		not_before, error_code, error_message, raw_answer, estimate_micros, currency, result_items, usage, sent_at,
		accepted_at, finished_at, ended_at, expires_at, last_check_at, resend_of, note, inputs, template, after_job, after_place,
		priority, account`
	jobColumns = jobFixed + ", " + jobMutable
	jobShape   = ", seconds, resolution"
)

// fixed are the fields of jobFixed, to read and to write.
func (j *Job) fixed() []any {
	return []any{id{&j.ID}, &j.Ref, &j.ProfileID, &j.Kind, moment{&j.CreatedAt}, &j.Click, &j.ClickIndex, &j.Board, &j.Shot, &j.Client}
}

// mutable are the fields of jobMutable.
func (j *Job) mutable() []any {
	return []any{&j.State, &j.Model, &j.Prompt, raw{&j.Request}, &j.InputPath, &j.TaskID, &j.Progress, &j.RawStatus, &j.Hold,
		moment{&j.NotBefore}, &j.ErrorCode, &j.ErrorMessage, &j.RawAnswer, &j.EstimateMicros, &j.Currency,
		raw{&j.ResultItems}, raw{&j.Usage}, moment{&j.SentAt}, moment{&j.AcceptedAt}, moment{&j.FinishedAt},
		moment{&j.EndedAt}, moment{&j.ExpiresAt}, moment{&j.LastCheckAt}, id{&j.ResendOf}, &j.Note, raw{&j.Inputs}, &j.Template,
		id{&j.After}, &j.AfterPlace, &j.Priority, &j.Account}
}

func scanJob(row scanner) (Job, error) {
	var j Job
	err := row.Scan(append(j.fixed(), j.mutable()...)...)
	return j, err
}

// marks returns the placeholders for the columns of a list, "?, ?, ?".
func marks(columns string) string {
	return strings.TrimSuffix(strings.Repeat("?, ", strings.Count(columns, ",")+1), ", ")
}

// assignments returns "a = ?, b = ?" for the columns of a list, or another format.
func assignments(columns, format string) string {
	names := strings.Split(columns, ",")
	for i, n := range names {
		names[i] = fmt.Sprintf(format, strings.TrimSpace(n))
	}
	return strings.Join(names, ", ")
}

// RequestFields is what the stored request of a clip or an edit says, as far as anything here asks: package client knows the rest.
type RequestFields struct {
	Negative   string   `json:"negative_prompt"`
	Audio      bool     `json:"audio"`
	Frames     []string `json:"input_reference"`
	Images     []string `json:"image_urls"` // of an edit
	Resolution string   `json:"resolution"`
	Size       string   `json:"size"`
	Seconds    int      `json:"-"` // as the service makes it
	Own        struct {
		Form string `json:"form"` // the request format; "" is the documented one
	} `json:"own"`
}

// LacksExtras reports whether the request format has no field for audio, negative prompt and seed.
func (r RequestFields) LacksExtras() bool { return r.Own.Form == "openai" }

// RequestFields reads the request of a job. What cannot be read was not given.
func (j Job) RequestFields() RequestFields {
	var r struct {
		RequestFields
		Seconds json.RawMessage `json:"seconds"` // a number, or a string as some clients send it
	}
	_ = json.Unmarshal(j.Request, &r)
	seconds, _ := strconv.ParseFloat(strings.Trim(string(r.Seconds), `"`), 64)
	r.RequestFields.Seconds = cmp.Or(int(seconds), DefaultSeconds)
	return r.RequestFields
}

// DefaultSeconds is what the service makes of a clip where no seconds are given (interface 2.2).
const DefaultSeconds = 5

// clipShape is what the duration of a clip at the service depends on: its seconds and its resolution tier (720P where not given; a free
// size belongs to 720P while its shorter side has at most 720 pixels). NULL and "" for a picture.
func clipShape(j Job) []any {
	if !j.Kind.IsVideo() {
		return []any{nil, ""}
	}
	r := j.RequestFields()
	return []any{r.Seconds, cmp.Or(tierOfSize(r.Size), r.Resolution, "720P")}
}

// tierOfSize returns the tier of a size like "1280x720", "" where it is none.
func tierOfSize(size string) string {
	var width, height int
	n, _ := fmt.Sscanf(size, "%dx%d", &width, &height)
	switch {
	case n < 2:
		return ""
	case min(width, height) <= 720:
		return "720P"
	}
	return "1080P"
}

// Change is one job while it is being changed: the row as it stands, and what is to be written with it. It is valid inside the function
// given to [Library.Change] only, except for Added.
type Change struct {
	// Job may be changed freely, but for its ID, Ref, ProfileID, Kind, Click, ClickIndex, Board, Shot, Client and CreatedAt.
	Job *Job

	entries []Entry
	append  []Entry
	add     []Asset

	countSent bool
	lineage   Lineage // once it is committed
}

// Append adds an entry to the ledger. Where they are empty, it gets the job's ID, profile and currency, and the time of the change. Whether
// the ledger allows it is found out when the function has returned.
func (c *Change) Append(e Entry) { c.append = append(c.append, e) }

// Correct appends a correction of what the job was charged, of which nothing may be open by then, and returns it.
func (c *Change) Correct(micros int64, currency, note string) Entry {
	e := Entry{Kind: Void, AmountMicros: &micros, Currency: currency, Note: note, Correction: newRef()}
	c.Append(e)
	return e
}

// Add adds an asset made by the job. Where they are empty, it gets the job's ID, prompt and model, and the time of the change. Its file
// must be in the library already.
func (c *Change) Add(a Asset) { c.add = append(c.add, a) }

// Entries returns the entries that the job had before the change, oldest first.
func (c *Change) Entries() []Entry { return c.entries }

// Added returns the assets of the change. Once [Library.Change] has returned without an error they are as they stand in the database, with
// their IDs.
func (c *Change) Added() []Asset { return c.add }

// Change reads a job, lets fn change it, and writes the row, the ledger entries and the assets in one transaction that is on the disk when
// Change returns. Where fn fails nothing is written and its error is returned as it is. A ledger entry that cannot be is refused with a
// [*ledger.Error], a task id or an asset's ref, path or item that is there already with [ErrExists]; then nothing is written either.
// [ErrNotFound] where there is no such job.
//
// fn holds up every other write: it must not wait for anything, and must not write through the library. A ctx that ends before the commit
// undoes the change: for what cannot be learned a second time, give one that does not end.
func (l *Library) Change(ctx context.Context, id int64, fn func(*Change) error) (Job, error) {
	return l.change(ctx, fmt.Sprint("change job ", id), fn, func(tx *sql.Tx) (old Job, entries []Entry, err error) {
		if old, err = jobByID(ctx, tx, id); err == nil {
			entries, err = ledger.OfJob(ctx, tx, id)
		}
		return old, entries, err
	})
}

// InsertWith is Change of a new job, in the transaction that inserts it: for one whose first row has a history already, as one that was
// made by another program. What is empty is filled as by [JobsTx.Insert]. A task id that another job of the profile has is refused with
// [ErrExists].
func (l *Library) InsertWith(ctx context.Context, j Job, fn func(*Change) error) (Job, error) {
	if j.ID != 0 {
		return Job{}, fmt.Errorf("insert job %d: it is there already: %w", j.ID, ErrExists)
	}
	j.fill(newRef(), 0, l.now())
	return l.change(ctx, "insert job", fn, func(tx *sql.Tx) (Job, []Entry, error) {
		first, err := insertJob(ctx, tx, j)
		return first, nil, err
	})
}

func (l *Library) change(ctx context.Context, what string, fn func(*Change) error, read func(*sql.Tx) (Job, []Entry, error)) (Job, error) {
	var (
		job Job
		own error // fn's
		set bool  // right: there is a correction
	)
	err := l.write(ctx, func(tx *sql.Tx) error {
		old, entries, err := read(tx)
		if err != nil {
			return err
		}
		now := old
		c := &Change{Job: &now, entries: entries}
		if own = fn(c); own != nil {
			return own
		}
		set = slices.ContainsFunc(c.append, func(e Entry) bool { return e.Correction != "" })
		job, err = l.commitChange(ctx, tx, old, c)
		return err
	})
	switch {
	case own != nil:
		return Job{}, own
	case err != nil:
		return Job{}, wrap(err, "%s", what)
	case set:
		l.followCorrections(ctx)
	}
	l.recordJobs()
	return job, nil
}

func (l *Library) commitChange(ctx context.Context, tx *sql.Tx, old Job, c *Change) (Job, error) {
	job, err := updateJob(ctx, tx, old, *c.Job)
	if err != nil {
		return Job{}, err
	}
	for _, e := range c.append {
		e = entryOf(job, e, l.now())
		if e.JobID != job.ID || e.ProfileID != job.ProfileID {
			return Job{}, &ledger.Error{JobID: e.JobID, Kind: e.Kind, Reason: "it belongs to another job or profile"}
		}
		if _, err := ledger.Insert(ctx, tx, e); err != nil {
			return Job{}, fmt.Errorf("append %s: %w", e.Kind, err)
		}
	}
	added := make([]Asset, 0, len(c.add))
	for _, a := range c.add {
		a, err := insertAsset(ctx, tx, a.of(job, l.now()), job.ProfileID)
		if err != nil {
			return Job{}, fmt.Errorf("add asset: %w", err)
		}
		added = append(added, a)
	}
	c.add = added
	if c.countSent {
		c.lineage, err = countSent(ctx, tx)
	}
	return job, err
}

// entryOf fills what an entry takes over from its job.
func entryOf(j Job, e Entry, now time.Time) Entry {
	e.JobID, e.ProfileID = cmp.Or(e.JobID, j.ID), cmp.Or(e.ProfileID, j.ProfileID)
	e.Currency, e.At = cmp.Or(e.Currency, j.Currency), cmp.Or(e.At, now)
	return e
}
