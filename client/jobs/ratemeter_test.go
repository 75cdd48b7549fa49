package jobs_test

import (
	"context"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// line lets bytes come in at a pace: a second of them at a time. What has come before counts, as with a part.
type line struct {
	pace, total int64
	done        int64
	cuts        int
}

func (l *line) run(ctx context.Context, progress func(done, total int64)) error {
	for l.done < l.total {
		select {
		case <-ctx.Done():
			l.cuts++
			return &client.Error{Op: "download video", Message: "cut", Err: client.ErrNoAnswer}
		case <-time.After(time.Second):
		}
		l.done += l.pace
		progress(l.done, l.total)
	}
	return nil
}

// lines puts n finished clips into the library, the soonest deadline first, and gives each a connection rate.
func (w *world) lines(paces ...int64) (ids []int64, all []*line) {
	now := time.Now().UTC()
	byTurn := map[string]*line{}
	for i, pace := range paces {
		id := string(rune('a' + i))
		ids = append(ids, w.put(db.TextToVideo, func(j *db.Job) {
			j.State, j.TaskID, j.AcceptedAt, j.ExpiresAt = db.Completed, id, now, now.Add(time.Duration(i+1)*time.Hour)
		}).ID)
		all = append(all, &line{pace: pace, total: 20 << 20})
		byTurn[id] = all[i]
	}
	w.svc.dripOf = func(id string) func(context.Context, func(int64, int64)) error { return byTurn[id].run }
	return ids, all
}

// Two very slow downloads do not block a third, and are completed too.
func TestSlowDownloadsYield(t *testing.T) {
	inWorld(t, func(w *world) {
		const trickle, fast = 4 << 10, 1 << 20
		ids, lines := w.lines(trickle, trickle, fast, fast)
		w.start()
		w.pass(6 * time.Minute)
		for _, id := range ids[2:] {
			if s := w.job(id).State; s != db.Saved {
				t.Errorf("after six minutes job %d is %s", id, s)
			}
		}
		for i, id := range ids[:2] {
			if j := w.job(id); j.State != db.Downloading || j.ErrorCode != "" || lines[i].cuts != 1 {
				t.Errorf("the slow one is %s (%s), cut %d times", j.State, j.ErrorCode, lines[i].cuts)
			}
		}
		if n := len(eventsOf[jobs.DownloadFailed](w)); n != 0 {
			t.Errorf("giving a place is told as %d failures", n)
		}
		for _, id := range ids[:2] {
			w.until(id, db.Saved)
		}
		if d := time.Since(w.job(ids[0]).CreatedAt); d > 100*time.Minute { // 85 at its pace
			t.Errorf("the slow ones took %v", d)
		}
	})
}

// If no other download waits, a slow one is not cut. A fast one is never cut.
func TestSlowDownloadAloneIsNotCut(t *testing.T) {
	for name, paces := range map[string][]int64{
		"nobody waits": {4 << 10, 4 << 10},
		"fast enough":  {40 << 10, 40 << 10, 1 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				ids, lines := w.lines(paces...)
				w.start()
				for _, id := range ids {
					w.until(id, db.Saved)
				}
				for i, l := range lines {
					if l.cuts != 0 {
						t.Errorf("line %d was cut %d times", i, l.cuts)
					}
				}
			})
		})
	}
}

// Three very slow downloads share two places, and none starves.
func TestSlowDownloadsRotate(t *testing.T) {
	inWorld(t, func(w *world) {
		_, lines := w.lines(4<<10, 4<<10, 4<<10)
		w.start()
		w.pass(45 * time.Minute)
		for i, l := range lines {
			if l.done < 2<<20 { // at most 10.5 MiB with a place of its own
				t.Errorf("line %d brought %d bytes", i, l.done)
			}
		}
	})
}
