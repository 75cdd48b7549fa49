package db

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"viviscope/db/ledger"
)

// BoardHead is what row, document and file of a board have in common.
type BoardHead struct {
	Ref       string    `json:"ref"`     // 32 hex digits, random, stable across a rebuild
	Version   int       `json:"version"` // counts what was written
	CreatedAt time.Time `json:"created"`
	ChangedAt time.Time `json:"changed"`
	TrashedAt time.Time `json:"trashed,omitzero"`
	ProfileID int64     `json:"-"` // 0: of a profile that is not here

	// Words of the step that is taken back next, and done again next; "": there is none.
	Undo string `json:"-"`
	Redo string `json:"-"`
}

// BoardRow is a row of the table boards. What its document says is for package boards to know.
type BoardRow struct {
	BoardHead
	ID  int64 // 0: not written
	Doc json.RawMessage
}

const (
	boardColumns = "id, ref, profile_id, version, doc, created_at, changed_at, trashed_at"
	boardQuery   = "SELECT " + boardColumns + `,
		ifnull((SELECT what FROM board_steps WHERE board_id = boards.id AND undone = 0 ORDER BY number DESC LIMIT 1), ''),
		ifnull((SELECT what FROM board_steps WHERE board_id = boards.id AND undone = 1 ORDER BY number LIMIT 1), '') FROM boards`
	boardByRef = boardQuery + " WHERE ref = ?"
)

// fields are those of boardColumns, to read and to write.
func (b *BoardRow) fields() []any {
	return []any{id{&b.ID}, &b.Ref, id{&b.ProfileID}, &b.Version, raw{&b.Doc}, moment{&b.CreatedAt}, moment{&b.ChangedAt}, moment{&b.TrashedAt}}
}

func scanBoard(row scanner) (b BoardRow, err error) {
	err = row.Scan(append(b.fields(), &b.Undo, &b.Redo)...)
	return b, err
}

// BoardRows returns all boards, those changed last first, also those in the trash.
func (l *Library) BoardRows(ctx context.Context) ([]BoardRow, error) {
	all, err := shown(ctx, l, l.reader, scanBoard, boardQuery+" ORDER BY changed_at DESC, id DESC")
	return all, wrap(err, "read boards")
}

// BoardRow returns a board, be it in the trash, or [ErrNotFound].
func (l *Library) BoardRow(ctx context.Context, ref string) (BoardRow, error) {
	b, err := scanBoard(l.reader.QueryRowContext(ctx, boardByRef, ref))
	return b, wrap(err, "read board %.8s", ref)
}

// TakesOf returns what was made for a board: its jobs, oldest first and those that are saved without the raw answer, their ledger entries,
// and the assets that they made, that stood in their requests, or that have some refs, be they in the trash.
func (l *Library) TakesOf(ctx context.Context, board string, refs []string) (jobs []Job, entries []Entry, assets []Asset, err error) {
	defer wrapTo(&err, "read takes of board %.8s", board)
	tx, err := l.reader.BeginTx(ctx, nil) // the three belong together
	if err != nil {
		return nil, nil, nil, err
	}
	defer tx.Rollback()
	if jobs, err = shown(ctx, l, tx, scanJob, jobsOfBoard, board); err != nil {
		return nil, nil, nil, err
	}
	ids := make([]int64, len(jobs))
	for i, j := range jobs {
		ids[i] = j.ID
	}
	if entries, err = ledger.OfJobs(ctx, tx, idList(ids)); err == nil {
		assets, err = shown(ctx, l, tx, scanAsset, assetsOfTakes, idList(ids), namesText(refs))
	}
	return jobs, entries, assets, err
}

var jobsOfBoard = "SELECT " + leanColumns + " FROM jobs WHERE board = ? AND board <> '' ORDER BY id" // as its index is asked

const assetsOfTakes = "SELECT " + assetColumns + ` FROM assets WHERE id IN (
	SELECT id FROM assets WHERE job_id IN (SELECT value FROM json_each(?1))
	UNION SELECT a.id FROM job_inputs i JOIN assets a ON a.ref = i.asset WHERE i.job_id IN (SELECT value FROM json_each(?1))
	UNION SELECT a.id FROM json_each(?2) r JOIN assets a ON a.ref = r.value) ORDER BY id`

// ChangedBoardError says that a board was changed by somebody else since it was read.
type ChangedBoardError struct {
	Ref     string
	Version int       // that it has now
	At      time.Time // of that change
	Step    string    // that it was, where it can be taken back
}

// Error names the board.
func (e *ChangedBoardError) Error() string {
	return fmt.Sprintf("board %.4s was changed elsewhere: it is at version %d", e.Ref, e.Version)
}

// AnyVersion is the version of a board that nobody has read.
const AnyVersion = -1

// BoardTx is a board while it is being changed. It is valid inside the function given to [Library.WriteBoard] only.
type BoardTx struct {
	Row  BoardRow // as it stands, and as it is to be; a zero ID where there is none
	Step string   // words for what can be taken back of this change; "": nothing can
	ctx  context.Context
	tx   *sql.Tx
}

// WriteBoard has fn change the row of a board that was read at a version, or a new one for "", in one transaction that is on the disk when
// WriteBoard returns. A row that is another one then gets the next version. Where fn fails nothing is written. fn holds up every other
// write: it must not wait for anything, and must not write through the library. Errors: those of fn, [*ChangedBoardError].
func (l *Library) WriteBoard(ctx context.Context, ref string, version int, fn func(*BoardTx) error) (row BoardRow, err error) {
	defer wrapTo(&err, "write board %.8s", ref)
	err = l.write(ctx, func(tx *sql.Tx) error {
		rows, err := list(ctx, tx, scanBoard, boardByRef, ref)
		if err != nil {
			return err
		}
		old := append(rows, BoardRow{BoardHead: BoardHead{Ref: cmp.Or(ref, newRef())}})[0]
		if version != AnyVersion && version != old.Version {
			return &ChangedBoardError{ref, old.Version, old.ChangedAt, old.Undo}
		}
		t := &BoardTx{Row: old, ctx: ctx, tx: tx}
		if err := fn(t); err != nil {
			return err
		}
		if row = t.Row; row.ProfileID == old.ProfileID && row.TrashedAt.Equal(old.TrashedAt) && bytes.Equal(row.Doc, old.Doc) {
			return nil
		}
		now := l.now().UTC().Truncate(time.Millisecond)
		row.Version, row.CreatedAt = max(row.Version, old.Version+1), cmp.Or(row.CreatedAt, now)
		if row.ChangedAt.Equal(old.ChangedAt) {
			row.ChangedAt = now
		}
		if err := one(tx.ExecContext(ctx, putBoard, append(row.fields(), string(row.Doc))...)); err != nil {
			return err
		}
		if t.Step != "" && old.ID != 0 {
			err = addBoardStep(ctx, tx, old, t.Step, row.Doc)
		}
		if err == nil {
			row, err = scanBoard(tx.QueryRowContext(ctx, boardByRef, row.Ref))
		}
		return err
	})
	return row, err
}

// The name is a column of its own for those who look into the database.
var putBoard = "INSERT INTO boards (" + boardColumns + ", name) VALUES (" + marks(boardColumns) + ", json_extract(?, '$.name'))" +
	" ON CONFLICT DO UPDATE SET " + assignments(boardColumns+", name", "%[1]s = excluded.%[1]s")

// DeleteBoard deletes a board with its steps.
func (l *Library) DeleteBoard(ctx context.Context, ref string) error {
	return wrap(l.write(ctx, func(tx *sql.Tx) error { return one(tx.ExecContext(ctx, "DELETE FROM boards WHERE ref = ?", ref)) }), "delete board %.8s", ref)
}

// boardStep is a change of a document that can be taken back: where the two differ, and what stood there before and after. Films, which stand
// at its end, are in no step: they stay whatever is undone.
type boardStep struct {
	At            int
	Before, After []byte // not strings: a letter may be cut
}

// withoutFilms parts a document before its films, or its last brace. Within a text the quotes would be escaped.
func withoutFilms(doc []byte) (plan, films []byte) {
	at := bytes.LastIndex(doc, []byte(`,"films":[`))
	if at < 0 {
		at = max(len(doc)-1, 0)
	}
	return doc[:at], doc[at:]
}

// addBoardStep keeps what becomes of a document behind the steps that are done, in place of those that were taken back.
func addBoardStep(ctx context.Context, tx *sql.Tx, board BoardRow, what string, after []byte) error {
	const most = 10_000 // are kept
	before, _ := withoutFilms(board.Doc)
	after, _ = withoutFilms(after)
	at, n := 0, min(len(before), len(after))
	for at < n && before[at] == after[at] {
		at++
	}
	same := 0 // behind what differs
	for same < n-at && before[len(before)-1-same] == after[len(after)-1-same] {
		same++
	}
	s := boardStep{at, before[at : len(before)-same], after[at : len(after)-same]}
	if len(s.Before)+len(s.After) == 0 {
		return nil
	}
	change, err := json.Marshal(s)
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM board_steps WHERE board_id = ?1 AND
			(undone OR number <= (SELECT max(number) FROM board_steps WHERE board_id = ?1 AND NOT undone) - ?2)`, board.ID, most-1)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO board_steps SELECT ?1, ifnull(max(number), 0) + 1, ?2, ?3, FALSE FROM board_steps WHERE board_id = ?1`,
			board.ID, what, string(change))
	}
	return err
}

// Back takes the last step back, or does the one again that was taken back last. Errors: [ErrNotFound].
func (t *BoardTx) Back(again bool) error {
	query := "SELECT number, change FROM board_steps WHERE board_id = ? AND undone = ? ORDER BY number DESC LIMIT 1"
	if again {
		query = strings.Replace(query, "DESC", "", 1)
	}
	var number int
	var change []byte
	var s boardStep
	err := t.tx.QueryRowContext(t.ctx, query, t.Row.ID, again).Scan(&number, &change)
	if err == nil {
		err = json.Unmarshal(change, &s)
	}
	if err != nil {
		return err
	}
	is, becomes := s.After, s.Before
	if again {
		is, becomes = becomes, is
	}
	plan, films := withoutFilms(t.Row.Doc)
	if s.At < 0 || len(plan) < s.At || !bytes.HasPrefix(plan[s.At:], is) {
		return fmt.Errorf("step %d is not one of this board", number)
	}
	t.Row.Doc = slices.Concat(plan[:s.At], becomes, plan[s.At+len(is):], films)
	return one(t.tx.ExecContext(t.ctx, "UPDATE board_steps SET undone = NOT undone WHERE board_id = ? AND number = ?", t.Row.ID, number))
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
