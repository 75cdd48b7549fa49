package action

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/db"
)

// A state is known by its icon as well as by its word; those that need a person look like no other.
func TestStatesThatNeedAPersonHaveIconsOfTheirOwn(t *testing.T) {
	test.NewTempApp(t)
	all := []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Rejected, db.Queued, db.InProgress,
		db.Failed,
		db.Completed, db.Downloading, db.Saving, db.Saved, db.Expired, db.Unwatched}
	seen := map[string][]db.JobState{}
	for _, s := range all {
		icon := StateIcon(s)
		if icon == nil {
			t.Fatalf("state %s has no icon", s)
		}
		seen[icon.Name()] = append(seen[icon.Name()], s)
	}
	for _, s := range []db.JobState{db.Held, db.Unconfirmed, db.Expired, db.Unwatched, db.Saved} {
		if same := seen[StateIcon(s).Name()]; len(same) != 1 {
			t.Errorf("%s shares its icon with %v", s, same)
		}
	}
}
