package db

import (
	"errors"
	"testing"
)

// Ten thousand steps are kept, not more; what does not fit the document is refused and changes nothing.
func TestStepsOfABoard(t *testing.T) {
	l := newLibrary(t)
	put := func(ref, doc string) BoardRow {
		t.Helper()
		row, err := l.WriteBoard(t.Context(), ref, AnyVersion, func(tx *BoardTx) error {
			tx.Row.Doc, tx.Step = []byte(doc), "step"
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
	back := func(ref string) (BoardRow, error) {
		return l.WriteBoard(t.Context(), ref, AnyVersion, func(tx *BoardTx) error { return tx.Back(false) })
	}
	first := put("", `{"name":"ä"}`)
	if first.Version != 1 || first.Undo != "" {
		t.Errorf("%+v", first)
	}
	if _, err := l.writer.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT INTO board_steps SELECT ?, i, 'old', '{"At":90}', FALSE FROM n`, first.ID); err != nil {
		t.Fatal(err)
	}
	put(first.Ref, `{"name":"ö"}`) // half a letter differs
	put(first.Ref, `{"name":"öö"}`)
	n := 0
	if err := l.reader.QueryRowContext(t.Context(), "SELECT count(*) FROM board_steps WHERE number > 2").Scan(&n); err != nil || n != 10_000 {
		t.Errorf("%d steps, %v", n, err)
	}
	for _, want := range []string{`{"name":"ö"}`, `{"name":"ä"}`} {
		if row, err := back(first.Ref); err != nil || string(row.Doc) != want || row.Redo != "step" {
			t.Errorf("%+v, %v", row, err)
		}
	}
	if row, err := back(first.Ref); err == nil {
		t.Errorf("%+v", row)
	}
	if row, err := l.BoardRow(t.Context(), first.Ref); err != nil || row.Version != 5 || row.Undo != "old" {
		t.Errorf("%+v, %v", row, err)
	}
	second := put("", `{"name":""}`)
	if _, err := back(second.Ref); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}
