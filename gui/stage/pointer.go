package stage

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Pointer is the pointer on a stage.
type Pointer struct {
	X, Y     float64             // in picture coordinates, also outside of the picture
	At       fyne.Position       // on the stage
	Button   desktop.MouseButton // the one that is pressed, or just was; 0 while hovering
	Modifier fyne.KeyModifier    // Control stands for Command where that is the key of shortcuts
}

// press is a button that is held down. It belongs to the stage until it is released, wherever the pointer goes.
type press struct {
	button desktop.MouseButton // 0: none
	pans   bool
	at     fyne.Position // where the pointer was last
	// otherUp: another button was released just now, so that the end of a drag which Fyne reports next is not this one's.
	otherUp bool
}

// HoldPan says whether the key that makes the first button pan, the space bar, is held. Its owner sees the keys.
func (s *Stage) HoldPan(held bool) { s.panHeld = held }

// SetCursor sets how the pointer looks over the stage, from its next movement on; nil is the usual arrow.
func (s *Stage) SetCursor(c desktop.Cursor) { s.cursor = c }

// Cursor is how the pointer looks over the stage.
func (s *Stage) Cursor() desktop.Cursor {
	switch {
	case s.press.pans || s.panHeld && s.press.button == 0:
		return desktop.PointerCursor
	case s.cursor == nil:
		return desktop.DefaultCursor
	}
	return s.cursor
}

// MouseDown begins a press.
func (s *Stage) MouseDown(e *desktop.MouseEvent) {
	if s.press.button != 0 || s.empty() {
		return
	}
	pans := e.Button == desktop.MouseButtonTertiary || e.Button == desktop.MouseButtonPrimary && s.panHeld
	s.press = press{button: e.Button, pans: pans, at: e.Position}
	if e.Button == desktop.MouseButtonPrimary {
		s.downs[0], s.downs[1] = s.downs[1], e.Position
	}
	if !pans {
		s.tell(s.OnDown, e.Position, e.Button, e.Modifier)
	}
}

// MouseUp ends the press of the same button.
func (s *Stage) MouseUp(e *desktop.MouseEvent) {
	switch {
	case s.press.button == 0:
	case e.Button != s.press.button:
		s.press.otherUp = true
	default:
		s.drag(e.Position)
		s.release(e.Modifier)
	}
}

// Dragged is Fyne's movement with a button held, from 2 units off the press on; it comes from outside of the stage as well.
func (s *Stage) Dragged(e *fyne.DragEvent) {
	s.press.otherUp = false
	s.drag(e.Position)
}

// DragEnd comes after MouseUp, and alone where the button was released over something that does not listen to buttons.
func (s *Stage) DragEnd() {
	if s.press.otherUp {
		s.press.otherUp = false
		return
	}
	if s.press.button != 0 {
		s.release(s.modifiers())
	}
}

// MouseIn begins hovering.
func (s *Stage) MouseIn(e *desktop.MouseEvent) {
	if before := s.pixel; s.press.button == 0 {
		if s.measure(); s.pixel != before {
			s.settle()
		}
	}
	s.MouseMoved(e)
}

// MouseMoved is Fyne's movement with no button held, with the second one, and for the first 2 units after a press.
func (s *Stage) MouseMoved(e *desktop.MouseEvent) {
	s.over = true
	s.press.otherUp = false
	if s.press.button != 0 {
		if e.Button&s.press.button != 0 {
			s.drag(e.Position)
			return
		}
		s.release(s.modifiers()) // it was released where nobody told the stage
	}
	if !s.empty() {
		s.tell(s.OnHover, e.Position, 0, s.modifiers())
	}
}

// MouseOut ends hovering. A press goes on.
func (s *Stage) MouseOut() {
	if s.over {
		s.over = false
		if s.OnLeave != nil {
			s.OnLeave()
		}
	}
}

// DoubleTapped is two quick clicks. Those that are apart are two dabs of a brush, not a double click.
func (s *Stage) DoubleTapped(e *fyne.PointEvent) {
	const near = 6
	apart := s.downs[1].Subtract(s.downs[0])
	if !s.empty() && math.Hypot(float64(apart.X), float64(apart.Y)) <= near {
		s.tell(s.OnDouble, e.Position, desktop.MouseButtonPrimary, s.modifiers())
	}
}

// Scrolled zooms to the pointer while the key of shortcuts is held, and pans otherwise.
func (s *Stage) Scrolled(e *fyne.ScrollEvent) {
	if s.modifiers()&fyne.KeyModifierControl != 0 {
		s.ZoomAt(wheelFactor(float64(e.Scrolled.DY)), e.Position)
		return
	}
	s.PanBy(e.Scrolled.DX, e.Scrolled.DY)
}

// drag is a movement of the pressed button. One that goes nowhere is what Fyne tells twice.
func (s *Stage) drag(to fyne.Position) {
	if s.press.button == 0 || to == s.press.at {
		return
	}
	by := to.Subtract(s.press.at)
	s.press.at = to
	if s.press.pans {
		s.PanBy(by.X, by.Y)
		return
	}
	s.tell(s.OnDrag, to, s.press.button, s.modifiers())
}

func (s *Stage) release(m fyne.KeyModifier) {
	p := s.press
	s.press = press{}
	if !p.pans {
		s.tell(s.OnUp, p.at, p.button, m)
	}
}

// cancel ends a press, because what it was about is gone.
func (s *Stage) cancel() {
	if s.press.button != 0 {
		s.release(s.modifiers())
	}
}

func (s *Stage) tell(f func(Pointer), at fyne.Position, b desktop.MouseButton, m fyne.KeyModifier) {
	if f != nil {
		x, y := s.ToPicture(at)
		f(Pointer{X: x, Y: y, At: at, Button: b, Modifier: m})
	}
}

// modifiers are the keys that are held. Fyne reports Command as Control with a press, and as itself otherwise.
func (s *Stage) modifiers() fyne.KeyModifier {
	held := fyne.KeyModifier(0)
	if s.deps.Modifiers != nil {
		held = s.deps.Modifiers()
	} else if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		held = d.CurrentKeyModifiers()
	}
	if held&fyne.KeyModifierShortcutDefault != 0 {
		held = held&^fyne.KeyModifierShortcutDefault | fyne.KeyModifierControl
	}
	return held
}
