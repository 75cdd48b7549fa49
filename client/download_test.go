package client

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// host serves one clip and notes what was asked.
type host struct {
	data     []byte
	etag     string
	modified string
	cut      int // bytes after which the connection breaks; 0: never
	ignore   bool
	wrong    string // Content-Range to lie with
	asked    []http.Header
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.asked = append(h.asked, r.Header.Clone())
	if h.etag != "" {
		w.Header().Set("ETag", h.etag)
	}
	if h.modified != "" {
		w.Header().Set("Last-Modified", h.modified)
	}
	data, status := h.data, http.StatusOK
	var from int
	if n, _ := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from); n == 1 && !h.ignore {
		same := r.Header.Get("If-Range") == h.etag || r.Header.Get("If-Range") == h.modified
		switch {
		case h.wrong != "":
			w.Header().Set("Content-Range", h.wrong)
			status = http.StatusPartialContent
		case same && from >= len(data):
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		case same:
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
			data, status = data[from:], http.StatusPartialContent
		}
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	w.WriteHeader(status)
	if h.cut > 0 && h.cut < len(data) {
		w.Write(data[:h.cut])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	w.Write(data)
}

func (h *host) last(name string) string { return h.asked[len(h.asked)-1].Get(name) }

func landed(t *testing.T, path string, want []byte) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%d bytes, %v, want %d", len(got), err, len(want))
	}
	if exists(path+".part") || exists(path+".part.json") || exists(path+".part.json.tmp") {
		t.Error("something stays beside the clip")
	}
}

func get(t *testing.T, c *Client, path string) error {
	t.Helper()
	err := c.DownloadVideo(context.Background(), "task_1", path, nil)
	if err != nil {
		clean(t, err.Error())
		if exists(path) {
			t.Fatalf("a file was landed with the error %v", err)
		}
	}
	return err
}

func TestDownloadWhole(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`}
	c := serve(t, h.ServeHTTP)
	path := filepath.Join(t.TempDir(), "a.mp4")
	var done, total int64
	if err := c.DownloadVideo(context.Background(), "task_1", path, func(d, n int64) {
		if d < done {
			t.Errorf("progress falls from %d to %d", done, d)
		}
		done, total = d, n
	}); err != nil {
		t.Fatal(err)
	}
	landed(t, path, h.data)
	if done != int64(len(h.data)) || total != done {
		t.Errorf("progress ends with %d of %d", done, total)
	}
	if h.last("Accept-Encoding") != "identity" || h.last("Range") != "" || h.last("Authorization") != "Bearer "+testKey {
		t.Errorf("asked with %v", h.asked)
	}
	if st, _ := os.Stat(path); st.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", st.Mode())
	}
}

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

// TestDownloadKeepsNoSignedLink: the state names the service's own address, whatever it redirects to.
func TestDownloadKeepsNoSignedLink(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`, cut: 5000}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/content") {
			http.Redirect(w, r, prefix+"/v1/signed-path?X-Signature=1", http.StatusFound)
			return
		}
		h.ServeHTTP(w, r)
	})
	path := filepath.Join(t.TempDir(), "a.mp4")
	get(t, c, path)
	b, err := os.ReadFile(path + ".part.json")
	if err != nil {
		t.Fatal(err)
	}
	clean(t, string(b))
	h.cut = 0
	if err := get(t, c, path); err != nil {
		t.Fatal(err)
	}
	landed(t, path, h.data)
	if h.last("Range") != "bytes=5000-" {
		t.Errorf("Range %q after a redirect", h.last("Range"))
	}
}

func TestDownloadRefused(t *testing.T) {
	data := clip(t)
	brokenInside := bytes.Clone(data)
	copy(brokenInside[bytes.Index(data, []byte("moov")):], "free")
	for _, tc := range []struct {
		name string
		h    http.HandlerFunc
		want error
		not  error
	}{
		{"410", answerWith(410, `{"error":{"code":"artifact_gone","message":"expired"}}`), ErrGone, ErrTooEarly},
		{"404 that means gone", answerWith(404, `{"error":{"code":"artifact_gone","message":"expired"}}`), ErrGone, ErrTooEarly},
		{"400 too early", answerWith(400, `{"error":{"message":"Task is not completed yet, current status: NOT_START","type":"invalid_request_error"}}`), ErrTooEarly, ErrGone},
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
		{"cut without a length", func(w http.ResponseWriter, _ *http.Request) { w.Write(data[:9000]); w.(http.Flusher).Flush() }, ErrDamaged, nil},
		{"no moov", func(w http.ResponseWriter, _ *http.Request) { w.Write(brokenInside) }, ErrDamaged, nil},
		{"compressed", answerWith(200, "abc", "Content-Encoding", "br"), ErrUnreadable, nil},
		{"announced too large", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "9999999999") }, ErrTooLarge, nil},
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

// TestDownloadGoneDropsThePart: what is deleted can never be continued.
func TestDownloadGoneDropsThePart(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`, cut: 5000}
	gone := false
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if gone {
			answerWith(410, "")(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
	path := filepath.Join(t.TempDir(), "a.mp4")
	get(t, c, path)
	gone = true
	if err := get(t, c, path); !errors.Is(err, ErrGone) || exists(path+".part") || exists(path+".part.json") {
		t.Errorf("%v", err)
	}
}

func TestDownloadOverTheCap(t *testing.T) {
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

// TestDownloadStalls: silence ends a download, before the head and in the middle; the part stays for the next one.
func TestDownloadStalls(t *testing.T) {
	data := clip(t)
	for name, sent := range map[string]string{
		"before the head": "",
		"in the middle":   "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: " + fmt.Sprint(len(data)) + "\r\n\r\n" + string(data[:5000]),
	} {
		t.Run(name, func(t *testing.T) {
			clock := newStalledClock()
			hang := make(chan struct{})
			defer close(hang)
			fire := make(chan struct{})
			s := serveRaw(t, func(c net.Conn) { io.WriteString(c, sent); <-fire; (<-clock.fire)(); <-hang })
			c := newClient(t, "http://"+s.addr, func(c *Config) { c.AfterFunc = clock.afterFunc })
			path := filepath.Join(t.TempDir(), "a.mp4")
			if sent == "" {
				close(fire)
			}
			err := c.DownloadVideo(context.Background(), "task_1", path, func(done, _ int64) {
				if done == 5000 {
					close(fire)
				}
			})
			if !errors.Is(err, ErrStalled) || exists(path) || exists(path+".part") != (sent != "") {
				t.Errorf("%v, part %v", err, exists(path+".part"))
			}
		})
	}
}

// feedTimer counts how often the stall watch was fed.
type feedTimer struct {
	fed     int
	stopped bool
}

func (f *feedTimer) Reset(d time.Duration) bool { f.fed++; return true }
func (f *feedTimer) Stop() bool                 { f.stopped = true; return true }

func TestDownloadFeedsTheWatch(t *testing.T) {
	h := &host{data: clip(t)}
	timer := &feedTimer{}
	var patience time.Duration
	c := serve(t, h.ServeHTTP, func(c *Config) {
		c.StallTimeout = 7 * time.Second
		c.AfterFunc = func(d time.Duration, _ func()) Timer { patience = d; return timer }
	})
	if err := get(t, c, filepath.Join(t.TempDir(), "a.mp4")); err != nil {
		t.Fatal(err)
	}
	if timer.fed < 2 || !timer.stopped || patience != 7*time.Second {
		t.Errorf("fed %d times, stopped %v, patience %v", timer.fed, timer.stopped, patience)
	}
}

// TestDownloadCancelled keeps the part: the program quits and goes on tomorrow.
func TestDownloadCancelled(t *testing.T) {
	data := clip(t)
	hang := make(chan struct{})
	defer close(hang)
	s := serveRaw(t, func(c net.Conn) {
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: %d\r\n\r\n%s", len(data), data[:5000])
		<-hang
	})
	ctx, cancel := context.WithCancel(context.Background())
	path := filepath.Join(t.TempDir(), "a.mp4")
	err := newClient(t, "http://"+s.addr).DownloadVideo(ctx, "task_1", path, func(done, _ int64) {
		if done == 5000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || errors.Is(err, ErrStalled) || !exists(path+".part.json") {
		t.Errorf("%v", err)
	}
}

// TestDownloadDisk: an error of the disk is one of the disk, and the part stays.
func TestDownloadDisk(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`}
	c := serve(t, h.ServeHTTP)
	if err := get(t, c, filepath.Join(t.TempDir(), "no such folder", "a.mp4")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	h.asked = nil
	path := filepath.Join(t.TempDir(), "a.mp4")
	c.checkVideo = func(io.ReaderAt, int64) error { return syscall.EIO }
	if err := get(t, c, path); !errors.Is(err, syscall.EIO) || errors.Is(err, ErrDamaged) || !exists(path+".part") {
		t.Errorf("a disk that cannot be read: %v", err)
	}
	c.checkVideo = checkClip
	if err := get(t, c, path); err != nil {
		t.Fatal(err)
	}
	landed(t, path, h.data)
	if len(h.asked) != 1 {
		t.Errorf("%d requests, want the part to be landed as it was", len(h.asked))
	}
}

func TestDownloadIDs(t *testing.T) {
	c := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("something was asked") })
	for _, id := range []string{"", ".", "..", "../x", "a/b", `a\b`, "a?b", "a#b", "a%2fb", "a b", "a\x00", "-a", strings.Repeat("a", 513)} {
		if err := c.DownloadVideo(context.Background(), id, filepath.Join(t.TempDir(), "a.mp4"), nil); !errors.Is(err, ErrBadTaskID) {
			t.Errorf("%q: %v", id, err)
		}
		if _, err := c.GetVideo(context.Background(), id); !errors.Is(err, ErrBadTaskID) || OutcomeOf(err) != NotSent {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, id := range []string{"task_1", "video_bGl0ZQ==", "3f2a-9.b", strings.Repeat("a", 512)} {
		if err := CheckTaskID(id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestContentRange(t *testing.T) {
	for _, tc := range []struct {
		in          string
		from, total int64
		ok          bool
	}{
		{"bytes 100-199/200", 100, 200, true},
		{" bytes 100-199/* ", 100, -1, true},
		{"bytes 100-150/200", 0, 0, false},
		{"bytes 199-100/200", 0, 0, false},
		{"bytes */200", 0, 0, false},
		{"items 0-1/2", 0, 0, false},
		{"", 0, 0, false},
		{"bytes 0-9223372036854775807/9223372036854775807", 0, 0, false},
	} {
		from, total, ok := contentRange(tc.in)
		if ok != tc.ok || ok && (from != tc.from || total != tc.total) {
			t.Errorf("%q: %d %d %v", tc.in, from, total, ok)
		}
	}
}

// TestFragmentedClip: what the strict check does not know is landed when its boxes fill it, and not when it is cut.
func TestFragmentedClip(t *testing.T) {
	box := func(name string, payload int) []byte {
		b := binary.BigEndian.AppendUint32(nil, uint32(8+payload))
		return append(append(b, name...), make([]byte, payload)...)
	}
	whole := bytes.Join([][]byte{box("ftyp", 16), box("moov", 100), box("moof", 60), box("mdat", 500)}, nil)
	if !boxesFill(bytes.NewReader(whole), int64(len(whole))) {
		t.Error("a whole file is refused")
	}
	ends := map[int]bool{24: true, 132: true, 200: true, len(whole): true}
	for n := range len(whole) {
		if boxesFill(bytes.NewReader(whole[:n]), int64(n)) != ends[n] {
			t.Errorf("%d of %d bytes: %v", n, len(whole), !ends[n])
		}
	}
	large := append(binary.BigEndian.AppendUint64([]byte{0, 0, 0, 1, 'm', 'd', 'a', 't'}, 20), 1, 2, 3, 4)
	if !boxesFill(bytes.NewReader(large), 20) || boxesFill(bytes.NewReader(large), 19) {
		t.Error("a long length is read wrong")
	}
}

func FuzzContentRange(f *testing.F) {
	f.Add("bytes 100-199/200")
	f.Add("bytes 0-0/*")
	f.Fuzz(func(t *testing.T, s string) {
		if from, total, ok := contentRange(s); ok && (from < 0 || total >= 0 && from >= total) {
			t.Errorf("%q: %d of %d", s, from, total)
		}
	})
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
