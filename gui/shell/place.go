package shell

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// Place is one of the main screens of the window.
type Place int

// The places, in the order of the rail.
const (
	Create Place = iota
	Boards
	Queue
	Gallery
	Costs
	Settings
	places
)

// placeTable has a row for each place.
var placeTable = [places]struct {
	name string       // in IDs of actions, in the scopes of keys and in reports of panics
	key  fyne.KeyName // with Ctrl, on macOS Cmd
	icon fyne.Resource
	word func() string // in the language of the window
}{
	Create:   {"create", fyne.Key1, resources.IconCreate, func() string { return lang.X("place", "Create") }},
	Boards:   {"boards", fyne.Key2, resources.IconBoards, func() string { return lang.X("place", "Boards") }},
	Queue:    {"queue", fyne.Key3, resources.IconQueue, func() string { return lang.X("place", "Queue") }},
	Gallery:  {"gallery", fyne.Key4, resources.IconGallery, func() string { return lang.X("place", "Gallery") }},
	Costs:    {"costs", fyne.Key5, resources.IconCosts, func() string { return lang.X("place", "Costs") }},
	Settings: {"settings", fyne.KeyComma, resources.IconSettings, func() string { return lang.X("place", "Settings") }},
}

// String returns the name of the place in the window's language.
func (p Place) String() string { return placeTable[p].word() }

// Name returns the name of the place in stored settings, which is the same in every language.
func (p Place) Name() string { return placeTable[p].name }

// PlaceNamed returns the place with a name, -1 if there is none.
func PlaceNamed(name string) Place {
	for p := range places {
		if placeTable[p].name == name {
			return p
		}
	}
	return -1
}
