package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/db/ledger"
)

func TestMain(m *testing.M) {
	if os.Getenv(benchServer) != "" {
		serveBench()
		return
	}
	goleak.VerifyTestMain(m)
}

// studio is a library and an engine that talk to a sandbox over loopback.
type studio struct {
	t       *testing.T
	clock   *jobstest.Clock
	dir     string
	box     *sandboxtest.Box
	lib     *db.Library
	engine  *jobs.Engine
	profile db.Profile
	log     *jobstest.Log

	moved chan struct{}
	tidy  chan struct{} // closed when the engine has tidied the folder, as it does once at its start
}

// tidied is a library that signals the end of Sweep.
type tidied struct {
	jobs.Library
	done chan struct{}
}

func (l tidied) ClearLeftovers(ctx context.Context, found db.SweepReport) ([]string, error) {
	defer close(l.done)
	return l.Library.ClearLeftovers(ctx, found)
}

func newStudio(t *testing.T, content sandboxtest.ContentMode, set ...func(*sandboxtest.Options)) *studio {
	t.Helper()
	s := &studio{
		t: t, clock: jobstest.NewClock(time.Now()), dir: t.TempDir(), log: &jobstest.Log{},
		moved: make(chan struct{}, 1),
	}
	o := sandboxtest.Options{Content: content, Options: sandbox.Options{
		Now: s.clock.Now, Sleep: s.clock.Sleep, Renderer: &sandboxtest.Renderer{}, Seconds: 20,
		Public: netip.Addr.IsLoopback,
	}}
	for _, f := range set {
		f(&o)
	}
	box, err := sandboxtest.New(o)
	s.must(err)
	s.must(box.Start())
	s.box = box
	s.open()
	t.Cleanup(func() {
		s.close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *studio) open() {
	s.t.Helper()
	ctx := context.Background()
	lib, err := db.Open(ctx, s.dir, db.Options{Now: s.clock.Now})
	s.must(err)
	s.lib = lib
	if all, err := lib.Profiles(ctx); err != nil || len(all) > 0 {
		s.must(err)
		s.profile = all[0]
	} else {
		s.profile, err = lib.SaveProfile(ctx, db.Profile{
			Name: "Sandbox", BaseURL: s.box.BaseURL(), Sandbox: true, Saved: true, Currency: "CNY",
			MaxTasks: 5, MaxImages: 2, PollSeconds: 10, ImageMinutes: 10,
		})
		s.must(err)
		table, err := json.Marshal(sandbox.Prices())
		s.must(err)
		_, err = lib.AddPrices(ctx, db.Prices{ProfileID: s.profile.ID, ValidFrom: s.clock.Begin(), Table: table})
		s.must(err)
	}
	s.tidy = make(chan struct{})
	s.engine, err = jobs.New(jobs.Options{
		Library: tidied{lib, s.tidy}, Keys: keysFunc(func() (string, error) {
			return s.box.Key(), nil
		}), Clock: s.clock,
		Log:       slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		LastFrame: func(_ context.Context, path string) ([]byte, error) { return frameOf(path), nil },
	})
	s.must(err)
	s.engine.Subscribe(func(jobs.Event) {
		select {
		case s.moved <- struct{}{}:
		default:
		}
	})
	s.must(s.engine.Start(ctx))
}

func (s *studio) close() {
	cut, cancel := context.WithCancel(context.Background())
	cancel()
	s.must(s.engine.Stop(cut))
	s.must(s.lib.Close())
}

func (s *studio) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *studio) until(id int64, states ...db.JobState) db.Job {
	s.t.Helper()
	for {
		j, err := s.lib.Job(s.t.Context(), id)
		s.must(err)
		if slices.Contains(states, j.State) {
			return j
		}
		if j.State.Ended() || j.State == db.Held && !j.WaitsForJob() || j.State == db.Unconfirmed {
			s.t.Fatalf("job became %s, not %v: %s: %s\n%s", j.State, states, j.ErrorCode, j.ErrorMessage, s.log)
		}
		<-s.moved
	}
}

func (s *studio) clip(prompt string) db.Job {
	s.t.Helper()
	made, err := s.engine.Submit(s.t.Context(), s.profile.ID, []jobs.Order{{Request: videoOf(prompt)}}, jobs.Terms{})
	s.must(err)
	return made[0]
}

func (s *studio) picture(prompt string) db.Job {
	s.t.Helper()
	made, err := s.engine.Submit(s.t.Context(), s.profile.ID, []jobs.Order{{Request: imageOf(prompt)}}, jobs.Terms{})
	s.must(err)
	return made[0]
}

// settled compares the library's ledger with the service's.
func (s *studio) settled() {
	s.t.Helper()
	var charged, refunded int64
	for _, e := range s.box.Ledger() {
		switch e.Kind {
		case sandbox.Charge:
			charged += e.AmountMicros
		case sandbox.Refund:
			refunded += e.AmountMicros
		}
	}
	all, err := s.lib.LedgerSums(s.t.Context(), ledger.Filter{ProfileID: s.profile.ID})
	s.must(err)
	got := append(all, ledger.Sums{})[0]
	if got.Charged != charged || got.Refunded != refunded || got.Reserved != 0 {
		s.t.Errorf("library %+v; the service charged %d and refunded %d", got, charged, refunded)
	}
}

func (s *studio) asset(id int64) db.Asset {
	s.t.Helper()
	a, err := s.lib.AssetsOfJob(s.t.Context(), id)
	s.must(err)
	if len(a) != 1 {
		s.t.Fatalf("%d assets", len(a))
	}
	path, err := s.lib.AbsPath(a[0].Path)
	s.must(err)
	if st, err := os.Stat(path); err != nil || st.Size() != a[0].Bytes {
		s.t.Fatalf("the file: %v, %v", st, err)
	}
	return a[0]
}

func TestEverythingAgainstTheSandbox(t *testing.T) {
	for name, mode := range map[string]sandboxtest.ContentMode{
		"redirect": sandboxtest.ContentRedirect, "direct": sandboxtest.ContentDirect,
		"another origin": sandboxtest.ContentCross,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, mode)
			clip, failing, picture := s.clip("boats"), s.clip("boats [fail]"), s.picture("boats")
			edits, err := s.engine.Submit(t.Context(), s.profile.ID,
				[]jobs.Order{{Request: client.EditRequest{ImageRequest: imageOf("at night"), Image: pngBytes(),
					ImageName: "mine.png"}}}, jobs.Terms{})
			s.must(err)
			s.until(clip.ID, db.Saved)
			s.until(failing.ID, db.Failed)
			s.until(picture.ID, db.Saved)
			s.until(edits[0].ID, db.Saved)
			if a := s.asset(clip.ID); a.Width != 1280 || a.Height != 720 || a.Seconds != 5 || a.MIME != "video/mp4" {
				t.Errorf("clip %+v", a)
			}
			if a := s.asset(picture.ID); a.Width != 1024 || a.Height != 1024 || a.MIME != "image/png" || a.Link == "" {
				t.Errorf("picture %+v", a)
			}
			s.asset(edits[0].ID)
			s.settled()
			if n := s.box.Calls("POST", "/v1/videos"); n != 2 {
				t.Errorf("%d submissions", n)
			}
			if log := s.log.String(); strings.Contains(log, s.box.Key()) || strings.Contains(log, "signature") ||
				strings.Contains(log, "/v1/sandbox/") {
				t.Errorf("the log holds a secret:\n%s", log)
			}
		})
	}
}

// A service accepts one of two request formats, and its refusal names it. After the profile's format was changed, the
// same request, sent again by the user, makes a clip of the same length and size.
func TestRefusedFormatCanBeSwitched(t *testing.T) {
	for _, form := range []client.RequestFormat{client.FormatDocumented, client.FormatOpenAI} {
		t.Run("form "+string(form), func(t *testing.T) {
			s := newStudio(t, sandboxtest.ContentRedirect, func(o *sandboxtest.Options) { o.Form = form })
			if form == client.FormatDocumented {
				s.profile.Form = string(client.FormatOpenAI)
				_, err := s.lib.SaveProfile(t.Context(), s.profile)
				s.must(err)
			}
			refused := s.until(s.clip("boats").ID, db.Rejected)
			wanted, ok := client.SuggestedFormat(client.RequestFormat(s.profile.Form), refused.ErrorMessage)
			if !ok || wanted != form || len(s.box.Ledger()) > 0 {
				t.Fatalf("%q: takes %q %v", refused.ErrorMessage, wanted, ok)
			}
			s.profile.Form = string(wanted)
			_, err := s.lib.SaveProfile(t.Context(), s.profile)
			s.must(err)
			s.engine.ProfileChanged(s.profile.ID)
			s.close()
			if s.box.Calls("POST", "/v1/videos") != 1 {
				t.Error("something was sent by itself")
			}
			s.open()
			again, err := s.engine.SendAgain(t.Context(), refused.ID, jobs.Terms{})
			s.must(err)
			saved := s.until(again.ID, db.Saved)
			r, err := jobs.RequestOf(saved)
			s.must(err)
			made := s.box.Tasks()[0].Request
			if video := r.(client.VideoRequest); video.Limits.Format != form || video.Tier() != "720P" ||
				made.Seconds != 5 || made.Tier() != "720P" {
				t.Errorf("stored %s and %s; made %+v", refused.Request, saved.Request, made)
			}
			s.settled()
		})
	}
}

func TestHangingSubmissionIsUnconfirmedAfterStop(t *testing.T) {
	for _, kind := range []sandboxtest.FaultKind{sandboxtest.Hang, sandboxtest.HangAnswer, sandboxtest.HangBody} {
		t.Run(string(kind), func(t *testing.T) {
			s := newStudio(t, sandboxtest.ContentRedirect)
			s.box.Faults().Add(sandboxtest.Fault{Method: http.MethodPost, Kind: kind})
			j := s.clip("hangs")
			s.until(j.ID, db.Sending)
			for s.box.Faults().Hits() == 0 { // the request is there
				s.must(s.clock.Sleep(t.Context(), time.Second))
			}
			s.close()
			s.open()
			s.until(j.ID, db.Unconfirmed)
			if n := s.box.Calls("POST", "/v1/videos"); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// A signed link with an earlier expiry than usual is believed: the displayed deadlines and the order of frames follow
// it.
func TestSignedLinkExpiryIsUsed(t *testing.T) {
	for _, want := range []time.Duration{10 * time.Hour, 24 * time.Hour} {
		s := newStudio(t, sandboxtest.ContentRedirect, func(o *sandboxtest.Options) { o.PictureLifetime = want })
		j := s.until(s.picture("a pier in fog").ID, db.Saved)
		a := s.asset(j.ID)
		// in 25 seconds of a slow computer
		if life := a.LinkExpires.Sub(j.AcceptedAt); life > want || life < want-7*time.Hour {
			t.Errorf("the link lives %v, want %v", life, want)
		}
	}
}

// A request that was made in one format is refused in another one that lacks one of its fields.
func TestResendInFormatWithoutFieldIsRefused(t *testing.T) {
	s := newStudio(t, sandboxtest.ContentRedirect)
	r := videoOf("boats [fail]")
	r.Seed = new(int64(7))
	made, err := s.engine.Submit(t.Context(), s.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
	s.must(err)
	failed := s.until(made[0].ID, db.Failed)
	s.profile.Form = string(client.FormatOpenAI)
	_, err = s.lib.SaveProfile(t.Context(), s.profile)
	s.must(err)
	s.engine.ProfileChanged(s.profile.ID)
	var broken *client.ValidationError
	if _, err := s.engine.SendAgain(t.Context(), failed.ID, jobs.Terms{}); !errors.As(err, &broken) ||
		broken.Message != client.MsgFormSeed {
		t.Errorf("sent again: %v", err)
	}
	if _, err := s.engine.Submit(t.Context(), s.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{}); !errors.As(err,
		&broken) {
		t.Errorf("ordered: %v", err)
	}
	if n := s.box.Calls("POST", "/v1/videos"); n != 1 {
		t.Errorf("%d requests were sent", n)
	}
}

// The frame of a clip is delivered to an edit, and the link of its result to the next clip. A link that expires in
// minutes is believed.
func TestChainAgainstSandbox(t *testing.T) {
	s := newStudio(t, sandboxtest.ContentDirect, func(o *sandboxtest.Options) { o.PictureLifetime = 10 * time.Hour })
	clip := func(prompt string) client.VideoRequest {
		return client.VideoRequest{Model: "clip-3.0", Prompt: prompt, Seconds: 5}
	}
	edit := client.EditRequest{ImageRequest: client.ImageRequest{Model: "genimage-2.5-flare",
		Prompt: "the same, brighter", Size: "1536x864"}}
	made, err := s.engine.Submit(t.Context(), s.profile.ID, []jobs.Order{
		{Request: clip("boats")}, {Request: edit, After: jobs.After{Order: 1}},
		{Request: clip("and on"), After: jobs.After{Order: 2}},
	}, jobs.Terms{})
	s.must(err)
	last := s.until(made[2].ID, db.Saved)
	a, err := s.lib.AssetByRef(t.Context(), made[1].Ref)
	s.must(err)
	if r, err := jobs.RequestOf(last); err != nil || r.(client.VideoRequest).InputReference[0] != a.Link {
		t.Errorf("%+v, %v", r, err)
	}
	made, err = s.engine.Submit(t.Context(), s.profile.ID,
		[]jobs.Order{{Request: client.ImageRequest{Model: "genimage-2.5-flare", Prompt: "fox", Size: "1024x1024"}}},
		jobs.Terms{})
	s.must(err)
	s.until(made[0].ID, db.Saved)
	a, err = s.lib.AssetByRef(t.Context(), made[0].Ref)
	s.must(err)
	s.clock.Jump(9*time.Hour + 45*time.Minute)
	next := clip("too late")
	next.InputReference = []string{a.Link}
	_, err = s.engine.Submit(t.Context(), s.profile.ID,
		[]jobs.Order{{Request: next, Inputs: []jobs.Input{{Asset: a.Ref}}}}, jobs.Terms{})
	var gone *jobs.FrameExpiredError
	if !errors.As(err, &gone) {
		t.Errorf("%v; it dies %s", err, a.LinkExpires)
	}
}
