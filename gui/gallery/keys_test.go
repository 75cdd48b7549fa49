package gallery

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/widgets"
)

// chosenKeys gives commands of the gallery other keys.
func (d *desk) chosenKeys(keys map[string]string) {
	d.o.Keys = actiontest.Chosen(d.t, d.Actions(), keys)
	d.detail.Buttons.Keys = d.o.Keys
	d.ShowKeys()
}

func TestAChosenKeyStarsAndTheOldOneDoesNot(t *testing.T) {
	l := pile(t, 4)
	d := newDesk(t, l)
	d.chosenKeys(map[string]string{"gallery/star": "Y", "gallery/export": "Ctrl+J", noteID: "F7", "gallery/trash": "B"})
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
	word := func(i int) string { return d.detail.icons.Objects[i].(*widgets.Button).AccessibilityLabel() }
	for got, want := range map[string]string{word(0): "  Y", word(1): "  A", word(2): "  B", d.detail.notes.entry.PlaceHolder: "  F7"} {
		if !strings.HasSuffix(got, want) {
			t.Errorf("it says %q, want %q at the end", got, want)
		}
	}
	if d.typed(fyne.KeyDelete); !d.row(id).TrashedAt.IsZero() {
		t.Error("Delete throws away as before")
	}
	d.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyJ, Modifier: fyne.KeyModifierShortcutDefault})
	d.drain()
	d.leads("Ctrl+J", fmt.Sprintf("export[%d]", id))
}

// While a picture is chosen for something else, no key changes anything, whichever it is.
func TestNoChosenKeyChangesAnythingWhileAPictureIsChosen(t *testing.T) {
	l := pile(t, 4)
	d := newDesk(t, l)
	d.chosenKeys(map[string]string{"gallery/star": "F7", "gallery/trash": "Space", playID: "P", "gallery/reveal": "Ctrl+J"})
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

// A key is about what is selected when it is pressed, also where the row has to be read first.
func TestAKeyIsAboutWhatWasSelected(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	d.rows.Select(0)
	d.drain()
	ids := d.ids()
	clear(d.shelf.assets) // as after a jump
	d.hold = true
	d.rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	d.rows.Select(1)
	d.drain()
	d.release()
	d.drain()
	if d.row(ids[0]).TrashedAt.IsZero() || !d.row(ids[1]).TrashedAt.IsZero() {
		t.Error("another one was thrown away")
	}
}
