package db

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

// victimEnv makes the test binary write to a library until it is killed.
const victimEnv = "VIVISCOPE_DB_TEST_VICTIM"

func TestMain(m *testing.M) {
	if dir := os.Getenv(victimEnv); dir != "" {
		if of, ok := strings.CutPrefix(dir, drawingVictimPrefix); ok {
			fmt.Println(drawingVictim(of))
		} else {
			fmt.Println(victim(dir))
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// victim changes jobs in a loop and prints the number of each step after its commit.
func victim(dir string) error {
	ctx := context.Background()
	l, err := Open(ctx, dir, testOptions())
	if err != nil {
		return err
	}
	p, err := l.SaveProfile(ctx, Profile{Name: "p", Currency: "CNY"})
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		jobs, err := insertJobs(ctx, l, videoJob(p.ID, "x"))
		if err != nil {
			return err
		}
		if _, err := l.Change(ctx, jobs[0].ID, func(c *Change) error {
			c.Job.State, c.Job.TaskID = Queued, fmt.Sprintf("t-%d", n)
			c.Append(Entry{Kind: Reserve, AmountMicros: amount(1)})
			return nil
		}); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// A program that is killed while it writes loses no committed change, leaves no partial one, and releases the lock.
func TestKillLosesNoCommit(t *testing.T) {
	dir := t.TempDir()
	for round := range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), victimEnv+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said := 0
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if _, err := fmt.Sscan(lines.Text(), &said); err != nil {
				t.Fatalf("the program printed %q", lines.Text())
			}
			if said == 20+7*round {
				_ = cmd.Process.Kill() // read what it printed before the kill
			}
		}
		_ = cmd.Wait()
		checkAfterKill(t, dir, said)
	}
}

func checkAfterKill(t *testing.T, dir string, said int) {
	t.Helper()
	l, err := Open(t.Context(), dir, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	profiles, err := l.Profiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	last := profiles[len(profiles)-1].ID
	jobs, err := l.Jobs(t.Context(), JobFilter{ProfileID: last, States: []JobState{Queued}})
	if err != nil {
		t.Fatal(err)
	}
	if len(jobs) < said {
		t.Errorf("%d jobs of %d are there", len(jobs), said)
	}
	for _, j := range jobs {
		if e, err := l.Entries(t.Context(), j.ID); err != nil || len(e) != 1 {
			t.Errorf("job %d has the entries %+v, %v", j.ID, e, err)
		}
	}
	if got := sumsOf(t, l, last, noon, noon.AddDate(1, 0, 0)); got.Reserved != int64(len(jobs)) {
		t.Errorf("sums %+v of %d jobs", got, len(jobs))
	}
}

// Concurrent readers and writers lose no update and get no error that the database is locked.
func TestConcurrentReadersAndWriters(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	const writers, steps = 5, 15
	var (
		writing, reading sync.WaitGroup
		done             atomic.Bool
	)
	for range writers {
		writing.Go(func() {
			for range steps {
				_, err := l.Change(t.Context(), j.ID, func(c *Change) error {
					c.Job.Progress++
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 4 {
		reading.Go(func() {
			for !done.Load() {
				_, err1 := l.Jobs(t.Context(), JobFilter{Text: "boats"})
				_, err2 := l.LedgerSums(t.Context(), ledger.Filter{ProfileID: p.ID})
				_, err3 := assetsOf(t.Context(), l, search.Filter{Text: "boats"})
				if err := errors.Join(err1, err2, err3); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
	done.Store(true)
	reading.Wait()
	if got, err := l.Job(t.Context(), j.ID); err != nil || got.Progress != writers*steps {
		t.Errorf("counted to %d, %v", got.Progress, err)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	l := newLibrary(t)
	if _, err := l.reader.Exec("DELETE FROM settings"); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("got %v", err)
	}
}

func TestTheWriterSyncsEveryCommit(t *testing.T) {
	l := newLibrary(t)
	for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1"} {
		var got string
		if err := l.writer.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", pragma, got, want, err)
		}
	}
}

// If the context of a change ends, the change is rolled back and the writer remains usable.
func TestCancelledChangeIsUndone(t *testing.T) {
	l := newLibrary(t)
	j := newJob(t, l, videoJob(newProfile(t, l).ID, "x"))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := l.Change(ctx, j.ID, func(c *Change) error {
		c.Job.Note = "changed"
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	got, err := l.Change(t.Context(), j.ID, func(c *Change) error { c.Job.Model = "clip-o1"; return nil })
	if err != nil || got.Note != "" || got.Model != "clip-o1" {
		t.Errorf("%+v, %v", got, err)
	}
}
