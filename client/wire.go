package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"path"
	"strings"
)

// Form is how a service of this protocol wants a submission.
type Form string

// The forms.
const (
	FormDocumented Form = ""       // as the interface document says: seconds is an integer, input_reference one link or a list
	FormOpenAI     Form = "openai" // as OpenAI's videos, in gateways that pass them on: seconds is a string, input_reference one link
)

// OneFrame reports whether a clip of the form has a first frame only.
func (f Form) OneFrame() bool { return f == FormOpenAI }

// OtherForm says which form a refusal asks for, where it names a field whose type differs between the two: a gateway that
// reads OpenAI's videos takes no number and no list, a service that goes by the document no string.
func OtherForm(now Form, refusal string) (Form, bool) {
	refusal = strings.ToLower(refusal)
	seconds := strings.Contains(refusal, "seconds")
	switch {
	case now != FormDocumented:
		return FormDocumented, seconds && strings.Contains(refusal, "integer")
	case seconds || strings.Contains(refusal, "input_reference"):
		return FormOpenAI, strings.Contains(refusal, "string")
	}
	return now, false
}

// videoWire is a VideoRequest as the service wants it (interface 2.2).
type videoWire struct {
	Model          string `json:"model"`
	Prompt         string `json:"prompt,omitempty"`
	Seconds        any    `json:"seconds,omitempty"` // a number, or its digits
	Resolution     string `json:"resolution,omitempty"`
	AspectRatio    string `json:"aspect_ratio,omitempty"`
	Size           string `json:"size,omitempty"`
	Audio          bool   `json:"audio,omitempty"`
	InputReference any    `json:"input_reference,omitempty"` // one link, or a list of two
	NegativePrompt string `json:"negative_prompt,omitempty"`
	Seed           *int64 `json:"seed,omitempty"`
}

// videoBody makes the body of a submission. A size stands instead of resolution and ratio, so it excludes both, but where
// sound is had at 1080P only: the service asks for that word. With a first frame the ratio follows the picture, so it is not
// sent; one frame is sent as a string, two as a list.
func videoBody(r VideoRequest, form Form) ([]byte, error) {
	w := videoWire{
		Model: r.Model, Prompt: r.Prompt, Resolution: r.Resolution, AspectRatio: r.AspectRatio,
		Size: r.Size, Audio: r.Audio, NegativePrompt: r.NegativePrompt, Seed: r.Seed,
	}
	switch {
	case r.Seconds == 0:
	case form == FormOpenAI:
		w.Seconds = itoa(r.Seconds)
	default:
		w.Seconds = r.Seconds
	}
	if r.Size != "" {
		w.Resolution, w.AspectRatio = "", ""
		if m, _ := VideoModelByID(r.Rules()); r.Audio && m.Audio == AudioAt1080P {
			w.Resolution = r.Tier()
		}
	}
	switch {
	case r.LastFrame() != "":
		w.InputReference = []string{r.FirstFrame(), r.LastFrame()}
	case r.FirstFrame() != "":
		w.InputReference = r.FirstFrame()
	}
	if w.InputReference != nil {
		w.AspectRatio = ""
	}
	return encode(w)
}

// imageBody makes the body of a generation (interface 4.4).
func imageBody(r ImageRequest) ([]byte, error) {
	r.Like = "" // ours alone
	return encode(r)
}

// editJSON makes the body of an edit by links. The key is images, a list, also for one (interface 7.3).
func editJSON(r EditRequest) ([]byte, error) {
	type link struct {
		ImageURL string `json:"image_url"`
	}
	w := struct {
		ImageRequest
		Images []link `json:"images"`
	}{ImageRequest: r.ImageRequest}
	w.Like = "" // ours alone
	for _, u := range r.ImageURLs {
		w.Images = append(w.Images, link{u})
	}
	return encode(w)
}

// editForm makes the multipart body of an edit of a picture that is sent along.
func editForm(r EditRequest) (contentType string, body []byte, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	field := func(name, value string) {
		if err == nil && value != "" {
			err = w.WriteField(name, value)
		}
	}
	field("model", r.Model)
	field("prompt", r.Prompt)
	field("size", r.Size)
	field("quality", r.Quality)
	field("output_format", r.OutputFormat)
	if err != nil {
		return "", nil, err
	}
	mime, ext := pictureType(r.Image)
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="image"; filename="%s"`, fileName(r.ImageName, ext)))
	h.Set("Content-Type", mime)
	part, err := w.CreatePart(h)
	if err != nil {
		return "", nil, err
	}
	if _, err = part.Write(r.Image); err != nil {
		return "", nil, err
	}
	if err = w.Close(); err != nil {
		return "", nil, err
	}
	return w.FormDataContentType(), b.Bytes(), nil
}

// pictureType says what a picture is from its first bytes: some services look at the type of the part alone.
func pictureType(b []byte) (mime, ext string) {
	switch mime = http.DetectContentType(b); mime {
	case "image/png":
		return mime, ".png"
	case "image/jpeg":
		return mime, ".jpg"
	case "image/webp":
		return mime, ".webp"
	}
	return "application/octet-stream", ".png"
}

// fileName makes a name that fits into a header and tells nothing about folders here.
func fileName(name, ext string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '"' {
			return '_'
		}
		return r
	}, name)
	if name == "." || name == "/" || name == "" {
		return "image" + ext
	}
	return name
}

// encode writes JSON as people write it: < > & stay as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
