package kit

import (
	"image/color"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// ButtonKind is how prominent a button is.
type ButtonKind int

// The kinds of a button. A screen has one Primary at most; Danger is for what removes something.
const (
	Plain ButtonKind = iota
	Primary
	Quiet
	Danger
	chip
	place
)

// Button is a label, an icon or both, 32 high. Space and Enter tap it. Fyne's Button ignores Enter, repeats a tap while
// Space is held, and has no tooltip.
type Button struct {
	clickable
	// OnClear is called by Backspace or Delete while a chip is on. A chip with OnClear shows a close icon then.
	OnClear func()
	OnMenu  func(at fyne.Position)    // it was clicked with the other button; nil: it has no menu
	OnKey   func(*fyne.KeyEvent) bool // gets every key first and reports whether it used it; nil: there is none

	label    string
	word     string // the tooltip
	icon     fyne.Resource
	iconTone Tone // of a chip; neutral: that of the label
	kind     ButtonKind
	height   float32
	on       bool
	target   bool // something is dragged over it that it takes
	leading  bool
	opens    bool      // a menu
	cut      bool      // there is no room for the label
	badge    int       // of a place
	spends   bool      // see Spends
	list     *List     // see SpendsIn
	settles  bool      // see Settles
	changed  time.Time // when it changed last, if the pointer has not entered it since; zero: none
	hint     hinter

	ring, background *canvas.Rectangle
	glyph, end       *canvas.Image
	text             *canvas.Text
	bar, badgeGround *canvas.Rectangle // of a place
	count            *canvas.Text
}

// NewButton makes a button; icon may be nil.
func NewButton(label string, icon fyne.Resource, kind ButtonKind, onTapped func()) *Button {
	b := &Button{clickable: clickable{OnTapped: onTapped}, label: label, icon: icon, kind: kind, height: heightControl}
	b.ExtendBaseWidget(b)
	return b
}

// NewIconButton makes a square button without a label; word is its tooltip.
func NewIconButton(icon fyne.Resource, word string, onTapped func()) *Button {
	b := NewButton("", icon, Plain, onTapped)
	b.word = word
	return b
}

// NewChip makes a filter that is on or off, or a notice to click: 26 high and round, with a target of 28.
func NewChip(text string, onTapped func()) *Button {
	return NewButton(text, nil, chip, onTapped).Small()
}

// NewPlaceButton makes a button that shows a place of the window: icon, label and a badge with a count. In a narrow
// room it shows only icon and badge, and the label becomes the tooltip, on hover and on focus.
func NewPlaceButton(icon fyne.Resource, word string, onTapped func()) *Button {
	b := NewButton(word, icon, place, onTapped)
	b.height = heightPlace
	return b
}

// Small makes the button 28 high.
func (b *Button) Small() *Button { b.height = heightSmall; b.Refresh(); return b }

// Large makes the button 44 high: the one that spends.
func (b *Button) Large() *Button { b.height = heightLarge; b.Refresh(); return b }

// Spends marks a button that sends a paid request. A held key presses it once. In a dialog it ignores presses that come
// too soon after the dialog opened, see [SheetClock].
func (b *Button) Spends() *Button { b.spends = true; return b }

// SpendsIn is Spends for a button in a row of a list. It also ignores clicks that come too soon after rows of the list
// moved: the pointer was at something else.
func (b *Button) SpendsIn(l *List) *Button { b.list = l; return b.Spends() }

// Settles is Spends for a button that appears, moves, or gets another label while the pointer rests. It ignores clicks
// that come too soon after that, unless the pointer has entered it since.
func (b *Button) Settles() *Button { b.settles = true; return b.Spends() }

// change notes that a click may soon be meant for what was here before.
func (b *Button) change() {
	if b.settles {
		b.changed = SheetClock()
	}
}

// justChanged reports whether a click may have been meant for what was here before.
func (b *Button) justChanged() bool {
	return !b.changed.IsZero() && SheetClock().Sub(b.changed).Abs() < settleTime
}

func (b *Button) Show() {
	if !b.Visible() {
		b.change()
	}
	b.clickable.Show()
}

func (b *Button) Move(to fyne.Position) {
	if to != b.Position() {
		b.change()
	}
	b.clickable.Move(to)
}

// Leading aligns icon and label to the left instead of the centre.
func (b *Button) Leading() *Button { b.leading = true; b.Refresh(); return b }

// Opens marks a chip as opening a menu: it ends in an arrow unless it has a close icon.
func (b *Button) Opens() *Button { b.opens = true; b.Refresh(); return b }

// SetKind changes how loud the button is.
func (b *Button) SetKind(k ButtonKind) *Button { b.kind = k; b.Refresh(); return b }

// SetText changes the label.
func (b *Button) SetText(label string) {
	if b.label != label {
		b.label = label
		b.change()
		b.Refresh()
	}
}

func (b *Button) Text() string { return b.label }

// SetWord replaces the tooltip, which is also the accessible label of a button without a label.
func (b *Button) SetWord(word string) { b.word = word }

// SetIcon changes the icon; nil takes it away.
func (b *Button) SetIcon(icon fyne.Resource) { b.icon = icon; b.Refresh() }

// SetIconTone colours the icon of a chip that counts items which need the user.
func (b *Button) SetIconTone(t Tone) { b.iconTone = t; b.Refresh() }

// SetOn shows the button as switched on: accent border on the selected background. A place button is on while its place
// is shown.
func (b *Button) SetOn(on bool) {
	if b.on != on {
		b.on = on
		b.Refresh()
	}
}

// On reports whether the button is shown as switched on.
func (b *Button) On() bool { return b.on }

// SetTarget switches the highlight of the button as a drop target.
func (b *Button) SetTarget(on bool) {
	if b.target != on {
		b.target = on
		b.Refresh()
	}
}

// SetBadge shows a count on a place button; 0 hides it.
func (b *Button) SetBadge(n int) {
	if b.badge != n {
		b.badge = n
		b.Refresh()
	}
}

// Badge returns the count that is shown.
func (b *Button) Badge() int { return b.badge }

// Tapped calls OnTapped unless the button is off. e is nil for a key, which reaches the button wherever it is.
func (b *Button) Tapped(e *fyne.PointEvent) {
	b.hint.hide(b)
	moved := b.justChanged() || b.list != nil && b.list.justMoved()
	if b.spends && (inNewDialog(b) || e != nil && moved) {
		return
	}
	b.clickable.Tapped(e)
}

func (b *Button) TappedSecondary(e *fyne.PointEvent) {
	if b.OnMenu != nil {
		b.OnMenu(e.AbsolutePosition)
	}
}

// TypedKey taps on Space and Enter, and clears a chip on Backspace and Delete.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	if b.OnKey != nil && b.OnKey(e) {
		return
	}
	if (e.Name == fyne.KeyBackspace || e.Name == fyne.KeyDelete) && b.closable() {
		b.OnClear()
		return
	}
	// a button that may cost money runs once per key press, without key repeat
	once := b.spends || b.kind == Primary || b.height == heightLarge
	if isTap(e) && !b.press() && (once || !b.down) {
		return
	}
	tapOrPass(b, e)
}

// Press taps the button for keys that the window handles, such as Ctrl+Enter. It does so once for each press of one of
// the button's own keys while the button has the focus. A key that was already held only repeats, and is ignored.
func (b *Button) Press() {
	if b.press() {
		b.Tapped(nil)
	}
}

func (b *Button) closable() bool { return b.on && b.OnClear != nil }

// MouseIn shows the tooltip of an icon-only button, or a label that is cut or hidden.
func (b *Button) MouseIn(e *desktop.MouseEvent) {
	b.changed = time.Time{}
	b.clickable.MouseIn(e)
	b.showHint()
}

func (b *Button) showHint() {
	word := b.word
	if b.cut || b.narrow() {
		word = b.label
	}
	b.hint.show(b, word)
}

func (b *Button) MouseOut() { b.clickable.MouseOut(); b.hint.hide(b) }

// FocusGained shows the label of a narrow place button as a tooltip.
func (b *Button) FocusGained() {
	b.clickable.FocusGained()
	if b.narrow() {
		b.showHint()
	}
}

func (b *Button) FocusLost() { b.clickable.FocusLost(); b.hint.hide(b) }

// AccessibilityLabel returns the label with the count, or the tooltip of an icon-only button.
func (b *Button) AccessibilityLabel() string {
	switch {
	case b.badge > 0:
		return b.label + " " + strconv.Itoa(b.badge)
	case b.label == "":
		return b.word
	}
	return b.label
}

func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	b.ring, b.background, b.glyph, b.text, b.end = newRectangle(), newRectangle(), newGlyph(), newCaption(), newGlyph()
	objects := []fyne.CanvasObject{b.ring, b.background, b.glyph, b.text, b.end}
	if b.kind == place {
		b.bar, b.badgeGround, b.count = newRectangle(), newRectangle(), newCaption()
		objects = append(objects, b.bar, b.badgeGround, b.count)
	}
	return Draw(b.least, b.arrange, b.paint, objects...)
}

const (
	buttonLeast = 4 // the least room beside a label, px
	heightPlace = 36
	placeNarrow = 96 // the width under which a place button hides its label, px
)

// narrow reports whether a place button has no room for its label.
func (b *Button) narrow() bool {
	return b.kind == place && b.Size().Width < resources.Scaled(placeNarrow)
}

// measures returns the size of the icon, the gaps beside it and the room left and right of all.
func (b *Button) measures() (icon, gap, pad float32) {
	switch {
	case b.kind == chip:
		return grown(iconText), 6, 11
	case b.kind == place:
		return grown(iconPlace), 10, 10
	case b.height == heightSmall:
		return grown(iconControl), 8, 10
	}
	return grown(iconControl), 8, 12
}

// endIcon returns the icon behind the label; nil for none.
func (b *Button) endIcon() fyne.Resource {
	switch {
	case b.closable():
		return resources.IconClose
	case b.opens:
		return resources.IconChevronDown
	}
	return nil
}

// parts returns the widths of the icon before the label and of the icon behind it, both with their gaps, and of the
// label.
func (b *Button) parts() (icon, text, end float32) {
	px, gap, _ := b.measures()
	if b.label != "" {
		text = fyne.MeasureText(b.label, textPx(b.textSize()), b.text.TextStyle).Width
	}
	if b.icon != nil {
		icon = px
		if text > 0 {
			icon += gap
		}
	}
	if b.endIcon() != nil {
		end = grown(iconTag) + gap
	}
	return icon, text, end
}

func (b *Button) least() fyne.Size {
	px, _, pad := b.measures()
	h := max(b.height, b.text.MinSize().Height+8)
	if b.kind == place {
		return fyne.NewSize(40, max(h, b.text.MinSize().Height+12, px+12))
	}
	icon, text, end := b.parts()
	w := icon + text + end + 2*pad
	if b.label == "" {
		w = h
	}
	return fyne.NewSize(max(w, h), h)
}

// fit writes the label in a smaller size if it does not fit, and cuts it if even the smallest does not fit.
func (b *Button) fit(room float32) (width float32) {
	words, cut := b.label, false
	for _, size := range []fyne.ThemeSizeName{b.textSize(), resources.SizeBody, resources.SizeSM, resources.SizeXS} {
		if px := textPx(size); px < b.text.TextSize || size == b.textSize() {
			b.text.TextSize = px
		}
		cut = fitCaption(b.text, words, room)
		if !cut {
			break
		}
	}
	b.cut = cut
	return b.text.MinSize().Width
}

func (b *Button) arrange(s fyne.Size) {
	edge := s
	if b.kind == chip {
		edge.Height -= 2 // the background is 26 of the 28 that can be hit
	}
	y := (s.Height - edge.Height) / 2
	Place(b.background, 0, y, edge.Width, edge.Height)
	placeRing(b.ring, edge)
	b.ring.Move(b.ring.Position().AddXY(0, y))
	px, _, _ := b.measures()
	if b.kind == place {
		b.arrangePlace(s, px)
		return
	}
	icon, text, end := b.parts()
	if room := s.Width - icon - end - 2*buttonLeast; text > 0 && s.Width > 0 {
		text = b.fit(max(room, 1))
	}
	x := (s.Width - icon - text - end) / 2
	if b.leading {
		x = 12
	}
	Place(b.glyph, x, (s.Height-px)/2, px, px)
	th, tag := b.text.MinSize().Height, grown(iconTag)
	Place(b.text, x+icon, (s.Height-th)/2, text, th)
	Place(b.end, x+icon+text+end-tag, (s.Height-tag)/2, tag, tag)
}

func (b *Button) arrangePlace(s fyne.Size, px float32) {
	Place(b.bar, 0, 8, 3, s.Height-16)
	narrow, x := b.narrow(), float32(10)
	if narrow {
		x = (s.Width - px) / 2
	}
	Place(b.glyph, x, (s.Height-px)/2, px, px)
	Show(b.text, !narrow)
	ts, cs := b.text.MinSize(), b.count.MinSize()
	Place(b.text, px+20, (s.Height-ts.Height)/2, ts.Width, ts.Height)
	h := cs.Height + 3
	w := max(cs.Width+12, h)
	at, y := s.Width-w-10, (s.Height-h)/2
	switch {
	case narrow:
		at, y = s.Width-w-1, 1
	case px+20+ts.Width+4 > at: // a long label is not cut, and the count moves to the icon
		at, y = x+px+6-w, 1
	}
	Place(b.badgeGround, at, y, w, h)
	Place(b.count, at+(w-cs.Width)/2, y+1.5, cs.Width, cs.Height)
}

func (b *Button) paint() {
	before := b.least()
	fill, stroke, word := b.look()
	radius := float32(radiusControl)
	if b.height == heightLarge {
		radius = radiusCard
	}
	if b.kind == chip {
		radius = (before.Height - 2) / 2
	}
	edge := float32(1)
	if b.target {
		fill, stroke, edge = themeColor(resources.AccentSoft), themeColor(resources.Accent), 2
	}
	setRectangle(b.background, fill, stroke, edge, radius)
	setRing(b.ring, b.focused && !b.Disabled(), radius)
	setCaption(b.text, b.label, b.textSize(), word, bold(b.kind == Primary && !b.Disabled() || b.kind == place && b.on))
	tint := word
	switch {
	case b.iconTone != ToneNeutral:
		tint = b.iconTone.Color()
	case b.kind == place && b.on:
		tint = resources.Accent
	}
	setGlyph(b.glyph, b.icon, tint)
	setGlyph(b.end, b.endIcon(), word)
	if b.kind == place {
		setRectangle(b.bar, themeColor(resources.Accent), color.Transparent, 0, 1)
		Show(b.bar, b.on)
		setCaption(b.count, strconv.Itoa(b.badge), resources.SizeSM, resources.Warn, bold(true))
		setRectangle(b.badgeGround, themeColor(resources.WarnSoft), color.Transparent, 0,
			(b.count.MinSize().Height+3)/2)
		Show(b.badgeGround, b.badge > 0)
		Show(b.count, b.badge > 0)
	}
	if b.least() != before || b.Size().Width > 0 {
		b.arrange(b.Size())
	}
}

// textSize returns the preferred size of the label.
func (b *Button) textSize() fyne.ThemeSizeName {
	switch b.height {
	case heightSmall:
		return resources.SizeSM
	case heightLarge:
		return resources.SizeH2
	}
	return resources.SizeBody
}

// look returns fill, border and text colour of the button in its current state.
func (b *Button) look() (fill, stroke color.Color, word fyne.ThemeColorName) {
	quiet := b.kind == Quiet || b.kind == place
	fill, stroke, word = color.Transparent, color.Transparent, resources.Text1
	switch {
	case b.Disabled():
		if !quiet {
			stroke = themeColor(resources.Line)
		}
		return fill, stroke, resources.Text3
	case b.kind == Primary:
		fill, word = themeColor(resources.Accent), resources.OnAccent
		if b.pressed {
			fill = mix(fill, themeColor(resources.Text1), 0.24)
		} else if b.hovered {
			fill = mix(fill, themeColor(resources.Text1), 0.12)
		}
		return fill, stroke, word
	case b.on:
		fill = themeColor(resources.BgSelected)
		if b.kind != place {
			stroke = themeColor(resources.Accent)
		}
		return fill, stroke, word
	case quiet:
		word = resources.Text2
	case b.kind == chip:
		stroke = themeColor(resources.Line)
	default:
		fill, stroke = themeColor(resources.BgRaised), themeColor(resources.Line)
		if b.kind == Danger {
			word = resources.Err
		}
	}
	if b.pressed {
		fill, stroke = themeColor(resources.BgSelected), themeColor(resources.Line)
		if b.kind == Danger {
			fill = themeColor(resources.ErrSoft)
		}
	} else if b.hovered {
		fill = themeColor(resources.BgHover)
		if quiet {
			word = resources.Text1
		}
	}
	return fill, stroke, word
}

// Link is an action shown as text in the accent colour. It is 28 high although its text is not.
type Link struct {
	clickable
	text string

	ring, line *canvas.Rectangle
	caption    *canvas.Text
}

// NewLink makes a link of size SM.
func NewLink(text string, onTapped func()) *Link {
	l := &Link{clickable: clickable{OnTapped: onTapped}, text: text}
	l.ExtendBaseWidget(l)
	return l
}

// SetText replaces the text.
func (l *Link) SetText(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

func (l *Link) Text() string { return l.text }

func (l *Link) TypedKey(e *fyne.KeyEvent) { tapOrPass(l, e) }

func (l *Link) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }

func (l *Link) AccessibilityLabel() string { return l.text }

func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	l.ring, l.line, l.caption = newRectangle(), newRectangle(), newCaption()
	return Draw(l.least, l.arrange, l.paint, l.ring, l.caption, l.line)
}

func (l *Link) least() fyne.Size {
	ts := fyne.MeasureText(l.text, l.caption.TextSize, l.caption.TextStyle)
	return fyne.NewSize(ts.Width, max(heightSmall, ts.Height))
}

func (l *Link) arrange(s fyne.Size) {
	fitCaption(l.caption, l.text, s.Width)
	ts := l.caption.MinSize()
	y := (s.Height - ts.Height) / 2
	Place(l.caption, 0, y, ts.Width, ts.Height)
	Place(l.line, 0, y+ts.Height-2, ts.Width, 1)
	Place(l.ring, -4, y-2, ts.Width+8, ts.Height+4)
}

func (l *Link) paint() {
	col := resources.Accent
	if l.Disabled() {
		col = resources.Text3
	}
	setCaption(l.caption, l.text, resources.SizeSM, col, fyne.TextStyle{})
	setRectangle(l.line, themeColor(col), themeColor(""), 0, 0)
	Show(l.line, l.hovered && !l.Disabled())
	setRing(l.ring, l.focused && !l.Disabled(), 1)
	l.arrange(l.Size())
}
