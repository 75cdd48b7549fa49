package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

func TestDownloadResumes(t *testing.T) {
	data := clip(t)
	const modified = "Sat, 21 Nov 2026 12:00:00 GMT"
	for _, tc := range []struct {
		name           string
		etag, modified string
		change         func(h *host)
		ifRange        string // what the second request asks with; "" for a fresh start
		rounds         int    // requests in all
	}{
		{"by ETag", `"v1"`, "", nil, `"v1"`, 2},
		{"by date", "", modified, nil, modified, 2},
		{"a weak ETag is none, the date counts", `W/"v1"`, modified, nil, modified, 2},
		{"a weak ETag alone", `W/"v1"`, "", nil, "", 2},
		{"nothing to prove it by", "", "", nil, "", 2},
		{"the content changed", `"v1"`, "", func(h *host) { h.etag = `"v2"` }, `"v1"`, 2},
		{"ranges are ignored", `"v1"`, "", func(h *host) { h.ignore = true }, `"v1"`, 2},
		{"another range comes", `"v1"`, "", func(h *host) { h.wrong = fmt.Sprintf("bytes 0-%d/%d", len(data)-1, len(data)) }, `"v1"`, 3},
		{"the range of another total", `"v1"`, "", func(h *host) { h.wrong = fmt.Sprintf("bytes 5000-%d/%d", len(data), len(data)+1) }, `"v1"`, 3},
		{"a range that cannot be read", `"v1"`, "", func(h *host) { h.wrong = "5000" }, `"v1"`, 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := &host{data: data, etag: tc.etag, modified: tc.modified, cut: 5000}
			c := serve(t, h.ServeHTTP)
			path := filepath.Join(t.TempDir(), "a.mp4")
			if err := get(t, c, path); !errors.Is(err, ErrNoAnswer) {
				t.Fatalf("cut: %v", err)
			}
			if exists(path+".part") != (tc.ifRange != "") {
				t.Errorf("a part stays: %v", exists(path+".part"))
			}
			h.cut = 0
			if tc.change != nil {
				tc.change(h)
			}
			if err := get(t, c, path); err != nil {
				t.Fatal(err)
			}
			landed(t, path, data)
			if got := h.asked[1].Get("If-Range"); got != tc.ifRange || (h.asked[1].Get("Range") != "") != (tc.ifRange != "") {
				t.Errorf("second request: Range %q, If-Range %q", h.asked[1].Get("Range"), got)
			}
			if len(h.asked) != tc.rounds {
				t.Errorf("%d requests, want %d", len(h.asked), tc.rounds)
			}
		})
	}
}

// TestDownloadChangedUnderAResume: a server that ignores If-Range and gives a range of other content is caught by its
// ETag.
func TestDownloadChangedUnderAResume(t *testing.T) {
	data := clip(t)
	h := &host{data: data, etag: `"v1"`, cut: 5000}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-Range") != "" {
			r.Header.Set("If-Range", h.etag)
		}
		h.ServeHTTP(w, r)
	})
	path := filepath.Join(t.TempDir(), "a.mp4")
	get(t, c, path)
	h.cut, h.etag = 0, `"v2"`
	if err := get(t, c, path); err != nil {
		t.Fatal(err)
	}
	landed(t, path, data)
	if len(h.asked) != 3 || h.last("Range") != "" {
		t.Errorf("%d requests, the last for %q: it was not started over", len(h.asked), h.last("Range"))
	}
}

// TestDownloadSurvivesManyCuts resumes again and again until the clip is there, byte by byte right.
func TestDownloadSurvivesManyCuts(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`, cut: 1000}
	c := serve(t, h.ServeHTTP)
	path := filepath.Join(t.TempDir(), "a.mp4")
	for tries := 1; get(t, c, path) != nil; tries++ {
		if tries > 2+len(h.data)/1000 {
			t.Fatal("no progress")
		}
	}
	landed(t, path, h.data)
}

// TestDownloadPartOfSomethingElse: a part is continued only for the link that it came from, and a state that lies about
// the file is not believed.
func TestDownloadPartOfSomethingElse(t *testing.T) {
	data := clip(t)
	for name, state := range map[string]partState{
		"another task":   {URL: "http://other/v1/videos/x/content", ETag: `"v1"`, Total: int64(len(data))},
		"larger than it": {ETag: `"v1"`, Total: 10},
		"no validator":   {Total: int64(len(data))},
	} {
		t.Run(name, func(t *testing.T) {
			h := &host{data: data, etag: `"v1"`}
			c := serve(t, h.ServeHTTP)
			path := filepath.Join(t.TempDir(), "a.mp4")
			if state.URL == "" {
				state.URL = c.endpoint("videos", "task_1", "content").String()
			}
			b, _ := json.Marshal(state)
			os.WriteFile(path+".part", bytes.Repeat([]byte("x"), 2000), 0o600)
			os.WriteFile(path+".part.json", b, 0o600)
			if err := get(t, c, path); err != nil {
				t.Fatal(err)
			}
			landed(t, path, data)
			if h.last("Range") != "" {
				t.Error("the part was continued")
			}
		})
	}
}

// TestDownloadEndedBeforeLanding: all bytes were there when the program died; nothing is asked for.
func TestDownloadEndedBeforeLanding(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`}
	c := serve(t, h.ServeHTTP)
	path := filepath.Join(t.TempDir(), "a.mp4")
	b, _ := json.Marshal(partState{URL: c.endpoint("videos", "task_1", "content").String(), ETag: `"v1"`, Total: int64(len(h.data))})
	os.WriteFile(path+".part", h.data, 0o600)
	os.WriteFile(path+".part.json", b, 0o600)
	if err := get(t, c, path); err != nil {
		t.Fatal(err)
	}
	landed(t, path, h.data)
	if len(h.asked) != 0 {
		t.Errorf("%d requests", len(h.asked))
	}
}

// TestDownloadShortRange: a range that ends early without a word is a cut, not damage: what came is kept.
func TestDownloadShortRange(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`, cut: 5000}
	short := false
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !short {
			h.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes 5000-%d/%d", len(h.data)-1, len(h.data)))
		w.WriteHeader(http.StatusPartialContent)
		w.Write(h.data[5000:6000])
	})
	path := filepath.Join(t.TempDir(), "a.mp4")
	get(t, c, path)
	short = true
	if err := get(t, c, path); !errors.Is(err, ErrNoAnswer) {
		t.Errorf("%v, want ErrNoAnswer", err)
	}
	if st, err := os.Stat(path + ".part"); err != nil || st.Size() != 6000 {
		t.Errorf("the part: %v, %v", st, err)
	}
	short, h.cut = false, 0
	if err := get(t, c, path); err != nil || h.last("Range") != "bytes=6000-" {
		t.Fatalf("%v, %s", err, h.last("Range"))
	}
	landed(t, path, h.data)
}
