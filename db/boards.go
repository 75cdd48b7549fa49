package db

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"viviscope/db/ledger"
)

// BoardHead contains the fields that row, document and file of a board have in common.
type BoardHead struct {
	Ref       string    `json:"ref"`     // 32 hex digits, random, stable across a rebuild
	Version   int       `json:"version"` // incremented by each write
	CreatedAt time.Time `json:"created"`
	ChangedAt time.Time `json:"changed"`
	TrashedAt time.Time `json:"trashed,omitzero"`
	ProfileID int64     `json:"-"` // 0: the profile is not in this library
}

// BoardRow is a row of the table boards. Only package boards parses Doc.
type BoardRow struct {
	BoardHead
	ID  int64 // 0: not stored yet
	Doc json.RawMessage
}

const (
	boardColumns = "id, ref, profile_id, version, doc, created_at, changed_at, trashed_at"
	boardQuery   = "SELECT " + boardColumns + " FROM boards"
	boardByRef   = boardQuery + " WHERE ref = ?"
)

// fields returns the fields of boardColumns, to scan and to write.
func (b *BoardRow) fields() []any {
	return []any{idColumn{&b.ID}, &b.Ref, idColumn{&b.ProfileID}, &b.Version, jsonColumn{&b.Doc},
		timeColumn{&b.CreatedAt},
		timeColumn{&b.ChangedAt}, timeColumn{&b.TrashedAt}}
}

func scanBoard(row scanner) (b BoardRow, err error) {
	err = row.Scan(b.fields()...)
	return b, err
}

// boardRows reads and writes the boards.
type boardRows struct{ *database }

// BoardRows returns all boards, including trashed ones, the last changed first.
func (r boardRows) BoardRows(ctx context.Context) ([]BoardRow, error) {
	all, err := listLenient(ctx, r.database, r.reader, scanBoard, boardQuery+" ORDER BY changed_at DESC, id DESC")
	return all, wrap(err, "read boards")
}

// BoardNames returns the names of all boards by ref, including trashed ones.
func (r boardRows) BoardNames(ctx context.Context) (map[string]string, error) {
	names := map[string]string{}
	_, err := list(ctx, r.reader, func(row scanner) (ref string, err error) {
		var name string
		err = row.Scan(&ref, &name)
		names[ref] = name
		return ref, err
	}, "SELECT ref, coalesce(doc ->> '$.name', '') FROM boards")
	return names, wrap(err, "read names of boards")
}

// BoardRow returns a board, including a trashed one, or [ErrNotFound].
func (r boardRows) BoardRow(ctx context.Context, ref string) (BoardRow, error) {
	b, err := scanBoard(r.reader.QueryRowContext(ctx, boardByRef, ref))
	return b, wrap(err, "read board %.8s", ref)
}

// BoardRefs is [Library.JobRefs] for boards outside the trash.
func (r boardRows) BoardRefs(ctx context.Context, digits string) ([]string, error) {
	return r.refs(ctx, "boards WHERE trashed_at IS NULL AND", digits)
}

// TakesOf returns everything that was made for a board: its jobs, oldest first and without the raw answers of saved
// ones, their ledger entries, and assets. The assets are those made by the jobs, those in their requests, and those
// with the given refs, including trashed ones.
func (r boardRows) TakesOf(
	ctx context.Context, board string, refs []string,
) (jobs []Job, entries []Entry, assets []Asset, err error) {
	defer wrapTo(&err, "read takes of board %.8s", board)
	tx, err := r.reader.BeginTx(ctx, nil) // a consistent snapshot of all three
	if err != nil {
		return nil, nil, nil, err
	}
	defer tx.Rollback()
	if jobs, err = listLenient(ctx, r.database, tx, scanJob, jobsOfBoard, board); err != nil {
		return nil, nil, nil, err
	}
	ids := make([]int64, len(jobs))
	for i, j := range jobs {
		ids[i] = j.ID
	}
	if entries, err = ledger.OfJobs(ctx, tx, idList(ids)); err == nil {
		assets, err = listLenient(ctx, r.database, tx, scanAsset, assetsOfTakes, idList(ids), namesJSON(refs))
	}
	return jobs, entries, assets, err
}

// board <> ” lets SQLite use the partial index
var jobsOfBoard = "SELECT " + leanColumns + " FROM jobs WHERE board = ? AND board <> '' ORDER BY id"

const assetsOfTakes = "SELECT " + assetColumns + ` FROM assets WHERE id IN (
	SELECT id FROM assets WHERE job_id IN (SELECT value FROM json_each(?1))
	UNION SELECT a.id FROM job_inputs i JOIN assets a ON a.ref = i.asset WHERE i.job_id IN (SELECT value FROM json_each(?1))
	UNION SELECT a.id FROM json_each(?2) r JOIN assets a ON a.ref = r.value) ORDER BY id`

// ChangedBoardError reports that another program or window changed a board in the meantime.
type ChangedBoardError struct {
	Ref     string
	Version int       // current version
	At      time.Time // time of the change
	Step    string    // name of the change, if package boards knows it
}

// Error implements error.
func (e *ChangedBoardError) Error() string {
	return fmt.Sprintf("board %.4s was changed elsewhere: it is at version %d", e.Ref, e.Version)
}

// AnyVersion makes a write independent of the version.
const AnyVersion = -1

// BoardTx is a board that is being changed. It is valid only inside the function passed to [Library.WriteBoard].
type BoardTx struct {
	Row BoardRow // initially the stored row (ID 0 if there is none); fn changes it
}

// WriteBoard changes the row of a board with fn in one transaction, which is synced when WriteBoard returns. The row
// must have the given version. If there is no row, or ref is "", it inserts a new board. If fn changes the row, it gets
// the next version. If fn fails, nothing is written. fn blocks all other writes: it must not wait for anything and must
// not write through the library. Errors: those of fn, [*ChangedBoardError].
func (r boardRows) WriteBoard(
	ctx context.Context, ref string, version int, fn func(*BoardTx) error,
) (row BoardRow, err error) {
	defer wrapTo(&err, "write board %.8s", ref)
	err = r.write(ctx, func(tx *sql.Tx) error {
		rows, err := list(ctx, tx, scanBoard, boardByRef, ref)
		if err != nil {
			return err
		}
		old := append(rows, BoardRow{BoardHead: BoardHead{Ref: cmp.Or(ref, newRef())}})[0]
		if version != AnyVersion && version != old.Version {
			return &ChangedBoardError{Ref: ref, Version: old.Version, At: old.ChangedAt}
		}
		t := &BoardTx{Row: old}
		if err := fn(t); err != nil {
			return err
		}
		row = t.Row
		if row.ProfileID == old.ProfileID && row.TrashedAt.Equal(old.TrashedAt) &&
			bytes.Equal(row.Doc, old.Doc) {
			return nil
		}
		now := r.now().UTC().Truncate(time.Millisecond)
		row.Version, row.CreatedAt = max(row.Version, old.Version+1), cmp.Or(row.CreatedAt, now)
		if row.ChangedAt.Equal(old.ChangedAt) {
			row.ChangedAt = now
		}
		if err := requireRow(tx.ExecContext(ctx, putBoard, append(row.fields(), string(row.Doc))...)); err != nil {
			return err
		}
		row, err = scanBoard(tx.QueryRowContext(ctx, boardByRef, row.Ref))
		return err
	})
	return row, err
}

// putBoard inserts or replaces a board. The column name is for users who read the database.
var putBoard = "INSERT INTO boards (" + boardColumns + ", name) VALUES (" + placeholders(boardColumns) +
	", json_extract(?, '$.name'))" +
	" ON CONFLICT DO UPDATE SET " + assignments(boardColumns+", name", "%[1]s = excluded.%[1]s")

// DeleteBoard deletes the row of a board.
func (r boardRows) DeleteBoard(ctx context.Context, ref string) error {
	return wrap(r.write(ctx, func(tx *sql.Tx) error {
		return requireRow(tx.ExecContext(ctx, "DELETE FROM boards WHERE ref = ?", ref))
	}), "delete board %.8s", ref)
}
