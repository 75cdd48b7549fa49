package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"viviscope/db"
)

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
				return slices.DeleteFunc(now, func(x leftObject) bool { return x == o })
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
