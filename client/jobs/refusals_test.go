package jobs_test

import (
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// no returns a refusal of a file. With dated it has the service's time, which is the bubble's, whatever this computer's
// clock shows.
func no(status int, dated bool) error {
	e := &client.Error{Status: status, Message: "not there"}
	if dated {
		e.Date = time.Now().UTC().Truncate(time.Second)
	}
	return e
}

func TestClipRefusedAfterLifetimeExpires(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		dated    bool
		from, to time.Duration // after its announced end
	}{
		"by the service's clock":      {true, day, day + 20*time.Minute},
		"by this computer's own only": {false, 2 * day, 2*day + 3*time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.load = func(string) error { return no(404, c.dated) }
				w.start()
				j := w.until(w.clip("a").ID, db.Expired)
				if late := j.EndedAt.Sub(j.ExpiresAt); late < c.from || late > c.to {
					t.Errorf("given up %v after its time", late)
				}
			})
		})
	}
}

func TestDeadLinkExpiresJob(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		err      func() error
		from, to time.Duration // after the answer
	}{
		"410":                 {func() error { return no(410, true) }, day, day + 20*time.Minute},
		"410, without a date": {func() error { return no(410, false) }, 2 * day, 2*day + 3*time.Hour},
		"the service's code": {func() error {
			return &client.Error{Status: 404, Code: jobs.CodeGone}
		}, time.Minute, 2 * time.Minute},
		"403":                 {func() error { return no(403, true) }, day, day + 20*time.Minute},
		"404, without a date": {func() error { return no(404, false) }, 2 * day, 2*day + 3*time.Hour},
		"401":                 {func() error { return no(401, true) }, day, day + 20*time.Minute},
		"401, without a date": {func() error { return no(401, false) }, 2 * day, 2*day + 3*time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.load = func(string) error { return c.err() }
				w.start()
				j := w.until(w.picture("a").ID, db.Expired)
				if d := j.EndedAt.Sub(j.AcceptedAt); d < c.from || d > c.to {
					t.Errorf("given up after %v", d)
				}
				if j.ErrorCode != jobs.CodeLinkDead {
					t.Errorf("code %s", j.ErrorCode)
				}
				w.wantEntries(j.ID, "charge 30050")
				w.wantPosts("a", 1)
			})
		})
	}
}

// A link is tried during its whole lifetime. When it is given up it stays in the row, so that the user can retry it.
func TestLostLinkCanBeRetried(t *testing.T) {
	inWorld(t, func(w *world) {
		until := time.Now().Add(23 * time.Hour)
		w.svc.load = func(string) error {
			if time.Now().Before(until) {
				return no(403, true)
			}
			return nil
		}
		w.start()
		w.until(w.picture("a").ID, db.Saved)

		until = time.Now().Add(1000 * time.Hour)
		lost := w.until(w.picture("b").ID, db.Expired)
		if !jobs.HasLostLink(lost) || !strings.Contains(string(lost.ResultItems), "https://") {
			t.Errorf("the link is gone: %s", lost.ResultItems)
		}
		w.engine.CheckNow(w.ctx, lost.ID) // still dead
		w.until(lost.ID, db.Saving)
		w.restart()
		w.until(lost.ID, db.Expired)
		until = time.Now()
		w.engine.CheckNow(w.ctx, lost.ID)
		w.until(lost.ID, db.Saved)
		if now := w.job(lost.ID); now.ErrorCode != "" || jobs.HasLostLink(now) || len(w.assets(lost.ID)) != 1 {
			t.Errorf("saved, but %q: %s", now.ErrorCode, now.ResultItems)
		}
		w.engine.CheckNow(w.ctx, lost.ID)
		if now := w.job(lost.ID); now.State != db.Saved {
			t.Errorf("asked once more it is %s", now.State)
		}
		w.wantPosts("b", 1)
		w.wantEntries(lost.ID, "charge 30050")
	})
}

// A file at the service is not lost if this computer's clock is a year ahead. A deleted file expires even if the clock
// is a month behind.
func TestWrongClockDoesNotExpireFiles(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		by     time.Duration
		status int
		dated  bool
		clip   bool
		lasts  time.Duration // how long it is refused
		want   db.JobState
		latest time.Duration // when it ends at the latest
	}{
		"forward, a clip":              {365 * day, 404, true, true, 3 * day, db.Saved, 3*day + time.Hour},
		"forward, a clip, no date":     {365 * day, 404, false, true, 20 * time.Hour, db.Saved, 21 * time.Hour},
		"forward, a link":              {365 * day, 403, true, false, 30 * time.Minute, db.Saved, time.Hour},
		"forward, a link, no date":     {365 * day, 403, false, false, 20 * time.Hour, db.Saved, 21 * time.Hour},
		"forward, the key of a link":   {365 * day, 401, true, false, 20 * time.Hour, db.Saved, 21 * time.Hour},
		"a gateway without a clip":     {0, 502, true, true, 30 * day, db.Expired, 8*day + 3*time.Hour},
		"a gateway that is away":       {0, 502, true, true, 8*day + 40*time.Minute, db.Saved, 8*day + time.Hour},
		"a gateway, no date":           {0, 502, false, true, 10 * day, db.Saved, 10*day + time.Hour},
		"forward, a gateway":           {365 * day, 502, true, true, 3 * day, db.Saved, 3*day + time.Hour},
		"back, a clip":                 {-10 * day, 404, true, true, 30 * day, db.Expired, 8*day + time.Hour},
		"back, a link":                 {-10 * day, 403, true, false, 30 * day, db.Expired, day + time.Hour},
		"back, the key of a dead link": {-10 * day, 401, true, false, 30 * day, db.Expired, day + time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && c.by == 0 && c.want == db.Saved {
				t.Skip("thousands of tries")
			}
			inWorld(t, func(w *world) {
				clock := &shiftedClock{}
				w.clock = clock
				begin := time.Now()
				w.svc.load = func(string) error {
					if time.Since(begin) < c.lasts {
						return no(c.status, c.dated)
					}
					return nil
				}
				w.start()
				var id int64
				if c.clip {
					id = w.clip("a").ID
				} else {
					id = w.picture("a").ID
				}
				w.until(id, db.Downloading, db.Saving)
				w.pass(12 * time.Second) // two tries
				clock.by.Store(int64(c.by))
				w.until(id, db.Saved, db.Expired)
				if j := w.job(id); j.State != c.want || time.Since(begin) > c.latest {
					t.Errorf("%s after %v (%s: %s)", j.State, time.Since(begin), j.ErrorCode, j.ErrorMessage)
				}
			})
		})
	}
}
