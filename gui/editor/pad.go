package editor

import (
	"image/color"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/editor/tool"
	"viviscope/gui/keymap"
	"viviscope/resources"
)

// pad is the part of the window that takes the keys of the canvas. What lies on it is the stage.
type pad struct {
	widget.BaseWidget
	s       *Screen
	on      fyne.CanvasObject
	focused bool
	pointed bool // the focus came by a click, which needs no ring to be found
	held    tool.Hold
	key     keymap.Chord // was pressed, and the character that it types is still to come
}

func newPad(s *Screen, on fyne.CanvasObject) *pad {
	p := &pad{s: s, on: on}
	p.ExtendBaseWidget(p)
	return p
}

// hold are the keys that are held which change what others do.
func (p *pad) hold() tool.Hold { return p.held }

// FocusCanvas brings the keyboard to the picture that is open. Window's goroutine.
func (s *Screen) FocusCanvas() {
	if s.page == nil || s.pad == nil {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.pad); c != nil {
		c.Focus(s.pad)
	}
}

// take brings the keyboard to the canvas, because it was clicked.
func (p *pad) take() {
	c := fyne.CurrentApp().Driver().CanvasForObject(p)
	if c == nil || c.Focused() == fyne.Focusable(p) {
		return
	}
	p.pointed = true
	c.Focus(p)
}

// FocusGained shows the ring, but after a click.
func (p *pad) FocusGained() { p.focused = true; p.Refresh() }

// FocusLost takes it away, and ends what goes on only while a key is held.
func (p *pad) FocusLost() {
	pointed := p.pointed
	p.focused, p.pointed, p.held, p.key = false, false, 0, keymap.Chord{}
	p.s.holdPan(false)
	p.s.peek(false)
	p.Refresh()
	p.s.d.Post(func() { p.s.takeBack(pointed) })
}

// KeyDown notes keys that do something while they are held.
func (p *pad) KeyDown(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
		p.s.holdPan(true)
	case fyne.KeyBackslash:
		p.s.peek(true)
	}
	p.held |= heldBy(e.Name)
}

// KeyUp ends that.
func (p *pad) KeyUp(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
		p.s.holdPan(false)
	case fyne.KeyBackslash:
		p.s.peek(false)
	}
	p.held &^= heldBy(e.Name)
}

func heldBy(k fyne.KeyName) tool.Hold {
	switch k {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight:
		return tool.Shift
	case desktop.KeyAltLeft, desktop.KeyAltRight:
		return tool.Alt
	case desktop.KeyControlLeft, desktop.KeyControlRight, desktop.KeySuperLeft, desktop.KeySuperRight:
		return tool.Control
	}
	return 0
}

// meant returns the action that a chord means, where it is none that lasts while its key is held.
func (p *pad) meant(c keymap.Chord) (action.Action, bool) {
	a, _ := p.s.d.Keys.Find(p.s.Actions(), c)
	return a, !a.Held && a.Do != nil
}

// types reports whether a key types a character, which Fyne tells after the key.
func types(e *fyne.KeyEvent) bool { return len(e.Name) == 1 }

// TypedRune does what a character means. Letters, digits and signs are taken as what they type and not as what their keys are called:
// where a sign is another key, or one that needs Shift or AltGr, Fyne calls the key otherwise ("8" for the [ of a German keyboard)
// or not at all. Besides, a command that leads to a field must wait for its letter, which would stand in the field. Where the
// character means nothing the key does: a digit's keys are called after the digit also where they type signs without Shift, as on
// a French keyboard.
func (p *pad) TypedRune(r rune) {
	key := p.key
	p.key = keymap.Chord{}
	if r == '?' { // the window's sheet of keys
		if c := fyne.CurrentApp().Driver().CanvasForObject(p); c != nil && c.OnTypedRune() != nil {
			c.OnTypedRune()(r)
		}
		return
	}
	if r == '_' { // - with Shift
		r = '-'
	}
	c, ok := p.meant(keymap.Chord{Key: fyne.KeyName(unicode.ToUpper(r))})
	if !ok && !key.None() && !p.held.Has(tool.Shift) {
		c, ok = p.meant(key)
	}
	if ok {
		c.Do()
	}
}

// TypedKey does what a key means that types nothing, and hands what it has no use for to the window. Those that type something wait
// for TypedRune.
func (p *pad) TypedKey(e *fyne.KeyEvent) {
	if p.pointed { // whoever uses the keyboard wants to see where it is
		p.pointed = false
		p.Refresh()
	}
	p.key = keymap.Chord{}
	switch {
	case types(e):
		p.key = keymap.Pressed(e)
		return
	case e.Name == fyne.KeySpace: // moves the view while it is held
		return
	case e.Name == fyne.KeyEscape && p.s.toolbox.Cancel():
		p.s.render()
		return
	}
	if c, ok := p.meant(keymap.Pressed(e)); ok {
		c.Do()
		return
	}
	passOn(p, e)
}

// TypedShortcut takes keys with Ctrl or Alt.
func (p *pad) TypedShortcut(sc fyne.Shortcut) {
	p.key = keymap.Chord{}
	switch sc := sc.(type) {
	case *fyne.ShortcutUndo:
		p.s.Undo()
	case *fyne.ShortcutRedo:
		p.s.Redo()
	case *fyne.ShortcutPaste:
		p.s.Paste()
	case *fyne.ShortcutSelectAll:
		p.s.markKey(tool.All)
	case *desktop.CustomShortcut:
		chord := keymap.Chord{Key: sc.KeyName, Mod: sc.Modifier}
		c, ok := p.meant(chord)
		if !ok && chord.Mod&fyne.KeyModifierShift != 0 {
			chord.Mod &^= fyne.KeyModifierShift
			c, ok = p.meant(chord)
			ok = ok && action.ByID(p.s.arrowActions(), c.ID).ID != ""
		}
		if ok {
			c.Do()
			return
		}
		if c := fyne.CurrentApp().Driver().CanvasForObject(p); c != nil {
			if w, ok := c.(interface{ TypedShortcut(fyne.Shortcut) }); ok {
				w.TypedShortcut(sc)
			}
		}
	}
}

// CreateRenderer draws the ring around the stage.
func (p *pad) CreateRenderer() fyne.WidgetRenderer {
	r := &padRenderer{p: p, ring: canvas.NewRectangle(color.Transparent)}
	r.objects = []fyne.CanvasObject{p.on, r.ring}
	r.Refresh()
	return r
}

type padRenderer struct {
	p       *pad
	ring    *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *padRenderer) Destroy()                     {}
func (r *padRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *padRenderer) MinSize() fyne.Size           { return fyne.NewSize(200, 120) }

func (r *padRenderer) Layout(s fyne.Size) {
	r.p.on.Resize(s)
	r.ring.Resize(s)
}

func (r *padRenderer) Refresh() {
	r.ring.StrokeWidth = 2
	r.ring.StrokeColor = color.Transparent
	if r.p.focused && !r.p.pointed {
		r.ring.StrokeColor = theme.Color(resources.Accent)
	}
	r.ring.Refresh()
}
