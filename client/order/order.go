package order

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// Limits on one click. More is a batch, which deserves a list to look at first.
const (
	MaxClips = 10  // jobs from the same words
	MaxOrder = 100 // jobs in all, with every variation of the words
)

// Kinds returns the kinds of job that the form makes, in the order of its switch.
func Kinds() []db.JobKind {
	return []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage, db.EditImage}
}

// Order is what one click asks for: one request per job.
type Order struct {
	Requests []client.Request // of an edit Image is empty also where Picture is set: the caller reads the file

	Uploads []Upload // local pictures that are hosted once for all jobs before a request can leave
	Linked  []Upload // pictures of the library whose own links are used: what belongs to which job
	Picture Upload   // the local picture that each edit sends along; zero: none

	// Baked: what is drawn on the canvas goes with each edit: as the file that it sends along, or, where it has links,
	// hosted for its first place, which is "" until the link is known. Whoever sends makes the picture.
	Baked bool `json:",omitzero"`
	Bare  bool `json:",omitzero"` // Baked goes without its marks
	// Kept is what the row of a job says of its pictures that is made once more, without what goes into Uploads and Picture:
	// the new row says the same.
	Kept []db.Input `json:",omitzero"`
}

// Upload is a picture in a place of every request of an order.
type Upload struct {
	Slot  int    `json:"slot"`            // index in InputReference (0 first frame, 1 last frame) or in ImageURLs
	File  string `json:"file,omitempty"`  // absolute path, or path of an asset relative to the library; "" where only Asset is known
	Asset string `json:"asset,omitempty"` // ref of the library's asset; "" for a file from elsewhere. It is read, not File
}

// Jobs returns how many jobs the order makes.
func (o Order) Jobs() int { return len(o.Requests) }

// First returns the order of the first job alone.
func (o Order) First() Order {
	o.Requests = o.Requests[:min(1, len(o.Requests))]
	return o
}

// oneOf returns value where the options hold it, else the first of them.
func oneOf(value string, options []string) string {
	if slices.Contains(options, value) {
		return value
	}
	return options[0]
}

func clampClips(n int) int { return min(max(n, 1), MaxClips) }
