package order

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/cast"
)

// Limits of one click. For more jobs, the user must write a list.
const (
	MaxClips = 10  // jobs with the same texts
	MaxOrder = 100 // jobs in total, with all variations of the texts
)

// Kinds returns the kinds of job that a form can make, in display order.
func Kinds() []db.JobKind {
	return []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage, db.EditImage}
}

// Order is the result of [Form.Build]: one request for each job, and their pictures.
type Order struct {
	Requests []client.Request // EditRequest.Image is empty; the caller reads the file

	Uploads []Upload // local pictures to upload before the requests are sent, once for all jobs
	Linked  []Upload // pictures of the library that are sent by their links
	Picture Upload   // the local picture that each edit sends as a file; zero: none
	// local pictures that are laid on one numbered sheet, in this order, which each edit sends as a file. A drawing on
	// the canvas (Baked) comes before them
	Sheet []Upload `json:",omitempty"`

	Cast [][]cast.Used `json:",omitempty"` // by request: the entries of the cast that it mentions; nil: none

	// Baked reports that each edit sends the drawing on the canvas, which the sender renders. If the edit has links,
	// the drawing is uploaded, and the first link is "" until then. Otherwise it is the file of the request.
	Baked        bool `json:",omitzero"`
	WithoutMarks bool `json:"Bare,omitzero"` // Baked is sent without its marks
	// StoredInputs are the stored inputs of the repeated job, for pictures that are unchanged. The new job stores them
	// too.
	StoredInputs []db.Input `json:"Kept,omitzero"`
}

// Upload is a picture at the same place in every request of an order.
type Upload struct {
	Slot  int    `json:"slot"`            // index in InputReference (0 first frame, 1 last frame) or in ImageURLs
	File  string `json:"file,omitempty"`  // absolute path, or relative to the library; "" if only Asset is known
	Asset string `json:"asset,omitempty"` // ref of the asset to read instead of File; "": not in the library
}

// Jobs returns the number of jobs in the order.
func (o Order) Jobs() int { return len(o.Requests) }

// First returns the order with only its first job.
func (o Order) First() Order {
	o.Requests = o.Requests[:min(1, len(o.Requests))]
	return o
}

// oneOf returns value if it is one of the options, else the first option.
func oneOf(value string, options []string) string {
	if slices.Contains(options, value) {
		return value
	}
	return options[0]
}

func clampCount(n int) int { return min(max(n, 1), MaxClips) }
