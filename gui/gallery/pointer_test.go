package gallery

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
)

func TestMenuHoldsOnlyWhatWorks(t *testing.T) {
	d := newDesk(t, pile(1))
	words := func(a db.Asset) string {
		var out []string
		for _, i := range d.menuOf(a).Items {
			if !i.IsSeparator {
				out = append(out, i.Label)
			}
		}
		return strings.Join(out, ", ")
	}
	d.rows.Select(0)
	all := "Open, Show in folder, Copy path, Copy prompt, Reuse settings, Star, Move to Trash"
	if got := words(d.model.assets[0]); got != all {
		t.Errorf("menu: %s", got)
	}
	if got := words(db.Asset{ID: 7, Starred: true}); strings.Contains(got, "Reuse") || strings.Contains(got, "Prompt") {
		t.Errorf("menu of an import without words: %s", got)
	}
	for _, i := range d.menuOf(d.model.assets[0]).Items[:5] {
		if i.Action != nil {
			i.Action()
		}
	}
	if got := fyne.CurrentApp().Clipboard().Content(); got != "paper boats" {
		t.Errorf("clipboard %q", got)
	}
	if len(d.opened) != 1 || len(d.revealed) != 1 {
		t.Errorf("opened %v, revealed %v", d.opened, d.revealed)
	}
}

func TestClicks(t *testing.T) {
	d := newDesk(t, pile(8))
	cellAt := func(i int) fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(d.rows.Cell(d.model.assets[i].ID)).AddXY(50, 60)
	}
	press := func(i int, m fyne.KeyModifier) { pressAt(t, d.window, cellAt(i), m) }
	press(1, 0)
	if want := []int64{7}; !equal(d.chosenIDs(), want) {
		t.Errorf("click selects %v", d.chosenIDs())
	}
	press(3, fyne.KeyModifierShift)
	if want := []int64{7, 6, 5}; !equal(d.chosenIDs(), want) {
		t.Errorf("Shift selects %v", d.chosenIDs())
	}
	press(0, fyne.KeyModifierShortcutDefault)
	if want := []int64{8, 7, 6, 5}; !equal(d.chosenIDs(), want) {
		t.Errorf("Ctrl selects %v", d.chosenIDs())
	}
}

// pressAt presses the mouse at a place of a window, as the driver does: on the innermost object that takes it.
func pressAt(t *testing.T, w fyne.Window, at fyne.Position, m fyne.KeyModifier) {
	t.Helper()
	found := innermost(w.Content(), at)
	if found == nil {
		t.Fatalf("nothing to press at %v", at)
	}
	found.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: m,
		PointEvent: fyne.PointEvent{AbsolutePosition: at, Position: fyne.NewPos(50, 60)}})
}

func innermost(o fyne.CanvasObject, at fyne.Position) desktop.Mouseable {
	if !o.Visible() {
		return nil
	}
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	for i := len(children) - 1; i >= 0; i-- {
		if m := innermost(children[i], at); m != nil {
			return m
		}
	}
	p := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	m, ok := o.(desktop.Mouseable)
	if ok && at.X >= p.X && at.Y >= p.Y && at.X < p.X+o.Size().Width && at.Y < p.Y+o.Size().Height {
		return m
	}
	return nil
}
