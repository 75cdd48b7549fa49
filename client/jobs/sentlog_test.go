package jobs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"viviscope/db"
)

func testLineage(sent int64) db.Lineage {
	return db.Lineage{Library: strings.Repeat("a", 32), Branch: strings.Repeat("b", 32), Sent: sent}
}

// wantLast expects the last line of a log as the next process reads it.
func wantLast(t *testing.T, dir string, sent int64) {
	t.Helper()
	branch, n, err := NewSentLog(dir).last(testLineage(0).Library)
	if err != nil || branch != testLineage(0).Branch || n != sent {
		t.Errorf("the log ends with %q, %d, not %d: %v", branch, n, sent, err)
	}
}

// A crash at any byte of a line keeps the lines before it, and the next line is complete.
func TestSentLogRecoversTornLine(t *testing.T) {
	dir := t.TempDir()
	l := NewSentLog(dir)
	for n := range 3 {
		if err := l.record(testLineage(int64(n+1)), fmt.Sprint("click-", n), strings.Repeat("c", 32)); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, testLineage(0).Library)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := strings.LastIndex(strings.TrimSuffix(string(whole), "\n"), "\n") + 1
	for cut := second; cut < len(whole); cut++ {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		wantLast(t, dir, 2)
		next := NewSentLog(dir)
		if _, _, err := next.last(testLineage(0).Library); err != nil {
			t.Fatal(err)
		}
		if err := next.record(testLineage(9), "next", strings.Repeat("d", 32)); err != nil {
			t.Fatal(err)
		}
		wantLast(t, dir, 9)
		for id, n := range map[string]int{"click-0": 1, "click-1": 1, "click-2": 0, "next": 1} {
			if found, err := next.clicks(testLineage(0).Library, id); err != nil || len(found) != n {
				t.Errorf("cut at %d: %d clicks %s, %v", cut, len(found), id, err)
			}
		}
	}
}

// Requests of one process may be recorded in another order than they were committed. The largest count is kept.
func TestSentLogKeepsLargestCount(t *testing.T) {
	dir := t.TempDir()
	l := NewSentLog(dir)
	var all sync.WaitGroup
	for n := range 50 {
		all.Go(func() {
			if err := l.record(testLineage(int64(n+1)), "", "click"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	wantLast(t, dir, 50)
	if err := l.record(testLineage(7), "", "click"); err != nil {
		t.Fatal(err)
	}
	wantLast(t, dir, 50)
}

// A record of another process is not overwritten. It shows that the library is a copy.
func TestSentLogDetectsOtherProcess(t *testing.T) {
	dir := t.TempDir()
	one, other := NewSentLog(dir), NewSentLog(dir)
	if err := one.recordTakeOver(testLineage(1)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := other.last(testLineage(0).Library); err != nil {
		t.Fatal(err)
	}
	if err := other.record(testLineage(2), "", "click"); err != nil {
		t.Fatal(err)
	}
	if err := one.record(testLineage(2), "", "click"); !errors.Is(err, errOtherBranch) {
		t.Errorf("noted beside another process: %v", err)
	}
	wantLast(t, dir, 2)
}

// The file is bounded and keeps the newest clicks with an ID, however many requests without an ID are sent.
func TestSentLogIsShortened(t *testing.T) {
	dir := t.TempDir()
	l := NewSentLog(dir)
	if err := l.record(testLineage(1), "kept", strings.Repeat("c", 32)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, testLineage(0).Library)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	line := testLineage(0).Branch + " 5 - -\n"
	if _, err := f.WriteString(strings.Repeat(line, maxSentLog/len(line)+1)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	l = NewSentLog(dir)
	if _, _, err := l.last(testLineage(0).Library); err != nil {
		t.Fatal(err)
	}
	if err := l.record(testLineage(6), "", "click"); err != nil {
		t.Fatal(err)
	}
	wantLast(t, dir, 6)
	info, err := os.Stat(path)
	found, errClicks := l.clicks(testLineage(0).Library, "kept")
	if err != nil || errClicks != nil || info.Size() > maxSentLine || info.Mode().Perm() != 0o600 || len(found) != 1 {
		t.Errorf("%d bytes, %v, clicks %v, %v, %v", info.Size(), info.Mode(), found, err, errClicks)
	}
	if err := l.record(testLineage(7), "", "click"); err != nil { // it knows its own file after it was shortened
		t.Error(err)
	}
}
