package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"viviscope/db"
)

// KeyChanged says that a profile has another key, or one at last: its service is connected anew, what was held for
// want of a good key goes out as far as the budgets leave room for it, and its polls and downloads go on at once.
func (e *Engine) KeyChanged(ctx context.Context, profileID int64) error {
	e.ProfileChanged(profileID)
	defer e.events.flush()
	e.records.commits.Lock()
	defer e.records.commits.Unlock()
	held, err := e.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, ProfileID: profileID})
	held = slices.DeleteFunc(held, func(j db.Job) bool { return !in(j.Hold, db.HeldNoKey, db.HeldKeyRefused) })
	slices.Reverse(held) // oldest first: they go out in the order of the clicks
	for _, part := range grouped(held, func(a, b db.Job) bool { return a.Click == b.Click && grantee(a) == grantee(b) }) {
		err = errors.Join(err, e.admission.release(ctx, part, Terms{Client: grantee(part[0]), clicked: true}))
	}
	if err != nil {
		return fmt.Errorf("release what waited for a key of profile %d: %w", profileID, err)
	}
	return nil
}

// ProfileChanged says that a profile's address, limits or pace were edited. Calls under way end as they began.
func (e *Engine) ProfileChanged(profileID int64) {
	e.conns.drop(profileID)
	e.watches.hurry(0, profileID)
	e.fetches.hurry(0, profileID)
	e.outbox.wake.raise()
}
