// Package action is what a person can do with jobs, with assets, on a screen and with the window. One list of each is shown as buttons,
// context menus, the menu bar, keys, the command palette and the sheet of keys, so that an action has one wording and one condition
// everywhere, and a new one is one literal in one list.
package action

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/keymap"
)

// Action is something that can be done, with what is selected now. It is a value: a list is made anew where it is shown or asked, which
// takes microseconds, so that its label, its reason and what it does never disagree. It belongs to the window's goroutine.
type Action struct {
	ID    string // never changes, whatever its keys and the language are: the keys that a person chose are stored under it
	Group string // heading in the palette and the sheet of keys, or menu of the menu bar; translated
	Label string // translated
	Icon  fyne.Resource

	Keys  []keymap.Chord // by default; the first is shown
	Fixed string         // why its keys cannot be changed, in a sentence; "": they can
	Says  string         // words the keys where chords do not, "hold Space"; only with Fixed
	Scope keymap.Scope   // where its keys count
	Own   bool           // what has the keyboard there takes the keys itself; the window only words them

	Hidden   bool   // can never apply to what is selected: menus and buttons leave it out, the sheet of keys does not
	Disabled string // why it cannot be done now, in a sentence; "": it can
	Do       func() // nil: only its keys do it
}
