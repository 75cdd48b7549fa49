package compose

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
	"viviscope/resources"
)

func TestDropsThatComeToNoSlotOpenTheCanvas(t *testing.T) {
	away := fyne.NewPos(3, 3)
	files := func(names ...string) dnd.Drop { return dnd.Drop{At: away, Placed: true, Files: names} }
	link := dnd.Drop{At: away, Placed: true, Links: []string{lighthouse}}
	opened := func(files, links []string) [][2][]string { return [][2][]string{{files, links}} }
	for name, c := range map[string]struct {
		kind    db.JobKind
		hosting bool
		drop    dnd.Drop
		opens   [][2][]string
		offers  [][2][]string // behind the notice
		kindNow db.JobKind
	}{
		"a file on an edit": {db.EditImage, false, files("/a/lake.png"),
			opened([]string{"/a/lake.png"}, nil), nil, db.EditImage},
		"a link on an edit": {db.EditImage, false, link, opened(nil, []string{lighthouse}), nil,
			db.EditImage},
		"both formats of others": {db.EditImage, false, files("/a/lake.GIF", "/a/b.bmp"),
			opened([]string{"/a/lake.GIF", "/a/b.bmp"}, nil), nil, db.EditImage},
		"a file on a picture": {db.TextToImage, false, files("/a/lake.png"),
			opened([]string{"/a/lake.png"}, nil), nil, db.EditImage},
		"a link on a picture": {db.TextToImage, false, link, opened(nil, []string{lighthouse}), nil,
			db.EditImage},
		"a file on a clip": {db.TextToVideo, false, files("/a/lake.png"),
			opened([]string{"/a/lake.png"}, nil), nil, db.EditImage},
		"a file on frames": {db.FramesToVideo, false, files("/a/lake.png"),
			opened([]string{"/a/lake.png"}, nil), nil, db.EditImage},
		"a file on frames, with hosting": {db.FramesToVideo, true, files("/a/lake.png"), nil,
			opened([]string{"/a/lake.png"}, nil), db.FramesToVideo},
		"a link on a clip": {db.TextToVideo, false, link, nil, opened(nil, []string{lighthouse}),
			db.FramesToVideo},
		"a link on frames": {db.FramesToVideo, false, link, nil, opened(nil, []string{lighthouse}),
			db.FramesToVideo},
		"a text": {db.EditImage, false, dnd.Drop{At: away, Placed: true, Text: "a boat"}, nil,
			nil, db.EditImage},
		"a program": {db.EditImage, false, files("/a/b.exe"), nil, nil, db.EditImage},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEditFixture(t)
			if c.hosting {
				e.acct.Hosting = []byte(`{"kind":"s3"}`)
				e.update()
			}
			e.s.SetKind(c.kind)
			offer := dnd.Offer{Kind: dnd.KindLink, Links: c.drop.Links, Files: c.drop.Files, Text: c.drop.Text}
			if len(c.drop.Files) > 0 {
				offer.Kind = dnd.KindFile
			} else if c.drop.Text != "" {
				offer.Kind = dnd.KindText
			}
			if took, _ := e.s.Over(away, offer); took != (name != "a program") {
				t.Errorf("taken: %v", took)
			}
			e.s.Dropped(c.drop)
			e.finish()
			if diff := cmp.Diff(c.opens, e.dropped); diff != "" || e.s.Form().Kind != c.kindNow {
				t.Errorf("%s, %s", diff, e.s.Form().Kind)
			}
			if len(e.s.Form().Edit.Inputs()) != 0 {
				t.Error("it is in a slot as well")
			}
			if c.offers == nil {
				return
			}
			if n := e.s.notices; !n.box.Visible() || n.link.Text() != "Open on the canvas" {
				t.Fatalf("offered %v %q", n.box.Visible(), n.link.Text())
			}
			e.s.notices.link.OnTapped()
			if diff := cmp.Diff(c.offers, e.dropped); diff != "" || e.s.Form().Kind != db.EditImage {
				t.Error(diff)
			}
		})
	}
}

func TestASlotTakesWhatIsDroppedOnIt(t *testing.T) {
	e := newEditFixture(t)
	e.s.SetPicture(e.plain())
	test.Tap(e.s.fields.pictures.fold)
	at := e.at(0)
	e.s.Over(at, dnd.Offer{Kind: dnd.KindLink, Links: []string{lighthouse}})
	if !e.slot(0).Over() {
		t.Error("the slot is not lit")
	}
	e.s.Dropped(dnd.Drop{At: at, Placed: true, Links: []string{"https://cdn.example.com/b.png"}})
	if len(e.dropped) != 0 || len(e.s.Form().Edit.Inputs()) != 1 {
		t.Errorf("opened %v", e.dropped)
	}
	// What a held job holds is not on the canvas.
	e.s.EditHeld(heldJob())
	e.s.Dropped(dnd.Drop{Files: []string{"/a/lake.png"}})
	if len(e.dropped) != 0 || e.s.Form().Kind != db.TextToVideo {
		t.Errorf("a held clip: opened %v", e.dropped)
	}
}

func TestCanvasFormLooks(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		t.Run(v.String(), func(t *testing.T) {
			e := newEditFixtureIn(t, v)
			e.linked = whole
			e.w.Resize(fyne.NewSize(leastWidth, 843))
			e.paid = []int64{60_000, 70_000, 70_000, 90_000, 70_000, 70_000, 60_000, 70_000, 70_000, 90_000, 70_000,
				70_000, 80_000, 80_000}
			budget := int64(600_000_000)
			e.acct.BudgetMicros = &budget
			c := e.marked()
			c.Width, c.Height, c.SourceWidth, c.SourceHeight = 1200, 900, 1200, 900
			e.s.SetPicture(c)
			e.s.SetHints([]string{"in the red box", "remove all marks"})
			e.s.fields.quality.OnChanged(0)
			e.s.Edit(func(f *order.Form) {
				f.Edit.Prompt = "Inside the red box, replace the fruit with three lemons. Paint out the blue scribble on the table. Remove the red marks and the label. Keep the light."
			})
			e.finish()
			e.w.Canvas().Unfocus()
			test.AssertRendersToImage(t, "canvas-"+v.String()+".png", e.w.Canvas())
			e.s.putPictures(-1, order.Slot{URL: lighthouse})
			e.settle()
			e.s.notices.hide()
			e.w.Canvas().Unfocus()
			test.AssertRendersToImage(t, "canvas-beside-"+v.String()+".png", e.w.Canvas())
		})
	}
}

// Nothing reaches over the edge, and nothing overlaps, at the widths that the composer has beside the canvas and the
// feed.
func TestEveryWidthFits(t *testing.T) {
	for _, width := range []float32{leastWidth, usualWidth, 520} {
		for _, kind := range order.Kinds() {
			e := newEditFixture(t)
			e.s.SetPicture(e.marked())
			e.s.SetHints([]string{"in the red box", "remove all marks", "outside of the red box"})
			e.w.Resize(fyne.NewSize(width, 700))
			e.s.SetKind(kind)
			e.s.putPictures(-1, order.Slot{URL: lighthouse, Dies: e.now.Add(time.Minute).UnixMilli()})
			e.settle()
			if got := e.s.box.MinSize().Width; got > width {
				t.Errorf("%s needs %v of %v", kind, got, width)
			}
			if need := e.s.scroll.Content.MinSize().Width; need > width {
				t.Errorf("%s: the fields need %v of %v", kind, need, width)
			}
			for _, o := range test.LaidOutObjects(e.s.box) {
				at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
				if o.Visible() && at.X > 0 && at.X+o.Size().Width > width+0.5 {
					t.Errorf("%s at %v: %T reaches to %v %v", kind, width, o, at, o.Size())
				}
			}
		}
	}
}
