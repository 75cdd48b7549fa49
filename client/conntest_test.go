package client

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTestConnection(t *testing.T) {
	type state struct{ ran, ok bool }
	pass, fail, none := state{true, true}, state{true, false}, state{}
	for _, tc := range []struct {
		name                string
		status              int
		body                string
		reach, key, service state
		want                error
	}{
		{"404 of a task", 404, `{"error":{"message":"Task not found","type":"invalid_request_error"}}`, pass, pass,
			pass, nil},
		{"400 of a task", 400, `{"code":"task_not_exist","message":"task_not_exist","data":null}`, pass, pass, pass,
			nil},
		{"404 of FastAPI about a video", 404, `{"detail":"Video not found"}`, pass, pass, pass, nil},
		{"such a task", 200, `{"id":"x","status":"queued"}`, pass, pass, pass, nil},
		{"404 of FastAPI about the path", 404, `{"detail":"Not Found"}`, pass, none, fail, ErrNotFound},
		{"404 of a relay about the path", 404, `{"error":{"message":"Invalid URL (GET /v1/videos/x)"}}`, pass, none,
			fail, ErrNotFound},
		{"404 of a router", 404, "404 page not found", pass, none, fail, ErrNotFound},
		{"a page", 200, "<html><title>Home</title>", pass, none, fail, ErrUnreadable},
		{"401", 401, `{"error":{"message":"Invalid token ` + testKey + `"}}`, pass, fail, none, ErrAuth},
		{"403 of an unknown task", 403, `{"error":{"message":"no access to this task"}}`, pass, pass, pass, nil},
		{"403 of a page", 403, `<html>Forbidden</html>`, pass, fail, none, ErrForbidden},
		{"429", 429, ``, pass, none, fail, ErrRateLimited},
		{"500", 500, ``, pass, none, fail, ErrServer},
		{"405", 405, ``, pass, none, fail, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := serve(t, answerWith(tc.status, tc.body)).TestConnection(context.Background())
			checkReport(t, r, err)
			for i, want := range []state{tc.reach, tc.key, tc.service} {
				if got := (state{r.Steps[i].Ran, r.Steps[i].OK}); got != want {
					t.Errorf("step %s: %+v, want %+v (%v)", r.Steps[i].Name, got, want, r.Steps[i].Err)
				}
			}
			if tc.want != nil && !errors.Is(err, tc.want) {
				t.Errorf("%v, want %v", err, tc.want)
			}
			if !strings.HasPrefix(r.Origin, "http://") { // not encrypted, and said
				t.Error(r.Origin)
			}
		})
	}
}

// Messages of routers and gateways about an unknown path do not mean that the task is unknown.
func TestIsUnknownTask(t *testing.T) {
	for _, tc := range []struct {
		status int
		body   string
		want   bool
	}{
		{404, `{"error":{"message":"Task not found","type":"invalid_request_error"}}`, true},
		{400, `{"code":"task_not_exist","message":"task_not_exist","data":null}`, true},
		{404, `{"detail":"Video not found"}`, true},
		{404, `{"error":{"message":"The video 'x' does not exist.","code":null}}`, true},
		{410, `{"error":{"code":"artifact_gone","message":"the task was deleted"}}`, true},
		{410, `{"error":{"code":"artifact_gone","message":"the URL of this clip has expired"}}`, true},
		{410, `<html><title>Gone</title>`, false},
		{404, `{"detail":"Not Found"}`, false},
		{404, `{"message":"no Route matched with those values"}`, false},
		{404, `{"error_msg":"404 Route Not Found"}`, false},
		{404, `{"message":"Route GET:/v1/videos/x not found","error":"Not Found","statusCode":404}`, false},
		{404, `{"timestamp":"2026-11-22","status":404,"error":"Not Found","path":"/v1/videos/x"}`, false},
		{404, `{"error":{"message":"Invalid URL (GET /v1/videos/x)"}}`, false},
		{404, `{"statusCode":404,"message":"Resource not found"}`, false},
		{404, `{"status":"error","code":404,"message":"Application not found"}`, false},
		{404, `{}`, false},
		{404, ``, false},
		{404, `404 page not found`, false},
		{404, `<html><title>Not here</title>`, false},
		{400, `{"error":{"message":"bad request"}}`, false},
		{503, `{"error":{"message":"no such task"}}`, false},
		{200, `{"message":"no such task"}`, false},
	} {
		_, err := serve(t, answerWith(tc.status, tc.body)).GetVideo(context.Background(), "task_1")
		if got := IsUnknownTask(err); got != tc.want {
			t.Errorf("%d %s: %v (%v)", tc.status, tc.body, got, err)
		}
	}
}

func TestTestConnectionUnreachable(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = quiet()
	secure.StartTLS()
	t.Cleanup(secure.Close)
	for want, c := range map[error]*Client{
		ErrNoHost:      newClient(t, "https://api.example.com", func(c *Config) { c.Dial = dialTo(nil) }),
		ErrCertificate: newClient(t, secure.URL),
		ErrUnreachable: newClient(t, "http://127.0.0.1:1"),
	} {
		r, err := c.TestConnection(context.Background())
		checkReport(t, r, err)
		if !errors.Is(err, want) || r.Steps[0].OK || !r.Steps[0].Ran || r.Steps[1].Ran || r.Steps[2].Ran {
			t.Errorf("%v, want %v: %+v", err, want, r)
		}
	}
	r, err := newClient(t, secure.URL, trust(secure)).TestConnection(context.Background())
	checkReport(t, r, err)
	if !r.Steps[0].OK || !strings.HasPrefix(r.Origin, "https://") {
		t.Errorf("%+v", r)
	}
}

func checkReport(t *testing.T, r Report, err error) {
	t.Helper()
	if len(r.Steps) != 3 || r.Steps[0].Name != StepReach || r.Steps[1].Name != StepKey ||
		r.Steps[2].Name != StepService {
		t.Fatalf("%+v", r)
	}
	if r.OK() != (err == nil) || r.Origin == "" {
		t.Errorf("OK %v with %v", r.OK(), err)
	}
	for _, s := range r.Steps {
		if seen := s.Name == StepKey && errors.Is(s.Err, ErrForbidden); s.Ran && s.OK == (s.Err != nil) && !seen ||
			!s.Ran && s.Err != nil {
			t.Errorf("%+v", s)
		}
		if s.Err != nil {
			clean(t, s.Err.Error())
		}
	}
	if err != nil {
		clean(t, err.Error())
	}
}
