package faulttest

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// kinds are the two sorts of clicks and where their requests go.
var kinds = []struct{ name, path string }{{"clip", "/v1/videos"}, {"picture", "/v1/images/generations"}}

// press submits one click for a row of a table. A profile with a held click is not used again, because the next click
// would wait.
func (p *program) press(kind, name string) db.Job {
	p.t.Helper()
	held, err := p.lib.Jobs(p.t.Context(), db.JobFilter{ProfileID: p.last.ID, States: []db.JobState{db.Held}})
	must(p.t, err)
	if p.last.ID == 0 || len(held) > 0 {
		p.last = p.profile("")
	}
	if kind == "picture" {
		return p.picture(p.last, name)
	}
	return p.clip(p.last, name)
}

// answer is the answer of a proxy, or of a service that did nothing.
func answer(status int, shape sandboxtest.Shape, after string) sandboxtest.Fault {
	return sandboxtest.Fault{Kind: sandboxtest.Answer, Status: status, Shape: shape, Message: "in its own words",
		RetryAfter: after}
}

// Covers each status and each body that can answer a request.
func TestAnswersToPaidRequest(t *testing.T) {
	type row struct {
		name  string
		fault sandboxtest.Fault
		end   end
	}
	handled := func(f sandboxtest.Fault) sandboxtest.Fault { f.Handled = true; return f }
	rows := []row{
		{"429 with seconds", answer(429, sandboxtest.ShapeError, "7200"), tooManyUntil},
		{"429 with a date", answer(429, sandboxtest.ShapeData, "Sat, 01 Jan 2050 00:00:00 GMT"), tooManyUntil},
		{"429", answer(429, sandboxtest.ShapeDetail, ""), tooMany},
		{"429 with no body", answer(429, sandboxtest.ShapeEmpty, ""), tooMany},
		{"429 with no body and a time", answer(429, sandboxtest.ShapeEmpty, "7200"), tooManyUntil},
		{"401", answer(401, sandboxtest.ShapeError, ""), keyRefused},
		{"401 of a portal", answer(401, sandboxtest.ShapeHTML, ""), keyRefused},
		{"425", answer(425, sandboxtest.ShapeError, ""), rejected("in its own words")},
		{"425 with no body", answer(425, sandboxtest.ShapeEmpty, ""), rejected("Too Early")},
		{"a captive portal", sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 302, Shape: sandboxtest.ShapeHTML,
			Header: map[string]string{"Location": "http://login.hotel.example/?from=you"}},
			unconfirmed(unclearAnswer(302))},
		{"a redirect to what was made",
			handled(sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 303, Shape: sandboxtest.ShapeEmpty,
				Header: map[string]string{"Location": "/v1/videos/task_1"}}), unconfirmed(unclearAnswer(303))},
		{"the same path at another host", sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 301,
			Header: map[string]string{"Location": "https://api.example" + "PATH"}},
			rejected("the address leads elsewhere: check the base URL (it leads to https://api.example)")},
		{"a redirect that asks to send it again", sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 307,
			Header: map[string]string{"Location": "/v1/videos"}},
			rejected("the address leads elsewhere: check the base URL*")},
		{"a portal that asks for a login", answer(511, sandboxtest.ShapeHTML, ""), unconfirmed(unclearAnswer(511))},
		{"HTML", answer(200, sandboxtest.ShapeHTML, ""), unconfirmed(unclearAnswer(200))},
		{"nothing", answer(200, sandboxtest.ShapeEmpty, ""), unconfirmed(unclearAnswer(200))},
		{"accepted, and nothing", handled(answer(200, sandboxtest.ShapeEmpty, "")), unconfirmed(unclearAnswer(200))},
		{"204", answer(204, sandboxtest.ShapeEmpty, ""), unconfirmed(unclearAnswer(204))},
		{"an object without a task", answer(200, sandboxtest.ShapeDetail, ""), unconfirmed(unclearAnswer(200))},
	}
	for _, status := range []int{400, 403, 404, 413, 422} {
		rows = append(rows, row{fmt.Sprint(status), answer(status, sandboxtest.ShapeError, ""),
			rejected("in its own words")},
			row{fmt.Sprint(status, ", a page"), answer(status, sandboxtest.ShapeHTML, ""), rejectedByPage},
			row{fmt.Sprint(status, ", nothing"), answer(status, sandboxtest.ShapeEmpty, ""), rejected("*")})
	}
	rows = append(rows, row{"500 with a code",
		sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 500, Code: "upstream_error", Message: "in its own words"},
		unclearMessage("in its own words")},
		row{"503 of a model", sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 503, Code: "model_not_found",
			Message: "No available channel for model x"},
			unclearMessage("No available channel for model x")},
		row{"402", answer(402, sandboxtest.ShapeError, ""), noBalance("in its own words")},
		row{"403 of an empty account",
			sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 403, Shape: sandboxtest.ShapeData,
				Code: "insufficient_user_quota", Message: "预扣费额度失败"},
			noBalance("预扣费额度失败")},
		row{"403 of an empty account, in its other word",
			sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 403, Code: "pre_consume_token_quota_failed",
				Message: "no quota"},
			noBalance("no quota")})
	for _, status := range []int{408, 500, 501, 502, 503, 504, 520, 521, 522, 523, 524, 530} {
		rows = append(rows,
			row{fmt.Sprint(status), answer(status, sandboxtest.ShapeHTML, ""), unconfirmed(unclearAnswer(status))},
			row{fmt.Sprint(status, ", accepted"), handled(answer(status, sandboxtest.ShapeString, "0")),
				unclearMessage("in its own words")})
	}
	onOneWire(t, func(t *testing.T, p *program) {
		for _, kind := range kinds {
			for _, r := range rows {
				r.fault.Method, r.fault.Path = http.MethodPost, kind.path
				if to, relative := strings.CutSuffix(r.fault.Header["Location"], "PATH"); relative {
					r.fault.Header = map[string]string{"Location": to + kind.path}
				}
				p.svc.order(r.fault)
				p.want(p.press(kind.name, r.name), r.end)
				p.svc.mend()
			}
		}
		p.goesOn()
	})
}

// goesOn: whatever happened, the next click is nothing special.
func (p *program) goesOn() {
	p.t.Helper()
	p.want(p.press("clip", "afterwards"), savedClip)
	p.want(p.press("picture", "afterwards"), savedPicture)
}

// An answer may be lost at each byte of its status line, headers and JSON. The job is unconfirmed unless the answer is
// complete.
func TestPaidAnswerCutAtEveryByte(t *testing.T) {
	step := 41
	if os.Getenv(faultsEnv) == "all" {
		step = 1
	}
	onEachWire(t, func(t *testing.T, p *program) {
		for _, kind := range kinds {
			whole := false
			for n := 0; !whole; n += step {
				if n > 4000 {
					t.Fatal("the answer was never complete")
				}
				p.svc.order(sandboxtest.Fault{Method: http.MethodPost, Path: kind.path, Kind: sandboxtest.Cut, After: n,
					Reset: n%2 == 1})
				j := p.press(kind.name, fmt.Sprint("cut after ", n))
				j = p.untilState(j.ID, db.Unconfirmed, db.Saved)
				whole = j.State == db.Saved
				switch {
				case !whole:
					p.compare(j, unconfirmed(brokeOff))
				case n < 150:
					t.Errorf("a whole answer of %d bytes", n)
				case kind.name == "clip":
					p.compare(j, savedClip)
				default:
					p.compare(j, savedPicture)
				}
			}
		}
	})
}

// The connection ends before, during or after the answer.
func TestLostPaidAnswerIsUnconfirmed(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		for _, kind := range kinds {
			for lost, how := range map[sandboxtest.FaultKind]string{
				sandboxtest.LoseRequest: brokeOff, sandboxtest.LoseAnswer: brokeOff, sandboxtest.CutHeaders: brokeOff,
				sandboxtest.CutBody: brokeOff,
				// its end looks like any other, but not in TLS
				sandboxtest.ShortBody: unclearAnswer(200), sandboxtest.CutUnsized: "*",
			} {
				for _, reset := range []bool{false, true} {
					p.svc.order(sandboxtest.Fault{Method: http.MethodPost, Path: kind.path, Kind: lost, Reset: reset})
					j := p.wantLost(p.press(kind.name, string(lost)), unconfirmed(how))
					if accepted := lost != sandboxtest.LoseRequest; kind.name == "clip" && accepted && reset {
						p.adopt(j)
					}
				}
			}
		}
		p.goesOn()
	})
}

// wantLost waits for the end of a click with an incomplete answer. It may contain the link of a picture.
func (p *program) wantLost(j db.Job, e end) db.Job {
	p.t.Helper()
	j = p.untilState(j.ID, db.Unconfirmed, db.Saved)
	if j.State == db.Saved && !j.Kind.IsVideo() {
		e = savedPicture // charged by the estimate: its usage is lost
	}
	p.compare(j, e)
	return j
}

// adopt acts like a user who has found the task of a click at the service.
func (p *program) adopt(j db.Job) {
	p.t.Helper()
	task, ok := p.svc.booksOf(j.Prompt).task(j.Prompt)
	if !ok {
		p.t.Fatalf("%s: the service knows no task", j.Prompt)
	}
	must(p.t, p.engine.Adopt(p.t.Context(), j.ID, task.ID))
	j = p.untilState(j.ID, db.Saved)
	if got, want := p.entries(j.ID), "unconfirmed 3500000, void 3500000, reserve 3500000, charge 3500000"; got != want {
		p.t.Errorf("%s: ledger %q, want %q", j.Prompt, got, want)
	}
	p.wantFiles(j)
}

// The answer hangs before, during or after the headers, or in the body. After the timeout the outcome of the request is
// unknown.
func TestHangingPaidAnswerIsUnconfirmed(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		for _, kind := range kinds {
			for _, hang := range []sandboxtest.FaultKind{sandboxtest.Hang, sandboxtest.HangAnswer,
				sandboxtest.HangHeaders, sandboxtest.HangBody} {
				p.svc.order(sandboxtest.Fault{Method: http.MethodPost, Path: kind.path, Kind: hang})
				j := p.press(kind.name, string(hang))
				p.wait("a request hangs", func() bool { return p.svc.books().Hanging == 1 })
				p.untilState(j.ID, db.Sending)
				p.patience.end()
				j = p.wantLost(j, unconfirmed(tooLate))
				if j.State != db.Saved && j.ErrorCode != "timeout" {
					t.Errorf("%s: the code is %s", j.Prompt, j.ErrorCode)
				}
				p.wait("the service notices", func() bool { return p.svc.books().Hanging == 0 })
			}
		}
		p.goesOn()
	})
}
