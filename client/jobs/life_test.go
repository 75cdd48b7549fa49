package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

func TestClipFromClickToFile(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		j := w.clip("paper boats")
		if j.State != db.Waiting || j.EstimateMicros == nil || *j.EstimateMicros != 3_500_000 || j.Currency != "CNY" {
			t.Errorf("the click made %+v", j)
		}
		done := w.until(j.ID, db.Saved)
		want := []db.JobState{db.Waiting, db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saved}
		if got := w.states(j.ID); !slices.Equal(got, want) {
			t.Errorf("states %v, want %v", got, want)
		}
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
		w.wantPosts("paper boats", 1)
		if done.Progress != 100 || done.TaskID == "" || !done.ExpiresAt.Equal(done.AcceptedAt.Add(7*24*time.Hour)) ||
			done.EndedAt.IsZero() {
			t.Errorf("the row at the end: %+v", done)
		}
		a := w.assets(j.ID)
		if len(a) != 1 || a[0].Kind != db.Clip || a[0].Prompt != "paper boats" || len(a[0].SHA256) != 64 {
			t.Fatalf("assets %+v", a)
		}
		path, err := w.lib.AbsPath(a[0].Path)
		w.must(err)
		if b, err := os.ReadFile(path); err != nil || string(b) != "clip of "+done.TaskID {
			t.Errorf("the file holds %q, %v", b, err)
		}
		b, err := os.ReadFile(strings.TrimSuffix(path, ".mp4") + ".json")
		w.must(err)
		if !json.Valid(b) || !strings.Contains(string(b), done.TaskID) || !strings.Contains(string(b), `"Studio"`) ||
			!strings.Contains(string(b), `3500000`) {
			t.Errorf("sidecar %s", b)
		}
		if len(eventsOf[jobs.AssetAdded](w)) != 1 || len(eventsOf[jobs.LedgerChanged](w)) != 2 ||
			len(eventsOf[jobs.Progress](w)) == 0 {
			t.Errorf("events %v", w.events)
		}
		if log := w.log.String(); !strings.Contains(log, "progress=") || strings.Contains(log, testKey) {
			t.Errorf("the log is incomplete, or contains the key:\n%s", log)
		}
	})
}

func TestPollsKeepMinimumInterval(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.takes = 5 * time.Minute
		w.start()
		j := w.until(w.clip("a").ID, db.Saved)
		polls := w.svc.polls[j.TaskID]
		last := j.AcceptedAt
		for _, p := range polls {
			if gap := p.Sub(last); gap < 10*time.Second-time.Millisecond {
				t.Errorf("%v between two polls", gap)
			}
			last = p
		}
		if len(polls) > 30 || j.FinishedAt.Sub(j.AcceptedAt) > 5*time.Minute+15*time.Second {
			t.Errorf("%d polls, seen after %v", len(polls), j.FinishedAt.Sub(j.AcceptedAt))
		}
		shown := 0
		for _, p := range eventsOf[jobs.Progress](w) {
			if p.Total > 0 { // of the download
				continue
			}
			if p.Percent < shown {
				t.Errorf("progress fell from %d to %d", shown, p.Percent)
			}
			shown = p.Percent
		}
	})
}

func TestFirstAnswerMayBeCompleted(t *testing.T) {
	for prompt, want := range map[string]db.JobState{"quick": db.Saved, "[fail] quick": db.Failed} {
		inWorld(t, func(w *world) {
			w.svc.takes = 0
			w.start()
			j := w.clip(prompt)
			w.until(j.ID, want)
			if want == db.Saved {
				w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
			} else {
				w.wantEntries(j.ID, "reserve 3500000", "refund 3500000")
				w.wantPosts(prompt, 1)
				if j := w.job(j.ID); j.ErrorCode != "task_failed" || j.ErrorMessage != "no luck" {
					t.Errorf("the reason is lost: %+v", j)
				}
			}
		})
	}
}

func TestUnknownPriceLeavesAmountEmpty(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		r := videoOf("no price")
		r.Model = "clip-2.5"
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
		w.must(err)
		w.until(made[0].ID, db.Saved)
		w.wantEntries(made[0].ID, "reserve ?", "charge ?")
	})
}

func TestPlacesLimitRunningTasks(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.slow = 30 * time.Second
		w.start()
		reqs := slices.Repeat([]jobs.Order{{Request: videoOf("many")}}, 13)
		made, err := w.engine.Submit(w.ctx, w.profile.ID, reqs, jobs.Terms{})
		w.must(err)
		for range 5 {
			w.picture("pictures")
		}
		for begin := time.Now(); time.Since(begin) < time.Hour; w.pass(time.Second) {
			n, err := w.lib.JobCounts(w.ctx, 0)
			w.must(err)
			if at := n[db.Sending] + n[db.Queued] + n[db.InProgress]; at > 7 {
				t.Fatalf("%d at the service at once", at)
			}
			if n[db.Saved] == 18 {
				break
			}
		}
		if w.svc.most["image"] > 2 {
			t.Errorf("%d picture calls at once", w.svc.most["image"])
		}
		w.wantPosts("many", 13)
		w.wantPosts("pictures", 5)
		for i := 1; i < len(made); i++ {
			if made[i].Click != made[0].Click || made[i].ClickIndex != i {
				t.Errorf("job %d is %d of click %s", i, made[i].ClickIndex, made[i].Click)
			}
			if a, b := w.job(made[i-1].ID), w.job(made[i].ID); b.SentAt.Before(a.SentAt) {
				t.Errorf("job %d was sent before an older one", i)
			}
		}
	})
}

func TestPictures(t *testing.T) {
	link := client.ImageItem{URL: "https://cdn.example/a.png?sig=secret"}
	bytes := client.ImageItem{B64JSON: "aGVsbG8="}
	dataURL := client.ImageItem{URL: "data:image/png;base64,aGVsbG8="}
	for name, c := range map[string]struct {
		data   []client.ImageItem
		state  db.JobState
		assets int
		ledger string
	}{
		"link":              {[]client.ImageItem{link}, db.Saved, 1, "charge 30050"},
		"bytes":             {[]client.ImageItem{bytes}, db.Saved, 1, "charge 30050"},
		"data URL":          {[]client.ImageItem{dataURL}, db.Saved, 1, "charge 30050"},
		"three":             {[]client.ImageItem{link, bytes, dataURL}, db.Saved, 3, "charge 30050"},
		"one is no picture": {[]client.ImageItem{link, {B64JSON: "garbage"}}, db.Expired, 1, "charge 30050"},
		"garbage and link":  {[]client.ImageItem{{B64JSON: "garbage", URL: link.URL}}, db.Saved, 1, "charge 30050"},
		"none is a picture": {[]client.ImageItem{{B64JSON: "garbage"}}, db.Unconfirmed, 0, "unconfirmed 30005"},
		"nothing":           {nil, db.Unconfirmed, 0, "unconfirmed 30005"},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.image = func(string) (*client.ImageResult, error) {
					return &client.ImageResult{Data: c.data, Usage: usage()}, nil
				}
				w.start()
				j := w.until(w.picture("a").ID, c.state)
				w.wantEntries(j.ID, c.ledger)
				w.wantPosts("a", 1)
				a := w.assets(j.ID)
				if len(a) != c.assets {
					t.Fatalf("assets %+v, want %d", a, c.assets)
				}
				for _, a := range a {
					if a.Width != 4 || a.Height != 3 || a.MIME != "image/png" || !strings.HasSuffix(a.Path, ".png") {
						t.Errorf("asset %+v", a)
					}
				}
				if strings.Contains(w.log.String(), "secret") {
					t.Errorf("a signed link is in the log:\n%s", w.log.String())
				}
			})
		})
	}
}

func TestPictureWithoutUsageIsChargedWithoutAmount(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.image = func(string) (*client.ImageResult, error) {
			return &client.ImageResult{Data: []client.ImageItem{{URL: "https://cdn.example/a.png"}}}, nil
		}
		w.start()
		j := w.until(w.picture("a").ID, db.Saved)
		w.wantEntries(j.ID, "charge ?")
	})
}

func TestEditSendsStoredPicture(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		made, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: client.EditRequest{ImageRequest: imageOf("edit"), Image: pngBytes(),
				ImageName: "mine.png"}}}, jobs.Terms{})
		w.must(err)
		if made[0].InputPath == "" {
			t.Error("the picture is not kept")
		}
		j := w.until(made[0].ID, db.Saved)
		if j.Kind != db.EditImage || !strings.Contains(string(j.Request), "mine.png") {
			t.Errorf("%+v", j)
		}
	})
}

func TestInvalidRequestMakesNoJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		bad := videoOf("x")
		bad.Seconds = 99
		_, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: videoOf("good")}, {Request: bad}},
			jobs.Terms{})
		var v *client.ValidationError
		if !errors.As(err, &v) || v.Field != "seconds" {
			t.Errorf("error %v", err)
		}
		all, err := w.lib.Jobs(w.ctx, db.JobFilter{})
		if err != nil || len(all) != 0 {
			t.Errorf("%d jobs, %v", len(all), err)
		}
	})
}

func TestLedgerCorrectedPublishesEvent(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.engine.LedgerCorrected(w.profile.ID)
		synctest.Wait()
		w.mu.Lock()
		defer w.mu.Unlock()
		if !slices.Contains(w.events, jobs.Event(jobs.LedgerChanged{ProfileID: w.profile.ID})) {
			t.Errorf("events %+v", w.events)
		}
	})
}

func TestSubscriberMayCallTheEngine(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		var stopped error
		cancel := w.engine.Subscribe(func(ev jobs.Event) {
			if c, ok := ev.(jobs.JobChanged); ok && c.State == db.Queued {
				stopped = w.engine.StopWatching(context.Background(), c.ID)
			}
		})
		j := w.until(w.clip("a").ID, db.Unwatched)
		synctest.Wait() // the row is committed a moment before the command returns
		w.must(stopped)
		cancel()
		w.must(w.engine.WatchAgain(w.ctx, j.ID))
		w.until(j.ID, db.Saved)
		want := []db.JobState{db.Waiting, db.Sending, db.Queued, db.Unwatched, db.Queued, db.InProgress, db.Completed,
			db.Downloading, db.Saved}
		if got := w.states(j.ID); !slices.Equal(got, want) {
			t.Errorf("events in the order %v, want %v", got, want)
		}
	})
}
