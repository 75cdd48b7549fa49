//go:build unix

package hosting

import (
	"strings"
	"testing"
)

// A stalled upload is cancelled and retried.
func TestStalledUploadIsRetried(t *testing.T) {
	p := newBucket(t)
	timers := &manualTimers{}
	p.options.AfterFunc = timers.after
	p.waits.hook = func() {
		p.server.Resume()
		p.untilIdle(t)
		p.waits.hook = nil
	}
	hosted, err := put(t.Context(), p.host(t), large, at(1<<20, func() {
		p.server.Pause()
		go timers.fire()
	}))
	if err != nil {
		t.Fatal(err)
	}
	// After resuming, the server may still be cleaning up the first attempt when the second arrives.
	if n := len(p.waits.all); n < 1 || n >= maxTries {
		t.Errorf("%d tries more", n)
	}
	if status, _, data := fetch(t, hosted.URL); status != 200 || len(data) != len(large) {
		t.Errorf("HTTP %d, %d bytes", status, len(data))
	}
	if !strings.Contains(p.log.String(), errStalled.Error()) {
		t.Errorf("the log does not say why: %s", p.log)
	}
}
