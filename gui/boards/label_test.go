package boards

import (
	"testing"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// The tag of every state of a shot fits on its picture in every language.
func TestTagsFitOnTheirPictures(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.harbour()
	s.show()
	const room = pictureWide - 2*6 // a tag keeps 6 px from each side
	var states []boards.State
	for _, tag := range []boards.Tag{boards.NeedsFrame, boards.Ready, boards.WaitsFor, boards.Stale, boards.Saved,
		boards.FirstFrameDiffers, boards.LastFrameDiffers, boards.Skipped, boards.InTrash, boards.FileMissing} {
		states = append(states, boards.State{Tag: tag, Other: 18})
	}
	for _, state := range []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Rejected, db.Queued,
		db.InProgress, db.Failed, db.Completed, db.Downloading, db.Saving, db.Saved, db.Expired, db.Unwatched} {
		for _, code := range []string{"", jobs.CodeTaskUnknown, jobs.CodeNoState, jobs.CodeEnded,
			jobs.CodeAsDelivered} {
			job := db.Job{Kind: db.TextToVideo, State: state, ErrorCode: code, Progress: 100}
			states = append(states, boards.State{Tag: boards.Underway, Job: job})
		}
	}
	for _, l := range lang.Languages() {
		langtest.Use(t, l.Tag)
		for _, state := range states {
			label := s.s.board.state(s.Shots[0], state)
			tag := kit.NewTag(label.tone, label.icon, label.tag)
			if wide := tag.MinSize().Width; wide > room || label.tag == "" {
				t.Errorf("%s: %q takes %.0f px of %d", l.Tag, label.tag, wide, room)
			}
		}
	}
}
