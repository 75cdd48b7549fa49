package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/client/guard"
)

// TestStoredLinkHasKeyPlaceholder: the picture is fetched by the link, and the key is in nothing that is kept.
func TestStoredLinkHasKeyPlaceholder(t *testing.T) {
	data := picture(t, "png", 8, 6)
	var c *Client
	c = serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodGet {
			if r.URL.Query().Get("key") != testKey {
				w.WriteHeader(http.StatusForbidden)
			}
			w.Write(data)
			return
		}
		io.WriteString(w, `{"data":[{"url":"`+c.base.String()+`/v1/a.png?key=`+testKey+`"}`) // and breaks off
	})
	r := goodImage()
	r.SpillPrefix = filepath.Join(t.TempDir(), "x")
	res, err := c.GenerateImage(context.Background(), r)
	if err != nil || len(res.Data) != 1 || !NeedsKey(res.Data[0].URL) {
		t.Fatalf("%+v, %v", res, err)
	}
	kept, err := os.ReadFile(r.SpillPrefix + UnreadableExt)
	if err != nil {
		t.Fatal(err)
	}
	row, err := json.Marshal(res.Data)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(row), string(kept), res.Raw} {
		if strings.Contains(text, testKey) {
			t.Errorf("the key is kept: %s", text)
		}
	}
	path := filepath.Join(t.TempDir(), "a.png")
	if err := c.FetchImage(context.Background(), res.Data[0], path); err != nil {
		t.Fatal(err)
	}
	landed(t, path, data)
}

// TestStandardLogHidesKey: net/http logs what a server sends behind an answer, and it may send the key.
func TestStandardLogHidesKey(t *testing.T) {
	lines := make(chan string, 1)
	var logged bytes.Buffer
	log.SetOutput(io.MultiWriter(guard.RedactingWriter{Writer: &logged}, lineWriter(lines)))
	defer log.SetOutput(os.Stderr)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			buf := make([]byte, 64<<10)
			conn.Read(buf)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 38\r\n\r\n"+
				`{"id":"task_1","status":"in_progress"}`)
			time.AfterFunc(20*time.Millisecond, func() {
				io.WriteString(conn, "surplus "+testKey+" https://h/p?sig=1")
			})
		}
	}()
	c := newClient(t, "http://"+l.Addr().String())
	if _, err := c.GetVideo(context.Background(), "task_1"); err != nil {
		t.Fatal(err)
	}
	select {
	case line := <-lines:
		if !strings.Contains(line, testKey) {
			t.Fatalf("net/http does not log it any more: %s", line)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("net/http logs nothing")
	}
	if got := logged.String(); !strings.Contains(got, "Unsolicited") || strings.Contains(got, testKey) ||
		strings.Contains(got, "sig=1") {
		t.Errorf("logged: %s", got)
	}
}

// lineWriter sends each line written to it to the channel.
type lineWriter chan string

func (c lineWriter) Write(b []byte) (int, error) {
	select {
	case c <- string(b):
	default:
	}
	return len(b), nil
}
