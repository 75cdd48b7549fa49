package client

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// RequestFormat is the request format for clips of a service.
type RequestFormat string

// The request formats.
const (
	FormatDocumented RequestFormat = ""       // the interface document: seconds is an integer, input_reference one link or a list
	FormatOpenAI     RequestFormat = "openai" // OpenAI's videos: seconds and size are text, input_reference one link
	// the task channels of new-api: duration is an integer, images a list, the rest is metadata
	FormatNewAPI RequestFormat = "newapi"
)

// requestFormats maps the names in flags, answers and further models to formats.
func requestFormats() []struct {
	RequestFormat
	name string
} {
	return []struct {
		RequestFormat
		name string
	}{{FormatDocumented, "documented"}, {FormatOpenAI, "openai"}, {FormatNewAPI, "newapi"}}
}

// RequestFormats returns the request formats, the usual one first.
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

// Name returns the name of the request format, which ParseRequestFormat reads.
func (f RequestFormat) Name() string {
	if i := slices.Index(RequestFormats(), f); i >= 0 {
		return RequestFormatNames()[i]
	}
	return string(f)
}

// FirstFrameOnly reports whether a clip of the format has a first frame only.
func (f RequestFormat) FirstFrameOnly() bool { return f == FormatOpenAI }

// LacksAudio reports whether the format has no field for audio.
func (f RequestFormat) LacksAudio() bool { return f == FormatOpenAI }

// HasPixelSize reports whether the format has a size in pixels instead of a resolution tier and a ratio.
func (f RequestFormat) HasPixelSize() bool { return f != FormatDocumented }

// channel is a task channel of new-api gateways.
type channel struct {
	name    string
	models  []string // prefixes of the IDs of its models
	ignores []string // request fields that its adapter ignores
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

// IgnoredBy returns the name of the channel that a gateway's model belongs to, if that channel ignores a field of the
// request. It returns "" if the channel uses the field or is unknown. A vendor before a slash in the ID is ignored.
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

// unsupported returns the parts of a request that its format has no field for. Such a request is refused, because omitting
// a field changes the clip, and for audio also its price.
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

// WithPixelSize returns the request adapted to its format. A format with sizes gets the size of the tier and the ratio. The ratio
// is the one closest to the first frame of frameW by frameH pixels (0: not known). The tier and the price stay the
// same.
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

// WithTierAndRatio undoes Fit: it restores tier and ratio from the size that Fit set.
func (r VideoRequest) WithTierAndRatio() VideoRequest {
	if tier, ratio, ok := TierAndRatio(r.Size); ok && r.Limits.Format.HasPixelSize() {
		r.Size, r.Resolution, r.AspectRatio = "", tier, ratio
	}
	return r
}

// pixelSize returns the size of the clip in wire format: the given one, or that of its tier and ratio.
func (r VideoRequest) pixelSize() string {
	return cmp.Or(r.Size, SizeOf(r.Tier(), r.AspectRatio))
}

// SizeOf returns the size of a tier and a ratio in wire format. An unknown ratio counts as 16:9.
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

// TierAndRatio returns the tier and the ratio of a size; false for any other size.
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

// NearestRatio returns the ratio of the catalogue that is closest to a shape, on a scale where 2:1 is as far from 1:1
// as 1:2. Both sides must be over 0.
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

// problems returns the broken rules of the request's own model.
func (l Limits) problems(r VideoRequest) []ValidationError {
	var found []ValidationError
	if lengths, err := l.Durations(); err == nil && lengths != nil && !slices.Contains(lengths, r.Duration()) {
		found = append(found, ValidationError{Field: "seconds", Message: msgSeconds + JoinDurations(lengths)})
	}
	chosen := l.Format.HasPixelSize() || r.Size != "" || len(r.InputReference) == 0 // otherwise the size follows the first frame
	if sizes, err := l.SizeList(); err == nil && sizes != nil && chosen && !slices.Contains(sizes, r.pixelSize()) {
		found = append(found, ValidationError{Field: "size", Message: msgSizes + strings.Join(sizes, ", ")})
	}
	return append(found, l.Format.unsupported(r)...)
}

// LimitProblems returns the broken rules of the request's own model and format.
func (r VideoRequest) LimitProblems() []ValidationError { return r.Limits.problems(r) }

// The beginnings of the messages about the limits of a further model. A list follows.
const (
	msgSeconds = "seconds must be one of "
	msgSizes   = "size must be one of "
)

// WithLimits returns the model with the limits of a further model that has its rules.
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

// LimitsOf returns the limits of a model of a profile: those of the further model of that name, in the request format
// of the profile unless the model has its own.
func LimitsOf(profile RequestFormat, further []Alias, id string) Limits {
	l := Limits{Format: profile}
	if i := slices.IndexFunc(further, func(a Alias) bool { return a.ID == id }); i >= 0 && !isVideoModel(id) {
		l = further[i].Limits
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
