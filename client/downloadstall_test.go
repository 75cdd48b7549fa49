package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// TestDownloadStalls: silence ends a download, before the head and in the middle; the part stays for the next one.
func TestDownloadStalls(t *testing.T) {
	data := clip(t)
	for name, sent := range map[string]string{
		"before the head": "",
		"in the middle": "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: " + fmt.Sprint(len(data)) + "\r\n\r\n" +
			string(data[:5000]),
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

func (f *feedTimer) Stop() bool { f.stopped = true; return true }

func TestDownloadResetsStallTimer(t *testing.T) {
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
