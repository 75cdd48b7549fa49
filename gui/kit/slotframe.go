package kit

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// The frame of a slot, px.
const (
	slotWidth  = 176
	slotHeight = 99
	slotPad    = 8
	columnGap  = 4 // between the parts of the content
)

// slotKeys has the focus of a slot. It is not the frame itself: Tab and Shift+Tab would both reach the frame before the
// buttons in it. It has no area, so that it takes no clicks.
type slotKeys struct {
	widget.BaseWidget
	ButtonRole
	frame *slotFrame
}

func (k *slotKeys) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

func (*slotKeys) Enable() {}

func (*slotKeys) Disable() {}

func (k *slotKeys) Disabled() bool { return k.frame.Disabled() }

func (k *slotKeys) AccessibilityLabel() string { return k.frame.AccessibilityLabel() }

func (k *slotKeys) FocusGained() { k.frame.FocusGained() }

func (k *slotKeys) FocusLost() { k.frame.FocusLost() }

func (k *slotKeys) KeyDown(e *fyne.KeyEvent) { k.frame.KeyDown(e) }

func (k *slotKeys) KeyUp(e *fyne.KeyEvent) { k.frame.KeyUp(e) }

// byPointer takes the focus after a click on the frame.
func (k *slotKeys) byPointer() { k.frame.focusByPointer(k, k.frame) }

// slotFrame is the box of a slot: the picture, or text and buttons, or the field for an address.
type slotFrame struct {
	control
	keys  *slotKeys
	slot  *Slot
	value SlotValue
	at    fyne.Position // of the pointer while dragging, in the window
	drags bool
	high  float32 // the least height, px

	icon          *Icon
	words, detail *Text
	file          *Button
	gallery       *Button
	buttons       *fyne.Container
	content       *fyne.Container
	address       *Entry
	refused       string          // why the typed address was refused
	typing        *fyne.Container // the field for an address

	ring, background, outline *canvas.Rectangle
	img                       *canvas.Image
	tag                       *Tag
	bar                       *Meter
}

func newSlotFrame(s *Slot) *slotFrame {
	f := &slotFrame{slot: s, high: slotHeight}
	f.icon = NewIcon(nil, iconPlace, resources.Text2)
	f.words = NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).Centered()
	f.detail = NewText("", resources.SizeSM, resources.Text2, false).Ellipsis().Centered()
	f.file = NewButton(lang.L("File…"), nil, Plain, func() { s.call(s.OnFile) }).Small()
	f.gallery = NewButton(lang.L("Gallery…"), nil, Plain, func() { s.OnGallery() }).Small()
	f.buttons = arrange(centredFlow{flowLayout{6}}, f.file, f.gallery)
	f.content = NewColumn(columnGap, f.icon, f.words, f.detail, f.buttons)
	f.address = NewEntry()
	f.address.SetPlaceHolder("https://")
	f.address.OnEscape = f.cancel
	f.address.OnSubmitted = func(string) { f.submit() }
	f.address.OnChanged = func(string) { f.complain("") }
	f.typing = NewColumn(columnGap, f.address, NewGrid(6, 2, 0,
		NewButton(lang.L("Use"), nil, Plain, f.submit).Small(),
		NewButton(lang.L("Cancel"), nil, Quiet, f.cancel).Small()))
	f.typing.Hide()
	f.keys = &slotKeys{frame: f}
	f.keys.ExtendBaseWidget(f.keys)
	f.ExtendBaseWidget(f)
	return f
}

func (f *slotFrame) set(v SlotValue) {
	f.value = v
	icon, tint := fyne.Resource(nil), v.tone().Color()
	words, bright := v.Words, resources.Text1
	switch v.State {
	case SlotEmpty:
		words, bright = lang.L("Drop a picture here, or"), resources.Text2
	case SlotOff, SlotLoading:
		bright = resources.Text3
	case SlotAccepts:
		icon = resources.IconDownload
	case SlotRefuses:
		icon = resources.IconUnconfirmed
	case SlotUnseen:
		icon = resources.IconWarning
	}
	if v.drawn() { // text would cover the picture
		words, v.Detail = "", ""
	}
	f.icon.Set(icon, tint)
	f.words.SetText(words)
	f.words.SetColor(bright)
	f.words.SetBold(v.State == SlotAccepts)
	f.detail.SetText(v.Detail)
	Show(f.words, words != "")
	Show(f.detail, v.Detail != "")
	Show(f.buttons, v.State == SlotEmpty)
	Show(f.icon, icon != nil)
	f.fit()
	if f.Disabled() && f.focused {
		if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
			c.Unfocus()
		}
	}
	f.keepFocus()
	f.Refresh()
}

// keepFocus moves the focus to the frame from a button that a new value hides, such as after the undo of a removal.
func (f *slotFrame) keepFocus() {
	c := fyne.CurrentApp().Driver().CanvasForObject(f)
	if c == nil || f.buttons.Visible() || f.slot.over != nil {
		return
	}
	if held := c.Focused(); held == fyne.Focusable(f.file) || held == fyne.Focusable(f.gallery) {
		c.Focus(f.keys)
	}
}

// Disabled reports that the frame takes no focus while the slot is off.
func (f *slotFrame) Disabled() bool { return f.slot.value.State == SlotOff || f.control.Disabled() }

// Tapped gives the frame the focus, so that a paste goes here.
func (f *slotFrame) Tapped(*fyne.PointEvent) { f.keys.byPointer() }

func (f *slotFrame) TappedSecondary(e *fyne.PointEvent) {
	f.Tapped(e)
	f.openMenu(e.AbsolutePosition)
}

func (f *slotFrame) openMenu(at fyne.Position) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil && !f.Disabled() {
		ShowMenu(c, f.slot.menu(), at)
	}
}

// TypedKey clears, opens the field for an address, looks or chooses, or opens the menu.
func (k *slotKeys) TypedKey(e *fyne.KeyEvent) {
	f := k.frame
	f.showRing()
	s := f.slot
	switch e.Name {
	case fyne.KeyDelete, fyne.KeyBackspace:
		s.clear()
	case fyne.KeyReturn, fyne.KeyEnter:
		f.openAddress("")
	case fyne.KeySpace:
		switch {
		case s.value.drags() && s.OnLook != nil:
			s.OnLook()
		case s.value.State != SlotOff && s.value.State != SlotRefuses:
			s.OnGallery()
		}
	case desktop.KeyMenu:
		f.openMenu(fyne.CurrentApp().Driver().AbsolutePositionForObject(f).AddXY(slotPad, f.Size().Height/2))
	default:
		PassKey(f, e)
	}
}

// TypedRune begins an address in an empty slot.
func (k *slotKeys) TypedRune(r rune) {
	f := k.frame
	if r > ' ' && (f.slot.value.State == SlotEmpty || f.slot.value.State == SlotRefuses) {
		f.openAddress(string(r))
	}
}

// TypedShortcut pastes and copies; every other shortcut is the window's.
func (k *slotKeys) TypedShortcut(shortcut fyne.Shortcut) {
	f := k.frame
	switch shortcut.(type) {
	case *fyne.ShortcutPaste:
		f.slot.OnPaste()
		return
	case *fyne.ShortcutCopy:
		f.slot.OnCopy()
		return
	}
	toWindow(f, shortcut)
}

func (f *slotFrame) Dragged(e *fyne.DragEvent) {
	if !f.drags && !f.slot.value.drags() {
		return
	}
	f.drags, f.at = true, e.AbsolutePosition
	f.slot.OnDrag(f.at)
}

func (f *slotFrame) DragEnd() {
	if f.drags {
		f.drags = false
		f.slot.OnDragOut(f.at)
	}
}

func (f *slotFrame) Cursor() desktop.Cursor {
	if f.slot.value.drags() {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

func (f *slotFrame) AccessibilityLabel() string {
	return joinWords(f.slot.title.Text(), f.words.Text(), f.value.Tag, f.slot.caption.text.Text(), f.value.Life)
}

// openAddress opens the field for an address with a text in it and focuses it. The field cannot find its canvas itself:
// the driver knows only the canvas of objects that it has drawn before.
func (f *slotFrame) openAddress(text string) {
	if f.slot.OnText == nil || f.Disabled() {
		return
	}
	f.address.SetText(text)
	f.typing.Show()
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
		c.Focus(f.address)
	}
	f.address.CursorColumn = len([]rune(text))
	f.address.Refresh()
	f.complain("")
}

// complain shows below the frame what is wrong with the address; "" for nothing.
func (f *slotFrame) complain(why string) {
	f.address.SetFailed(why != "")
	f.refused = why
	f.Refresh()
	f.slot.render()
}

func (f *slotFrame) closeAddress() {
	if f.typing.Visible() {
		f.typing.Hide()
		f.complain("")
	}
}

// cancel closes the field and gives the focus back.
func (f *slotFrame) cancel() {
	f.closeAddress()
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
		c.Focus(f.keys)
	}
}

// submit uses the address, if there is one.
func (f *slotFrame) submit() {
	if text := strings.TrimSpace(f.address.Text); text != "" {
		if refused := f.slot.OnText(text); refused != "" {
			f.complain(refused)
			return
		}
	}
	f.cancel()
}

// HeightFor returns the height in a width, in px. It is the same for all values, so that nothing below the frame moves:
// what asks for a picture and the field for an address have room in it.
func (f *slotFrame) HeightFor(width float32) float32 {
	inner := width - 2*slotPad
	asks := f.words.lineHeight() + columnGap + HeightFor(f.buttons, inner)
	return max(f.high, max(asks, HeightFor(f.typing, inner))+2*slotPad)
}

// fit cuts the text to the height of the frame, and hides the icon if there is room for the text alone.
func (f *slotFrame) fit() {
	width := max(f.Size().Width, slotWidth)
	room := f.HeightFor(width) - 2*slotPad
	f.words.MaxLines(max(int(room/f.words.lineHeight()), 1))
	if f.icon.Visible() && HeightFor(f.content, width-2*slotPad) > room {
		f.icon.Hide()
	}
}

func (f *slotFrame) CreateRenderer() fyne.WidgetRenderer {
	f.ring, f.background, f.outline, f.bar = newRectangle(), newRectangle(), newRectangle(), NewProgress(6)
	f.img = &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleFastest,
		CornerRadius: radiusControl}
	f.tag = NewTag(ToneErr, resources.IconErrorCircle, "")
	f.img.Hide()
	return Draw(f.least, f.arrange, f.paint, f.ring, f.background, f.img, f.outline, f.tag, f.bar, f.keys, f.content,
		f.typing)
}

func (f *slotFrame) least() fyne.Size {
	return fyne.NewSize(slotWidth, f.HeightFor(max(f.Size().Width, slotWidth)))
}

func (f *slotFrame) arrange(s fyne.Size) {
	placeRing(f.ring, s)
	for _, o := range []fyne.CanvasObject{f.background, f.img, f.outline} {
		Place(o, 0, 0, s.Width, s.Height)
	}
	tag := f.tag.MinSize()
	Place(f.tag, slotPad, slotPad, tag.Width, tag.Height)
	Place(f.bar, slotPad, s.Height-slotPad-6, s.Width-2*slotPad, 6)
	for _, o := range []*fyne.Container{f.content, f.typing} {
		h := HeightFor(o, s.Width-2*slotPad)
		Place(o, slotPad, max((s.Height-h)/2, 0), s.Width-2*slotPad, h)
	}
}

func (f *slotFrame) paint() {
	v := f.value
	typing := f.typing.Visible()
	fill, stroke, width := f.look()
	setRectangle(f.background, fill, color.Transparent, 0, radiusControl)
	// The outline is drawn above the picture, which would cover it otherwise.
	setRectangle(f.outline, color.Transparent, stroke, width, radiusControl)
	Show(f.outline, stroke != color.Transparent)
	setRing(f.ring, f.hasRing() && !f.Disabled(), radiusControl)

	if f.img.Image != v.Picture {
		f.img.Image = v.Picture
		f.img.Refresh()
	}
	Show(f.img, v.drawn() && !typing)
	f.tag.Set(ToneErr, resources.IconErrorCircle, v.Tag)
	Show(f.tag, v.Tag != "" && !typing)
	f.bar.SetValue(v.Progress)
	Show(f.bar, v.State == SlotUploading && !typing)
	Show(f.content, !typing)
	f.arrange(f.Size())
}

// look returns fill, outline and outline width of the frame in its current state.
func (f *slotFrame) look() (fill, stroke color.Color, width float32) {
	v := f.value
	switch {
	case f.typing.Visible():
		return themeColor(resources.BgInput), themeColor(resources.LineStrong), 1
	case v.State == SlotOff:
		return color.Transparent, themeColor(resources.Line), 1
	case v.State == SlotEmpty:
		if f.hovered {
			return themeColor(resources.BgInput), themeColor(resources.Text3), 1
		}
		return themeColor(resources.BgInput), themeColor(resources.LineStrong), 1
	case v.State == SlotAccepts || v.State == SlotRefuses || v.State == SlotUnseen:
		return themeColor(v.tone().ground()), themeColor(v.tone().Color()), 2
	case v.State == SlotDying || v.State == SlotDead:
		return themeColor(resources.BgMat), themeColor(v.tone().Color()), 2
	}
	return themeColor(resources.BgMat), color.Transparent, 0
}
