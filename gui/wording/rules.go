package wording

import (
	"cmp"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/lang"
)

// Rule returns a broken rule as a short sentence in the language of the window. message is one of package client or
// order. Any other message comes from a service and is returned unchanged. Rules are compared by their messages, never
// by this text.
func Rule(message string) string {
	words := cmp.Or(serviceRules()[message], formRules()[message], listRules()[message])
	if words != "" {
		return words
	}
	if name, ok := order.CastGoneName(message); ok {
		return lang.L("@%s: a picture is in the trash, or no longer in the library.", name)
	}
	for _, p := range rulePatterns() {
		value, ok := p.value(message)
		if ok {
			return p.text(value)
		}
	}
	return message
}

// ServiceRule returns the service's message for a broken rule, for a tooltip beside the sentence of [Rule]. It is ""
// for rules of the form and if both are equal.
func ServiceRule(message string) string {
	words, known := serviceRules()[message]
	for _, p := range rulePatterns() {
		value, ok := p.value(message)
		if ok && p.service {
			words, known = p.text(value), true
		}
	}
	if !known || words == message {
		return ""
	}
	return message
}

// serviceRules are the rules of package client.
func serviceRules() map[string]string {
	typePrompt := lang.L("Type a prompt.")
	return map[string]string{
		client.MsgPromptRequired: typePrompt,
		client.MsgSecondsRange:   lang.L("Choose %d to %d seconds.", client.MinSeconds, client.MaxSeconds),
		client.MsgResolution:     lang.L("Choose %s.", anyOf(client.Resolutions())),
		client.MsgAspectRatio:    lang.L("Choose %s.", anyOf(client.Ratios())),
		client.MsgNoAudio:        lang.L("This model makes no audio."),
		client.MsgAudio1080P:     lang.L("This model needs 1080P for audio."),
		client.MsgTwoImages:      lang.L("A clip takes two pictures at most: its first and its last frame."),
		client.MsgReferenceURL:   lang.L("A frame needs a web address that starts with http or https."),
		client.MsgModelRequired:  lang.L("Choose a model."),
		client.MsgOneImage: lang.L("This service uses OpenAI’s request format, which has a first frame only. Remove the last frame, or choose " +
			"the request format “As documented” in Settings."),
		client.MsgFormAudio:         lang.L("OpenAI’s request format has no audio."),
		client.MsgFormNegative:      lang.L("OpenAI’s request format has no negative prompt."),
		client.MsgFormSeed:          lang.L("OpenAI’s request format has no seed."),
		client.MsgFormRatio:         lang.L("Choose a ratio or a size: the size of the first frame is not known."),
		client.MsgLastWithoutFirst:  lang.L("A last frame needs a first frame."),
		client.MsgVideoSize:         lang.L("Enter at most 1920 × 1080 or 1080 × 1920 px."),
		client.MsgImagePrompt:       typePrompt,
		client.MsgImageSize:         lang.L("Enter %d to %d px for each side.", client.MinSide, client.MaxSide),
		client.MsgQuality:           lang.L("Choose %s.", anyOf(Qualities())),
		client.MsgFormat:            lang.L("Choose %s.", anyOf(FileFormats())),
		client.MsgEditImageRequired: lang.L("Choose a picture to edit."),
		client.MsgEditImageOnce:     lang.L("Send one local picture, or only pictures with web addresses."),
		client.MsgEditImageURL:      lang.L("Each picture needs a web address that starts with http or https."),
	}
}

// formRules are the rules of the form.
func formRules() map[string]string {
	unreachable := lang.L("The service cannot reach addresses on this computer or its network.")
	return map[string]string{
		order.MsgSeed:       lang.L("Enter a whole number as the seed."),
		order.MsgFirstFrame: lang.L("Choose a first frame."),
		order.MsgLinkDead:   lang.L("Link expired"),
		order.MsgNotPublic:  unreachable,
		order.MsgEditPublic: unreachable,
		order.MsgEditMixed:  lang.L("Send one local picture, or only pictures with web addresses."),
		order.MsgTooMany: lang.L("An edit uses at most %d pictures, including the one on the canvas.",
			order.MaxEditPictures),
		order.MsgCanvasDrawn: lang.L("The service accepts one file only, and that is the picture with your marks."),
		order.MsgCanvasFile: lang.L("The service accepts one file only, and that is the picture on the canvas, because it has no valid web " +
			"address."),
		order.MsgLocalFile: lang.L("A frame needs a web address."),
		order.MsgLastOff:   lang.L("Choose a first frame first"),
		order.MsgFirstOnly: lang.L("This service accepts a first frame only."),
		order.MsgCastTooMany: lang.L("An edit uses at most %d pictures, with those of the mentioned cast.",
			order.MaxEditPictures),
		order.MsgCastVaries:  lang.L("All variations must mention the same cast, because they share their pictures."),
		order.MsgTooManyJobs: lang.L("That makes too many jobs: at most %s at once.", lang.Number(order.MaxOrder)),
	}
}

// listRules holds the reasons why a line is not a row, or a row cannot be sent.
func listRules() map[string]string {
	return map[string]string{
		order.MsgQuotes:      lang.L("a cell has unmatched quotes"),
		order.MsgInvalidJSON: lang.L("this is not valid JSON"),
		order.MsgNotObject:   lang.L("not a JSON object"),
		order.MsgObject:      lang.L("the object has no known column, such as prompt"),
		order.MsgComment: lang.L("this looks like a comment or a heading, not like a prompt. Remove it, or put it in " +
			"double quotes"),
		order.MsgOpenQuotes: lang.L("the quotes are not closed. A prompt of several lines needs CSV with a first line such " +
			"as prompt"),
		order.MsgData: lang.L("this looks like data or code, not like a prompt. Use CSV or JSON with columns such as " +
			"prompt, or put it in double quotes"),
		order.MsgMarker:       lang.L("this line begins with a bullet or a number, and others do not. Give all lines one, or none"),
		order.MsgNoFrames:     lang.L("text_to_video uses no frames: use frames_to_video"),
		order.MsgNoPictures:   lang.L("text_to_image uses no pictures: use edit_image"),
		order.MsgRowFrame:     lang.L("frames_to_video needs a first frame"),
		order.MsgMoreCells:    lang.L("the row has more cells than there are columns"),
		order.MsgSizeReplaces: lang.L("size replaces resolution and aspect_ratio"),
		order.MsgFrameRatio:   lang.L("the first frame sets the ratio, so leave it out"),
		order.MsgYesOrNo:      lang.L("audio must be yes or no"),
		order.MsgRowClips:     lang.L("clips must be an integer between 1 and %d", 100),
		order.MsgKind:         lang.L("kind must be one of text_to_video, frames_to_video, text_to_image, edit_image"),
	}
}

// rulePattern is a family of rules that differ in one value.
type rulePattern struct {
	begin, end string
	text       func(value string) string
	service    bool // a rule of the service
}

// value returns the value in a message of the family. ok is false for other messages.
func (p rulePattern) value(message string) (value string, ok bool) {
	rest, begins := strings.CutPrefix(message, p.begin)
	value, ends := strings.CutSuffix(rest, p.end)
	return value, begins && ends
}

func rulePatterns() []rulePattern {
	options := func(list string) string { return anyOf(strings.Split(list, ", ")) }
	return []rulePattern{
		{"model must be one of ", "", func(v string) string {
			return lang.L("Choose one of these models: %s.", v)
		}, true},
		{"seconds must be one of ", "", func(v string) string {
			return lang.L("Choose %s seconds.", options(v))
		}, true},
		{"size must be one of ", "", func(v string) string {
			return lang.L("Choose %s px.", options(strings.ReplaceAll(v, "x", " × ")))
		}, true},
		{"this makes ", " jobs: the limit is 100 at once", func(v string) string {
			jobs, _ := strconv.Atoi(v)
			return lang.L("That makes %s jobs: at most %s at once.", lang.Number(jobs), lang.Number(order.MaxOrder))
		}, false},
		{"there are two ", " columns", func(v string) string { return lang.L("there are two %s columns", v) }, false},
		{"this looks like ", ", not like a prompt. Use CSV or JSON with columns such as prompt, or put it in double quotes",
			func(v string) string {
				return lang.L("this looks like %s, not like a prompt. Use CSV or JSON with columns such as prompt, or put it "+
					"in double quotes", v)
			}, false},
		{"", " is for pictures only", func(v string) string { return lang.L("%s is for pictures only", v) }, false},
		{"", " is for clips only", func(v string) string { return lang.L("%s is for clips only", v) }, false},
		{"", " appears twice", func(v string) string { return lang.L("%s appears twice", v) }, false},
		{"", " must be text", func(v string) string { return lang.L("%s must be text", v) }, false},
		{"", " must be a single value", func(v string) string { return lang.L("%s must be a single value", v) }, false},
	}
}
