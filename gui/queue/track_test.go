package queue

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
)

func TestATaskIsTrackedByItsID(t *testing.T) {
	e := &engine{refuse: client.ErrNotFound}
	s := newScreen(t, newRows(), e)
	test.Tap(s.track)
	c := fyne.CurrentApp().Driver().CanvasForObject(s.track)
	if s.sheet == nil || c.Focused() != s.sheet.task || !s.sheet.do.Disabled() {
		t.Fatal("the sheet does not wait for an ID with the focus in its field")
	}
	s.sheet.task.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(e.told) != 0 {
		t.Errorf("an empty field asked the service: %v", e.told)
	}
	test.Type(s.sheet.task, " task_9 ")
	s.sheet.task.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if !s.sheet.sheet.Shown() || s.sheet.trouble.Text() != "The service knows no task with this ID (404). Nothing was changed." || !s.sheet.trouble.Visible() {
		t.Errorf("refused: %q", s.sheet.trouble.Text())
	}
	e.refuse = nil
	s.sheet.task.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s.sheet.sheet.Shown() || !slices.Equal(e.told, []string{"track task_9", "track task_9"}) {
		t.Errorf("told %v, sheet still there: %v", e.told, s.sheet.sheet.Shown())
	}
}

func TestTrackTroubleInWords(t *testing.T) {
	for want, err := range map[string]error{
		"This task is already job 8f2c in your library.":          &jobs.TaskTakenError{Job: db.Job{Ref: "8f2cdd01"}},
		"This is not a task ID. Nothing was changed.":             client.ErrBadTaskID,
		"The service refused the key (401). Nothing was changed.": client.ErrAuth,
		"No key for Studio. Nothing was changed.":                 keys.ErrNone,
		"The service did not answer. Nothing was changed.":        context.DeadlineExceeded,
		"Not tracked: cut. Nothing was changed.":                  errors.New("cut"),
	} {
		if got := trackTrouble(err, "Studio"); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

func TestNeedsYouKeepsWhatWaitsForAPerson(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	s.NeedsYou()
	for _, it := range s.shown.items {
		if it.head == "" && it.job.State != db.Unconfirmed && it.job.State != db.Held {
			t.Errorf("%s is shown", it.job.Prompt)
		}
	}
	if len(s.shown.items) != 4 {
		t.Errorf("%d lines", len(s.shown.items))
	}
}

// The header must fit into the least window: what overlaps there cannot be pressed.
func TestTheHeaderFitsIntoTheLeastWindow(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	if w := s.Content().MinSize().Width; w > 960-57 {
		t.Errorf("the place is %v px wide", w)
	}
}
