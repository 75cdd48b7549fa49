package ledger

import (
	"database/sql"
	"errors"
	"slices"
	"testing"

	_ "github.com/mattn/go-sqlite3"
)

// Values of the wrong type become zero, and the other columns are scanned.
func TestScanLenientKeepsTheOtherValues(t *testing.T) {
	pool, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rows, err := pool.Query("SELECT 'a' AS a, 'no number' AS b, 7 AS c, 2.5 AS d, NULL AS e, 'z' AS f")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	rows.Next()
	var (
		a, f    string
		b, c, d = int64(5), int64(5), int64(5)
		e       *int64
	)
	err = ScanLenient(rows, &a, &b, &c, &d, &e, &f)
	bad, ok := errors.AsType[*UnreadError](err)
	if !ok || !slices.Equal(bad.Columns, []string{"b", "d"}) {
		t.Errorf("unread: %v", err)
	}
	if a != "a" || b != 0 || c != 7 || d != 0 || e != nil || f != "z" {
		t.Errorf("read %q %d %d %d %v %q", a, b, c, d, e, f)
	}
}
