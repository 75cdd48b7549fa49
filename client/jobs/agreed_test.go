package jobs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"os"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// grayFrame is an encoded picture of a size.
func grayFrame(width, height int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// A job is never charged above the amount that was agreed at admission. If the delivered frame is larger than the
// priced one, the edit is held at its turn because its price rose, and the clip after it is not sent. A smaller frame
// lowers the amount. This applies to users, budgets and clients. A release at the new price sends the job.
func TestLargerFrameHoldsEditForPrice(t *testing.T) {
	for name, c := range map[string]struct {
		width, height int
		dearer        bool
	}{"larger": {1920, 1080, true}, "as priced": {1536, 864, false}, "smaller": {1280, 720, false}} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.cut = func(string) ([]byte, error) { return grayFrame(c.width, c.height), nil }
				w.start()
				made := w.submit([]jobs.Order{
					{Request: videoOf("clip"), Board: board, Shot: "00000001"},
					{Request: client.EditRequest{ImageRequest: imageOf("edit")}, After: jobs.After{Order: 1},
						Inputs: []jobs.Input{{Width: 1536, Height: 864}}},
					{Request: videoOf("later"), After: jobs.After{Order: 2}},
				}, jobs.Terms{})
				agreed := *made[1].EstimateMicros
				w.until(made[0].ID, db.Saved)
				if !c.dearer {
					w.until(made[2].ID, db.Saved)
					j := w.job(made[1].ID)
					if *j.EstimateMicros > agreed || c.width < 1536 && *j.EstimateMicros == agreed {
						t.Errorf("%d was agreed to, the row has %d", agreed, *j.EstimateMicros)
					}
					return
				}
				w.wantHeld(made[1].ID, db.HeldOverBudget, jobs.CodePriceRose)
				w.wantPosts("edit", 0)
				w.wantPosts("later", 0)
				j := w.job(made[1].ID)
				if *j.EstimateMicros != agreed {
					t.Errorf("%d was agreed to, the row has %d", agreed, *j.EstimateMicros)
				}
				q, err := w.engine.PriceJobs(w.ctx, w.profile.ID, j)
				w.must(err)
				if !q.Known || q.Total <= agreed {
					t.Errorf("%d now, %d was agreed to", q.Total, agreed)
				}
				if err := w.engine.Release(w.ctx, jobs.Terms{}, j.ID); err == nil {
					t.Error("it was released without its new price")
				}
				w.must(w.engine.Release(w.ctx, jobs.Terms{Agreed: q.Agreement()}, j.ID))
				w.until(made[2].ID, db.Saved)
				w.wantPosts("edit", 1)
			})
		})
	}
}

// If the file of its predecessor is gone, a job is held with the reason at once, and again after a restart.
func TestMissingPredecessorFileHoldsJobAtOnce(t *testing.T) {
	for name, lose := range map[string]func(w *world, clip db.Asset){
		"its file is gone": func(w *world, clip db.Asset) {
			path, err := w.lib.AbsPath(clip.Path)
			w.must(err)
			w.must(os.Remove(path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.cut = os.ReadFile
				w.start()
				first := w.until(w.clip("one").ID, db.Saved)
				clip, err := w.lib.AssetByRef(w.ctx, db.AssetRef(first.Ref, 0))
				w.must(err)
				lose(w, clip)
				late := w.submit([]jobs.Order{{Request: videoOf("late"), After: jobs.After{Job: first.ID}}},
					jobs.Terms{})
				w.pass(time.Second)
				w.wantHeld(late[0].ID, db.HeldAfter, jobs.CodeAfterFrame)
				w.restart()
				w.wantHeld(late[0].ID, db.HeldAfter, jobs.CodeAfterFrame)
				w.wantPosts("late", 0)
			})
		})
	}
}

// The maximum of a repeated click covers all of its jobs, including a blocked one: it may continue automatically later.
func TestRepeatedClickObeysMaxCost(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		w.start()
		w.svc.submit = func(_ context.Context, prompt string) (bool, error) {
			if prompt == "one" {
				return true, noAnswer()
			}
			return false, notSent()
		}
		loud := videoOf("loud")
		loud.Audio = true
		how := jobs.Terms{Click: "dear", MaxCost: jobs.Cap{Micros: 11_750_000, Set: true}}
		made := w.submit(append(chain("one", "two"), jobs.Order{Request: loud}), how)
		w.until(made[0].ID, db.Unconfirmed)
		w.wantHeld(made[1].ID, db.HeldAfter, jobs.CodeAfterUnconfirmed)
		w.until(made[2].ID, db.Held)
		table := prices()
		table.Video[1].PerSecond = 1_000_000
		raw, err := json.Marshal(table)
		w.must(err)
		_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
		w.must(err)
		w.svc.submit = nil
		var above *jobs.MaxCostError
		if err := w.engine.Release(w.ctx, how, made[2].ID); !errors.As(err, &above) ||
			above.Quote.ClickTotal != 12_000_000 {
			t.Fatalf("three jobs of 12.00 below a cap of 11.75: %v", err)
		}
		how.MaxCost.Micros = 12_000_000
		w.must(w.engine.Release(w.ctx, how, made[2].ID))
		w.must(w.engine.Adopt(w.ctx, made[0].ID, "task_1"))
		for _, j := range made {
			w.until(j.ID, db.Saved)
		}
	})
}
