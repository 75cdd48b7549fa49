package imageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/kit"
)

// PointerEvent is the kind of a pointer event.
type PointerEvent int

// The events. Down, Drag and Up belong to one button, from its press until its release, even outside the view. Other
// buttons that are pressed meanwhile are not reported, nor is a button that pans. Hover is reported while no button is
// held. Double is a double click with the primary button; both clicks were reported before.
const (
	Down PointerEvent = iota
	Drag
	Up
	Hover
	Double
)

// Pointer is a pointer event in a view.
type Pointer struct {
	Event    PointerEvent
	X, Y     float64             // in picture coordinates, also outside the picture
	At       fyne.Position       // in the view
	By       fyne.Delta          // of a Drag: the distance since the last event
	Button   desktop.MouseButton // the held or just released button; 0 while hovering
	Modifier fyne.KeyModifier    // Control also stands for Command on systems with that key
}

// press is a held button. The view receives its events until it is released, wherever the pointer goes.
type press struct {
	button desktop.MouseButton // 0: none
	pans   bool
	at     fyne.Position // last position of the pointer
	// otherReleased is set after another button was released: the next DragEnd of Fyne does not belong to this press.
	otherReleased bool
}

// heldModifiers returns the held modifier keys. Fyne reports Command as Control with a press, and as itself otherwise.
func heldModifiers() fyne.KeyModifier {
	held := kit.HeldModifiers()
	if held&fyne.KeyModifierShortcutDefault != 0 {
		held = held&^fyne.KeyModifierShortcutDefault | fyne.KeyModifierControl
	}
	return held
}
