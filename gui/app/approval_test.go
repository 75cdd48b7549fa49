package app

import (
	"context"
	"testing"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/desktop"
	"viviscope/gui/shell"
)

// shownNotes records what is shown on the desktop.
type shownNotes chan desktop.Note

func (n shownNotes) Send(_ context.Context, note desktop.Note) error {
	select {
	case n <- note:
	default:
	}
	return nil
}

func (shownNotes) Close() error { return nil }

// What a program asks for is told of on the desktop and in the window, is sent by the sheet though it is over the
// budget, which the sheet says, and is charged once for each clip; a notice of it goes when it is looked at.
func TestWhatAProgramAsksForIsApprovedInTheWindow(t *testing.T) {
	s := newSpending(t, func(p *db.Profile) { p.BudgetMicros = new(int64(5_000_000)) }, func(*spending) {})
	notes := make(shownNotes, 1)
	s.p.notes = notes
	s.must(s.p.Library.SetSetting(t.Context(), db.SettingAutomation, db.Automation{On: true}))
	s.must(s.p.Library.SaveClient(t.Context(),
		db.Client{Name: "editor", Token: "1234567890123456789012345678901234567890123456789012345678901234"},
		[]db.Grant{{ProfileID: s.profile.ID, Approve: db.ApproveAlways}}))
	ask := func(id string) {
		t.Helper()
		clip := jobs.Order{Request: client.VideoRequest{Model: "clip-2.6", Prompt: "boats", Seconds: 5,
			Resolution: "720P"}}
		made, err := s.p.Engine.Submit(t.Context(), s.profile.ID, []jobs.Order{clip, clip},
			jobs.Terms{Client: "editor", Click: id, Fingerprint: id})
		s.must(err)
		if len(made) != 2 || made[0].Hold != db.HeldApproval {
			t.Fatalf("made %+v", made)
		}
	}
	s.p.shell.Show(shell.Queue)
	ask("a")
	s.p.announceApprovals(t.Context())
	if note := <-notes; note.Title != "editor asks to send 2 clips" || note.Text != "¥5.60 est. · boats" {
		t.Errorf("shown on the desktop: %+v", note)
	}
	s.until("the sheet", func() bool { return s.says("Over this month’s budget by ¥0.60") })
	s.press("Send 2 clips · ¥5.60 est.")
	s.until("sent", func() bool { return s.came.Load() == 2 && s.still() })

	s.p.shell.Show(shell.Create)
	s.p.window.Canvas().Focus(s.p.places.composer.First())
	ask("b")
	s.p.announceApprovals(t.Context())
	s.until("the notice", func() bool { return s.says("editor asks to send 2 clips.") })
	s.p.places.jobs.Review(s.rows()[0].Click)
	s.until("the sheet", func() bool {
		return s.says("editor asks to send 2 clips") && s.p.window.Canvas().Overlays().Top() != nil
	})
	s.press("Do not send")
	s.until("declined", func() bool { return len(s.rows()) == 2 && !s.says("editor asks to send 2 clips.") })
	if n := s.came.Load(); n != 2 {
		t.Errorf("%d requests", n)
	}
}
