package gallery

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
)

func TestUseAsFrameFromTheDetailPane(t *testing.T) {
	at := now()
	living := db.Asset{ID: 2, JobID: 2, Kind: db.Picture, Link: "https://p.example/a.png", LinkDies: at.Add(21 * time.Hour), CreatedAt: at, Width: 4, Height: 3, Path: "a.png"}
	dead := living
	dead.ID, dead.JobID, dead.LinkDies = 1, 1, at.Add(-time.Hour)
	s := &shelf{assets: []db.Asset{living, dead}, jobs: map[int64]db.Job{1: {ID: 1}, 2: {ID: 2}}}
	var placed []int
	var edited []int64
	var again []int64
	g := newDesk(t, s)
	g.o.OnFrame = func(a db.Asset, place int) { placed = append(placed, int(a.ID)*10+place) }
	g.o.OnEdit = func(a db.Asset) { edited = append(edited, a.ID) }
	g.o.OnAgain = func(j db.Job) { again = append(again, j.ID) }
	g.o.Again = func(db.Job) string { return "¥0.08 est." }
	g.Refresh()
	g.drain()
	g.Show(2)
	g.drain()
	use := g.detail.use
	test.Tap(use.first)
	test.Tap(use.last)
	test.Tap(use.edit)
	if use.again.Visible() {
		t.Error("a picture whose link lives is offered once more")
	}
	g.Show(1)
	g.drain()
	test.Tap(use.first)
	test.Tap(use.edit)
	test.Tap(use.again)
	g.Show(2)
	g.typed(fyne.KeyF)
	g.typed(fyne.KeyL)
	g.typed(fyne.KeyE)
	g.drain()
	if len(placed) != 4 || placed[2] != 20 || placed[3] != 21 || len(edited) != 3 || edited[2] != 2 {
		t.Errorf("by key: placed %v, edited %v", placed, edited)
	}
	placed, edited = placed[:2], edited[:2]
	if len(placed) != 2 || placed[0] != 20 || placed[1] != 21 || len(edited) != 2 || len(again) != 1 || again[0] != 1 {
		t.Errorf("placed %v, edited %v, again %v", placed, edited, again)
	}
	if got := use.again.Text(); got != "Make it again · ¥0.08 est." {
		t.Errorf("%q", got)
	}
}
