package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/search"
)

// frameOf is a picture that no other file has.
func frameOf(path string) []byte {
	m := image.NewRGBA(image.Rect(0, 0, 4, 3))
	for i, c := range []byte(path) {
		m.Set(i%4, i/4%3, color.RGBA{c, byte(i), m.RGBAAt(i%4, i/4%3).R ^ c, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

type lasting struct{ error }

func (lasting) Retryable() bool { return false }

const board = "b0a4d000000000000000000000000000"

// chain makes orders that each begin with the last frame of the previous one.
func chain(prompts ...string) (orders []jobs.Order) {
	for i, p := range prompts {
		o := jobs.Order{Request: videoOf(p), Board: board, Shot: fmt.Sprintf("%08x", i)}
		if i > 0 {
			o.After.Order = i
		}
		orders = append(orders, o)
	}
	return orders
}

func (w *world) submit(orders []jobs.Order, how jobs.Terms) []db.Job {
	w.t.Helper()
	made, err := w.engine.Submit(w.ctx, w.profile.ID, orders, how)
	w.must(err)
	return made
}

// framesTaken are the pictures of the library that were taken out of clips, by the refs of these.
func (w *world) framesTaken() map[string]int {
	w.t.Helper()
	index, err := w.lib.Index(w.ctx)
	w.must(err)
	taken := map[string]int{}
	rows, err := index.Find(w.ctx, search.Filter{})
	w.must(err)
	for _, row := range rows {
		a, err := w.lib.Asset(w.ctx, row.ID)
		w.must(err)
		if a.Parent != "" {
			taken[a.Parent]++
		}
	}
	return taken
}

// wantHeld checks why a job waits for another one.
func (w *world) wantHeld(id int64, hold db.HoldReason, code string) {
	w.t.Helper()
	w.pass(time.Minute)
	if j := w.job(id); j.State != db.Held || j.Hold != hold || j.ErrorCode != code {
		w.t.Errorf("job %d is %s (%s, %s %q)", id, j.State, j.Hold, j.ErrorCode, j.ErrorMessage)
	}
}

func (w *world) spent() db.Spent {
	w.t.Helper()
	q, err := w.engine.Price(w.ctx, w.profile.ID, nil)
	w.must(err)
	return q.Spent.Today
}

func (w *world) outgoing() int64 { return w.spent().Outgoing }

// A chain is one click with one admission. Each job is sent when its predecessor is saved, with the delivered frame.
func TestChainSendsEachJobAfterItsPredecessor(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		w.hosts = host
		w.limit(0, 3, 0)
		w.start()
		made := w.submit(chain("one", "two", "three"), jobs.Terms{})
		if used := w.spent().Used(); used != 3*clipPrice || made[0].Priority != 1 || made[2].Priority != 0 ||
			made[1].Kind != db.FramesToVideo || made[1].After != made[0].ID {
			t.Errorf("%d counts; %+v", used, made) // the first may be reserved by now
		}
		w.wantHeld(made[1].ID, db.HeldAfter, "")
		if j := w.job(made[1].ID); j.ErrorMessage != made[0].Ref[:4] || jobs.CanRelease(j) {
			t.Errorf("it waits for %q", j.ErrorMessage)
		}
		if log := w.log.String(); strings.Contains(log, "WARN") ||
			!strings.Contains(log, "hold=after after="+made[0].Ref[:4]) {
			t.Errorf("a wait that was planned is logged as\n%s", log)
		}
		for i, j := range made {
			j = w.until(j.ID, db.Saved)
			w.wantPosts(j.Prompt, 1)
			w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
			if i == 0 {
				continue
			}
			inputs, err := jobs.InputsOf(j)
			w.must(err)
			frame, err := w.lib.AssetByRef(w.ctx, inputs[0].Asset)
			w.must(err)
			if got := w.inputReferences(j.Prompt); frame.Parent != made[i-1].Ref || len(got) != 1 ||
				!strings.HasPrefix(got[0], "https://host.example/") {
				t.Errorf("%s is from %s of %s", j.Prompt, got, frame.Parent)
			}
		}
		w.pass(time.Minute)
		if got := w.framesTaken(); host.objects() != 0 || len(got) != 2 || got[made[0].Ref] != 1 {
			t.Errorf("%d at the host, frames %v", host.objects(), got)
		}
	})
}

// An edit gets the delivered frame as a file, and a clip gets the link of a picture.
func TestDeliverFillsReservedInput(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		clip := videoOf("later")
		made := w.submit([]jobs.Order{
			{Request: videoOf("clip")},
			{Request: client.EditRequest{ImageRequest: imageOf("edit")}, After: jobs.After{Order: 1},
				Inputs: []jobs.Input{{Width: 1280, Height: 720}}},
			{Request: clip, After: jobs.After{Order: 2}},
		}, jobs.Terms{})
		edit := w.until(made[1].ID, db.Saved)
		if data, err := w.lib.AbsPath(edit.InputPath); err != nil || edit.InputPath == "" {
			t.Errorf("the edit was sent with %q: %v", data, err)
		}
		w.until(made[2].ID, db.Saved)
		if got := w.inputReferences("later"); !slices.Equal(got, []string{"https://cdn.example/a.png?sig=secret"}) {
			t.Errorf("the clip is from %q", got)
		}
		// One that is ordered when the other is there already goes at once.
		late := clip
		late.Prompt = "again"
		again := w.submit([]jobs.Order{{Request: late, After: jobs.After{Job: edit.ID}}}, jobs.Terms{})
		w.until(again[0].ID, db.Saved)
		w.wantPosts("again", 1)
		for name, o := range map[string]jobs.Order{
			"a place that a clip does not have": {Request: clip, After: jobs.After{Job: edit.ID, Place: 2}},
			"a last frame alone":                {Request: clip, After: jobs.After{Job: edit.ID, Place: 1}},
			"a picture from text":               {Request: imageOf("p"), After: jobs.After{Job: edit.ID}},
			"itself":                            {Request: clip, After: jobs.After{Order: 1}},
			"a job that is not there":           {Request: clip, After: jobs.After{Job: 4711}},
			"a job that failed": {Request: clip,
				After: jobs.After{Job: w.until(w.clip("[fail]").ID, db.Failed).ID}},
		} {
			if _, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{o}, jobs.Terms{}); err == nil {
				t.Errorf("%s was taken", name)
			}
		}
	})
}

// A job is not sent without its frame. It does not count as used any more, and neither do the jobs after it.
func TestJobIsHeldWhenPredecessorFails(t *testing.T) {
	for name, c := range map[string]struct {
		code string
		make func(w *world) []db.Job
	}{
		"it fails": {jobs.CodeAfterFailed, func(w *world) []db.Job {
			return w.submit(chain("[fail] one", "two", "three"), jobs.Terms{})
		}},
		"it is rejected": {jobs.CodeAfterFailed, func(w *world) []db.Job {
			w.svc.submit = func(context.Context, string) (bool, error) { return false, refused(400, "", 0) }
			return w.submit(chain("one", "two", "three"), jobs.Terms{})
		}},
		"it expires": {jobs.CodeAfterFailed, func(w *world) []db.Job {
			w.svc.load = func(string) error { return refused(410, jobs.CodeGone, 0) }
			return w.submit(chain("one", "two", "three"), jobs.Terms{})
		}},
		"nobody knows": {jobs.CodeAfterUnconfirmed, func(w *world) []db.Job {
			w.svc.submit = func(context.Context, string) (bool, error) { return false, noAnswer() }
			return w.submit(chain("one", "two", "three"), jobs.Terms{})
		}},
		"it is discarded": {jobs.CodeAfterRemoved, func(w *world) []db.Job {
			w.must(w.engine.PauseSending(w.ctx, true))
			made := w.submit(chain("one", "two", "three"), jobs.Terms{})
			w.must(w.engine.Discard(w.ctx, made[0].ID))
			w.must(w.engine.PauseSending(w.ctx, false))
			return made
		}},
		"nothing here can take its frame": {jobs.CodeAfterFrame, func(w *world) []db.Job {
			w.cut = func(string) ([]byte, error) {
				return nil, fmt.Errorf("cut: %w", lasting{errors.New("no video decoder on this computer")})
			}
			made := w.submit(chain("one", "two", "three"), jobs.Terms{})
			w.until(made[0].ID, db.Saved)
			w.wantHeld(made[1].ID, db.HeldAfter, jobs.CodeAfterFrame) // which is known at once
			return made
		}},
		"its frame cannot be taken": {jobs.CodeAfterFrame, func(w *world) []db.Job {
			w.cut = func(string) ([]byte, error) { return nil, errors.New("no video decoder on this computer") }
			return w.submit(chain("one", "two", "three"), jobs.Terms{})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.hosts = newFakeHost()
				w.start()
				made := c.make(w)
				w.pass(time.Hour)
				w.wantHeld(made[1].ID, db.HeldAfter, c.code)
				w.wantHeld(made[2].ID, db.HeldAfter, jobs.CodeAfterFailed)
				if n := w.outgoing(); n != 0 {
					t.Errorf("outgoing amount %d", n)
				}
				// Whatever the user tries, no job is sent without its frame. As soon as the frame can be extracted, the
				// job continues.
				w.svc.submit, w.svc.load, w.cut = nil, nil, nil
				w.must(w.engine.Release(w.ctx, jobs.Terms{}, made[1].ID, made[2].ID))
				w.restart()
				w.pass(time.Hour)
				want := 0
				if c.code == jobs.CodeAfterFrame {
					want = 1
				}
				w.wantPosts("two", want)
				w.wantPosts("three", want)
				if want == 0 { // given a picture of its own, it is a job like every other
					r, inputs := localFrames("two")
					w.must(w.engine.Revise(w.ctx, made[1].ID, jobs.Order{Request: r, Inputs: inputs}))
					w.must(w.engine.Release(w.ctx, jobs.Terms{}, made[1].ID))
					w.until(made[1].ID, db.Saved)
					w.until(made[2].ID, db.Saved) // and the job that was blocked has its frame now
				}
			})
		})
	}
}

// If the task of an unconfirmed clip is found, the jobs after it continue as far as no agreement is needed.
func TestChainContinuesAfterAdoption(t *testing.T) {
	for hold, day := range map[db.HoldReason]int64{"": 0, db.HeldOverBudget: 2} {
		t.Run(string(hold), func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.hosts = newFakeHost()
				w.limit(0, day, 0)
				w.start()
				w.svc.submit = func(context.Context, string) (bool, error) { return true, noAnswer() }
				made := w.submit(chain("one", "two"), jobs.Terms{})
				w.until(made[0].ID, db.Unconfirmed)
				w.wantHeld(made[1].ID, db.HeldAfter, jobs.CodeAfterUnconfirmed)
				w.svc.submit = nil
				if day > 0 { // another program uses the place that it left
					w.clip("other")
				}
				w.must(w.engine.Adopt(w.ctx, made[0].ID, "task_1"))
				w.until(made[0].ID, db.Saved)
				if hold == "" {
					w.until(made[1].ID, db.Saved)
					return
				}
				w.wantHeld(made[1].ID, hold, string(jobs.ScopeDay))
				w.limit(0, 0, 0)
				w.must(w.engine.Release(w.ctx, jobs.Terms{}, made[1].ID))
				w.until(made[1].ID, db.Saved)
			})
		})
	}
}

// A job that got its frame is held for the same reasons as a new job. A chain that is held for later is released with
// its click.
func TestDeliveredJobIsHeldLikeNewJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		w.start()
		made := w.submit(chain("one", "two"), jobs.Terms{})
		w.until(made[0].ID, db.InProgress)
		w.must(w.engine.PauseSending(w.ctx, true))
		w.until(made[0].ID, db.Saved)
		w.wantHeld(made[1].ID, db.HeldPaused, "")
		w.must(w.engine.PauseSending(w.ctx, false))
		w.until(made[1].ID, db.Saved)

		later := w.submit(chain("three", "four"), jobs.Terms{Hold: true})
		w.wantHeld(later[1].ID, db.HeldByUser, "")
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, later[1].ID))
		w.wantHeld(later[1].ID, db.HeldAfter, "")
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, later[0].ID, later[1].ID))
		w.until(later[1].ID, db.Saved)
		w.wantPosts("four", 1)

		// A job that the user holds is sent only after the user releases it, whatever happens to its predecessor.
		w.svc.submit = func(context.Context, string) (bool, error) { return true, noAnswer() }
		lost := w.submit(chain("five", "six"), jobs.Terms{Hold: true})
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, lost[0].ID))
		w.until(lost[0].ID, db.Unconfirmed)
		w.wantHeld(lost[1].ID, db.HeldByUser, jobs.CodeAfterUnconfirmed)
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, lost[1].ID))
		w.wantHeld(lost[1].ID, db.HeldByUser, jobs.CodeAfterUnconfirmed)
		w.svc.submit = nil
		w.must(w.engine.Adopt(w.ctx, lost[0].ID, fmt.Sprint("task_", w.svc.sequence)))
		w.until(lost[0].ID, db.Saved)
		w.wantHeld(lost[1].ID, db.HeldByUser, "")
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, lost[1].ID))
		w.until(lost[1].ID, db.Saved)
	})
}

// The engine is stopped after each commit of a chain. Nothing is sent twice, no frame is imported twice, and nothing is
// left at the host.
func TestChainSurvivesRestartAfterEveryCommit(t *testing.T) {
	for cut := 1; cut <= 16; cut++ {
		inWorld(t, func(w *world) {
			host := newFakeHost()
			w.hosts = host
			broken := &brokenLibrary{failFrom: cut}
			w.wrap = func(l jobs.Library) jobs.Library { broken.Library = l; return broken }
			w.start()
			made := w.submit(chain("one", "two"), jobs.Terms{})
			w.pass(10 * time.Minute)
			w.wrap = nil
			w.restart()
			w.pass(time.Hour)
			lost := false
			for _, j := range made {
				j = w.job(j.ID)
				switch {
				case j.State == db.Unconfirmed && !lost:
					w.wantPosts(j.Prompt, 1)
					lost = true
					w.must(w.engine.Adopt(w.ctx, j.ID, fmt.Sprint("task_", w.svc.sequence)))
					w.pass(time.Hour)
				case j.State != db.Saved:
					t.Errorf("cut after %d commits, %s is %s (%s %s)", cut, j.Prompt, j.State, j.Hold, j.ErrorCode)
				}
				w.wantPosts(j.Prompt, 1)
			}
			if got := w.framesTaken(); host.objects() != 0 || len(got) != 1 || got[made[0].Ref] != 1 {
				t.Errorf("cut after %d commits: %d at the host, frames %v", cut, host.objects(), got)
			}
		})
	}
}

// hostedOrders are orders of a board with the same local picture.
func hostedOrders(prompts ...string) (orders []jobs.Order) {
	picture := []byte(pngHead + "keyframe")
	for _, p := range prompts {
		orders = append(orders, jobs.Order{Request: videoOf(p), Inputs: []jobs.Input{{Data: picture}}, Board: board})
	}
	return orders
}

// All jobs that use a picture share one upload, including later ones. The picture is removed after the last one has
// ended.
func TestBoardUploadsSharedPictureOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(context.Context) error { time.Sleep(time.Minute); return nil }
		w.hosts = host
		w.start()
		made := w.submit(hostedOrders("one", "two", "[fail] three"), jobs.Terms{})
		w.until(made[1].ID, db.InProgress)
		w.until(made[0].ID, db.Saved)
		w.until(made[1].ID, db.Saved)
		late := w.submit(hostedOrders("four"), jobs.Terms{}) // while the failure of the third is not confirmed yet
		w.until(made[2].ID, db.Failed)
		if s := w.job(late[0].ID).State; host.objects() != 1 || s != db.Queued && s != db.InProgress {
			t.Errorf("%d at the host while a job is %s", host.objects(), s)
		}
		w.until(late[0].ID, db.Saved)
		w.pass(time.Minute)
		if host.puts != 1 || host.objects() != 0 {
			t.Errorf("%d uploads, %d at the host", host.puts, host.objects())
		}
		if a, b := w.inputReferences("one"), w.inputReferences("four"); !slices.Equal(a, b) {
			t.Errorf("%q and %q", a, b)
		}
	})
}

// After a kill during an upload the picture exists once at the host, and is removed in the end.
func TestKillDuringBoardUploadLeavesOneObject(t *testing.T) {
	for cut := 1; cut <= 12; cut++ {
		inWorld(t, func(w *world) {
			host := newFakeHost()
			w.hosts = host
			broken := &brokenLibrary{failFrom: cut}
			w.wrap = func(l jobs.Library) jobs.Library { broken.Library = l; return broken }
			w.start()
			made := w.submit(hostedOrders("one", "two"), jobs.Terms{})
			w.pass(10 * time.Minute)
			w.wrap = nil
			w.restart()
			w.pass(time.Hour)
			for _, j := range made {
				j = w.job(j.ID)
				if j.State == db.Unconfirmed {
					w.must(w.engine.NotCharged(w.ctx, j.ID))
				}
				w.wantPosts(j.Prompt, 1)
			}
			w.pass(time.Minute)
			if host.objects() != 0 {
				t.Errorf("cut after %d commits: %d at the host", cut, host.objects())
			}
		})
	}
}

// A blocked job is discarded in the transaction that inserts its replacement. It stays if the insert is refused. A sent
// job is never discarded.
func TestReplacedJobIsDiscardedWithInsert(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		w.start()
		w.svc.submit = func(_ context.Context, prompt string) (bool, error) { return prompt != "refused", nil }
		held := w.submit([]jobs.Order{{Request: videoOf("old")}}, jobs.Terms{Hold: true})
		instead := jobs.Order{Request: videoOf("new"), Replaces: []int64{held[0].ID}}
		w.limit(1, 0, 0)
		if _, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{instead, {Request: videoOf("more")}},
			jobs.Terms{}); err == nil {
			t.Error("over the amount of a click it is made")
		}
		if _, err := w.lib.Job(w.ctx, held[0].ID); err != nil {
			t.Errorf("the other one is gone, though nothing was made: %v", err)
		}
		w.limit(0, 0, 0)
		made := w.submit([]jobs.Order{instead}, jobs.Terms{})
		if _, err := w.lib.Job(w.ctx, held[0].ID); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("the other one is there: %v", err)
		}
		w.until(made[0].ID, db.Saved)
		if _, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: videoOf("third"), Replaces: []int64{made[0].ID}}}, jobs.Terms{}); !errors.Is(err,
			db.ErrSent) {
			t.Errorf("one that was sent is discarded: %v", err)
		}
		w.submit([]jobs.Order{instead}, jobs.Terms{}) // the other is gone already
	})
}

// A link that outlives the job's turn in an empty queue expires before its turn in a full one.
func TestLinkCheckCountsQueueAhead(t *testing.T) {
	inWorld(t, func(w *world) {
		w.profile.MaxTasks = 1
		w.limit(0, 0, 0)
		w.hosts = newFakeHost()
		w.start()
		w.svc.takes = 20 * time.Minute
		w.submit(chain("one", "two", "three"), jobs.Terms{})
		ahead, err := w.engine.Ahead(w.ctx, w.profile.ID)
		w.must(err)
		if got := ahead.Clone().Begin(db.TextToVideo, time.Minute, 0); got != 3*jobs.UsualClip {
			t.Errorf("behind three it begins in %s", got)
		}
		if got := ahead.Begin(db.TextToImage, time.Minute, 0); got != 0 {
			t.Errorf("a picture begins in %s", got)
		}
	})
}

// A decoder that is missing for minutes does not hold the job for the user.
func TestTemporaryDeliveryFaultIsRetried(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		tries := 0
		w.cut = func(path string) ([]byte, error) {
			tries++
			if tries < 8 {
				return nil, errors.New("the decoder is away")
			}
			return frameOf(path), nil
		}
		w.start()
		made := w.submit(chain("one", "two"), jobs.Terms{})
		w.until(made[0].ID, db.Saved)
		w.pass(time.Minute)
		if j := w.job(made[1].ID); !j.WaitsForJob() || tries < 2 || tries > 7 {
			t.Errorf("after a minute and %d tries it is %s, %q", tries, j.State, j.ErrorCode)
		}
		w.until(made[1].ID, db.Saved)
	})
}
