package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
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
