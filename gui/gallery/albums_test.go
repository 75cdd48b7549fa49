package gallery

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
)

// listed returns the rows of a list of albums: "+" for all of the selection, "~" for a part, "-" for none.
func (l *albumList) listed() (all []string) {
	for i := range l.rows {
		c := l.newCell().(*albumCell)
		l.bind(i, c)
		state := "-"
		switch {
		case !c.check.Visible():
			state = ""
		case strings.HasSuffix(c.check.AccessibilityLabel(), "partly on"):
			state = "~"
		case c.check.On():
			state = "+"
		}
		all = append(all, strings.TrimSpace(state+c.name.Text()+" "+c.count.Text()))
	}
	return all
}

func (d *desk) press(key fyne.KeyName) {
	d.t.Helper()
	on := d.window.Canvas().Focused()
	if on == nil {
		d.t.Fatal("nothing has the focus")
	}
	apptest.PressKey(on, key)
	d.drain()
}

// The pane lists the albums with their sizes and with the state of the selection, and the list works by keys.
func TestTheAlbumsAreListed(t *testing.T) {
	l := pile(t, 6)
	d := newDesk(t, l)
	if d.side.object.Visible() {
		t.Error("without albums there is a list of them")
	}
	boats := l.album(t, "Boats", 1, 2)
	l.album(t, "Misty", 3)
	_, err := l.SaveAlbum(t.Context(), db.Album{Name: "Clips", Query: "kind:clip"})
	check(t, err)
	d.Refresh()
	d.drain()
	wants := func(when string, want ...string) {
		t.Helper()
		if got := d.side.listed(); !slices.Equal(got, want) || !d.side.object.Visible() {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	wants("nothing selected", "All 6", "Boats 2", "Misty 1", "Clips 2")
	d.Show(1, 3)
	d.drain()
	wants("two selected", "All 6", "~Boats 2", "~Misty 1", "Clips 2")

	d.window.Canvas().Focus(d.side.list)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.wants("Enter shows an album", 2, 1)
	d.window.Canvas().Focus(d.side.list)
	d.clearQuery()
	d.drain()
	d.Show(1, 3)
	d.drain()
	d.press(fyne.KeySpace)
	wants("Space adds all", "All 6", "+Boats 3", "~Misty 1", "Clips 2")
	d.press(fyne.KeySpace)
	wants("Space removes all", "All 6", "-Boats 1", "~Misty 1", "Clips 2")
	d.Undo()
	d.drain()
	wants("undone", "All 6", "+Boats 3", "~Misty 1", "Clips 2")

	d.side.entry.SetText("st")
	d.drain()
	wants("typed", "~Misty 1", "Create “st”")
	d.side.entry.SetText("misty")
	wants("the whole name", "~Misty 1")
	d.side.entry.SetText("Summer")
	apptest.PressKey(d.side.entry, fyne.KeyReturn)
	d.drain()
	wants("a new one", "All 6", "+Boats 3", "~Misty 1", "Clips 2", "-Summer 0")

	d.window.Canvas().Focus(d.side.list)
	d.side.list.Choose(4)
	d.press(fyne.KeyF2)
	d.window.Canvas().Focused().(interface{ SetText(string) }).SetText("Winter")
	d.tapWord("Rename")
	wants("renamed", "All 6", "+Boats 3", "~Misty 1", "Clips 2", "-Winter 0")
	if d.window.Canvas().Focused() != d.side.list {
		t.Errorf("after renaming %T has the focus", d.window.Canvas().Focused())
	}
	d.press(fyne.KeyDelete)
	d.tapWord("Delete the album")
	wants("deleted", "All 6", "+Boats 3", "~Misty 1", "Clips 2")

	d.side.toggleShown()
	if d.side.object.Visible() {
		t.Error("it cannot be hidden")
	}
	d.side.toggleShown()
	if !d.side.object.Visible() || d.window.Canvas().Focused() != d.side.list {
		t.Error("it does not come back with the focus")
	}
	d.showAlbum(boats)
	d.drain()
	d.press(fyne.KeyEscape)
	if d.window.Canvas().Focused() != d.rows {
		t.Error("Esc does not lead to the pictures")
	}
}

// Assets that are dropped on a row are added to that album; a saved search refuses them.
func TestDropOnAnAlbum(t *testing.T) {
	l := pile(t, 4)
	l.album(t, "Boats", 1)
	_, err := l.SaveAlbum(t.Context(), db.Album{Name: "Clips", Query: "kind:clip"})
	check(t, err)
	d := newDesk(t, l)
	at := func(row int) fyne.Position {
		for _, c := range d.side.cells {
			if c.row == row {
				return fyne.CurrentApp().Driver().AbsolutePositionForObject(c).AddXY(40, 9)
			}
		}
		t.Fatalf("row %d is not visible", row)
		return fyne.Position{}
	}
	offer := dnd.Offer{Kind: dnd.KindAssets, Assets: []db.Asset{d.row(2), d.row(3)}}
	if took, words := d.Over(at(2), offer); took || words != "A saved search finds its items itself." {
		t.Errorf("a saved search: %v, %q", took, words)
	}
	if took, words := d.Over(at(1), offer); !took || words != "Drop to add to “Boats”" {
		t.Errorf("took %v, says %q", took, words)
	}
	d.Dropped(dnd.Drop{At: at(1), Placed: true, Assets: offer.Assets})
	d.drain()
	if got := d.side.listed(); !slices.Contains(got, "Boats 3") {
		t.Errorf("%q", got)
	}
}

// The sheet shows for each album whether the assets are in it. Typing filters, Enter and Space add and remove, and the
// pictures have the focus afterwards.
func TestTheSheetOfAlbums(t *testing.T) {
	l := pile(t, 6)
	l.album(t, "Boats", 1, 2)
	l.album(t, "Misty", 3)
	d := newDesk(t, l)
	d.Show(1, 3)
	d.drain()
	apptest.Press(t, d.bar.object, "Album…")
	d.drain()
	sheet := d.albumSheets.list
	wants := func(when string, want ...string) {
		t.Helper()
		if got := sheet.listed(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	wants("at first", "~Boats 2", "~Misty 1")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	wants("Enter", "+Boats 3", "~Misty 1")
	d.window.Canvas().Focus(sheet.list)
	sheet.list.Choose(1)
	d.press(fyne.KeySpace)
	wants("Space", "+Boats 3", "+Misty 2")
	sheet.entry.SetText("New one")
	apptest.PressKey(sheet.entry, fyne.KeyReturn)
	d.drain()
	wants("a new one", "+Boats 3", "+Misty 2", "+New one 2")
	d.press(fyne.KeyEscape)
	if d.window.Canvas().Overlays().Top() != nil || d.window.Canvas().Focused() != d.rows {
		t.Errorf("after the sheet %T has the focus", d.window.Canvas().Focused())
	}
	d.press(fyne.KeyDelete)
	d.wants("Delete", 6, 5, 4, 2)
}

// The place and the selection are restored at the next start.
func TestThePlaceIsRestored(t *testing.T) {
	l := pile(t, 60)
	d := newDesk(t, l)
	d.window.Resize(fyne.NewSize(900, 360))
	d.Show(20)
	d.drain()
	top, id := d.rows.Anchor(), d.currentID()
	if id != 20 || top.ID == 0 {
		t.Fatalf("at %v, selected %d", top, id)
	}
	d.Left()
	d.drain()
	again := unread(t, l)
	again.window.Resize(fyne.NewSize(900, 360))
	again.Update(t.Context())
	again.drain()
	if got := again.rows.Anchor(); got.ID != top.ID || again.currentID() != 20 {
		t.Errorf("at %v, selected %d; want %v", got, again.currentID(), top)
	}
	if _, seen := again.detail.asset, again.detail.asset.ID == 20; !seen {
		t.Errorf("in the pane %d", again.detail.asset.ID)
	}
}
