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
	"viviscope/gui/kit"
	"viviscope/resources"
)

// canvasInput takes the keys of the canvas while it has the focus. The view is inside it.
type canvasInput struct {
	widget.BaseWidget
	kit.TextRole
	host    action.Host
	keys    canvasKeys
	on      fyne.CanvasObject
	focused bool
	pointed bool         // the focus came by a click and needs no ring
	key     action.Chord // was pressed, and its character is still to come
	ring    *canvas.Rectangle
}

// canvasKeys performs the actions of the keys of the canvas.
type canvasKeys interface {
	Actions() []action.Action
	perform(a action.Action)           // does an action, or shows why it is impossible
	performID(id string)               // does the action of an ID
	holdKey(k fyne.KeyName, down bool) // Space or backslash was pressed or released
	dropWork() bool                    // drops unfinished work; false if there is none
	stepHistory(redo bool)             // undoes or redoes a step
	pasteInto()
	contentText() string // description of the canvas for accessibility; "" if it is empty
	canFocus() bool      // the canvas is visible
}

func newCanvasInput(host action.Host, keys canvasKeys, on fyne.CanvasObject) *canvasInput {
	p := &canvasInput{host: host, keys: keys, on: on}
	p.ExtendBaseWidget(p)
	return p
}

// focus gives the canvas the focus. pointed: without a focus ring, because the user uses the pointer.
func (p *canvasInput) focus(pointed bool) {
	if c := p.host.Canvas(); c.Focused() != fyne.Focusable(p) {
		p.pointed = pointed
		c.Focus(p)
	}
}

// takeBack gives the canvas the focus if nothing has it. Fyne takes the focus from the canvas when the user clicks a
// button, but does not give it to the button.
func (p *canvasInput) takeBack(pointed bool) {
	if c := p.host.Canvas(); c.Focused() == nil && c.Overlays().Top() == nil && p.keys.canFocus() {
		p.focus(pointed)
	}
}

// AccessibilityLabel returns the description of the canvas and the tool, or the text in place of a picture.
func (p *canvasInput) AccessibilityLabel() string {
	text := p.keys.contentText()
	if text == "" {
		return kit.Words(p.on)
	}
	return text
}

func (p *canvasInput) FocusGained() {
	p.focused = true
	p.Refresh()
}

// FocusLost ends the actions of held keys.
func (p *canvasInput) FocusLost() {
	pointed := p.pointed
	p.focused, p.pointed, p.key = false, false, action.Chord{}
	p.keys.holdKey(fyne.KeySpace, false)
	p.keys.holdKey(fyne.KeyBackslash, false)
	p.Refresh()
	p.host.Post(func() { p.takeBack(pointed) })
}

func (p *canvasInput) KeyDown(e *fyne.KeyEvent) { p.keys.holdKey(e.Name, true) }

func (p *canvasInput) KeyUp(e *fyne.KeyEvent) { p.keys.holdKey(e.Name, false) }

// meant returns the action of a chord; false for an action that lasts while its key is held.
func (p *canvasInput) meant(c action.Chord) (action.Action, bool) {
	a, _ := action.Find(p.keys.Actions(), c)
	return a, !a.Held && a.Do != nil
}

// TypedRune does the action of a character. Letters, digits and signs are identified by the character and not by the
// name of the key: with another keyboard, Shift or AltGr Fyne names the key otherwise ("8" for [ on a German
// keyboard) or not at all. Besides, an action that focuses a field must wait for the character, which would be typed
// into the field. If the character has no action the key is tried: the keys of digits type signs without Shift on a
// French keyboard.
func (p *canvasInput) TypedRune(r rune) {
	key := p.key
	p.key = action.Chord{}
	if r == '?' { // the key sheet of the window
		if typed := p.host.Canvas().OnTypedRune(); typed != nil {
			typed(r)
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
		p.keys.perform(a)
	}
}

// TypedKey does the action of a key that types no character, and passes unused keys to the window. Keys that type a
// character wait for TypedRune.
func (p *canvasInput) TypedKey(e *fyne.KeyEvent) {
	if p.pointed { // a keyboard user needs the ring
		p.pointed = false
		p.Refresh()
	}
	p.key = action.Chord{}
	switch {
	case len(e.Name) == 1: // its character comes after the key
		p.key = action.PressedChord(e)
		return
	case e.Name == fyne.KeySpace: // pans the view while it is held
		return
	case e.Name == fyne.KeyEscape && p.keys.dropWork():
		return
	}
	if a, ok := p.meant(action.PressedChord(e)); ok {
		p.keys.perform(a)
		return
	}
	kit.PassKey(p, e)
}

func (p *canvasInput) TypedShortcut(sc fyne.Shortcut) {
	p.key = action.Chord{}
	switch sc := sc.(type) {
	case *fyne.ShortcutUndo:
		p.keys.stepHistory(false)
	case *fyne.ShortcutRedo:
		p.keys.stepHistory(true)
	case *fyne.ShortcutPaste:
		p.keys.pasteInto()
	case *fyne.ShortcutSelectAll:
		p.keys.performID("canvas/all")
	case *desktop.CustomShortcut:
		chord := action.Chord{Key: sc.KeyName, Mod: sc.Modifier}
		a, ok := p.meant(chord)
		if !ok && chord.Mod&fyne.KeyModifierShift != 0 { // the steps of the arrows are longer with it
			chord.Mod &^= fyne.KeyModifierShift
			a, ok = p.meant(chord)
			ok = ok && slices.Contains(arrowIDs, a.ID)
		}
		if ok {
			p.keys.perform(a)
			return
		}
		if w, ok := p.host.Canvas().(interface{ TypedShortcut(fyne.Shortcut) }); ok {
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
