package client

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Form is the request format for clips of a service.
type Form string

// The request formats.
const (
	FormDocumented Form = ""       // the interface document: seconds is an integer, input_reference one link or a list
	FormOpenAI     Form = "openai" // OpenAI's videos: seconds and size are text, input_reference one link
	// the task channels of new-api: duration is an integer, images a list, the rest is metadata
	FormNewAPI Form = "newapi"
)

// formNames maps the names in flags, answers and further models to formats.
func formNames() []struct {
	Form
	name string
} {
	return []struct {
		Form
		name string
	}{{FormDocumented, "documented"}, {FormOpenAI, "openai"}, {FormNewAPI, "newapi"}}
}

// Forms returns the request formats, the usual one first.
func Forms() []Form {
	var all []Form
	for _, f := range formNames() {
		all = append(all, f.Form)
	}
	return all
}

// FormNames returns the names of the request formats, in the order of Forms.
func FormNames() []string {
	var all []string
	for _, f := range formNames() {
		all = append(all, f.name)
	}
	return all
}

// ParseForm returns the request format with a name; false for an unknown name.
func ParseForm(name string) (Form, bool) {
	i := slices.Index(FormNames(), name)
	if i < 0 {
		return FormDocumented, false
	}
	return Forms()[i], true
}

// Name returns the name of the request format, which ParseForm reads.
func (f Form) Name() string {
	if i := slices.Index(Forms(), f); i >= 0 {
		return FormNames()[i]
	}
	return string(f)
}

// OneFrame reports whether a clip of the format has a first frame only.
func (f Form) OneFrame() bool { return f == FormOpenAI }

// LacksAudio reports whether the format has no field for audio.
func (f Form) LacksAudio() bool { return f == FormOpenAI }

// Sized reports whether the format has a size in pixels instead of a resolution tier and a ratio.
func (f Form) Sized() bool { return f != FormDocumented }

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
func (f Form) IgnoredBy(model, field string) string {
	if f != FormNewAPI {
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

// lacking returns the parts of a request that its format has no field for. Such a request is refused, because omitting
// a field changes the clip, and for audio also its price.
func (f Form) lacking(r VideoRequest) []ValidationError {
	var found []ValidationError
	add := func(lacks bool, field, message string) {
		if lacks {
			found = append(found, ValidationError{Field: field, Message: message})
		}
	}
	add(f.Sized() && strings.TrimSpace(r.Prompt) == "" && len(r.InputReference) > 0, "prompt", MsgImagePrompt)
	add(f.LacksAudio() && r.Audio, "audio", MsgFormAudio)
	add(f == FormOpenAI && r.NegativePrompt != "", "negative_prompt", MsgFormNegative)
	add(f == FormOpenAI && r.Seed != nil, "seed", MsgFormSeed)
	add(f.OneFrame() && r.LastFrame() != "", "input_reference", MsgOneImage)
	add(f.Sized() && len(r.InputReference) > 0 && r.Size+r.AspectRatio == "", "aspect_ratio", MsgFormRatio)
	return found
}

// Fit returns the request adapted to its format. A format with sizes gets the size of the tier and the ratio. The ratio
// is the one closest to the first frame of frameW by frameH pixels (0: not known). The tier and the price stay the
// same.
func (r VideoRequest) Fit(frameW, frameH int) VideoRequest {
	if !r.Own.Form.Sized() || r.Size != "" {
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

// Unfit undoes Fit: it restores tier and ratio from the size that Fit set.
func (r VideoRequest) Unfit() VideoRequest {
	if tier, ratio, ok := TierAndRatio(r.Size); ok && r.Own.Form.Sized() {
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

// broken returns the broken rules of the request's own model.
func (l Limits) broken(r VideoRequest) []ValidationError {
	var found []ValidationError
	if lengths, err := l.Durations(); err == nil && lengths != nil && !slices.Contains(lengths, r.Duration()) {
		found = append(found, ValidationError{Field: "seconds", Message: msgSeconds + JoinDurations(lengths)})
	}
	chosen := l.Form.Sized() || r.Size != "" || len(r.InputReference) == 0 // otherwise the size follows the first frame
	if sizes, err := l.SizeList(); err == nil && sizes != nil && chosen && !slices.Contains(sizes, r.pixelSize()) {
		found = append(found, ValidationError{Field: "size", Message: msgSizes + strings.Join(sizes, ", ")})
	}
	return append(found, l.Form.lacking(r)...)
}

// LimitProblems returns the broken rules of the request's own model and format.
func (r VideoRequest) LimitProblems() []ValidationError { return r.Own.broken(r) }

// The beginnings of the messages about the limits of a further model. A list follows.
const (
	msgSeconds = "seconds must be one of "
	msgSizes   = "size must be one of "
)

// Limited returns the model with the limits of a further model that has its rules.
func (m VideoModel) Limited(l Limits) VideoModel {
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
func LimitsOf(profile Form, further []Alias, id string) Limits {
	l := Limits{Form: profile}
	if i := slices.IndexFunc(further, func(a Alias) bool { return a.ID == id }); i >= 0 && !knownVideo(id) {
		l = further[i].Limits
		if own, ok := ParseForm(string(l.Form)); ok {
			l.Form = own
		} else {
			l.Form = profile
		}
	}
	return l
}

func knownVideo(id string) bool {
	_, ok := VideoModelByID(id)
	return ok
}

func videoSizeOK(s string) bool {
	w, h, err := ParseSize(s)
	return err == nil && min(w, h) >= MinSide && max(w, h) <= 1920 && min(w, h) <= 1080
}
