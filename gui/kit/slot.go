package kit

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// SlotState is the state that a slot shows.
type SlotState int

// The states of a slot.
const (
	SlotEmpty     SlotState = iota // asks for a picture
	SlotOff                        // accepts no picture, and Words holds the reason
	SlotAccepts                    // what hovers over it can be dropped
	SlotRefuses                    // the dropped item cannot be used
	SlotLoading                    // the picture is being looked at
	SlotFilled                     // the picture, with a valid link
	SlotDying                      // the picture, with a link that expires soon
	SlotDead                       // the picture, with an expired link
	SlotUnseen                     // a link to a picture that could not be read
	SlotUploading                  // a local picture during its upload
)

// SlotAction is a text link under the picture; [Slot].OnAction receives its ID.
type SlotAction struct {
	ID   int
	Text string
}

// SlotValue is the content of a slot, as a comparable value. Empty texts take no room.
type SlotValue struct {
	State   SlotState
	Picture image.Image // decoded and scaled; nil: the mat
	// in the frame: what a drop does, why there is no picture; of SlotEmpty below it: why the last one was refused
	Words    string
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

// drawn reports whether the picture is drawn.
func (v SlotValue) drawn() bool {
	switch v.State {
	case SlotLoading, SlotFilled, SlotDying, SlotDead, SlotUploading:
		return v.Picture != nil
	}
	return false
}

// tone returns the colour of the outline and of the caption.
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

// Slot holds a picture that goes into a job by its address. It has a frame of 176 x 99, two lines below, and above it a
// title with icons for its actions. The frame takes the focus: Delete clears, Ctrl+V pastes, Enter opens a field for an
// address, Space views the picture or chooses one, and a menu has all actions. A filled frame can be dragged out. If
// OnFile, OnText, OnClear, OnLook or OnAsset is nil, that action is not offered.
type Slot struct {
	widget.BaseWidget
	OnPaste   func() // an address should be taken from the clipboard
	OnGallery func() // a picture of the gallery should be chosen
	OnFile    func() // a file should be chosen; nil: not offered
	// an address was typed; the reason of a refusal is shown below the field
	OnText    func(address string) (refused string)
	OnClear   func()                 // the slot should be emptied
	OnLook    func()                 // the picture should be shown large
	OnAsset   func()                 // the picture should be shown in the library
	OnAction  func(id int)           // one of the Actions was taken
	OnCopy    func()                 // the address should go to the clipboard
	OnDrag    func(at fyne.Position) // the picture is being dragged; at in the window
	OnDragOut func(at fyne.Position) // the picture was dropped; at in the window

	value   SlotValue
	over    *SlotValue // while something hovers
	frame   *slotFrame
	caption *slotCaption

	title                   *Text
	optional                *fyne.Container
	look, replace, kb, away *Button
	head                    *fyne.Container
	box                     *fyne.Container
}

// NewSlot makes an empty slot. An empty title hides the row above the frame. optional is a note beside the title.
func NewSlot(title, optional string) *Slot {
	none, nowhere := func() {}, func(fyne.Position) {}
	s := &Slot{OnPaste: none, OnGallery: none, OnCopy: none, OnDrag: nowhere, OnDragOut: nowhere}
	s.title = NewText(title, resources.SizeSM, resources.Text1, true).Ellipsis() // the icons need their room
	s.optional = NewInset(0, 0, 0, 5, NewText(optional, resources.SizeSM, resources.Text2, false))
	s.look = slotButton(resources.IconSearch, lang.L("View the picture"), func() { s.call(s.OnLook) })
	s.replace = slotButton(resources.IconGallery, lang.L("Replace…"), func() { s.OnGallery() })
	s.kb = slotButton(resources.IconPencil, lang.L("Type an address"), func() { s.Type("") })
	s.away = slotButton(resources.IconClose, lang.L("Clear"), func() { s.clear() })
	// The height is that of the icons even without them, so that the frames of two slots are aligned.
	s.head = NewFixed(0, heightSmall, NewRow(0, s.title, s.optional, NewSpring(), s.kb, s.replace, s.look, s.away))
	Show(s.head, title != "")
	s.frame = newSlotFrame(s)
	s.caption = newSlotCaption(func(id int) { s.OnAction(id) })
	s.box = NewColumn(4, s.head, s.frame, s.caption.object)
	s.ExtendBaseWidget(s)
	s.render()
	return s
}

func slotButton(icon fyne.Resource, word string, onTapped func()) *Button {
	return NewIconButton(icon, word, onTapped).SetKind(Quiet).Small()
}

// MinHeight sets the minimum height of the frame, px, instead of 99.
func (s *Slot) MinHeight(px float32) *Slot { s.frame.high = px; s.frame.Refresh(); return s }

// Set shows a value.
func (s *Slot) Set(v SlotValue) {
	s.value = v
	if v.State == SlotOff {
		s.frame.closeAddress()
	}
	s.render()
}

// Value returns the value that is shown while nothing is dragged over the slot.
func (s *Slot) Value() SlotValue { return s.value }

// SetOver shows what a drop would do while something hovers over the slot: a value of SlotAccepts or SlotRefuses. Nil
// shows the slot's own value again.
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
func (s *Slot) Frame() fyne.Focusable { return s.frame.keys }

// OnKeyboardFocus sets the callback for when the frame gets the focus, except by a click.
func (s *Slot) OnKeyboardFocus(f func()) { s.frame.OnKeyboardFocus(f) }

// Type opens the field for an address with a text in it.
func (s *Slot) Type(text string) { s.frame.openAddress(text) }

// Typing reports whether the field for an address is open.
func (s *Slot) Typing() bool { return s.frame.typing.Visible() }

// EndTyping closes the field for an address. If the field had the focus, the frame gets it.
func (s *Slot) EndTyping() {
	if !s.Typing() {
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(s.frame)
	if c != nil && c.Focused() == fyne.Focusable(s.frame.address) {
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
	Show(s.optional, !s.value.filled()) // the icons need its room
	Show(s.look, pictured && s.OnLook != nil)
	Show(s.replace, pictured)
	Show(s.kb, s.OnText != nil && !s.value.filled() && s.value.State != SlotOff)
	Show(s.away, s.OnClear != nil && s.value.filled())
	Show(s.frame.file, s.OnFile != nil)
	s.frame.set(v)
	s.caption.set(v, s.frame.refused)
	s.relayout()
}

// relayout lays the slot out again; its neighbours follow when its height changed.
func (s *Slot) relayout() {
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

// clear empties the slot. The focus moves from the icon, which is then hidden, to the control that asks for another
// picture. After a click it moves to the frame, so that Ctrl+Z undoes the removal and not the typing in another field.
func (s *Slot) clear() {
	if !s.value.filled() {
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(s.away)
	held := c != nil && c.Focused() == fyne.Focusable(s.away)
	s.call(s.OnClear)
	switch {
	case c == nil || s.value.State != SlotEmpty:
	case !held:
		s.frame.keys.byPointer()
	case s.OnFile != nil:
		c.Focus(s.frame.file)
	default:
		c.Focus(s.frame.gallery)
	}
}

// menu is all that can be done with the slot.
func (s *Slot) menu() *fyne.Menu {
	menu := fyne.NewMenu("")
	add := func(can bool, word string, do func()) {
		if can {
			menu.Items = append(menu.Items, fyne.NewMenuItem(word, do))
		}
	}
	pictured, filled := s.value.drags(), s.value.filled()
	add(pictured && s.OnLook != nil, lang.L("View the picture"), s.OnLook)
	add(pictured && s.OnAsset != nil, lang.L("Show in the gallery"), s.OnAsset)
	add(filled, lang.L("Replace…"), s.OnGallery)
	add(s.OnFile != nil, lang.L("File…"), s.OnFile)
	add(!filled, lang.L("Gallery…"), s.OnGallery)
	add(true, lang.L("Paste"), s.OnPaste)
	add(s.OnText != nil, lang.L("Type an address"), func() { s.Type("") })
	add(filled && s.OnClear != nil, lang.L("Clear"), s.clear)
	return menu
}

// slotCaption is the area under the frame of a slot: caption, and the link's lifetime or the actions, in the first
// line, a note in the second. It always has the height of two lines, so that nothing below moves while a slot fills. A
// caption without a lifetime wraps.
type slotCaption struct {
	object     *fyne.Container
	text, life *Text
	clock      *Icon
	note       *Text
	caption    *fyne.Container // text, clock and life
	links      [3]*Link
	ways       [3]*fyne.Container // the links with the room around them
	actions    [3]SlotAction
}

func newSlotCaption(follow func(id int)) *slotCaption {
	c := &slotCaption{
		text:  NewText("", resources.SizeSM, resources.Text2, false).Ellipsis().MaxLines(2),
		clock: NewIcon(resources.IconClock, iconTag, resources.Text2),
		life:  NewText("", resources.SizeSM, resources.Text2, false),
		note:  NewText("", resources.SizeXS, resources.Text3, false).Wrap(true),
	}
	// The targets of the links are higher than a line and reach into the room around it, so that two rows fit into two
	// lines, px.
	const above, below = -5, -9
	links := NewFlow(4)
	for i := range c.links {
		c.links[i] = NewLink("", func() { follow(c.actions[i].ID) })
		c.ways[i] = NewInset(above, 4, below, 0, c.links[i])
		links.Add(c.ways[i])
	}
	c.caption = NewRow(4, c.text, c.clock, c.life)
	c.object = container.NewStack(
		NewColumn(1, NewText("", resources.SizeSM, resources.Text2, false),
			NewText("", resources.SizeSM, resources.Text2, false)),
		NewColumn(1, NewBeside(4, 0, c.caption, links), c.note))
	return c
}

// set shows a value. refused is why a typed address was refused; it is shown instead of the caption.
func (c *slotCaption) set(v SlotValue, refused string) {
	word, life := resources.Text2, v.tone().Color()
	switch {
	case refused != "":
		v = SlotValue{Caption: refused}
		word = resources.Err
	case v.State == SlotEmpty && v.Words != "":
		v.Caption, word = v.Words, resources.Warn
	case v.State == SlotDead:
		word = resources.Err
	case v.State == SlotFilled:
		life = resources.OK
	}
	c.text.SetText(v.Caption)
	c.text.Wrap(v.Life == "")
	c.text.SetColor(word)
	c.life.SetText(v.Life)
	c.life.SetColor(life)
	c.clock.Set(resources.IconClock, life)
	c.note.SetText(v.Note)
	c.actions = v.Actions
	for i, a := range v.Actions {
		c.links[i].SetText(a.Text)
		Show(c.ways[i], a.Text != "")
	}
	Show(c.caption, v.Caption != "")
	Show(c.life, v.Life != "")
	Show(c.clock, v.Life != "")
	Show(c.note, v.Note != "")
	c.object.Refresh()
}
