package client

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Request is what one job asks of the service: a VideoRequest, an ImageRequest or an EditRequest, as a value. Its JSON
// form is what is stored with the job; ParseRequest reads it back.
type Request interface {
	Kind() Kind
	ModelName() string              // as it is sent
	PromptText() string             // as it is sent
	Problems() []ValidationError    // every broken rule, in the order of the fields; none: the service accepts it
	Estimate(t PriceTable) Estimate // what the service reserves for a clip; what a picture is expected to cost
}

// ParseRequest reads a stored request. What is not part of its JSON form is left empty: the bytes of the picture that
// an edit sends along, and how large it is.
func ParseRequest(kind Kind, stored json.RawMessage) (Request, error) {
	return parseRequest(kind, json.NewDecoder(bytes.NewReader(stored)))
}

// ReadRequest is ParseRequest of a request that another program wrote: a member that is not known is an error, as it
// may be what is paid for.
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
