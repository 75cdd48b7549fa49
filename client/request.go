package client

import (
	"encoding/json"
	"fmt"
)

// Kind says what a request asks of the service. The words are stored with every job.
type Kind string

// The kinds of request.
const (
	TextToVideo   Kind = "text_to_video"
	FramesToVideo Kind = "frames_to_video"
	TextToImage   Kind = "text_to_image"
	EditImage     Kind = "edit_image"
)

// IsVideo reports whether the kind makes a task at the service; the others are synchronous picture calls.
func (k Kind) IsVideo() bool { return k == TextToVideo || k == FramesToVideo }

// Request is what one job asks of the service: a VideoRequest, an ImageRequest or an EditRequest, as a value. Its JSON form
// is what is stored with the job; ParseRequest reads it back.
type Request interface {
	Kind() Kind
	ModelName() string              // as it is sent
	PromptText() string             // as it is sent
	Problems() []ValidationError    // every broken rule, in the order of the fields; none: the service accepts it
	Estimate(t PriceTable) Estimate // what the service reserves for a clip; what a picture is expected to cost
}

// ParseRequest reads a stored request. What is not part of its JSON form is left empty: the bytes of the picture that an
// edit sends along, and how large it is.
func ParseRequest(kind Kind, stored json.RawMessage) (Request, error) {
	switch kind {
	case TextToVideo, FramesToVideo:
		return parse[VideoRequest](stored)
	case TextToImage:
		return parse[ImageRequest](stored)
	case EditImage:
		return parse[EditRequest](stored)
	}
	return nil, fmt.Errorf("parse request: kind %q is unknown", kind)
}

func parse[R Request](stored json.RawMessage) (Request, error) {
	var r R
	if err := json.Unmarshal(stored, &r); err != nil {
		return nil, fmt.Errorf("parse request: %w", err)
	}
	return r, nil
}

// Kind is FramesToVideo where the request has places for frames, also while a link is still to be put into them.
func (r VideoRequest) Kind() Kind {
	if len(r.InputReference) > 0 {
		return FramesToVideo
	}
	return TextToVideo
}

// Kind returns TextToImage.
func (r ImageRequest) Kind() Kind { return TextToImage }

// Kind returns EditImage.
func (r EditRequest) Kind() Kind { return EditImage }

// ModelName returns the model, as it is sent.
func (r VideoRequest) ModelName() string { return r.Model }

// ModelName returns the model, as it is sent.
func (r ImageRequest) ModelName() string { return r.Model }

// PromptText returns the prompt, as it is sent.
func (r VideoRequest) PromptText() string { return r.Prompt }

// PromptText returns the prompt, as it is sent.
func (r ImageRequest) PromptText() string { return r.Prompt }
