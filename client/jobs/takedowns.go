package jobs

import (
	"sync"
	"time"

	"viviscope/db"
)

// takeDowns wakes the goroutine that takes pictures down from their host.
type takeDowns struct {
	wake signal
	left sync.Mutex // orders what is read of the setting of left objects with what is written
}

// put wakes it for a row that has ended and has a picture at its host.
func (t *takeDowns) put(j db.Job) {
	if inputs, err := InputsOf(j); err == nil && j.State.Ended() && hostsObjects(inputs) {
		t.wake.raise()
	}
}

// runTakeDowns takes pictures down from their host once their jobs have ended, also those that a former run left. What a host does not
// give up now is tried again when more comes, and at the next start.
func (e *Engine) runTakeDowns() {
	for {
		hosted, err := e.lib.Jobs(e.soft, db.JobFilter{Hosted: true})
		if err != nil && e.soft.Err() == nil {
			e.log.Error("list hosted pictures", "err", err)
		}
		for _, job := range hosted {
			if job.State.Ended() {
				e.settleInputs(job)
			}
		}
		e.takeLeft()
		if !e.idle(e.takeDowns.wake, time.Time{}) {
			return
		}
	}
}
