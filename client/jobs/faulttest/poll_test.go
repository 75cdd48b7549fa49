package faulttest

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

const (
	taskPath    = "/v1/videos/*"
	contentPath = "/v1/videos/*/content"
	clipPath    = "/v1/sandbox/clips/*" // where the content leads
	picturePath = "/v1/sandbox/pictures/*"
)

// Any answer that is not a task leaves the state unknown. The task is polled until it ends, and nothing is sent or
// charged again.
func TestUnansweredPollsDoNotEndTask(t *testing.T) {
	type row struct {
		name  string
		fault sandboxtest.Fault
		words string // the expected fault of the connection; "": none
	}
	rows := []row{
		{"425", answer(425, sandboxtest.ShapeError, ""), ""},
		{"429", answer(429, sandboxtest.ShapeEmpty, ""), ""},
		{"429 with seconds", answer(429, sandboxtest.ShapeError, "30"), ""},
		{"429 with a date long ago", answer(429, sandboxtest.ShapeError, "Sat, 01 Jan 2000 00:00:00 GMT"), ""},
		{"408", answer(408, sandboxtest.ShapeEmpty, ""), ""},
		{"a page instead of a task", answer(200, sandboxtest.ShapeHTML, ""), "a web page instead of an answer*"},
		{"a page that knows no such page", answer(404, sandboxtest.ShapeHTML, ""), ""},
		{"nothing", answer(200, sandboxtest.ShapeEmpty, ""), "*"},
		{"no object", answer(200, sandboxtest.ShapePlain, ""), "*"},
		{"a portal", sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 302,
			Header: map[string]string{"Location": "http://127.0.0.1:1/login"}}, "*"},
		{"lost", sandboxtest.Fault{Kind: sandboxtest.LoseAnswer}, "the connection broke"},
		{"cut in the headers", sandboxtest.Fault{Kind: sandboxtest.CutHeaders}, "the connection broke"},
		{"cut in the JSON", sandboxtest.Fault{Kind: sandboxtest.CutBody}, "the connection broke"},
		{"half the JSON", sandboxtest.Fault{Kind: sandboxtest.ShortBody}, "*"},
	}
	for _, status := range []int{500, 502, 503, 504, 522, 524} {
		rows = append(rows, row{fmt.Sprint(status), answer(status, sandboxtest.ShapeHTML, "1"),
			"a web page instead of an answer*"})
	}
	onEachWire(t, func(t *testing.T, p *program) {
		for _, r := range rows {
			r.fault.Method, r.fault.Path, r.fault.Times = http.MethodGet, taskPath, 2
			p.svc.order(r.fault)
			of := p.profile("")
			p.want(p.clip(of, r.name), savedClip)
			said := p.connectionWords(of.ID)
			if r.words == "" && len(said) > 0 || r.words != "" &&
				(len(said) == 0 || !fits(said[0], r.words) || said[len(said)-1] != "") {
				t.Errorf("%s: connection events: %q", r.name, said)
			}
			p.svc.mend()
		}
	})
}

// An answer that never arrives, or stops in the middle, times out, and the task is polled again.
func TestHangingPollIsRetried(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		for _, hang := range []sandboxtest.FaultKind{sandboxtest.Hang, sandboxtest.HangAnswer, sandboxtest.HangHeaders,
			sandboxtest.HangBody} {
			p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: taskPath, Kind: hang})
			of := p.profile("")
			j := p.clip(of, string(hang))
			p.wait("a poll hangs", func() bool { return p.svc.books().Hanging == 1 })
			p.patience.end()
			p.want(j, savedClip)
			if said := p.connectionWords(of.ID); !slices.Equal(said, []string{"no answer in time", ""}) {
				t.Errorf("%s: connection events: %q", hang, said)
			}
		}
	})
}

// The service answers that it does not know the task, or a gateway that it does not know the route. A few such answers
// are ignored. After hours the job is given up, and continues when the service knows the task again, also after a
// restart.
func TestUnknownTaskIsGivenUp(t *testing.T) {
	unknown := answer(404, sandboxtest.ShapeError, "")
	unknown.Method, unknown.Path, unknown.Code = http.MethodGet, taskPath, "task_not_exist"
	route := answer(404, sandboxtest.ShapeDetail, "")
	route.Method, route.Path, route.Message, route.Times = http.MethodGet, taskPath,
		"no Route matched with those values", 6
	onOneWire(t, func(t *testing.T, p *program) {
		p.svc.order(route)
		known := p.want(p.press("clip", "behind a gateway"), savedClip)

		unknown.Times = 6
		p.svc.order(unknown)
		p.want(p.press("clip", "unknown six times"), savedClip)

		unknown.Times = -1
		p.svc.order(unknown)
		e := expired("reserve $", "The service says it does not know this task. It may still exist: Viviscope asks at each start and a few times a day until *. Check there whether it was charged.")
		e.tag = "Unknown at the service"
		said := p.svc.books().Hits
		j := p.press("clip", "unknown for hours")
		for n := 1; !p.job(j.ID).State.Ended(); n++ {
			p.wait("it is asked about again", func() bool {
				return p.svc.books().Hits >= said+n || p.job(j.ID).State.Ended()
			})
			p.sleepThrough(time.Hour)
			// a saved one needs nothing: it wakes the engine, as the end of a sleep does
			p.engine.CheckNow(t.Context(), known.ID)
		}
		j = p.want(j, e)
		if j.ErrorCode != "task_unknown" {
			t.Errorf("the code is %s", j.ErrorCode)
		}
		p.svc.mend()
		p.restart()
		p.want(j, savedClip)
		p.goesOn()
	})
}

// Unknown states, contradictory answers and jumping progress: only an end state ends a job. The displayed progress
// never falls and never reaches 100 early.
func TestUnknownAndContradictoryStates(t *testing.T) {
	set := func(fields map[string]any) sandboxtest.Fault {
		return sandboxtest.Fault{Method: http.MethodGet, Path: taskPath, Kind: sandboxtest.Alter, Set: fields}
	}
	rows := []struct {
		name    string
		answers []sandboxtest.Fault
	}{
		{"a state that nobody knows", []sandboxtest.Fault{set(map[string]any{"status": "exploded"})}},
		{"no state", []sandboxtest.Fault{set(map[string]any{"status": nil})}},
		{"back to the queue", []sandboxtest.Fault{set(map[string]any{"status": "in_progress"}),
			set(map[string]any{"status": "queued", "progress": 0})}},
		{"progress that jumps back", []sandboxtest.Fault{
			set(map[string]any{"status": "in_progress", "progress": 70}),
			set(map[string]any{"status": "in_progress", "progress": 20}),
		}},
		{"100 early", []sandboxtest.Fault{
			set(map[string]any{"status": "in_progress", "progress": 100}),
			set(map[string]any{"status": "queued", "progress": 100}),
		}},
		{"progress beyond sense", []sandboxtest.Fault{set(map[string]any{"status": "in_progress", "progress": -1e9}),
			set(map[string]any{"progress": "1e99"})}},
		{"running, with an error", []sandboxtest.Fault{set(map[string]any{"status": "in_progress",
			"error": map[string]any{"message": "boom"}})}},
		{"completed, with an error", []sandboxtest.Fault{set(map[string]any{"status": "completed",
			"error": map[string]any{"message": "boom"}})}},
		{"completed too early", []sandboxtest.Fault{set(map[string]any{"status": "completed", "progress": 3})}},
		{"failed, by one answer", []sandboxtest.Fault{set(map[string]any{"status": "failed", "progress": 100})}},
		{"another task that failed", []sandboxtest.Fault{set(map[string]any{"id": "task_of_somebody_else",
			"status": "failed"})}},
		{"an error that is no state", []sandboxtest.Fault{set(map[string]any{"id": nil, "status": "error",
			"message": "upstream timeout"})}},
		{"another task", []sandboxtest.Fault{set(map[string]any{"id": "task_of_somebody_else",
			"status": "in_progress"})}},
	}
	onOneWire(t, func(t *testing.T, p *program) {
		for _, r := range rows {
			p.svc.order(r.answers...)
			j := p.want(p.press("clip", r.name), savedClip)
			shown := p.progress(j.ID)
			running := shown[:max(len(shown)-1, 0)] // the last may be the end
			if !slices.IsSorted(shown) || slices.Contains(running, 100) || len(running) > 0 && running[0] < 0 {
				t.Errorf("%s: shown %v", r.name, shown)
			}
			p.svc.mend()
		}
	})
}

// The task fails with a reason, without one, or with contradictory fields. It is refunded, and the job shows the
// service's message.
func TestFailedTaskIsRefunded(t *testing.T) {
	fail := func(fields map[string]any) sandboxtest.Fault {
		fields["status"] = "failed"
		return sandboxtest.Fault{Method: http.MethodGet, Path: taskPath, Kind: sandboxtest.Alter, Set: fields, Times: 2}
	}
	onOneWire(t, func(t *testing.T, p *program) {
		for _, r := range []struct {
			name, words string
			fault       sandboxtest.Fault
		}{
			{"with a reason", "the prompt is not to our taste", sandboxtest.Fault{
				Method: http.MethodPost, Path: "/v1/videos", Kind: sandboxtest.FailTask,
				Message: "the prompt is not to our taste"}},
			{"without a reason", "the service gave no reason", fail(map[string]any{"error": nil})},
			{"with everything else well", "the service gave no reason",
				fail(map[string]any{"progress": 100, "completed_at": 1, "url": "https://cdn.example/a.mp4"})},
		} {
			p.svc.order(r.fault)
			j := p.press("clip", r.name)
			p.untilState(j.ID, db.Failed)
			p.want(j, failed(r.words))
		}
	})
}
