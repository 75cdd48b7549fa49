package jobs

import (
	"slices"

	"viviscope/db"
)

// A job can come after another one: a place of its request is for what that one delivers, the last frame of a clip or
// a picture. Until that one is saved it is held, and goes on by itself then; it was admitted with its click, and has
// counted as used ever since. Where nothing can come of that any more, it stays held with a code that says why, and
// counts no more.

// The codes of a job that is held because nothing came, or came yet, of the one that it comes after. The message is
// how people see that one's ref, or why no frame could be taken.
const (
	CodeAfterFailed      = "after_failed"      // it ended without what was to be delivered
	CodeAfterUnconfirmed = "after_unconfirmed" // nobody knows whether it was made
	CodeAfterRemoved     = "after_removed"     // it was discarded
	CodeAfterFrame       = "after_frame"       // it was saved, and what it delivered cannot be used
)

// CanRelease reports whether a person can let a job go. One that waits for another job goes by itself, or has nothing
// to go with.
func CanRelease(j db.Job) bool { return j.State == db.Held && !j.GoesOn() && !inVain(j) }

// inVain reports whether a held job would wait in vain for the one that it comes after.
func inVain(j db.Job) bool {
	return in(j.ErrorCode, CodeAfterFailed, CodeAfterUnconfirmed, CodeAfterRemoved)
}

// owe keeps a place of a row for what another job delivers. What is known of its size stays: an estimate follows it.
func owe(inputs []db.Input, place int) []db.Input {
	i := slices.IndexFunc(inputs, func(in db.Input) bool { return in.Place == place && !in.Part })
	if i < 0 {
		i, inputs = len(inputs), append(inputs, db.Input{})
	}
	inputs[i] = db.Input{Place: place, Width: inputs[i].Width, Height: inputs[i].Height, Owed: true}
	return inputs
}

// owed is the place among the inputs of a job that is for what another one delivers; -1 where it has that already, or
// waits for none.
func owed(inputs []db.Input) int {
	return slices.IndexFunc(inputs, func(in db.Input) bool { return in.Owed })
}

// awaits reports whether a job has not got yet what another one is to deliver.
func awaits(j db.Job) bool {
	inputs, err := InputsOf(j)
	return err != nil || owed(inputs) >= 0
}

// barred is the code of a job that comes after one that is as it stands; "" where it can be waited for.
func barred(by db.Job) string {
	switch {
	case by.State == db.Unconfirmed:
		return CodeAfterUnconfirmed
	case by.State.Ended() && by.State != db.Saved, inVain(by), by.Hold == db.HeldAfter && !by.GoesOn():
		return CodeAfterFailed
	}
	return ""
}

// CanFollow reports whether a job can be ordered to come after one that is as it stands.
func CanFollow(j db.Job) bool { return barred(j) == "" }

// waitsLike reports whether a job waits for another one just as it did when it was read.
func waitsLike(now, was db.Job) bool {
	return now.State == db.Held && now.Hold == was.Hold && now.ErrorCode == was.ErrorCode && now.After == was.After &&
		sameRequest(now, was)
}

// CanReleaseTogether reports whether a person can let a job go with others. What waits for approval goes by its click
// alone.
func CanReleaseTogether(j db.Job) bool { return CanRelease(j) && j.Hold != db.HeldApproval }
