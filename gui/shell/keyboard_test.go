package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
)

// fieldScreen is a place with a field that has the keyboard when the place comes to the front.
type fieldScreen struct {
	*fakeScreen
	field *widget.Entry
}

func (f *fieldScreen) Content() fyne.CanvasObject { return f.field }
func (f *fieldScreen) First() fyne.Focusable      { return f.field }

// What is typed goes to the place in front, and never on into a field that is not in sight.
func TestTheKeyboardComesAlong(t *testing.T) {
	h := newHouse(t, nil)
	create := &fieldScreen{newFakeScreen("create"), widget.NewEntry()}
	h.Shell.screens.Places[Create] = create
	h.Show(Queue)
	h.Show(Create)
	canvas := h.window.Canvas()
	if canvas.Focused() != create.field {
		t.Fatalf("%T has the keyboard", canvas.Focused())
	}
	create.field.SetText("kept")
	h.Show(Create) // it is in front already: nothing moves
	if canvas.Focused() != create.field {
		t.Error("the keyboard left the place that stayed in front")
	}
	h.Show(Gallery)
	if got := canvas.Focused(); got != nil {
		t.Errorf("%T has the keyboard, and nobody sees it", got)
	}
}

// An answer that comes late may show another place behind an open dialog. The dialog keeps the focus, which goes to the
// new place when the dialog is closed.
func TestAPlaceThatIsShownLateTakesNoFocusFromADialog(t *testing.T) {
	h := newHouse(t, nil)
	for _, p := range []Place{Create, Costs} {
		h.Shell.screens.Places[p] = &fieldScreen{newFakeScreen(p.String()), widget.NewEntry()}
	}
	h.Show(Queue)
	h.Show(Create)
	canvas := h.window.Canvas()
	field := widget.NewEntry()
	sheet := kit.ShowSheet(canvas, field, nil)
	canvas.Focus(field)
	menu := kit.ShowMenu(canvas, fyne.NewMenu("", fyne.NewMenuItem("Copy", nil)), fyne.NewPos(100, 100))
	h.Show(Costs)
	if canvas.Focused() != menu {
		t.Errorf("%T has the focus, with a menu open", canvas.Focused())
	}
	menu.Hide()
	if canvas.Focused() != field {
		t.Errorf("%T has the focus after the menu", canvas.Focused())
	}
	h.Show(Gallery) // it has no control for the focus
	sheet.Hide()
	if canvas.Focused() != nil {
		t.Errorf("%T has the focus after the dialog, out of sight", canvas.Focused())
	}
	h.Show(Create)
	sheet = kit.ShowSheet(canvas, widget.NewEntry(), nil)
	h.Show(Costs)
	sheet.Hide()
	if want := h.Shell.screens.Places[Costs].(*fieldScreen).field; canvas.Focused() != want {
		t.Errorf("%T has the focus after the dialog", canvas.Focused())
	}
}
