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

// VideoRequest is a request for one clip (interface 2.2). For zero values the service uses its defaults (5 s, 720P, no
// audio). The JSON form is stored with the job. The body that is sent depends on the request format; see
// requestbody.go.
type VideoRequest struct {
	Model   string `json:"model"`
	Prompt  string `json:"prompt,omitempty"`
	Seconds int    `json:"seconds,omitempty"` // whole seconds; 0: not given; -1: invalid
	// "720P" or "1080P"; with Size, sent only if audio requires it
	Resolution string `json:"resolution,omitempty"`
	// "16:9", "9:16", "1:1"; not sent with a first frame or a Size
	AspectRatio    string   `json:"aspect_ratio,omitempty"`
	Size           string   `json:"size,omitempty"` // "<width>x<height>", replaces Resolution and AspectRatio
	Audio          bool     `json:"audio,omitempty"`
	InputReference []string `json:"input_reference,omitempty"` // first frame, last frame: http or https links
	NegativePrompt string   `json:"negative_prompt,omitempty"`
	Seed           *int64   `json:"seed,omitempty"` // nil: the service chooses

	// Like is the catalogue model with the same rules and prices, if Model is an alias; "": Model itself. It is never
	// sent.
	Like string `json:"like,omitempty"`

	// Limits are the limits of Model in its profile, and the request format. They are never sent.
	Limits Limits `json:"own,omitzero"`
}

// Rules returns the ID of the catalogue model with the rules for this request. A catalogue model always has its own
// rules.
func (r VideoRequest) Rules() string {
	if _, ok := VideoModelByID(r.Model); ok || r.Like == "" {
		return r.Model
	}
	return r.Like
}

// FirstFrame returns the link of the first frame; "" for none.
func (r VideoRequest) FirstFrame() string { return r.frameAt(0) }

// LastFrame returns the link of the last frame; "" for none.
func (r VideoRequest) LastFrame() string { return r.frameAt(1) }

func (r VideoRequest) frameAt(i int) string {
	if i < len(r.InputReference) {
		return r.InputReference[i]
	}
	return ""
}

// Duration returns the duration of the clip in seconds: Seconds, or the default of 5.
func (r VideoRequest) Duration() int {
	if r.Seconds == 0 {
		return DefaultSeconds
	}
	return r.Seconds
}

// ClipSize returns the expected size of the clip in pixels. It is the free size, if there is one. Otherwise the short
// side is that of the tier, and the ratio is that of the first frame of frameW by frameH pixels, limited to 12:5.
// Without a first frame it is AspectRatio. ClipSize returns 0, 0 if the size of the first frame is 0. Sides are even,
// because H.264 subsamples colour.
func (r VideoRequest) ClipSize(frameW, frameH int) (w, h int) {
	if w, h, err := ParseSize(r.Size); err == nil {
		return w + w&1, h + h&1
	}
	if r.FirstFrame() == "" {
		ratio := cmp.Or(r.AspectRatio, Ratios()[0])
		if _, err := fmt.Sscanf(ratio, "%d:%d", &frameW, &frameH); err != nil {
			frameW, frameH = 16, 9 // an invalid ratio
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

// Tier returns the resolution tier of the clip, which determines its price: "720P" or "1080P". A free size is 720P if
// its short side has at most 720 pixels.
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

// VideoTask is the state of a task in a response (interface 2.1).
type VideoTask struct {
	ID        string
	Status    string     // one of the states; an unknown word counts as in_progress
	RawStatus string     // the status in the response
	Progress  int        // 0 to 100
	Seconds   string     // duration in the response; often only when completed
	Error     *TaskError // not nil if IsEnd(Status) or Unclear
	Unclear   bool       // running according to Status, but with an error, or with an unknown status and progress 100
	Model     string     // "": not given
	Size      string
	CreatedAt time.Time // zero: not given
	ExpiresAt time.Time // when the service deletes the clip; zero: not given
	URL       string    // link in the metadata; may be signed, so it is never logged or used
	Raw       string    // response, redacted, at most 8 KiB
}

// Done reports whether the task has ended, with or without a clip.
func (t VideoTask) Done() bool { return t.Status == StatusCompleted || IsEnd(t.Status) }

// TaskError is the reason why a task failed or ended (interface 7.1).
type TaskError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ImageRequest is a request for one picture from text (interface 2.4). Empty fields are not sent.
type ImageRequest struct {
	Model        string `json:"model"`
	Prompt       string `json:"prompt"`
	Size         string `json:"size,omitempty"`          // "<width>x<height>", longest side at most 3840
	Quality      string `json:"quality,omitempty"`       // low, medium, high, xhigh, max
	OutputFormat string `json:"output_format,omitempty"` // png or jpeg

	// Like is the catalogue model with the same rules and prices, if Model is an alias; "": Model itself. It is never
	// sent.
	Like string `json:"like,omitempty"`

	// SpillPrefix is the prefix of the paths for temporary files with pictures that are too large for memory; "": keep
	// them in memory. Files left by a crash must not be used. It is never sent.
	SpillPrefix string `json:"-"`
}

// Rules returns the ID of the catalogue model with the rules for this request. A catalogue model always has its own
// rules.
func (r ImageRequest) Rules() string {
	if _, ok := ImageModelByID(r.Model); ok || r.Like == "" {
		return r.Model
	}
	return r.Like
}

// Dimensions returns the expected size of the picture in pixels: Size, or 1024 by 1024.
func (r ImageRequest) Dimensions() (width, height int) {
	if w, h, err := ParseSize(r.Size); err == nil {
		return w, h
	}
	return DefaultImageSide, DefaultImageSide
}

// EditRequest is a request to edit pictures (interface 4.5): one picture that is sent as a file (Image), or pictures
// that the service downloads (ImageURLs). The prompt describes the change. The JSON form does not contain Image, so its
// file must be stored separately.
type EditRequest struct {
	ImageRequest
	Image     []byte   `json:"-"`                    // an encoded picture, sent as a multipart file
	ImageName string   `json:"image_name,omitempty"` // file name of Image; "" becomes image.png, .jpg or .webp
	ImageURLs []string `json:"image_urls,omitempty"` // http or https links, sent as JSON `images`

	// InputSizes are the sizes of the input pictures in pixels, by place (Image has place 0). They are only for the
	// estimate, and never sent. A picture with a zero or missing size is priced like the first one.
	InputSizes [][2]int `json:"-"`
}

// SetInputSize sets the size of the input picture at a place, in pixels. It ignores a place without a picture, and
// sizes that are not positive.
func (r *EditRequest) SetInputSize(place, width, height int) {
	if place < 0 || place >= max(len(r.ImageURLs), 1) || width <= 0 || height <= 0 {
		return
	}
	sizes := make([][2]int, max(len(r.InputSizes), place+1)) // copies of a request share the old slice
	copy(sizes, r.InputSizes)
	sizes[place] = [2]int{width, height}
	r.InputSizes = sizes
}

// InputSize returns the size of the input picture at a place, in pixels; 0, 0 if it is unknown.
func (r EditRequest) InputSize(place int) (width, height int) {
	if place < 0 || place >= len(r.InputSizes) {
		return 0, 0
	}
	return r.InputSizes[place][0], r.InputSizes[place][1]
}

// Dimensions returns the expected size of the edited picture in pixels: Size, else the size of the first input picture,
// else 1024 by 1024.
func (r EditRequest) Dimensions() (width, height int) {
	if w, h := r.InputSize(0); r.Size == "" && w > 0 && h > 0 {
		return w, h
	}
	return r.ImageRequest.Dimensions()
}

// ImageResult is the result of a picture call (interface 2.5).
type ImageResult struct {
	Data      []ImageItem // items with a link or bytes
	Usage     Usage
	Raw       string // response without its pictures, redacted, at most 8 KiB
	Truncated bool   // the response was truncated, so Usage may be missing
}

// ImageItem is one picture of a result: a link that expires after about 24 hours, or the bytes.
type ImageItem struct {
	URL           string `json:"url,omitempty"`      // http(s) link, or a data: URL
	B64JSON       string `json:"b64_json,omitempty"` // base64 of the file
	RevisedPrompt string `json:"revised_prompt,omitempty"`

	// temporary file of a picture that was too large for memory; FetchImage moves it. See ImageRequest.SpillPrefix.
	File string `json:"-"`
	tail string // bytes after those in File, because the disk was full
}

// Usage contains the token counts of a picture call. The interface does not define the field names, so both common
// spellings are parsed (input_tokens and output_tokens, prompt_tokens and completion_tokens).
type Usage struct {
	InputTokens      int64
	OutputTokens     int64
	TotalTokens      int64
	InputTextTokens  int64 // part of InputTokens; see Split
	InputImageTokens int64 // part of InputTokens; see Split
	Split            bool  // the parts of InputTokens are known
	Known            bool  // the response had counts
	// usage in the response, redacted; nil if it is missing, or not fit for storage
	Raw json.RawMessage
}

// Kind is the kind of a request. It is stored with every job.
type Kind string

// The kinds of request.
const (
	TextToVideo   Kind = "text_to_video"
	FramesToVideo Kind = "frames_to_video"
	TextToImage   Kind = "text_to_image"
	EditImage     Kind = "edit_image"
)

// IsVideo reports whether the kind creates a task at the service. Other kinds are synchronous picture calls.
func (k Kind) IsVideo() bool { return k == TextToVideo || k == FramesToVideo }

// Kind returns FramesToVideo if InputReference has elements, even empty ones; else TextToVideo.
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

// ParseSize parses "<width>x<height>" in pixels. Both numbers must be positive, without sign, blanks or leading zeros.
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
