package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
)

// snapshot returns content and modification time of every file in a folder.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var content []byte
		if !d.IsDir() {
			content, err = os.ReadFile(p)
		}
		all[p] = fmt.Sprintf("%v %v %x", info.Mode(), info.ModTime().UnixNano(), content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A library with a newer schema is refused, and nothing in its folder changes, with or without a WAL.
func TestOpenRefusesNewerSchema(t *testing.T) {
	for _, clean := range []bool{true, false} {
		t.Run(fmt.Sprintf("closed=%v", clean), func(t *testing.T) {
			l := newLibrary(t)
			dir := l.Dir()
			raise := append(embeddedMigrations(),
				migration{number: len(embeddedMigrations()) + 1, name: "later", sql: "CREATE TABLE later (x)"})
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if err := otherProgram(t.Context(), dir, raise); err != nil {
				t.Fatal(err)
			}
			if !clean { // as after a crash: commits are in the WAL
				wal, err := sql.Open("sqlite3", dsn(filepath.Join(dir, folder.Database), "_journal_mode=WAL"))
				if err != nil {
					t.Fatal(err)
				}
				if _, err := wal.Exec("INSERT INTO later VALUES (1)"); err != nil {
					t.Fatal(err)
				}
				copied := filepath.Join(t.TempDir(), "copy")
				if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				if err := wal.Close(); err != nil {
					t.Fatal(err)
				}
				dir = copied
				if !hasCompanion(filepath.Join(dir, folder.Database), "-wal") {
					t.Fatal("the copy has no WAL")
				}
			}
			if err := os.Remove(filepath.Join(dir, lockName)); err != nil && clean {
				t.Fatal(err)
			}
			before := snapshot(t, dir)
			if _, err := Open(t.Context(), dir, testOptions()); !errors.Is(err, ErrNewerSchema) {
				t.Fatalf("open: %v", err)
			}
			if d := cmp.Diff(before, snapshot(t, dir)); d != "" {
				t.Errorf("the folder was touched:\n%s", d)
			}
		})
	}
}

// otherProgram migrates a closed library with another list of migrations.
func otherProgram(ctx context.Context, dir string, steps []migration) error {
	later := newHome(dir, Options{Now: testOptions().Now})
	if err := later.Folder.Open(); err != nil {
		return err
	}
	return errors.Join(migrate(ctx, later, filepath.Join(dir, folder.Database), steps, true), later.Folder.Close())
}

// An older database is backed up and migrated, and keeps its rows.
func TestMigrateOlderDatabase(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	if err := appendEntry(l, j.ID, Entry{Kind: Reserve, AmountMicros: amount(5)}); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(l.Dir(), folder.Database)
	last := len(embeddedMigrations())
	steps := append(embeddedMigrations(),
		migration{last + 1, "notes", "ALTER TABLE jobs ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'"},
		// Recreates a table with referenced rows.
		migration{last + 2, "profiles", `CREATE TABLE profiles_new AS SELECT * FROM profiles;
			DROP TABLE profiles;
			CREATE TABLE profiles (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
			INSERT INTO profiles SELECT id, name FROM profiles_new; DROP TABLE profiles_new;`},
	)
	if err := otherProgram(t.Context(), l.Dir(), steps); err != nil {
		t.Fatal(err)
	}
	if h, err := inspect(file, last+2); err != nil || h.version != last+2 {
		t.Errorf("version %d, %v", h.version, err)
	}
	check := func(file, query, want string) {
		t.Helper()
		pool, err := sql.Open("sqlite3", dsn(file, "mode=ro"))
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		var got string
		if err := pool.QueryRow(query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %s: got %q, want %q, %v", filepath.Base(file), query, got, want, err)
		}
	}
	check(file, "SELECT prompt || ' ' || colour FROM jobs", "boats blue")
	check(file, "SELECT amount_micros FROM ledger", "5")
	check(file, "SELECT name FROM profiles", "Sandbox")
	var applied []string
	for _, step := range steps {
		applied = append(applied, step.name)
	}
	check(file, "SELECT group_concat(name, ', ') FROM migrations", strings.Join(applied, ", "))
	backups, err := filepath.Glob(filepath.Join(l.Dir(), folder.Backups, "*"))
	if err != nil || len(backups) != 1 || !strings.HasSuffix(backups[0], fmt.Sprintf("schema %d.db", last)) {
		t.Fatalf("backups %q, %v", backups, err)
	}
	check(backups[0], "SELECT prompt FROM jobs", "boats")
	check(backups[0], "PRAGMA user_version", strconv.Itoa(last))
	if info, err := os.Stat(backups[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("backup: %v, %v", info, err)
	}
}

// A failed migration is rolled back.
func TestFailedMigrationIsUndone(t *testing.T) {
	for name, step := range map[string]string{
		"an error in the middle": "CREATE TABLE half (x); INSERT INTO half VALUES (1); SELECT no_such_function()",
		"a row that is orphaned": "CREATE TABLE half (x); DROP TABLE profiles; CREATE TABLE profiles (id INTEGER PRIMARY KEY)",
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			steps := append(embeddedMigrations(), migration{len(embeddedMigrations()) + 1, "fails", step})
			if err := otherProgram(t.Context(), l.Dir(), steps); err == nil {
				t.Fatal("no error")
			}
			again := openLibrary(t, l.Dir())
			var n int
			if err := again.reader.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").Scan(&n); err != nil || n != 0 {
				t.Errorf("half of it is there (%v)", err)
			}
			if jobs, err := again.Jobs(t.Context(), JobFilter{}); err != nil || len(jobs) != 1 {
				t.Errorf("%d jobs, %v", len(jobs), err)
			}
		})
	}
}

// A power cut during the first migration leaves some of its pages in the file, and a journal that rolls them back.
func TestInterruptedMigrationIsRolledBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), folder.Database)
	pool, err := sql.Open("sqlite3", dsn(path, "_journal_mode=DELETE&_cache_size=1"))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	tx, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for _, query := range []string{
		"PRAGMA user_version = 1", fmt.Sprintf("PRAGMA application_id = %d", applicationID), "CREATE TABLE filler (x)",
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO filler SELECT randomblob(4000) FROM n`,
	} {
		if _, err := tx.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	read := func(path string) []byte {
		content, err := os.ReadFile(path)
		if err != nil || len(content) == 0 {
			t.Fatalf("%d bytes, %v", len(content), err)
		}
		return content
	}
	some, journal := read(path), read(path+"-journal")
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	all := read(path)
	if h, err := inspect(path, 1); err != nil || h.version != 1 {
		t.Fatalf("the file of the test has version %d, %v", h.version, err)
	}
	for name, content := range map[string][]byte{"some": some, "all": all} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, folder.Database)
			if err := errors.Join(os.WriteFile(path, content, 0o600),
				os.WriteFile(path+"-journal", journal, 0o600)); err != nil {
				t.Fatal(err)
			}
			newProfile(t, openLibrary(t, dir))
		})
	}
}

func TestMissingTablesAreDamage(t *testing.T) {
	l := newLibrary(t)
	if _, err := l.writer.Exec("DROP TABLE assets"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), l.Dir(), testOptions()); !errors.Is(err, ErrDamaged) {
		t.Errorf("open: %v", err)
	}
}

func TestOldBackupsAreRemoved(t *testing.T) {
	l := newLibrary(t)
	keep := filepath.Join(l.Dir(), folder.Backups, "mine.db")
	if err := os.WriteFile(keep, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	start := noon
	for i := range maxBackups + 2 {
		l.now = func() time.Time { return start.Add(time.Duration(i) * time.Hour) }
		if err := (backups{l.home}).backup(t.Context(), l.writer, i); err != nil {
			t.Fatal(err)
		}
	}
	got, err := filepath.Glob(filepath.Join(l.Dir(), folder.Backups, "viviscope*"))
	if err != nil || len(got) != maxBackups || !strings.HasSuffix(got[0], "schema 2.db") {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := os.Stat(keep); err != nil {
		t.Error("a foreign file was removed")
	}
}

func TestMigrationsHaveNoGaps(t *testing.T) {
	one := &fstest.MapFile{Data: []byte("SELECT 1")}
	for name, c := range map[string]struct {
		files fstest.MapFS
		ok    bool
	}{
		"in order":    {fstest.MapFS{"migrations/0001_a.sql": one, "migrations/0002_b.sql": one}, true},
		"a gap":       {fstest.MapFS{"migrations/0001_a.sql": one, "migrations/0003_b.sql": one}, false},
		"twice":       {fstest.MapFS{"migrations/0001_a.sql": one, "migrations/0001_b.sql": one}, false},
		"no number":   {fstest.MapFS{"migrations/a.sql": one}, false},
		"begins late": {fstest.MapFS{"migrations/0002_a.sql": one}, false},
	} {
		if _, err := readMigrations(c.files); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
