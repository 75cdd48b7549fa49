package editor

import (
	"image/color"
	"slices"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// canvasInput is the part of the window that takes the keys of the canvas. The view lies on it.
type canvasInput struct {
	widget.BaseWidget
	kit.TextRole
	s       *Screen
	on      fyne.CanvasObject
	focused bool
	pointed bool         // the focus came by a click, which needs no ring to be found
	key     action.Chord // was pressed, and the character that it types is still to come
	ring    *canvas.Rectangle
}

func newCanvasInput(s *Screen, on fyne.CanvasObject) *canvasInput {
	p := &canvasInput{s: s, on: on}
	p.ExtendBaseWidget(p)
	return p
}

// focusCanvas brings the keyboard to the canvas. pointed: without the ring, because it is the pointer that is used.
func (s *Screen) focusCanvas(pointed bool) {
	if c := s.d.Canvas(); c.Focused() != fyne.Focusable(s.input) {
		s.input.pointed = pointed
		c.Focus(s.input)
	}
}

// takeBack brings the keyboard to the canvas where nothing has it: Fyne takes it from the canvas when a button is clicked,
// and gives it to nobody.
func (s *Screen) takeBack(pointed bool) {
	if c := s.d.Canvas(); c.Focused() == nil && c.Overlays().Top() == nil && s.main.Visible() {
		s.focusCanvas(pointed)
	}
}

// AccessibilityLabel returns what is on the canvas, and the tool; where nothing is, the words in its place.
func (p *canvasInput) AccessibilityLabel() string {
	if p.s.page == nil {
		return kit.Words(p.on)
	}
	title := p.s.options.title.Text()
	if asset := wording.AssetTitle(p.s.page.asset); asset != "" {
		return wording.Commas(asset, title)
	}
	return title
}

func (p *canvasInput) FocusGained() {
	p.focused = true
	p.Refresh()
}

// FocusLost takes it away, and ends what goes on only while a key is held.
func (p *canvasInput) FocusLost() {
	pointed := p.pointed
	p.focused, p.pointed, p.key = false, false, action.Chord{}
	p.s.holdPan(false)
	p.s.peek(false)
	p.Refresh()
	p.s.d.Post(func() { p.s.takeBack(pointed) })
}

func (p *canvasInput) KeyDown(e *fyne.KeyEvent) { p.hold(e.Name, true) }

func (p *canvasInput) KeyUp(e *fyne.KeyEvent) { p.hold(e.Name, false) }

func (p *canvasInput) hold(k fyne.KeyName, down bool) {
	switch k {
	case fyne.KeySpace:
		p.s.holdPan(down)
	case fyne.KeyBackslash:
		p.s.peek(down)
	}
}

// holdOf is what modifiers mean to the tools.
func holdOf(m fyne.KeyModifier) (h tool.Hold) {
	if m&fyne.KeyModifierShift != 0 {
		h |= tool.Shift
	}
	if m&fyne.KeyModifierAlt != 0 {
		h |= tool.Alt
	}
	return h
}

// meant returns the action that a chord means, where it is none that lasts while its key is held.
func (p *canvasInput) meant(c action.Chord) (action.Action, bool) {
	a, _ := action.Find(p.s.Actions(), c)
	return a, !a.Held && a.Do != nil
}

// TypedRune does what a character means. Letters, digits and signs are taken as what they type and not as what their keys are called:
// where a sign is another key, or one that needs Shift or AltGr, Fyne calls the key otherwise ("8" for the [ of a German keyboard)
// or not at all. Besides, a command that leads to a field must wait for its letter, which would be typed into the field. Where the
// character means nothing the key does: a digit's keys are called after the digit also where they type signs without Shift, as on
// a French keyboard.
func (p *canvasInput) TypedRune(r rune) {
	key := p.key
	p.key = action.Chord{}
	if r == '?' { // the window's sheet of keys
		if c := p.s.d.Canvas(); c.OnTypedRune() != nil {
			c.OnTypedRune()(r)
		}
		return
	}
	if r == '_' { // - with Shift
		r = '-'
	}
	a, ok := p.meant(action.Chord{Key: fyne.KeyName(unicode.ToUpper(r))})
	if !ok && !key.None() && kit.HeldModifiers()&fyne.KeyModifierShift == 0 {
		a, ok = p.meant(key)
	}
	if ok {
		p.s.perform(a)
	}
}

// TypedKey does what a key means that types nothing, and hands what it has no use for to the window. Those that type something wait
// for TypedRune.
func (p *canvasInput) TypedKey(e *fyne.KeyEvent) {
	if p.pointed { // whoever uses the keyboard wants to see where it is
		p.pointed = false
		p.Refresh()
	}
	p.key = action.Chord{}
	switch {
	case len(e.Name) == 1: // it types a character, which Fyne tells after the key
		p.key = action.PressedChord(e)
		return
	case e.Name == fyne.KeySpace: // moves the view while it is held
		return
	case e.Name == fyne.KeyEscape && p.s.toolbox.Cancel():
		p.s.render()
		return
	}
	if a, ok := p.meant(action.PressedChord(e)); ok {
		p.s.perform(a)
		return
	}
	kit.PassKey(p, e)
}

func (p *canvasInput) TypedShortcut(sc fyne.Shortcut) {
	p.key = action.Chord{}
	switch sc := sc.(type) {
	case *fyne.ShortcutUndo:
		p.s.Undo()
	case *fyne.ShortcutRedo:
		p.s.Redo()
	case *fyne.ShortcutPaste:
		p.s.paste()
	case *fyne.ShortcutSelectAll:
		p.s.run("canvas/all")
	case *desktop.CustomShortcut:
		chord := action.Chord{Key: sc.KeyName, Mod: sc.Modifier}
		a, ok := p.meant(chord)
		if !ok && chord.Mod&fyne.KeyModifierShift != 0 { // the steps of the arrows are longer with it
			chord.Mod &^= fyne.KeyModifierShift
			a, ok = p.meant(chord)
			ok = ok && slices.Contains(arrowIDs, a.ID)
		}
		if ok {
			p.s.perform(a)
			return
		}
		if w, ok := p.s.d.Canvas().(interface{ TypedShortcut(fyne.Shortcut) }); ok {
			w.TypedShortcut(sc)
		}
	}
}

func (p *canvasInput) CreateRenderer() fyne.WidgetRenderer {
	p.ring = canvas.NewRectangle(color.Transparent)
	p.ring.StrokeWidth = 2
	arrange := func(s fyne.Size) {
		p.on.Resize(s)
		p.ring.Resize(s)
	}
	return kit.Draw(func() fyne.Size { return fyne.NewSize(200, 120) }, arrange, p.paint, p.on, p.ring)
}

func (p *canvasInput) paint() {
	p.ring.StrokeColor = color.Transparent
	if p.focused && !p.pointed {
		p.ring.StrokeColor = theme.Color(resources.Accent)
	}
	p.ring.Refresh()
}
