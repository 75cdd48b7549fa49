package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
		{"another range comes", `"v1"`, "", func(h *host) {
			h.wrong = fmt.Sprintf("bytes 0-%d/%d", len(data)-1, len(data))
		}, `"v1"`, 3},
		{"the range of another total", `"v1"`, "", func(h *host) {
			h.wrong = fmt.Sprintf("bytes 5000-%d/%d", len(data), len(data)+1)
		}, `"v1"`, 3},
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
			if got := h.asked[1].Get("If-Range"); got != tc.ifRange ||
				(h.asked[1].Get("Range") != "") != (tc.ifRange != "") {
				t.Errorf("second request: Range %q, If-Range %q", h.asked[1].Get("Range"), got)
			}
			if len(h.asked) != tc.rounds {
				t.Errorf("%d requests, want %d", len(h.asked), tc.rounds)
			}
		})
	}
}

// A server that ignores If-Range and sends a range of other content is detected by its ETag or its date.
func TestDownloadStartsOverWhenContentChanged(t *testing.T) {
	data := clip(t)
	const then, now = "Sat, 21 Nov 2026 12:00:00 GMT", "Sat, 21 Nov 2026 12:00:01 GMT"
	for _, tc := range []struct {
		name              string
		etag, date        string
		newEtag, newDate  string
		withoutEtag, over bool
	}{
		{"another ETag", `"v1"`, "", `"v2"`, "", false, true},
		{"another date, no ETag", "", then, "", now, false, true},
		{"another date, the ETag left out", `"v1"`, then, `"v1"`, now, true, true},
		{"another weak ETag", `W/"v1"`, then, `W/"v2"`, then, false, true},
		{"another date of the same content", `"v1"`, then, `"v1"`, now, false, false}, // one of several servers
	} {
		h := &host{data: data, etag: tc.etag, modified: tc.date, cut: 5000}
		resumes := false
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			resumes = r.Header.Get("If-Range") != ""
			if resumes {
				r.Header.Set("If-Range", cmp.Or(h.etag, h.modified))
				if tc.withoutEtag {
					w = withoutHeader{w, "Etag"}
				}
			}
			h.ServeHTTP(w, r)
		})
		path := filepath.Join(t.TempDir(), "a.mp4")
		get(t, c, path)
		h.cut, h.etag, h.modified = 0, tc.newEtag, tc.newDate
		if err := get(t, c, path); err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		landed(t, path, data)
		if over := len(h.asked) == 3 && h.last("Range") == ""; over != tc.over {
			t.Errorf("%s: %d requests, the last for %q", tc.name, len(h.asked), h.last("Range"))
		}
	}
}

// withoutHeader leaves a header out of an answer.
type withoutHeader struct {
	http.ResponseWriter
	name string
}

func (w withoutHeader) WriteHeader(status int) {
	w.Header().Del(w.name)
	w.ResponseWriter.WriteHeader(status)
}

// TestDownloadResumesFromSyncedLength: after a power cut a file can be longer than what was synced, with zeros behind
// that.
func TestDownloadResumesFromSyncedLength(t *testing.T) {
	for _, zeros := range []int{0, 4000, 1 << 20} { // 1 MB: more than the whole
		h := &host{data: clip(t), etag: `"v1"`, cut: 5000}
		c := serve(t, h.ServeHTTP)
		path := filepath.Join(t.TempDir(), "a.mp4")
		get(t, c, path)
		f, err := os.OpenFile(path+".part", os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(make([]byte, zeros))
		f.Close()
		h.cut = 0
		if err := get(t, c, path); err != nil || h.last("Range") != "bytes=5000-" {
			t.Fatalf("%v, asked for %q", err, h.last("Range"))
		}
		landed(t, path, h.data)
	}
}

// TestDownloadSyncsPeriodically: a program that dies in the middle finds noted what was on the disk by then.
func TestDownloadSyncsPeriodically(t *testing.T) {
	data, ctx := clip(t), context.Background()
	c := parser(t)
	c.syncInterval = 4000
	path := filepath.Join(t.TempDir(), "a.mp4")
	d := &download{c: c, path: path, progress: func(done, _ int64) {
		var p partState
		b, _ := os.ReadFile(path + ".part.json")
		part, _ := os.ReadFile(path + ".part")
		if err := json.Unmarshal(b, &p); err != nil || p.Synced > done || p.Synced < done-2*4000-1000 ||
			!bytes.Equal(part[:p.Synced], data[:p.Synced]) {
			t.Errorf("at %d bytes: %d are noted, %v", done, p.Synced, err)
		}
	}}
	ctx, watch := c.watchStall(ctx)
	defer watch.stop()
	state := partState{ETag: `"v1"`, Total: int64(len(data))}
	if err := d.receive(ctx, pieces{bytes.NewReader(data)}, watch, state, 0); err != nil {
		t.Fatal(err)
	}
	landed(t, path, data)
}

// pieces reads a thousand bytes at a time.
type pieces struct{ r io.Reader }

func (p pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), 1000)]) }

// TestDownloadSurvivesRepeatedDisconnects resumes again and again until the clip is there, byte by byte right.
func TestDownloadSurvivesRepeatedDisconnects(t *testing.T) {
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

// A partial file is resumed only for its own link, and only if its state is consistent with the file.
func TestDownloadIgnoresPartOfOtherContent(t *testing.T) {
	data := clip(t)
	for name, state := range map[string]partState{
		"another task": {URL: "http://other/v1/videos/x/content", ETag: `"v1"`, Total: int64(len(data)),
			Synced: 2000},
		"larger than it": {ETag: `"v1"`, Total: 10, Synced: 2000},
		"no validator":   {Total: int64(len(data)), Synced: 2000},
		"never synced":   {ETag: `"v1"`, Total: int64(len(data))},
		"shorter":        {ETag: `"v1"`, Total: int64(len(data)), Synced: 2001},
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

// TestDownloadCommitsCompletePart: all bytes were there when the program died; nothing is asked for.
func TestDownloadCommitsCompletePart(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`}
	c := serve(t, h.ServeHTTP)
	path := filepath.Join(t.TempDir(), "a.mp4")
	b, _ := json.Marshal(partState{URL: c.endpoint("videos", "task_1", "content").String(), ETag: `"v1"`,
		Total: int64(len(h.data)), Synced: int64(len(h.data))})
	os.WriteFile(path+".part", append(bytes.Clone(h.data), 0, 0), 0o600)
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
