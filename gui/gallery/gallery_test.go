package gallery

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/media"
)

func TestShowsEverythingNewestFirst(t *testing.T) {
	d := newDesk(t, pile(30))
	if got := d.ids(); len(got) != 30 || got[0] != 30 || got[29] != 1 {
		t.Errorf("shows %v", got)
	}
	if got := d.count.Text(); got != "30 items" {
		t.Errorf("counts %q", got)
	}
	if got := d.model.days[0]; got.title != "Today, 21 November" || got.note != "15 items · ¥15.00" {
		t.Errorf("first day %+v", got)
	}
}

func TestALargeLibraryComesInPages(t *testing.T) {
	s := pile(firstPage + 100)
	d := newDesk(t, s)
	if len(d.ids()) != firstPage+100 || !d.model.whole {
		t.Errorf("%d items, whole %v", len(d.ids()), d.model.whole)
	}
	var pages []string
	for _, f := range s.asked {
		if f.Limit > 0 {
			pages = append(pages, fmt.Sprint(f.Limit, " before ", f.BeforeID))
		}
	}
	if want := []string{"400 before 0", "4000 before 101"}; !equal(pages, want) {
		t.Errorf("asked for %q, want %q", pages, want)
	}
}

func TestSearch(t *testing.T) {
	d := newDesk(t, pile(10))
	d.search.SetText("misty")
	if len(d.ids()) != 5 || d.count.Text() != "5 of 10" {
		t.Errorf("shows %v, %q", d.ids(), d.count.Text())
	}
	d.search.SetText("a word of nobody")
	if d.stack.Objects[0].Visible() || len(d.stack.Objects) != 2 {
		t.Error("nothing found is not said")
	}
	d.clearQuery()
	if len(d.ids()) != 10 || !d.stack.Objects[0].Visible() || d.search.Text != "" {
		t.Errorf("after clearing: %v, %q", d.ids(), d.search.Text)
	}
}

func TestTheNextKeyCallsOffTheSearchBefore(t *testing.T) {
	d := newDesk(t, pile(10))
	d.hold = true
	d.search.SetText("misty")
	d.search.SetText("paper")
	if len(d.held) != 2 {
		t.Fatalf("%d searches wait", len(d.held))
	}
	late := d.held[0]
	d.held = d.held[1:]
	d.release()
	shown := d.ids()
	late() // comes last, and must not show
	if !equal(d.ids(), shown) || d.model.assets[0].Prompt != "paper boats" {
		t.Errorf("shows %v of %q", d.ids(), d.model.assets[0].Prompt)
	}
}

func TestFilters(t *testing.T) {
	s := pile(12)
	s.assets[4].Starred = true
	d := newDesk(t, s)
	test.Tap(d.star)
	if len(d.ids()) != 1 || !d.star.On() || d.count.Text() != "1 of 12" {
		t.Errorf("starred: %v, %q", d.ids(), d.count.Text())
	}
	test.Tap(d.star)
	d.ask(func(q *query) { q.kind = db.Clip })
	if len(d.ids()) != 4 || d.kind.Text() != "Clips" || !d.kind.On() {
		t.Errorf("clips: %v, %q", d.ids(), d.kind.Text())
	}
	d.kind.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if len(d.ids()) != 12 || d.kind.On() {
		t.Errorf("cleared: %v", d.ids())
	}
}

func TestEmptyAndError(t *testing.T) {
	d := newDesk(t, pile(0))
	if d.stack.Objects[0].Visible() {
		t.Error("an empty library shows rows")
	}
	d.shelf.fail = errors.New("disk on fire")
	d.Refresh()
	if d.stack.Objects[0].Visible() || len(d.stack.Objects) != 2 {
		t.Error("the error is not shown")
	}
	d.shelf.fail = nil
	d.shelf.assets = pile(3).assets
	d.Refresh()
	if !d.stack.Objects[0].Visible() || len(d.ids()) != 3 {
		t.Errorf("after reading again: %v", d.ids())
	}
}

func TestKeysActOnTheSelection(t *testing.T) {
	d := newDesk(t, pile(8))
	d.rows.Select(2)
	d.typed(fyne.KeyReturn)
	d.typed(fyne.KeySpace)
	if want := []string{d.model.assets[2].Path, d.model.assets[2].Path}; !equal(d.opened, want) {
		t.Errorf("opened %v", d.opened)
	}
	d.typed(fyne.KeyS)
	if !d.model.assets[2].Starred {
		t.Error("S does not star")
	}
	d.typed(fyne.KeyS)
	if d.model.assets[2].Starred {
		t.Error("S does not take the star away")
	}
	d.rows.TypedShortcut(&fyne.ShortcutSelectAll{})
	if len(d.chosenIDs()) != 8 || !d.bar.object.Visible() {
		t.Errorf("Ctrl+A selects %v", d.chosenIDs())
	}
	d.typed(fyne.KeyEscape)
	if len(d.chosenIDs()) != 0 || d.bar.object.Visible() {
		t.Errorf("Esc leaves %v", d.chosenIDs())
	}
}

func TestSelectionBarWords(t *testing.T) {
	d := newDesk(t, pile(4)) // clips 4 and 1, pictures 3 and 2
	d.rows.SelectAll()
	if got := d.bar.count.Text(); got != "4 selected" {
		t.Errorf("count %q", got)
	}
	if got := d.bar.what.Text(); got != "2 clips, 2 pictures · 4.0 kB" {
		t.Errorf("what %q", got)
	}
}

func TestTwoPicturesAreCompared(t *testing.T) {
	d := newDesk(t, pile(4)) // clips 4 and 1, pictures 3 and 2
	var pairs [][2]int64
	d.o.OnCompare = func(a, b db.Asset) { pairs = append(pairs, [2]int64{a.ID, b.ID}) }
	d.rows.SelectAll()
	if d.bar.compare.Visible() {
		t.Error("four items can be compared")
	}
	d.typed(fyne.KeyC)
	pair := func(first int) { // as Shift and the arrow do
		d.rows.Select(first)
		d.rows.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
		d.typed(fyne.KeyRight)
		d.rows.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	}
	pair(0)
	if d.bar.compare.Visible() {
		t.Error("a clip and a picture can be compared")
	}
	pair(1)
	if !d.bar.compare.Visible() {
		t.Fatal("two pictures cannot be compared")
	}
	test.Tap(d.bar.compare)
	d.typed(fyne.KeyC)
	if want := [][2]int64{{3, 2}, {3, 2}}; len(pairs) != 2 || pairs[0] != want[0] || pairs[1] != want[1] {
		t.Errorf("compared %v, want %v", pairs, want)
	}
}

func TestDeleteMovesOnAndCanBeUndone(t *testing.T) {
	d := newDesk(t, pile(8))
	d.rows.Select(2) // ID 6
	d.typed(fyne.KeyDelete)
	if want := []int64{8, 7, 5, 4, 3, 2, 1}; !equal(d.ids(), want) {
		t.Fatalf("left %v", d.ids())
	}
	if want := []int64{5}; !equal(d.chosenIDs(), want) {
		t.Errorf("selected %v, want the next one", d.chosenIDs())
	}
	d.typed(fyne.KeyDelete) // goes on from there
	if want := []int64{4}; !equal(d.chosenIDs(), want) {
		t.Errorf("then selected %v", d.chosenIDs())
	}
	if !d.banner.object.Visible() || !strings.Contains(d.banner.banner.Text(), "1 item moved to Trash") {
		t.Errorf("banner %q", d.banner.banner.Text())
	}
	d.Undo()
	if want := []int64{8, 7, 5, 4, 3, 2, 1}; !equal(d.ids(), want) || d.banner.object.Visible() {
		t.Errorf("after undo %v", d.ids())
	}
}

func TestDeleteOfTheLastItems(t *testing.T) {
	d := newDesk(t, pile(3))
	d.rows.SelectAll()
	d.typed(fyne.KeyDelete)
	if len(d.ids()) != 0 || len(d.chosenIDs()) != 0 || d.scrollVisible() {
		t.Errorf("left %v, selected %v", d.ids(), d.chosenIDs())
	}
	d.Undo()
	if len(d.ids()) != 3 {
		t.Errorf("after undo %v", d.ids())
	}
}

func (d *desk) scrollVisible() bool { return d.detail.scroll.Visible() }

func TestAFailedDeleteIsSaid(t *testing.T) {
	d := newDesk(t, pile(3))
	d.rows.Select(0)
	d.shelf.fail = errors.New("read-only file system")
	d.trash()
	if got := d.banner.banner.Text(); !strings.Contains(got, "Move to Trash did not work.") || !strings.Contains(got, "ead-only file system") {
		t.Errorf("banner %q", got)
	}
	if d.banner.undo.Visible() {
		t.Error("offers to undo what was not done")
	}
}

func TestTheViewStaysWhenItemsCome(t *testing.T) {
	d := newDesk(t, pile(200))
	d.rows.SetOffset(1500)
	from, _ := d.rows.VisibleRange()
	top := d.model.assets[from].ID
	fresh := d.model.assets[0]
	fresh.ID, fresh.CreatedAt = 1000, now().Add(time.Minute)
	d.shelf.assets = append(d.shelf.assets, fresh)
	d.Refresh()
	from, _ = d.rows.VisibleRange()
	if got := d.model.assets[from].ID; got != top || d.ids()[0] != 1000 {
		t.Errorf("at the top is %d, was %d; newest %d", got, top, d.ids()[0])
	}
}

func TestSelectionOutlivesARefresh(t *testing.T) {
	d := newDesk(t, pile(20))
	d.rows.Select(5)
	was := d.chosenIDs()
	fresh := d.model.assets[0]
	fresh.ID, fresh.CreatedAt = 1000, now().Add(time.Minute)
	d.shelf.assets = append(d.shelf.assets, fresh)
	d.Refresh()
	if !equal(d.chosenIDs(), was) || d.detail.asset.ID != was[0] {
		t.Errorf("selected %v, was %v; detail shows %d", d.chosenIDs(), was, d.detail.asset.ID)
	}
}

func TestAPlaceFarDownOutlivesARefresh(t *testing.T) {
	d := newDesk(t, pile(firstPage+300))
	d.Show(20) // far past the first page
	at := d.rows.Offset()
	d.Refresh()
	if !equal(d.chosenIDs(), []int64{20}) || d.rows.Offset() != at {
		t.Errorf("selected %v at %v, was at %v", d.chosenIDs(), d.rows.Offset(), at)
	}
}

func TestAStreamOfChangesDoesNotKeepAReadFromEnding(t *testing.T) {
	d := newDesk(t, pile(5))
	d.hold = true
	for range 10 {
		d.Refresh()
	}
	if len(d.held) != 1 {
		t.Fatalf("%d reads under way", len(d.held))
	}
	d.shelf.assets = pile(6).assets
	d.release()
	if len(d.ids()) != 6 || d.reading != nil {
		t.Errorf("shows %v", d.ids())
	}
	if reads := len(d.shelf.asked); reads != 2*3 { // the first, the one that was held, and one more: each counts and lists
		t.Errorf("%d queries", reads)
	}
}

func TestDetailShowsTheRowAtOnceAndItsJobLater(t *testing.T) {
	s := pile(3)
	s.jobs[3] = db.Job{ID: 3, Kind: db.TextToVideo, TaskID: "video_3", Request: []byte(`{"seconds":10,"negative_prompt":"people"}`)}
	d := newDesk(t, s)
	d.hold = true
	d.rows.Select(0)
	if !d.scrollVisible() || d.detail.prompt.Text() != "paper boats" {
		t.Errorf("prompt %q", d.detail.prompt.Text())
	}
	if d.detail.without.Visible() {
		t.Error("knows the job before it was read")
	}
	d.hold = false
	d.release()
	if got := d.detail.without.Text(); got != "Not: people" || !d.detail.without.Visible() {
		t.Errorf("without %q", got)
	}
}

func TestDetailOfAnotherItemIsNotOverwrittenByALateRead(t *testing.T) {
	s := pile(2)
	s.jobs[2] = db.Job{ID: 2, Request: []byte(`{"negative_prompt":"people"}`)}
	d := newDesk(t, s)
	d.hold = true
	d.rows.Select(0)
	late := d.held
	d.held = nil
	d.rows.Select(1)
	d.hold = false
	d.release()
	for _, fn := range late {
		fn()
	}
	if d.detail.without.Visible() || d.detail.asset.ID != 1 {
		t.Errorf("shows %q of item %d", d.detail.without.Text(), d.detail.asset.ID)
	}
}

func TestReuseHandsOverTheJob(t *testing.T) {
	d := newDesk(t, pile(2))
	d.rows.Select(1)
	test.Tap(d.detail.reuse)
	if want := []int64{1}; !equal(d.reused, want) {
		t.Errorf("reused %v", d.reused)
	}
}

func TestTroubleWords(t *testing.T) {
	clip := db.Asset{Kind: db.Clip}
	for _, c := range []struct {
		a    db.Asset
		err  error
		want string
	}{
		{clip, &media.NoDecoderError{Install: "libmpv2"}, "install libmpv2"},
		{clip, media.ErrDamaged, "clip cannot be decoded"},
		{db.Asset{Kind: db.Picture}, media.ErrDamaged, "picture cannot be decoded"},
		{db.Asset{Kind: db.Picture}, media.ErrTooLarge, "Too large"},
		{clip, errors.New("x"), "cannot be read"},
	} {
		if got := troubleWords(c.a, fmt.Errorf("show: %w", c.err)); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}

func TestRowHeightIsRemembered(t *testing.T) {
	d := newDesk(t, pile(3))
	d.SetState(State{RowHeight: 240})
	if got := d.State().RowHeight; got != 240 {
		t.Errorf("row height %v", got)
	}
	d.SetState(State{})
	if got := d.State().RowHeight; got != 240 {
		t.Errorf("an empty state changes it to %v", got)
	}
}

func TestShowGoesToAnItem(t *testing.T) {
	d := newDesk(t, pile(300))
	if !d.Show(10) || d.detail.asset.ID != 10 || d.rows.Offset() == 0 {
		t.Errorf("detail %d at %v", d.detail.asset.ID, d.rows.Offset())
	}
	if d.Show(4711) {
		t.Error("shows what is not there")
	}
}

func TestANarrowWindowHidesThePaneUntilAsked(t *testing.T) {
	d := newDesk(t, pile(3))
	if !d.detail.object.Visible() || d.toggle.Visible() {
		t.Error("a wide window hides the pane")
	}
	d.window.Resize(fyne.NewSize(1120, 720))
	if d.detail.object.Visible() || !d.toggle.Visible() {
		t.Error("a narrow window shows the pane")
	}
	test.Tap(d.toggle)
	if !d.detail.object.Visible() {
		t.Error("asking does not show it")
	}
}
