package widgets

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// slotAddress is the field for an address in the frame of a slot.
type slotAddress struct {
	entry     *Entry
	complaint *Text
	box       *fyne.Container
}

func newSlotAddress(use func(text string), cancel func()) *slotAddress {
	a := &slotAddress{}
	a.entry = NewEntry()
	a.entry.SetPlaceHolder("https://")
	a.entry.OnEscape = cancel
	submit := func() {
		if text := strings.TrimSpace(a.entry.Text); text != "" {
			use(text)
		} else {
			cancel()
		}
	}
	a.entry.OnSubmitted = func(string) { submit() }
	a.entry.OnChanged = func(string) { a.complain("") }
	a.complaint = NewText("", resources.SizeXS, resources.Err, false).Wrap(true)
	a.complaint.Hide()
	buttons := &fyne.Container{Layout: centredRows{6}, Objects: []fyne.CanvasObject{
		NewButton(lang.L("Use"), nil, Plain, submit).Small(), NewButton(lang.L("Cancel"), nil, Quiet, cancel).Small(),
	}}
	a.box = NewColumn(4, a.entry, a.complaint, buttons)
	a.box.Hide()
	return a
}

// Visible reports whether the field is open.
func (a *slotAddress) Visible() bool { return a.box.Visible() }

// Hide closes the field and forgets what was typed.
func (a *slotAddress) Hide() {
	a.box.Hide()
	a.complain("")
}

// begin opens the field with a text in it and brings the keyboard of a canvas there, which may be nil. The field cannot
// ask for its canvas itself: the driver knows that only of what it has drawn before.
func (a *slotAddress) begin(text string, c fyne.Canvas) {
	a.entry.SetText(text)
	a.complain("")
	a.box.Show()
	if c != nil {
		c.Focus(a.entry)
	}
	a.entry.CursorColumn = len([]rune(text))
	a.entry.Refresh()
}

func (a *slotAddress) complain(why string) {
	a.entry.SetFailed(why != "")
	a.complaint.SetText(why)
	Show(a.complaint, why != "")
}
