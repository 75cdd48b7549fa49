package app

import (
	"testing"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/shell"
)

func TestAStartShowsWhereTheUserLeftOff(t *testing.T) {
	var clip, held db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip, held = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge), s.job(db.TextToVideo, db.Held)
	})
	board, err := s.p.Boards.New(t.Context(), boards.Board{BoardHead: db.BoardHead{ProfileID: s.profile.ID}})
	s.must(err)
	p, asset := s.p, s.asset(clip).ID
	at := p.places
	p.shell.Show(shell.Gallery)
	s.until("the gallery", func() bool { return at.gallery.Show(asset) && at.gallery.Current() == asset })
	p.shell.Show(shell.Boards)
	at.boards.Open(board.Ref)
	p.shell.Show(shell.Queue)
	at.jobs.Queue.Select(held.ID)
	s.until("the queue", func() bool { return at.jobs.Queue.Current() == held.ID })
	p.leaveOff()
	s.must(p.keepLeftOff(t.Context()))

	want := leftOff{Place: "queue", Board: board.Ref, Asset: asset, Job: held.ID}
	left := p.readLeftOff()
	if left != want {
		t.Fatalf("stored %+v, want %+v", left, want)
	}
	p.shell.Show(shell.Create)
	p.goBack(left)
	if p.shell.Place() != shell.Queue || at.boards.OpenBoard() != board.Ref || at.gallery.Current() != asset ||
		at.jobs.Queue.Current() != held.ID {
		t.Errorf("at %v with board %q", p.shell.Place(), at.boards.OpenBoard())
	}
	p.shell.Show(shell.Boards)
	s.until("the board", func() bool { return at.boards.First() != nil && at.boards.OpenBoard() == board.Ref })
	for name, old := range map[string]any{
		"nothing": nil, "another kind": 7,
		"what is gone": leftOff{Place: "statistics", Board: "gone", Asset: 1 << 40, Job: 1 << 40},
	} {
		s.must(p.Library.SetSetting(t.Context(), settingLeftOff, old))
		left := p.readLeftOff()
		if left.Board != "" {
			t.Errorf("%s: board %q", name, left.Board)
		}
		p.shell.Show(shell.Costs)
		p.goBack(left)
		if p.shell.Place() != shell.Costs {
			t.Errorf("%s: at %v", name, p.shell.Place())
		}
	}
}
