package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"viviscope/db/ledger"
)

const (
	// jobFixed are the columns that are written only by the insert: a job keeps its profile, click, board, draft
	// and client.
	jobFixed = "id, ref, profile_id, kind, created_at, click, click_index, board, shot, client, final_of"
	// jobMutable are the columns that a change may write. jobShapeColumns are computed from the request.
	jobMutable = `state, model, prompt, request, input_path, task_id, progress, raw_status, hold,
		not_before, error_code, error_message, raw_answer, estimate_micros, currency, result_items, usage, sent_at,
		accepted_at, finished_at, ended_at, expires_at, last_check_at, resend_of, note, inputs, template, after_job, after_place,
		priority, account, used_cast`
	jobColumns      = jobFixed + ", " + jobMutable
	jobShapeColumns = ", seconds, resolution"
)

// leanColumns are jobColumns for lists, without the raw answers of saved jobs.
var leanColumns = strings.Replace(jobColumns, "raw_answer", "iif(state = 'saved', '', raw_answer)", 1)

// fixedFields returns the fields of jobFixed, to scan and to write.
func (j *Job) fixedFields() []any {
	return []any{idColumn{&j.ID}, &j.Ref, &j.ProfileID, &j.Kind, timeColumn{&j.CreatedAt}, &j.Click, &j.ClickIndex,
		&j.Board, &j.Shot, &j.Client, idColumn{&j.FinalOf}}
}

// mutableFields returns the fields of jobMutable, to scan and to write.
func (j *Job) mutableFields() []any {
	return []any{&j.State, &j.Model, &j.Prompt, jsonColumn{&j.Request}, &j.InputPath, &j.TaskID, &j.Progress,
		&j.RawStatus,
		&j.Hold,
		timeColumn{&j.NotBefore}, &j.ErrorCode, &j.ErrorMessage, &j.RawAnswer, &j.EstimateMicros, &j.Currency,
		jsonColumn{&j.ResultItems}, jsonColumn{&j.Usage}, timeColumn{&j.SentAt}, timeColumn{&j.AcceptedAt},
		timeColumn{&j.FinishedAt},
		timeColumn{&j.EndedAt}, timeColumn{&j.ExpiresAt}, timeColumn{&j.LastCheckAt}, idColumn{&j.ResendOf}, &j.Note,
		jsonColumn{&j.Inputs},
		&j.Template,
		idColumn{&j.After}, &j.AfterPlace, &j.Priority, &j.Account, jsonColumn{&j.Cast}}
}

func scanJob(row scanner) (Job, error) {
	var j Job
	err := row.Scan(append(j.fixedFields(), j.mutableFields()...)...)
	return j, err
}

func jobByID(ctx context.Context, q querier, id int64) (Job, error) {
	return scanJob(q.QueryRowContext(ctx, "SELECT "+jobColumns+" FROM jobs WHERE id = ?", id))
}

// fill sets the empty fields of a new job.
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
	const columns = jobColumns + jobShapeColumns
	return scanJob(tx.QueryRowContext(ctx, "INSERT INTO jobs ("+columns+") VALUES ("+placeholders(columns)+
		") RETURNING "+
		jobColumns,
		slices.Concat(j.fixedFields(), j.mutableFields(), clipShape(j))...))
}

// errImmutable reports a bug: a change of a field that a job must keep.
var errImmutable = errors.New("a job keeps its id, ref, profile, kind, click, board, draft, client and time")

func updateJob(ctx context.Context, tx *sql.Tx, old, j Job) (Job, error) {
	if j.ID != old.ID || j.Ref != old.Ref || j.ProfileID != old.ProfileID || j.Kind != old.Kind ||
		j.Click != old.Click || j.ClickIndex != old.ClickIndex || j.Board != old.Board || j.Shot != old.Shot ||
		j.Client != old.Client || j.FinalOf != old.FinalOf ||
		!j.CreatedAt.Equal(old.CreatedAt) {
		return Job{}, errImmutable
	}
	return scanJob(tx.QueryRowContext(ctx, "UPDATE jobs SET "+assignments(jobMutable+jobShapeColumns, "%s = ?")+
		" WHERE id = ? RETURNING "+jobColumns,
		slices.Concat(j.mutableFields(), clipShape(j), []any{j.ID})...))
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
