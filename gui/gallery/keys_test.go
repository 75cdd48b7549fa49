package gallery

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
	"viviscope/gui/keymap"
	"viviscope/gui/keymap/keymaptest"
)

// chosenKeys gives commands of the gallery other keys.
func (d *desk) chosenKeys(keys map[string]string) {
	var all []keymap.Command
	for _, c := range d.Commands() {
		all = append(all, c.Command)
	}
	d.o.Keys = keymaptest.Chosen(d.t, all, keys)
	d.ShowKeys()
}

func TestAChosenKeyStarsAndTheOldOneDoesNot(t *testing.T) {
	l := pile(t, 4)
	d := newDesk(t, l)
	d.chosenKeys(map[string]string{starID: "Y", "gallery/export": "Ctrl+J", noteID: "F7", trashID: "B"})
	d.rows.Select(0)
	d.drain()
	id := d.ids()[0]
	was := d.row(id).Starred
	if d.typed(fyne.KeyS); d.row(id).Starred != was {
		t.Error("S stars as before")
	}
	if d.typed(fyne.KeyY); d.row(id).Starred == was {
		t.Error("Y does not star")
	}
	for got, want := range map[string]string{
		d.detail.buttons.star.AccessibilityLabel(): "  Y", d.detail.buttons.trash.AccessibilityLabel(): "  B",
		d.detail.buttons.album.AccessibilityLabel(): "  A", d.detail.notes.entry.PlaceHolder: "  F7",
	} {
		if !strings.HasSuffix(got, want) {
			t.Errorf("it says %q, want %q at the end", got, want)
		}
	}
	if d.typed(fyne.KeyDelete); !d.row(id).TrashedAt.IsZero() {
		t.Error("Delete throws away as before")
	}
	d.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyJ, Modifier: fyne.KeyModifierShortcutDefault})
	d.drain()
	if len(d.exported) == 0 {
		t.Error("Ctrl+J exports nothing")
	}
}

// While a picture is chosen for something else, no key changes anything, whichever it is.
func TestNoChosenKeyChangesAnythingWhileAPictureIsChosen(t *testing.T) {
	l := pile(t, 4)
	d := newDesk(t, l)
	d.chosenKeys(map[string]string{starID: "F7", trashID: "Space", playID: "P", "gallery/reveal": "Ctrl+J"})
	d.Choose(func(db.Asset) {}, "Choose one")
	d.drain()
	d.rows.Select(0)
	id := d.ids()[0]
	was := d.row(id)
	d.typed(fyne.KeyF7, fyne.KeySpace)
	d.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyJ, Modifier: fyne.KeyModifierShortcutDefault})
	d.drain()
	if now := d.row(id); now.Starred != was.Starred || !now.TrashedAt.IsZero() {
		t.Errorf("starred %v, trashed %v", now.Starred, now.TrashedAt)
	}
	if d.typed(fyne.KeyEscape); d.choosing != nil {
		t.Error("Esc does not end it")
	}
}
