package jobs_test

import (
	"context"
	"fmt"
	"testing"
	"time"
	"viviscope/client/jobs"

	"viviscope/client"
	"viviscope/db"
)

func refused(status int, code string, after time.Duration) error {
	return &client.Error{Op: "submit video", Status: status, Code: code, Message: "in its own words", RetryAfter: after}
}

func notSent() error {
	return &client.Error{Op: "submit video", NotSent: true, Message: "no connection", Err: client.ErrUnreachable}
}

func noAnswer() error {
	return &client.Error{Op: "submit video", Message: "the connection broke", Err: client.ErrNoAnswer}
}

// This is the fault table of the package documentation: each outcome of a request, and the resulting state of the job.
// In every case the service has received the request at most once, even a day later.
func TestOutcomes(t *testing.T) {
	const kept = "unconfirmed 3500000"
	for name, c := range map[string]struct {
		err    error
		state  db.JobState
		hold   db.HoldReason
		ledger string
		code   string
	}{
		"no connection":    {notSent(), db.Held, db.HeldNotSent, "", "unreachable"},
		"connection broke": {noAnswer(), db.Unconfirmed, "", kept, "no_answer"},
		"no answer in time": {&client.Error{Message: "no answer in time", Err: client.ErrTimeout}, db.Unconfirmed,
			"", kept, "timeout"},
		"2xx without a task": {&client.Error{Status: 200, Err: client.ErrNoTaskID}, db.Unconfirmed, "", kept,
			"http_200"},
		"2xx that is HTML": {&client.Error{Status: 200, Err: client.ErrUnreadable}, db.Unconfirmed, "", kept,
			"http_200"},
		"a strange error": {fmt.Errorf("who knows"), db.Unconfirmed, "", kept, "error"},
		"302":             {refused(302, "", 0), db.Unconfirmed, "", kept, "http_302"},
		"303":             {refused(303, "", 0), db.Unconfirmed, "", kept, "http_303"},
		"307":             {refused(307, "", 0), db.Rejected, "", "", "http_307"},
		"400":             {refused(400, "invalid_request", 0), db.Rejected, "", "", "invalid_request"},
		"402":             {refused(402, "", 0), db.Rejected, "", "", "no_balance"},
		"403":             {refused(403, "insufficient_user_quota", 0), db.Rejected, "", "", "no_balance"},
		"404":             {refused(404, "", 0), db.Rejected, "", "", "http_404"},
		"408":             {refused(408, "", 0), db.Unconfirmed, "", kept, "http_408"},
		"413":             {refused(413, "", 0), db.Rejected, "", "", "http_413"},
		"422":             {refused(422, "", 0), db.Rejected, "", "", "http_422"},
		"425":             {refused(425, "", 0), db.Rejected, "", "", "http_425"},
		"401":             {refused(401, "invalid_api_key", 0), db.Held, db.HeldKeyRefused, "", "invalid_api_key"},
		"429":             {refused(429, "", 0), db.Held, db.HeldRateLimited, "", "http_429"},
		"429 with a time": {refused(429, "rate_limit_exceeded", time.Minute), db.Held, db.HeldRateLimited, "",
			"rate_limit_exceeded"},
		"500":                  {refused(500, "", 0), db.Unconfirmed, "", kept, "http_500"},
		"502":                  {refused(502, "", 0), db.Unconfirmed, "", kept, "http_502"},
		"503 with Retry-After": {refused(503, "", time.Minute), db.Unconfirmed, "", kept, "http_503"},
		"504":                  {refused(504, "", 0), db.Unconfirmed, "", kept, "http_504"},
		"524":                  {refused(524, "", 0), db.Unconfirmed, "", kept, "http_524"},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.submit = func(context.Context, string) (bool, error) { return false, c.err }
				w.start()
				j := w.until(w.clip("a").ID, c.state)
				w.pass(24 * time.Hour)
				j = w.job(j.ID)
				if j.State != c.state || j.Hold != c.hold || j.ErrorCode != c.code || j.ErrorMessage == "" {
					t.Errorf("state %s, hold %q, code %q, words %q", j.State, j.Hold, j.ErrorCode, j.ErrorMessage)
				}
				if c.ledger == "" {
					w.wantEntries(j.ID)
				} else {
					w.wantEntries(j.ID, c.ledger)
				}
				if n := w.svc.tries["a"]; n != 1 {
					t.Errorf("%d requests", n)
				}
				if held := j.State == db.Held; held != j.SentAt.IsZero() {
					t.Errorf("sent at %v although the job is %s", j.SentAt, j.State)
				}
			})
		})
	}
}

func TestRateLimitHonoursRetryAfter(t *testing.T) {
	inWorld(t, func(w *world) {
		begin := time.Now()
		w.svc.submit = func(_ context.Context, p string) (bool, error) {
			if time.Since(begin) < 9*time.Minute {
				return false, refused(429, "", 10*time.Minute)
			}
			return true, nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Held)
		other := w.clip("b")
		if !j.NotBefore.Equal(begin.Add(10 * time.Minute)) {
			t.Errorf("not before %v", j.NotBefore)
		}
		w.pass(time.Minute)
		if n := w.svc.tries["b"]; n != 0 {
			t.Errorf("another job of the profile was sent %d times after a 429", n)
		}
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, j.ID))
		w.until(other.ID, db.Queued)
		j = w.until(j.ID, db.Queued)
		if since := j.SentAt.Sub(begin); since < 10*time.Minute || since > 11*time.Minute {
			t.Errorf("sent again after %v", since)
		}
		w.until(j.ID, db.Saved)
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
	})
}

// If the user waits for a picture call before quitting, no further request is sent.
func TestStopSendingKeepsJobsWaiting(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.engine.StopSending(true)
		p := w.picture("a")
		w.pass(time.Minute)
		if s := w.job(p.ID).State; s != db.Waiting || w.sent() != 0 {
			t.Errorf("it is %s, %d requests were sent", s, w.sent())
		}
		w.engine.StopSending(false)
		w.until(p.ID, db.Saved)
	})
}

// A job that is being uploaded is not sent before the quit either, and the quit does not wait for it.
func TestStopSendingCancelsUpload(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(10 * time.Second):
				return nil
			}
		}
		w.hosts = host
		w.start()
		edit := client.EditRequest{ImageRequest: imageOf("lemons"),
			ImageURLs: []string{"", "https://pictures.example/b.png"}}
		made, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: edit, Inputs: []jobs.Input{{Place: 0, Data: []byte(pngHead)}}}}, jobs.Terms{})
		w.must(err)
		w.pass(time.Second)
		if n := w.engine.OpenPictureCalls(); n != 0 {
			t.Errorf("%d open calls before one was made", n)
		}
		w.engine.StopSending(true)
		w.pass(time.Minute)
		if s := w.job(made[0].ID).State; s != db.Waiting || w.sent() != 0 {
			t.Errorf("it is %s, %d requests were sent", s, w.sent())
		}
		w.engine.StopSending(false)
		w.until(made[0].ID, db.Saved)
		w.wantPosts("lemons", 1)
	})
}

func TestStopCommitsCutRequests(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.submit = func(ctx context.Context, p string) (bool, error) {
			<-ctx.Done()
			return true, noAnswer()
		}
		w.start()
		j := w.clip("a")
		p := w.picture("b")
		w.until(j.ID, db.Sending)
		w.until(p.ID, db.Sending)
		w.pass(time.Second)
		if n := w.engine.OpenPictureCalls(); n != 1 || w.engine.OpenCalls() != 2 {
			t.Errorf("%d picture calls of %d open", n, w.engine.OpenCalls())
		}
		begin := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
		defer cancel()
		w.must(w.engine.Stop(ctx))
		if d := time.Since(begin); d != 8*time.Second {
			t.Errorf("Stop took %v of its 8 s", d)
		}
		if s := w.job(j.ID).State; s != db.Unconfirmed {
			t.Errorf("the clip is %s", s)
		}
		w.wantEntries(j.ID, "unconfirmed 3500000")
		if s := w.job(p.ID).State; s != db.Unconfirmed {
			t.Errorf("the picture is %s", s)
		}
	})
}

func TestStopWaitsForAnAnswer(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.submit = func(ctx context.Context, p string) (bool, error) {
			select {
			case <-ctx.Done():
				return true, noAnswer()
			case <-time.After(5 * time.Second):
				return true, nil
			}
		}
		w.start()
		j := w.clip("a")
		w.until(j.ID, db.Sending)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		w.must(w.engine.Stop(ctx))
		if j := w.job(j.ID); j.State != db.Queued || j.TaskID == "" {
			t.Errorf("after a patient stop the job is %s", j.State)
		}
		w.restart()
		w.until(j.ID, db.Saved)
		w.wantPosts("a", 1)
	})
}
