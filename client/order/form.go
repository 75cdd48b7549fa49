// Package order builds requests from a form: it checks the rules for each field, expands variations of the prompt, and
// computes the price.
//
// Start with [Form], the content of the composer, and [Form.Build], which returns an [Order] and its problems.
// [Form.ReadList] reads a list of orders from a file, [Form.Recall] fills the form from an earlier job, and [QuoteOf]
// prices an order. The package sends nothing. It uses no clock, file, library or network: [Env] contains the time and
// the profile. Values may be used on any goroutine, but a pointer to a draft only on one goroutine at a time.
//
// # The form
//
// [Form] is a comparable value: a copy is a snapshot, and == detects changes. It is stored as JSON. Callers set plain
// fields directly. If a change may affect other fields, there is a method (SetModel, SetResolution, SetAudio, …) that
// returns its [Correction]s for display. A draft stores the user's choices even if the model does not support them, so
// that switching back to a better model restores them.
//
// # The order
//
// Only [Form.Build] makes requests. The estimate on the button, Copy request, the preview of the variations and the
// click all use the [Order] of one call, so they cannot differ. Build also returns the broken rules, in the order of
// the fields, with the messages of the service if there are any (interface 7.4). The service accepts every order
// without problems. Build expands braces in the prompt and the negative prompt (see [Expand]). An order has one request
// for each variation and clip, at most [MaxOrder].
//
// # Pictures
//
// A [Slot] contains a picture: a link, a local file, or both. Clips accept only links. If [Env.Hosting] is set, a local
// file can be uploaded to the image host first. It is then in [Order.Uploads], and its element of InputReference is ""
// until the link is known. Without hosting, a local file is refused with [client.MsgReferenceURL]. An edit accepts one
// local file ([Order.Picture]) or links. The sender reads the file into EditRequest.Image.
//
// A [Canvas] is the optional first picture of an edit. A drawing on it is sent as a file that is rendered after the
// click ([Order.Baked]). An unchanged picture is sent by its link, or as a file if the link expires soon; see
// [CanvasDelivery]. If an order replaces a job, it reuses the stored inputs of unchanged pictures
// ([Order.WithStoredInputs]).
//
// # Files
//
// From top to bottom:
//
//	price, recall                          quotes; a form from an earlier job
//	list, listcells, listformat, columns   lists of orders: rows, cells, file formats
//	fields, rowreader, listrows            the table of request fields; one row of a list
//	form                                   Form and Build
//	picture, clip, canvas                  drafts of pictures and clips
//	texts, env, size, seed, variations     texts, models, slots, sizes, seeds, variations
//	cast                                   mentions of the cast; the sheet of their pictures
//	order, messages, fieldnames            orders, messages, field names
package order

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// Form is the content of the composer: a draft for each kind of job, and the current kind. The zero value is invalid;
// use New.
type Form struct {
	Kind   db.JobKind `json:"kind"`
	Text   VideoDraft `json:"text_to_video"`
	Frames VideoDraft `json:"frames_to_video"`
	Image  ImageDraft `json:"text_to_image"`
	Edit   EditDraft  `json:"edit_image"`
}

// New returns a form with the defaults of the service (interface 2.2, 2.4). To read a stored form, decode its JSON into
// a new form, so that missing fields have defaults, and call Normalized.
func New() Form {
	return Form{Kind: db.TextToVideo, Text: newVideoDraft(), Frames: newVideoDraft(), Image: newImageDraft(),
		Edit: newEditDraft()}
}

// Build returns the order that a click would send now, and its problems in the order of the fields. An order with
// problems must not be sent. It still contains the valid part of the form, so that a price can be shown while only the
// prompt is missing; see Priceable.
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

// Clip returns the current draft if its kind is a clip, else nil.
func (f *Form) Clip() *VideoDraft {
	switch f.Kind {
	case db.TextToVideo:
		return &f.Text
	case db.FramesToVideo:
		return &f.Frames
	}
	return nil
}

// Picture returns the current draft if its kind is a picture, else nil. For an edit it returns the embedded ImageDraft.
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

// Cleared returns the form with the current draft reset to its defaults. It keeps the canvas of an edit.
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
		first.Edit.Canvas = f.Edit.Canvas // the canvas is stored separately
		first.Edit.PromptOf = f.Edit.PromptOf
		f.Edit = first.Edit
	}
	return f
}

// AfterSend returns the form after its order was sent. It replaces a seed that is not locked by next(), so that the
// next click makes a different clip.
func (f Form) AfterSend(next func() int64) Form {
	if c := f.Clip(); c != nil {
		c.Seed = c.Seed.afterSend(next)
	}
	return f
}

// WithoutTexts returns the form without its free texts, to distinguish typing from other changes.
func (f Form) WithoutTexts() Form {
	for _, d := range []*VideoDraft{&f.Text, &f.Frames} {
		d.Prompt, d.Negative, d.Seed.Text = "", "", ""
	}
	f.Image.Prompt, f.Edit.Prompt = "", ""
	return f
}

// ForProfile returns the form with the limits and aliases of a profile. Build calls it. Call it before other methods of
// a draft that depend on the rules of its model.
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

// Normalized returns a stored form with defaults for values that are not in the catalogue, such as those of another
// version of the program. Texts and pictures stay.
func (f Form) Normalized() Form {
	if !slices.Contains(Kinds(), f.Kind) {
		f.Kind = db.TextToVideo
	}
	f.Text, f.Frames, f.Image = f.Text.normalized(), f.Frames.normalized(), f.Image.normalized(Presets())
	f.Edit.ImageDraft = f.Edit.ImageDraft.normalized(EditPresets())
	return f
}

// RequestOnly returns only the parts of the form that determine the request of the current kind. It omits the other
// kinds, the measured properties of pictures, and settings for a single click. Two forms with equal results make the
// same request, even if a link expiry time or picture size became known in between.
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

// MergedInto returns the form of the last session with the changes that the user has made in f. A kind that the user
// chose stays, typed text is appended, and a picture replaces the one in its slot. This is needed because the last
// session is loaded shortly after the window opens, when the user may have typed already.
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

// SetPreset selects the i-th size of Presets. If i is out of range, it selects a free size.
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

// Size returns the size to request for the current picture; see [EditDraft.Size].
func (f Form) Size() string {
	if f.Kind == db.EditImage {
		return f.Edit.Size()
	}
	return f.Image.Size()
}
