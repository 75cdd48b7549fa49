package gallery

import "viviscope/db"

// Choice asks for one or more pictures or clips for another place. At most one of the two functions is called, once.
type Choice struct {
	Words   string                // shown over the gallery: "Choose a picture for the first frame"
	Frame   bool                  // only pictures that can be a frame
	Several bool                  // all that are selected
	Clips   bool                  // clips, and no pictures
	Picked  func(list []db.Asset) // one, unless Several
	Back    func()                // the user cancelled
}

// choosing is a choice under way, and the question before it.
type choosing struct {
	Choice
	linked bool // its link must live
	before question
}
