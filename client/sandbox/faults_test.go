package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"viviscope/client/mp4"
	"viviscope/client/sandbox/sandboxtest"
)

var boats = object{"model": "clip-3.0", "prompt": "boats"}

// tryPost sends one task and returns the error of the connection.
func (b *box) tryPost() (answer, error) {
	b.t.Helper()
	return b.try(http.MethodPost, "/v1/videos", "application/json", bytes.NewReader(jsonOf(b.t, boats)))
}

// The effects of the faults of package sandboxtest on a client.
func TestLostResponses(t *testing.T) {
	for _, r := range []struct {
		fault sandboxtest.Fault
		tasks int
	}{
		{sandboxtest.Fault{Kind: sandboxtest.LoseRequest}, 0},
		{sandboxtest.Fault{Kind: sandboxtest.LoseRequest, Reset: true}, 0},
		{sandboxtest.Fault{Kind: sandboxtest.LoseAnswer}, 1},
		{sandboxtest.Fault{Kind: sandboxtest.LoseAnswer, Reset: true}, 1},
		{sandboxtest.Fault{Kind: sandboxtest.CutHeaders}, 1},
		{sandboxtest.Fault{Kind: sandboxtest.Cut, After: 9}, 1},
	} {
		b := start(t)
		r.fault.Method, r.fault.Path = "POST", "/v1/videos"
		b.Faults().Add(r.fault)
		_, err := b.tryPost()
		if err == nil {
			t.Errorf("%+v: an answer came", r.fault)
		}
		if r.fault.Reset && !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("%+v: %v, want a reset", r.fault, err)
		}
		if n := len(b.Tasks()); n != r.tasks || len(b.Ledger()) != r.tasks || b.Calls("POST", "/v1/videos") != 1 {
			t.Errorf("%+v: %d tasks, want %d; %d calls", r.fault, n, r.tasks, b.Calls("POST", "/v1/videos"))
		}
		if a, err := b.tryPost(); err != nil || a.status != 200 || b.Faults().Hits() != 1 {
			t.Errorf("%+v: the next one: %v", r.fault, err)
		}
	}
}

// A response can be cut at every byte: the client either detects it or has the complete response.
func TestCutAtEveryByte(t *testing.T) {
	b := start(t)
	whole := b.post("/v1/videos", boats)
	for n := 0; ; n += 7 {
		b.Faults().Add(sandboxtest.Fault{Method: "POST", Kind: sandboxtest.Cut, After: n})
		a, err := b.tryPost()
		if err == nil && a.err == nil {
			if n < len(whole.body) || a.json(t)["object"] != "video" {
				t.Fatalf("cut at %d: %d %s", n, a.status, a.body)
			}
			return
		}
		if n > 4000 {
			t.Fatal("it never came whole")
		}
	}
}

func TestDamagedContent(t *testing.T) {
	b := start(t)
	id := b.finish(object{"prompt": "boats"})
	whole := b.content(id).body
	half := len(whole) / 2
	for _, r := range []struct {
		fault sandboxtest.Fault
		err   error
		n     int
	}{
		{sandboxtest.Fault{Kind: sandboxtest.CutBody}, io.ErrUnexpectedEOF, half},
		{sandboxtest.Fault{Kind: sandboxtest.CutBody, After: 1000}, io.ErrUnexpectedEOF, 1000},
		{sandboxtest.Fault{Kind: sandboxtest.CutUnsized}, nil, half},
		{sandboxtest.Fault{Kind: sandboxtest.CutUnsized, After: 10}, nil, 10},
		{sandboxtest.Fault{Kind: sandboxtest.ShortBody}, nil, half},
		{sandboxtest.Fault{Kind: sandboxtest.LongBody, After: 12}, nil, len(whole) + 12},
	} {
		r.fault.Path = "/v1/sandbox/clips/*"
		b.Faults().Add(r.fault)
		a := b.content(id)
		if a.status != 200 || !errors.Is(a.err, r.err) || len(a.body) != r.n ||
			!bytes.HasPrefix(a.body, whole[:min(r.n, len(whole))]) {
			t.Errorf("%+v: %d, %d bytes of %d, %v", r.fault, a.status, len(a.body), len(whole), a.err)
		}
		_, err := mp4.Check(bytes.NewReader(a.body), int64(len(a.body)))
		// players ignore bytes after the end
		if accepted := err == nil; accepted != (r.fault.Kind == sandboxtest.LongBody) {
			t.Errorf("%+v: the check returns %v", r.fault, err)
		}
	}
	if a := b.content(id); !bytes.Equal(a.body, whole) {
		t.Error("the faults did not end")
	}
}

func TestHangingResponses(t *testing.T) {
	for _, r := range []struct {
		kind  sandboxtest.FaultKind
		tasks int
	}{{sandboxtest.Hang, 0}, {sandboxtest.HangHeaders, 1}, {sandboxtest.HangAnswer, 1}, {sandboxtest.HangBody, 1}} {
		b := start(t)
		b.Faults().Add(sandboxtest.Fault{Path: "/v1/videos", Kind: r.kind})
		ctx, cancel := context.WithCancel(t.Context())
		req, err := http.NewRequestWithContext(ctx, "POST", b.BaseURL()+"/v1/videos", bytes.NewReader(jsonOf(t, boats)))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+b.Key())
		done := make(chan error, 1)
		go func() {
			resp, err := b.http.Do(req)
			if err == nil {
				_, err = io.ReadAll(resp.Body)
				_ = resp.Body.Close()
			}
			done <- err
		}()
		for b.Faults().Hanging() == 0 || len(b.Tasks()) < r.tasks {
			select {
			case err := <-done:
				t.Fatalf("%s: %v", r.kind, err)
			default:
				runtime.Gosched()
			}
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", r.kind, err)
		}
		if len(b.Tasks()) != r.tasks {
			t.Errorf("%s: %d tasks", r.kind, len(b.Tasks()))
		}
	}
}

// A hanging request does not block Close.
func TestCloseEndsHangingRequests(t *testing.T) {
	b := start(t)
	b.Faults().Add(sandboxtest.Fault{Kind: sandboxtest.Hang})
	done := make(chan error, 1)
	go func() { _, err := b.tryPost(); done <- err }()
	for b.Faults().Hits() == 0 {
		runtime.Gosched()
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err == nil {
		t.Error("an answer came")
	}
}

func TestFixedAnswers(t *testing.T) {
	b := start(t)
	for _, r := range []struct {
		name   string
		fault  sandboxtest.Fault
		status int
		header map[string]string
		body   string
	}{
		{"429 with seconds", sandboxtest.Fault{Status: 429, RetryAfter: "3", Code: "rate_limit_exceeded",
			Message: "slow down"}, 429, map[string]string{"Retry-After": "3"},
			`{"error":{"message":"slow down","type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"}}`},
		{"429 with a date", sandboxtest.Fault{Status: 429, RetryAfter: "Sat, 21 Nov 2026 12:00:30 GMT"}, 429,
			map[string]string{"Retry-After": "Sat, 21 Nov 2026 12:00:30 GMT"}, "Too Many Requests"},
		{"429 empty", sandboxtest.Fault{Status: 429, Shape: sandboxtest.ShapeEmpty}, 429,
			map[string]string{"Retry-After": "", "Content-Length": "0"}, ""},
		{"500", sandboxtest.Fault{}, 500, nil, `"type":"server_error"`},
		{"502 page", sandboxtest.Fault{Status: 502, Shape: sandboxtest.ShapeHTML}, 502,
			map[string]string{"Content-Type": "text/html; charset=utf-8"}, "<h1>Bad Gateway</h1>"},
		{"503", sandboxtest.Fault{Status: 503, RetryAfter: "5"}, 503, map[string]string{"Retry-After": "5"}, ""},
		{"504", sandboxtest.Fault{Status: 504, Shape: sandboxtest.ShapePlain}, 504, nil, "Gateway Timeout"},
		{"524", sandboxtest.Fault{Status: 524, Shape: sandboxtest.ShapeEmpty}, 524, nil, ""},
		{"the shape with data", sandboxtest.Fault{Status: 400, Shape: sandboxtest.ShapeData, Code: "invalid_request",
			Message: "no"}, 400, nil, `{"code":"invalid_request","message":"no","data":null}`},
		{"detail", sandboxtest.Fault{Status: 422, Shape: sandboxtest.ShapeDetail, Message: "no"}, 422, nil,
			`{"detail":"no"}`},
		{"a bare string", sandboxtest.Fault{Status: 400, Shape: sandboxtest.ShapeString, Message: "no"}, 400, nil,
			`{"error":"no"}`},
		{"a page with 200", sandboxtest.Fault{Status: 200, Shape: sandboxtest.ShapeHTML}, 200, nil, "<html>"},
		{"anything", sandboxtest.Fault{Status: 200, Shape: sandboxtest.ShapeRaw, Message: `{"id":`}, 200, nil,
			`{"id":`},
		{"a redirect", sandboxtest.Fault{Status: 307, Shape: sandboxtest.ShapeEmpty,
			Header: map[string]string{"Location": "http://127.0.0.1:1/"}}, 307,
			map[string]string{"Location": "http://127.0.0.1:1/"}, ""},
		{"gone", sandboxtest.Fault{Kind: sandboxtest.Gone}, 410, nil, `"code":"artifact_gone"`},
	} {
		if r.fault.Kind == "" {
			r.fault.Kind = sandboxtest.Answer
		}
		b.Faults().Add(r.fault)
		a, err := b.tryPost()
		if err != nil || a.status != r.status || !strings.Contains(string(a.body), r.body) ||
			(r.body == "" && r.fault.Shape == sandboxtest.ShapeEmpty && len(a.body) > 0) {
			t.Errorf("%s: %d %s %v", r.name, a.status, a.body, err)
		}
		for k, v := range r.header {
			if a.header.Get(k) != v {
				t.Errorf("%s: %s is %q", r.name, k, a.header.Get(k))
			}
		}
	}
	if len(b.Tasks()) != 0 {
		t.Error("a task was made")
	}
	b.Faults().Add(sandboxtest.Fault{Kind: sandboxtest.Answer, Handled: true, Status: 500, Code: "do_request_failed"})
	if a := b.post("/v1/videos", boats); a.status != 500 || len(b.Tasks()) != 1 {
		t.Errorf("500 after accepting: %d, %d tasks", a.status, len(b.Tasks()))
	}
}

func TestAlteredTasks(t *testing.T) {
	b := start(t)
	id := b.submit(object{"prompt": "boats"})
	b.Faults().Add(
		sandboxtest.Fault{Path: "/v1/videos/*", Kind: sandboxtest.Alter,
			Set: map[string]any{"status": "paused", "progress": 100, "seconds": nil}},
		sandboxtest.Fault{Path: "/v1/videos/*", Kind: sandboxtest.Alter, Status: 202,
			Header: map[string]string{"Content-Type": "text/plain"}},
	)
	if p := b.poll(id); p["status"] != "paused" || p["progress"] != 100.0 || p["seconds"] != nil || p["id"] != id {
		t.Errorf("altered: %v", p)
	}
	if a := b.get("/v1/videos/" + id); a.status != 202 || a.header.Get("Content-Type") != "text/plain" ||
		a.json(t)["status"] != "queued" {
		t.Errorf("altered: %d %v %s", a.status, a.header, a.body)
	}
	if p := b.poll(id); p["status"] != "queued" {
		t.Errorf("afterwards: %v", p)
	}
}

func TestFailTaskFault(t *testing.T) {
	b := start(t)
	b.Faults().Add(sandboxtest.Fault{Method: "POST", Kind: sandboxtest.FailTask, Code: "moderation",
		Message: "not that"})
	first := b.submit(object{"prompt": "boats"})
	second := b.submit(object{"prompt": "boats"})
	b.Faults().Add(sandboxtest.Fault{Method: "GET", Path: "/v1/videos/" + second, Kind: sandboxtest.FailTask})
	for id, want := range map[string]object{
		first:  {"code": "moderation", "message": "not that"},
		second: {"code": "task_failed", "message": "the generation failed"},
	} {
		p := b.poll(id)
		e, _ := p["error"].(map[string]any)
		if p["status"] != "failed" || e["code"] != want["code"] || e["message"] != want["message"] {
			t.Errorf("%v", p)
		}
	}
	if got := b.kinds(); strings.Count(got, "refund") != 2 {
		t.Errorf("ledger %s", got)
	}
}

func TestFaultsCountDown(t *testing.T) {
	b := start(t)
	b.Faults().Add(sandboxtest.Fault{Method: "GET", Path: "/v1/videos/*", Skip: 1, Times: 2, Kind: sandboxtest.Answer,
		Status: 503})
	b.Faults().Add(sandboxtest.Fault{Method: "GET", Path: "/v1/videos/*/content", Times: -1, Kind: sandboxtest.Gone})
	var got []int
	for range 5 {
		got = append(got, b.get("/v1/videos/x").status)
	}
	if want := []int{404, 503, 503, 404, 404}; !equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for range 3 {
		if a := b.get("/v1/videos/x/content"); a.status != 410 {
			t.Errorf("%d", a.status)
		}
	}
	b.Faults().Clear()
	if a := b.get("/v1/videos/x/content"); a.status != 404 || b.Faults().Hits() != 5 {
		t.Errorf("%d, %d hits", a.status, b.Faults().Hits())
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestInvalidFaultsAreRefused(t *testing.T) {
	for _, bad := range []sandboxtest.Fault{
		{}, {Kind: "flood"}, {Kind: sandboxtest.Answer, Status: 99}, {Kind: sandboxtest.Gone, Path: "["},
		{Kind: sandboxtest.Cut, After: -1},
		{Kind: sandboxtest.Answer, Shape: "round"},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
}
