package compare

import (
	"context"
	"errors"
	"image"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/facts"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// What the program wires in.
var (
	_ facts.Library = (*db.Library)(nil)
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// table is a comparison with everything around it in the test's hands.
type table struct {
	media.Pictures
	t    *testing.T
	w    fyne.Window
	s    *Screen
	jobs map[int64]db.Job
	gone map[int64]bool // pictures that cannot be read
	nav  actiontest.Nav
	work []func()
}

func newTable(t *testing.T) *table {
	apptest.New(t, resources.Theme(resources.Dark))
	g := &table{t: t, jobs: map[int64]db.Job{}, gone: map[int64]bool{}}
	g.w = test.NewTempWindow(t, &fyne.Container{})
	g.w.SetPadded(false)
	g.w.Resize(fyne.NewSize(1120, 720))
	host := &actiontest.Host{
		Worker: func(f func(context.Context)) { g.work = append(g.work, func() { f(context.Background()) }) },
		Clock:  func() time.Time { return noon }, On: g.w.Canvas(),
	}
	g.s = New(Deps{Host: host, Nav: &g.nav, Rows: g, Pictures: g})
	return g
}

func (g *table) Job(_ context.Context, id int64) (db.Job, error) {
	if j, ok := g.jobs[id]; ok {
		return j, nil
	}
	return db.Job{}, db.ErrNotFound
}

func (g *table) Entries(_ context.Context, f db.EntryFilter) ([]db.Entry, error) {
	amount := int64(420_000)
	return []db.Entry{{ID: 1, JobID: f.JobID, Kind: db.Charge, AmountMicros: &amount, Currency: "CNY"}}, nil
}

func (g *table) Family(context.Context, string) (db.Family, error) { return db.Family{}, nil }

func (g *table) Profile(context.Context, int64) (db.Profile, error) {
	return db.Profile{Sandbox: true}, nil
}

func (g *table) Whole(a db.Asset) (*image.RGBA, error) {
	if g.gone[a.ID] {
		return nil, errors.New("gone")
	}
	return image.NewRGBA(image.Rect(0, 0, 8, 8)), nil
}

// show opens a comparison of two pictures that were made here.
func (g *table) show() *view {
	for i, model := range []string{"genimage-2.5", "genimage-2.5-sunburst"} {
		id := int64(i + 1)
		g.jobs[id] = db.Job{ID: id, Kind: db.TextToImage, State: db.Saved, Model: model, Request: []byte(`{"quality":"high"}`),
			SentAt: noon.Add(-time.Minute), FinishedAt: noon.Add(-48 * time.Second)}
	}
	g.s.Show(g.asset(1), g.asset(2))
	g.run()
	return g.s.view
}

// run does what waits to be done off the window's goroutine.
func (g *table) run() {
	for len(g.work) > 0 {
		f := g.work[0]
		g.work = g.work[1:]
		f()
	}
}

func (g *table) asset(id int64) db.Asset {
	return db.Asset{ID: 10 + id, JobID: id, Kind: db.Picture, MIME: "image/png", Width: 4000, Height: 4000, Bytes: 1 << 20,
		Model: g.jobs[id].Model, Link: "https://x.test/a", LinkDies: noon.Add(time.Hour)}
}

// models gives the models under the left and the right letter.
func (v *view) models() [2]string {
	return [2]string{v.panes[0].model.Text(), v.panes[1].model.Text()}
}

func (g *table) key(name fyne.KeyName) { g.w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: name}) }

func TestKeysExchangeAndShowOneAlone(t *testing.T) {
	const a, b = "genimage-2.5", "genimage-2.5-sunburst"
	g := newTable(t)
	v := g.show()
	want := func(step string, mode Mode, left, right string) {
		t.Helper()
		if diff := cmp.Diff([2]string{left, right}, v.models()); diff != "" {
			t.Errorf("%s: %s", step, diff)
		}
		if v.pair.Mode() != mode || v.choice.Selected() != int(mode) {
			t.Errorf("%s: mode %d, chosen %d", step, v.pair.Mode(), v.choice.Selected())
		}
	}
	want("opened", Slider, a, b)
	g.key(fyne.KeyX)
	want("X", Slider, b, a)
	g.key(fyne.Key1)
	want("1", OnlyA, b, a)
	g.key(fyne.Key2)
	want("2", OnlyB, b, a)
	g.key(fyne.Key2)
	want("2 again", Slider, b, a)
	sheet := g.w.Canvas().Focused().(desktop.Keyable)
	sheet.KeyDown(&fyne.KeyEvent{Name: fyne.KeySpace})
	want("Space down", Slider, a, b)
	sheet.KeyUp(&fyne.KeyEvent{Name: fyne.KeySpace})
	want("Space up", Slider, b, a)
	sheet.KeyDown(&fyne.KeyEvent{Name: fyne.KeySpace})
	g.w.Canvas().Focus(v.panes[0].frame) // Space comes up elsewhere
	want("the focus went while Space was down", Slider, b, a)
	g.key(fyne.KeyX)
	want("X with the focus on a button", Slider, a, b)
	g.w.Canvas().Focus(v.pair)
	g.key(fyne.KeyD)
	want("D with the focus on the pictures", Difference, a, b)
	g.key(fyne.KeyEscape)
	if g.s.view != nil || g.w.Canvas().Overlays().Top() != nil {
		t.Error("Esc does not close it")
	}
}

func TestFactsStandUnderEach(t *testing.T) {
	g := newTable(t)
	v := g.show()
	p := v.panes[1]
	got := []string{p.letter.Word(), p.model.Text(), p.made.Text(), p.cost.Text(), p.note.Text()}
	want := []string{"B", "genimage-2.5-sunburst", "4000 × 4000 · PNG · quality high · 1.0 MB", "¥0.42 charged (sandbox) · took 0:12", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheBetterOneGoesOn(t *testing.T) {
	g := newTable(t)
	v := g.show()
	g.key(fyne.KeyX)
	test.Tap(v.panes[0].frame)
	if g.s.view != nil {
		t.Error("it stays over the composer")
	}
	v = g.show()
	test.Tap(v.panes[0].reuse)
	if diff := cmp.Diff([]string{"use12 0", "reuse1 0"}, g.nav.Told); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBeDoneIsOffAndSaysWhy(t *testing.T) {
	dead, never := db.Asset{ID: 1, Kind: db.Picture, LinkDies: noon.Add(-time.Hour), Link: "https://x.test/a"}, db.Asset{ID: 2, Kind: db.Picture}
	g := newTable(t)
	g.s.Show(dead, never)
	v := g.s.view
	for i, note := range []string{"Its link expired. The picture is safe here; an edit takes the file.", "A frame needs a web address, and this picture never had one. An edit takes the file."} {
		p := v.panes[i]
		if !p.frame.Disabled() || !p.reuse.Disabled() || p.note.Text() != note {
			t.Errorf("%d: frame off %v, reuse off %v, %q", i, p.frame.Disabled(), p.reuse.Disabled(), p.note.Text())
		}
	}
	g.nav.Hosts = true
	v.show()
	if v.panes[0].frame.Disabled() {
		t.Error("a picture that can be hosted can be a frame")
	}
}

func TestAPictureThatCannotBeShownSaysSo(t *testing.T) {
	g := newTable(t)
	g.gone[12] = true
	v := g.show()
	if v.pair.Sizes() != "A 4000 × 4000" || v.panes[1].note.Text() != "The file cannot be shown." || !v.panes[1].frame.Disabled() {
		t.Errorf("shown is %q, right says %q", v.pair.Sizes(), v.panes[1].note.Text())
	}
}

func TestWhatIsKnownIsShownAsItWasRead(t *testing.T) {
	g := newTable(t)
	g.gone[12] = true
	var posts []func()
	g.s.d.Host.(*actiontest.Host).Poster = func(f func()) { posts = append(posts, f) }
	v := g.show()
	if posts[0](); v.sides[1].failed || !v.sides[1].read {
		t.Errorf("before the pictures were there: %+v", v.sides[1])
	}
	if posts[1](); !v.sides[1].failed {
		t.Error("the second is not said to have failed")
	}
}

func TestClosedItHoldsNothing(t *testing.T) {
	g := newTable(t)
	v := g.show()
	g.s.Show(g.asset(1), g.asset(2)) // replaces the first
	if v.pair.pics != [2]*picture{} || v.ctx.Err() == nil {
		t.Error("the first still holds its picture or reads on")
	}
	late := g.s.view
	g.s.Close()
	g.run() // what was read for it comes late
	if late.sides[0].read || late.pair.Sizes() != "" {
		t.Error("a closed comparison was told something")
	}
}

func TestTwoOfOneModelAreToldApart(t *testing.T) {
	g := newTable(t)
	a, b := g.asset(1), g.asset(2)
	a.Model, b.Model = "genimage-2.5", "genimage-2.5"
	a.CreatedAt, b.CreatedAt = noon.Add(-3*time.Hour), noon.Add(-26*time.Hour)
	g.s.Show(a, b)
	if diff := cmp.Diff([2]string{"genimage-2.5 · 09:00", "genimage-2.5 · yesterday 10:00"}, g.s.view.models()); diff != "" {
		t.Error(diff)
	}
}

func TestTheHintTakesTheRoomThatIsThere(t *testing.T) {
	g := newTable(t)
	g.w.Resize(fyne.NewSize(1600, 900))
	v := g.show()
	words := widgets.NewText(v.sizes.Text(), resources.SizeSM, resources.Text3, false)
	if v.pair.Sizes() == "" || v.sizes.Size().Width < words.MinSize().Width {
		t.Errorf("%q has %v px of %v", v.sizes.Text(), v.sizes.Size().Width, words.MinSize().Width)
	}
}
