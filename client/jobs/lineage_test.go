package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// sum64 has the form of a fingerprint.
var sum64 = strings.Repeat("0", 64)

// inAccount runs a test in a world with a log of sent requests.
func inAccount(t *testing.T, fn func(*world)) {
	t.Helper()
	state := t.TempDir()
	inWorld(t, func(w *world) {
		w.sentDir = filepath.Join(state, "sent")
		fn(w)
	})
}

// end closes the library as a program that ends.
func (w *world) end() {
	w.t.Helper()
	w.stop()
	w.must(w.lib.Close())
}

// begin opens the library in a folder as the next program.
func (w *world) begin(dir string) {
	w.t.Helper()
	w.dir = dir
	w.open()
	w.start()
}

// copyTo copies a folder as a backup program does.
func (w *world) copyTo(from, to string) {
	w.t.Helper()
	w.must(os.RemoveAll(to))
	if _, err := os.Stat(from); err == nil {
		w.must(os.CopyFS(to, os.DirFS(from)))
	}
}

// clicked makes a clip for a click with an ID.
func (w *world) clicked(id string) (db.Job, error) {
	w.t.Helper()
	orders := []jobs.Order{{Request: videoOf(id)}}
	made, err := w.engine.Submit(w.ctx, w.profile.ID, orders, jobs.Terms{Click: id, Fingerprint: sum64})
	if err != nil {
		return db.Job{}, err
	}
	return made[0], nil
}

// wantDoubted expects that a job is held because it may have been sent since a copy was made.
func (w *world) wantDoubted(id int64) {
	w.t.Helper()
	j := w.job(id)
	if !jobs.MayHaveBeenSent(j) || j.Hold != db.HeldByUser || j.ErrorCode != db.CodeRestored || j.ErrorMessage == "" {
		w.t.Errorf("job %d is %s, held %q, code %q: %s", id, j.State, j.Hold, j.ErrorCode, j.ErrorMessage)
	}
}

// sixWaiting makes six clicks that wait, copies the library, and lets the original send them.
func (w *world) sixWaiting(copied string) (ids []int64) {
	w.t.Helper()
	w.start()
	w.engine.StopSending(true)
	for i := range 6 {
		j, err := w.clicked(fmt.Sprint("click-", i))
		w.must(err)
		ids = append(ids, j.ID)
	}
	w.end()
	w.copyTo(w.dir, copied)
	w.begin(w.dir)
	for _, id := range ids {
		w.until(id, db.Saved)
	}
	return ids
}

// wantPostsOfSix expects how many requests the service has seen for each of six clicks.
func (w *world) wantPostsOfSix(n int) {
	w.t.Helper()
	for i := range 6 {
		w.wantPosts(fmt.Sprint("click-", i), n)
	}
}

// A library that was restored to an older state sends none of its waiting jobs, neither automatically nor for a
// repeated click. A release by the user sends them.
func TestRestoredLibraryHoldsUnsentJobs(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy")
	inAccount(t, func(w *world) {
		ids := w.sixWaiting(copied)
		w.end()
		w.copyTo(copied, w.dir)
		w.begin(w.dir)
		w.pass(24 * time.Hour)
		for i, id := range ids {
			w.wantDoubted(id)
			again, err := w.clicked(fmt.Sprint("click-", i))
			w.must(err)
			repeat := jobs.Terms{Click: again.Click, MaxCost: jobs.Cap{Micros: 1e12, Set: true}}
			w.must(w.engine.Release(w.ctx, repeat, again.ID))
		}
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.must(w.engine.PauseSending(w.ctx, true))
		w.must(w.engine.PauseSending(w.ctx, false))
		w.restart()
		w.pass(24 * time.Hour)
		w.wantPostsOfSix(1)

		w.must(w.engine.Release(w.ctx, jobs.Terms{}, ids[0]))
		w.until(ids[0], db.Saved)
		w.wantPosts("click-0", 2)
		w.restart()
		w.until(w.clip("new").ID, db.Saved)
		for _, id := range ids[1:] {
			w.wantDoubted(id)
		}
	})
}

// A click that was sent after the copy was made is refused, although the restored library does not contain it, also
// after a rebuild. A click that was never sent is accepted.
func TestClickLostByRestoreIsRefused(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy")
	inAccount(t, func(w *world) {
		w.start()
		before, err := w.clicked("before")
		w.must(err)
		w.until(before.ID, db.Saved)
		w.end()
		w.copyTo(w.dir, copied)
		w.begin(w.dir)
		since, err := w.clicked("since")
		w.must(err)
		w.until(since.ID, db.Saved)
		w.engine.StopSending(true)
		_, err = w.clicked("never sent")
		w.must(err)
		w.end()
		w.copyTo(copied, w.dir)
		w.begin(w.dir)
		for range 2 { // also in the next run
			again, err := w.clicked("before")
			w.must(err)
			var lost *jobs.ClickLostError
			if _, err := w.clicked("since"); again.ID != before.ID || !errors.As(err, &lost) || lost.ID != "since" {
				t.Errorf("repeated: job %d for %d; forgotten: %v", again.ID, before.ID, err)
			}
			w.restart()
		}
		free, err := w.clicked("never sent")
		w.must(err)
		w.until(free.ID, db.Saved)

		w.end()
		w.must(os.RemoveAll(filepath.Join(w.dir, "files")))
		w.must(os.Mkdir(filepath.Join(w.dir, "files"), 0o700))
		_, err = db.Rebuild(w.ctx, w.dir, db.Options{})
		w.must(err)
		w.begin(w.dir)
		if again, err := w.clicked("before"); err != nil || again.Ref != before.Ref || again.State != db.Saved {
			t.Errorf("after a rebuild without files: %+v, %v", again, err)
		}

		w.end()
		w.must(os.Remove(filepath.Join(w.dir, "jobs.jsonl")))
		_, err = db.Rebuild(w.ctx, w.dir, db.Options{})
		w.must(err)
		w.begin(w.dir)
		var lost *jobs.ClickLostError
		if _, err := w.clicked("before"); !errors.As(err, &lost) {
			t.Errorf("after a rebuild without jobs.jsonl: %v", err)
		}
		w.pass(time.Hour)
		w.wantPosts("before", 1)
		w.wantPosts("since", 1)
	})
}

// Two copies of one library that are used in turn send each job once: the second detects that the first was used.
func TestAlternatingCopiesSendJobOnce(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy")
	inAccount(t, func(w *world) {
		original := w.dir
		ids := w.sixWaiting(copied)
		w.end()
		w.begin(copied)
		w.engine.StopSending(true)
		second := w.clip("second")
		w.end()
		w.begin(original)
		w.engine.StopSending(true)
		first := w.clip("first")
		w.end()
		w.begin(copied)
		w.pass(time.Hour)
		w.wantDoubted(second.ID)
		for _, id := range ids {
			w.wantDoubted(id)
		}
		w.end()
		w.begin(original)
		w.pass(time.Hour)
		w.wantDoubted(first.ID)
		w.wantPostsOfSix(1)
		w.wantPosts("first", 0)
		w.wantPosts("second", 0)
	})
}

// Two copies are open at the same time: the one that sends later detects it before its request.
func TestConcurrentCopiesSendJobOnce(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy")
	inAccount(t, func(w *world) {
		w.start()
		w.engine.StopSending(true)
		a, b := w.clip("a"), w.clip("b")
		w.must(w.engine.PauseSending(w.ctx, true))
		w.end()
		w.copyTo(w.dir, copied)
		w.begin(w.dir)
		other := &world{t: t, ctx: w.ctx, svc: w.svc, key: w.key, sentDir: w.sentDir, profile: w.profile,
			moved: make(chan struct{}, 1)}
		other.begin(copied)
		w.must(other.engine.PauseSending(w.ctx, false))
		other.until(a.ID, db.Saved)
		other.until(b.ID, db.Saved)
		w.must(w.engine.PauseSending(w.ctx, false))
		w.pass(time.Hour)
		w.wantDoubted(a.ID)
		w.wantDoubted(b.ID)
		w.wantPosts("a", 1)
		w.wantPosts("b", 1)
		other.close()
	})
}

// Waiting jobs continue after the library was moved or renamed, and after each restart.
func TestMovedLibraryContinues(t *testing.T) {
	moved := filepath.Join(t.TempDir(), "elsewhere")
	inAccount(t, func(w *world) {
		w.start()
		w.until(w.clip("a").ID, db.Saved)
		w.engine.StopSending(true)
		j := w.clip("b")
		w.end()
		w.must(os.Rename(w.dir, moved))
		w.begin(moved)
		w.until(j.ID, db.Saved)
		w.wantPosts("b", 1)
	})
}

// A library from another account may have sent its waiting jobs there, so they are held. A library without waiting jobs
// works at once.
func TestLibraryOfOtherAccountIsHeld(t *testing.T) {
	account := filepath.Join(t.TempDir(), "another")
	inAccount(t, func(w *world) {
		w.start()
		w.until(w.clip("a").ID, db.Saved)
		w.end()
		w.sentDir = account
		w.begin(w.dir)
		w.until(w.clip("b").ID, db.Saved)
		w.engine.StopSending(true)
		j := w.clip("c")
		w.end()
		w.must(os.RemoveAll(account))
		w.begin(w.dir)
		w.pass(time.Hour)
		w.wantDoubted(j.ID)
		w.wantPosts("c", 0)
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, j.ID))
		w.until(j.ID, db.Saved)
	})
}

// If the log's folder cannot be written, jobs are sent anyway.
func TestUnwritableSentLogDoesNotBlockSending(t *testing.T) {
	inAccount(t, func(w *world) {
		w.must(os.WriteFile(w.sentDir, nil, 0o600)) // a file in place of the folder
		w.start()
		w.until(w.clip("a").ID, db.Saved)
		w.restart()
		w.until(w.clip("b").ID, db.Saved)
	})
}

// snapshots copies the library and the log of the account after each commit.
type snapshots struct {
	jobs.Library
	take func()
}

func (s *snapshots) WriteJobs(ctx context.Context, fn func(*db.JobsTx) error) error {
	defer s.take()
	return s.Library.WriteJobs(ctx, fn)
}

func (s *snapshots) TakeOver(ctx context.Context, lin db.Lineage, revoke bool) ([]db.Job, error) {
	defer s.take()
	return s.Library.TakeOver(ctx, lin, revoke)
}

func (s *snapshots) Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error) {
	defer s.take()
	return s.Library.Change(ctx, id, fn)
}

// A program that is killed at any moment recognizes its library, and holds nothing. A copy from any of these moments
// sends nothing that was sent since.
func TestKillIsNotDetectedAsRestore(t *testing.T) {
	at := t.TempDir()
	inAccount(t, func(w *world) {
		taken := 0
		var one sync.Mutex
		take := func() {
			one.Lock()
			defer one.Unlock()
			taken++
			for from, name := range map[string]string{w.dir: "library", w.sentDir: "sent"} {
				w.copyTo(from, filepath.Join(at, fmt.Sprint(taken), name))
			}
			_ = os.Remove(filepath.Join(at, fmt.Sprint(taken), "library", "viviscope.db-shm"))
		}
		w.wrap = func(l jobs.Library) jobs.Library { return &snapshots{l, take} }
		w.svc.submit = func(context.Context, string) (bool, error) { take(); return true, nil }
		w.start()
		first := w.clip("a").ID
		w.until(first, db.Saved)
		second, err := w.clicked("b")
		w.must(err)
		w.until(second.ID, db.Saved)
		w.end()
		w.wrap, w.svc.submit = nil, nil
		last := w.sentDir
		if taken < 10 {
			t.Fatalf("%d snapshots", taken)
		}
		open := func(n int, sent string) {
			copied := filepath.Join(at, fmt.Sprint(n, "-opened"))
			w.copyTo(filepath.Join(at, fmt.Sprint(n), "library"), copied)
			w.copyTo(sent, copied+"-sent")
			w.sentDir = copied + "-sent"
			w.begin(copied)
			w.pass(24 * time.Hour)
		}
		for n := 1; n <= taken; n++ {
			w.svc.mu.Lock()
			clear(w.svc.posts)
			w.svc.mu.Unlock()
			open(n, filepath.Join(at, fmt.Sprint(n), "sent"))
			all, err := w.lib.Jobs(w.ctx, db.JobFilter{})
			w.must(err)
			for _, j := range all {
				if j.State == db.Held {
					t.Errorf("killed at %d: job %d is held: %q", n, j.ID, j.ErrorMessage)
				}
			}
			w.end()

			clear(w.svc.posts)
			open(n, last)
			if _, err := w.clicked("b"); err != nil && !errors.As(err, new(*jobs.ClickLostError)) {
				t.Error(err)
			}
			w.pass(24 * time.Hour)
			w.wantPosts("a", 0)
			w.wantPosts("b", 0)
			w.end()
			if t.Failed() {
				t.Fatalf("copy %d of %d", n, taken)
			}
		}
		w.open()
	})
}
