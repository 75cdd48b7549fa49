package jobs

import (
	"slices"
	"sync"
	"time"

	"viviscope/db"
)

// takeDowns is the list of ended jobs of which a picture is still at its host.
type takeDowns struct {
	wake signal
	left sync.Mutex // orders what is read of the setting of left objects with what is written

	mu  sync.Mutex
	ids []int64
}

func newTakeDowns() *takeDowns { return &takeDowns{wake: newSignal()} }

// put makes the list follow a row.
func (t *takeDowns) put(j db.Job) {
	if !j.State.Ended() || len(j.Inputs) == 0 {
		return
	}
	inputs, err := InputsOf(j)
	if err != nil || !hostsObjects(inputs) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.ids, j.ID) {
		t.ids = append(t.ids, j.ID)
		t.wake.raise()
	}
}

func (t *takeDowns) take() []int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	ids := t.ids
	t.ids = nil
	return ids
}

// runTakeDowns takes pictures down from their host once their jobs have ended, also those that a former run left.
func (e *Engine) runTakeDowns() {
	left, err := e.lib.Jobs(e.soft, db.JobFilter{Hosted: true})
	if err != nil && e.soft.Err() == nil {
		e.log.Error("list hosted pictures", "err", err)
	}
	for _, job := range left {
		e.takeDowns.put(job)
	}
	for {
		for _, id := range e.takeDowns.take() {
			if job, err := e.lib.Job(e.soft, id); err == nil {
				e.settleInputs(job)
			}
		}
		e.takeLeft()
		if !e.idle(e.takeDowns.wake, time.Time{}) {
			return
		}
	}
}
