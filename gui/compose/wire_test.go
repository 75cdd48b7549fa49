package compose

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/casting"
	"viviscope/gui/form"
	"viviscope/gui/live"
	"viviscope/gui/spend"
	"viviscope/resources"
)

// wire is a composer over a real engine, library and sandbox, with a copy of every edit as it came over the wire.
type wire struct {
	t       *testing.T
	lib     *db.Library
	engine  *jobs.Engine
	profile db.Profile
	drawn   *sandboxtest.Renderer
	s       *Screen
	work    []func()
	canvas  *fakeCanvas
	moved   chan struct{}

	mu   sync.Mutex
	sent []posted
}

// posted is a request as it came.
type posted struct {
	kind string
	body []byte
}

type key string

func (k key) Key(context.Context, db.Profile) (string, error) { return string(k), nil }

func newWire(t *testing.T) *wire {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	w := &wire{t: t, drawn: &sandboxtest.Renderer{}, moved: make(chan struct{}, 1)}
	clock := jobstest.NewClock(time.Now())
	box, err := sandbox.New(sandbox.Options{Now: clock.Now, Sleep: clock.Sleep, Renderer: w.drawn})
	w.must(err)
	w.must(box.Start())
	t.Cleanup(func() { w.must(box.Close()) })
	to, err := url.Parse(box.BaseURL())
	w.must(err)
	front := httptest.NewServer(w.record(httputil.NewSingleHostReverseProxy(to)))
	t.Cleanup(front.Close)
	ctx := context.Background()
	w.lib, err = db.Open(ctx, t.TempDir(), db.Options{Now: clock.Now})
	w.must(err)
	w.profile, err = w.lib.SaveProfile(ctx, db.Profile{Name: "Mine", BaseURL: front.URL, Saved: true, Currency: "CNY",
		MaxTasks: 5, MaxImages: 2, PollSeconds: 10, ImageMinutes: 10})
	w.must(err)
	w.engine, err = jobs.New(jobs.Options{Library: w.lib, Keys: key(box.Key()), Clock: clock,
		Log: slog.New(slog.DiscardHandler)})
	w.must(err)
	w.engine.Subscribe(func(jobs.Event) {
		select {
		case w.moved <- struct{}{}:
		default:
		}
	})
	w.must(w.engine.Start(ctx))
	t.Cleanup(func() {
		w.must(w.engine.Stop(ctx))
		w.must(w.lib.Close())
	})
	g := newOutside(t, &memorySettings{})
	g.lib.account, g.lib.picture = func() form.Account { return form.Account{Profile: w.profile} }, w.file
	g.host.Worker = func(f func(context.Context)) { w.work = append(w.work, func() { f(ctx) }) }
	g.host.Timer, g.host.Clock = (&timers{}).after, clock.Now
	w.canvas = g.canvas
	w.s = New(Deps{Host: g.host, Exchange: g.nav, Chooser: g.nav, Navigator: g.nav, Library: g.lib,
		Cast:       casting.New(casting.Deps{Host: g.host, Library: &fakeCast{}}),
		EditCanvas: g.canvas, Engine: w.engine, Live: live.New(clock.Now),
		Sender: &spend.Sender{Host: g.host, Navigator: g.nav}})
	w.s.random = func() int64 { return 1 }
	g.host.On = test.NewTempWindow(t, w.s.Content()).Canvas()
	w.s.Update(ctx)
	w.s.SetKind(db.EditImage)
	return w
}

func (w *wire) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) record(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/images/edits") {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				w.t.Error(err)
			}
			w.mu.Lock()
			w.sent = append(w.sent, posted{r.Header.Get("Content-Type"), body})
			w.mu.Unlock()
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		next.ServeHTTP(rw, r)
	})
}

func (w *wire) file(u order.Upload) ([]byte, error) {
	return upload.Library{Library: w.lib}.ReadPicture(context.Background(), u)
}

// picture makes a picture of the library whose link lives.
func (w *wire) picture() db.Asset {
	w.t.Helper()
	made, err := w.engine.Submit(w.t.Context(), w.profile.ID,
		[]jobs.Order{{Request: client.ImageRequest{Model: "genimage-2.5-flare", Prompt: "a vase", Size: "64x48"}}},
		jobs.Terms{})
	w.must(err)
	return w.saved(made[0])
}

func (w *wire) saved(j db.Job) db.Asset {
	w.t.Helper()
	for {
		now, err := w.lib.Job(w.t.Context(), j.ID)
		w.must(err)
		if now.State == db.Saved {
			all, err := w.lib.AssetsOfJob(w.t.Context(), j.ID)
			w.must(err)
			return all[0]
		}
		if now.State.Ended() || now.State == db.Held || now.State == db.Unconfirmed {
			w.t.Fatalf("%s: %s %s", now.State, now.ErrorCode, now.ErrorMessage)
		}
		<-w.moved
	}
}

// edit presses a button, and returns the newest job with its picture, and what came over the wire.
func (w *wire) edit(press func()) (db.Job, db.Asset, posted) {
	w.t.Helper()
	press()
	for len(w.work) > 0 {
		work := w.work
		w.work = nil
		for _, f := range work {
			f()
		}
	}
	all, err := w.lib.Jobs(w.t.Context(), db.JobFilter{Limit: 1})
	w.must(err)
	if len(all) != 1 || all[0].Kind != db.EditImage {
		w.t.Fatalf("nothing was committed: %v %q", w.s.problems, w.s.failure)
	}
	a := w.saved(all[0])
	w.mu.Lock()
	defer w.mu.Unlock()
	return all[0], a, w.sent[len(w.sent)-1]
}

func (w *wire) lies(a db.Asset, marks int) order.Canvas {
	c := order.Canvas{Open: true, Asset: a.Ref, Link: a.Link, Dies: a.LinkExpires.UnixMilli(), Width: a.Width,
		Height: a.Height, SourceWidth: a.Width, SourceHeight: a.Height}
	if marks > 0 {
		c.Marks, c.Changed = marks, true
	}
	return c
}
