package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// fakeHost keeps what is put on it. Hooks order trouble.
type fakeHost struct {
	mu    sync.Mutex
	puts  int
	there map[string]string // object: bytes
	life  time.Duration     // of a link; 0: as long as the object is there
	keep  bool
	put   func(ctx context.Context) error
	after func(ctx context.Context) error // the object exists, and its link is not known yet
	del   func() error
}

func newFakeHost() *fakeHost { return &fakeHost{there: map[string]string{}} }

func (h *fakeHost) Host(context.Context, db.Profile) (jobs.Host, error) { return h, nil }

func (h *fakeHost) Put(
	ctx context.Context, name, mime string, size int64, r io.ReadSeeker, named func(object string) error,
	progress func(done, total int64),
) (jobs.Hosted, error) {
	h.mu.Lock()
	h.puts++
	object := fmt.Sprintf("%d-%s", h.puts, name)
	h.mu.Unlock()
	if err := named(object); err != nil {
		return jobs.Hosted{}, err
	}
	if h.put != nil {
		if err := h.put(ctx); err != nil {
			return jobs.Hosted{}, err
		}
	}
	data, err := io.ReadAll(r)
	if err != nil || int64(len(data)) != size || mime != "image/png" {
		return jobs.Hosted{}, fmt.Errorf("%d bytes of %s: %w", len(data), mime, err)
	}
	h.mu.Lock()
	h.there[object] = string(data)
	h.mu.Unlock()
	progress(size, size)
	if h.after != nil {
		if err := h.after(ctx); err != nil {
			return jobs.Hosted{}, err
		}
	}
	hosted := jobs.Hosted{Link: "https://host.example/" + object + "?sig=s%2Bcret", Object: object, Keep: h.keep}
	if h.life > 0 {
		hosted.Dies = time.Now().Add(h.life)
	}
	return hosted, nil
}

func (h *fakeHost) Delete(_ context.Context, object string) error {
	if h.del != nil {
		if err := h.del(); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.there, object)
	return nil
}

func (h *fakeHost) objects() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.there)
}

const pngHead = "\x89PNG\r\n\x1a\n"

func localFrames(prompt string) (client.VideoRequest, []jobs.Input) {
	r := videoOf(prompt)
	r.InputReference = []string{"", "https://pictures.example/last.png"}
	return r, []jobs.Input{{Place: 0, Data: []byte(pngHead + "first")}, {Place: 1, Asset: "a55e7"}}
}

// inputReferences returns the links that the service received for a prompt.
func (w *world) inputReferences(prompt string) []string {
	w.svc.mu.Lock()
	defer w.svc.mu.Unlock()
	return w.svc.frames[prompt]
}

func (w *world) frames(prompt string, how jobs.Terms) db.Job {
	w.t.Helper()
	r, inputs := localFrames(prompt)
	made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r, Inputs: inputs}}, how)
	w.must(err)
	return made[0]
}

func TestLocalFrameIsHostedSentAndRemoved(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		w.hosts = host
		w.start()
		job := w.frames("boats", jobs.Terms{})
		if job.Kind != db.FramesToVideo || job.State != db.Waiting ||
			strings.Contains(string(job.Request), "host.example") {
			t.Errorf("at the click: %s, %s, %s", job.Kind, job.State, job.Request)
		}
		w.until(job.ID, db.InProgress)
		got := w.inputReferences("boats")
		if len(got) != 2 || !strings.HasPrefix(got[0], "https://host.example/1-") ||
			!strings.HasSuffix(got[0], ".png?sig=s%2Bcret") || got[1] != "https://pictures.example/last.png" {
			t.Errorf("the service got %q", got)
		}
		if host.objects() != 1 {
			t.Errorf("%d pictures at the host while the task runs", host.objects())
		}
		w.until(job.ID, db.Saved)
		w.pass(time.Minute)
		if host.objects() != 0 {
			t.Error("the picture is still at the host")
		}
		w.wantPosts("boats", 1)
		if !slices.ContainsFunc(eventsOf[jobs.Progress](w), func(u jobs.Progress) bool {
			return u.ID == job.ID && u.Upload && u.Done == u.Total && u.Total > 0
		}) {
			t.Error("no event about the upload")
		}
		if strings.Contains(w.log.String(), "s%2Bcret") {
			t.Error("a signed link is in the log")
		}
	})
}

// A job with a failed upload is held with the reason, and nothing was sent. After a release the picture is uploaded
// again.
func TestFailedUploadHoldsJob(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(context.Context) error { return errors.New("put picture: the bucket is full") }
		w.hosts = host
		w.start()
		job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Held)
		if job.Hold != db.HeldNotSent || job.ErrorCode != jobs.CodeHosting ||
			!strings.Contains(job.ErrorMessage, "bucket is full") {
			t.Errorf("%s %s %q", job.Hold, job.ErrorCode, job.ErrorMessage)
		}
		w.wantPosts("boats", 0)
		w.wantEntries(job.ID)
		host.put = nil
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, job.ID))
		w.until(job.ID, db.Saved)
		w.wantPosts("boats", 1)
	})
}

func TestMissingHostHoldsJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Held)
		if job.ErrorCode != jobs.CodeHosting+":"+jobs.FaultNoHosting || job.ErrorMessage != jobs.ErrNoHosting.Error() {
			t.Errorf("%s %q", job.ErrorCode, job.ErrorMessage)
		}
		w.wantPosts("boats", 0)
	})
}

// A click with a frame in an invalid place, or with a last frame without a first, is refused.
func TestLocalFramesAreValidated(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		for name, c := range map[string]struct {
			place int
			want  string
		}{
			"last without first": {1, client.MsgLastWithoutFirst},
			"third":              {2, client.MsgTwoImages},
			"before the first":   {-1, client.MsgTwoImages},
		} {
			_, err := w.engine.Submit(w.ctx, w.profile.ID,
				[]jobs.Order{{Request: videoOf("p"), Inputs: []jobs.Input{{Place: c.place, Data: []byte(pngHead)}}}},
				jobs.Terms{})
			var v *client.ValidationError
			if !errors.As(err, &v) || v.Message != c.want {
				t.Errorf("%s: %v", name, err)
			}
		}
		// A frame alone is enough: there need be no prompt.
		_, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: videoOf(""), Inputs: []jobs.Input{{Place: 0, Data: []byte(pngHead)}}}},
			jobs.Terms{Hold: true})
		w.must(err)
	})
}

// If the host is unreachable, the removal is retried at the next start. A host that keeps its pictures is not asked to
// remove any.
func TestRemovalIsRetriedAtNextStart(t *testing.T) {
	for name, keep := range map[string]bool{"taken down": false, "kept": true} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				host := newFakeHost()
				host.keep = keep
				host.del = func() error { return errors.New("no route") }
				w.hosts = host
				w.start()
				job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Saved)
				w.pass(time.Hour)
				if host.objects() != 1 {
					t.Fatal("it is gone although the host could not be reached")
				}
				w.stop()
				host.del = nil
				w.restart()
				w.pass(time.Minute)
				if got := host.objects() == 1; got != keep {
					t.Errorf("still there: %v, want %v", got, keep)
				}
				if got := w.job(job.ID); got.State != db.Saved {
					t.Errorf("the job is %s", got.State)
				}
			})
		})
	}
}

// Sending again uploads the picture again, because the first upload is removed when the first job ends.
func TestSendAgainUploadsPictureAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		w.hosts = host
		w.start()
		first := w.until(w.frames("boats", jobs.Terms{}).ID, db.Saved)
		w.pass(time.Minute)
		again, err := w.engine.SendAgain(w.ctx, first.ID, jobs.Terms{})
		w.must(err)
		w.until(again.ID, db.Saved)
		if got := w.inputReferences("boats"); !strings.HasPrefix(got[0], "https://host.example/2-") {
			t.Errorf("the service got %q", got)
		}
	})
}

// A stop between upload and request loses nothing and does not wait for the host. The picture is uploaded at most once
// more.
func TestRestartDuringUpload(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		entered := make(chan struct{}, 1)
		host.put = func(ctx context.Context) error {
			entered <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}
		w.hosts = host
		w.start()
		job := w.frames("boats", jobs.Terms{})
		<-entered
		w.pass(5 * time.Hour)
		begun := time.Now()
		w.stop()
		if got, d := w.job(job.ID), time.Since(begun); got.State != db.Waiting || d > 0 {
			t.Fatalf("%s after %v", got.State, d)
		}
		host.put = nil
		w.restart()
		w.until(job.ID, db.Saved)
		w.wantPosts("boats", 1)
	})
}

// An object that was uploaded before a crash, without its link being stored, is known by its name and removed, whatever
// happens to the job.
func TestCrashDuringUploadLeavesNoObject(t *testing.T) {
	for name, way := range map[string]func(w *world, id int64){
		"sent after the restart": func(w *world, id int64) { w.until(id, db.Saved); w.wantPosts("boats", 1) },
		"discarded":              func(w *world, id int64) { w.must(w.engine.Discard(w.ctx, id)) },
		"held, and then discarded": func(w *world, id int64) {
			w.until(id, db.Held)
			w.must(w.engine.Discard(w.ctx, id))
		},
	} {
		for _, keep := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", keep ", keep), func(t *testing.T) {
				inWorld(t, func(w *world) {
					host := newFakeHost()
					host.keep = keep
					entered := make(chan struct{}, 1)
					host.after = func(ctx context.Context) error {
						entered <- struct{}{}
						<-ctx.Done()
						return ctx.Err()
					}
					w.hosts = host
					w.start()
					job := w.frames("boats", jobs.Terms{})
					<-entered
					w.stop()
					if got := w.job(job.ID); got.State != db.Waiting ||
						!strings.Contains(string(got.Inputs), `"object":"1-`) ||
						strings.Contains(string(got.Inputs), `"link":`) {
						t.Fatalf("%s with %s", got.State, got.Inputs)
					}
					host.after = nil
					switch name {
					case "discarded":
						host.put = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
					case "held, and then discarded":
						host.put = func(context.Context) error { return errors.New("the bucket is full") }
					}
					w.restart()
					way(w, job.ID)
					w.pass(time.Hour)
					want := 0
					if keep && name == "sent after the restart" { // only what a request was sent with is kept
						want = 1
					}
					if n := host.objects(); n != want {
						t.Errorf("%d pictures are at the host, want %d", n, want)
					}
				})
			})
		}
	}
}

// An edit of several pictures sends only links, so a local picture among them is uploaded first.
func TestEditUploadsLocalPictureAmongLinks(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		w.hosts = host
		w.start()
		r := client.EditRequest{ImageRequest: imageOf("merge"),
			ImageURLs: []string{"https://pictures.example/a.png", ""}}
		made, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: r, Inputs: []jobs.Input{{Place: 0, Asset: "a55e7"},
				{Place: 1, Data: []byte(pngHead + "local")}}}}, jobs.Terms{})
		w.must(err)
		w.until(made[0].ID, db.Saved)
		got := w.inputReferences("merge")
		if len(got) != 2 || got[0] != r.ImageURLs[0] || !strings.HasPrefix(got[1], "https://host.example/1-") {
			t.Errorf("the service got %q", got)
		}
		var v *client.ValidationError
		_, err = w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: r, Inputs: []jobs.Input{{Place: 2, Data: []byte(pngHead)}}}}, jobs.Terms{})
		if !errors.As(err, &v) {
			t.Errorf("a picture in a place that the request does not have: %v", err)
		}
		if _, err = w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{}); !errors.As(err,
			&v) {
			t.Errorf("a place without a picture: %v", err)
		}
	})
}

// The estimate of an edit by links uses the size that was measured before the click.
func TestEditEstimateUsesPictureSize(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		r := client.EditRequest{ImageRequest: imageOf("dusk"), ImageURLs: []string{"https://pictures.example/a.png"}}
		for _, size := range [][2]int{{0, 0}, {3840, 2160}} {
			made, err := w.engine.Submit(w.ctx, w.profile.ID,
				[]jobs.Order{{Request: r, Inputs: []jobs.Input{{Place: 0, Asset: "a55e7", Width: size[0],
					Height: size[1]}}}}, jobs.Terms{Hold: true})
			w.must(err)
			priced := r
			priced.SetInputSize(0, size[0], size[1])
			want := priced.Estimate(prices())
			if got := made[0].EstimateMicros; got == nil || client.Micros(*got) != want.Amount {
				t.Errorf("%v: %v, want %d", size, got, want.Amount)
			}
		}
	})
}
