// Package order makes requests. It contains one draft for each kind of job, checks the rules for its fields, and
// computes the price. It reads no clock, file, library or network: [Env] contains what it needs from outside. All
// functions are pure. Values may be used on any goroutine, but a pointer to a draft only on one at a time.
//
// # The form
//
// [Format] is a comparable value: a copy is a snapshot, and == detects changes. It is stored as JSON. Callers set plain
// fields directly. If a change may affect other fields, there is a method (SetModel, SetResolution, SetAudio, …), which
// returns its [Correction]s for display. The draft stores both what the user chose and what the model supports, so that
// switching back to a better model restores the choice.
//
// # The order
//
// Requests are made only by [Form.Build]. The estimate on the button, Copy request, the preview of the variations and
// the click all use the [Order] of one call, so that they cannot differ. Build also returns the broken rules, in the
// order of the fields, with the service's messages where there are any (interface 7.4). The service accepts every order
// without problems. Braces in the prompt and in the negative prompt are expanded (see [Expand]): an order has one
// request for each variation and clip, variations first, at most [MaxOrder].
//
// # Pictures
//
// A [Slot] contains a picture: a link, a local file, or both. Clips accept only links: a local file is refused with
// [client.MsgReferenceURL], unless [Env.Hosting] is set, so that it can be uploaded first. Then it is in
// [Order.Uploads], and its place in InputReference is "" until the link is known. An edit accepts one local file, which
// is sent along ([Order.Picture]; the sender reads the bytes of EditRequest.Image), or links; with hosting also both.
//
// A [Canvas] is the optional first picture of an edit. A drawing on it is sent as one file, which is rendered at the
// click ([Order.Baked]). An unchanged picture is sent by its link while that works, else as its own file ([CanvasDelivery]).
// An order that replaces a job's keeps what the row stores about the pictures that are still the same ([Order.WithStoredInputs]).
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

// Form is the content of the composer: a draft for each kind of job, and the current kind. It is a comparable value: a
// copy is a snapshot. The zero value is not useful; New returns the form of a first start.
type Form struct {
	Kind   db.JobKind `json:"kind"`
	Text   VideoDraft `json:"text_to_video"`
	Frames VideoDraft `json:"frames_to_video"`
	Image  ImageDraft `json:"text_to_image"`
	Edit   EditDraft  `json:"edit_image"`
}

// New returns the form of a first start, with the defaults of the service (interface 2.2, 2.4). A stored form is
// decoded into it, so that a kind which an older version did not have gets its defaults; see Mended.
func New() Form {
	return Form{Kind: db.TextToVideo, Text: newVideoDraft(), Frames: newVideoDraft(), Image: newImageDraft(),
		Edit: newEditDraft()}
}

// Build returns the requests that a click would send now, and their problems, in the order of the fields. With
// problems, the order still contains the readable part of the form, so that a price can be shown while only the prompt
// is missing (see Priceable); it must not be sent.
func (f Form) Build(env Env) (Order, []client.ValidationError) {
	f = f.ForProfile(env)
	var o Order
	var problems []client.ValidationError
	switch f.Kind {
	case db.TextToImage:
		o, problems = f.Image.build(env)
	case db.EditImage:
		o, problems = f.Edit.build(env)
	case db.FramesToVideo:
		o, problems = f.Frames.build(env, true)
	default:
		o, problems = f.Text.build(env, false)
	}
	return o, sortByField(problems)
}

// Clip returns the current draft if the form makes a clip, else nil.
func (f *Form) Clip() *VideoDraft {
	switch f.Kind {
	case db.TextToVideo:
		return &f.Text
	case db.FramesToVideo:
		return &f.Frames
	}
	return nil
}

// Picture returns the part of the current draft that both kinds of picture share, or nil if the form makes a clip.
func (f *Form) Picture() *ImageDraft {
	switch f.Kind {
	case db.TextToImage:
		return &f.Image
	case db.EditImage:
		return &f.Edit.ImageDraft
	}
	return nil
}

// Prompt returns the prompt of the current draft.
func (f Form) Prompt() string { return *f.prompt() }

// SetPrompt changes the prompt of the current draft.
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

// Cleared returns the form with the current draft as it is at a first start.
func (f Form) Cleared() Form {
	first := New()
	switch f.Kind {
	case db.TextToVideo:
		f.Text = first.Text
	case db.FramesToVideo:
		f.Frames = first.Frames
	case db.TextToImage:
		f.Image = first.Image
	case db.EditImage:
		first.Edit.Canvas = f.Edit.Canvas // the canvas has its own session
		first.Edit.PromptOf = f.Edit.PromptOf
		f.Edit = first.Edit
	}
	return f
}

// AfterSend returns the form after its order was sent. A seed that is not locked changes, so that the next click makes
// something else. Typed texts stay.
func (f Form) AfterSend(next func() int64) Form {
	if c := f.Clip(); c != nil {
		c.Seed = c.Seed.afterSend(next)
	}
	return f
}

// WithoutTexts returns the form without its free texts, to distinguish typing from choosing.
func (f Form) WithoutTexts() Form {
	for _, d := range []*VideoDraft{&f.Text, &f.Frames} {
		d.Prompt, d.Negative, d.Seed.Text = "", "", ""
	}
	f.Image.Prompt, f.Edit.Prompt = "", ""
	return f
}

// ForProfile returns the form with the current rules of a profile's own models. Build does this itself. The methods of a
// draft are correct only under the profile that will send it.
func (f Form) ForProfile(env Env) Form {
	videos, images := env.aliases(isVideoModel), env.aliases(isImageModel)
	for _, d := range []*VideoDraft{&f.Text, &f.Frames} {
		d.Limits = env.Limits(d.Model)
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

// Normalized returns a valid form for one that was read from the library. Values of another version of the program that are
// not in the catalogue become the defaults. Texts and pictures stay.
func (f Form) Normalized() Form {
	if !slices.Contains(Kinds(), f.Kind) {
		f.Kind = db.TextToVideo
	}
	f.Text, f.Frames, f.Image = f.Text.normalized(), f.Frames.normalized(), f.Image.normalized(Presets())
	f.Edit.ImageDraft = f.Edit.ImageDraft.normalized(EditPresets())
	return f
}

// RequestOnly returns only what the user requests with the current kind, without the other kinds, measured properties of
// pictures, and settings of a single click. Two forms with equal results request the same, even if link expiry times or
// picture sizes became known in between.
func (f Form) RequestOnly() Form {
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
	a.Frames.First, a.Frames.Last = a.Frames.First.WithoutMeasurements(), a.Frames.Last.WithoutMeasurements()
	for i, s := range a.Edit.Pictures {
		a.Edit.Pictures[i] = s.WithoutMeasurements()
	}
	a.Edit.PromptOf = ""
	c := &a.Edit.Canvas
	c.Key, c.Link, c.Dies, c.SourceWidth, c.SourceHeight = "", "", 0, 0, 0
	a.Edit.WithoutMarks = false
	return a
}

// MergedInto merges the form of the last session with the changes that the user made in this one. The kind that the user
// chose stays, typed text is appended, and a picture replaces the one in its slot. The drafts of the last session are
// loaded shortly after the window opens, and a click before that must send what is visible.
func (f Form) MergedInto(last Form) Form {
	first := New()
	if f.Kind != first.Kind {
		last.Kind = f.Kind
	}
	last.SetPrompt(joinLines(last.Prompt(), f.Prompt()))
	f.SetPrompt("")
	front := last.Kind
	for _, kind := range Kinds() {
		f.Kind, last.Kind = kind, kind
		last.SetPrompt(joinLines(last.Prompt(), f.Prompt()))
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

// joinLines joins two texts with a line break. Either may be empty.
func joinLines(above, below string) string {
	if above == "" || below == "" {
		return above + below
	}
	return above + "\n" + below
}

// Presets returns the sizes that the current picture form offers.
func (f Form) Presets() []string {
	if f.Kind == db.EditImage {
		return EditPresets()
	}
	return Presets()
}

// SetPreset selects the i-th size of Presets, or a free size if i is beyond them.
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

// Size returns the size that will be requested for the current picture, like [EditDraft].Size.
func (f Form) Size() string {
	if f.Kind == db.EditImage {
		return f.Edit.Size()
	}
	return f.Image.Size()
}
