package form

import (
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
)

// ImageDraft is the draft of a picture.
type ImageDraft struct {
	Model    string `json:"model"`
	Like     string `json:"like,omitempty"` // the model of the catalogue that Model stands for; "" for Model itself
	Prompt   string `json:"prompt"`
	Preset   string `json:"preset"`    // "<width>x<height>" of a preset; of an edit also AsPicture
	FreeSize bool   `json:"free_size"` // Width and Height instead of Preset
	Width    string `json:"width"`     // pixels, as typed
	Height   string `json:"height"`
	Quality  string `json:"quality"`
	Format   string `json:"output_format"`
	Clips    int    `json:"clips"` // pictures of the same words
}

// Preset is a size with a name.
type Preset struct {
	Name string // in the language of the window
	Size string // "<width>x<height>", or AsPicture
}

// Presets returns the sizes that the picture form offers: the 1024 class of interface 2.4, and the largest.
func Presets() []Preset {
	return []Preset{
		{lang.X("size", "Square"), "1024x1024"},
		{lang.X("size", "Wide"), "1536x1024"},
		{lang.X("size", "Tall"), "1024x1536"},
		{"4K", "3840x2160"},
	}
}

func newImageDraft() ImageDraft {
	return ImageDraft{
		Model:   client.ImageModels()[0].ID,
		Preset:  Presets()[0].Size,
		Quality: "medium",
		Format:  client.Formats()[0],
		Clips:   1,
	}
}

// SetModel changes the model. All have the same rules.
func (d *ImageDraft) SetModel(m Model) { d.Model, d.Like = m.ID, m.Like }

// SetPreset asks for the size of a preset.
func (d *ImageDraft) SetPreset(size string) { d.Preset, d.FreeSize = size, false }

// SetFreeSize asks for a size in pixels instead of a preset; it starts at the preset's.
func (d *ImageDraft) SetFreeSize() {
	if strings.TrimSpace(d.Width) == "" && strings.TrimSpace(d.Height) == "" {
		d.Width, d.Height, _ = strings.Cut(d.Preset, "x")
	}
	d.FreeSize = true
}

// SetSides takes the texts of the free size.
func (d *ImageDraft) SetSides(width, height string) { d.Width, d.Height = width, height }

// Size returns the size that will be asked for, in the form of the wire.
func (d ImageDraft) Size() string {
	if d.FreeSize {
		return sizeText(d.Width, d.Height)
	}
	return d.Preset
}

// base is the request without its words.
func (d ImageDraft) base(size string) client.ImageRequest {
	return client.ImageRequest{Model: d.Model, Like: d.Like, Size: size, Quality: d.Quality, OutputFormat: d.Format}
}

// order makes one request per variation and picture, with the problems of the draft.
func (d ImageDraft) order(env Env) (Order, []client.ValidationError) {
	var o Order
	all, problems := expand(d.Prompt, "", clampClips(d.Clips))
	check := d.base(d.Size())
	check.Prompt = blankest(all)
	problems = append(problems, check.Problems()...)
	problems = append(problems, unknown(env.ImageModels, d.Model, isImageModel)...)
	for _, words := range all {
		one := check
		one.Prompt = words.prompt
		o.Requests = append(o.Requests, one)
		o.Prompts = append(o.Prompts, words.prompt)
	}
	return o, problems
}

func (d ImageDraft) mended(presets []Preset) ImageDraft {
	if _, ok := client.ImageModelByID(Model{d.Model, d.Like}.Rules()); !ok {
		d.SetModel(Model{ID: client.ImageModels()[0].ID})
	}
	if !slices.ContainsFunc(presets, func(p Preset) bool { return p.Size == d.Preset }) {
		d.Preset = presets[0].Size
	}
	d.Quality = oneOf(d.Quality, client.Qualities())
	d.Format = oneOf(d.Format, client.Formats())
	d.Clips = clampClips(d.Clips)
	return d
}
