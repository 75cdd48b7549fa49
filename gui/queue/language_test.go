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
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are names that the tests give and units: no language has other words for them.
const sameEverywhere = "sun wind boats mist second first lamp crowd old clip s kB MB B My gateway Studio rejected by the content check disk is gone h d soon full late runs"

// state is something that the queue can show.
type state struct {
	rows func(r *rows)
	show func(s *Screen)
}

func (st state) open(t *testing.T) (*Screen, fyne.Window) {
	r := newRows()
	if st.rows != nil {
		st.rows(r)
	}
	s := newScreen(t, r, &engine{})
	if st.show != nil {
		st.show(s)
	}
	s.Update(context.Background())
	windows := fyne.CurrentApp().Driver().AllWindows()
	return s, windows[len(windows)-1]
}

func states() map[string]state {
	return map[string]state{
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
			s.hear(jobs.Progress{ID: 22, Done: 1_000, Total: 64_000})
			s.hear(jobs.Progress{ID: 5, Upload: true, Done: 1, Total: 2})
		}},
	}
}

// On a screen of 1024 x 600 every button can be got at, in the list and in its sheets.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for _, c := range []struct {
		tag          string
		scale, width float32
	}{{"en", 1, 967}, {"de", resources.TextScaleMax, 939}} {
		langtest.Speak(t, c.tag)
		for name, st := range states() {
			t.Run(c.tag+"/"+name, func(t *testing.T) {
				s, w := st.open(t)
				fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
				w.SetPadded(false)
				w.Resize(fyne.NewSize(c.width, 530))
				s.Update(t.Context())
				for _, button := range apptest.Cut(w.Canvas()) {
					t.Error(button)
				}
			})
		}
	}
}

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	for name, st := range states() {
		t.Run(name, func(t *testing.T) {
			_, w := st.open(t)
			for _, text := range langtest.Untranslated(w.Canvas(), sameEverywhere) {
				t.Errorf("%q", text)
			}
		})
	}
	for _, err := range []error{client.ErrAuth, keys.ErrNone, context.DeadlineExceeded, errors.New("disk is gone")} {
		if words := trackTrouble(err, "Studio"); langtest.Foreign(words, sameEverywhere) != "" {
			t.Errorf("%q", words)
		}
	}
}
