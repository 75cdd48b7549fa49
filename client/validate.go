package client

import (
	"net/url"
	"slices"
	"strings"
)

// VideoRules returns the validation rules for video requests, in the order of interface 7.4, with further rules of this
// package. The form, the client and the sandbox use the same rules. The caller owns the slice.
func VideoRules() []Rule {
	return []Rule{
		{"model", MsgModelRequired, func(r VideoRequest) bool { return r.Model == "" }},
		{"model", msgVideoModels(), func(r VideoRequest) bool { return r.Model != "" && !isVideoModel(r.Rules()) }},
		{"prompt", MsgPromptRequired, func(r VideoRequest) bool {
			return strings.TrimSpace(r.Prompt) == "" && !slices.ContainsFunc(r.InputReference, func(s string) bool {
				return s != ""
			})
		}},
		{"seconds", MsgSecondsRange, func(r VideoRequest) bool {
			// The next rule covers models with fixed durations, with a more precise message.
			return r.Limits.Seconds == "" && !fixedSeconds(r.Rules()) &&
				(r.Duration() < MinSeconds || r.Duration() > MaxSeconds)
		}},
		{"seconds", MsgSecondsOneOf, func(r VideoRequest) bool {
			m, ok := VideoModelByID(r.Rules())
			return ok && r.Limits.Seconds == "" && fixedSeconds(r.Rules()) && !m.AllowsSeconds(r.Duration())
		}},
		{"resolution", MsgResolution, func(r VideoRequest) bool {
			return r.Resolution != "" && !slices.Contains(Resolutions(), r.Resolution)
		}},
		{"aspect_ratio", MsgAspectRatio, func(r VideoRequest) bool {
			return r.AspectRatio != "" && !slices.Contains(Ratios(), r.AspectRatio)
		}},
		{"size", MsgVideoSize, func(r VideoRequest) bool { return r.Size != "" && !isVideoSize(r.Size) }},
		{"audio", MsgNoAudio, func(r VideoRequest) bool {
			m, ok := VideoModelByID(r.Rules())
			return r.Audio && ok && m.Audio == AudioNever
		}},
		{"audio", MsgAudio1080P, func(r VideoRequest) bool {
			m, ok := VideoModelByID(r.Rules())
			return r.Audio && ok && m.Audio == AudioAt1080P && r.Tier() != Resolution1080P
		}},
		{"input_reference", MsgTwoImages, func(r VideoRequest) bool { return len(r.InputReference) > MaxReferences }},
		{"input_reference", MsgLastWithoutFirst, func(r VideoRequest) bool {
			return r.FirstFrame() == "" && slices.ContainsFunc(r.InputReference, func(s string) bool { return s != "" })
		}},
		{"input_reference", MsgReferenceURL, func(r VideoRequest) bool {
			return slices.ContainsFunc(r.InputReference, func(s string) bool { return s != "" && !IsHTTPURL(s) })
		}},
	}
}

// Problems returns every broken rule: first those of VideoRules, then those of the request's Limits. The service
// accepts a request without problems.
func (r VideoRequest) Problems() []ValidationError {
	var found []ValidationError
	for _, rule := range VideoRules() {
		if rule.Broken(r) {
			found = append(found, ValidationError{Field: rule.Field, Message: rule.Message})
		}
	}
	return append(found, r.LimitProblems()...)
}

// Validate returns the first broken rule as a *ValidationError, or nil.
func (r VideoRequest) Validate() error { return firstError(r.Problems()) }

// Problems returns every rule of interface 2.4 that the request breaks.
func (r ImageRequest) Problems() []ValidationError {
	var found []ValidationError
	add := func(broken bool, field, message string) {
		if broken {
			found = append(found, ValidationError{Field: field, Message: message})
		}
	}
	_, known := ImageModelByID(r.Rules())
	add(r.Model == "", "model", MsgModelRequired)
	add(r.Model != "" && !known, "model", msgImageModels())
	add(strings.TrimSpace(r.Prompt) == "", "prompt", MsgImagePrompt)
	add(r.Size != "" && !isImageSize(r.Size), "size", MsgImageSize)
	add(r.Quality != "" && !slices.Contains(Qualities(), r.Quality), "quality", MsgQuality)
	add(r.OutputFormat != "" && !slices.Contains(Formats(), r.OutputFormat), "output_format", MsgFormat)
	return found
}

// Validate returns the first broken rule as a *ValidationError, or nil.
func (r ImageRequest) Validate() error { return firstError(r.Problems()) }

// Problems returns every rule of interface 2.4 and 4.5 that the request breaks. It does not check the picture.
func (r EditRequest) Problems() []ValidationError {
	found := r.ImageRequest.Problems()
	switch {
	case len(r.Image) == 0 && len(r.ImageURLs) == 0:
		found = append(found, ValidationError{Field: "image", Message: MsgEditImageRequired})
	case len(r.Image) > 0 && len(r.ImageURLs) > 0:
		found = append(found, ValidationError{Field: "image", Message: MsgEditImageOnce})
	case slices.ContainsFunc(r.ImageURLs, func(s string) bool { return !IsHTTPURL(s) }):
		found = append(found, ValidationError{Field: "images", Message: MsgEditImageURL})
	}
	return found
}

// Validate returns the first broken rule as a *ValidationError, or nil.
func (r EditRequest) Validate() error { return firstError(r.Problems()) }

// IsHTTPURL reports whether s is an absolute http or https URL with a host.
func IsHTTPURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

func isImageSize(s string) bool {
	w, h, err := ParseSize(s)
	return err == nil && min(w, h) >= MinSide && max(w, h) <= MaxSide
}

// fixedSeconds reports whether a model supports only some durations instead of the whole range.
func fixedSeconds(id string) bool {
	m, ok := VideoModelByID(id)
	return ok && len(m.Seconds) != MaxSeconds-MinSeconds+1
}

func msgVideoModels() string {
	ids := make([]string, 0, 6)
	for _, m := range VideoModels() {
		ids = append(ids, m.ID)
	}
	return "model must be one of " + strings.Join(ids, ", ")
}

func msgImageModels() string {
	ids := make([]string, 0, 2)
	for _, m := range ImageModels() {
		ids = append(ids, m.ID)
	}
	return "model must be one of " + strings.Join(ids, ", ")
}

func firstError(found []ValidationError) error {
	if len(found) == 0 {
		return nil
	}
	return &found[0]
}
