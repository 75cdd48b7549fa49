package jobs

import (
	"slices"

	"viviscope/db"
)

// A job can come after another one: a place of its request is reserved for the result of that job, the last frame of a
// clip or a picture. The job is held until its predecessor is saved, and then continues automatically. It was admitted
// with its click, and has counted as used since. If the predecessor can no longer deliver, the job stays held with a
// code for the reason, and does not count as used any more.

// The codes of a job that is held because its predecessor has not delivered anything, or not yet. The message is the
// displayed ref of the predecessor, or why no frame could be extracted.
const (
	CodeAfterFailed      = "after_failed"      // it ended without a result
	CodeAfterUnconfirmed = "after_unconfirmed" // it is not known whether it was made
	CodeAfterRemoved     = "after_removed"     // it was discarded
	CodeAfterFrame       = "after_frame"       // it was saved, and its result cannot be used
)

// CanRelease reports whether the user can release a job. A job that waits for another job is released automatically, or
// can never be.
func CanRelease(j db.Job) bool { return j.State == db.Held && !j.WaitsForJob() && !isBlocked(j) }

// isBlocked reports whether a held job waits for a predecessor that cannot deliver.
func isBlocked(j db.Job) bool {
	return in(j.ErrorCode, CodeAfterFailed, CodeAfterUnconfirmed, CodeAfterRemoved)
}

// reserveInput reserves a place of a row for the result of another job. It keeps a known size, because estimates depend
// on it.
func reserveInput(inputs []db.Input, place int) []db.Input {
	i := slices.IndexFunc(inputs, func(in db.Input) bool { return in.Place == place && !in.Part })
	if i < 0 {
		i, inputs = len(inputs), append(inputs, db.Input{})
	}
	inputs[i] = db.Input{Place: place, Width: inputs[i].Width, Height: inputs[i].Height, Awaited: true}
	return inputs
}

// reservedInput returns the index of the input that is reserved for another job's result. It returns -1 if the job has
// it already, or waits for none.
func reservedInput(inputs []db.Input) int {
	return slices.IndexFunc(inputs, func(in db.Input) bool { return in.Awaited })
}

// needsResult reports whether a job still lacks the result of another job.
func needsResult(j db.Job) bool {
	inputs, err := InputsOf(j)
	return err != nil || reservedInput(inputs) >= 0
}

// blockCode returns the code for a job with the given predecessor; "" if the predecessor may still deliver.
func blockCode(by db.Job) string {
	switch {
	case by.State == db.Unconfirmed:
		return CodeAfterUnconfirmed
	case by.State.Ended() && by.State != db.Saved, isBlocked(by), by.Hold == db.HeldAfter && !by.WaitsForJob():
		return CodeAfterFailed
	}
	return ""
}

// CanFollow reports whether a job can be ordered to come after j in its current state.
func CanFollow(j db.Job) bool { return blockCode(j) == "" }

// sameWait reports whether a job waits for another job in the same way as when it was read.
func sameWait(now, was db.Job) bool {
	return now.State == db.Held && now.Hold == was.Hold && now.ErrorCode == was.ErrorCode && now.After == was.After &&
		sameRequest(now, was)
}

// CanReleaseTogether reports whether the user can release a job together with others. Jobs that wait for approval are
// released by click.
func CanReleaseTogether(j db.Job) bool { return CanRelease(j) && j.Hold != db.HeldApproval }
