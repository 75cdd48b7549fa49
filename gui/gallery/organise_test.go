package gallery

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
)

// tapWord taps the control with a label in the topmost sheet or menu.
func (d *desk) tapWord(word string) {
	d.t.Helper()
	apptest.Press(d.t, d.window.Canvas().Overlays().Top(), word)
	d.drain()
}

func TestTheTrashHasACommand(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	for _, want := range []bool{true, false} {
		action.ByID(d.Actions(), "gallery/showTrash").Do()
		d.drain()
		if d.asked.inTrash() != want || action.ByID(d.Actions(), "gallery/showTrash").On != want {
			t.Errorf("the trash is shown: %v, want %v", d.asked.inTrash(), want)
		}
	}
}

func TestAlbumsBeginBelowTheBannerOfTheTrash(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	if !d.side.visible() {
		d.side.toggleShown()
	}
	d.rows.SelectThese([]int{1})
	d.typed(fyne.KeyDelete)
	test.Tap(d.chips.trash)
	d.drain()
	top := func(o fyne.CanvasObject) float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y }
	banner := d.mode.object
	if below := top(banner) + banner.MinSize().Height; top(d.side.object) < below || top(d.rows) < below {
		t.Errorf("the banner ends at %v, albums begin at %v, pictures at %v", below, top(d.side.object), top(d.rows))
	}
}

func TestTrashIsShownRestoredAndEmptied(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	d.rows.SelectThese([]int{1, 3})
	d.typed(fyne.KeyDelete)
	test.Tap(d.chips.trash)
	d.wants("in the trash", 5, 3)
	if d.head.search.Text != "status:trashed " || d.head.count.Text() != "2 of 2" ||
		!strings.Contains(d.mode.banner.Text(), "30 days") {
		t.Errorf("box %q, count %q, banner %q", d.head.search.Text, d.head.count.Text(), d.mode.banner.Text())
	}
	d.rows.Select(0)
	want := "Deleted permanently on " +
		d.row(5).TrashedAt.AddDate(0, 0, db.DefaultTrashDays).In(now().Location()).Format("2 Jan 2006") + " or later."
	if got := d.detail.gone.Text(); !strings.HasSuffix(got, want) {
		t.Errorf("says %q, want %q", got, want)
	}
	d.typed(fyne.KeyU)
	d.wants("after restoring one", 3)
	d.rows.Select(0)
	d.typed(fyne.KeyDelete)
	d.wants("Delete asks first", 3)
	d.tapWord("Cancel")
	d.typed(fyne.KeyDelete)
	d.tapWord("Delete permanently")
	if _, err := d.lib.Asset(t.Context(), 3); !errors.Is(err, db.ErrNotFound) || len(d.ids()) != 0 {
		t.Errorf("after deleting for ever: %v, shows %v", err, d.ids())
	}
	test.Tap(d.chips.trash)
	d.wants("everything else", 6, 5, 4, 2, 1)
	d.Undo()
	d.wants("what was deleted for ever does not come back", 6, 5, 4, 2, 1)
}

// The status bar counts the items of the gallery, so it is updated after each change of their number.
func TestTheStatusBarFollowsTheTrash(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"trash", func() { d.Trash(3, 2) }},
		{"undo", d.Undo},
		{"redo", d.Redo},
		{"restore", func() { d.Restore(3) }},
		{"delete", func() {
			d.DeleteForever(2)
			d.tapWord("Delete permanently")
		}},
	} {
		before := d.host.Refreshed
		step.do()
		d.drain()
		if d.host.Refreshed == before {
			t.Errorf("%s: the status bar is not updated", step.name)
		}
	}
	before := d.host.Refreshed
	d.Star(true, 1)
	d.drain()
	if d.host.Refreshed != before {
		t.Error("a star updates the status bar")
	}
}

func TestEmptyTheTrash(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.rows.SelectAll()
	d.typed(fyne.KeyDelete)
	test.Tap(d.chips.trash)
	test.Tap(d.mode.action)
	d.tapWord("Empty trash")
	if len(d.ids()) != 0 || d.model.trashed != 0 || d.chips.trash.Text() != "Trash" {
		t.Errorf("left %v, %d in the trash", d.ids(), d.model.trashed)
	}
}

func TestTags(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	_, err := d.lib.AddTag(t.Context(), "coast", 4)
	check(t, err)
	d.rows.SelectThese([]int{0, 1})
	d.typed(fyne.KeyT)
	sheet := func() []string { return apptest.Texts(d.window.Canvas().Overlays().Top()) }
	if words := sheet(); !slices.Contains(words, "Tags for 2 items") || !slices.Contains(words, "coast  (some)") {
		t.Fatalf("the sheet says %q", words)
	}
	entry := d.window.Canvas().Focused().(interface {
		SetText(string)
		TypedKey(*fyne.KeyEvent)
	})
	d.tapWord("coast  (some)")
	if !slices.Contains(d.row(3).Tags, "coast") || !slices.Contains(sheet(), "coast") {
		t.Errorf("asset 3 has %v, the sheet says %q", d.row(3).Tags, sheet())
	}
	entry.SetText("reel A")
	entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	d.drain()
	if got := d.row(4).Tags; !slices.Equal(got, []string{"coast", "reel A"}) {
		t.Errorf("asset 4 has %v", got)
	}
	entry.SetText("alpha, beta,gamma")
	entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	d.drain()
	if got := d.row(4).Tags; !slices.Equal(got, []string{"alpha", "beta", "coast", "gamma", "reel A"}) {
		t.Errorf("after three tags with commas asset 4 has %v", got)
	}
	d.tapWord("Done")
	for range 4 {
		d.Undo()
	}
	if got := d.row(4).Tags; !slices.Equal(got, []string{"coast"}) {
		t.Errorf("after undoing asset 4 has %v", got)
	}
	d.rows.Select(0)
	if words := apptest.Texts(d.detail.tags.object); !slices.Contains(words, "coast") {
		t.Errorf("the pane says %q", words)
	}
}

// The toolkit forgets the window of what it has not painted for a minute: it answers with the one that was made last
// here.
func TestTheFirstPicturesGetTheKeyboard(t *testing.T) {
	d := newDesk(t, empty(t))
	test.NewTempWindow(t, canvas.NewRectangle(nil))
	for _, left := range []bool{true, false} {
		d.window.Canvas().Focus(d.First())
		if left {
			d.Left()
		}
		d.lib.add(t, nth(0))
		d.Update(t.Context())
		d.drain()
		if got := d.window.Canvas().Focused(); (got == nil) != left {
			t.Errorf("%T has the keyboard, another place is in front: %v", got, left)
		}
		_, err := d.lib.TrashAll(t.Context(), d.ids())
		check(t, err)
		d.Update(t.Context())
		d.drain()
	}
}

// Keys come faster than a disk writes: what is undone is what was done last, written or not, and nothing is lost when
// the window closes.
func TestUndoWaitsForTheChangeThatIsBeingWritten(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	stars := func(when string, want ...int64) {
		t.Helper()
		d.release()
		got := slices.DeleteFunc([]int64{3, 2, 1}, func(id int64) bool { return !d.row(id).Starred })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v have a star, want %v", when, got, want)
		}
	}
	d.typed(fyne.KeyHome, fyne.KeyS)
	stars("before", 3)
	d.hold = true
	d.typed(fyne.KeyRight, fyne.KeyS)
	d.rows.TypedShortcut(&fyne.ShortcutUndo{})
	stars("after S and Ctrl+Z", 3)
	d.rows.TypedShortcut(&fyne.ShortcutRedo{})
	d.rows.TypedShortcut(&fyne.ShortcutUndo{})
	d.rows.TypedShortcut(&fyne.ShortcutUndo{})
	stars("after Ctrl+Y and Ctrl+Z twice")
	d.rows.TypedShortcut(&fyne.ShortcutRedo{})
	d.typed(fyne.KeyHome, fyne.KeyRight, fyne.KeyS)
	d.stop()
	stars("after the window closed", 3, 2)
}

func TestAlbums(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	d.addToAlbum(db.Album{Name: "Reel A"}, []int64{2, 4})
	d.find(search.ParseQuery(`album:"Reel A"`))
	d.wants("in the album", 4, 2)
	d.remember(func(s *State) { s.Order = search.AlbumOrder })
	d.wants("as laid out", 2, 4)
	albums, err := d.lib.Albums(t.Context())
	check(t, err)
	here, ok := d.albumHere(albums)
	if !ok || here.Name != "Reel A" {
		t.Fatalf("the album here is %v", here)
	}
	d.removeFromAlbum(here, []int64{2})
	d.wants("after taking one out", 4)
	d.Undo()
	d.wants("after undoing", 2, 4)
	d.clearQuery()
	if d.asked.order != search.Newest {
		t.Errorf("the order of no album is %q", d.asked.order)
	}
	d.say("misty")
	d.saveSearch()
	entry := d.window.Canvas().Focused().(interface{ SetText(string) })
	entry.SetText("Mountains")
	d.tapWord("Save")
	if d.head.search.Text != "album:Mountains " {
		t.Errorf("the box says %q", d.head.search.Text)
	}
	d.wants("a saved search", 3, 1)
}

func TestANoteIsKeptByItself(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	note := d.detail.notes
	d.rows.Select(0)
	note.entry.SetText("good lig")
	if d.row(3).Note != "" {
		t.Error("kept at every key")
	}
	d.pauses[len(d.pauses)-1]()
	d.drain()
	if d.row(3).Note != "good lig" {
		t.Errorf("after a pause the note is %q", d.row(3).Note)
	}
	note.entry.SetText("good light")
	d.rows.Select(1)
	if d.row(3).Note != "good light" || note.entry.Text != "" {
		t.Errorf("after going on: kept %q, shows %q", d.row(3).Note, note.entry.Text)
	}
	d.lib.fail = errors.New("no room")
	note.entry.SetText("too dark")
	d.rows.Select(0)
	d.lib.fail = nil
	d.rows.Select(1)
	if note.entry.Text != "too dark" || d.row(2).Note != "too dark" {
		t.Errorf("what could not be kept: kept %q, shows %q", d.row(2).Note, note.entry.Text)
	}
}

func TestANoteStaysInItsFieldWhereTheRowWasReadBefore(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.rows.Select(0)
	before := d.detail.asset
	before.Starred = true
	d.detail.notes.entry.SetText("good light")
	d.host.Post(func() { d.detail.show(before) }) // waits for the window while the note is written
	d.pauses[len(d.pauses)-1]()
	d.drain()
	if got := d.detail.notes.entry.Text; d.row(3).Note != "good light" || got != "good light" {
		t.Errorf("kept %q, shows %q", d.row(3).Note, got)
	}
}

func TestTheFieldForANoteComesIntoSight(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.window.Resize(fyne.NewSize(1440, 480))
	d.rows.Select(0)
	d.typed(fyne.KeyN)
	field := d.detail.notes.entry
	if y := fyne.CurrentApp().Driver().AbsolutePositionForObject(field).Y; d.window.Canvas().Focused() != fyne.Focusable(field) || y > 400 {
		t.Errorf("the keyboard is in %T, the field %v px down in a window of 480", d.window.Canvas().Focused(), y)
	}
}

func TestANoteIsKeptWhenTheGalleryCloses(t *testing.T) {
	l := pile(t, 2)
	d := newDesk(t, l)
	d.rows.Select(0)
	d.detail.notes.entry.SetText("last words")
	d.Close()
	if d.row(2).Note != "last words" {
		t.Errorf("kept %q", d.row(2).Note)
	}
}

func TestDetailFollowsWhatComesToRest(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	d.rows.Select(0)
	if d.detail.asset.ID != 6 {
		t.Fatalf("shows %d", d.detail.asset.ID)
	}
	d.passed -= 10 * time.Second // as if no time had passed
	d.rows.Select(1)
	d.rows.Select(2)
	if d.detail.asset.ID != 6 {
		t.Errorf("shows %d while it goes by", d.detail.asset.ID)
	}
	d.pauses[len(d.pauses)-1]()
	d.drain()
	if d.detail.asset.ID != 4 {
		t.Errorf("shows %d at rest", d.detail.asset.ID)
	}
}

func TestDetailShowsWhatMadeItAndItsFamily(t *testing.T) {
	l := empty(t)
	a, b := nth(1), nth(2)
	a.click = strings.Repeat("c", 32)
	b.click = a.click
	a.request = map[string]any{"prompt": "misty mountains", "size": "1024x1024"}
	first := l.add(t, b)
	second := l.add(t, a)
	d := newDesk(t, l)
	d.Show(second.ID)
	words := strings.Join(apptest.Texts(d.detail.object), "|")
	for _, want := range []string{"misty mountains", "genimage-2.5-flare", "¥1.00 charged", "From the same batch"} {
		if !strings.Contains(words, want) {
			t.Errorf("does not say %q: %s", want, words)
		}
	}
	for _, o := range test.LaidOutObjects(d.detail.Family.Object) {
		if p, ok := o.(interface{ Tapped(*fyne.PointEvent) }); ok {
			p.Tapped(nil)
		}
	}
	if got := d.chosen(); !slices.Equal(got, []int64{first.ID}) {
		t.Errorf("the variation leads to %v", got)
	}
	d.say("kind:clip")
	d.goTo(first)
	if got := d.chosen(); !slices.Equal(got, []int64{first.ID}) || d.head.search.Text != "" {
		t.Errorf("from a search that leaves it out: %v, the box says %q", got, d.head.search.Text)
	}
}

// Nothing of the pane comes later than the rest, but the picture in its place.
func TestThePaneIsBuiltAtOnce(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	d.rows.Select(0)
	before := apptest.Texts(d.detail.object)
	d.hold = true
	d.rows.Select(1)
	if got := apptest.Texts(d.detail.object); !slices.Equal(got, before) {
		t.Errorf("before all is read it says %q, after %q", got, before)
	}
	d.hold = false
	d.release()
	after := strings.Join(apptest.Texts(d.detail.object), "|")
	for _, want := range []string{"misty mountains", "One more · ¥1.00 est.", "¥1.00 charged"} {
		if !strings.Contains(after, want) {
			t.Errorf("no %q in %s", want, after)
		}
	}
}

func TestSpacePlaysInThePane(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	d.rows.Select(0)
	d.typed(fyne.KeySpace)
	plays := func() string { return filepath.Base(d.d.Player.State().Path) }
	if plays() != filepath.Base(d.row(4).Path) || len(d.detail.screen.Objects) != 2 {
		t.Errorf("plays %s", plays())
	}
	d.typed(fyne.KeySpace)
	if plays() != "." || len(d.detail.screen.Objects) != 1 {
		t.Errorf("goes on with %s", plays())
	}
	d.typed(fyne.KeySpace, fyne.KeyRight)
	if plays() != "." {
		t.Error("goes on playing what is not shown any more")
	}
	d.typed(fyne.KeySpace)
	d.leads("Space on a picture", "view3")
	d.typed(fyne.KeyLeft, fyne.KeySpace)
	d.Left()
	if plays() != "." {
		t.Error("goes on playing behind another place")
	}
}

func TestMenuHoldsOnlyWhatWorks(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	words := func(id int64) []string {
		d.Show(id)
		var out []string
		for _, i := range action.Menu(d.forSelection(d.row(id), d.selection()), d.post).Items {
			if !i.IsSeparator {
				out = append(out, i.Label)
			}
			if i.ChildMenu != nil {
				for _, rare := range i.ChildMenu.Items {
					out = append(out, i.Label+": "+rare.Label)
				}
			}
		}
		return out
	}
	got := words(3)
	for _, want := range []string{"Open", "Show in folder", "More: Copy path", "More: Copy SHA-256", "Reuse settings",
		"Star", "Tag…", "Album…", "Export…", "Move to Trash"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	for _, never := range []string{"Use as first frame", "Edit", "Compare", "Restore", "Place on one sheet"} {
		if slices.Contains(got, never) {
			t.Errorf("%q would do nothing", never)
		}
	}
	d.Trash(3)
	d.find(search.Query{Terms: []search.Term{inTheTrash()}})
	if got := words(3); !slices.Contains(got, "Restore") || slices.Contains(got, "Star") ||
		slices.Contains(got, "Move to Trash") {
		t.Errorf("in the trash: %q", got)
	}
}

func TestCopy(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.rows.SelectThese([]int{0, 2})
	d.rows.TypedShortcut(&fyne.ShortcutPaste{})
	d.leads("Ctrl+V", "import pasted")
	d.rows.TypedShortcut(&fyne.ShortcutCopy{})
	d.leads("Ctrl+C", "copy[3 1]")
}

// Dragging a selected asset drags the whole selection. The chip of albums accepts assets that are dropped on it.
func TestWhatIsDragged(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	d.rows.SelectThese([]int{0, 1})
	d.dragged(1, fyne.Position{})
	d.leads("of two selected", fmt.Sprint("drag", d.ids()[:2]))
	d.dragged(3, fyne.Position{})
	d.leads("another one", fmt.Sprint("drag", d.ids()[3:4]))
	d.rows.Select(2)
	d.detail.preview.Dragged(&fyne.DragEvent{})
	d.detail.preview.DragEnd()
	d.leads("of the pane", fmt.Sprintf("drag%v, end drag", d.ids()[2:3]))
	d.hold = true
	d.rows.Select(4)
	d.detail.preview.Dragged(&fyne.DragEvent{})
	d.leads("of the pane, which shows the one before still", "")
	d.hold = false
	d.release()

	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(d.chips.album.Button).AddXY(9, 9)
	offer := dnd.Offer{Kind: dnd.KindAssets, Assets: []db.Asset{d.row(1), d.row(2)}}
	if took, words := d.Over(at, offer); !took || words != "Drop to add to an album" {
		t.Errorf("took %v, says %q", took, words)
	}
	if took, _ := d.Over(at.AddXY(0, 200), offer); took {
		t.Error("it takes what is over the wall")
	}
	d.Dropped(dnd.Drop{At: at, Placed: true, Assets: offer.Assets})
	d.drain()
	if words := strings.Join(apptest.Texts(d.window.Canvas().Overlays().Top()), " "); !strings.Contains(words,
		"Albums of 2 items") {
		t.Errorf("asks %q", words)
	}

	d.nav.Told = nil
	d.Choose(Choice{Words: "Choose a picture", Picked: func([]db.Asset) {}, Back: func() {}})
	d.dragged(0, fyne.Position{})
	d.leads("while one is chosen", "")
}

// Done adds a tag that is still in the field. Esc does not.
func TestDoneAddsTheTypedTag(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	top := func() fyne.CanvasObject { return d.window.Canvas().Overlays().Top() }
	field := func() *kit.Entry { return d.window.Canvas().Focused().(*kit.Entry) }
	d.Tag(3, 2)
	d.drain()
	field().SetText("dropped")
	field().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	d.drain()
	if top() != nil || len(d.row(3).Tags) > 0 {
		t.Errorf("after Esc: sheet open %v, tags %q", top() != nil, d.row(3).Tags)
	}
	d.Tag(3, 2)
	d.drain()
	entry := field()
	entry.SetText("\"")
	d.tapWord("Done")
	if top() == nil || len(d.row(3).Tags) > 0 {
		t.Fatalf("no tag: sheet open %v, tags %q", top() != nil, d.row(3).Tags)
	}
	entry.SetText("first, second")
	d.tapWord("Done")
	for _, id := range []int64{3, 2} {
		if got := d.row(id).Tags; top() != nil || !slices.Equal(got, []string{"first", "second"}) {
			t.Errorf("after Done: sheet open %v, asset %d has %q", top() != nil, id, got)
		}
	}
}

// The message about a change in the sheet of tags offers Ctrl+Z, so the sheet takes it while its field is empty. It
// undoes no older change.
func TestUndoInTheSheetOfTags(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	d.rows.SelectThese([]int{1})
	d.typed(fyne.KeyDelete)
	d.Tag(3, 2)
	d.drain()
	field := d.window.Canvas().Focused().(*kit.Entry)
	tags := func() []string {
		a, err := d.lib.Asset(t.Context(), 2)
		check(t, err)
		return a.Tags
	}
	field.SetText("demo")
	field.OnSubmitted("demo")
	d.drain()
	if !slices.Equal(tags(), []string{"demo"}) || field.Text != "" {
		t.Fatalf("tags %q, the field has %q", tags(), field.Text)
	}
	field.TypedShortcut(&fyne.ShortcutUndo{})
	d.drain()
	if len(tags()) > 0 || slices.Contains(apptest.Texts(d.window.Canvas().Overlays().Top()), "demo") {
		t.Errorf("after Ctrl+Z: tags %q", tags())
	}
	field.TypedShortcut(&fyne.ShortcutUndo{})
	d.drain()
	d.tapWord("Done")
	d.wants("the trash is untouched", 4, 2, 1)
}
