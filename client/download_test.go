package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestDownloadVideo(t *testing.T) {
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
	if h.last("Accept-Encoding") != "identity" || h.last("Range") != "" || h.last("Authorization") != "Bearer "+
		testKey {
		t.Errorf("asked with %v", h.asked)
	}
	if st, _ := os.Stat(path); st.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %v", st.Mode())
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

// TestDownloadReportsDiskErrors: an error of the disk is one of the disk, and the part stays.
func TestDownloadReportsDiskErrors(t *testing.T) {
	h := &host{data: clip(t), etag: `"v1"`}
	c := serve(t, h.ServeHTTP)
	if err := get(t, c, filepath.Join(t.TempDir(), "no such folder", "a.mp4")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	h.asked = nil
	path := filepath.Join(t.TempDir(), "a.mp4")
	c.clipCheck = func(io.ReaderAt, int64) error { return syscall.EIO }
	if err := get(t, c, path); !errors.Is(err, syscall.EIO) || errors.Is(err, ErrDamaged) || !exists(path+".part") {
		t.Errorf("a disk that cannot be read: %v", err)
	}
	c.clipCheck = checkClip
	if err := get(t, c, path); err != nil {
		t.Fatal(err)
	}
	landed(t, path, h.data)
	if len(h.asked) != 1 {
		t.Errorf("%d requests, want the part to be landed as it was", len(h.asked))
	}
}

func TestDownloadChecksTaskID(t *testing.T) {
	c := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("something was asked") })
	for _, id := range []string{"", ".", "..", "a\x00", "a\n", strings.Repeat("a", 513), "task_" + testKey} {
		if err := c.DownloadVideo(context.Background(), id, filepath.Join(t.TempDir(), "a.mp4"), nil); !errors.Is(err,
			ErrBadTaskID) {
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
