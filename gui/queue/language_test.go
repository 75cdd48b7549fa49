package queue

import (
	"context"
	"errors"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// sameEverywhere are names that the tests give and units: no language has other words for them.
const sameEverywhere = "sun wind boats mist second first lamp crowd old clip s kB MB B My gateway Studio rejected by the content check disk is gone h d soon full late runs"

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	check := func(t *testing.T, s *Screen) {
		t.Helper()
		for _, text := range langtest.Untranslated(fyne.CurrentApp().Driver().CanvasForObject(s.Content()), sameEverywhere) {
			t.Errorf("%q", text)
		}
	}
	for name, c := range map[string]struct {
		rows func(r *rows)
		show func(s *Screen)
	}{
		"all":     {},
		"empty":   {rows: func(r *rows) { r.jobs = nil }},
		"error":   {rows: func(r *rows) { r.broken = errors.New("disk is gone") }},
		"paused":  {show: func(s *Screen) { test.Tap(s.pause) }},
		"review":  {show: func(s *Screen) { s.sendAllHeld() }},
		"three":   {rows: func(r *rows) { third := r.jobs[2]; third.ID = 12; r.jobs = append(r.jobs, third) }, show: func(s *Screen) { s.sendAllHeld() }},
		"again":   {show: func(s *Screen) { s.makeAgain(s.shown.items[len(s.shown.items)-1]) }},
		"track":   {show: func(s *Screen) { s.TrackTask() }},
		"failing": {rows: func(r *rows) { *r = *downloadRows() }},
		"held": {rows: func(r *rows) {
			for i, why := range []db.HoldReason{db.HeldPaused, db.HeldRateLimited, db.HeldNoKey, db.HeldKeyRefused, db.HeldOverBudget, db.HeldNotSent} {
				r.jobs = append(r.jobs, db.Job{ID: int64(20 + i), State: db.Held, Hold: why, Kind: db.TextToVideo, Prompt: "sun", ProfileID: 1})
			}
		}},
		"running": {rows: func(r *rows) {
			for i, state := range []db.JobState{db.Sending, db.Queued, db.Downloading, db.Saving, db.Completed, db.Unwatched, db.Rejected} {
				r.jobs = append(r.jobs, db.Job{ID: int64(20 + i), State: state, Kind: db.TextToImage, Prompt: "sun", ProfileID: 1, SentAt: noon})
			}
		}, show: func(s *Screen) {
			s.Handle(jobs.DownloadProgress{ID: 22, Done: 1_000, Total: 64_000})
			s.Handle(jobs.UploadProgress{ID: 5, Done: 1, Total: 2})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRows()
			if c.rows != nil {
				c.rows(r)
			}
			s := newScreen(t, r, &engine{})
			if c.show != nil {
				c.show(s)
			}
			s.Update(context.Background())
			check(t, s)
		})
	}
	for _, err := range []error{client.ErrAuth, keys.ErrNone, context.DeadlineExceeded, errors.New("disk is gone")} {
		if words := trackTrouble(err, "Studio"); langtest.Foreign(words, sameEverywhere) != "" {
			t.Errorf("%q", words)
		}
	}
}
