package client

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"
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
