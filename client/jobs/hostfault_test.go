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
