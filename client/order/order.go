package order

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// Limits of one click. More jobs are a batch, which the user should review as a list.
const (
	MaxClips = 10  // jobs with the same texts
	MaxOrder = 100 // jobs in all, with every variation of the texts
)

// Kinds returns the kinds of job that the form makes, in the order of its switch.
func Kinds() []db.JobKind {
	return []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage, db.EditImage}
}

// Order is the result of one click: one request per job.
type Order struct {
	Requests []client.Request // of an edit, Image is empty even if Picture is set: the caller reads the file

	Uploads []Upload // local pictures that are hosted once for all jobs before a request can be sent
	Linked  []Upload // pictures of the library that are sent by their own links
	Picture Upload   // the local picture that each edit sends along; zero: none

	// Baked: each edit sends the drawing on the canvas. It is the file that is sent along; if the edit has links, it is
	// hosted for the first place, which is "" until the link is known. The sender renders the picture.
	Baked        bool `json:",omitzero"`
	WithoutMarks bool `json:"Bare,omitzero"` // Baked is sent without its marks
	// StoredInputs contains what the row of a repeated job stores about its pictures, except the files in Uploads and Picture.
	// The new row gets the same.
	StoredInputs []db.Input `json:"Kept,omitzero"`
}

// Upload is a picture in a place of every request of an order.
type Upload struct {
	Slot  int    `json:"slot"`            // index in InputReference (0 first frame, 1 last frame) or in ImageURLs
	File  string `json:"file,omitempty"`  // absolute, or relative to the library; "" if only Asset is known
	Asset string `json:"asset,omitempty"` // ref of the asset, which is read instead of File; "": from elsewhere
}

// Jobs returns the number of jobs in the order.
func (o Order) Jobs() int { return len(o.Requests) }

// First returns the order of the first job only.
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
