package gallery

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
)

func TestShowsEverythingNewestFirst(t *testing.T) {
	d := newDesk(t, pile(t, 16))
	if got := d.ids(); len(got) != 16 || got[0] != 16 || got[15] != 1 {
		t.Errorf("shows %v", got)
	}
	if got := d.head.count.Text(); got != "16 items" {
		t.Errorf("counts %q", got)
	}
	if len(d.lib.read) == 0 || d.nav.Changes == 0 {
		t.Errorf("read %v, told of %d changes", d.lib.read, d.nav.Changes)
	}
}

func TestOnlyWhatIsAroundTheWindowIsRead(t *testing.T) {
	d := newDesk(t, pile(t, 60))
	d.window.Resize(fyne.NewSize(900, 360))
	_, to := d.cache.around()
	if to >= 60 {
		t.Fatalf("all of it is around the window")
	}
	for id := int64(60 - to); id >= 1; id-- {
		if _, ok := d.cache.asset(id); ok && int(60-id) > to+20 {
			t.Errorf("asset %d was read, out of sight", id)
		}
	}
	d.typed(fyne.KeyEnd)
	if _, ok := d.cache.asset(1); !ok {
		t.Error("the last one is in sight and not read")
	}
}

func TestKeysBeforeTheFirstReading(t *testing.T) {
	d := unread(t, pile(t, 6))
	d.typed(fyne.KeyEnd, fyne.KeyLeft)
	d.Update(t.Context())
	d.drain()
	if got := d.chosen(); !slices.Equal(got, []int64{2}) {
		t.Errorf("End and Left went to %v", got)
	}
}

func TestShowBeforeTheFirstReading(t *testing.T) {
	d := unread(t, pile(t, 6))
	if !d.Show(3) {
		t.Error("not shown")
	}
	d.Update(t.Context())
	d.drain()
	if got := d.chosen(); !slices.Equal(got, []int64{3}) || d.detail.asset.ID != 3 {
		t.Errorf("selected %v, in the pane %d", got, d.detail.asset.ID)
	}
	if d.Show(99) {
		t.Error("says that it shows what is not there")
	}
}

// A clip that was made after the last read is read and selected. Only a filter hides it.
func TestWhatWasMadeSinceTheLastReadIsRevealed(t *testing.T) {
	l := pile(t, 3)
	d := newDesk(t, l)
	d.rows.Select(0)
	hidden := 0
	reveal := func(id int64) {
		d.Reveal(func() { hidden++ }, id)
		d.drain()
	}
	made := l.add(t, made{Asset: db.Asset{Kind: db.Picture, Prompt: "a pier", CreatedAt: now()}, content: "pier"})
	reveal(made.ID)
	if got := d.chosen(); !slices.Equal(got, []int64{made.ID}) || hidden != 0 {
		t.Errorf("selected %v, hidden %d", got, hidden)
	}
	d.say("nowhere")
	reveal(made.ID)
	if hidden != 1 {
		t.Errorf("behind a filter: hidden %d", hidden)
	}
	d.say("")
	d.drain()
	if hidden != 1 {
		t.Errorf("later: hidden %d", hidden)
	}
}

func TestTheNextKeyCallsOffTheSearchBefore(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	d.hold = true
	d.say("mist")
	d.say("paper")
	late := d.held[0]
	d.held = d.held[1:]
	d.release()
	d.wants("paper", 6, 4, 2)
	late() // comes last, and must not show
	d.wants("after the late one", 6, 4, 2)
}

func TestEmptyAndError(t *testing.T) {
	l := empty(t)
	d := newDesk(t, l)
	if d.empty.stack.Objects[0].Visible() {
		t.Error("an empty library shows rows")
	}
	l.fail = errors.New("disk on fire")
	d.Refresh()
	if d.empty.stack.Objects[0].Visible() || len(d.empty.stack.Objects) != 2 {
		t.Error("the error is not shown")
	}
	l.fail = nil
	l.add(t, nth(0))
	d.Refresh()
	if !d.empty.stack.Objects[0].Visible() || len(d.ids()) != 1 {
		t.Errorf("after reading again: %v", d.ids())
	}
}

func TestKeysActOnTheSelection(t *testing.T) {
	d := newDesk(t, pile(t, 8))
	d.rows.Select(2)
	d.typed(fyne.KeyReturn)
	d.leads("Enter", "view6")
	d.typed(fyne.KeyO)
	d.leads("O", "open6")
	d.typed(fyne.KeyS)
	if !d.row(6).Starred || d.model.rows[2].Flags&search.FlagStarred == 0 {
		t.Error("S does not star")
	}
	d.typed(fyne.KeyS)
	if d.row(6).Starred {
		t.Error("S does not take the star away")
	}
	d.typed(fyne.KeyR)
	d.leads("R", "reuse6 0")
	d.rows.TypedShortcut(&fyne.ShortcutSelectAll{})
	if len(d.chosen()) != 8 || !d.bar.object.Visible() {
		t.Errorf("Ctrl+A selects %v", d.chosen())
	}
	d.typed(fyne.KeyX)
	d.leads("X", "export[8 7 6 5 4 3 2 1]")
	d.typed(fyne.KeyEscape)
	if len(d.chosen()) != 0 || d.bar.object.Visible() {
		t.Errorf("Esc leaves %v", d.chosen())
	}
}

func TestCtrlMovesWithoutSelecting(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	d.rows.Select(0)
	ctrl := func(key fyne.KeyName) {
		d.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault})
	}
	ctrl(fyne.KeyRight)
	ctrl(fyne.KeyRight)
	if got := d.chosen(); !slices.Equal(got, []int64{6}) || d.rows.Current() != 2 {
		t.Errorf("selected %v at %d", got, d.rows.Current())
	}
	ctrl(fyne.KeySpace)
	if got := d.chosen(); !slices.Equal(got, []int64{6, 4}) {
		t.Errorf("Ctrl+Space: %v", got)
	}
}

func TestSelectionBarWords(t *testing.T) {
	d := newDesk(t, pile(t, 4)) // clips 4 and 1, pictures 3 and 2
	d.rows.SelectAll()
	if got := d.bar.count.Text(); got != "4 selected" {
		t.Errorf("count %q", got)
	}
	if got := d.bar.what.Text(); got != "2 clips, 2 pictures · 4.0 kB" {
		t.Errorf("contents %q", got)
	}
}

func TestDeleteMovesOnAndCanBeUndone(t *testing.T) {
	d := newDesk(t, pile(t, 8))
	d.rows.Select(3)
	d.typed(fyne.KeyDelete)
	d.wants("after Delete", 8, 7, 6, 4, 3, 2, 1)
	if got := d.chosen(); !slices.Equal(got, []int64{4}) || d.detail.asset.ID != 4 {
		t.Errorf("after Delete: selected %v, in the pane %d", got, d.detail.asset.ID)
	}
	if got := d.host.Said; !slices.Equal(got, []string{"1 item moved to Trash.  [Undo  Ctrl+Z]"}) {
		t.Errorf("says %q", got)
	}
	if got := d.chips.trash.Text(); got != "Trash 1" {
		t.Errorf("the trash says %q", got)
	}
	d.typed(fyne.KeyDelete)
	d.rows.TypedShortcut(&fyne.ShortcutUndo{})
	d.rows.TypedShortcut(&fyne.ShortcutUndo{})
	d.wants("after undoing twice", 8, 7, 6, 5, 4, 3, 2, 1)
	if got := d.chosen(); !slices.Equal(got, []int64{5}) || d.currentID() != 5 {
		t.Errorf("what came back is not selected: %v", got)
	}
	d.rows.TypedShortcut(&fyne.ShortcutRedo{})
	d.wants("after redoing", 8, 7, 6, 4, 3, 2, 1)
}

// What is taken back is seen and selected, also where something changed while it was read again.
func TestWhatIsTakenBackIsInSight(t *testing.T) {
	d := newDesk(t, pile(t, 60))
	d.window.Resize(fyne.NewSize(1200, 420))
	d.rows.SelectThese([]int{2, 5})
	ids := d.chosen()
	d.typed(fyne.KeyS)
	d.rows.Select(59)
	d.hold = true
	d.Undo()
	d.Refresh()
	d.hold = false
	d.release()
	if from, to := d.rows.VisibleRange(); !slices.Equal(d.chosen(), ids) || from > 2 || to <= 2 {
		t.Errorf("selected %v, in sight %d to %d", d.chosen(), from, to)
	}
	if d.row(ids[0]).Starred {
		t.Error("the star stays")
	}
}

func TestDeleteOfTheLastItems(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.rows.Select(2)
	d.typed(fyne.KeyDelete)
	if got := d.chosen(); !slices.Equal(got, []int64{2}) {
		t.Errorf("after the last: %v", got)
	}
	d.rows.SelectAll()
	d.typed(fyne.KeyDelete)
	if len(d.ids()) != 0 || d.detail.asset.ID != 0 {
		t.Errorf("left %v, pane %d", d.ids(), d.detail.asset.ID)
	}
}

func TestAFailedDeleteIsSaid(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.rows.Select(0)
	d.lib.fail = errors.New("no room")
	d.typed(fyne.KeyDelete)
	if got := strings.Join(d.host.Said, "|"); got != "It could not be moved to the trash. no room" {
		t.Errorf("says %q", got)
	}
}

func TestTheViewStaysWhenItemsCome(t *testing.T) {
	d := newDesk(t, pile(t, 60))
	d.window.Resize(fyne.NewSize(1200, 420))
	d.rows.SetOffset(600)
	before, _ := d.rows.VisibleRange()
	id := d.model.rows[before].ID
	for range 9 {
		d.lib.add(t, nth(0))
	}
	d.Refresh()
	after, _ := d.rows.VisibleRange()
	if d.model.rows[after].ID != id || after == before {
		t.Errorf("at the top is %d, was %d", d.model.rows[after].ID, id)
	}
}

func TestAStreamOfChangesDoesNotKeepAReadFromEnding(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.hold = true
	d.Refresh()
	d.Refresh()
	d.Refresh()
	if len(d.held) != 1 {
		t.Fatalf("%d reads at once", len(d.held))
	}
	d.lib.add(t, nth(0))
	first := d.held[0]
	d.held = nil
	first()
	reads := len(d.held)
	d.release()
	if reads == 0 || len(d.ids()) != 4 {
		t.Errorf("%d reads after the first, %v", reads, d.ids())
	}
}

// The palette finds the layouts by the words of their switch.
func TestLayoutsAreCommands(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	for _, c := range []struct {
		query string
		look  int
	}{{"list", lookList}, {"rows", lookRows}} {
		all := d.Actions()
		found := action.Rank(all, nil, c.query)
		if len(found) == 0 || !all[found[0]].Can() || all[found[0]].On {
			t.Fatalf("%q finds %v", c.query, found)
		}
		all[found[0]].Do()
		if d.head.look.Selected() != c.look || d.state.List != (c.look == lookList) {
			t.Errorf("%q: layout %d", c.query, d.head.look.Selected())
		}
	}
}

func TestStateIsRemembered(t *testing.T) {
	l := pile(t, 4)
	d := newDesk(t, l)
	d.head.zoom.SetValue(220)
	d.head.zoom.OnChangeEnded(220)
	d.remember(func(s *State) { s.Order, s.List = search.Oldest, true })
	d.wants("oldest first", 1, 2, 3, 4)
	again := newDesk(t, l)
	if s := again.state; s.RowHeight != 220 || s.Order != search.Oldest || !s.List ||
		again.rows.TargetHeight() != 220 || again.head.look.Selected() != lookList {
		t.Errorf("%+v, %v high", s, again.rows.TargetHeight())
	}
	again.wants("at the next start", 1, 2, 3, 4)
	if _, ok := again.rows.Cell(1).(*listCell); !ok {
		t.Errorf("cells are %T", again.rows.Cell(1))
	}
}

func TestANarrowWindowHidesThePaneUntilAsked(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	if !d.detail.object.Visible() {
		t.Fatal("no pane in a wide window")
	}
	d.window.Resize(fyne.NewSize(1120, 700))
	if d.detail.object.Visible() || !d.head.toggle.Visible() {
		t.Error("the pane is there in a narrow window")
	}
	test.Tap(d.head.toggle)
	if !d.detail.object.Visible() {
		t.Error("it does not come when asked for")
	}
}

func TestSequenceFollowsTheWall(t *testing.T) {
	d := newDesk(t, pile(t, 50))
	s := d.Sequence()
	if s.Len() != 50 || s.IndexOf(50) != 0 || s.IndexOf(99) != -1 {
		t.Errorf("%d long, 50 at %d", s.Len(), s.IndexOf(50))
	}
	clear(d.cache.assets)
	d.hold = true
	if _, ok := s.At(40); ok {
		t.Error("a row that is not read is given")
	}
	changes := d.nav.Changes
	d.release()
	if a, ok := s.At(40); !ok || a.ID != 10 || d.nav.Changes == changes {
		t.Errorf("asset %d, %v; told %v", a.ID, ok, d.nav.Changes > changes)
	}
	d.hold = false
	d.say("misty kind:picture")
	if s.Len() != len(d.ids()) || s.Len() == 50 {
		t.Errorf("%d long after a search for %d", s.Len(), len(d.ids()))
	}
	if _, ok := s.At(-1); ok {
		t.Error("gives what lies before the first")
	}
}

func TestChoosingAPicture(t *testing.T) {
	d := newDesk(t, pile(t, 7))
	d.say("misty")
	var got []int64
	pick := func(l []db.Asset) {
		for _, a := range l {
			got = append(got, a.ID)
		}
	}
	back := func() { d.nav.Tell("back") }
	d.Choose(Choice{Words: "Choose a picture for the first frame.", Picked: pick, Back: back})
	d.wants("choosing", 6, 5, 3, 2)
	if !d.mode.object.Visible() || !strings.HasPrefix(d.mode.banner.Text(), "Choose a picture for the first frame.") {
		t.Errorf("says %q", d.mode.banner.Text())
	}
	d.rows.Select(1)
	d.typed(fyne.KeyDelete, fyne.KeyS)
	d.wants("nothing is changed meanwhile", 6, 5, 3, 2)
	d.typed(fyne.KeyReturn)
	d.leads("picking", "")
	if !slices.Equal(got, []int64{5}) || d.mode.object.Visible() {
		t.Errorf("picked %v", got)
	}
	d.wants("as it was before", 6, 4, 2)
	d.Choose(Choice{Words: "Choose a picture.", Picked: pick, Back: back})
	d.typed(fyne.KeyEscape)
	if len(got) != 1 || d.head.search.Text != "misty" {
		t.Errorf("Esc picked %v, the box says %q", got, d.head.search.Text)
	}
	d.leads("Esc", "back")
	d.Choose(Choice{Words: "Choose a picture.", Picked: pick, Back: back})
	d.head.search.OnEscape()
	if d.choosing != nil {
		t.Error("Esc in the search box does not end it")
	}
	d.leads("Esc in the search box", "back")
	d.Choose(Choice{Words: "Choose pictures.", Several: true, Picked: pick, Back: back})
	d.wants("choosing several", 6, 5, 3, 2)
	d.rows.SelectThese([]int{0, 2})
	got = nil
	d.typed(fyne.KeyReturn)
	if len(got) != 2 {
		t.Errorf("of two that are selected it picks %v", got)
	}
}

// A choice of a frame shows only pictures with a valid link, unless pictures are hosted, and how many are left out. A
// button chooses the selected one. Assets that another search finds but that cannot be used are refused with the
// reason.
func TestChoosingAFrame(t *testing.T) {
	l := pile(t, 6) // no link at all
	linked := nth(0)
	linked.Kind, linked.Link, linked.LinkExpires = db.Picture, "https://files.example.com/a.png", now().Add(time.Hour)
	a := l.add(t, linked)
	d := newDesk(t, l)
	var got []int64
	d.Choose(Choice{Words: "Choose a picture for the last frame", Frame: true, Picked: func(l []db.Asset) {
		got = append(got, l[0].ID)
	}})
	d.wants("choosing", a.ID)
	if says := d.mode.banner.Text(); says != "Choose a picture for the last frame · 4 pictures are not shown: they have no valid link." {
		t.Errorf("says %q", says)
	}
	if !d.mode.use.Disabled() {
		t.Error("nothing is selected, and it can be used")
	}
	d.say("kind:picture")
	d.rows.Select(1)
	test.Tap(d.mode.use)
	if want := "Frames need a web address, and this picture has none. Set up image hosting, or edit it first.  [Set up image hosting…]"; len(got) != 0 || !slices.Contains(d.host.Said, want) {
		t.Errorf("picked %v, says %q", got, d.host.Said)
	}
	d.rows.Select(0)
	test.Tap(d.mode.use)
	if !slices.Equal(got, []int64{a.ID}) || d.mode.object.Visible() {
		t.Errorf("picked %v", got)
	}
	d.nav.Hosts = true
	d.Choose(Choice{Words: "Choose a picture for the last frame", Frame: true, Picked: func([]db.Asset) {},
		Back: func() {}})
	if n := len(d.ids()); n != 5 {
		t.Errorf("with hosting %d are shown", n)
	}
}
