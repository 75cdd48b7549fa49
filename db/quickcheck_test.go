package db

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"viviscope/db/folder"
)

// An intact database passes, and one with overwritten pages does not.
func TestQuickCheck(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	lib, err := Open(ctx, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := lib.QuickCheck(ctx); err != nil {
		t.Errorf("a whole one: %v", err)
	}
	if err := lib.Close(); err != nil {
		t.Fatal(err)
	}
	if lib, err = Open(ctx, dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	f, err := os.OpenFile(filepath.Join(dir, folder.Database), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	const head = 8 << 10 // keep the pages that Open has read
	if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", int(info.Size()-head))), head); err != nil {
		t.Fatal(err)
	}
	if err := lib.QuickCheck(ctx); err == nil {
		t.Error("a damaged one passes")
	}
	if v := SQLiteVersion(); !strings.HasPrefix(v, "3.") {
		t.Errorf("version %q", v)
	}
}

// In SQLite 3.40 and older json_valid(NULL) is 0, so that integrity_check reports rows with NULL as damaged. The
// driver's SQLite does not show this. So the test checks the text of the rules, and runs an installed sqlite3 on a
// library with such rows.
func TestIntegrityCheckOfOlderSQLite(t *testing.T) {
	l := newLibrary(t)
	j := newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	if err := appendEntry(l, j.ID, Entry{Kind: Reserve, AmountMicros: amount(5)}); err != nil {
		t.Fatal(err)
	}
	addAsset(t, l, j, Asset{Path: "files/2026/11/boats.mp4"})
	rules, err := list(t.Context(), l.reader, func(row scanner) (c [2]string, err error) {
		err = row.Scan(&c[0], &c[1])
		return c, err
	},
		`SELECT c.name, s.sql FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type = 'table' AND NOT c."notnull"`)
	if err != nil || len(rules) < 20 {
		t.Fatalf("%d columns, %v", len(rules), err)
	}
	for _, c := range rules {
		if strings.Contains(c[1], "CHECK (json_valid("+c[0]+"))") {
			t.Errorf("the rule of %s does not let NULL pass:\n%s", c[0], c[1])
		}
	}
	if _, err := l.writer.Exec("UPDATE jobs SET usage = 'no json'"); err == nil {
		t.Error("what is no JSON is taken")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if tool, err := exec.LookPath("sqlite3"); err == nil {
		out, err := exec.Command(tool, filepath.Join(l.Dir(), folder.Database), "PRAGMA integrity_check",
			"PRAGMA quick_check").Output()
		if err != nil || string(out) != "ok\nok\n" {
			t.Errorf("%v: %s", err, out)
		}
	}
}
