package automation_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/db"
)

// host is a library, an engine with a service beside it, and a server of calls, on the virtual clock of a synctest
// bubble.
type host struct {
	t       *testing.T
	lib     *db.Library
	engine  *jobs.Engine
	server  *automation.Server
	profile db.Profile

	mu      sync.Mutex
	tasks   map[string]time.Time // by id: when it was made
	posts   int                  // requests that reached the service
	looked  []string             // links that were looked at
	prompts map[string]string    // of tasks
	offline bool
	noKey   bool
	load    func() error // called before a clip is delivered; nil: none
	badKey  bool
	dead    map[string]bool   // links
	lists   []string          // models
	sizes   map[string][2]int // of pictures, by their links; 64 by 36
}

// hosted runs a test of calls. The price of a second is 0.70 CNY.
func hosted(t *testing.T, fn func(h *host)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := &host{t: t, tasks: map[string]time.Time{}, prompts: map[string]string{}, dead: map[string]bool{}}
		var err error
		h.lib, err = db.Open(t.Context(), dir, db.Options{})
		h.must(err)
		h.profile, err = h.lib.SaveProfile(t.Context(),
			db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY",
				MaxTasks: 5, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10})
		h.must(err)
		table, err := json.Marshal(client.PriceTable{Currency: "CNY",
			Video:  []client.VideoRate{{Model: "clip-3.0", Resolution: "720P", PerSecond: 700_000}},
			Images: []client.ImageRate{{Size: client.Size1024, Quality: "medium", Edit: true, PerPicture: 70_000}}})
		h.must(err)
		_, err = h.lib.AddPrices(t.Context(),
			db.Prices{ProfileID: h.profile.ID, ValidFrom: time.Now().Add(-time.Hour), Table: table})
		h.must(err)
		h.engine, err = jobs.New(jobs.Options{Library: h.lib, Keys: h,
			Connect: func(client.Config) (jobs.Service, error) {
				return h, nil
			},
			Jitter: func() float64 { return 0.5 }})
		h.must(err)
		h.must(h.engine.Start(context.Background()))
		h.server = automation.NewServer(automation.Options{Library: h.lib, Engine: h.engine, Backend: fakeBackend{h: h},
			Log: slog.New(slog.DiscardHandler), Now: time.Now})
		defer func() {
			h.must(h.engine.Stop(t.Context()))
			h.must(h.lib.Close())
		}()
		fn(h)
	})
}

func (h *host) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *host) Key(context.Context, db.Profile) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.noKey {
		return "", nil
	}
	return "sk-test-0123456789", nil
}

// fakeBackend implements the parts of the backend that the tests need.
type fakeBackend struct {
	automation.Backend // methods that these calls do not use
	h                  *host
}

func (a fakeBackend) Profile(context.Context, string, string, string) (db.Profile, error) {
	return a.h.profile, nil
}

func (a fakeBackend) Models(context.Context, db.Profile) ([]string, error) {
	a.h.mu.Lock()
	defer a.h.mu.Unlock()
	return a.h.lists, nil
}

func (a fakeBackend) LookAt(_ context.Context, _ db.Profile, link string) (linkcheck.Picture, error) {
	a.h.mu.Lock()
	defer a.h.mu.Unlock()
	a.h.looked = append(a.h.looked, link)
	if a.h.dead[link] {
		return linkcheck.Picture{}, &linkcheck.Error{Host: "a.example", Status: 404, Kind: linkcheck.ErrUnreachable}
	}
	if size, known := a.h.sizes[link]; known {
		return linkcheck.Picture{Width: size[0], Height: size[1]}, nil
	}
	return linkcheck.Picture{Width: 64, Height: 36}, nil
}

func (a fakeBackend) Picture(_ context.Context, asset db.Asset, path string) ([]byte, error) {
	if path != "" {
		return os.ReadFile(path)
	}
	f, err := a.h.lib.OpenFile(asset.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	_, err = b.ReadFrom(f)
	return b.Bytes(), err
}

func (a fakeBackend) Changed() {}

func (h *host) SubmitVideo(_ context.Context, r client.VideoRequest) (*client.VideoTask, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.offline:
		return nil, &client.Error{Op: "submit video", NotSent: true, Err: client.ErrUnreachable}
	case h.badKey:
		return nil, &client.Error{Op: "submit video", Status: 401, Message: "not you"}
	case strings.Contains(r.Prompt, "[refused]"):
		return nil, &client.Error{Op: "submit video", Status: 400, Message: "not this: " + r.Prompt}
	}
	h.posts++
	if strings.Contains(r.Prompt, "[lost]") {
		return nil, &client.Error{Op: "submit video", Err: client.ErrNoAnswer}
	}
	id := fmt.Sprint("task_", h.posts)
	h.tasks[id], h.prompts[id] = time.Now(), r.Prompt
	return &client.VideoTask{ID: id, Status: client.StatusQueued, RawStatus: client.StatusQueued,
		CreatedAt: time.Now()}, nil
}

func (h *host) GetVideo(_ context.Context, id string) (*client.VideoTask, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	made, known := h.tasks[id]
	if !known {
		return nil, &client.Error{Op: "get video", Status: 404, Code: "task_not_exist"}
	}
	task := &client.VideoTask{ID: id, Status: client.StatusInProgress, Progress: int(time.Since(made) / time.Second),
		CreatedAt: made}
	if time.Since(made) >= 100*time.Second {
		task.Status, task.Progress, task.Seconds = client.StatusCompleted, 100, "5"
		if strings.Contains(h.prompts[id], "[fail]") {
			task.Status, task.Error = client.StatusFailed, &client.TaskError{Code: "task_failed", Message: "no luck"}
		}
	}
	task.RawStatus = task.Status
	return task, nil
}

func (h *host) ContentState(context.Context, string) (*client.VideoTask, error) {
	return nil, errors.New("every poll has a state here")
}

func (h *host) DownloadVideo(_ context.Context, id, path string, _ func(done, total int64)) error {
	h.mu.Lock()
	load := h.load
	h.mu.Unlock()
	if load != nil {
		if err := load(); err != nil {
			return err
		}
	}
	return os.WriteFile(path, []byte("a clip "+id), 0o600)
}

func (h *host) GenerateImage(context.Context, client.ImageRequest) (*client.ImageResult, error) {
	return nil, errors.New("no pictures here")
}

func (h *host) EditImage(context.Context, client.EditRequest) (*client.ImageResult, error) {
	return nil, errors.New("no pictures here")
}
func (h *host) FetchImage(context.Context, client.ImageItem, string) error { return nil }
func (h *host) CloseIdle()                                                 {}

func (h *host) requests() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.posts
}

// schemaOf are the schemas of answers by the calls.
var schemaOf = map[string]string{"price": "price", "models": "models", "find": "find", "costs": "costs", "tag": "done"}

// dial makes a call. Each line is handed to event; the last one is returned, and holds to its schema.
func (h *host) dial(ctx context.Context, call automation.Call, event func(automation.JobEvent)) automation.Line {
	h.t.Helper()
	here, there := net.Pipe()
	served := make(chan struct{})
	go func() {
		defer close(served)
		h.server.Serve(context.Background(), there)
		there.Close()
	}()
	stop := context.AfterFunc(ctx, func() { here.Close() })
	defer func() {
		stop()
		here.Close()
		<-served
	}()
	h.must(json.NewEncoder(here).Encode(call))
	lines := bufio.NewScanner(here)
	lines.Buffer(nil, automation.MaxLine)
	for lines.Scan() {
		var l automation.Line
		h.must(json.Unmarshal(lines.Bytes(), &l))
		switch {
		case l.Event != nil:
			h.holds("event", l.Event)
			var e automation.JobEvent
			h.must(json.Unmarshal(l.Event, &e))
			if event != nil {
				event(e)
			}
		case l.Error != nil:
			data, err := json.Marshal(automation.ErrorAnswer{Protocol: automation.Protocol, Error: l.Error})
			h.must(err)
			h.holds("error", data)
			return l
		default:
			name := schemaOf[call.Call]
			if name == "" {
				name = "jobs"
			}
			h.holds(name, l.Result)
			return l
		}
	}
	return automation.Line{}
}

// holds checks that a document holds to a schema.
func (h *host) holds(name string, document []byte) {
	h.t.Helper()
	var value any
	h.must(json.Unmarshal(document, &value))
	if err := resolved(h.t, name).Validate(value); err != nil {
		h.t.Errorf("%s does not hold to its schema: %v\n%s", name, err, document)
	}
}

// ask makes a call of the user and decodes its answer.
func (h *host) ask(call string, args, into any) *automation.Failure {
	h.t.Helper()
	return h.askAs("", call, args, into)
}

func (h *host) askAs(client, call string, args, into any) *automation.Failure {
	h.t.Helper()
	data, err := json.Marshal(args)
	h.must(err)
	l := h.dial(h.t.Context(), automation.Call{Protocol: automation.Protocol, Call: call, Client: client,
		Token: tokenOf(client), Args: data}, nil)
	if l.Error == nil {
		h.must(json.Unmarshal(l.Result, into))
	}
	return l.Error
}

func tokenOf(client string) string { return "token of " + client }

// clips returns the arguments of a call that makes clips of some prompts.
func clips(id string, prompts ...string) automation.MakeArgs {
	args := automation.MakeArgs{RequestID: id}
	for _, p := range prompts {
		request, _ := json.Marshal(client.VideoRequest{Model: "clip-3.0", Prompt: p, Seconds: 5, Resolution: "720P"})
		args.Rows = append(args.Rows, automation.Row{Kind: "text_to_video", Request: request})
	}
	return args
}

// mustMake makes jobs, and fails the test if the call is refused.
func (h *host) mustMake(args automation.MakeArgs) automation.JobsAnswer {
	h.t.Helper()
	var answer automation.JobsAnswer
	if f := h.ask("make", args, &answer); f != nil {
		h.t.Fatalf("make: %+v", f)
	}
	return answer
}

// granted makes a client that may spend with the profile.
func (h *host) granted(name string, g db.Grant) {
	h.t.Helper()
	g.ProfileID = h.profile.ID
	h.must(h.lib.SetSetting(h.t.Context(), db.SettingAutomation, db.Automation{On: true}))
	h.must(h.lib.SaveClient(h.t.Context(), db.Client{Name: name, Token: automation.HashToken(tokenOf(name))},
		[]db.Grant{g}))
}

// pass lets virtual time pass.
func (h *host) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// picture puts a picture into the library.
func (h *host) picture(w, height int) db.Asset {
	h.t.Helper()
	var b bytes.Buffer
	h.must(png.Encode(&b, image.NewGray(image.Rect(0, 0, w, height))))
	a, _, err := h.lib.Import(h.t.Context(), "still.png", &b, db.ImportMeta{})
	h.must(err)
	return a
}
