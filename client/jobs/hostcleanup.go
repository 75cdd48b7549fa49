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

// removeTimeout is the timeout for removing a picture. Nothing waits for the removal.
const removeTimeout = time.Minute

// hostCleanup removes hosted pictures from their hosts.
type hostCleanup struct {
	*lifetime
	lib        Library
	records    *records
	hostLookup *hostLookup

	wake    signal
	queueMu sync.Mutex // serializes reading and writing the setting of left objects
}

// put wakes the goroutine for an ended job that has a hosted picture.
func (t *hostCleanup) put(j db.Job) {
	if inputs, err := InputsOf(j); err == nil && j.State.Ended() && hostsObjects(inputs) {
		t.wake.raise()
	}
}

// run removes hosted pictures after their jobs have ended, including those of an earlier run. A removal that fails is
// retried at the next wake-up and at the next start.
func (t *hostCleanup) run() {
	for {
		hosted, err := t.lib.Jobs(t.soft, db.JobFilter{Hosted: true})
		if err != nil && t.soft.Err() == nil {
			t.log.Error("list hosted pictures", "err", err)
		}
		for _, job := range hosted {
			if job.State.Ended() {
				t.removeInputs(job)
			}
		}
		t.removeQueued()
		if !t.idle(t.wake, time.Time{}) {
			return
		}
	}
}

// removeInputs removes the hosted pictures of a job that has ended.
func (t *hostCleanup) removeInputs(job db.Job) {
	inputs, err := InputsOf(job)
	if err != nil {
		return
	}
	gone := 0
	for i, in := range inputs {
		if in.Object == "" || job.Board != "" && t.isShared(job, in.Object) {
			continue
		}
		if err := t.remove(hostedObject{job.ProfileID, in.Object}); err != nil {
			t.log.Warn("take down picture", "ref", shortRef(job.Ref), "err", err)
			continue
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Expires = "", "", time.Time{}
		gone++
	}
	if gone == 0 {
		return
	}
	_, err = t.records.change(t.commitContext(), job.ID, func(s *step) error { return storeInputs(s.Job, inputs) })
	if err != nil {
		t.log.Warn("take down picture", "ref", shortRef(job.Ref), "err", err)
	}
}

// isShared reports whether a job of the same board that has not ended uses an object.
func (t *hostCleanup) isShared(job db.Job, object string) bool {
	others, err := t.lib.Jobs(t.soft, db.JobFilter{Board: job.Board, Hosted: true})
	return err != nil || slices.ContainsFunc(others, func(j db.Job) bool {
		return !j.State.Ended() && hasObject(j, object)
	})
}

// remove removes one object. Errors: [db.ErrNotFound] if the profile was deleted, and with it the access to the host.
func (t *hostCleanup) remove(o hostedObject) error {
	h, err := t.hostLookup.hostOf(t.soft, o.Profile)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(t.soft, removeTimeout)
	defer cancel()
	return h.Delete(ctx, o.Object)
}

func hostsObjects(inputs []db.Input) bool {
	return slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Object != "" })
}

// settingQueue is the name of the setting with the hosted objects that no job refers to any more: the job was discarded
// or revised, or got another link. It is written before the job forgets the object, so that a crash leaves no unknown
// object.
const settingQueue = "hosted_left"

// hostedObject is a picture at the host of a profile.
type hostedObject struct {
	Profile int64  `json:"profile"`
	Object  string `json:"object"`
}

// enqueueInputs records the hosted objects of a job before its row drops them. They are removed only after that.
func (t *hostCleanup) enqueueInputs(ctx context.Context, job db.Job) error {
	inputs, _ := InputsOf(job) // unreadable inputs name no objects
	var objects []string
	for _, in := range inputs {
		objects = append(objects, in.Object)
	}
	return t.enqueue(ctx, job.ProfileID, objects...)
}

// enqueue records objects that are removed as soon as no job refers to them. It skips "".
func (t *hostCleanup) enqueue(ctx context.Context, profile int64, objects ...string) error {
	var more []hostedObject
	for _, o := range objects {
		if o != "" {
			more = append(more, hostedObject{profile, o})
		}
	}
	if len(more) == 0 {
		return nil
	}
	return t.changeQueue(ctx, func(all []hostedObject) []hostedObject { return append(all, more...) })
}

func (t *hostCleanup) changeQueue(ctx context.Context, fn func([]hostedObject) []hostedObject) error {
	t.queueMu.Lock()
	defer t.queueMu.Unlock()
	var all []hostedObject
	_, err := t.lib.Setting(ctx, settingQueue, &all)
	if err == nil {
		err = t.lib.SetSetting(ctx, settingQueue, fn(all))
	}
	if err != nil {
		return fmt.Errorf("note hosted pictures: %w", err)
	}
	return nil
}

// removeQueued removes the recorded objects that no job refers to.
func (t *hostCleanup) removeQueued() {
	var all []hostedObject
	if _, err := t.lib.Setting(t.soft, settingQueue, &all); err != nil || len(all) == 0 {
		return
	}
	used, err := t.lib.Jobs(t.soft, db.JobFilter{Hosted: true})
	if err != nil {
		return
	}
	for _, o := range all {
		if slices.ContainsFunc(used, func(j db.Job) bool {
			return j.ProfileID == o.Profile && hasObject(j, o.Object)
		}) {
			continue
		}
		err := t.remove(o)
		if t.soft.Err() != nil {
			return
		}
		if err == nil || errors.Is(err, db.ErrNotFound) {
			err = t.changeQueue(t.commitContext(), func(now []hostedObject) []hostedObject {
				i := slices.Index(now, o) // only one entry: an upload in progress may have recorded the object again
				return slices.Delete(now, i, i+1)
			})
		}
		if err != nil {
			t.log.Warn("take down picture", "err", err)
		}
	}
}

func hasObject(j db.Job, object string) bool {
	inputs, err := InputsOf(j)
	return err != nil || slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Object == object })
}
