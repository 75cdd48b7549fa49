package smoke

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"viviscope/client/mp4"
)

// library reads a library's database as another program would: beside the program, without its packages.
type library struct {
	t   testing.TB
	dir string
}

func (l library) query(read func(*sql.DB) error) bool {
	l.t.Helper()
	path := filepath.Join(l.dir, "viviscope.db")
	if _, err := os.Stat(path); err != nil {
		return false
	}
	handle, err := sql.Open("sqlite3", "file:"+path+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		l.t.Fatal(err)
	}
	defer handle.Close()
	return read(handle) == nil
}

// states lists the states of all jobs, oldest first.
func (l library) states() (states []string) {
	l.t.Helper()
	l.query(func(d *sql.DB) error { return collect(d, &states, `SELECT state FROM jobs ORDER BY id`) })
	return states
}

// saved looks whether there are so many jobs and all of them are in the library.
func (l library) saved(n int) func() bool {
	return func() bool {
		states := l.states()
		return len(states) == n && !slices.ContainsFunc(states, func(state string) bool { return state != "saved" })
	}
}

// asked lists the kinds of all jobs, oldest first.
func (l library) asked() (kinds []string) {
	l.t.Helper()
	l.query(func(d *sql.DB) error { return collect(d, &kinds, `SELECT kind FROM jobs ORDER BY id`) })
	return kinds
}

// prompts lists the prompts of all jobs, oldest first.
func (l library) prompts() (prompts []string) {
	l.t.Helper()
	l.query(func(d *sql.DB) error { return collect(d, &prompts, `SELECT prompt FROM jobs ORDER BY id`) })
	return prompts
}

// kinds lists the kinds of all ledger entries, oldest first.
func (l library) kinds() (kinds []string) {
	l.t.Helper()
	l.query(func(d *sql.DB) error { return collect(d, &kinds, `SELECT kind FROM ledger ORDER BY id`) })
	return kinds
}

// files lists the paths of all assets of a kind, oldest first, absolute.
func (l library) files(kind string) (paths []string) {
	l.t.Helper()
	l.query(func(d *sql.DB) error {
		return collect(d, &paths, `SELECT path FROM assets WHERE kind = ? ORDER BY id`, kind)
	})
	for i, p := range paths {
		paths[i] = filepath.Join(l.dir, filepath.FromSlash(p))
	}
	return paths
}

func collect(d *sql.DB, into *[]string, query string, args ...any) error {
	rows, err := d.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	*into = (*into)[:0]
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return err
		}
		*into = append(*into, s)
	}
	return rows.Err()
}

// clip checks a clip strictly and returns what it is.
func clip(t testing.TB, path string) *mp4.Info {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	at, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	info, err := mp4.Check(f, at.Size())
	if err != nil {
		t.Fatalf("clip %s: %v", filepath.Base(path), err)
	}
	return info
}
