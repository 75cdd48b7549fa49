package imageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/kit"
)

// PointerEvent is what a pointer did.
type PointerEvent int

// The events. Down, Drag and Up are those of one button, from the moment on that it is pressed until that same button
// is released, wherever that is; buttons that are pressed meanwhile are not told, nor is a button that pans. Hover
// comes with no button pressed. Double is a double click with the first button, whose two clicks have been told one
// by one before.
const (
	Down PointerEvent = iota
	Drag
	Up
	Hover
	Double
)

// Pointer is the pointer in a view.
type Pointer struct {
	Event    PointerEvent
	X, Y     float64             // in picture coordinates, also outside of the picture
	At       fyne.Position       // in the view
	By       fyne.Delta          // of a Drag: how far it went since the last event
	Button   desktop.MouseButton // the one that is pressed, or just was; 0 while hovering
	Modifier fyne.KeyModifier    // Control stands for Command where that is the key of shortcuts
}

// press is a held button. The view receives its events until it is released, wherever the pointer goes.
type press struct {
	button desktop.MouseButton // 0: none
	pans   bool
	at     fyne.Position // where the pointer was last
	// otherUp: another button was released just now, so that the end of a drag which Fyne reports next is not this
	// one's.
	otherUp bool
}

// heldModifiers returns the held modifier keys. Fyne reports Command as Control with a press, and as itself otherwise.
func heldModifiers() fyne.KeyModifier {
	held := kit.HeldModifiers()
	if held&fyne.KeyModifierShortcutDefault != 0 {
		held = held&^fyne.KeyModifierShortcutDefault | fyne.KeyModifierControl
	}
	return held
}
