package client

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
)

// TestGetVideoIgnoresOtherAnswers: gateways answer 200 with an error of their own, or about another task. Such an
// answer is neither an end of this task nor a running state of it.
func TestGetVideoIgnoresOtherAnswers(t *testing.T) {
	for body, want := range map[string]error{
		`{"status":"error","message":"upstream timeout"}`:              ErrNoState,
		`{"id":"task_2","status":"failed","progress":100}`:             ErrNoState,
		`{"id":"task_2","status":"completed","progress":100}`:          ErrNoState,
		`{"status":"failed","error":{"code":"task_failed"}}`:           ErrNoState,
		`{"error":{"message":"upstream error","type":"server_error"}}`: ErrNoState,
		`{"status":500,"message":"upstream error"}`:                    ErrNoState,
		`{"id":"task_1","object":"video"}`:                             ErrNoState,
		`{}`:                                                           ErrUnreadable,
		`<html>Bad gateway</html>`:                                     ErrUnreadable,
		`{"id":"task_1","status":"failed","progress":100}`:             nil,
		`{"id":"task_1","status":"completed","progress":100}`:          nil,
		`{"status":"in_progress","progress":40}`:                       nil,
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(body)) })
		if task, err := c.GetVideo(context.Background(), "task_1"); !errors.Is(err, want) ||
			(err == nil) != (want == nil) {
			t.Errorf("%s: %+v, %v, want %v", body, task, err, want)
		}
	}
}

// TestOnlyServiceDeclaresContentGone: the words of the host to which content is redirected are not those of
// the service, so its artifact_gone has no code.
func TestOnlyServiceDeclaresContentGone(t *testing.T) {
	gone := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusGone)
		w.Write([]byte(`{"error":{"code":"artifact_gone","message":"deleted"}}`))
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(gone))
	defer elsewhere.Close()
	for code, handler := range map[string]http.HandlerFunc{
		"artifact_gone": gone,
		"": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		},
	} {
		err := get(t, serve(t, handler), filepath.Join(t.TempDir(), "a.mp4"))
		var refused *Error
		if !errors.As(err, &refused) || !errors.Is(err, ErrGone) || refused.Code != code {
			t.Errorf("%v has not the code %q", err, code)
		}
	}
}

// If polls return no state, ContentState does.
func TestContentStateOfTask(t *testing.T) {
	data := clip(t)
	for name, c := range map[string]struct {
		status int
		body   string
		want   string // status of the task; "": it is not known
	}{
		"a clip":          {200, string(data), StatusCompleted},
		"a page":          {200, "<html>Please sign in to go on</html>", ""},
		"failed, by code": {400, `{"error":{"code":"task_failed","message":"no luck"}}`, StatusFailed},
		"failed, in words": {400, `{"error":{"message":"Task is not completed yet, current status: FAILURE"}}`,
			StatusFailed},
		"running, in words": {400, `{"error":{"message":"Task is not completed yet, current status: IN_PROGRESS"}}`,
			""},
		"a broken gateway": {502, `{"error":{"code":"task_failed"}}`, ""},
	} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			w.Write([]byte(c.body))
		})
		task, err := s.ContentState(context.Background(), "task_1")
		if (err == nil) != (c.want != "") || err == nil && (task.Status != c.want || task.ID != "task_1") {
			t.Errorf("%s: %+v, %v, want %q", name, task, err, c.want)
		}
	}
}
