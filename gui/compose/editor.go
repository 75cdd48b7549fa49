package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/widgets"
)

// editor is a text field of the form. Ctrl+Enter (Cmd+Enter on macOS) sends the form while it has the focus, and Tab
// moves on also from a field with several lines: a prompt needs no tabs, and the keyboard must not be caught in it.
type editor struct{ widgets.Entry }

func newEditor(onChanged func(string), onSend func()) *editor {
	e := &editor{}
	e.OnChanged = onChanged
	e.Scroll = fyne.ScrollHorizontalOnly // a single line has nothing to scroll to but its end
	e.TakeShortcut(func(s fyne.Shortcut) bool {
		if !isSend(s) {
			return false
		}
		onSend()
		return true
	})
	e.OnFocus = func(got bool) {
		if got && !e.MultiLine {
			e.TypedShortcut(&fyne.ShortcutSelectAll{}) // typing after Tab replaces a number; a click still sets the cursor
		}
	}
	e.ExtendBaseWidget(e)
	return e
}

func newTextEditor(rows int, placeholder string, onChanged func(string), onSend func()) *editor {
	e := newEditor(onChanged, onSend)
	e.MultiLine, e.Scroll = true, fyne.ScrollBoth
	e.Wrapping = fyne.TextWrapWord
	e.PlaceHolder = placeholder
	e.SetMinRowsVisible(rows)
	return e
}

// AcceptsTab implements fyne.Tabbable.
func (e *editor) AcceptsTab() bool { return false }

// show puts a text in without telling OnChanged, and leaves the cursor alone where the text is already there.
func (e *editor) show(text string) {
	if e.Text == text {
		return
	}
	tell := e.OnChanged
	e.OnChanged = nil
	e.SetText(text)
	// The next word goes on from the last one, also in a draft that came from the last session.
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	e.OnChanged = tell
}

// sendShortcuts are the keys that generate: Return, and Enter of the number pad.
func sendShortcuts() []fyne.Shortcut {
	return []fyne.Shortcut{
		&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault},
		&desktop.CustomShortcut{KeyName: fyne.KeyEnter, Modifier: fyne.KeyModifierShortcutDefault},
	}
}

func isSend(s fyne.Shortcut) bool {
	for _, send := range sendShortcuts() {
		if s.ShortcutName() == send.ShortcutName() {
			return true
		}
	}
	return false
}
