package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"viviscope/db/ledger"
)

// BoardRow is a row of the table boards. What its document says is for package boards to know.
type BoardRow struct {
	ID        int64 // 0: not written
	Ref       string
	Name      string
	ProfileID int64 // 0: of a profile that is not here
	Version   int   // counts what was written
	Doc       json.RawMessage
	CreatedAt time.Time
	ChangedAt time.Time
	TrashedAt time.Time
}

// BoardStep is one step that can be taken back, or done again.
type BoardStep struct {
	Number int // from 1; 0: none
	What   string
	Change json.RawMessage
	Undone bool
}

const boardColumns = "id, ref, name, profile_id, version, doc, created_at, changed_at, trashed_at"

// fields are those of boardColumns, to read and to write.
func (b *BoardRow) fields() []any {
	return []any{id{&b.ID}, &b.Ref, &b.Name, id{&b.ProfileID}, &b.Version, raw{&b.Doc}, moment{&b.CreatedAt}, moment{&b.ChangedAt}, moment{&b.TrashedAt}}
}

func scanBoard(row scanner) (b BoardRow, err error) {
	err = row.Scan(b.fields()...)
	return b, err
}

// BoardRows returns all boards, those changed last first, also those in the trash.
func (l *Library) BoardRows(ctx context.Context) ([]BoardRow, error) {
	all, err := list(ctx, l.reader, scanBoard, "SELECT "+boardColumns+" FROM boards ORDER BY changed_at DESC, id DESC")
	return all, wrap(err, "read boards")
}

// BoardRow returns a board, be it in the trash, or [ErrNotFound].
func (l *Library) BoardRow(ctx context.Context, ref string) (BoardRow, error) {
	b, err := scanBoard(l.reader.QueryRowContext(ctx, "SELECT "+boardColumns+" FROM boards WHERE ref = ?", ref))
	return b, wrap(err, "read board %.8s", ref)
}

// Takes is what was made for boards.
type Takes struct {
	Jobs    []Job   // by board, oldest first; those that are saved without the raw answer
	Entries []Entry // of those jobs, newest first
	Assets  []Asset // what the jobs made and what stood in their requests, and those that were named; be they in the trash
}

// TakesOf returns what was made for a board, or for all of them with "", and the assets with some refs.
func (l *Library) TakesOf(ctx context.Context, board string, refs []string) (t Takes, err error) {
	defer wrapTo(&err, "read takes of board %.8s", board)
	tx, err := l.reader.BeginTx(ctx, nil) // the three belong together
	if err != nil {
		return t, err
	}
	defer tx.Rollback()
	if t.Jobs, err = list(ctx, tx, scanJob, takesOf(board), board); err != nil {
		return t, err
	}
	ids := make([]int64, len(t.Jobs))
	for i, j := range t.Jobs {
		ids[i] = j.ID
	}
	if t.Entries, err = ledger.OfJobs(ctx, tx, idList(ids)); err != nil {
		return t, err
	}
	slices.Reverse(t.Entries)
	t.Assets, err = list(ctx, tx, scanAsset, assetsOfTakes, idList(ids), namesText(refs))
	return t, err
}

// takesOf asks the index of boards in both cases: "" is none.
func takesOf(board string) string {
	of := "board = ?1 AND board <> ''"
	if board == "" {
		of = "board <> '' AND ?1 = ''"
	}
	return "SELECT " + leanColumns + " FROM jobs WHERE " + of + " ORDER BY board, id"
}

const assetsOfTakes = "SELECT " + assetColumns + ` FROM assets WHERE id IN (
	SELECT id FROM assets WHERE job_id IN (SELECT value FROM json_each(?1))
	UNION SELECT a.id FROM job_inputs i JOIN assets a ON a.ref = i.asset WHERE i.job_id IN (SELECT value FROM json_each(?1))
	UNION SELECT a.id FROM json_each(?2) r JOIN assets a ON a.ref = r.value) ORDER BY id`

// BoardTx is a board while it is being changed. It is valid inside the function given to [Library.WriteBoard] only.
type BoardTx struct {
	Row BoardRow // as it stands; a zero ID where there is none
	Now time.Time
	ctx context.Context
	tx  *sql.Tx
}

// WriteBoard runs fn with a board, or a new one for "", in one transaction that is on the disk when WriteBoard returns. Where fn fails nothing is written and its
// error is returned as it is. fn holds up every other write: it must not wait for anything, and must not write through the library.
func (l *Library) WriteBoard(ctx context.Context, ref string, fn func(*BoardTx) error) error {
	var own error
	err := l.write(ctx, func(tx *sql.Tx) error {
		row, err := list(ctx, tx, scanBoard, "SELECT "+boardColumns+" FROM boards WHERE ref = ?", ref)
		if err != nil {
			return err
		}
		own = fn(&BoardTx{Row: append(row, BoardRow{Ref: cmp.Or(ref, newRef())})[0], Now: l.now().UTC().Truncate(time.Millisecond), ctx: ctx, tx: tx})
		return own
	})
	if own != nil {
		return own
	}
	return wrap(err, "write board %.8s", ref)
}

// Put writes the row as it stands in t.
func (t *BoardTx) Put() (err error) {
	values := t.Row.fields()
	if t.Row.ID == 0 {
		t.Row, err = scanBoard(t.tx.QueryRowContext(t.ctx, "INSERT INTO boards ("+boardColumns+") VALUES ("+marks(boardColumns)+") RETURNING "+boardColumns, values...))
		return err
	}
	return one(t.tx.ExecContext(t.ctx, "UPDATE boards SET "+assignments(boardColumns, "%s = ?")+" WHERE id = ?", append(values, t.Row.ID)...))
}

// Delete deletes the board with its steps.
func (t *BoardTx) Delete() error {
	_, err := t.tx.ExecContext(t.ctx, "DELETE FROM boards WHERE id = ?", t.Row.ID)
	return err
}

// Step returns the step that is taken back next, or done again next; zero where there is none.
func (t *BoardTx) Step(again bool) (BoardStep, error) { return boardStep(t.ctx, t.tx, t.Row.ID, again) }

func boardStep(ctx context.Context, q querier, board int64, again bool) (BoardStep, error) {
	order := " ORDER BY number DESC LIMIT 1"
	if again {
		order = " ORDER BY number LIMIT 1"
	}
	found, err := list(ctx, q, func(row scanner) (s BoardStep, err error) {
		err = row.Scan(&s.Number, &s.What, raw{&s.Change}, &s.Undone)
		return s, err
	}, "SELECT number, what, change, undone FROM board_steps WHERE board_id = ? AND undone = ?"+order, board, again)
	return append(found, BoardStep{})[0], err
}

// BoardStep is [BoardTx.Step] without a change.
func (l *Library) BoardStep(ctx context.Context, board int64, again bool) (BoardStep, error) {
	s, err := boardStep(ctx, l.reader, board, again)
	return s, wrap(err, "read step of board %d", board)
}

// AddStep puts a new step after those that are done, in place of what was taken back, and keeps at most so many.
func (t *BoardTx) AddStep(what string, change json.RawMessage, most int) error {
	last, err := t.Step(false)
	if err == nil {
		_, err = t.tx.ExecContext(t.ctx, "DELETE FROM board_steps WHERE board_id = ? AND undone", t.Row.ID)
	}
	if err == nil {
		_, err = t.tx.ExecContext(t.ctx, "DELETE FROM board_steps WHERE board_id = ? AND number <= ?", t.Row.ID, last.Number+1-most)
	}
	if err == nil {
		_, err = t.tx.ExecContext(t.ctx, "INSERT INTO board_steps VALUES (?, ?, ?, ?, FALSE)", t.Row.ID, last.Number+1, what, string(change))
	}
	return err
}

// MarkStep notes that a step was taken back, or done again.
func (t *BoardTx) MarkStep(number int, undone bool) error {
	_, err := t.tx.ExecContext(t.ctx, "UPDATE board_steps SET undone = ? WHERE board_id = ? AND number = ?", undone, t.Row.ID, number)
	return err
}

// ProfileOf returns the profile that a file of the library was written for; 0 where none fits.
func (l *Library) ProfileOf(ctx context.Context, name string, service MadeService) (int64, error) {
	all, err := l.Profiles(ctx)
	i := slices.IndexFunc(all, func(p Profile) bool {
		return p.serves(service) && (p.ID == service.ProfileID || p.Name == name)
	})
	if err != nil || i < 0 {
		return 0, err
	}
	return all[i].ID, nil
}
