package order

import (
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// Field describes one field of a request: its names, its command line flag, and its conversions.
type Field struct {
	Name    string       // wire name, also the column of a list and the name in messages
	Aliases []string     // other names of the column
	Kinds   []db.JobKind // kinds of job with this field

	Flag    string   // command line flag, without the dash
	Value   string   // name of the flag's value, for its help
	Help    string   // help text of the flag
	Choices []string // values of the flag, for help and completion; a model may support fewer

	// Conversions between the field of a draft and of a request. nil: the request has no such field, or a method of the
	// draft converts it.
	clip        func(d VideoDraft, r *client.VideoRequest)
	picture     func(d ImageDraft, r *client.ImageRequest)
	fromClip    func(r client.VideoRequest, d *VideoDraft)
	fromPicture func(r client.ImageRequest, d *ImageDraft)

	cell func(r *rowReader, text string)    // parses a cell of a list; "" resets the field
	text func(r client.VideoRequest) string // returns the free text of the field; nil: not a free text, or the prompt
}

var (
	allKinds     = Kinds()
	clipKinds    = []db.JobKind{db.TextToVideo, db.FramesToVideo}
	framesKind   = []db.JobKind{db.FramesToVideo}
	pictureKinds = []db.JobKind{db.TextToImage, db.EditImage}
	editKind     = []db.JobKind{db.EditImage}
)

// fields lists the fields in the order of the form, which is also the order of their problems.
var fields = []Field{
	{
		Name: FieldModel, Kinds: allKinds, Flag: "model", Value: "ID",
		Help: "ID of the model; viviscope models lists them",
		clip: func(d VideoDraft, r *client.VideoRequest) {
			r.Model, r.Like, r.Limits = d.Model, d.Like, d.Limits
		},
		picture:     func(d ImageDraft, r *client.ImageRequest) { r.Model, r.Like = d.Model, d.Like },
		fromClip:    func(r client.VideoRequest, d *VideoDraft) { d.Model, d.Like = r.Model, r.Like },
		fromPicture: func(r client.ImageRequest, d *ImageDraft) { d.Model, d.Like = r.Model, r.Like },
		cell:        (*rowReader).setModel,
	},
	{
		Name: FieldPrompt, Aliases: []string{"text"}, Kinds: allKinds, Flag: "prompt", Value: "TEXT",
		Help:        "the prompt",
		clip:        func(d VideoDraft, r *client.VideoRequest) { r.Prompt = strings.TrimSpace(d.Prompt) },
		fromClip:    func(r client.VideoRequest, d *VideoDraft) { d.Prompt = Escape(r.Prompt) },
		fromPicture: func(r client.ImageRequest, d *ImageDraft) { d.Prompt = Escape(r.Prompt) },
		cell:        func(r *rowReader, text string) { r.clip.Prompt, r.picture.Prompt = text, text },
	},
	{
		Name: FieldNegative, Aliases: []string{"negative"}, Kinds: clipKinds, Flag: "negative", Value: "TEXT",
		Help:     "what a clip must not show",
		fromClip: func(r client.VideoRequest, d *VideoDraft) { d.Negative = Escape(r.NegativePrompt) },
		cell:     func(r *rowReader, text string) { r.clip.NegativePrompt = text },
		text:     func(r client.VideoRequest) string { return r.NegativePrompt },
	},
	{
		Name: FieldSeconds, Aliases: []string{"duration"}, Kinds: clipKinds, Flag: "seconds", Value: "N",
		Help: "length of a clip",
		clip: func(d VideoDraft, r *client.VideoRequest) { r.Seconds = d.SecondsNumber() },
		fromClip: func(r client.VideoRequest, d *VideoDraft) {
			d.Seconds, d.WantedSeconds = strconv.Itoa(r.Duration()), r.Duration()
		},
		cell: func(r *rowReader, text string) {
			r.clip.Seconds = 0
			if text != "" {
				r.clip.Seconds = readSeconds(text)
			}
		},
	},
	{
		Name: FieldTier, Kinds: clipKinds, Flag: "resolution", Value: "TIER", Help: "resolution of a clip",
		Choices: client.Resolutions(),
		clip: func(d VideoDraft, r *client.VideoRequest) {
			if !d.FreeSize {
				r.Resolution = d.Resolution()
			}
		},
		fromClip: func(r client.VideoRequest, d *VideoDraft) { d.WantedResolution = r.Tier() },
		cell:     func(r *rowReader, text string) { r.clip.Resolution = strings.ToUpper(text) },
	},
	{
		Name: FieldRatio, Aliases: []string{"ratio"}, Kinds: clipKinds, Flag: "ratio", Value: "RATIO",
		Help: "aspect ratio of a clip made from text", Choices: client.Ratios(),
		clip: func(d VideoDraft, r *client.VideoRequest) {
			if !d.FreeSize {
				r.AspectRatio = d.Ratio
			}
		},
		fromClip: func(r client.VideoRequest, d *VideoDraft) {
			if r.AspectRatio != "" {
				d.Ratio = r.AspectRatio
			}
		},
		cell: func(r *rowReader, text string) { r.clip.AspectRatio = text },
	},
	{
		Name: FieldSize, Kinds: allKinds, Flag: "size", Value: "WxH",
		Help: "width and height in pixels; of a clip instead of -resolution and -ratio",
		clip: func(d VideoDraft, r *client.VideoRequest) { r.Size = d.Size() },
		fromClip: func(r client.VideoRequest, d *VideoDraft) {
			tier, ratio, ok := client.TierAndRatio(r.Size)
			switch {
			case ok && r.Limits.Format.HasPixelSize(): // the size was computed from tier and ratio
				d.WantedResolution, d.Ratio = tier, ratio
			case r.Size != "":
				d.FreeSize = true
				d.Width, d.Height, _ = strings.Cut(r.Size, "x")
			}
		},
		cell: func(r *rowReader, text string) {
			size := strings.Join(strings.Fields(strings.NewReplacer("×", "x", "X", "x").Replace(text)), "")
			r.clip.Size, r.picture.Size = size, size
		},
	},
	{
		Name: FieldAudio, Aliases: []string{"sound"}, Kinds: clipKinds, Flag: "audio", Value: "yes|no",
		Help:     "whether a clip has sound",
		Choices:  []string{"yes", "no"},
		fromClip: func(r client.VideoRequest, d *VideoDraft) { d.WantedAudio = r.Audio },
		cell:     (*rowReader).setAudio,
	},
	{
		Name: "first_frame", Aliases: []string{"first"}, Kinds: framesKind, Flag: "first", Value: "PICTURE",
		Help: "first frame of a clip: a REF, a URL or a file",
		cell: func(r *rowReader, text string) { r.frames[FirstFrame] = text },
	},
	{
		Name: "last_frame", Aliases: []string{"last"}, Kinds: framesKind, Flag: "last", Value: "PICTURE",
		Help: "last frame of a clip: a REF, a URL or a file; needs -first",
		cell: func(r *rowReader, text string) { r.frames[LastFrame] = text },
	},
	{
		Name: FieldImages, Aliases: []string{"image", "image_urls"}, Kinds: editKind, Flag: "image",
		Value: "PICTURE...",
		Help:  "picture to edit: a REF, a URL or a file; may be repeated",
		cell:  func(r *rowReader, text string) { r.links = strings.Fields(text) },
	},
	{
		Name: FieldSeed, Kinds: clipKinds, Flag: "seed", Value: "SEED",
		Help: "seed of a clip; with -count it counts up",
		fromClip: func(r client.VideoRequest, d *VideoDraft) {
			if r.Seed != nil {
				// A user who recalls a job wants the same or a similar clip, so the seed is locked.
				d.Seed = SeedDraft{Text: SeedText(*r.Seed), Locked: true}
			}
		},
		cell: (*rowReader).setSeed,
	},
	{
		Name: FieldQuality, Kinds: pictureKinds, Flag: "quality", Value: "QUALITY", Help: "quality of a picture",
		Choices: client.Qualities(),
		picture: func(d ImageDraft, r *client.ImageRequest) { r.Quality = d.Quality },
		fromPicture: func(r client.ImageRequest, d *ImageDraft) {
			if r.Quality != "" {
				d.Quality = r.Quality
			}
		},
		cell: func(r *rowReader, text string) { r.picture.Quality = strings.ToLower(text) },
	},
	{
		Name: FieldFormat, Aliases: []string{"format"}, Kinds: pictureKinds, Flag: "format", Value: "FORMAT",
		Help: "file format of a picture", Choices: client.Formats(),
		picture: func(d ImageDraft, r *client.ImageRequest) { r.OutputFormat = d.Format },
		fromPicture: func(r client.ImageRequest, d *ImageDraft) {
			if r.OutputFormat != "" {
				d.Format = r.OutputFormat
			}
		},
		cell: func(r *rowReader, text string) {
			r.picture.OutputFormat = strings.ToLower(text)
			if r.picture.OutputFormat == "jpg" {
				r.picture.OutputFormat = "jpeg"
			}
		},
	},
}

// Fields returns the fields of a request, in the order of the form. The caller owns the slice.
func Fields() []Field { return slices.Clone(fields) }

// FieldText is a free text of a request.
type FieldText struct {
	Field string // wire name
	Text  string
}

// Texts returns the free texts of a request, except its prompt. It omits empty texts.
func Texts(r client.Request) (all []FieldText) {
	clip, ok := r.(client.VideoRequest)
	for _, f := range fields {
		if !ok || f.text == nil {
			continue
		}
		if text := f.text(clip); text != "" {
			all = append(all, FieldText{f.Name, text})
		}
	}
	return all
}

// problemField returns the field name for the problems of the field. Both frames share one name.
func (f Field) problemField() string {
	if slices.Equal(f.Kinds, framesKind) {
		return FieldFrames
	}
	return f.Name
}

// unusedReason returns the message why a kind of request does not use the field; "" if it does.
func (f Field) unusedReason(kind db.JobKind) string {
	switch {
	case slices.Contains(f.Kinds, kind):
		return ""
	case kind == db.TextToVideo && slices.Equal(f.Kinds, framesKind):
		return MsgNoFrames
	case kind == db.TextToImage && slices.Equal(f.Kinds, editKind):
		return MsgNoPictures
	case kind.IsVideo():
		return f.Name + " is for pictures only"
	}
	return f.Name + " is for clips only"
}
