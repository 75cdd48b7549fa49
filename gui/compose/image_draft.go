package compose

import (
	"strings"

	"viviscope/client"
)

// ImageDraft is the draft of a picture.
type ImageDraft struct {
	Model    string `json:"model"`
	Prompt   string `json:"prompt"`
	Preset   string `json:"preset"`    // "<width>x<height>" of a preset
	FreeSize bool   `json:"free_size"` // Width and Height instead of Preset
	Width    string `json:"width"`     // pixels, as typed
	Height   string `json:"height"`
	Quality  string `json:"quality"`
	Format   string `json:"output_format"`
	Clips    int    `json:"clips"`
}

// Preset is a size with a name.
type Preset struct {
	Name string
	Size string // "<width>x<height>"
}

// Presets returns the sizes that the picture form offers: the 1024 class of interface 2.4, and the largest.
func Presets() []Preset {
	return []Preset{
		{"Square", "1024x1024"},
		{"Wide", "1536x1024"},
		{"Tall", "1024x1536"},
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

// SetFreeSize asks for a size in pixels instead of a preset; it starts at the preset's.
func (d *ImageDraft) SetFreeSize() {
	if strings.TrimSpace(d.Width) == "" && strings.TrimSpace(d.Height) == "" {
		d.Width, d.Height, _ = strings.Cut(d.Preset, "x")
	}
	d.FreeSize = true
}

// Size returns the size that will be asked for, in the form of the wire.
func (d ImageDraft) Size() string {
	if d.FreeSize {
		return sizeText(d.Width, d.Height)
	}
	return d.Preset
}

func (d ImageDraft) clips() int { return clampClips(d.Clips) }

func (d ImageDraft) request() (client.ImageRequest, []client.ValidationError) {
	r := client.ImageRequest{
		Model:        d.Model,
		Prompt:       strings.TrimSpace(d.Prompt),
		Size:         d.Size(),
		Quality:      d.Quality,
		OutputFormat: d.Format,
	}
	return r, r.Problems()
}

func (d ImageDraft) mend() ImageDraft {
	if _, ok := client.ImageModelByID(d.Model); !ok {
		d.Model = client.ImageModels()[0].ID
	}
	sizes := make([]string, 0, len(Presets()))
	for _, p := range Presets() {
		sizes = append(sizes, p.Size)
	}
	d.Preset = oneOf(d.Preset, sizes)
	d.Quality = oneOf(d.Quality, client.Qualities())
	d.Format = oneOf(d.Format, client.Formats())
	d.Clips = clampClips(d.Clips)
	return d
}
