package jobs_test

import (
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

func TestRetentionOf(t *testing.T) {
	born := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	said := born.Add(50 * time.Hour)
	const week, day = 7 * 24 * time.Hour, 24 * time.Hour
	for name, c := range map[string]struct {
		job  db.Job
		runs bool
		want jobs.Retention
	}{
		"a clip, as the service said": {db.Job{Kind: db.TextToVideo, State: db.Downloading, AcceptedAt: born,
			ExpiresAt: said}, true, jobs.Retention{Deadline: said}},
		"a clip, nothing said": {db.Job{Kind: db.TextToVideo, State: db.Completed, AcceptedAt: born}, true,
			jobs.Retention{Deadline: born.Add(week)}},
		"a clip of unknown birth": {db.Job{Kind: db.FramesToVideo, State: db.Completed, CreatedAt: born}, true,
			jobs.Retention{Deadline: born.Add(week)}},
		"a running task": {db.Job{Kind: db.TextToVideo, State: db.InProgress, ExpiresAt: said,
			ErrorCode: "http_502"}, true, jobs.Retention{Deadline: said}},
		"one that nobody watches": {db.Job{Kind: db.TextToVideo, State: db.Unwatched, ExpiresAt: said}, true,
			jobs.Retention{Deadline: said}},
		"a picture's link": {db.Job{Kind: db.TextToImage, State: db.Saving, AcceptedAt: born,
			ResultItems: []byte(`[{"url":"https://x/a"}]`)}, true, jobs.Retention{Deadline: born.Add(day)}},
		"one link of two": {db.Job{Kind: db.TextToImage, State: db.Saving, ExpiresAt: said,
			ResultItems: []byte(`[{"incoming":"a"},{"url":"https://x/a"}]`)}, true, jobs.Retention{Deadline: said}},
		"failing": {db.Job{Kind: db.TextToVideo, State: db.Downloading, ExpiresAt: said, ErrorCode: jobs.CodeDiskFull,
			ErrorMessage: "no space left"}, true,
			jobs.Retention{Deadline: said, Failing: true, Code: jobs.CodeDiskFull, Message: "no space left"}},
		"pictures whose bytes are here": {db.Job{Kind: db.TextToImage, State: db.Saving, ExpiresAt: said,
			ResultItems: []byte(`[{"incoming":"a"},{"url":"https://x/a","saved":true},{}]`)}, false, jobs.Retention{}},
		"saved": {db.Job{Kind: db.TextToVideo, State: db.Saved, ExpiresAt: said}, false,
			jobs.Retention{}},
		"expired": {db.Job{Kind: db.TextToVideo, State: db.Expired, ExpiresAt: said}, false,
			jobs.Retention{}},
		"unconfirmed": {db.Job{Kind: db.TextToVideo, State: db.Unconfirmed, SentAt: born}, false,
			jobs.Retention{}},
		"waiting": {db.Job{Kind: db.TextToVideo, State: db.Waiting, CreatedAt: born}, false,
			jobs.Retention{}},
	} {
		t.Run(name, func(t *testing.T) {
			got, runs := jobs.RetentionOf(c.job)
			if runs != c.runs || got != c.want {
				t.Errorf("%+v, %v; want %+v, %v", got, runs, c.want, c.runs)
			}
		})
	}
	r := jobs.Retention{Deadline: said}
	if r.Left(said.Add(-time.Hour)) != time.Hour || r.Left(said.Add(time.Hour)) != 0 {
		t.Error("Left counts wrongly")
	}
}

func TestSortByRetention(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var js []db.Job
	for id, hours := range []int{30, 0, 3, 0, 20} { // 0: saved long ago
		j := db.Job{ID: int64(id), Kind: db.TextToVideo, State: db.Downloading,
			ExpiresAt: now.Add(time.Duration(hours) * time.Hour)}
		if hours == 0 {
			j.State = db.Saved
		}
		js = append(js, j)
	}
	jobs.SortByRetention(js)
	var got []int64
	for _, j := range js {
		got = append(got, j.ID)
	}
	if want := []int64{2, 4, 0, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

// Each failed try is an event with the deadline. The row keeps the reason, also across a restart, until the file is
// downloaded.
func TestFailingDownloadIsReported(t *testing.T) {
	inWorld(t, func(w *world) {
		full := true
		w.svc.load = func(string) error {
			if full {
				return &os.PathError{Op: "write", Path: "/library/incoming/x", Err: syscall.ENOSPC}
			}
			return nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Downloading)
		w.pass(time.Hour)
		j = w.job(j.ID)
		told := eventsOf[jobs.DownloadFailed](w)
		if len(told) < 8 || len(told) > 20 {
			t.Fatalf("%d events in an hour", len(told))
		}
		for i, ev := range told {
			if ev.ID != j.ID || ev.ProfileID != j.ProfileID || ev.Tries != i+1 || ev.Code != jobs.CodeDiskFull ||
				ev.Message == "" || !ev.Deadline.Equal(j.ExpiresAt) || ev.Next.IsZero() {
				t.Errorf("event %d: %+v", i, ev)
			}
		}
		w.restart()
		w.pass(time.Second)
		if r, runs := jobs.RetentionOf(w.job(j.ID)); !runs || !r.Failing || r.Code != jobs.CodeDiskFull ||
			!r.Deadline.Equal(j.AcceptedAt.Add(7*24*time.Hour)) {
			t.Errorf("after a restart: %+v, %v", r, runs)
		}
		full = false
		w.engine.CheckNow(w.ctx, j.ID)
		w.pass(time.Second)
		if j := w.job(j.ID); j.State != db.Saved {
			t.Errorf("with room it is %s", j.State)
		}
		if r, runs := jobs.RetentionOf(w.job(j.ID)); runs || r.Failing {
			t.Errorf("once saved: %+v", r)
		}
	})
}

// The deadline counts from the creation time of the task by the service's clock.
func TestDeadlineCountsFromTaskCreation(t *testing.T) {
	inWorld(t, func(w *world) {
		clock := &shiftedClock{}
		clock.by.Store(int64(-30 * 24 * time.Hour))
		w.clock = clock
		w.start()
		begin := time.Now()
		if j := w.until(w.clip("a").ID, db.Queued); !j.ExpiresAt.Equal(begin.Add(7 * 24 * time.Hour).UTC()) {
			t.Errorf("expires %v, made %v", j.ExpiresAt, begin)
		}
	})
}

// An expired job is sent again as a new, linked job at the current price. The old job keeps its state and entries.
func TestExpiredJobIsResentAtCurrentPrice(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.load = func(string) error { return refused(410, jobs.CodeGone, 0) }
		w.start()
		old := w.until(w.clip("a").ID, db.Expired)
		w.svc.load = nil
		again, err := w.engine.SendAgain(w.ctx, old.ID, jobs.Terms{})
		w.must(err)
		if again.ResendOf != old.ID || again.EstimateMicros == nil || *again.EstimateMicros != 3_500_000 ||
			string(again.Request) != string(old.Request) {
			t.Errorf("made %+v", again)
		}
		w.until(again.ID, db.Saved)
		w.wantEntries(old.ID, "reserve 3500000", "charge 3500000")
		w.wantEntries(again.ID, "reserve 3500000", "charge 3500000")
		w.wantPosts("a", 2)
		if s := w.job(old.ID).State; s != db.Expired {
			t.Errorf("the old one is %s", s)
		}
	})
}
