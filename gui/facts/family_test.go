package facts

import (
	"image"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/media"
)

// prints counts requested and cancelled pictures.
type prints struct {
	media.Pictures
	asked, left int
}

func (p *prints) Nearest(db.Asset, int) (image.Image, bool) { return nil, false }

func (p *prints) Request(db.Asset, int, func(image.Image, error)) func() {
	p.asked++
	return func() { p.left++ }
}

func TestRelativesAreShownInTheirGroups(t *testing.T) {
	test.NewTempApp(t)
	kin := func(first, n int64) (out []db.Relative) {
		for i := range n {
			out = append(out, db.Relative{Asset: &db.Asset{ID: first + i, Kind: db.Picture, Width: 64, Height: 64}})
		}
		return out
	}
	var offered []bool
	p := &prints{}
	f := NewFamily(FamilyOptions{Size: fyne.NewSquareSize(70),
		Host: &actiontest.Host{On: test.NewTempWindow(t, canvas.NewRectangle(nil)).Canvas()}, Pictures: p,
		Open: func(db.Asset) {},
		Offer: func(first db.Asset, frames bool) fyne.CanvasObject {
			offered = append(offered, frames)
			return nil
		}})
	if f.Object.Visible() {
		t.Error("it is seen before there is anything")
	}
	clip := db.Asset{ID: 1, Kind: db.Clip, JobID: 1}
	family := db.Family{MadeFrom: kin(2, 2),
		Variations: append([]db.Relative{{Job: &db.Job{ID: 9, State: db.InProgress}}}, kin(10, 5)...)}
	f.Show(clip, family)
	shown := slices.Clone(f.Object.Objects)
	on := family
	// the job continues
	on.Variations = append([]db.Relative{{Job: &db.Job{ID: 9, State: db.InProgress, Progress: 40}}},
		family.Variations[1:]...)
	f.Show(clip, on)
	if !slices.Equal(f.Object.Objects, shown) {
		t.Error("while a relative is being made the others are made anew, and lose the keyboard")
	}
	// Of six jobs from one click four are shown; the first is still running.
	if p.asked != 2+3 || p.left != 0 || !f.Object.Visible() {
		t.Errorf("%d pictures were asked for, %d called off", p.asked, p.left)
	}
	if len(offered) != 1 || !offered[0] {
		t.Errorf("offered: %v", offered)
	}
	f.Show(db.Asset{ID: 3, Kind: db.Picture}, db.Family{})
	if p.left != p.asked || f.Object.Visible() {
		t.Errorf("%d of %d pictures were called off", p.left, p.asked)
	}
}

// A held job makes no progress until the user sends it.
func TestAHeldRelativeIsNotInProgress(t *testing.T) {
	held, running := db.Relative{Job: &db.Job{State: db.Held, Hold: db.HeldByUser}},
		db.Relative{Job: &db.Job{State: db.Queued}}
	if _, words := stateOf(held); words != "Held" {
		t.Errorf("held: %q", words)
	}
	if _, words := stateOf(running); words != "in progress" {
		t.Errorf("running: %q", words)
	}
	if (group{kin: []db.Relative{held}}).looksAs(group{kin: []db.Relative{running}}) {
		t.Error("it is not shown anew when it is sent")
	}
}

func TestSourcesHaveOwnTitle(t *testing.T) {
	from := db.Family{MadeFrom: []db.Relative{{Asset: &db.Asset{ID: 2}}}}
	for _, row := range []struct {
		asset db.Asset
		want  string
	}{
		{db.Asset{Kind: db.Clip, JobID: 1}, "Frames used"}, {db.Asset{Kind: db.Picture, JobID: 1}, "Made from"},
		{db.Asset{Kind: db.Picture}, "Saved from"},
	} {
		if got := groupsOf(row.asset, from); len(got) != 1 || got[0].title != row.want {
			t.Errorf("%+v: %v, want %q", row.asset, got, row.want)
		}
	}
}

func TestFirstFrameComesBeforeLast(t *testing.T) {
	groups := groupsOf(db.Asset{Kind: db.Picture}, db.Family{UsedAsFrame: []db.Relative{{Place: 1}, {Place: 0}}})
	if g := groups[0]; g.cornerLabel(g.kin[0]) != "first" || g.cornerLabel(g.kin[1]) != "last" {
		t.Errorf("%+v", g.kin)
	}
}

func TestAPictureCoversItsFrame(t *testing.T) {
	for _, row := range []struct {
		width, height int
		frame         fyne.Size
		want          float32
	}{
		{1920, 1080, fyne.NewSquareSize(90), 160}, {1080, 1920, fyne.NewSquareSize(90), 160},
		{100, 100, fyne.NewSize(132, 74), 132},
		{3000, 100, fyne.NewSquareSize(90), 270}, {0, 0, fyne.NewSize(132, 74), 132},
	} {
		if got := longerSide(db.Asset{Width: row.width, Height: row.height}, row.frame); got != row.want {
			t.Errorf("%d × %d in %v: %v px, want %v", row.width, row.height, row.frame, got, row.want)
		}
	}
}
