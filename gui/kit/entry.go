package kit

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Entry is Fyne's entry with what the screens need beside it: an error outline, Esc, and keys that the
// owner takes before the text does.
type Entry struct {
	widget.Entry
	named
	tapKeys
	OnEscape func()                    // Esc; nil: it closes the dialog around the entry
	OnKey    func(*fyne.KeyEvent) bool // gets every key first; reports whether it used it
	OnFocus  func(bool)                // the entry got (true) or lost the focus

	failed, focused, search bool
	hint                    string // the whole placeholder of a search field
	minWidth                float32
	shortcuts               func(fyne.Shortcut) bool
	onKeyboardFocus         func()      // may be nil
	pointed                 bool        // while it gets the focus by a click
	skips                   bool        // the space that comes next: it pressed a button
	onCanvas                fyne.Widget // the widget on the canvas: the entry, or the widget that embeds it
}

// ExtendBaseWidget makes the entry the base of a widget, which is then the object on the canvas.
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

// NewPasswordEntry makes a field that hides its text, with an eye button to show it.
func NewPasswordEntry() *Entry {
	e := NewEntry()
	e.Password = true
	return e
}

// AccessibilityLabel returns the name and the placeholder.
func (e *Entry) AccessibilityLabel() string {
	if e.search {
		return e.with(e.hint)
	}
	return e.with(e.PlaceHolder)
}

func (e *Entry) grows() bool { return e.search }

// SetFailed draws the error outline; the reason is shown as text beside the field.
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

// entrySlack is the padding below a single line that Fyne keeps and a field of height 32 has no room for, px.
const entrySlack = 2

// MinSize is at least 32 high.
func (e *Entry) MinSize() fyne.Size {
	m := e.Entry.MinSize()
	if !e.MultiLine {
		m.Height -= entrySlack
	}
	return fyne.NewSize(max(m.Width, e.minWidth), max(m.Height, heightControl))
}

// AcceptsTab implements fyne.Tabbable: Tab moves the focus, even in a multi-line field.
func (e *Entry) AcceptsTab() bool { return false }

// TakeShortcut lets the owner take a shortcut before the text does, such as Ctrl+Enter.
func (e *Entry) TakeShortcut(take func(fyne.Shortcut) bool) { e.shortcuts = take }

// TypedShortcut offers the shortcut to the owner first, then to the text, then to the window, which has keys of its
// own: Fyne gives all to the control with the focus.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	if e.shortcuts != nil && e.shortcuts(s) {
		return
	}
	e.Entry.TypedShortcut(s)
	keys, ok := s.(*desktop.CustomShortcut)
	switch {
	case !ok:
	case !movesInText(keys):
		toWindow(e.onCanvas, s)
	case keys.KeyName == fyne.KeyHome: // of the whole text: the toolkit has other keys for it
		e.typedKey(fyne.KeyPageUp)
	case keys.KeyName == fyne.KeyEnd:
		e.typedKey(fyne.KeyPageDown)
	}
}

// movesInText reports whether keys move by words in a text or delete a word: with Ctrl, on macOS with Alt.
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
			PassKey(e.onCanvas, k)
		}
		return
	}
	if functionKey(k.Name) {
		PassKey(e.onCanvas, k)
		return
	}
	e.typedKey(k.Name)
}

// typedKey hands a key to the text.
func (e *Entry) typedKey(k fyne.KeyName) {
	e.syncShift()
	e.Entry.TypedKey(&fyne.KeyEvent{Name: k})
}

// syncShift releases Shift if its release went to another control. The toolkit's field tracks Shift itself.
func (e *Entry) syncShift() {
	if HeldModifiers()&fyne.KeyModifierShift == 0 {
		e.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	}
}

func (e *Entry) FocusGained() {
	e.focused = true
	e.Entry.FocusGained()
	if e.OnFocus != nil {
		e.OnFocus(true)
	}
	if e.onKeyboardFocus != nil && !e.pointed {
		e.onKeyboardFocus()
	}
}

// MouseDown puts the cursor at the pointer. A clicked field is visible, and must not move under the pointer.
func (e *Entry) MouseDown(m *desktop.MouseEvent) {
	e.pointed = true
	e.syncShift()
	e.Entry.MouseDown(m)
	e.pointed = false
}

// OnKeyboardFocus sets the callback for when the entry gets the focus, except by a click; a page scrolls it into view.
func (e *Entry) OnKeyboardFocus(f func()) { e.onKeyboardFocus = f }

func (e *Entry) KeyDown(k *fyne.KeyEvent) {
	e.skips = false
	e.tapKeys.KeyDown(k)
	e.Entry.KeyDown(k)
}

// skipSpace ignores the space that the toolkit types after the space bar pressed a button, which returned the focus.
func (e *Entry) skipSpace() { e.skips = true }

func (e *Entry) TypedRune(r rune) {
	if skip := e.skips && r == ' '; !skip {
		e.Entry.TypedRune(r)
	}
	e.skips = false
}

func (e *Entry) KeyUp(k *fyne.KeyEvent) { e.tapKeys.KeyUp(k); e.Entry.KeyUp(k) }

func (e *Entry) FocusLost() {
	e.release()
	e.focused = false
	e.Entry.FocusLost()
	if e.OnFocus != nil {
		e.OnFocus(false)
	}
}

// CreateRenderer adds the outline to Fyne's entry.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer {
	r := &entryRenderer{WidgetRenderer: e.Entry.CreateRenderer(), e: e, outline: newRectangle()}
	if e.MultiLine {
		r.plate = plateOver(r.WidgetRenderer)
	}
	r.outline.Hide()
	r.Refresh()
	return r
}

// isInvisible reports whether a fill is invisible: none, or the minimum that faded leaves, which a change of theme must
// replace.
func isInvisible(c color.Color) bool {
	_, _, _, a := c.RGBA()
	return a <= 0x101
}

type entryRenderer struct {
	fyne.WidgetRenderer
	e       *Entry
	outline *canvas.Rectangle
	plate   *wheelPlate // of several lines; nil: there is one
}

func (r *entryRenderer) Objects() []fyne.CanvasObject {
	if r.plate != nil {
		return append(r.WidgetRenderer.Objects(), r.outline, r.plate)
	}
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
	if r.plate != nil {
		r.plate.Resize(s)
	}
	r.hideBar()
}

// hideBar removes the scroll bar of a single-line field. It moved along with the text cursor and covered the text.
func (r *entryRenderer) hideBar() {
	for _, o := range r.WidgetRenderer.Objects() {
		if s, ok := o.(*container.Scroll); ok && !r.e.MultiLine {
			s.Direction = container.ScrollNone // until the toolkit sets it again, with each Refresh
			s.Base.Refresh()
		}
	}
}

func (r *entryRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	for _, o := range r.WidgetRenderer.Objects() {
		if p, ok := o.(*canvas.Rectangle); ok && p.StrokeWidth > 0 && isInvisible(p.FillColor) {
			p.FillColor = neverTransparent(p.StrokeColor)
		}
		if p, ok := o.(*canvas.Rectangle); ok && p.StrokeWidth > 0 && r.e.Disabled() {
			p.StrokeColor = themeColor(resources.Line) // a disabled field must be less prominent than the others
		}
	}
	switch {
	case r.e.failed:
		setRectangle(r.outline, themeColor(""), themeColor(resources.Err), 2, radiusControl)
	case r.e.focused && !r.e.Disabled():
		setRectangle(r.outline, themeColor(""), themeColor(resources.Accent), 2, radiusControl)
	}
	Show(r.outline, r.e.failed || r.e.focused && !r.e.Disabled())
	r.hideBar()
}

// NewSearchEntry makes a search field, which takes the spare width of a row or a header. A placeholder that is too long
// is cut, so that the empty field does not scroll.
func NewSearchEntry(placeholder string) *Entry {
	e := NewEntry()
	e.search, e.hint = true, placeholder
	e.Icon = resources.Tint(resources.IconSearch, resources.Text3)
	e.PlaceHolder = placeholder
	return e
}

// SetPlaceHolder replaces the placeholder.
func (e *Entry) SetPlaceHolder(text string) {
	e.hint = text
	e.Entry.SetPlaceHolder(text)
}

// fitHint cuts the placeholder of a search field to its width.
func (e *Entry) fitHint(width float32) {
	room := width - theme.Size(theme.SizeNameInlineIcon) - 4*theme.Size(theme.SizeNameInnerPadding)
	if e.ActionItem != nil {
		room -= e.ActionItem.MinSize().Width
	}
	size := theme.Size(theme.SizeNameText)
	fits := func(s string) bool { return fyne.MeasureText(s, size, e.TextStyle).Width <= room }
	words := e.hint
	for cut := []rune(e.hint); !fits(words) && len(cut) > 0; {
		cut = cut[:len(cut)-1]
		words = strings.TrimRight(string(cut), " ") + "…"
	}
	if words != e.PlaceHolder {
		e.Entry.SetPlaceHolder(words)
	}
}

// centreIcon puts the sign of a search field, which grows with the text, into the middle of its height.
func (r *entryRenderer) centreIcon(height float32) {
	for _, o := range r.WidgetRenderer.Objects() {
		if icon, ok := o.(*canvas.Image); ok {
			side := min(theme.Size(theme.SizeNameInlineIcon), height-4)
			Place(icon, theme.Size(theme.SizeNameInnerPadding), (height-side)/2, side, side)
		}
	}
}

// AmountEntry is a single-line field with right-aligned text, for money. Fyne's entry is left-aligned, so the scroll
// area of its text is shifted, and the positions of clicks with it.
type AmountEntry struct {
	Entry
	shift float32 // the shift of the text, px
}

// NewAmountEntry makes a field for an amount.
func NewAmountEntry() *AmountEntry {
	a := &AmountEntry{}
	a.scrollSideways()
	a.ExtendBaseWidget(a)
	return a
}

func (a *AmountEntry) MouseDown(e *desktop.MouseEvent) {
	moved := *e
	moved.Position.X = max(moved.Position.X-a.shift, 0)
	a.Entry.MouseDown(&moved)
}

// Dragged selects text at the shifted position.
func (a *AmountEntry) Dragged(e *fyne.DragEvent) {
	moved := *e
	moved.Position.X = max(moved.Position.X-a.shift, 0)
	a.Entry.Dragged(&moved)
}

func (a *AmountEntry) CreateRenderer() fyne.WidgetRenderer {
	a.ExtendBaseWidget(a)
	return &amountEntryRenderer{a.Entry.CreateRenderer(), a}
}

type amountEntryRenderer struct {
	fyne.WidgetRenderer
	a *AmountEntry
}

// cursorRoom is the width of the cursor behind the last digit, px.
const cursorRoom = 2

func (r *amountEntryRenderer) Layout(s fyne.Size) {
	r.WidgetRenderer.Layout(s)
	r.align(s)
}

func (r *amountEntryRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.Layout(r.a.Size())
}

// align moves the scroll area to the right, as far as its text leaves room.
func (r *amountEntryRenderer) align(s fyne.Size) {
	words := r.a.Text
	if words == "" {
		words = r.a.PlaceHolder
	}
	border := theme.Size(theme.SizeNameInputBorder)
	need := fyne.MeasureText(words, theme.TextSize(), r.a.TextStyle).Width + 2*theme.InnerPadding() + cursorRoom
	r.a.shift = max(s.Width-need, 0)
	for _, o := range r.Objects() {
		if _, ok := o.(fyne.Scrollable); ok {
			Place(o, r.a.shift, border, s.Width-r.a.shift, s.Height-2*border)
		}
	}
}
