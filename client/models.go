package client

import "slices"

// AudioRule defines when a video model supports audio (interface 2.3).
type AudioRule int

// The rules for audio.
const (
	AudioNever   AudioRule = iota // requests for audio are refused
	AudioAlways                   // at every resolution
	AudioAt1080P                  // at 1080P only
)

// The resolution tiers, which are also the price tiers (interface 2.2).
const (
	Resolution720P  = "720P"
	Resolution1080P = "1080P"
)

// Defaults and limits of the service (interface 2.2, 2.4, 8).
const (
	DefaultSeconds    = 5
	MinSeconds        = 3
	MaxSeconds        = 15
	DefaultResolution = Resolution720P
	MaxReferences     = 2    // first and last frame
	MaxSide           = 3840 // longest side of a picture, in pixels
	MinSide           = 16   // shortest side of a picture or clip, in pixels; a limit of this program
	DefaultImageSide  = 1024 // default side without a size, in pixels; the picture is square
)

// VideoModel is one model of the catalogue of video models (interface 2.3).
type VideoModel struct {
	ID          string
	Seconds     []int    // supported durations, ascending
	Resolutions []string // "720P", "1080P"
	// supported sizes, "<width>x<height>"; nil: any size, also by tier and ratio
	Sizes []string
	Audio AudioRule
}

// AllowsSeconds reports whether the model supports clips of n seconds.
func (m VideoModel) AllowsSeconds(n int) bool { return slices.Contains(m.Seconds, n) }

// AllowsAudio reports whether the model supports audio at a resolution tier ("720P" or "1080P").
func (m VideoModel) AllowsAudio(tier string) bool {
	switch m.Audio {
	case AudioAlways:
		return true
	case AudioAt1080P:
		return tier == Resolution1080P
	}
	return false
}

// Alias is a model of a profile that is not in the catalogue, because gateways rename models and offer others. It has
// the rules and prices of a catalogue model, except for its own limits and prices.
type Alias struct {
	ID string `json:"id"` // ID in requests
	// ID of the catalogue model with the same rules; determines whether the alias makes clips or pictures
	Like   string `json:"like"`
	Limits        // Format is the name of a request format; "": that of the profile
}

// ImageModel is one model of the catalogue of image models (interface 2.4). All have the same parameters and prices.
type ImageModel struct {
	ID string
}

// videoRow contains the properties in which video models differ.
type videoRow struct {
	id    string
	audio AudioRule
	fixed [2]int // supported durations; zero: MinSeconds to MaxSeconds
}

// videoRows returns the catalogue of video models, in the order of the interface document.
func videoRows() []videoRow {
	return []videoRow{
		{id: "clip-3.0", audio: AudioAlways},
		{id: "clip-3.0-omni", audio: AudioAlways},
		{id: "clip-2.6", audio: AudioAt1080P},
		{id: "clip-3.0-turbo", audio: AudioNever},
		{id: "clip-o1", audio: AudioNever},
		{id: "clip-2.5", audio: AudioNever, fixed: [2]int{5, 10}},
	}
}

// VideoModels returns the catalogue of video models, in the order of the interface document. The caller owns the slice.
func VideoModels() []VideoModel {
	rows := videoRows()
	models := make([]VideoModel, len(rows))
	for i, r := range rows {
		models[i] = r.model()
	}
	return models
}

// ImageModels returns the catalogue of image models. The caller owns the slice.
func ImageModels() []ImageModel {
	return []ImageModel{{ID: "genimage-2.5-flare"}, {ID: "genimage-2.5-sunburst"}}
}

// VideoModelByID returns a video model; false if the catalogue does not have it.
func VideoModelByID(id string) (VideoModel, bool) {
	for _, r := range videoRows() {
		if r.id == id { // called on every keystroke, so build only this model
			return r.model(), true
		}
	}
	return VideoModel{}, false
}

// ImageModelByID returns an image model; false if the catalogue does not have it.
func ImageModelByID(id string) (ImageModel, bool) {
	for _, m := range ImageModels() {
		if m.ID == id {
			return m, true
		}
	}
	return ImageModel{}, false
}

// Resolutions returns the resolution tiers (interface 2.2).
func Resolutions() []string { return []string{Resolution720P, Resolution1080P} }

// Ratios returns the aspect ratios of a clip made from text (interface 2.2).
func Ratios() []string { return []string{"16:9", "9:16", "1:1"} }

// Qualities returns the qualities of a picture, cheapest first (interface 2.4).
func Qualities() []string { return []string{"low", "medium", "high", "xhigh", "max"} }

// Formats returns the file formats of a picture (interface 2.4).
func Formats() []string { return []string{"png", "jpeg"} }

func (r videoRow) model() VideoModel {
	m := VideoModel{ID: r.id, Seconds: r.fixed[:], Resolutions: Resolutions(), Audio: r.audio}
	if r.fixed == [2]int{} {
		m.Seconds = make([]int, 0, MaxSeconds-MinSeconds+1)
		for n := MinSeconds; n <= MaxSeconds; n++ {
			m.Seconds = append(m.Seconds, n)
		}
	}
	return m
}
