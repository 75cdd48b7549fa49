package compose

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// MaxClips is how many jobs one click may make. More is a batch, which deserves a list to look at first.
const MaxClips = 10

// The fields of the form by their names on the wire, as client.ValidationError uses them.
const (
	fieldModel   = "model"
	fieldPrompt  = "prompt"
	fieldSeconds = "seconds"
	fieldSize    = "size"
	fieldAudio   = "audio"
	fieldSeed    = "seed"
)

// msgSeed is the rule for a seed (interface 2.2), which the service states without a message.
const msgSeed = "seed must be an integer"

// Kinds returns the kinds of job that the composer makes, in the order of its switch.
func Kinds() []db.JobKind { return []db.JobKind{db.TextToVideo, db.TextToImage} }

// Form is everything the composer holds: a draft for each kind, and which of them is in front. It is a comparable
// value: a copy is a snapshot. The zero value is not useful; NewForm gives the form of a first start.
type Form struct {
	Kind  db.JobKind `json:"kind"`
	Video VideoDraft `json:"text_to_video"`
	Image ImageDraft `json:"text_to_image"`
}

// NewForm returns the form of a first start: the defaults of the service (interface 2.2, 2.4).
func NewForm() Form {
	return Form{Kind: db.TextToVideo, Video: newVideoDraft(), Image: newImageDraft()}
}

// Order is what one click asks for: one request per job, all of the same kind. Exactly one of the slices is filled.
type Order struct {
	Videos []client.VideoRequest
	Images []client.ImageRequest
}

// Jobs returns how many jobs the order makes.
func (o Order) Jobs() int { return len(o.Videos) + len(o.Images) }

// Build makes the requests that a click would send now, and says what is wrong with them, in the order of the fields.
// Where something is wrong the order still holds the form as far as it can be read, so that a price can be shown while
// only the prompt is missing; it must not be sent.
func (f Form) Build() (Order, []client.ValidationError) {
	if f.Kind == db.TextToImage {
		request, problems := f.Image.request()
		return Order{Images: slices.Repeat([]client.ImageRequest{request}, f.Image.clips())}, problems
	}
	requests, problems := f.Video.requests()
	return Order{Videos: requests}, problems
}

// Prompt returns the prompt of the draft in front.
func (f Form) Prompt() string {
	if f.Kind == db.TextToImage {
		return f.Image.Prompt
	}
	return f.Video.Prompt
}

// Sent returns the form as it stands after its order was handed over: seeds that are not locked move on, so that the
// next click makes something else. Nothing that was typed is lost.
func (f Form) Sent(next func() int64) Form {
	if f.Kind == db.TextToVideo {
		f.Video.Seed = f.Video.Seed.moved(next)
	}
	return f
}

// mend makes a form that was read from the library usable: values of another version of the program that are not in
// the catalogue fall back to the defaults. Texts stay as they were typed.
func (f Form) mend() Form {
	if !slices.Contains(Kinds(), f.Kind) {
		f.Kind = db.TextToVideo
	}
	f.Video, f.Image = f.Video.mend(), f.Image.mend()
	return f
}

func clampClips(n int) int { return min(max(n, 1), MaxClips) }

// oneOf returns value where the options hold it, else the first of them.
func oneOf(value string, options []string) string {
	if slices.Contains(options, value) {
		return value
	}
	return options[0]
}

// only returns the problems of one field.
func only(problems []client.ValidationError, field string) []client.ValidationError {
	var of []client.ValidationError
	for _, p := range problems {
		if p.Field == field {
			of = append(of, p)
		}
	}
	return of
}
