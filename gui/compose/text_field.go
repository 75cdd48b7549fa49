package compose

import (
	"slices"

	"viviscope/gui/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

// editor is a text field of the form. Ctrl+Enter (Cmd+Enter on macOS) sends the form while it has the focus, and Tab
// moves on also from a field with several lines: a prompt needs no tabs, and the keyboard must not be caught in it.
type editor struct {
	kit.Entry

	keys func(fyne.Shortcut) bool // offered every shortcut after the one that sends
	// offered every key before the text gets it; reports whether it used it. nil: nothing completes the text
	complete func(*fyne.KeyEvent) bool
	takesTab func() bool // reports whether complete uses Tab now; nil: it does not
	down     bool        // Enter is
	held     bool        // and has sent: a key that is held repeats, and sends once

	replaced struct{ from, to string } // the last replacement of the whole text

	scroll *container.Scroll // Fyne's own around the text, once the field is drawn
}

func newEditor(onChanged func(string), onSend func()) *editor {
	e := &editor{keys: func(fyne.Shortcut) bool { return false }}
	e.OnChanged = onChanged
	e.Scroll = fyne.ScrollHorizontalOnly // a single line has nothing to scroll to but its end
	e.TakeShortcut(func(s fyne.Shortcut) bool {
		switch s.(type) {
		case *fyne.ShortcutUndo:
			return e.undoReplacement()
		case *fyne.ShortcutRedo:
			return e.redoReplacement()
		}
		const ctrl = fyne.KeyModifierShortcutDefault
		sends := isKey(s, ctrl, fyne.KeyReturn, fyne.KeyEnter)
		if enter := sends || isKey(s, ctrl|fyne.KeyModifierShift, fyne.KeyReturn, fyne.KeyEnter); enter && e.held {
			return true
		} else if enter {
			e.held = e.down
		}
		if !sends {
			return e.keys(s)
		}
		onSend()
		return true
	})
	e.OnFocus = func(got bool) {
		if got && !e.MultiLine {
			// typing after Tab replaces a number; a click still sets the cursor
			e.TypedShortcut(&fyne.ShortcutSelectAll{})
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

// KeyDown is called once for a key, however often it repeats.
func (e *editor) KeyDown(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter {
		e.down, e.held = true, false
	}
	e.Entry.KeyDown(k)
}

func (e *editor) KeyUp(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter {
		e.down, e.held = false, false
	}
	e.Entry.KeyUp(k)
}

// TypedKey passes F1 to F12 and Esc to the window, so that its commands work while the user types.
func (e *editor) TypedKey(k *fyne.KeyEvent) {
	switch {
	case e.complete != nil && e.complete(k):
	case k.Name == fyne.KeyEscape, functionKey(k.Name):
		if c := kit.CanvasOf(e); c != nil && c.OnTypedKey() != nil {
			c.OnTypedKey()(k)
		}
	default:
		e.Entry.TypedKey(k)
	}
}

// AcceptsTab reports whether Tab reaches the field instead of moving the focus.
func (e *editor) AcceptsTab() bool { return e.takesTab != nil && e.takesTab() }

func functionKey(k fyne.KeyName) bool {
	return len(k) >= 2 && k[0] == 'F' && k[1] >= '1' && k[1] <= '9'
}

// CreateRenderer remembers the part of Fyne's field that knows how tall the text is.
func (e *editor) CreateRenderer() fyne.WidgetRenderer {
	r := e.Entry.CreateRenderer()
	for _, o := range r.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			e.scroll = s
		}
	}
	return r
}

// scrolled returns how far the text is scrolled, px.
func (e *editor) scrolled() float32 {
	if e.scroll == nil {
		return 0
	}
	return e.scroll.Offset.Y
}

// textHeight is the height of the whole text in the width that it has now, px; 0 before the field was drawn.
func (e *editor) textHeight() float32 {
	if e.scroll == nil || e.scroll.Content == nil {
		return 0
	}
	return e.scroll.Content.MinSize().Height
}

// show puts a text in without telling OnChanged, and leaves the cursor alone where the text is already there.
func (e *editor) show(text string) {
	if e.Text == text {
		return
	}
	e.quietly(func() {
		e.SetText(text)
		e.toEnd() // the user continues there, also in a draft of the last session
	})
}

func (e *editor) toEnd() {
	// Shift may be down, among the keys that brought another kind to the front: the way to the end would be selected.
	e.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	e.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
}

// replace replaces the whole text, as typing does: OnChanged is called, and Ctrl+Z undoes it.
func (e *editor) replace(text string) {
	e.replaced.from, e.replaced.to = e.Text, text
	e.Entry.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	e.insert(text)
}

// undoReplacement takes back a replacement of the whole text. Fyne has two steps for it, one that deletes and one that
// inserts. It reports whether the text is that of the replacement.
func (e *editor) undoReplacement() bool {
	if e.replaced.from == "" || e.replaced.to == "" || e.Text != e.replaced.to {
		return false
	}
	e.quietly(e.Undo)
	e.Undo()
	return true
}

// redoReplacement does a replacement that was taken back again. It reports whether it did.
func (e *editor) redoReplacement() bool {
	if e.replaced.from == "" || e.replaced.to == "" || e.Text != e.replaced.from {
		return false
	}
	e.quietly(e.Redo)
	switch e.Text {
	case "":
		e.Redo()
	case e.replaced.from: // there is nothing to redo
	default:
		e.OnChanged(e.Text) // a later edit of the same text
	}
	return true
}

// quietly changes the text without calling OnChanged.
func (e *editor) quietly(change func()) {
	onChanged := e.OnChanged
	e.OnChanged = nil
	change()
	e.OnChanged = onChanged
}

// insert inserts a text at the cursor and replaces the selection. It pastes the text, because Fyne can undo only
// changes that come from keys and shortcuts.
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

func (h handed) Content() string { return string(h) }

func (h handed) SetContent(string) {}

// isKey reports whether a shortcut is one of several keys with a modifier.
func isKey(s fyne.Shortcut, with fyne.KeyModifier, keys ...fyne.KeyName) bool {
	return slices.ContainsFunc(keys, func(k fyne.KeyName) bool {
		return s.ShortcutName() == (&desktop.CustomShortcut{KeyName: k, Modifier: with}).ShortcutName()
	})
}

// ownGrowth is how far a text field grows with its text above its least height, px: the rest of the form has to stay
// within reach.
const ownGrowth = 240

// growing lays out a text field as high as its text, within bounds.
type growing struct {
	entry *editor
	least float32
}

// MinSize returns the height of the text within the bounds.
func (l *growing) MinSize([]fyne.CanvasObject) fyne.Size {
	height := min(max(l.entry.textHeight()+2*theme.InputBorderSize(), l.least), l.least+ownGrowth)
	return fyne.NewSize(l.entry.MinSize().Width, height)
}

func (l *growing) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	kit.Place(l.entry, 0, 0, s.Width, s.Height)
}
