package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/dbtest"
)

// put makes a row as a program that died in this state left it.
func (w *world) put(kind db.JobKind, change func(*db.Job), entries ...db.Entry) db.Job {
	w.t.Helper()
	request := any(videoOf("left"))
	if !kind.IsVideo() {
		request = imageOf("left")
	}
	raw, err := json.Marshal(request)
	w.must(err)
	row := db.Job{
		Kind: kind, ProfileID: w.profile.ID, Model: "clip-3.0", Prompt: "left", Request: raw, Currency: "CNY",
		State: db.Waiting,
	}
	made, err := dbtest.InsertJobs(w.ctx, w.lib, row)
	w.must(err)
	j, err := w.lib.Change(w.ctx, made[0].ID, func(c *db.Change) error {
		for _, e := range entries {
			e.JobID, e.ProfileID, e.Currency, e.At = c.Job.ID, c.Job.ProfileID, "CNY", time.Now()
			c.Append(e)
		}
		change(c.Job)
		return nil
	})
	w.must(err)
	return j
}

func amount(n int64) *int64 { return &n }

// After a restart each job continues from its state, and nothing that may have been sent is sent again.
func TestRestartInEveryState(t *testing.T) {
	seconds := json.RawMessage(`{"seconds":5}`)
	reserve := db.Entry{Kind: db.Reserve, Quantity: seconds, AmountMicros: amount(3_500_000)}
	charge := db.Entry{Kind: db.Charge, Quantity: seconds, AmountMicros: amount(3_500_000)}
	task := func(s db.JobState) func(*db.Job) {
		return func(j *db.Job) {
			j.State, j.TaskID, j.AcceptedAt, j.SentAt = s, "task_0", time.Now().UTC(), time.Now().UTC()
			j.ExpiresAt = j.AcceptedAt.Add(7 * 24 * time.Hour)
		}
	}
	link := func(j *db.Job) {
		j.State, j.AcceptedAt = db.Saving, time.Now().UTC()
		j.ResultItems = []byte(`[{"url":"https://cdn.example/a.png"}]`)
	}
	for name, c := range map[string]struct {
		kind    db.JobKind
		left    func(*db.Job)
		entries []db.Entry
		want    db.JobState
		posts   int
		ledger  []string
	}{
		"waiting": {db.TextToVideo, func(*db.Job) {}, nil, db.Saved, 1,
			[]string{"reserve 3500000", "charge 3500000"}},
		"held": {db.TextToVideo, func(j *db.Job) {
			j.State, j.Hold = db.Held, db.HeldByUser
		}, nil, db.Held, 0, nil},
		"sending": {db.TextToVideo, func(j *db.Job) {
			j.State, j.SentAt = db.Sending, time.Now()
		}, nil, db.Unconfirmed, 0, []string{"unconfirmed 3500000"}},
		"sending, picture": {db.TextToImage, func(j *db.Job) {
			j.State, j.SentAt = db.Sending, time.Now()
		}, nil, db.Unconfirmed, 0, []string{"unconfirmed 30005"}},
		"unconfirmed": {db.TextToVideo, func(j *db.Job) { j.State = db.Unconfirmed },
			[]db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: amount(7)}}, db.Unconfirmed, 0,
			[]string{"unconfirmed 7"}},
		"queued": {db.TextToVideo, task(db.Queued), []db.Entry{reserve}, db.Saved, 0,
			[]string{"reserve 3500000", "charge 3500000"}},
		"in_progress": {db.TextToVideo, task(db.InProgress), []db.Entry{reserve}, db.Saved, 0,
			[]string{"reserve 3500000", "charge 3500000"}},
		"completed": {db.TextToVideo, task(db.Completed), []db.Entry{reserve, charge}, db.Saved, 0,
			[]string{"reserve 3500000", "charge 3500000"}},
		"downloading": {db.TextToVideo, task(db.Downloading), []db.Entry{reserve, charge}, db.Saved, 0,
			[]string{"reserve 3500000", "charge 3500000"}},
		"unwatched": {db.TextToVideo, task(db.Unwatched), []db.Entry{reserve}, db.Unwatched, 0,
			[]string{"reserve 3500000"}},
		"saving":   {db.TextToImage, link, []db.Entry{charge}, db.Saved, 0, []string{"charge 3500000"}},
		"rejected": {db.TextToVideo, func(j *db.Job) { j.State = db.Rejected }, nil, db.Rejected, 0, nil},
		"failed":   {db.TextToVideo, task(db.Failed), nil, db.Failed, 0, nil},
		"expired":  {db.TextToVideo, task(db.Expired), nil, db.Expired, 0, nil},
		"saved":    {db.TextToVideo, task(db.Saved), nil, db.Saved, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.tasks["task_0"] = &fakeTask{id: "task_0", prompt: "left", seconds: 5, made: time.Now()}
				j := w.put(c.kind, c.left, c.entries...)
				w.start()
				w.until(j.ID, c.want)
				w.pass(24 * time.Hour)
				if s := w.job(j.ID).State; s != c.want {
					t.Errorf("a day later it is %s", s)
				}
				w.wantPosts("left", c.posts)
				w.wantEntries(j.ID, c.ledger...)
				saved := 0
				if c.want == db.Saved && name != "saved" {
					saved = 1
				}
				if a := w.assets(j.ID); len(a) != saved {
					t.Errorf("%d assets", len(a))
				}
			})
		})
	}
}

// The engine is stopped after each transaction of a clip and of a picture.
func TestRestartAfterEveryCommit(t *testing.T) {
	for cut := 1; cut <= 8; cut++ {
		for _, kind := range []string{"clip", "picture"} {
			inWorld(t, func(w *world) {
				broken := &brokenLibrary{failFrom: cut}
				w.wrap = func(l jobs.Library) jobs.Library { broken.Library = l; return broken }
				w.start()
				var j db.Job
				if kind == "clip" {
					j = w.clip("a")
				} else {
					j = w.picture("a")
				}
				w.pass(10 * time.Minute)
				w.wrap = nil
				w.restart()
				end := w.until(j.ID, db.Saved, db.Unconfirmed)
				if n := w.svc.posts["a"]; n > 1 {
					t.Errorf("%s, cut after %d commits: %d requests", kind, cut, n)
				}
				if end.State == db.Unconfirmed && cut != 2 {
					t.Errorf("%s, cut after %d commits: %s", kind, cut, end.State)
				}
				w.wantPosts("a", 1)
				if end.State == db.Saved && len(w.assets(j.ID)) != 1 {
					t.Errorf("%s, cut after %d commits: %d assets", kind, cut, len(w.assets(j.ID)))
				}
			})
		}
	}
}

// brokenLibrary refuses every change from the n-th on, as a full disk does; a negative count heals it after so many
// refusals.
type brokenLibrary struct {
	jobs.Library
	failFrom, heal int
	changes        int
	refused        int
}

var errFull = errors.New("disk full")

func (b *brokenLibrary) Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error) {
	b.changes++
	if b.changes >= b.failFrom && (b.heal == 0 || b.refused < b.heal) {
		b.refused++
		return db.Job{}, errFull
	}
	return b.Library.Change(ctx, id, fn)
}

func TestAnswerIsStoredWhenDiskHasSpace(t *testing.T) {
	inWorld(t, func(w *world) {
		broken := &brokenLibrary{failFrom: 2, heal: 20} // the first change is `sending`, the second the outcome
		w.wrap = func(l jobs.Library) jobs.Library { broken.Library = l; return broken }
		w.start()
		j := w.until(w.clip("a").ID, db.Saved)
		w.wantPosts("a", 1)
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
		if broken.refused != 20 {
			t.Errorf("%d refusals", broken.refused)
		}
	})
}

func TestRequestIsSentAfterCommit(t *testing.T) {
	inWorld(t, func(w *world) {
		broken := &brokenLibrary{failFrom: 1, heal: 3}
		w.wrap = func(l jobs.Library) jobs.Library { broken.Library = l; return broken }
		w.svc.submit = func(context.Context, string) (bool, error) {
			if broken.refused < 3 {
				t.Error("a request was sent although its row could not be committed")
			}
			return true, nil
		}
		w.start()
		w.until(w.clip("a").ID, db.Saved)
		w.wantPosts("a", 1)
	})
}

// The program died between the rename and the commit.
func TestLandedFileGetsRow(t *testing.T) {
	inWorld(t, func(w *world) {
		j := w.put(db.TextToVideo, func(j *db.Job) {
			j.State, j.TaskID, j.AcceptedAt = db.Downloading, "task_0", time.Now().UTC()
		})
		name := db.IncomingName(j.Ref, 0, "mp4")
		path, err := w.lib.IncomingPath(name)
		w.must(err)
		w.must(os.WriteFile(path, []byte("whole"), 0o600))
		landed, err := w.lib.Ingest(w.ctx, name, db.IngestRequest{
			Ref: db.AssetRef(j.Ref, 0), At: j.CreatedAt, Title: j.Prompt, Ext: "mp4", Sidecar: map[string]string{},
		})
		w.must(err)
		w.start()
		w.until(j.ID, db.Saved)
		if a := w.assets(j.ID); len(a) != 1 || a[0].Path != landed.Path || a[0].SHA256 != landed.SHA256 {
			t.Errorf("assets %+v, landed %+v", a, landed)
		}
		if len(w.svc.fetched) != 0 {
			t.Errorf("fetched again: %v", w.svc.fetched)
		}
	})
}

func TestCompleteIncomingFileIsNotDownloadedAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		j := w.put(db.TextToImage, func(j *db.Job) {
			j.State, j.AcceptedAt = db.Saving, time.Now().UTC()
			items, _ := json.Marshal([]db.ResultItem{{Incoming: db.IncomingName(j.Ref, 0, "img")},
				{Incoming: db.IncomingName(j.Ref, 1, "img")}})
			j.ResultItems = items
		})
		path, err := w.lib.IncomingPath(db.IncomingName(j.Ref, 0, "img"))
		w.must(err)
		w.must(os.WriteFile(path, pngBytes(), 0o600))
		w.start()
		end := w.until(j.ID, db.Expired) // the second one's bytes are missing
		if a := w.assets(j.ID); len(a) != 1 || a[0].ItemIndex != 0 || len(w.svc.fetched) != 0 {
			t.Errorf("assets %+v, fetched %v, %s", a, w.svc.fetched, end.ErrorMessage)
		}
	})
}

func TestEngineStartsOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		if err := w.engine.Start(w.ctx); err == nil {
			t.Error("a second start was allowed")
		}
		w.must(w.engine.Stop(w.ctx))
		w.must(w.engine.Stop(w.ctx))
	})
}

// A job that was postponed by a clock that was far ahead is sent after the clock is corrected and the program restarts.
func TestNotBeforeOfFastClockIsIgnored(t *testing.T) {
	inWorld(t, func(w *world) {
		j := w.put(db.TextToVideo, func(j *db.Job) { j.NotBefore = time.Now().AddDate(1, 0, 0) })
		w.start()
		w.pass(time.Hour)
		j = w.job(j.ID)
		if j.State != db.Saved {
			t.Errorf("%s until %s", j.State, j.NotBefore)
		}
	})
}
