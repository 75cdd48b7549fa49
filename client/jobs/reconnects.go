package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"viviscope/db"
)

// reconnects continues the jobs of a profile after its key, address, limits or poll interval changed.
type reconnects struct {
	lib       Library
	events    *bus
	records   *records
	outbox    *outbox
	lists     *lists
	conns     *connections
	admission *admission
}

// keyChanged implements [Engine.KeyChanged].
func (rc *reconnects) keyChanged(ctx context.Context, profileID int64) error {
	rc.profileChanged(profileID)
	defer rc.events.flush()
	rc.records.commits.Lock()
	defer rc.records.commits.Unlock()
	held, err := rc.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, ProfileID: profileID})
	held = slices.DeleteFunc(held, func(j db.Job) bool { return !in(j.Hold, db.HeldNoKey, db.HeldKeyRefused) })
	slices.Reverse(held) // oldest first: jobs are sent in the order of the clicks
	for _, part := range groupJobs(held, func(a, b db.Job) bool {
		return a.Click == b.Click && grantee(a) == grantee(b)
	}) {
		err = errors.Join(err, rc.admission.release(ctx, part, Terms{Client: grantee(part[0]), automatic: true}))
	}
	if err != nil {
		return fmt.Errorf("release what waited for a key of profile %d: %w", profileID, err)
	}
	return nil
}

// profileChanged implements [Engine.ProfileChanged].
func (rc *reconnects) profileChanged(profileID int64) {
	rc.conns.disconnect(profileID)
	rc.lists.makeDue(profileID)
	rc.outbox.wake.raise()
}
