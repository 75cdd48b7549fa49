package client

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// RequestFormat is the format in which a service expects requests for clips.
type RequestFormat string

// The request formats.
const (
	// of the interface document: integer seconds, input_reference as one link or a list
	FormatDocumented RequestFormat = ""
	// of OpenAI's videos: seconds and size as strings, input_reference as one link
	FormatOpenAI RequestFormat = "openai"
	// of the task channels of new-api: integer duration, a list of images, other fields in metadata
	FormatNewAPI RequestFormat = "newapi"
)

// requestFormats returns the formats with the names that flags, automation and aliases use.
func requestFormats() []struct {
	RequestFormat
	name string
} {
	return []struct {
		RequestFormat
		name string
	}{{FormatDocumented, "documented"}, {FormatOpenAI, "openai"}, {FormatNewAPI, "newapi"}}
}

// RequestFormats returns the request formats, the default first.
func RequestFormats() []RequestFormat {
	var all []RequestFormat
	for _, f := range requestFormats() {
		all = append(all, f.RequestFormat)
	}
	return all
}

// RequestFormatNames returns the names of the request formats, in the order of Forms.
func RequestFormatNames() []string {
	var all []string
	for _, f := range requestFormats() {
		all = append(all, f.name)
	}
	return all
}

// ParseRequestFormat returns the request format with a name; false for an unknown name.
func ParseRequestFormat(name string) (RequestFormat, bool) {
	i := slices.Index(RequestFormatNames(), name)
	if i < 0 {
		return FormatDocumented, false
	}
	return RequestFormats()[i], true
}

// Name returns the name of the request format, for ParseRequestFormat.
func (f RequestFormat) Name() string {
	if i := slices.Index(RequestFormats(), f); i >= 0 {
		return RequestFormatNames()[i]
	}
	return string(f)
}

// FirstFrameOnly reports whether the format has no last frame.
func (f RequestFormat) FirstFrameOnly() bool { return f == FormatOpenAI }

// LacksAudio reports whether the format has no field for audio.
func (f RequestFormat) LacksAudio() bool { return f == FormatOpenAI }

// HasPixelSize reports whether the format has a size in pixels, instead of a resolution tier and a ratio.
func (f RequestFormat) HasPixelSize() bool { return f != FormatDocumented }

// channel is a task channel of new-api gateways.
type channel struct {
	name    string
	models  []string // prefixes of the IDs of its models
	ignores []string // request fields that the channel ignores
}

// channels returns the task channels of new-api (relay/channel/task/ of QuantumNous/new-api, read in 2026).
func channels() []channel {
	return []channel{
		{"Kling", []string{"kling"}, []string{"seed"}},
		{"Vidu", []string{"vidu"}, []string{"aspect_ratio", "negative_prompt", "audio"}},
		{"Jimeng", []string{"jimeng"}, []string{"resolution", "negative_prompt", "audio"}},
		{"Doubao", []string{"doubao", "seedance"}, []string{"negative_prompt"}},
		{"Ali", []string{"wan", "ali"}, nil},
	}
}

// IgnoredBy returns the name of the new-api channel of a model, if that channel ignores a field of the request. It
// returns "" if the channel uses the field, or if the channel is unknown. The model ID may have a vendor prefix with a
// slash.
func (f RequestFormat) IgnoredBy(model, field string) string {
	if f != FormatNewAPI {
		return ""
	}
	id := strings.ToLower(model[strings.LastIndex(model, "/")+1:])
	for _, c := range channels() {
		if slices.ContainsFunc(c.models, func(prefix string) bool { return strings.HasPrefix(id, prefix) }) {
			if slices.Contains(c.ignores, field) {
				return c.name
			}
			return ""
		}
	}
	return ""
}

// unsupported returns a problem for each part of a request that its format cannot express. Such a request is refused,
// because omitting the part would change the clip, and for audio also its price.
func (f RequestFormat) unsupported(r VideoRequest) []ValidationError {
	var found []ValidationError
	add := func(lacks bool, field, message string) {
		if lacks {
			found = append(found, ValidationError{Field: field, Message: message})
		}
	}
	add(f.HasPixelSize() && strings.TrimSpace(r.Prompt) == "" && len(r.InputReference) > 0, "prompt", MsgImagePrompt)
	add(f.LacksAudio() && r.Audio, "audio", MsgFormAudio)
	add(f == FormatOpenAI && r.NegativePrompt != "", "negative_prompt", MsgFormNegative)
	add(f == FormatOpenAI && r.Seed != nil, "seed", MsgFormSeed)
	add(f.FirstFrameOnly() && r.LastFrame() != "", "input_reference", MsgOneImage)
	add(f.HasPixelSize() && len(r.InputReference) > 0 && r.Size+r.AspectRatio == "", "aspect_ratio", MsgFormRatio)
	return found
}

// WithPixelSize returns the request with a size instead of tier and ratio, if its format has a pixel size. For a clip
// with a first frame of frameW by frameH pixels (0: unknown), it uses the closest ratio. The price stays the same.
func (r VideoRequest) WithPixelSize(frameW, frameH int) VideoRequest {
	if !r.Limits.Format.HasPixelSize() || r.Size != "" {
		return r
	}
	if r.FirstFrame() != "" && frameW > 0 && frameH > 0 {
		r.AspectRatio = NearestRatio(frameW, frameH)
	}
	if len(r.InputReference) == 0 || r.AspectRatio != "" {
		r.Size = r.pixelSize()
		r.Resolution, r.AspectRatio = "", ""
	}
	return r
}

// WithTierAndRatio is the inverse of WithPixelSize.
func (r VideoRequest) WithTierAndRatio() VideoRequest {
	if tier, ratio, ok := TierAndRatio(r.Size); ok && r.Limits.Format.HasPixelSize() {
		r.Size, r.Resolution, r.AspectRatio = "", tier, ratio
	}
	return r
}

// pixelSize returns the size of the clip in wire format: Size, or the size of its tier and ratio.
func (r VideoRequest) pixelSize() string {
	return cmp.Or(r.Size, SizeOf(r.Tier(), r.AspectRatio))
}

// SizeOf returns the size of a tier and a ratio in wire format. It treats an unknown ratio as 16:9.
func SizeOf(tier, ratio string) string {
	short, long := "720", "1280"
	if tier == Resolution1080P {
		short, long = "1080", "1920"
	}
	switch ratio {
	case "9:16":
		return short + "x" + long
	case "1:1":
		return short + "x" + short
	}
	return long + "x" + short
}

// TierAndRatio is the inverse of SizeOf. It returns false for a size without tier and ratio.
func TierAndRatio(size string) (tier, ratio string, ok bool) {
	for _, tier := range Resolutions() {
		for _, ratio := range Ratios() {
			if SizeOf(tier, ratio) == size {
				return tier, ratio, true
			}
		}
	}
	return "", "", false
}

// NearestRatio returns the catalogue ratio closest to width:height, on a logarithmic scale. Both sides must be
// positive.
func NearestRatio(width, height int) string {
	best, least := "", 0.0
	for _, ratio := range Ratios() {
		var w, h float64
		fmt.Sscanf(ratio, "%f:%f", &w, &h)
		distance := max(float64(width)*h/(float64(height)*w), float64(height)*w/(float64(width)*h))
		if best == "" || distance < least {
			best, least = ratio, distance
		}
	}
	return best
}

// problems returns the broken rules of the model's limits and of the format.
func (l Limits) problems(r VideoRequest) []ValidationError {
	var found []ValidationError
	if lengths, err := l.Durations(); err == nil && lengths != nil && !slices.Contains(lengths, r.Duration()) {
		found = append(found, ValidationError{Field: "seconds", Message: msgSeconds + JoinDurations(lengths)})
	}
	// otherwise the first frame determines the size
	chosen := l.Format.HasPixelSize() || r.Size != "" || len(r.InputReference) == 0
	if sizes, err := l.SizeList(); err == nil && sizes != nil && chosen && !slices.Contains(sizes, r.pixelSize()) {
		found = append(found, ValidationError{Field: "size", Message: msgSizes + strings.Join(sizes, ", ")})
	}
	return append(found, l.Format.unsupported(r)...)
}

// LimitProblems returns the broken rules of the request's Limits: of its model and format.
func (r VideoRequest) LimitProblems() []ValidationError { return r.Limits.problems(r) }

// Prefixes of messages about the limits of an alias. A list follows.
const (
	msgSeconds = "seconds must be one of "
	msgSizes   = "size must be one of "
)

// WithLimits returns the model with the durations and sizes of an alias.
func (m VideoModel) WithLimits(l Limits) VideoModel {
	if lengths, err := l.Durations(); err == nil && lengths != nil {
		m.Seconds = lengths
	}
	if sizes, err := l.SizeList(); err == nil && sizes != nil {
		m.Sizes = sizes
		var tiers []string
		for _, tier := range m.Resolutions {
			if slices.ContainsFunc(sizes, func(size string) bool { return VideoRequest{Size: size}.Tier() == tier }) {
				tiers = append(tiers, tier)
			}
		}
		if tiers != nil {
			m.Resolutions = tiers
		}
	}
	return m
}

// LimitsOf returns the limits of a model in a profile: those of the alias with the ID, if there is one. The format is
// that of the profile, unless the alias has its own.
func LimitsOf(profile RequestFormat, aliases []Alias, id string) Limits {
	l := Limits{Format: profile}
	if i := slices.IndexFunc(aliases, func(a Alias) bool { return a.ID == id }); i >= 0 && !isVideoModel(id) {
		l = aliases[i].Limits
		if own, ok := ParseRequestFormat(string(l.Format)); ok {
			l.Format = own
		} else {
			l.Format = profile
		}
	}
	return l
}

func isVideoModel(id string) bool {
	_, ok := VideoModelByID(id)
	return ok
}

func isVideoSize(s string) bool {
	w, h, err := ParseSize(s)
	return err == nil && min(w, h) >= MinSide && max(w, h) <= 1920 && min(w, h) <= 1080
}
