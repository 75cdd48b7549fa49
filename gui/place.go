package gui

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// Place is where a person can be in the window.
type Place int

// The places, in the order of the rail and of Ctrl/Cmd+1 to 5.
const (
	Create Place = iota
	Queue
	Gallery
	Costs
	Settings
	places
)

// placeNames are the places in IDs of actions and in the scopes of keys.
var placeNames = [places]string{"create", "queue", "gallery", "costs", "settings"}

// String returns the word of the place in the window's language.
func (p Place) String() string {
	return [...]string{lang.X("place", "Create"), lang.X("place", "Queue"), lang.X("place", "Gallery"), lang.X("place", "Costs"), lang.X("place", "Settings")}[p]
}

// icon returns the icon of the place.
func (p Place) icon() fyne.Resource {
	switch p {
	case Create:
		return resources.IconCreate()
	case Queue:
		return resources.IconQueue()
	case Gallery:
		return resources.IconGallery()
	case Costs:
		return resources.IconCosts()
	}
	return resources.IconSettings()
}
