package kit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/client/guard"
)

// TextRole gives a widget that embeds it the accessibility role of a text. Fields and lists have it too: the toolkit
// has no roles for them, and reads no containers on Windows.
type TextRole struct{}

func (TextRole) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// ButtonRole gives a widget that embeds it the accessibility role of a button.
type ButtonRole struct{}

func (ButtonRole) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// joinWords joins the texts that are not empty, with commas.
func joinWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), ", ")
}

// Words returns the accessible text of an object: the texts of all visible parts, except buttons and the like.
func Words(o fyne.CanvasObject) string {
	if !o.Visible() {
		return ""
	}
	var words []string
	switch o := o.(type) {
	case *fyne.Container:
		for _, part := range o.Objects {
			words = append(words, Words(part))
		}
	case fyne.Tappable:
	case interface{ AccessibilityLabel() string }:
		return o.AccessibilityLabel()
	}
	return joinWords(words...)
}

// control is the common base of clickable widgets: it tracks pointer and focus. The embedding widget adds TypedKey and
// its renderer.
type control struct {
	widget.DisableableWidget
	named
	tapKeys
	hovered, pressed, focused bool
	pointed                   bool        // the focus came by a click, which needs no focus ring
	onCanvas                  fyne.Widget // the widget on the canvas, which embeds the control
	onKeyboardFocus           func()      // may be nil
	onActiveChanged           func()      // may be nil
}

// ExtendBaseWidget makes the control the base of a widget, which is then the object on the canvas.
func (c *control) ExtendBaseWidget(w fyne.Widget) {
	if c.onCanvas == nil {
		c.onCanvas = w
	}
	c.DisableableWidget.ExtendBaseWidget(w)
}

// OnActiveChanged sets the callback for when the pointer or the focus enters or leaves. Objects over a picture are
// visible while it has either.
func (c *control) OnActiveChanged(f func()) { c.onActiveChanged = f }

// IsActive reports whether the pointer or the focus is there.
func (c *control) IsActive() bool { return c.hovered || c.focused }

// activeChanged is called after the pointer or the focus entered or left.
func (c *control) activeChanged() {
	c.Refresh()
	if c.onActiveChanged != nil {
		c.onActiveChanged()
	}
}

func (c *control) MouseIn(*desktop.MouseEvent) { c.hovered = true; c.activeChanged() }

func (c *control) MouseMoved(*desktop.MouseEvent) {}

func (c *control) MouseOut() { c.hovered, c.pressed = false, false; c.activeChanged() }

func (c *control) MouseDown(e *desktop.MouseEvent) {
	if c.onCanvas != nil {
		rememberFocus(c.onCanvas)
	}
	if e.Button == desktop.MouseButtonPrimary && !c.Disabled() {
		c.pressed = true
		c.Refresh()
	}
}

func (c *control) MouseUp(*desktop.MouseEvent) { c.pressed = false; c.Refresh() }

func (c *control) FocusGained() {
	c.focused = true
	c.activeChanged()
	if c.onKeyboardFocus != nil && !c.pointed { // an object under the pointer is visible, and must not move under it
		c.onKeyboardFocus()
	}
}

// OnKeyboardFocus sets the callback for when the control gets the focus, except by a click; a page scrolls it into
// view.
func (c *control) OnKeyboardFocus(f func()) { c.onKeyboardFocus = f }

func (c *control) FocusLost() { c.focused, c.pointed = false, false; c.release(); c.activeChanged() }

// focusByPointer gives the focus to a control that was clicked. Its focus ring appears with the first key.
func (c *control) focusByPointer(o fyne.Focusable, in fyne.CanvasObject) {
	canvas := fyne.CurrentApp().Driver().CanvasForObject(in)
	if canvas == nil || c.Disabled() || canvas.Focused() == o {
		return
	}
	c.pointed = true
	canvas.Focus(o)
}

// showRing shows the focus ring after a click hid it, because a key was pressed.
func (c *control) showRing() {
	if c.pointed {
		c.pointed = false
		c.Refresh()
	}
}

// hasRing reports whether the focus ring is drawn.
func (c *control) hasRing() bool { return c.focused && !c.pointed && !c.Disabled() }

func (c *control) TypedRune(rune) {}

func (c *control) Cursor() desktop.Cursor { return handUnless(c.Disabled()) }

// handUnless returns the hand cursor, or the arrow if the control is off.
func handUnless(off bool) desktop.Cursor {
	if off {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (c *control) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// clickable is a control that does one thing.
type clickable struct {
	control
	OnTapped func()
}

// Tapped calls OnTapped unless the control is off.
func (c *clickable) Tapped(*fyne.PointEvent) {
	if !c.Disabled() && c.OnTapped != nil {
		_ = guard.Run(guard.Window, c.OnTapped)
	}
}

// tapKeys distinguishes a key press from a key repeat, for the keys that act like a click. The toolkit sends repeats to
// the control that has the focus by then, such as the default button of a dialog that the key has opened. KeyDown is
// sent once, and only to the control that had the focus when the key was pressed.
type tapKeys struct {
	down bool // pressed since the control has the focus
	held bool // and was a press already
}

// KeyDown is called once for a press, however often the key repeats.
func (k *tapKeys) KeyDown(e *fyne.KeyEvent) { k.down, k.held = k.down || isTap(e), k.held && !isTap(e) }

func (k *tapKeys) KeyUp(e *fyne.KeyEvent) { k.down, k.held = k.down && !isTap(e), k.held && !isTap(e) }

// release forgets the keys: they come up elsewhere.
func (k *tapKeys) release() { *k = tapKeys{} }

// press reports whether this is a press: the first time after the key went down here.
func (k *tapKeys) press() bool {
	first := k.down && !k.held
	k.held = k.down
	return first
}

// Presses distinguishes the press of a key from its repeats, for the keys of a control that are no clicks. The toolkit
// sends repeats to the control that has the focus by then. Its embedder calls release when it loses the focus.
type Presses struct {
	key  fyne.KeyName // went down since the control has the focus; "": none
	done bool         // and was typed already
}

// KeyDown is called once for a press, however often the key repeats.
func (p *Presses) KeyDown(e *fyne.KeyEvent) { p.key, p.done = e.Name, false }

func (p *Presses) KeyUp(e *fyne.KeyEvent) {
	if e.Name == p.key {
		p.Release()
	}
}

// Release forgets the key: it comes up elsewhere.
func (p *Presses) Release() { *p = Presses{} }

// Repeats reports whether a typed key is not the first since it went down here.
func (p *Presses) Repeats(e *fyne.KeyEvent) bool {
	first := e.Name == p.key && !p.done
	p.done = p.done || first
	return !first
}

// isTap reports whether a key does what a click does.
func isTap(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		return true
	}
	return false
}

// toWindow passes on a shortcut that a focused control has no use for. Fyne gives shortcuts to the control with the
// focus only.
func toWindow(o fyne.CanvasObject, s fyne.Shortcut) {
	if c, ok := CanvasOf(o).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// CanvasOf returns the canvas of an object that has or gets the focus. Fyne knows it only after the first painting. On
// a slow machine keys arrive before that. The result is then the canvas of the only window.
func CanvasOf(o fyne.CanvasObject) fyne.Canvas {
	driver := fyne.CurrentApp().Driver()
	if c := driver.CanvasForObject(o); c != nil {
		return c
	}
	for _, w := range driver.AllWindows() {
		return w.Canvas()
	}
	return nil
}

// HeldModifiers returns the modifiers that are held now. Tracking Shift by key events would miss its release after a
// shortcut opened a dialog, which receives the event.
func HeldModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// functionKey reports whether a key is F1 to F12, which mean nothing to a text.
func functionKey(k fyne.KeyName) bool {
	return len(k) >= 2 && k[0] == 'F' && k[1] >= '1' && k[1] <= '9'
}

// OpensMenu reports whether a key opens the context menu of the current item.
func OpensMenu(e *fyne.KeyEvent) bool {
	return e.Name == desktop.KeyMenu || e.Name == fyne.KeyF10 && HeldModifiers() == fyne.KeyModifierShift
}

// SkipTab makes Tab skip the controls inside the rows of a list. The list's own keys do the same as they.
func SkipTab(all ...interface {
	fyne.CanvasObject
	OnKeyboardFocus(func())
}) {
	for _, o := range all {
		o.OnKeyboardFocus(func() {
			if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
				moveFocus(c)
			}
		})
	}
}

// moveFocus moves the focus as Tab does, and with Shift as Shift+Tab.
func moveFocus(c fyne.Canvas) {
	if HeldModifiers()&fyne.KeyModifierShift != 0 {
		c.FocusPrevious()
	} else {
		c.FocusNext()
	}
}

// tapOrPass does what a click does on Space and Enter, and passes on the other keys.
func tapOrPass(o interface {
	fyne.CanvasObject
	fyne.Tappable
}, e *fyne.KeyEvent) {
	if !isTap(e) {
		PassKey(o, e)
		return
	}
	spaceTaps = e.Name == fyne.KeySpace
	defer func() { spaceTaps = false }()
	o.Tapped(nil)
}

// spaceTaps is whether the space bar taps a control now. The toolkit types its space afterwards, into the control that
// has the focus by then.
var spaceTaps bool

// Follow makes a scrolled page reveal the focused control among all controls in o, because Tab goes through all of
// them. Call it again for parts that are added to a container later.
func Follow(scroll *Scroll, o fyne.CanvasObject) {
	switch w := o.(type) {
	case *fyne.Container:
		for _, part := range w.Objects {
			Follow(scroll, part)
		}
	case interface{ inside() *fyne.Container }:
		Follow(scroll, w.inside())
	case interface{ OnKeyboardFocus(func()) }:
		w.OnKeyboardFocus(func() { Reveal(scroll, o, revealMargin) })
	}
}

// revealMargin is the space kept around the focused control, px.
const revealMargin = 24

// Reveal scrolls an object of the page into view, with room below it, px. It does nothing if the scroller is hidden, or
// before the object was painted: the toolkit does not know its position then.
func Reveal(scroll *Scroll, o fyne.CanvasObject, room float32) {
	driver := fyne.CurrentApp().Driver()
	if !scroll.Visible() || driver.CanvasForObject(o) == nil {
		return
	}
	at := driver.AbsolutePositionForObject(o).Subtract(driver.AbsolutePositionForObject(scroll))
	need, have, all := o.Size(), scroll.Size(), scroll.Content.Size()
	to := scroll.Offset.AddXY(scrollDistance(at.X, need.Width, have.Width, revealMargin),
		scrollDistance(at.Y, need.Height, have.Height, room))
	to.X = max(min(to.X, all.Width-have.Width), 0)
	to.Y = max(to.Y, 0)
	if to == scroll.Offset {
		return
	}
	scroll.ScrollToOffset(to)
	if scroll.OnScrolled != nil { // the toolkit calls it only when the user scrolls
		scroll.OnScrolled(scroll.Offset)
	}
}

// scrollDistance is how far a page scrolls for what begins at a place of the view, with room behind it, px.
func scrollDistance(at, need, have, room float32) float32 {
	switch behind := at + need + room - have; {
	case at < revealMargin || need+2*revealMargin > have: // of an object that is too large, show the beginning
		return at - revealMargin
	case behind > 0:
		return behind
	}
	return 0
}

// scrollStep is how far one press of an arrow scrolls, px.
const scrollStep = 48

// ScrollBy scrolls by the pressed key: an arrow, a page, or to an end. It reports whether it handled the key.
func ScrollBy(scroll *Scroll, key fyne.KeyName) bool {
	page, all := scroll.Size().Height, scroll.Content.MinSize().Height
	y := scroll.Offset.Y
	switch key {
	case fyne.KeyUp:
		y -= scrollStep
	case fyne.KeyDown:
		y += scrollStep
	case fyne.KeyPageUp:
		y -= page - scrollStep
	case fyne.KeyPageDown, fyne.KeySpace:
		y += page - scrollStep
	case fyne.KeyHome:
		y = 0
	case fyne.KeyEnd:
		y = all
	default:
		return false
	}
	scroll.Offset.Y = max(0, min(y, all-page))
	scroll.Refresh()
	return true
}
