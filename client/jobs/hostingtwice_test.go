package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

func twoLocalFrames(prompt string) (client.VideoRequest, []jobs.Input) {
	return videoOf(prompt), []jobs.Input{{Place: 0, Data: []byte(pngHead + "first")},
		{Place: 1, Data: []byte(pngHead + "last")}}
}

// Each link is committed when it is known, and the job keeps waiting. It must not get a second turn for that, which
// would upload its other pictures again.
func TestEachFrameIsUploadedOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(context.Context) error { time.Sleep(time.Minute); return nil }
		w.hosts = host
		w.start()
		r, inputs := twoLocalFrames("boats")
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r, Inputs: inputs}}, jobs.Terms{})
		w.must(err)
		w.until(made[0].ID, db.InProgress)
		w.pass(10 * time.Minute)
		if host.puts != 2 {
			t.Errorf("%d uploads for two pictures", host.puts)
		}
		w.wantPosts("boats", 1)
	})
}

// A job that is held and released during its upload has one worker, not two.
func TestReleaseDuringUploadUploadsOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		now, most := 0, 0
		host.put = func(context.Context) error {
			host.mu.Lock()
			now++
			most = max(most, now)
			host.mu.Unlock()
			time.Sleep(time.Hour)
			host.mu.Lock()
			now--
			host.mu.Unlock()
			return nil
		}
		w.hosts = host
		w.start()
		job := w.frames("boats", jobs.Terms{})
		for range 3 {
			w.pass(time.Minute)
			w.must(w.engine.PauseSending(w.ctx, true))
			w.must(w.engine.PauseSending(w.ctx, false))
		}
		w.until(job.ID, db.Saved)
		w.pass(10 * time.Hour)
		if most != 1 {
			t.Errorf("%d uploads of one picture at once", most)
		}
		w.wantPosts("boats", 1)
		if n := host.objects(); n != 0 {
			t.Errorf("%d pictures are left at the host", n)
		}
	})
}

// A job keeps its place during an upload, and gives it back however the upload ends.
func TestUploadingJobKeepsItsPlace(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		go_ := make(chan struct{})
		host.put = func(context.Context) error { <-go_; return nil }
		w.hosts = host
		w.profile.MaxTasks = 1
		_, err := w.lib.SaveProfile(w.ctx, w.profile)
		w.must(err)
		w.start()
		job := w.frames("boats", jobs.Terms{})
		next := w.clip("next")
		w.pass(time.Hour)
		if got := w.job(next.ID).State; got != db.Waiting {
			t.Errorf("the second job is %s while the first has the only place", got)
		}
		w.must(w.engine.Discard(w.ctx, job.ID))
		w.until(next.ID, db.Saved)
		close(go_)
		w.pass(time.Hour)
		w.wantPosts("boats", 0)
		if n := host.objects(); n != 0 {
			t.Errorf("%d pictures are left at the host", n)
		}
	})
}

// refuseOnce makes the service return 429 once, so that a job with hosted pictures is held.
func (w *world) refuseOnce() {
	w.svc.mu.Lock()
	defer w.svc.mu.Unlock()
	w.svc.submit = func(context.Context, string) (bool, error) {
		w.svc.mu.Lock()
		w.svc.submit = nil
		w.svc.mu.Unlock()
		return false, &client.Error{Op: "submit video", Status: 429, Code: "rate_limited"}
	}
}

// No object is left at the host if its job is discarded, revised or uploaded again.
func TestNoObjectIsLeftAtHost(t *testing.T) {
	for name, way := range map[string]func(w *world, id int64){
		"discarded": func(w *world, id int64) { w.must(w.engine.Discard(w.ctx, id)) },
		"discarded, and the host answers after a restart": func(w *world, id int64) {
			host := w.hosts.(*fakeHost)
			host.del = func() error { return errors.New("no route") }
			w.must(w.engine.Discard(w.ctx, id))
			w.pass(time.Minute)
			w.stop()
			host.del = nil
			w.restart()
		},
		"revised": func(w *world, id int64) {
			r, inputs := localFrames("other")
			w.must(w.engine.Revise(w.ctx, id, jobs.Order{Request: r, Inputs: inputs}))
		},
		"its link dies": func(w *world, id int64) {
			w.pass(23 * time.Hour)
			w.must(w.engine.Release(w.ctx, jobs.Terms{}, id))
			w.until(id, db.Saved)
			if got := w.inputReferences("boats"); len(got) != 2 ||
				!strings.HasPrefix(got[0], "https://host.example/2-") {
				w.t.Errorf("the service got %q", got)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				host := newFakeHost()
				host.life = 24 * time.Hour
				w.hosts = host
				w.refuseOnce()
				w.start()
				job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Held)
				if host.objects() != 1 {
					t.Fatalf("%d pictures at the host of a job that is held", host.objects())
				}
				way(w, job.ID)
				w.pass(time.Hour)
				if n := host.objects(); n != 0 {
					t.Errorf("%d pictures are left at the host", n)
				}
			})
		})
	}
}

// A picture that the user chose to keep at the host stays, whatever happens to the job.
func TestKeptPictureOfDiscardedJobStays(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.keep = true
		w.hosts = host
		w.refuseOnce()
		w.start()
		job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Held)
		w.must(w.engine.Discard(w.ctx, job.ID))
		w.pass(time.Hour)
		if host.objects() != 1 {
			t.Error("it is gone")
		}
	})
}

// An upload may take hours. The request is sent with the profile's address and key at that moment.
func TestKeyChangeDuringUpload(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		entered, go_ := make(chan struct{}, 1), make(chan struct{})
		host.put = func(context.Context) error { entered <- struct{}{}; <-go_; return nil }
		w.hosts = host
		asked := 0
		w.key = func() (string, error) { asked++; return testKey, nil }
		w.start()
		job := w.frames("boats", jobs.Terms{})
		<-entered
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		close(go_)
		w.until(job.ID, db.Saved)
		if asked != 2 {
			t.Errorf("the key was looked up %d times: the request was sent with the old one", asked)
		}
		w.wantPosts("boats", 1)
	})
}

// A revision updates the amount and its currency together.
func TestReviseUpdatesCurrency(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: videoOf("boats")}},
			jobs.Terms{Hold: true})
		w.must(err)
		table := prices()
		table.Currency = "EUR"
		raw, err := json.Marshal(table)
		w.must(err)
		_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
		w.must(err)
		w.must(w.engine.Revise(w.ctx, made[0].ID, jobs.Order{Request: videoOf("ships")}))
		if got := w.job(made[0].ID); got.Currency != "EUR" {
			t.Errorf("an amount in EUR is called %s", got.Currency)
		}
	})
}

// If the user holds the job, a hanging upload is cancelled. After a release it starts again at once.
func TestHangingUploadIsCancelledByHold(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		first := true
		host.put = func(ctx context.Context) error {
			if !first {
				return nil
			}
			first = false
			<-ctx.Done()
			return ctx.Err()
		}
		w.hosts = host
		w.start()
		job := w.frames("boats", jobs.Terms{})
		w.pass(time.Hour)
		w.must(w.engine.PauseSending(w.ctx, true))
		w.must(w.engine.PauseSending(w.ctx, false))
		begun := time.Now()
		w.until(job.ID, db.InProgress)
		if d := time.Since(begun); d > 5*time.Minute {
			t.Errorf("it took %v", d)
		}
		w.wantPosts("boats", 1)
	})
}

// lateHost removes a picture at once, and returns from Delete later.
type lateHost struct {
	*fakeHost
	late func()
}

func (h lateHost) Host(context.Context, db.Profile) (jobs.Host, error) { return h, nil }

func (h lateHost) Delete(ctx context.Context, object string) error {
	err := h.fakeHost.Delete(ctx, object)
	h.late()
	return err
}

// If a job is discarded during its upload, the object is removed before and after the upload ends.
func TestObjectUploadedDuringRemovalIsRemoved(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(context.Context) error { time.Sleep(time.Minute); return nil }
		w.hosts = lateHost{host, func() { time.Sleep(2 * time.Minute) }}
		w.start()
		job := w.frames("boats", jobs.Terms{})
		w.pass(time.Second)
		w.must(w.engine.Discard(w.ctx, job.ID))
		w.pass(time.Hour)
		if host.puts != 1 || host.objects() != 0 {
			t.Errorf("%d uploads, %d at the host", host.puts, host.objects())
		}
	})
}

// If a repeated upload fails, the old object is removed anyway.
func TestFailedReuploadRemovesOldObject(t *testing.T) {
	inWorld(t, func(w *world) {
		host, full := newFakeHost(), func(context.Context) error { return errors.New("the bucket is full") }
		w.hosts, host.after = host, full
		w.start()
		job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Held)
		host.put = full
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, job.ID))
		w.pass(time.Hour)
		if host.puts < 2 || host.objects() != 0 {
			t.Errorf("%d uploads, %d at the host", host.puts, host.objects())
		}
	})
}

// If the host is unreachable for one picture of a board, all jobs of the board that need the host are held too, even
// those that have a place.
func TestUnreachableHostIsTriedOncePerBoard(t *testing.T) {
	for _, places := range []int{1, 4} {
		t.Run(fmt.Sprint(places), func(t *testing.T) {
			inWorld(t, func(w *world) { w.askedOnce(places) })
		})
	}
}

func (w *world) askedOnce(places int) {
	w.profile.MaxTasks = places
	w.limit(0, 0, 0)
	host := newFakeHost()
	host.put = func(context.Context) error { return errors.New("the bucket is full") }
	w.hosts = host
	w.start()
	var orders []jobs.Order
	for i := range 4 {
		r := videoOf(fmt.Sprint("clip ", i))
		o := jobs.Order{Request: r, Board: board, Shot: fmt.Sprintf("%08x", i)}
		if i < 3 {
			r.InputReference = []string{""}
			o.Request, o.Inputs = r, []jobs.Input{{Data: frameOf(o.Shot)}}
		}
		orders = append(orders, o)
	}
	made := w.submit(orders, jobs.Terms{})
	w.until(made[3].ID, db.Saved) // which needs no host
	for _, j := range made[:3] {
		w.wantHeld(j.ID, db.HeldNotSent, jobs.CodeHosting)
	}
	if host.puts != 1 {
		w.t.Errorf("%d uploads", host.puts)
	}
}

type badPicture struct{ error }

func (badPicture) Fault() string { return "bad_picture" }

// If a picture cannot be read, the other jobs of the board continue, because they have other pictures.
func TestUnreadablePictureHoldsOnlyItsJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.profile.MaxTasks = 1
		w.limit(0, 0, 0)
		host, first := newFakeHost(), true
		host.put = func(context.Context) error {
			if first {
				first = false
				return badPicture{errors.New("it ends early")}
			}
			return nil
		}
		w.hosts = host
		w.start()
		var orders []jobs.Order
		for i := range 2 {
			r := videoOf(fmt.Sprint("clip ", i))
			r.InputReference = []string{""}
			shot := fmt.Sprintf("%08x", i)
			orders = append(orders, jobs.Order{Request: r, Inputs: []jobs.Input{{Data: frameOf(shot)}}, Board: board,
				Shot: shot})
		}
		made := w.submit(orders, jobs.Terms{})
		w.until(made[1].ID, db.Saved)
		w.wantHeld(made[0].ID, db.HeldNotSent, jobs.CodeHosting+":bad_picture")
	})
}
