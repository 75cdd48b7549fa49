package sandbox_test

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client/sandbox"
)

func TestTaskLifecycle(t *testing.T) {
	b := start(t)
	a := b.post("/v1/videos", object{"model": "clip-3.0", "prompt": "boats", "seconds": 5})
	got := a.json(t)
	id := got["id"].(string)
	created := float64(b.clock.Now().Unix())
	want := object{"id": id, "object": "video", "model": "clip-3.0", "status": "queued", "progress": 0.0,
		"prompt":  "boats",
		"seconds": "5", "size": "1280x720", "created_at": created, "completed_at": nil,
		"expires_at":            created + 7*24*3600,
		"remixed_from_video_id": nil}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got, want := b.kinds(), "reserve 3500000;"; got != want {
		t.Errorf("ledger %q, want %q", got, want)
	}
	b.rendered()

	last, seen := 0.0, map[any]bool{}
	for range 20 * 4 {
		p := b.poll(id)
		seen[p["status"]] = true
		if p["progress"].(float64) < last {
			t.Fatalf("progress fell from %v to %v", last, p["progress"])
		}
		last = p["progress"].(float64)
		if last == 100 || p["completed_at"] != nil {
			t.Fatalf("ended early: %v", p)
		}
		b.clock.Add(time.Second / 4)
	}
	if !seen["queued"] || !seen["in_progress"] || len(seen) != 2 || last < 95 {
		t.Errorf("states %v, progress %v", seen, last)
	}
	want["status"], want["progress"], want["completed_at"] = "completed", 100.0, created+20
	if d := cmp.Diff(want, b.poll(id)); d != "" {
		t.Error(d)
	}
	if got, want := b.kinds(), "reserve 3500000;charge 3500000;"; got != want {
		t.Errorf("ledger %q, want %q", got, want)
	}
}

// A task is not completed before its clip exists, however much time has passed. A queued task waits.
func TestProgressWaitsForTheRenderer(t *testing.T) {
	b := start(t)
	b.renderer.Hold = make(chan struct{})
	ids := []string{b.submit(object{"prompt": "a"}), b.submit(object{"prompt": "b"})}
	for len(b.renderer.Clips()) == 0 {
		runtime.Gosched()
	}
	b.clock.Add(time.Hour)
	count := map[string]int{}
	for _, id := range ids {
		p := b.poll(id)
		count[fmt.Sprint(p["status"], p["progress"])]++
	}
	if count["in_progress99"] != 1 || count["queued0"] != 1 {
		t.Errorf("after an hour: %v", count)
	}
	b.renderer.Hold <- struct{}{}
	for len(b.renderer.Clips()) == 1 {
		runtime.Gosched()
	}
	b.clock.Add(5 * time.Second)
	count = map[string]int{}
	for _, id := range ids {
		p := b.poll(id)
		count[fmt.Sprint(p["status"], p["progress"])]++
	}
	if count["completed100"] != 1 || count["in_progress50"] != 1 {
		t.Errorf("5 s after the second one began: %v", count)
	}
	close(b.renderer.Hold)
	b.rendered()
	for _, id := range ids {
		if p := b.poll(id); p["status"] != "completed" {
			t.Errorf("status %v", p["status"])
		}
	}
}

func TestFailuresAreRefunded(t *testing.T) {
	check := func(b *box, id, message string) {
		t.Helper()
		p := b.poll(id)
		e, _ := p["error"].(map[string]any)
		if p["status"] != "failed" || p["progress"] != 100.0 || e["code"] != "task_failed" ||
			!strings.Contains(e["message"].(string), message) {
			t.Errorf("failed task: %v", p)
		}
		if got, want := b.kinds(), "reserve 3500000;refund 3500000;"; got != want {
			t.Errorf("ledger %q, want %q", got, want)
		}
		if a := b.get("/v1/videos/" + id + "/content"); a.status != http.StatusBadRequest {
			t.Errorf("content of a failed task: %d", a.status)
		}
	}
	t.Run("the word in the prompt", func(t *testing.T) {
		b := start(t)
		id := b.submit(object{"prompt": "boats [FAIL]"})
		b.clock.Add(11 * time.Second)
		if p := b.poll(id); p["status"] != "in_progress" || p["error"] != nil {
			t.Errorf("before its time: %v", p)
		}
		b.clock.Add(2 * time.Second)
		check(b, id, "the prompt was rejected by the content check")
	})
	t.Run("the renderer", func(t *testing.T) {
		b := start(t)
		b.renderer.Fail = errors.New("no film")
		id := b.submit(object{"prompt": "boats"})
		b.rendered()
		check(b, id, "could not be rendered")
	})
}

func TestSlowKeyword(t *testing.T) {
	b := start(t)
	id := b.submit(object{"prompt": "[slow] boats"})
	b.rendered()
	b.clock.Add(99 * time.Second)
	if p := b.poll(id); p["status"] != "in_progress" {
		t.Errorf("after 99 s: %v", p["status"])
	}
	b.clock.Add(time.Second)
	if p := b.poll(id); p["status"] != "completed" {
		t.Errorf("after 100 s: %v", p["status"])
	}
}

func TestClockSetBack(t *testing.T) {
	b := start(t)
	id := b.submit(object{"prompt": "boats"})
	b.rendered()
	b.clock.Add(15 * time.Second)
	before := b.poll(id)
	b.clock.Add(-14 * time.Second)
	if after := b.poll(id); after["progress"] != before["progress"] || after["status"] != before["status"] {
		t.Errorf("before %v, after %v", before, after)
	}
}

// The service has no idempotency: the header is stored for tests and has no effect.
func TestNoIdempotency(t *testing.T) {
	b := start(t)
	for range 2 {
		b.post("/v1/videos", object{"model": "clip-3.0", "prompt": "boats"}, "Idempotency-Key", "k1")
	}
	tasks := b.Tasks()
	if len(tasks) != 2 || tasks[0].ID == tasks[1].ID || tasks[1].IdempotencyKey != "k1" ||
		b.Calls("POST", "/v1/videos") != 2 {
		t.Errorf("%d tasks: %+v", len(tasks), tasks)
	}
}

func TestSizes(t *testing.T) {
	b := start(t)
	for _, r := range []struct {
		fields object
		want   string
	}{
		{object{}, "1280x720"},
		{object{"resolution": "1080P"}, "1920x1080"},
		{object{"aspect_ratio": "9:16"}, "720x1280"},
		{object{"aspect_ratio": "9:16", "resolution": "1080P"}, "1080x1920"},
		{object{"size": "640x360"}, "640x360"},
		{object{"size": "641x361"}, "642x362"},
	} {
		r.fields["prompt"] = "boats"
		id := b.submit(r.fields)
		if got := b.poll(id)["size"]; got != r.want {
			t.Errorf("%v: size %v, want %s", r.fields, got, r.want)
		}
	}
	b.rendered()
	for _, req := range b.renderer.Clips() {
		if req.Width%2 != 0 || req.Height%2 != 0 || req.Seconds != 5 {
			t.Errorf("rendered %+v", req)
		}
	}
}

// Every price in the table applies to a valid request.
func TestPricesCoverTheModels(t *testing.T) {
	b := start(t)
	for _, rate := range sandbox.Prices().Video {
		b.submit(object{"model": rate.Model, "prompt": "boats", "resolution": rate.Resolution, "audio": rate.Audio,
			"seconds": 10})
		e := b.Ledger()[len(b.Ledger())-1]
		if e.AmountMicros != int64(rate.PerSecond)*10 || e.UnitMicros != int64(rate.PerSecond) ||
			string(e.Quantity) != `{"seconds":10}` {
			t.Errorf("%+v: %+v", rate, e)
		}
	}
}

func TestLedgerOverHTTP(t *testing.T) {
	b := start(t)
	b.finish(object{"prompt": "a"})
	b.submit(object{"prompt": "b", "model": "clip-2.5"})
	got := b.get("/v1/sandbox/ledger").json(t)
	if d := cmp.Diff(object{"reserved_micros": 2_000_000.0, "charged_micros": 3_500_000.0, "refunded_micros": 0.0},
		got["totals"]); d != "" {
		t.Error(d)
	}
	if n := len(got["data"].([]any)); n != 3 {
		t.Errorf("%d entries", n)
	}
	if a := b.get("/v1/sandbox/ledger", "Authorization", ""); a.status != http.StatusUnauthorized {
		t.Errorf("without a key: %d", a.status)
	}
}
