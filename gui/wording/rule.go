package wording

import (
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
)

// Rule says a broken rule of package client (its Msg… constants, and its lists of models) in the language of the window: what an
// empty form breaks in plain words, everything else in the names that stand beside the controls and in the documentation. Any
// other message comes from a service and is shown as it came. What is returned is for people only: rules are told apart by the
// message of package client.
func Rule(message string) string {
	switch message {
	case client.MsgPromptRequired:
		return lang.L("Type a prompt.")
	case client.MsgSecondsRange:
		return lang.L("seconds must be an integer between 3 and 15")
	case client.MsgSecondsOneOf:
		return lang.L("seconds must be one of 5, 10")
	case client.MsgResolution:
		return lang.L("resolution must be one of 720P, 1080P")
	case client.MsgAspectRatio:
		return lang.L("aspect_ratio must be one of 16:9, 9:16, 1:1")
	case client.MsgNoAudio:
		return lang.L("this model does not generate audio")
	case client.MsgAudio1080P:
		return lang.L("audio requires 1080P for this model")
	case client.MsgTwoImages:
		return lang.L("at most two images are supported (first frame and last frame)")
	case client.MsgReferenceURL:
		return lang.L("input_reference must be an HTTP(S) URL; uploaded files and Base64 are not accepted")
	case client.MsgModelRequired:
		return lang.L("model is required")
	case client.MsgOneImage:
		return lang.L("This service takes requests as OpenAI’s videos, which have a first frame only. Take the last frame out, or choose the form As documented in Settings.")
	case client.MsgLastWithoutFirst:
		return lang.L("a last frame needs a first frame")
	case client.MsgVideoSize:
		return lang.L("size must be <width>x<height>, at most 1920x1080 in either direction")
	case client.MsgImagePrompt:
		return lang.L("Type a prompt.")
	case client.MsgImageSize:
		return lang.L("size must be <width>x<height> with a longest side of at most 3840")
	case client.MsgQuality:
		return lang.L("quality must be one of low, medium, high, xhigh, max")
	case client.MsgFormat:
		return lang.L("output_format must be one of png, jpeg")
	case client.MsgEditImageRequired:
		return lang.L("Choose a picture to edit.")
	case client.MsgEditImageOnce:
		return lang.L("image and images exclude each other")
	case client.MsgEditImageURL:
		return lang.L("images must be HTTP(S) URLs")
	}
	if models, ok := strings.CutPrefix(message, "model must be one of "); ok {
		return lang.L("model must be one of %s", models)
	}
	return message
}
