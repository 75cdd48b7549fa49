package client

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Request is the request of one job: a VideoRequest, an ImageRequest or an EditRequest, as a value. It is stored as
// JSON with the job; see ParseRequest.
type Request interface {
	Kind() Kind
	ModelName() string  // model to send
	PromptText() string // prompt to send
	// every broken rule, in the order of the fields; none: the service accepts the request
	Problems() []ValidationError
	Estimate(t PriceTable) Estimate // amount that the service reserves for a clip; expected price of a picture
}

// ParseRequest parses a stored request. It leaves fields empty that are not in the JSON: EditRequest.Image and
// EditRequest.InputSizes.
func ParseRequest(kind Kind, stored json.RawMessage) (Request, error) {
	return parseRequest(kind, json.NewDecoder(bytes.NewReader(stored)))
}

// ReadRequest parses a request from another program. Unlike ParseRequest it refuses unknown members, because they may
// affect the price.
func ReadRequest(kind Kind, written json.RawMessage) (Request, error) {
	d := json.NewDecoder(bytes.NewReader(written))
	d.DisallowUnknownFields()
	return parseRequest(kind, d)
}

func parseRequest(kind Kind, d *json.Decoder) (Request, error) {
	switch kind {
	case TextToVideo, FramesToVideo:
		return parse[VideoRequest](d)
	case TextToImage:
		return parse[ImageRequest](d)
	case EditImage:
		return parse[EditRequest](d)
	}
	return nil, fmt.Errorf("parse request: kind %q is none of %s, %s, %s and %s", kind, TextToVideo, FramesToVideo,
		TextToImage, EditImage)
}

func parse[R Request](d *json.Decoder) (Request, error) {
	var r R
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("parse request: %w", err)
	}
	return r, nil
}
