package client

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestDownloadRefused(t *testing.T) {
	data := clip(t)
	brokenInside := bytes.Clone(data)
	copy(brokenInside[bytes.Index(data, []byte("moov")):], "wxyz")
	for _, tc := range []struct {
		name string
		h    http.HandlerFunc
		want error
		not  error
	}{
		{"410", answerWith(410, `{"error":{"code":"artifact_gone","message":"expired"}}`), ErrGone, ErrTooEarly},
		{"404 that means gone", answerWith(404, `{"error":{"code":"artifact_gone","message":"expired"}}`), ErrGone,
			ErrTooEarly},
		{"400 too early", answerWith(400,
			`{"error":{"message":"Task is not completed yet, current status: NOT_START","type":"invalid_request_error"}}`), ErrTooEarly, ErrGone},
		{"404 too early", answerWith(404, `{"detail":"Generation is still in-progress"}`), ErrTooEarly, ErrGone},
		{"409 too early", answerWith(409, `{"error":{"code":"artifact_not_ready","message":"m"}}`), ErrTooEarly, nil},
		{"425 too early", answerWith(425, ""), ErrTooEarly, nil},
		{"401", answerWith(401, ""), ErrAuth, ErrTooEarly},
		{"429", answerWith(429, "", "Retry-After", "9"), ErrRateLimited, ErrTooEarly},
		{"502", answerWith(502, `<html>`), ErrServer, ErrGone},
		{"204", answerWith(204, ""), ErrDamaged, nil},
		{"206 that nobody asked for", answerWith(206, "abc", "Content-Range", "bytes 0-2/3"), ErrDamaged, nil},
		{"a page with 200", answerWith(200, "<html><title>Log in</title>"), ErrDamaged, nil},
		{"an error with 200", answerWith(200, `{"error":{"message":"key `+testKey+`"}}`), ErrDamaged, nil},
		{"nothing with 200", answerWith(200, ""), ErrDamaged, nil},
		{"three bytes", answerWith(200, "abc"), ErrDamaged, nil},
		{"cut without a length", func(w http.ResponseWriter, _ *http.Request) {
			w.Write(data[:9000])
			w.(http.Flusher).Flush()
		}, ErrDamaged, nil},
		{"no moov", func(w http.ResponseWriter, _ *http.Request) { w.Write(brokenInside) }, ErrDamaged, nil},
		{"compressed", answerWith(200, "abc", "Content-Encoding", "br"), ErrUnreadable, nil},
		{"announced too large", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9999999999")
		}, ErrTooLarge, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.mp4")
			err := get(t, serve(t, tc.h), path)
			if !errors.Is(err, tc.want) || tc.not != nil && errors.Is(err, tc.not) {
				t.Errorf("%v, want %v and not %v", err, tc.want, tc.not)
			}
			asError(t, err)
			if exists(path+".part") || exists(path+".part.json") {
				t.Error("a part stays that is no part")
			}
		})
	}
}

// TestDownloadKeepsFileDamagedTwice: a clip that the service gives out damaged, twice the same, is kept beside the
// path. What differs is asked for again, a page is never kept, and what was kept goes when the clip comes whole.
func TestDownloadKeepsFileDamagedTwice(t *testing.T) {
	data := clip(t)
	broken, other := bytes.Clone(data), bytes.Clone(data)
	copy(broken[bytes.Index(data, []byte("moov")):], "wxyz")
	copy(other[bytes.Index(data, []byte("moov")):], "zyxw")
	send := data
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("ETag", `"v1"`); w.Write(send) })
	path := filepath.Join(t.TempDir(), "a.mp4")
	page := []byte("<html><title>Log in</title>")
	for i, step := range []struct {
		send, kept []byte
		again      bool
	}{
		{page, nil, false}, {page, nil, false}, {broken, broken, false}, {other, other, false}, {page, other, false},
		{broken, broken, false},
		{broken[:len(broken)-1], broken[:len(broken)-1], false}, {broken, broken, false}, {broken, broken, true},
		{broken, broken, true},
	} {
		send = step.send
		err := get(t, c, path)
		if !errors.Is(err, ErrDamaged) || errors.Is(err, ErrDeliveredDamaged) != step.again || exists(path+".part") ||
			exists(path+".part.json") {
			t.Errorf("step %d: %v", i, err)
		}
		if kept, err := os.ReadFile(path + RefusedExt); !bytes.Equal(kept, step.kept) {
			t.Errorf("step %d: %d bytes are kept, want %d, %v", i, len(kept), len(step.kept), err)
		}
	}
	send = data
	if err := get(t, c, path); err != nil || exists(path+RefusedExt) {
		t.Errorf("whole at last: %v", err)
	}
	landed(t, path, data)
}

// TestDownloadKeepsOtherContainers: only texts and pages are thrown away. A file that came whole and is no MP4 is kept
// when it comes again.
func TestDownloadKeepsOtherContainers(t *testing.T) {
	mp4 := clip(t)
	for name, tc := range map[string]struct {
		body string
		kept bool
	}{
		"a free box first": {"\x00\x00\x00\x0cfree\x00\x00\x00\x00" + string(mp4), true},
		"no ftyp":          {string(mp4[bytes.Index(mp4, []byte("ftyp"))-4+int(mp4[3]):]), true},
		"WebM":             {"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm", true},
		"few bytes":        {"\x00\x01\x02", true},
		"JSON":             {`{"error":{"message":"not now"}}`, false},
		"a page":           {"\n <!DOCTYPE html><title>Log in</title>", false},
		"words":            {"upstream connect error or disconnect/reset before headers", false},
		"nothing":          {"", false},
	} {
		c := serve(t, answerWith(200, tc.body, "Content-Type", "video/mp4"))
		path := filepath.Join(t.TempDir(), "a.mp4")
		if err := get(t, c, path); err == nil { // the check may know it by now
			if !tc.kept {
				t.Errorf("%s landed", name)
			}
			continue
		}
		err := get(t, c, path)
		kept, _ := os.ReadFile(path + RefusedExt)
		if errors.Is(err, ErrDeliveredDamaged) != tc.kept || tc.kept && string(kept) != tc.body || !tc.kept &&
			kept != nil {
			t.Errorf("%s: %v, %d bytes are kept", name, err, len(kept))
		}
	}
}

// The partial file is removed only if the service itself reports that it deleted the clip. A 410 without that code can
// come from any host.
func TestDownloadGoneRemovesPart(t *testing.T) {
	for body, dropped := range map[string]bool{`{"error":{"code":"artifact_gone","message":"expired"}}`: true,
		"": false} {
		h := &host{data: clip(t), etag: `"v1"`, cut: 5000}
		gone := false
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if gone {
				answerWith(410, body)(w, r)
				return
			}
			h.ServeHTTP(w, r)
		})
		path := filepath.Join(t.TempDir(), "a.mp4")
		get(t, c, path)
		gone = true
		err := get(t, c, path)
		if !errors.Is(err, ErrGone) || exists(path+".part") == dropped || exists(path+".part.json") == dropped {
			t.Errorf("body %q: %v, part kept: %v", body, err, exists(path+".part"))
		}
	}
}

func TestDownloadLimitsSize(t *testing.T) {
	data := clip(t)
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush() // no length
		w.Write(data)
	})
	c.maxVideo = 10_000
	path := filepath.Join(t.TempDir(), "a.mp4")
	if err := get(t, c, path); !errors.Is(err, ErrTooLarge) || exists(path+".part") {
		t.Errorf("%v", err)
	}
}

// TestErrorHasDateOfService: a caller judges the age of a file by it and not by its own clock.
func TestErrorHasDateOfService(t *testing.T) {
	for header, want := range map[string]time.Time{
		"Sat, 21 Nov 2026 22:00:01 GMT": time.Date(2026, 11, 21, 22, 0, 1, 0, time.UTC),
		"yesterday":                     {},
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", header)
			http.Error(w, `{"error":{"message":"not there"}}`, http.StatusNotFound)
		})
		err := get(t, c, filepath.Join(t.TempDir(), "a.mp4"))
		if e := asError(t, err); !e.Date.Equal(want) || e.Status != http.StatusNotFound {
			t.Errorf("%q is read as %v", header, e.Date)
		}
	}
}

// The code artifact_gone of a host that the content is redirected to is no word of the service.
func TestArtifactGoneOfOtherHostIsIgnored(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`, cut: 5000}
	const gone = `{"error":{"code":"artifact_gone","message":"expired"}}`
	storage := httptest.NewServer(answerWith(410, gone))
	defer storage.Close()
	redirects := false
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if redirects {
			http.Redirect(w, r, storage.URL+"/clip.mp4", http.StatusFound)
			return
		}
		h.ServeHTTP(w, r)
	})
	path := filepath.Join(t.TempDir(), "a.mp4")
	get(t, c, path)
	redirects = true
	e := asError(t, get(t, c, path))
	if e.Status != 410 || e.Code != "" || !exists(path+".part") {
		t.Errorf("status %d, code %q, part kept: %v", e.Status, e.Code, exists(path+".part"))
	}
}

// ContentState returns the state of a task from its content, or an error.
func TestContentState(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		state  string // "" is an error
		words  string
	}{
		"a clip": {func(w http.ResponseWriter, _ *http.Request) { w.Write(clip(t)) }, StatusCompleted, ""},
		"failed": {answerWith(400, `{"error":{"message":"Task is not completed yet, current status: FAILURE"}}`),
			StatusFailed,
			"Task is not completed yet, current status: FAILURE"},
		"the code task_failed": {answerWith(409, `{"error":{"code":"task_failed","message":"blocked"}}`), StatusFailed,
			"blocked"},
		"too early": {answerWith(400,
			`{"error":{"message":"Task is not completed yet, current status: NOT_START"}}`), "", ""},
		"gone": {answerWith(410, `{"error":{"code":"artifact_gone","message":"expired"}}`), "", ""},
		"a fault": {answerWith(503, `{"error":{"code":"task_failed","message":"status: FAILURE"}}`), "",
			""},
		"an error with 200": {answerWith(200, `{"error":{"message":"busy"}}`), "", ""},
		"a page with 200":   {answerWith(200, "<html><title>Log in</title>"), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var asked string
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				asked = r.Method + " " + r.URL.Path
				c.answer(w, r)
			})
			task, err := client.ContentState(context.Background(), "task_1")
			if !strings.HasPrefix(asked, "GET ") || !strings.HasSuffix(asked, "/task_1/content") {
				t.Errorf("asked %s", asked)
			}
			if c.state == "" {
				asError(t, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if task.ID != "task_1" || task.Status != c.state || c.words != "" &&
				(task.Error == nil || task.Error.Message != c.words) {
				t.Errorf("%+v, %+v", task, task.Error)
			}
		})
	}
}
