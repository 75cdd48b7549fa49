package db

import (
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// A library that version 1 of the schema left behind opens with all its rows; what came later is "not given" in them.
func TestALibraryOfSchema1Opens(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, databaseName)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	first := &Library{dir: dir, root: root, now: testOptions().Now, log: slog.New(slog.DiscardHandler)}
	if err := errors.Join(first.migrate(t.Context(), file, known(t)[:1]), root.Close()); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite3", dsn(file, "_foreign_keys=1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		`INSERT INTO profiles VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, NULL, NULL, 1)`,
		`INSERT INTO jobs VALUES (3, 'f00d', 7, 'text_to_video', 'queued', 'clip-2.6', 'boats', '{"model":"clip-2.6"}', '', 5, '720P', 't1', 0,
			'queued', '', NULL, '', '', '', 2800000, 'EUR', NULL, NULL, 1, 2, 3, NULL, NULL, NULL, NULL, 'c', 0, NULL, '')`,
		`INSERT INTO ledger (job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note)
			VALUES (3, 7, 'reserve', '{"seconds":5}', 560000, 2800000, 'EUR', 3, '')`,
	} {
		if _, err := pool.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}

	l := openLibrary(t, dir)
	j, err := l.Job(t.Context(), 3)
	if err != nil || j.TaskID != "t1" || j.State != Queued || j.Inputs != nil {
		t.Errorf("job %+v, %v", j, err)
	}
	p, err := l.Profile(t.Context(), 7)
	if err != nil || p.Name != "Studio" || p.Models != nil || p.Hosting != nil || p.ConfirmMicros != nil || p.BudgetMicros != nil {
		t.Errorf("profile %+v, %v", p, err)
	}
	if entries, err := l.Entries(t.Context(), EntryFilter{}); err != nil || len(entries) != 1 || *entries[0].AmountMicros != 2_800_000 {
		t.Errorf("entries %v, %v", entries, err)
	}
}
