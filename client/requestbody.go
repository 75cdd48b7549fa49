package client

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"path"
	"strings"
)

// SuggestedFormat returns the request format that the message of a refused request suggests; false for none. Formats
// differ in the types and names of fields. For example, a gateway with OpenAI's format refuses a number, a list and
// unknown fields, and a service with the documented format refuses strings.
func SuggestedFormat(now RequestFormat, refusal string) (RequestFormat, bool) {
	refusal = strings.ToLower(refusal)
	seconds := strings.Contains(refusal, "seconds")
	unknown := strings.Contains(refusal, "unknown parameter") || strings.Contains(refusal, "unknown_parameter")
	switch {
	case now == FormatOpenAI && (unknown && seconds || strings.Contains(refusal, "duration")):
		return FormatNewAPI, unknown || strings.Contains(refusal, "integer") || strings.Contains(refusal, "required")
	case now != FormatDocumented:
		return FormatDocumented, seconds && strings.Contains(refusal, "integer")
	case unknown:
		return FormatOpenAI, true
	case seconds || strings.Contains(refusal, "input_reference"):
		return FormatOpenAI, strings.Contains(refusal, "string")
	}
	return now, false
}

// videoBody returns the body of a submission, in the format of the request.
func videoBody(r VideoRequest) ([]byte, error) {
	switch r.Limits.Format {
	case FormatOpenAI:
		return encode(openAIBody(r))
	case FormatNewAPI:
		return encode(newAPIBody(r))
	}
	return encode(documentedBody(r))
}

// documentedWire is the body in the documented format (interface 2.2).
type documentedWire struct {
	VideoRequest
	InputReference any       `json:"input_reference,omitempty"` // one link, or a list of two
	Like           *struct{} `json:"like,omitempty"`            // nil: hides the embedded field
	Limits         *struct{} `json:"own,omitempty"`             // nil: hides the embedded field
}

// documentedBody returns the body in the documented format. With a size, it omits ratio and resolution, unless audio
// requires 1080P. With a first frame, it omits the ratio. One frame is a string; two frames are a list.
func documentedBody(r VideoRequest) documentedWire {
	w := documentedWire{VideoRequest: r}
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
	return w
}

// openAIWire is the body in OpenAI's format. The format has no other fields.
type openAIWire struct {
	Model          string `json:"model"`
	Prompt         string `json:"prompt,omitempty"`
	Seconds        string `json:"seconds"`
	Size           string `json:"size"`
	InputReference string `json:"input_reference,omitempty"`
}

// openAIBody returns the body in OpenAI's format. It always contains duration and size, because the defaults of these
// services differ from those in the price estimate.
func openAIBody(r VideoRequest) openAIWire {
	return openAIWire{
		Model: r.Model, Prompt: r.Prompt, Seconds: itoa(r.Duration()), Size: r.pixelSize(),
		InputReference: r.FirstFrame(),
	}
}

// newAPIWire is the body in the format of new-api's task channels. The channels use different names for most fields and
// ignore unknown ones, so the body contains each value under every name. A channel copies the metadata into its
// upstream request.
type newAPIWire struct {
	Model          string         `json:"model"`
	Prompt         string         `json:"prompt,omitempty"`
	Duration       int            `json:"duration"`
	Size           string         `json:"size"`                      // Kling: determines the ratio
	Mode           string         `json:"mode"`                      // Kling: std is 720P, pro 1080P
	Image          string         `json:"image,omitempty"`           // Kling: the first frame
	Images         []string       `json:"images,omitempty"`          // Vidu, Jimeng, Doubao: the frames
	InputReference string         `json:"input_reference,omitempty"` // Ali: the first frame
	Metadata       newAPIMetadata `json:"metadata"`
}

// newAPIMetadata contains the fields of individual channels.
type newAPIMetadata struct {
	Resolution     string        `json:"resolution"`                // Vidu, Doubao: 720p, 1080p
	AspectRatio    string        `json:"aspect_ratio,omitempty"`    // Kling, Jimeng
	Ratio          string        `json:"ratio,omitempty"`           // Doubao
	NegativePrompt string        `json:"negative_prompt,omitempty"` // Kling
	Seed           *int64        `json:"seed,omitempty"`            // Vidu, Jimeng, Doubao
	Sound          string        `json:"sound,omitempty"`           // Kling: on
	GenerateAudio  bool          `json:"generate_audio,omitempty"`  // Doubao
	ImageTail      string        `json:"image_tail,omitempty"`      // Kling: the last frame
	Content        []newAPIFrame `json:"content,omitempty"`         // Doubao: two frames with their roles
	Input          aliInput      `json:"input,omitzero"`
	Parameters     aliParameters `json:"parameters"`
}

type newAPIFrame struct {
	Type     string `json:"type"`
	Role     string `json:"role"`
	ImageURL struct {
		URL string `json:"url"`
	} `json:"image_url"`
}

// aliInput and aliParameters are fields of the Ali channel.
type aliInput struct {
	NegativePrompt string `json:"negative_prompt,omitempty"`
	FirstFrame     string `json:"first_frame_url,omitempty"` // only together with a last frame
	LastFrame      string `json:"last_frame_url,omitempty"`
}

type aliParameters struct {
	Resolution string `json:"resolution"`     // 720P, 1080P
	Size       string `json:"size,omitempty"` // "1280*720", only without frames
	Audio      bool   `json:"audio,omitempty"`
	Seed       *int64 `json:"seed,omitempty"`
}

// newAPIBody returns the body in new-api's format. It always contains duration and size, because the defaults of the
// channels differ from those in the price estimate.
func newAPIBody(r VideoRequest) newAPIWire {
	size, tier := r.pixelSize(), r.Tier()
	_, ratio, _ := TierAndRatio(size)
	w := newAPIWire{
		Model: r.Model, Prompt: r.Prompt, Duration: r.Duration(), Size: size, Mode: "std",
		Image: r.FirstFrame(), InputReference: r.FirstFrame(),
		Metadata: newAPIMetadata{
			Resolution: strings.ToLower(tier), AspectRatio: ratio, Ratio: ratio, NegativePrompt: r.NegativePrompt,
			Seed: r.Seed, GenerateAudio: r.Audio, ImageTail: r.LastFrame(),
			Input:      aliInput{NegativePrompt: r.NegativePrompt},
			Parameters: aliParameters{Resolution: tier, Audio: r.Audio, Seed: r.Seed},
		},
	}
	if tier == Resolution1080P {
		w.Mode = "pro"
	}
	if r.Audio {
		w.Metadata.Sound = "on"
	}
	if r.FirstFrame() == "" {
		w.Metadata.Parameters.Size = strings.Replace(size, "x", "*", 1)
		return w
	}
	w.Images = []string{r.FirstFrame()}
	if r.LastFrame() == "" {
		return w
	}
	w.Images = append(w.Images, r.LastFrame())
	w.Metadata.Input.FirstFrame, w.Metadata.Input.LastFrame = r.FirstFrame(), r.LastFrame()
	for i, role := range []string{"first_frame", "last_frame"} {
		frame := newAPIFrame{Type: "image_url", Role: role}
		frame.ImageURL.URL = w.Images[i]
		w.Metadata.Content = append(w.Metadata.Content, frame)
	}
	return w
}

// imageBody returns the body of a generation (interface 4.4).
func imageBody(r ImageRequest) ([]byte, error) {
	r.Like = "" // never sent
	return encode(r)
}

// editJSON returns the body of an edit with links. A single link is also a list (interface 7.3).
func editJSON(r EditRequest) ([]byte, error) {
	type link struct {
		ImageURL string `json:"image_url"`
	}
	w := struct {
		ImageRequest
		Images []link `json:"images"`
	}{ImageRequest: r.ImageRequest}
	w.Like = "" // never sent
	for _, u := range r.ImageURLs {
		w.Images = append(w.Images, link{u})
	}
	return encode(w)
}

// editForm returns the multipart body of an edit with a file.
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
	mime, ext := sniffPicture(r.Image)
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="image"; filename="%s"`,
		headerFileName(r.ImageName, ext)))
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

// sniffPicture returns the media type and the extension of a picture, by its first bytes. Some services check only the
// media type of the part.
func sniffPicture(b []byte) (mime, ext string) {
	mime = http.DetectContentType(b)
	switch mime {
	case "image/png":
		return mime, ".png"
	case "image/jpeg":
		return mime, ".jpg"
	case "image/webp":
		return mime, ".webp"
	}
	return "application/octet-stream", ".png"
}

// headerFileName returns a file name for a header: without folders, quotes and control characters.
func headerFileName(name, ext string) string {
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
