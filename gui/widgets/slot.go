package widgets

import (
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// SlotState says what a slot shows.
type SlotState int

// The states of a slot.
const (
	SlotEmpty     SlotState = iota // asks for a picture
	SlotOff                        // takes none, and Words says why
	SlotAccepts                    // what hovers over it can be dropped
	SlotRefuses                    // what was dropped cannot be used
	SlotLoading                    // the picture is being looked at
	SlotFilled                     // the picture, whose link lives
	SlotDying                      // the picture, whose link dies soon
	SlotDead                       // the picture, whose link is gone
	SlotUnseen                     // a link whose picture could not be looked at
	SlotUploading                  // a local picture on its way to where its link will live
)

// SlotAction is a way on in words under the picture; ID is whatever [Slot].OnAction tells it by.
type SlotAction struct {
	ID   int
	Text string
}

// SlotValue is what a slot shows, as a value that can be compared. Texts that are empty take no room.
type SlotValue struct {
	State    SlotState
	Picture  image.Image   // decoded and scaled; nil: the mat
	Words    string        // in the frame: what a drop does, why there is nothing
	Detail   string        // under Words, such as the name of a file
	Tag      string        // over the picture, such as "Link expired"
	Progress float64       // of an upload, 0 to 1
	Caption  string        // under the frame: the host of the link, or where the picture is
	Life     string        // right of Caption: how long the link lives
	Note     string        // the second line: size, where it comes from
	Actions  [3]SlotAction // right of Caption or below it
}

// filled reports whether there is something that can be cleared.
func (v SlotValue) filled() bool {
	switch v.State {
	case SlotEmpty, SlotOff, SlotAccepts:
		return false
	}
	return true
}

// drags reports whether there is a picture to be dragged out.
func (v SlotValue) drags() bool { return v.filled() && v.State != SlotRefuses }

// pictured reports whether the state shows a picture, or the mat while there is none.
func (v SlotValue) pictured() bool {
	switch v.State {
	case SlotLoading, SlotFilled, SlotDying, SlotDead, SlotUploading:
		return true
	}
	return false
}

// tone is the colour of the outline and of what the caption has to say.
func (v SlotValue) tone() Tone {
	switch v.State {
	case SlotAccepts:
		return ToneAccent
	case SlotRefuses, SlotDying, SlotUnseen:
		return ToneWarn
	case SlotDead:
		return ToneErr
	}
	return ToneNeutral
}

// Slot holds a picture that goes into a job by its address: 176 x 99 of frame, two lines below, and a title with the
// icons of what can be done above. The frame takes the focus: Delete clears, Ctrl+V pastes, Enter opens a field for an
// address, Space looks at the picture. A filled frame can be dragged out. Where OnText, OnClear, OnLook or OnAsset is nil, its icon is
// away.
type Slot struct {
	widget.BaseWidget
	OnPaste   func()                                // an address should be taken from the clipboard
	OnGallery func()                                // a picture should be chosen
	OnText    func(address string) (refused string) // an address was typed; what is wrong with it stays below the field
	OnClear   func()                                // the slot should be emptied
	OnLook    func()                                // the picture should be shown large
	OnAsset   func()                                // the picture should be shown where it is kept
	OnAction  func(id int)                          // one of the Actions was taken
	OnCopy    func()                                // the address should go to the clipboard
	OnDrag    func(at fyne.Position)                // the picture is being dragged; at in the window
	OnDragOut func(at fyne.Position)                // the picture was dropped; at in the window

	value   SlotValue
	over    *SlotValue // while something hovers
	frame   *slotFrame
	caption *slotCaption

	title, optional       *Text
	look, asset, kb, away *Button
	head                  *fyne.Container
	box                   *fyne.Container
}

// NewSlot makes an empty slot. The title may be empty, which leaves the row above the frame out; optional stands beside it.
func NewSlot(title, optional string) *Slot {
	none, nowhere := func() {}, func(fyne.Position) {}
	s := &Slot{OnPaste: none, OnGallery: none, OnCopy: none, OnDrag: nowhere, OnDragOut: nowhere}
	s.title = NewText(title, resources.SizeSM, resources.Text1, true)
	s.optional = NewText(optional, resources.SizeSM, resources.Text2, false)
	s.look = slotButton(resources.IconSearch(), lang.L("Look at the picture"), func() { s.call(s.OnLook) })
	s.asset = slotButton(resources.IconGallery(), lang.L("Show in the gallery"), func() { s.call(s.OnAsset) })
	s.kb = slotButton(resources.IconPencil(), lang.L("Type an address"), func() { s.Type("") })
	s.away = slotButton(resources.IconClose(), lang.L("Clear"), func() { s.clear() })
	// As high as its icons also while there are none, so that the frames of two slots stay in line.
	s.head = NewFixed(0, heightSmall, NewRow(0, s.title, NewInset(0, 0, 0, 5, s.optional), NewSpring(), s.kb, s.asset, s.look, s.away))
	Show(s.head, title != "")
	s.frame = newSlotFrame(s)
	s.caption = newSlotCaption(func(id int) { s.OnAction(id) })
	s.box = NewColumn(4, s.head, s.frame, s.caption)
	s.ExtendBaseWidget(s)
	s.render()
	return s
}

func slotButton(icon fyne.Resource, word string, onTapped func()) *Button {
	return NewIconButton(icon, word, onTapped).SetKind(Quiet).Small()
}

// Tall makes the frame at least so high, px, instead of 99.
func (s *Slot) Tall(px float32) *Slot { s.frame.high = px; s.frame.Refresh(); return s }

// Set shows a value.
func (s *Slot) Set(v SlotValue) {
	s.value = v
	if v.State == SlotOff {
		s.frame.closeAddress()
	}
	s.render()
}

// Value returns what is shown while nothing hovers.
func (s *Slot) Value() SlotValue { return s.value }

// SetOver shows what a drop would do while something hovers over the slot: a value of SlotAccepts or SlotRefuses. Nil shows
// the slot's own value again.
func (s *Slot) SetOver(v *SlotValue) {
	if s.over == nil && v == nil {
		return
	}
	s.over = v
	s.render()
}

// Over reports whether something hovers over the slot.
func (s *Slot) Over() bool { return s.over != nil }

// Frame returns what takes the focus.
func (s *Slot) Frame() fyne.Focusable { return s.frame }

// WhenFocused has a function called whenever the focus comes to the frame, but by a click.
func (s *Slot) WhenFocused(f func()) { s.frame.WhenFocused(f) }

// Type opens the field for an address with a text in it.
func (s *Slot) Type(text string) { s.frame.openAddress(text) }

// Typing reports whether the field for an address is open.
func (s *Slot) Typing() bool { return s.frame.address.Visible() }

// EndTyping closes the field for an address. Where the keyboard was in it, it goes to the frame.
func (s *Slot) EndTyping() {
	if !s.Typing() {
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(s.frame)
	if c != nil && c.Focused() == fyne.Focusable(s.frame.address.entry) {
		s.frame.cancel()
		return
	}
	s.frame.closeAddress()
}

// HeightFor returns the height in a width, in px.
func (s *Slot) HeightFor(width float32) float32 { return HeightFor(s.box, width) }

func (s *Slot) CreateRenderer() fyne.WidgetRenderer {
	return &Drawing{[]fyne.CanvasObject{s.box}, s.box.MinSize, s.box.Resize, s.render}
}

func (s *Slot) render() {
	v := s.value
	if s.over != nil {
		v = *s.over
	}
	pictured := s.value.drags()
	Show(s.look, pictured && s.OnLook != nil)
	Show(s.asset, pictured && s.OnAsset != nil)
	Show(s.kb, s.OnText != nil && !s.value.filled() && s.value.State != SlotOff)
	Show(s.away, s.OnClear != nil && s.value.filled())
	s.frame.set(v)
	s.caption.set(v)
	s.relay()
}

// relay lays the slot out again; its neighbours follow when its height changed.
func (s *Slot) relay() {
	if size := s.box.Size(); size.Width > 0 {
		s.box.Layout.Layout(s.box.Objects, size)
		s.head.Refresh()
	}
}

func (s *Slot) call(f func()) {
	if f != nil {
		f()
	}
}

func (s *Slot) clear() {
	if s.value.filled() {
		s.call(s.OnClear)
	}
}

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

// slotCaption is what stands under the frame of a slot: caption and life or ways on in the first line, a note in the
// second. It keeps the room of two lines, so that nothing below moves while a slot fills. A caption without a life wraps.
type slotCaption struct {
	widget.BaseWidget
	text    *Text
	clock   *Icon
	life    *Text
	note    *Text
	links   [3]*Link
	actions [3]SlotAction
}

func newSlotCaption(follow func(id int)) *slotCaption {
	c := &slotCaption{
		text:  NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		clock: NewIcon(resources.IconClock(), iconTag, resources.Text2),
		life:  NewText("", resources.SizeSM, resources.Text2, false),
		note:  NewText("", resources.SizeXS, resources.Text3, false).Wrap(true),
	}
	for i := range c.links {
		c.links[i] = NewLink("", func() { follow(c.actions[i].ID) })
	}
	c.ExtendBaseWidget(c)
	return c
}

func (c *slotCaption) set(v SlotValue) {
	tone := v.tone()
	word := resources.Text2
	if v.State == SlotDead {
		word = resources.Err
	}
	c.text.SetText(v.Caption)
	c.text.Wrap(v.Life == "").MaxLines(2)
	c.text.SetColor(word)
	life := tone.word()
	if v.State == SlotFilled {
		life = resources.OK
	}
	c.life.SetText(v.Life)
	c.life.SetColor(life)
	c.clock.Set(resources.IconClock(), life)
	c.note.SetText(v.Note)
	c.actions = v.Actions
	for i, a := range v.Actions {
		c.links[i].SetText(a.Text)
		Show(c.links[i], a.Text != "")
	}
	Show(c.text, v.Caption != "")
	Show(c.life, v.Life != "")
	Show(c.clock, v.Life != "")
	Show(c.note, v.Note != "")
	c.Refresh()
}

const (
	captionGap = 8
	lineGap    = 1
)

// HeightFor returns the height in a width, in px: two lines, or more where the ways on or the note need them.
func (c *slotCaption) HeightFor(width float32) float32 {
	return max(c.walk(width, func(fyne.CanvasObject, float32, float32, float32, float32) {}), c.firstLine()+lineGap+c.note.lineHeight())
}

func (c *slotCaption) firstLine() float32 { return c.text.lineHeight() }

// walk visits the place of everything that is shown and returns the height of all.
func (c *slotCaption) walk(width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	line := c.firstLine()
	y, x := float32(0), float32(0)
	switch {
	case c.life.Visible():
		w := c.life.MinSize().Width
		x = width - w
		at(c.life, x, 0, w, line)
		x -= grown(iconTag) + 4
		at(c.clock, x, 0, grown(iconTag), line)
		at(c.text, 0, 0, max(x-captionGap, 0), line)
		y = line + lineGap
	case c.text.Visible() && c.linksWidth() > 0 && c.text.NaturalWidth()+captionGap+c.linksWidth() <= width:
		at(c.text, 0, 0, c.text.NaturalWidth(), line)
		y = c.walkLinks(width-c.linksWidth(), 0, width, at)
	case c.text.Visible():
		h := HeightFor(c.text, width)
		at(c.text, 0, 0, width, h)
		y = h + lineGap
		if c.linksWidth() > 0 {
			y = c.walkLinks(0, y, width, at)
		}
	case c.linksWidth() > 0:
		y = c.walkLinks(0, 0, width, at)
	}
	if c.life.Visible() && c.linksWidth() > 0 {
		y = c.walkLinks(0, y, width, at)
	}
	if c.note.Visible() {
		h := HeightFor(c.note, width)
		at(c.note, 0, y, width, h)
		y += h + lineGap
	}
	return max(y-lineGap, 0)
}

// walkLinks visits the ways on from a place, in as many lines as they need, and returns where the next line begins. Their
// targets are higher than a line and reach into the room around it.
func (c *slotCaption) walkLinks(x, y, width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	line := c.firstLine()
	begin := x
	for _, l := range c.links {
		if !l.Visible() {
			continue
		}
		m := l.MinSize()
		if x > begin && x+m.Width > width {
			x, y = 0, y+line+4
		}
		at(l, x, y-(m.Height-line)/2, m.Width, m.Height)
		x += m.Width + captionGap
	}
	return y + line + lineGap
}

func (c *slotCaption) linksWidth() float32 {
	w := float32(0)
	for _, l := range c.links {
		if l.Visible() {
			if w > 0 {
				w += captionGap
			}
			w += l.MinSize().Width
		}
	}
	return w
}

func (c *slotCaption) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{c.text, c.clock, c.life, c.note}
	for _, l := range c.links {
		objects = append(objects, l)
	}
	return Draw(c.least, c.arrange, func() { c.arrange(c.Size()) }, objects...)
}

func (c *slotCaption) least() fyne.Size {
	return fyne.NewSize(32, c.HeightFor(max(c.Size().Width, slotWidth)))
}

func (c *slotCaption) arrange(s fyne.Size) { c.walk(s.Width, Place) }
