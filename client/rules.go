package client

// ValidationError reports that a request breaks a rule. Nothing was sent. Field is the wire name of the field. Message
// is the message of the service (interface 7.4), or of this package if the service has none.
type ValidationError struct {
	Field   string
	Message string
}

// Error returns the message.
func (e *ValidationError) Error() string { return e.Message }

// Rule is a validation rule for a VideoRequest; see [VideoRules].
type Rule struct {
	Field   string // wire name
	Message string // complete message of the service
	Broken  func(VideoRequest) bool
}

// The messages of the service (interface 7.4).
const (
	MsgPromptRequired = "prompt or input_reference is required"
	MsgSecondsRange   = "seconds must be an integer between 3 and 15"
	MsgSecondsOneOf   = "seconds must be one of 5, 10"
	MsgResolution     = "resolution must be one of 720P, 1080P"
	MsgAspectRatio    = "aspect_ratio must be one of 16:9, 9:16, 1:1"
	MsgNoAudio        = "this model does not generate audio"
	MsgAudio1080P     = "audio requires 1080P for this model"
	MsgTwoImages      = "at most two images are supported (first frame and last frame)"
	MsgReferenceURL   = "input_reference must be an HTTP(S) URL; uploaded files and Base64 are not accepted"
)

// Messages of this package, for rules without a message of the service.
const (
	MsgModelRequired     = "model is required"
	MsgLastWithoutFirst  = "A last frame needs a first frame."
	MsgOneImage          = "This service uses OpenAI’s request format, which has a first frame only. Remove the last frame, or choose the request format “As documented” in Settings."
	MsgFormAudio         = "OpenAI’s request format has no audio"
	MsgFormNegative      = "OpenAI’s request format has no negative prompt"
	MsgFormSeed          = "OpenAI’s request format has no seed"
	MsgFormRatio         = "this request format needs an aspect_ratio or a size: the size of the first frame is not known"
	MsgVideoSize         = "size must be <width>x<height>, at most 1920x1080 in either direction"
	MsgImagePrompt       = "prompt is required"
	MsgImageSize         = "size must be <width>x<height> with a longest side of at most 3840"
	MsgQuality           = "quality must be one of low, medium, high, xhigh, max"
	MsgFormat            = "output_format must be one of png, jpeg"
	MsgEditImageRequired = "image or images is required"
	MsgEditImageOnce     = "image and images exclude each other"
	MsgEditImageURL      = "images must be HTTP(S) URLs"
)
