package editor

import (
	"image/color"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/editor/tool"
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
	p.focused, p.pointed, p.held = false, false, 0
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

// TypedRune does what a letter or a sign stands for.
func (p *pad) TypedRune(r rune) {
	r = unicode.ToUpper(r)
	switch r {
	case '=': // the key of + without Shift
		r = '+'
	case '_':
		r = '-'
	}
	for _, c := range p.s.Commands() {
		if c.Rune == r && r != '\\' && r != 0 {
			c.Do()
			return
		}
	}
	if r == '?' { // the window's sheet of keys
		passOn(p, &fyne.KeyEvent{Name: fyne.KeyF1})
	}
}

// TypedKey hands keys to the tool, and what it has no use for to the window.
func (p *pad) TypedKey(e *fyne.KeyEvent) {
	if p.pointed { // whoever uses the keyboard wants to see where it is
		p.pointed = false
		p.Refresh()
	}
	switch e.Name {
	case fyne.KeySpace:
		return
	case fyne.KeyEscape:
		if p.s.kit.Cancel() {
			p.s.render()
			return
		}
	case fyne.KeyHome, fyne.KeyEnd:
		if len(p.s.kit.Selection()) == 0 {
			return
		}
	}
	for name, key := range map[fyne.KeyName]tool.Name{
		fyne.KeyReturn: tool.Enter, fyne.KeyEnter: tool.Enter, fyne.KeyDelete: tool.Delete, fyne.KeyBackspace: tool.Delete,
	} {
		if e.Name == name {
			p.s.markKey(key)
			return
		}
	}
	for _, c := range p.s.Commands() {
		if c.Key == e.Name && c.Modifier == 0 {
			c.Do()
			return
		}
	}
	passOn(p, e)
}

// TypedShortcut takes keys with Ctrl.
func (p *pad) TypedShortcut(sc fyne.Shortcut) {
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
		for _, asked := range []fyne.KeyModifier{sc.Modifier, sc.Modifier &^ fyne.KeyModifierShift} { // Shift makes steps longer
			for _, c := range p.s.Commands() {
				if c.Key == sc.KeyName && c.Modifier != 0 && c.Modifier == asked && (asked == sc.Modifier || asked == fyne.KeyModifierAlt) {
					c.Do()
					return
				}
			}
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
