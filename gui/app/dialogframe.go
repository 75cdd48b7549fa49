package app

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
)

// dialogFrame is an overlay around the toolkit's file dialog. The lists and buttons of the dialog ignore Esc and Enter.
// So the frame keeps the focus and forwards the other keys to one control of the dialog.
type dialogFrame struct {
	widget.BaseWidget
	canvas   fyne.Canvas
	content  fyne.CanvasObject
	dismiss  func()         // closes the dialog
	post     func(func())   // runs a function later on the window's goroutine
	confirms bool           // Enter on a file chooses it
	confirm  *widget.Button // nil: not found

	target  fyne.Focusable // the control that gets the keys
	places  fyne.Focusable // the list of folders such as Home
	moving  bool           // while the frame gives its focus to a control for a moment
	pressed bool           // a key went down and is not handled yet: not a repetition
}

var (
	_ desktop.Keyable = (*dialogFrame)(nil)
	_ fyne.Tabbable   = (*dialogFrame)(nil)
)

// frameDialog puts a frame around the topmost overlay, which is a file dialog, and focuses its list of files. The
// caller removes the frame from the overlays when the dialog closes: the dialog cannot. Window's goroutine.
func frameDialog(c fyne.Canvas, dismiss func(), post func(func())) *dialogFrame {
	dialog := c.Overlays().Top()
	c.Overlays().Remove(dialog)
	f := &dialogFrame{canvas: c, content: dialog, dismiss: dismiss, post: post}
	f.confirm = confirmButton(dialog)
	f.ExtendBaseWidget(f)
	c.Overlays().Add(f)
	c.Focus(f)
	f.move(c.FocusNext)
	f.places = f.target
	f.move(c.FocusNext)
	return f
}

// confirmButton returns the button of a dialog that chooses; nil if there is none. It makes the button look like the
// others: over the colour of an important one, the toolkit draws the hover and the focus so that its text cannot be
// read.
func confirmButton(o fyne.CanvasObject) *widget.Button {
	switch o := o.(type) {
	case *widget.PopUp:
		return confirmButton(o.Content)
	case *widget.Button:
		if o.Importance == widget.HighImportance {
			o.Importance = widget.MediumImportance
			o.Refresh()
			return o
		}
	case *fyne.Container:
		for _, part := range o.Objects {
			if b := confirmButton(part); b != nil {
				return b
			}
		}
	case fyne.Widget:
		// The type of the overlay around a dialog is internal to the toolkit; its field Content is not.
		overlay := reflect.Indirect(reflect.ValueOf(o))
		if overlay.Kind() != reflect.Struct || !overlay.FieldByName("Content").IsValid() {
			return nil
		}
		if inner, ok := overlay.FieldByName("Content").Interface().(fyne.CanvasObject); ok {
			return confirmButton(inner)
		}
	}
	return nil
}

func isList(o fyne.Focusable) bool {
	switch o.(type) {
	case *widget.List, *widget.GridWrap:
		return true
	}
	return false
}

// CreateRenderer implements [fyne.Widget].
func (f *dialogFrame) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(f.content)
}

// move makes another control the target: the one that the canvas focuses after the current target.
func (f *dialogFrame) move(step func()) {
	f.moving = true
	f.canvas.Focus(f)
	if f.target != nil {
		f.canvas.Focus(f.target)
	}
	step()
	if f.canvas.Focused() == fyne.Focusable(f) {
		step()
	}
	f.hold()
	f.moving = false
}

// hold takes the focus from a control of the dialog, which becomes the target.
func (f *dialogFrame) hold() {
	if f.canvas.Overlays().Top() != fyne.CanvasObject(f) {
		return
	}
	focused := f.canvas.Focused()
	if focused == fyne.Focusable(f) {
		return
	}
	if focused != nil {
		f.target = focused
	}
	f.canvas.Focus(f)
}

// FocusGained shows the focus on the target.
func (f *dialogFrame) FocusGained() {
	if f.target != nil {
		f.target.FocusGained()
	}
}

// FocusLost takes the focus back later: a click on a control of the dialog moves it there or clears it.
func (f *dialogFrame) FocusLost() {
	if f.target != nil {
		f.target.FocusLost()
	}
	if !f.moving {
		f.post(f.hold)
	}
}

// AcceptsTab implements [fyne.Tabbable].
func (f *dialogFrame) AcceptsTab() bool { return true }

// KeyDown implements [desktop.Keyable].
func (f *dialogFrame) KeyDown(*fyne.KeyEvent) { f.pressed = true }

// KeyUp implements [desktop.Keyable].
func (f *dialogFrame) KeyUp(*fyne.KeyEvent) {}

// TypedRune implements [fyne.Focusable].
func (f *dialogFrame) TypedRune(rune) {}

// TypedKey closes the dialog with Esc, moves the focus with Tab, and presses the target with Enter.
func (f *dialogFrame) TypedKey(e *fyne.KeyEvent) {
	pressed := f.pressed
	f.pressed = false
	switch {
	case e.Name == fyne.KeyEscape:
		f.dismiss()
	case e.Name == fyne.KeyTab && kit.HeldModifiers() == fyne.KeyModifierShift:
		f.move(f.canvas.FocusPrevious)
	case e.Name == fyne.KeyTab:
		f.move(f.canvas.FocusNext)
	case f.target == nil:
	case e.Name != fyne.KeyReturn && e.Name != fyne.KeyEnter:
		f.target.TypedKey(e)
	case pressed: // the Enter that opened the dialog may still repeat
		f.enter()
	}
}

// enter presses the target: it opens the highlighted folder or chooses the highlighted file.
func (f *dialogFrame) enter() {
	target := f.target
	target.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if !f.confirms || !isList(target) || target == f.places {
		return
	}
	f.move(func() { f.canvas.Focus(f); f.canvas.FocusPrevious() })
	confirm, ok := f.target.(*widget.Button) // the last enabled button
	f.target.FocusLost()
	f.target = target
	target.FocusGained()
	if ok && confirm == f.confirm {
		confirm.OnTapped()
	}
}
