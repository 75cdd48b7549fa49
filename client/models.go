package client

import "slices"

// AudioRule says when a video model can make sound together with the picture (interface 2.3).
type AudioRule int

// The rules for sound.
const (
	AudioNever   AudioRule = iota // asking for sound is refused
	AudioAlways                   // at every resolution
	AudioAt1080P                  // at 1080P only
)

// The resolution tiers, which are also the tiers of the price (interface 2.2).
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
	MaxSide           = 3840 // longest side of a picture, pixels
	MinSide           = 16   // shortest side that makes sense in any codec, pixels; our own limit
	DefaultImageSide  = 1024 // side of the square that is assumed where no size is given, pixels
)

// VideoModel is one row of the catalogue of video models (interface 2.3).
type VideoModel struct {
	ID          string
	Seconds     []int    // every duration that is allowed, ascending
	Resolutions []string // "720P", "1080P"
	Sizes       []string // every size that is allowed, "<width>x<height>"; nil: those of the tiers and ratios, and free ones
	Audio       AudioRule
}

// AllowsSeconds reports whether a clip may last n seconds.
func (m VideoModel) AllowsSeconds(n int) bool { return slices.Contains(m.Seconds, n) }

// AllowsAudio reports whether sound can be had at a resolution tier ("720P" or "1080P").
func (m VideoModel) AllowsAudio(tier string) bool {
	switch m.Audio {
	case AudioAlways:
		return true
	case AudioAt1080P:
		return tier == Resolution1080P
	}
	return false
}

// Alias is a further model of a profile: gateways rename models and offer others. It follows the rules and the prices of
// a model of the catalogue, except for its own limits and the prices that the table has for it.
type Alias struct {
	ID     string `json:"id"`   // as the service wants it
	Like   string `json:"like"` // id of the catalogue's model whose rules it follows; it decides also whether it makes clips or pictures
	Limits        // Form is the name of a request format; "" for that of the profile
}

// ImageModel is one row of the catalogue of image models (interface 2.4). All have the same parameters and prices.
type ImageModel struct {
	ID string
}

// videoRow is what sets one video model apart from the others.
type videoRow struct {
	id    string
	audio AudioRule
	fixed [2]int // the only durations that it makes; zero: every one from MinSeconds to MaxSeconds
}

// videoRows is the catalogue of video models in the order of the interface document. A further model is a further row.
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

// VideoModels returns the catalogue in the order of the interface document. The caller owns the slice.
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

// VideoModelByID finds a video model; false where the catalogue has none of that name.
func VideoModelByID(id string) (VideoModel, bool) {
	for _, r := range videoRows() {
		if r.id == id { // rules look models up at every key that is typed: only the one that is asked for is made
			return r.model(), true
		}
	}
	return VideoModel{}, false
}

// ImageModelByID finds an image model; false where the catalogue has none of that name.
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
