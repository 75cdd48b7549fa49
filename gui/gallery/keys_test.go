package gallery

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// The keys of the wall do what they mean, and the pane shows them.
func TestKeysOfTheWall(t *testing.T) {
	l := pile(t, 4)
	d := newDesk(t, l)
	d.rows.Select(0)
	d.drain()
	id := d.ids()[0]
	was := d.row(id).Starred
	d.typed(fyne.KeyY)
	if d.row(id).Starred != was {
		t.Error("Y stars")
	}
	d.typed(fyne.KeyS)
	if d.row(id).Starred == was {
		t.Error("S does not star")
	}
	word := func(i int) string { return d.detail.icons.Objects[i].(*kit.Button).AccessibilityLabel() }
	for got, want := range map[string]string{word(0): "  S", word(1): "  A", word(2): "  Delete",
		d.detail.notes.entry.PlaceHolder: "  N"} {
		if !strings.HasSuffix(got, want) {
			t.Errorf("it says %q, want %q at the end", got, want)
		}
	}
	d.typed(fyne.KeyX)
	d.drain()
	d.leads("X", fmt.Sprintf("export[%d]", id))
}

// A key of an impossible action shows the reason: a clip and a picture cannot be compared.
func TestAKeyThatCannotSaysWhy(t *testing.T) {
	d := newDesk(t, pile(t, 6)) // some of either kind
	var both []int
	for _, kind := range []db.AssetKind{db.Clip, db.Picture} {
		both = append(both, slices.IndexFunc(d.ids(), func(id int64) bool { return d.row(id).Kind == kind }))
	}
	d.rows.SelectThese(both)
	d.drain()
	d.typed(fyne.KeyC)
	if want := "Choose two pictures or two clips to compare. "; !slices.Contains(d.host.Said, want) {
		t.Errorf("%v: says %q", both, d.host.Said)
	}
}

// While a picture is chosen for something else, no key changes anything.
func TestNoKeyChangesAnythingWhileAPictureIsChosen(t *testing.T) {
	l := pile(t, 4)
	d := newDesk(t, l)
	d.Choose(Choice{Words: "Choose one", Picked: func([]db.Asset) {}, Back: func() {}})
	d.drain()
	d.rows.Select(0)
	id := d.ids()[0]
	was := d.row(id)
	d.typed(fyne.KeyS, fyne.KeySpace, fyne.KeyDelete)
	d.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyJ, Modifier: fyne.KeyModifierShortcutDefault})
	d.drain()
	if now := d.row(id); now.Starred != was.Starred || !now.TrashedAt.IsZero() {
		t.Errorf("starred %v, trashed %v", now.Starred, now.TrashedAt)
	}
	d.typed(fyne.KeyEscape)
	if d.choosing != nil {
		t.Error("Esc does not end it")
	}
}

// A key is about what is selected when it is pressed, also where the row has to be read first and something else is
// selected by then.
func TestAKeyIsAboutWhatWasSelected(t *testing.T) {
	l := pile(t, 4)
	reel := l.album(t, "reel", 1, 2, 3, 4)
	for _, c := range []struct {
		name  string
		press func(d *desk)
		holds func(d *desk) bool
	}{
		{"Alt+Right", func(d *desk) {
			d.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyRight, Modifier: fyne.KeyModifierAlt})
		}, func(d *desk) bool { return slices.Equal(d.ids(), []int64{1, 3, 2, 4}) }},
		{"N", func(d *desk) { apptest.PressKey(d.rows, fyne.KeyN) }, func(d *desk) bool {
			d.detail.notes.entry.SetText("the first")
			d.detail.notes.flush()
			return d.row(2).Note == "the first" && d.row(4).Note == "" && slices.Equal(d.chosen(), []int64{2})
		}},
		{"Delete", func(d *desk) { apptest.PressKey(d.rows, fyne.KeyDelete) }, func(d *desk) bool {
			return !d.row(2).TrashedAt.IsZero() && d.row(4).TrashedAt.IsZero()
		}},
	} {
		d := newDesk(t, l)
		d.showAlbum(reel)
		d.remember(func(s *State) { s.Order = search.AlbumOrder })
		d.drain()
		d.rows.Select(d.model.wall.IndexOf(2))
		d.drain()
		clear(d.cache.assets) // as after a jump
		d.hold = true
		c.press(d)
		d.rows.Select(3)
		d.drain()
		d.hold = false
		d.release()
		d.drain()
		if !c.holds(d) {
			t.Errorf("%s is about another one: %v, selected %v", c.name, d.ids(), d.chosen())
		}
	}
}

// A key that is held does its action once, however often it repeats.
func TestAHeldDeleteTrashesOne(t *testing.T) {
	d := newDesk(t, pile(t, 6))
	d.rows.Select(1)
	held := &fyne.KeyEvent{Name: fyne.KeyDelete}
	d.rows.TypedKey(held) // was pressed elsewhere
	d.drain()
	d.wants("repeats of a key that was pressed elsewhere", 6, 5, 4, 3, 2, 1)
	d.rows.KeyDown(held)
	for range 4 {
		d.rows.TypedKey(held)
		d.drain()
	}
	d.rows.KeyUp(held)
	d.wants("held", 6, 4, 3, 2, 1)
	d.typed(fyne.KeyDelete)
	d.wants("pressed again", 6, 3, 2, 1)
}
