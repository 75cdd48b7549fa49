package gallery

import "viviscope/db"

// Choice asks for one or more pictures or clips for another screen. At most one of its two functions is called, once.
type Choice struct {
	Words   string                // shown over the gallery: "Choose a picture for the first frame"
	Frame   bool                  // only pictures that can be a frame
	Several bool                  // all selected ones
	Clips   bool                  // clips only
	Picked  func(list []db.Asset) // one asset, unless Several is set
	Back    func()                // the user cancelled
}

// choosing is a choice in progress, with the question before it.
type choosing struct {
	Choice
	linked bool // only pictures with a valid link
	before question
}
