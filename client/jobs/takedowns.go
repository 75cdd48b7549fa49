package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"viviscope/db"
)

// takeDownWait is how long taking a picture down may take: nobody waits for it.
const takeDownWait = time.Minute

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

// settleInputs takes down what was hosted for a job that has ended.
func (e *Engine) settleInputs(job db.Job) {
	inputs, err := InputsOf(job)
	if err != nil {
		return
	}
	gone := 0
	for i, in := range inputs {
		if in.Object == "" || job.Board != "" && e.shares(job, in.Object) {
			continue
		}
		if err := e.takeDown(leftObject{job.ProfileID, in.Object}); err != nil {
			e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
			continue
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Dies = "", "", time.Time{}
		gone++
	}
	if gone == 0 {
		return
	}
	_, err = e.records.change(e.committing(), job.ID, func(s *step) error { return storeInputs(s.Job, inputs) })
	if err != nil {
		e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
	}
}

// shares reports whether a job that has not ended has the same object as one that has.
func (e *Engine) shares(job db.Job, object string) bool {
	others, err := e.lib.Jobs(e.soft, db.JobFilter{Board: job.Board, Hosted: true})
	return err != nil || slices.ContainsFunc(others, func(j db.Job) bool { return !j.State.Ended() && hasObject(j, object) })
}

// takeDown takes one object down. Errors: [db.ErrNotFound] where the profile is gone, and with it every way to the host.
func (e *Engine) takeDown(o leftObject) error {
	h, err := e.hostOf(e.soft, o.Profile)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(e.soft, takeDownWait)
	defer cancel()
	return h.Delete(ctx, o.Object)
}

func hostsObjects(inputs []db.Input) bool {
	return slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Object != "" })
}

// settingLeft is the name of the setting that keeps what is at a host and in no job any more: its job was discarded or
// revised, or got another link. It is written before the job forgets the object, so that no crash leaves it there.
const settingLeft = "hosted_left"

// leftObject is a picture at the host of a profile.
type leftObject struct {
	Profile int64  `json:"profile"`
	Object  string `json:"object"`
}

// leaveInputs notes what is hosted for a job that is about to forget it. Until it does, nothing is taken down.
func (e *Engine) leaveInputs(ctx context.Context, job db.Job) error {
	inputs, _ := InputsOf(job) // what cannot be read names nothing
	var objects []string
	for _, in := range inputs {
		objects = append(objects, in.Object)
	}
	return e.leave(ctx, job.ProfileID, objects...)
}

// leave notes objects that are to be taken down as soon as no job has them. "" is none.
func (e *Engine) leave(ctx context.Context, profile int64, objects ...string) error {
	var more []leftObject
	for _, o := range objects {
		if o != "" {
			more = append(more, leftObject{profile, o})
		}
	}
	if len(more) == 0 {
		return nil
	}
	return e.changeLeft(ctx, func(all []leftObject) []leftObject { return append(all, more...) })
}

func (e *Engine) changeLeft(ctx context.Context, fn func([]leftObject) []leftObject) error {
	e.takeDowns.left.Lock()
	defer e.takeDowns.left.Unlock()
	var all []leftObject
	_, err := e.lib.Setting(ctx, settingLeft, &all)
	if err == nil {
		err = e.lib.SetSetting(ctx, settingLeft, fn(all))
	}
	if err != nil {
		return fmt.Errorf("note hosted pictures: %w", err)
	}
	return nil
}

// takeLeft takes down what no job has.
func (e *Engine) takeLeft() {
	var all []leftObject
	if _, err := e.lib.Setting(e.soft, settingLeft, &all); err != nil || len(all) == 0 {
		return
	}
	used, err := e.lib.Jobs(e.soft, db.JobFilter{Hosted: true})
	if err != nil {
		return
	}
	for _, o := range all {
		if slices.ContainsFunc(used, func(j db.Job) bool { return j.ProfileID == o.Profile && hasObject(j, o.Object) }) {
			continue
		}
		err := e.takeDown(o)
		if e.soft.Err() != nil {
			return
		}
		if err == nil || errors.Is(err, db.ErrNotFound) {
			err = e.changeLeft(e.committing(), func(now []leftObject) []leftObject {
				i := slices.Index(now, o) // it may be there again: what was on its way came after it was taken down
				return slices.Delete(now, i, i+1)
			})
		}
		if err != nil {
			e.log.Warn("take down picture", "err", err)
		}
	}
}

func hasObject(j db.Job, object string) bool {
	inputs, err := InputsOf(j)
	return err != nil || slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Object == object })
}
