package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/widgets"
)

// editor is a text field of the form. Ctrl+Enter (Cmd+Enter on macOS) sends the form while it has the focus, and Tab
// moves on also from a field with several lines: a prompt needs no tabs, and the keyboard must not be caught in it.
type editor struct {
	widgets.Entry

	keys  func(fyne.Shortcut) bool // offered every shortcut after the one that sends; nil: none is taken
	typed func()                   // a character was typed and is in the text; nil: nobody asks

	scroll *container.Scroll // Fyne's own around the text, once the field is drawn
}

func newEditor(onChanged func(string), onSend func()) *editor {
	e := &editor{}
	e.OnChanged = onChanged
	e.Scroll = fyne.ScrollHorizontalOnly // a single line has nothing to scroll to but its end
	e.TakeShortcut(func(s fyne.Shortcut) bool {
		if !isSend(s) {
			return e.keys != nil && e.keys(s)
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

// TypedRune puts a character into the text, whatever it is and whichever input method it comes from; only then is it told.
func (e *editor) TypedRune(r rune) {
	e.Entry.TypedRune(r)
	if e.typed != nil {
		e.typed()
	}
}

// TypedKey hands on what means nothing to a text: F1 to F12 and Esc reach the window's commands while a person types.
func (e *editor) TypedKey(k *fyne.KeyEvent) {
	switch {
	case k.Name == fyne.KeyEscape && e.OnKey != nil && e.OnKey(k):
	case k.Name == fyne.KeyEscape, functionKey(k.Name):
		if c := fyne.CurrentApp().Driver().CanvasForObject(e); c != nil && c.OnTypedKey() != nil {
			c.OnTypedKey()(k)
		}
	default:
		e.Entry.TypedKey(k)
	}
}

func functionKey(k fyne.KeyName) bool {
	return len(k) >= 2 && k[0] == 'F' && k[1] >= '1' && k[1] <= '9'
}

// CreateRenderer remembers the part of Fyne's field that knows how tall the text is.
func (e *editor) CreateRenderer() fyne.WidgetRenderer {
	e.ExtendBaseWidget(e)
	r := e.Entry.CreateRenderer()
	for _, o := range r.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			e.scroll = s
		}
	}
	return r
}

// textHeight is the height of the whole text in the width that it has now, px; 0 before the field was drawn.
func (e *editor) textHeight() float32 {
	if e.scroll == nil || e.scroll.Content == nil {
		return 0
	}
	return e.scroll.Content.MinSize().Height
}

// cursorAt is where the cursor is drawn, in the field.
func (e *editor) cursorAt() fyne.Position {
	at := e.CursorPosition()
	if e.scroll != nil {
		at = at.Subtract(e.scroll.Offset)
	}
	return at
}

// show puts a text in without telling OnChanged, and leaves the cursor alone where the text is already there.
func (e *editor) show(text string) {
	if e.Text == text {
		return
	}
	tell := e.OnChanged
	e.OnChanged = nil
	e.SetText(text)
	// The next word goes on from the last one, also in a draft that came from the last session.
	e.toEnd()
	e.OnChanged = tell
}

func (e *editor) toEnd() {
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
}

// replace puts another text in the place of all there is, as typing does: OnChanged is told, and Ctrl+Z takes it back.
func (e *editor) replace(text string) {
	e.Entry.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	e.insert(text)
}

// replaceBefore puts a text in the place of the n characters before the cursor, as typing does.
func (e *editor) replaceBefore(n int, text string) {
	for range n {
		e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	}
	e.insert(text)
}

// insert puts a text in at the cursor, in the place of what is selected. Fyne keeps the way back for what comes through
// its own keys alone, so it goes in as if it were pasted.
func (e *editor) insert(text string) {
	if text == "" {
		if e.SelectedText() != "" {
			e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
		}
		return
	}
	e.Entry.Entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: handed(text)})
}

// handed is a clipboard that holds one text, so that the real one is left alone.
type handed string

// Content returns the text.
func (h handed) Content() string { return string(h) }

// SetContent does nothing.
func (h handed) SetContent(string) {}

// sendShortcuts are the keys that generate: Return, and Enter of the number pad.
func sendShortcuts() []fyne.Shortcut {
	return []fyne.Shortcut{
		&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault},
		&desktop.CustomShortcut{KeyName: fyne.KeyEnter, Modifier: fyne.KeyModifierShortcutDefault},
	}
}

// isAsItWas reports whether keys send the picture on the canvas without what is drawn upon it.
func isAsItWas(s fyne.Shortcut) bool {
	shifted := fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	for _, key := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter} {
		if s.ShortcutName() == (&desktop.CustomShortcut{KeyName: key, Modifier: shifted}).ShortcutName() {
			return true
		}
	}
	return false
}

func isSend(s fyne.Shortcut) bool {
	for _, send := range sendShortcuts() {
		if s.ShortcutName() == send.ShortcutName() {
			return true
		}
	}
	return false
}
