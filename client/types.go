package client

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// VideoRequest asks for one clip (interface 2.2). Zero values mean "not given": the service then takes its defaults
// (5 s, 720P, no sound). Its JSON form is kept beside the job as the exact request; the form that goes over the wire
// differs from it where the service wants so (see wire.go).
type VideoRequest struct {
	Model   string `json:"model"`
	Prompt  string `json:"prompt,omitempty"`
	Seconds int    `json:"seconds,omitempty"` // whole seconds; 0: not given, -1: an explicit 0
	// "720P" or "1080P"; not sent where Size is given, but with sound that needs it
	Resolution string `json:"resolution,omitempty"`
	// "16:9", "9:16", "1:1"; not sent with a first frame or a Size
	AspectRatio    string   `json:"aspect_ratio,omitempty"`
	Size           string   `json:"size,omitempty"` // "<width>x<height>", instead of Resolution and AspectRatio
	Audio          bool     `json:"audio,omitempty"`
	InputReference []string `json:"input_reference,omitempty"` // first frame, last frame: http or https links
	NegativePrompt string   `json:"negative_prompt,omitempty"`
	Seed           *int64   `json:"seed,omitempty"` // nil: the service chooses

	// Like is the model of the catalogue whose rules and price apply where Model is a gateway's own name for it; "" for
	// Model itself. It is never sent.
	Like string `json:"like,omitempty"`

	// Limits are the limits of Model at its profile, and the format in which the request is sent. They are never sent.
	Limits Limits `json:"own,omitzero"`
}

// Rules returns the id of the model whose rules the request follows: a model of the catalogue always follows its own.
func (r VideoRequest) Rules() string {
	if _, ok := VideoModelByID(r.Model); ok || r.Like == "" {
		return r.Model
	}
	return r.Like
}

// FirstFrame returns the link of the first frame, "" for none.
func (r VideoRequest) FirstFrame() string { return r.frameAt(0) }

// LastFrame returns the link of the last frame, "" for none.
func (r VideoRequest) LastFrame() string { return r.frameAt(1) }

func (r VideoRequest) frameAt(i int) string {
	if i < len(r.InputReference) {
		return r.InputReference[i]
	}
	return ""
}

// Duration returns the seconds that the service will make: what was asked for, or the default of 5.
func (r VideoRequest) Duration() int {
	if r.Seconds == 0 {
		return DefaultSeconds
	}
	return r.Seconds
}

// ClipSize returns the width and height in pixels of the clip that the service delivers: the free size, or the short
// side of the tier with the ratio of the first frame, else with AspectRatio. frameW and frameH are those of the first
// frame; where they are 0 and needed, the size is 0, 0. Sides are even, because H.264 stores colour for blocks of 2 by
// 2. A frame longer than 12:5 is cut to that.
func (r VideoRequest) ClipSize(frameW, frameH int) (w, h int) {
	if w, h, err := ParseSize(r.Size); err == nil {
		return w + w&1, h + h&1
	}
	if r.FirstFrame() == "" {
		ratio := cmp.Or(r.AspectRatio, Ratios()[0])
		if _, err := fmt.Sscanf(ratio, "%d:%d", &frameW, &frameH); err != nil {
			frameW, frameH = 16, 9 // the service takes any word
		}
	}
	if frameW <= 0 || frameH <= 0 {
		return 0, 0
	}
	short := 720
	if r.Tier() == Resolution1080P {
		short = 1080
	}
	long := min(short*max(frameW, frameH)/min(frameW, frameH), short*12/5) / 2 * 2
	if frameW >= frameH {
		return long, short
	}
	return short, long
}

// Tier returns the resolution tier that the clip is made and priced in: "720P" or "1080P". A free size belongs to
// 720P while its shorter side has at most 720 pixels.
func (r VideoRequest) Tier() string {
	if w, h, err := ParseSize(r.Size); err == nil {
		if min(w, h) <= 720 {
			return Resolution720P
		}
		return Resolution1080P
	}
	if r.Resolution == "" {
		return DefaultResolution
	}
	return r.Resolution
}

// VideoTask is the service's own task, as an answer described it (interface 2.1).
type VideoTask struct {
	ID        string
	Status    string     // one of the states; a word that nobody knows counts as in_progress, never as an end
	RawStatus string     // the word as it came
	Progress  int        // 0 to 100
	Seconds   string     // duration as the service says it; often only when completed
	Error     *TaskError // not nil where IsEnd(Status), and where Unclear
	Unclear   bool       // it runs by its word, beside an error, or by a word that nobody knows and with progress 100
	Model     string     // "" where the answer does not say
	Size      string
	CreatedAt time.Time // zero where the answer does not say
	ExpiresAt time.Time // when the service deletes the clip; zero where the answer does not say
	URL       string    // a link in the answer's metadata; may carry a signature, so it is never logged and not used
	Raw       string    // the answer, redacted, at most 8 KiB
}

// Done reports whether the task has ended, well or badly.
func (t VideoTask) Done() bool { return t.Status == StatusCompleted || IsEnd(t.Status) }

// TaskError is why a task failed (interface 7.1), or ended otherwise.
type TaskError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ImageRequest asks for one picture from text (interface 2.4). Empty fields are not sent.
type ImageRequest struct {
	Model        string `json:"model"`
	Prompt       string `json:"prompt"`
	Size         string `json:"size,omitempty"`          // "<width>x<height>", longest side at most 3840
	Quality      string `json:"quality,omitempty"`       // low, medium, high, xhigh, max
	OutputFormat string `json:"output_format,omitempty"` // png or jpeg

	// Like is the model of the catalogue whose rules apply where Model is a gateway's own name for it; "" for Model
	// itself. It is never sent.
	Like string `json:"like,omitempty"`

	// SpillPrefix is the beginning of the paths at which pictures are put that come as bytes and are too large for memory; ""
	// holds them all the same. What is left there by a program that died is nothing that anybody may use. It is never
	// sent.
	SpillPrefix string `json:"-"`
}

// Rules returns the id of the model whose rules the request follows: a model of the catalogue always follows its own.
func (r ImageRequest) Rules() string {
	if _, ok := ImageModelByID(r.Model); ok || r.Like == "" {
		return r.Model
	}
	return r.Like
}

// Dimensions returns the size of the picture in pixels: what was asked for, or 1024 by 1024.
func (r ImageRequest) Dimensions() (width, height int) {
	if w, h, err := ParseSize(r.Size); err == nil {
		return w, h
	}
	return DefaultImageSide, DefaultImageSide
}

// EditRequest asks for a change of a picture (interface 4.5): of one that is sent along (Image), or of one or more that
// the service fetches itself (ImageURLs). The prompt describes the change. The JSON form leaves the bytes of Image out:
// whoever keeps it keeps the file too.
type EditRequest struct {
	ImageRequest
	Image     []byte   `json:"-"`                    // an encoded picture, sent as a multipart file
	ImageName string   `json:"image_name,omitempty"` // file name of Image; "" becomes image.png, .jpg or .webp
	ImageURLs []string `json:"image_urls,omitempty"` // http or https links, sent as JSON `images`

	// InputSizes are the pixels of the pictures that go in, width and height by place (Image has place 0), for the
	// estimate. They are no part of the request. A size that is 0 or missing is not known; the picture is then priced
	// like the first one.
	InputSizes [][2]int `json:"-"`
}

// SetInputSize notes the pixels of the picture in a place. A place without a picture and a size that is not known are
// ignored.
func (r *EditRequest) SetInputSize(place, width, height int) {
	if place < 0 || place >= max(len(r.ImageURLs), 1) || width <= 0 || height <= 0 {
		return
	}
	sizes := make([][2]int, max(len(r.InputSizes), place+1)) // copies of a request share the old slice
	copy(sizes, r.InputSizes)
	sizes[place] = [2]int{width, height}
	r.InputSizes = sizes
}

// InputSize returns the pixels of the picture in a place, or 0, 0 where they are not known.
func (r EditRequest) InputSize(place int) (width, height int) {
	if place < 0 || place >= len(r.InputSizes) {
		return 0, 0
	}
	return r.InputSizes[place][0], r.InputSizes[place][1]
}

// Dimensions returns the size of the edited picture in pixels: what was asked for, else that of the input where it is
// known, else 1024 by 1024.
func (r EditRequest) Dimensions() (width, height int) {
	if w, h := r.InputSize(0); r.Size == "" && w > 0 && h > 0 {
		return w, h
	}
	return r.ImageRequest.Dimensions()
}

// ImageResult is the answer of a picture call (interface 2.5): every item of data that holds something.
type ImageResult struct {
	Data      []ImageItem
	Usage     Usage
	Raw       string // the answer without its pictures, redacted, at most 8 KiB
	Truncated bool   // the answer broke off: its usage may be lost
}

// ImageItem is one picture of an answer: a link that dies after about 24 hours, or the bytes themselves.
type ImageItem struct {
	URL           string `json:"url,omitempty"`      // http(s) link, or a data: URL
	B64JSON       string `json:"b64_json,omitempty"` // base64 of the file
	RevisedPrompt string `json:"revised_prompt,omitempty"`

	// holds the bytes of a picture that was too large for memory, until FetchImage takes it; see ImageRequest.SpillPrefix
	File string `json:"-"`
	tail string // bytes behind those in File: the disk did not take them
}

// Usage counts the tokens of a picture call. The interface does not name the fields, so both spellings in use are read
// (input_tokens and output_tokens, prompt_tokens and completion_tokens).
type Usage struct {
	InputTokens      int64
	OutputTokens     int64
	TotalTokens      int64
	InputTextTokens  int64 // part of InputTokens; see Split
	InputImageTokens int64 // part of InputTokens; see Split
	Split            bool  // whether the parts of InputTokens are known
	Known            bool  // whether the answer had counts at all
	// usage as it came, redacted; nil where there was none, or none that is fit to be kept
	Raw json.RawMessage
}

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

// ParseSize reads "<width>x<height>" in pixels. Both are at least 1 and have no sign, blank or leading zero.
func ParseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(s, "x")
	width, errW := parseSide(w)
	height, errH := parseSide(h)
	if !ok || errW != nil || errH != nil {
		return 0, 0, fmt.Errorf("parse size %q: not <width>x<height>", s)
	}
	return width, height, nil
}

func parseSide(s string) (int, error) {
	if s == "" || len(s) > 6 || s[0] == '0' || strings.ContainsFunc(s, func(r rune) bool {
		return r < '0' || r > '9'
	}) {
		return 0, errors.New("not a side")
	}
	return strconv.Atoi(s)
}
