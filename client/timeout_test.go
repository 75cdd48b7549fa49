package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"
)

// handTimer is a timer that a test lets run out.
type handTimer struct {
	mu  sync.Mutex
	f   func()
	set []time.Duration
}

func (h *handTimer) after(d time.Duration, f func()) Timer {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.f, h.set = f, append(h.set, d)
	return h
}

func (h *handTimer) Reset(d time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.set = append(h.set, d)
	return true
}

func (h *handTimer) Stop() bool { return true }

func (h *handTimer) strike() {
	h.mu.Lock()
	f := h.f
	h.mu.Unlock()
	f()
}

// TestAnswerDuringGraceTimeIsRead: the time of a request is over as its answer comes, as after the process was
// stopped. The answer counts.
func TestAnswerDuringGraceTimeIsRead(t *testing.T) {
	timer := &handTimer{}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		timer.strike()
		io.WriteString(w, `{"id":"task_1","status":"queued","data":[{"url":"https://h.example/a"}]}`)
	})
	c.timeoutFunc = timer.after
	if task, err := c.SubmitVideo(context.Background(), goodVideo()); err != nil || task.ID != "task_1" {
		t.Errorf("%+v, %v", task, err)
	}
	if res, err := c.GenerateImage(context.Background(), goodImage()); err != nil || len(res.Data) != 1 {
		t.Errorf("%+v, %v", res, err)
	}
	if want := []time.Duration{submitTimeout, graceTime, DefaultImageTimeout, graceTime}; len(timer.set) != 4 ||
		timer.set[0] != want[0] || timer.set[3] != want[3] {
		t.Errorf("the timer was set to %v, want %v", timer.set, want)
	}
}

// TestTimeoutEndsCall: without an answer the request ends, with what it is known to be: a timeout.
func TestTimeoutEndsCall(t *testing.T) {
	for name, begun := range map[string]string{"before the head": "", "in the body": `{"id":"ta`} {
		timer := &handTimer{}
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if begun != "" {
				w.Header().Set("Content-Length", "100")
				io.WriteString(w, begun)
				w.(http.Flusher).Flush()
			}
			timer.strike()
			timer.strike()
			<-r.Context().Done()
		})
		c.timeoutFunc = timer.after
		_, err := c.SubmitVideo(context.Background(), goodVideo())
		if !errors.Is(err, ErrTimeout) || OutcomeOf(err) != Unknown {
			t.Errorf("%s: %v", name, err)
		}
	}
}
