package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"viviscope/client/jobs"
	"viviscope/db"
)

type faulty struct{ error }

func (faulty) Fault() string { return "full" }

// What is kept of a fault is its name: the words for it belong to the language that the window speaks when somebody looks.
func TestTheFaultOfAHostIsKeptByItsName(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(context.Context) error { return fmt.Errorf("put picture: %w", faulty{errors.New("no room")}) }
		w.hosts = host
		w.start()
		job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Held)
		if fault, ok := jobs.HostFault(job.ErrorCode); !ok || fault != "full" {
			t.Errorf("%q", job.ErrorCode)
		}
	})
	for code, want := range map[string]bool{jobs.CodeHosting: true, jobs.CodeHosting + ":x": true, "hosting_x": false, "": false, jobs.CodeNoKey: false} {
		if _, ok := jobs.HostFault(code); ok != want {
			t.Errorf("%q: %v", code, ok)
		}
	}
}

// An engine that comes in place of another knows what that one found, so that nothing is sent with a key that was refused.
func TestWhatIsKnownOfServicesGoesOn(t *testing.T) {
	inWorld(t, func(w *world) {
		bad := true
		w.svc.submit = func(context.Context, string) (bool, error) {
			if bad {
				return false, refused(401, "invalid_api_key", 0)
			}
			return true, nil
		}
		w.start()
		w.until(w.clip("first").ID, db.Held)
		found := w.engine.Unreached()
		if len(found) != 1 || found[0].ProfileID != w.profile.ID || found[0].OK || !found[0].KeyRefused {
			t.Fatalf("found %+v", found)
		}
		w.events = nil
		w.recall = found
		w.restart()
		if got := eventsOf[jobs.ConnectionChanged](w); len(got) != 1 || got[0] != found[0] {
			t.Errorf("announced %+v", got)
		}
		if j := w.job(w.clip("second").ID); j.State != db.Held || j.Hold != db.HeldKeyRefused {
			t.Errorf("%s (%s)", j.State, j.Hold)
		}
		w.wantPosts("second", 0)
		bad = false
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.until(w.clip("third").ID, db.Saved)
		if rest := w.engine.Unreached(); len(rest) != 0 {
			t.Errorf("an answer is there, and %+v still counts", rest)
		}
	})
}
