package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Entry is Fyne's entry with what the screens need beside it: an error outline, Esc, and keys that the
// owner takes before the text does.
type Entry struct {
	widget.Entry
	// OnEscape is called by Esc; nil closes the sheet that the entry lies in.
	OnEscape func()
	// OnKey is offered every key first and reports whether it took it.
	OnKey func(*fyne.KeyEvent) bool
	// OnFocus is called when the focus comes (true) and goes.
	OnFocus func(bool)

	failed, focused, search bool
	hint                    string // of a search field, as it was given
	minWidth                float32
	shortcuts               func(fyne.Shortcut) bool
	whenFocused             func()      // may be nil
	pointed                 bool        // while the focus comes by a click
	onCanvas                fyne.Widget // what the canvas knows: the entry, or the widget that it is the base of
}

// ExtendBaseWidget makes the entry the base of a widget, which then is what the canvas knows.
func (e *Entry) ExtendBaseWidget(w fyne.Widget) {
	if e.onCanvas == nil {
		e.onCanvas = w
	}
	e.Entry.ExtendBaseWidget(w)
}

// NewEntry makes a field of one line.
func NewEntry() *Entry {
	e := &Entry{}
	e.scrollSideways()
	e.ExtendBaseWidget(e)
	return e
}

// scrollSideways keeps a single line from scrolling up and down, which shows a bar in a field of 32.
func (e *Entry) scrollSideways() {
	e.Wrapping, e.Scroll = fyne.TextWrapOff, fyne.ScrollHorizontalOnly
}

// NewPasswordEntry makes a field that hides what is typed, with an eye to show it.
func NewPasswordEntry() *Entry {
	e := &Entry{}
	e.Password = true
	e.scrollSideways()
	e.ExtendBaseWidget(e)
	return e
}

func (e *Entry) grows() bool { return e.search }

// SetFailed draws the error outline; the reason stands beside the field in words.
func (e *Entry) SetFailed(failed bool) {
	if e.failed != failed {
		e.failed = failed
		e.Refresh()
	}
}

// Failed reports whether the error outline is drawn.
func (e *Entry) Failed() bool { return e.failed }

// MinWidth keeps at least this much room, in px.
func (e *Entry) MinWidth(px float32) *Entry { e.minWidth = px; return e }

// entrySlack is the room under the words of a single line that Fyne keeps and that a field of 32 does without, px.
const entrySlack = 2

// MinSize is at least 32 high.
func (e *Entry) MinSize() fyne.Size {
	e.ExtendBaseWidget(e)
	m := e.Entry.MinSize()
	if !e.MultiLine {
		m.Height -= entrySlack
	}
	return fyne.NewSize(max(m.Width, e.minWidth), max(m.Height, heightControl))
}

// TakeShortcut lets the owner take a shortcut before the text does, such as Ctrl+Enter.
func (e *Entry) TakeShortcut(take func(fyne.Shortcut) bool) { e.shortcuts = take }

// TypedShortcut offers the shortcut to the owner first, then to the text, then to the window, which has keys of its own: Fyne gives
// all to the control with the focus.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if e.shortcuts != nil && e.shortcuts(s) {
		return
	}
	e.Entry.TypedShortcut(s)
	keys, ok := s.(*desktop.CustomShortcut)
	if !ok || movesInText(keys) {
		return
	}
	toWindow(e.onCanvas, s)
}

// movesInText reports whether keys move in a text or delete a word of it: with Ctrl, on macOS with Alt.
func movesInText(keys *desktop.CustomShortcut) bool {
	if keys.Modifier&fyne.KeyModifierShortcutDefault == 0 && fyne.KeyModifierShortcutDefault != fyne.KeyModifierSuper {
		return false
	}
	switch keys.KeyName {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd, fyne.KeyBackspace, fyne.KeyDelete:
		return true
	}
	return false
}

// TypedKey offers the key to the owner, then takes Esc.
func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	if e.OnKey != nil && e.OnKey(k) {
		return
	}
	if k.Name == fyne.KeyEscape {
		if e.OnEscape != nil {
			e.OnEscape()
		} else {
			unhandled(e.onCanvas, k)
		}
		return
	}
	if functionKey(k.Name) {
		unhandled(e.onCanvas, k)
		return
	}
	e.Entry.TypedKey(k)
}

// FocusGained draws the focus outline.
func (e *Entry) FocusGained() {
	e.focused = true
	e.Entry.FocusGained()
	if e.OnFocus != nil {
		e.OnFocus(true)
	}
	if e.whenFocused != nil && !e.pointed {
		e.whenFocused()
	}
}

// MouseDown puts the cursor where the pointer is. What is pointed at is in sight, and must not move under the pointer.
func (e *Entry) MouseDown(m *desktop.MouseEvent) {
	e.pointed = true
	e.Entry.MouseDown(m)
	e.pointed = false
}

// WhenFocused has a function called whenever the focus comes, but by a click; a page scrolls what has the focus into sight.
func (e *Entry) WhenFocused(f func()) { e.whenFocused = f }

// FocusLost takes it away.
func (e *Entry) FocusLost() {
	e.focused = false
	e.Entry.FocusLost()
	if e.OnFocus != nil {
		e.OnFocus(false)
	}
}

// Cursor is the text cursor.
func (e *Entry) Cursor() desktop.Cursor { return e.Entry.Cursor() }

// CreateRenderer adds the outline to Fyne's entry.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer {
	e.ExtendBaseWidget(e)
	r := &entryRenderer{WidgetRenderer: e.Entry.CreateRenderer(), e: e, outline: newPlate()}
	r.outline.Hide()
	r.Refresh()
	return r
}

// unseen reports whether a fill is not seen: none, or the least that faded leaves, which a change of look must replace.
func unseen(c color.Color) bool {
	_, _, _, a := c.RGBA()
	return a <= 0x101
}

type entryRenderer struct {
	fyne.WidgetRenderer
	e       *Entry
	outline *canvas.Rectangle
}

func (r *entryRenderer) Objects() []fyne.CanvasObject {
	return append(r.WidgetRenderer.Objects(), r.outline)
}

func (r *entryRenderer) Layout(s fyne.Size) {
	if r.e.search {
		r.e.fitHint(s.Width)
	}
	r.WidgetRenderer.Layout(s)
	if r.e.search {
		r.centreIcon(s.Height)
	}
	Place(r.outline, 0, 0, s.Width, s.Height)
}

func (r *entryRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	for _, o := range r.WidgetRenderer.Objects() {
		if p, ok := o.(*canvas.Rectangle); ok && p.StrokeWidth > 0 && unseen(p.FillColor) {
			p.FillColor = faded(p.StrokeColor)
		}
		if p, ok := o.(*canvas.Rectangle); ok && p.StrokeWidth > 0 && r.e.Disabled() {
			p.StrokeColor = ink(resources.Line) // a field that is off must not stand out among those that are not
		}
	}
	switch {
	case r.e.failed:
		setPlate(r.outline, ink(""), ink(resources.Err), 2, radiusControl)
	case r.e.focused && !r.e.Disabled():
		setPlate(r.outline, ink(""), ink(resources.Accent), 2, radiusControl)
	}
	Show(r.outline, r.e.failed || r.e.focused && !r.e.Disabled())
}
