// Package order makes requests: one draft for each kind of job, which rules its
// fields break, and what it will cost. It reads no clock, file, library or network: what is needed of the outside is in [Env]. All
// functions are pure; values may be used from any goroutine, but a pointer to a draft belongs to one at a time.
//
// # The form
//
// [Form] is a comparable value: a copy is a snapshot, and == says whether anything changed. It is kept as JSON. Fields without a
// rule behind them are plain fields to be written; where a change may bring others with it there is a method (SetModel,
// SetResolution, SetAudio, …), which returns what it corrected, to be said, as [Correction]s. What a person wished for stays in
// the draft beside what a model makes of it, so that going back to a model that can do more brings the wish back.
//
// # The order
//
// [Form.Build] is the only place where a request is made. The estimate on the button, Copy request, the preview of the
// variations and the click all use the [Order] of one call of it, so that they cannot differ. Beside the order come the
// rules that it breaks, in the order of the fields, in the words of the service where it has words (interface 7.4): what
// Build lets through, the service accepts. Braces in the prompt and in the negative prompt are expanded (see [Expand]): an order
// has one request for each variation and clip, variations first, at most [MaxOrder].
//
// # Pictures
//
// A [Slot] holds a picture: a link, a local file, or both. Clips take links only: a local file is refused with
// [client.MsgReferenceURL], unless [Env.Hosting] says that it can be put somewhere first. Then it stands in [Order.Uploads],
// and its place in InputReference is "" until the link is known. An edit takes one local file, which is sent along
// ([Order.Picture]; the bytes of EditRequest.Image are read by whoever sends), or links; with hosting also a mixture.
//
// A [Canvas] is the first picture of an edit where there is one. What is drawn upon it goes as one file, which is made at the
// click ([Order.Baked]); a picture that is as it was goes by its link while that lives, else as its own file ([CanvasWay]). An
// order that takes the place of a job's keeps what its row knows of the pictures that are still the same ([Order.Again]).
//
// From top to bottom:
//
//	price, recall                          what forms cost; a form from an earlier job
//	list, listcells, listformat, columns   lists of orders: rows, cells, the formats of files
//	fields, rowreader, listrows            the table of request fields; a row of a list as it is read
//	form                                   the form and its Build
//	picture, clip, canvas                  the drafts of pictures and clips
//	texts, env, size, seed, variations     prompts and variations; models, slots and hosting; sizes, seeds
//	order, messages, fieldnames            what is ordered; messages; names of fields
package order

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// Form is everything the composer holds: a draft for each kind, and which of them is in front. It is a comparable value: a
// copy is a snapshot. The zero value is not useful; New gives the form of a first start.
type Form struct {
	Kind   db.JobKind `json:"kind"`
	Text   VideoDraft `json:"text_to_video"`
	Frames VideoDraft `json:"frames_to_video"`
	Image  ImageDraft `json:"text_to_image"`
	Edit   EditDraft  `json:"edit_image"`
	Edited bool       `json:"edited,omitempty"` // an edit was sent before, and what there is to know about it was read
}

// New returns the form of a first start: the defaults of the service (interface 2.2, 2.4). A form that was kept is read
// into it, so that a kind that an older version did not know has its defaults; see Mended.
func New() Form {
	return Form{Kind: db.TextToVideo, Text: newVideoDraft(), Frames: newVideoDraft(), Image: newImageDraft(), Edit: newEditDraft()}
}

// Build makes the requests that a click would send now, and says what is wrong with them, in the order of the fields.
// Where something is wrong the order still holds the form as far as it can be read, so that a price can be shown while
// only the prompt is missing (see Priceable); it must not be sent.
func (f Form) Build(env Env) (Order, []client.ValidationError) {
	f = f.Under(env)
	var o Order
	var problems []client.ValidationError
	switch f.Kind {
	case db.TextToImage:
		o, problems = f.Image.order(env)
	case db.EditImage:
		o, problems = f.Edit.order(env)
	case db.FramesToVideo:
		o, problems = f.Frames.order(env, true)
	default:
		o, problems = f.Text.order(env, false)
	}
	return o, sorted(problems)
}

// Clip returns the draft in front where the form makes a clip, else nil.
func (f *Form) Clip() *VideoDraft {
	switch f.Kind {
	case db.TextToVideo:
		return &f.Text
	case db.FramesToVideo:
		return &f.Frames
	}
	return nil
}

// Picture returns what the draft in front has in common with the other kind of picture, where the form makes a picture,
// else nil.
func (f *Form) Picture() *ImageDraft {
	switch f.Kind {
	case db.TextToImage:
		return &f.Image
	case db.EditImage:
		return &f.Edit.ImageDraft
	}
	return nil
}

// Prompt returns the prompt of the draft in front.
func (f Form) Prompt() string { return *f.prompt() }

// SetPrompt changes the prompt of the draft in front.
func (f *Form) SetPrompt(text string) { *f.prompt() = text }

func (f *Form) prompt() *string {
	if p := f.Picture(); p != nil {
		return &p.Prompt
	}
	if c := f.Clip(); c != nil {
		return &c.Prompt
	}
	return &f.Text.Prompt
}

// Emptied returns the form with the draft in front as it is at a first start.
func (f Form) Emptied() Form {
	first := New()
	switch f.Kind {
	case db.TextToVideo:
		f.Text = first.Text
	case db.FramesToVideo:
		f.Frames = first.Frames
	case db.TextToImage:
		f.Image = first.Image
	case db.EditImage:
		first.Edit.Canvas = f.Edit.Canvas // a session of its own
		f.Edit = first.Edit
	}
	return f
}

// Sent returns the form as it stands after its order was handed over: a seed that is not locked moves on, so that the next
// click makes something else. Nothing that was typed is lost.
func (f Form) Sent(next func() int64) Form {
	if c := f.Clip(); c != nil {
		c.Seed = c.Seed.moved(next)
	}
	f.Edited = f.Edited || f.Kind == db.EditImage
	return f
}

// WithoutTexts returns the form without what is typed freely, so that typing is told from choosing.
func (f Form) WithoutTexts() Form {
	for _, d := range []*VideoDraft{&f.Text, &f.Frames} {
		d.Prompt, d.Negative, d.Seed.Text = "", "", ""
	}
	f.Image.Prompt, f.Edit.Prompt = "", ""
	return f
}

// Under returns the form under the names that a profile has for models: its own models follow the rules that the profile
// gives them now. Build does the same for itself; what the draft says of its fields is right only under the profile that
// sends it.
func (f Form) Under(env Env) Form {
	videos, images := env.aliases(isVideoModel), env.aliases(isImageModel)
	for _, d := range []*VideoDraft{&f.Text, &f.Frames} {
		d.Own = env.Limits(d.Model)
		if m, ok := find(d.Model, videos); ok {
			d.Like = m.Like
		}
	}
	for _, d := range []*ImageDraft{&f.Image, &f.Edit.ImageDraft} {
		if m, ok := find(d.Model, images); ok {
			d.Like = m.Like
		}
	}
	return f
}

// Mended returns a form that was read from the library as one that can be used: values of another version of the program
// that are not in the catalogue fall back to the defaults. Texts and pictures stay as they were put in.
func (f Form) Mended() Form {
	if !slices.Contains(Kinds(), f.Kind) {
		f.Kind = db.TextToVideo
	}
	f.Text, f.Frames, f.Image = f.Text.mended(), f.Frames.mended(), f.Image.mended(Presets())
	f.Edit.ImageDraft = f.Edit.ImageDraft.mended(EditPresets())
	return f
}

// Asked returns what a person asks for with the kind in front, and nothing else: not what the other kinds hold, not what
// looking at pictures found out, and not what is done for one click. Two forms that are equal by it are one wish, also where
// the lives of links or the pixels of pictures became known in between.
func (f Form) Asked() Form {
	a := Form{Kind: f.Kind}
	switch f.Kind {
	case db.TextToVideo:
		a.Text = f.Text
	case db.FramesToVideo:
		a.Frames = f.Frames
	case db.TextToImage:
		a.Image = f.Image
	case db.EditImage:
		a.Edit = f.Edit
	}
	a.Frames.First, a.Frames.Last = a.Frames.First.Bare(), a.Frames.Last.Bare()
	for i, s := range a.Edit.Pictures {
		a.Edit.Pictures[i] = s.Bare()
	}
	c := &a.Edit.Canvas
	c.Link, c.Dies, c.SourceWidth, c.SourceHeight = "", 0, 0, 0
	a.Edit.WithoutMarks = false
	return a
}

// Joined returns the form of the last session with what was put into this one since a first start: the kind that a person
// chose stays in front, what was typed is added to what is there, and a picture takes the slot that it was put into. The
// drafts of the last session come a moment after the window, and a click in that moment must send what is in sight.
func (f Form) Joined(last Form) Form {
	first := New()
	if f.Kind != first.Kind {
		last.Kind = f.Kind
	}
	last.SetPrompt(lines(last.Prompt(), f.Prompt()))
	f.SetPrompt("")
	front := last.Kind
	for _, kind := range Kinds() {
		f.Kind, last.Kind = kind, kind
		last.SetPrompt(lines(last.Prompt(), f.Prompt()))
	}
	last.Kind = front
	for _, place := range []int{FirstFrame, LastFrame} {
		if s := *f.Frames.Slot(place); !s.Empty() {
			*last.Frames.Slot(place) = s
		}
	}
	if inputs := f.Edit.Inputs(); len(inputs) > 0 {
		last.Edit.Pictures = [MaxEditPictures]Slot{}
		last.Edit.Add(inputs...)
	}
	last.Edit.Canvas = f.Edit.Canvas
	return last
}

// lines puts one text under another; either may be empty.
func lines(above, below string) string {
	if above == "" || below == "" {
		return above + below
	}
	return above + "\n" + below
}

// Presets returns the sizes that the form of a picture in front offers.
func (f Form) Presets() []string {
	if f.Kind == db.EditImage {
		return EditPresets()
	}
	return Presets()
}

// SetPreset asks for one of the sizes of Presets, or behind them for a free size.
func (f *Form) SetPreset(i int) {
	switch presets := f.Presets(); {
	case i < len(presets):
		f.Picture().SetPreset(presets[i])
	case f.Kind == db.EditImage:
		f.Edit.SetFreeSize()
	default:
		f.Image.SetFreeSize()
	}
}

// Size returns the size that will be asked for of the picture in front, as [EditDraft].Size does.
func (f Form) Size() string {
	if f.Kind == db.EditImage {
		return f.Edit.Size()
	}
	return f.Image.Size()
}
