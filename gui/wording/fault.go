package wording

import (
	"cmp"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// Worded is an error that has its own text for the window. Error returns English, for the log and for programs.
type Worded interface {
	error
	Words() string // in the language of the window
}

// MarkedError is an error with a fixed sentence for users, made with [lang.Mark]. It implements [Worded].
type MarkedError string

// Error returns the sentence in English.
func (e MarkedError) Error() string { return string(e) }

// Words returns the sentence in the language of the window.
func (e MarkedError) Words() string { return lang.Marked(string(e)) }

// Fault returns the text of an error for the window. Errors that are not known here keep their English text.
func Fault(err error) string {
	if words, ok := KnownFault(err); ok {
		return words
	}
	return err.Error()
}

// KnownFault returns the sentence for an error of the disk or of the library, for a broken rule, and for an error that has its own
// words. ok is false for any other error.
func KnownFault(err error) (words string, ok bool) {
	var worded Worded
	var picture *upload.Error
	var rule *client.ValidationError
	var gone *jobs.FrameGoneError
	switch {
	case errors.As(err, &gone):
		return lang.L("The address of a picture expires before the job’s turn. Use one that stays valid longer."), true
	case errors.As(err, &worded):
		return worded.Words(), true
	case errors.As(err, &picture):
		return UnreadPicture(picture), true
	case errors.As(err, &rule):
		return Rule(rule.Message), true
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("The disk is full. Free some space."), true
	case errors.Is(err, folder.ErrReadOnly):
		return lang.L("The disk is read-only."), true
	case errors.Is(err, db.ErrNotFound):
		return lang.L("It is no longer in the library."), true
	case errors.Is(err, db.ErrExists):
		return lang.L("That name is already in use."), true
	case errors.Is(err, folder.ErrName):
		return lang.L("This name cannot be used."), true
	case errors.Is(err, db.ErrDamaged):
		return lang.L("The library’s database is damaged. Restart Viviscope to repair it."), true
	case errors.Is(err, fs.ErrPermission):
		return lang.L("No permission to read or write there."), true
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("It no longer exists."), true
	}
	return "", false
}

// Rule returns a broken rule in the language of the window: a message of package client or form. What an empty form and a slot
// break is worded plainly, everything else in the names that stand beside the controls and in the documentation. Any other
// message comes from a service and is returned as it is. Rules are compared by their messages, never by this text.
func Rule(message string) string {
	words := cmp.Or(serviceRules()[message], formRules()[message], listRules()[message])
	if words != "" {
		return words
	}
	for _, p := range rulePatterns() {
		rest, begins := strings.CutPrefix(message, p.begin)
		value, ends := strings.CutSuffix(rest, p.end)
		if begins && ends {
			return p.text(value)
		}
	}
	return message
}

// serviceRules are the rules of package client.
func serviceRules() map[string]string {
	return map[string]string{
		client.MsgPromptRequired: lang.L("Type a prompt."),
		client.MsgSecondsRange:   lang.L("seconds must be an integer between 3 and 15"),
		client.MsgSecondsOneOf:   lang.L("seconds must be one of 5, 10"),
		client.MsgResolution:     lang.L("resolution must be one of 720P, 1080P"),
		client.MsgAspectRatio:    lang.L("aspect_ratio must be one of 16:9, 9:16, 1:1"),
		client.MsgNoAudio:        lang.L("this model does not generate audio"),
		client.MsgAudio1080P:     lang.L("audio requires 1080P for this model"),
		client.MsgTwoImages:      lang.L("at most two images are supported (first frame and last frame)"),
		client.MsgReferenceURL:   lang.L("A frame needs a web address that starts with http or https."),
		client.MsgModelRequired:  lang.L("model is required"),
		client.MsgOneImage: lang.L("This service uses OpenAI’s request format, which has a first frame only. Remove the last frame, or choose " +
			"the request format “As documented” in Settings."),
		client.MsgFormAudio:         lang.L("OpenAI’s request format has no audio"),
		client.MsgFormNegative:      lang.L("OpenAI’s request format has no negative prompt"),
		client.MsgFormSeed:          lang.L("OpenAI’s request format has no seed"),
		client.MsgFormRatio:         lang.L("this request format needs an aspect_ratio or a size: the size of the first frame is not known"),
		client.MsgLastWithoutFirst:  lang.L("A last frame needs a first frame."),
		client.MsgVideoSize:         lang.L("size must be <width>x<height>, at most 1920x1080 in either direction"),
		client.MsgImagePrompt:       lang.L("Type a prompt."),
		client.MsgImageSize:         lang.L("size must be <width>x<height> with a longest side of at most 3840"),
		client.MsgQuality:           lang.L("quality must be one of low, medium, high, xhigh, max"),
		client.MsgFormat:            lang.L("output_format must be one of png, jpeg"),
		client.MsgEditImageRequired: lang.L("Choose a picture to edit."),
		client.MsgEditImageOnce:     lang.L("image and images exclude each other"),
		client.MsgEditImageURL:      lang.L("images must be HTTP(S) URLs"),
	}
}

// formRules are the rules of the form.
func formRules() map[string]string {
	return map[string]string{
		order.MsgSeed:        lang.L("seed must be an integer"),
		order.MsgFirstFrame:  lang.L("Choose a first frame."),
		order.MsgLinkDead:    lang.L("Link expired"),
		order.MsgNotPublic:   lang.L("The service cannot reach addresses on this computer or its network."),
		order.MsgEditPublic:  lang.L("The service cannot reach addresses on this computer or its network."),
		order.MsgEditMixed:   lang.L("image and images exclude each other: send one local picture, or links only"),
		order.MsgTooMany:     lang.L("an edit uses at most 16 pictures, including the one on the canvas"),
		order.MsgCanvasDrawn: lang.L("image and images exclude each other: what you drew is sent as the one file that the service accepts"),
		order.MsgCanvasFile: lang.L("image and images exclude each other: the picture on the canvas has no valid web address, so it is " +
			"sent as the one file that the service accepts"),
		order.MsgLocalFile:   lang.L("A frame needs a web address. Set up image hosting, or edit this picture first."),
		order.MsgLastOff:     lang.L("Choose a first frame first"),
		order.MsgFirstOnly:   lang.L("This service accepts a first frame only."),
		order.MsgTooManyJobs: lang.L("this makes too many jobs: the limit is %s at once", lang.Number(order.MaxOrder)),
	}
}

// listRules are the reasons why a line is no row, or a row cannot be sent.
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
}

func rulePatterns() []rulePattern {
	return []rulePattern{
		{"model must be one of ", "", func(v string) string { return lang.L("model must be one of %s", v) }},
		{"seconds must be one of ", "", func(v string) string { return lang.L("seconds must be one of %s", v) }},
		{"size must be one of ", "", func(v string) string { return lang.L("size must be one of %s", v) }},
		{"this makes ", " jobs: the limit is 100 at once", func(v string) string {
			jobs, _ := strconv.Atoi(v)
			return lang.L("this makes %s jobs: the limit is %s at once", lang.Number(jobs), lang.Number(order.MaxOrder))
		}},
		{"there are two ", " columns", func(v string) string { return lang.L("there are two %s columns", v) }},
		{"this looks like ", ", not like a prompt. Use CSV or JSON with columns such as prompt, or put it in double quotes",
			func(v string) string {
				return lang.L("this looks like %s, not like a prompt. Use CSV or JSON with columns such as prompt, or put it "+
					"in double quotes", v)
			}},
		{"", " is for pictures only", func(v string) string { return lang.L("%s is for pictures only", v) }},
		{"", " is for clips only", func(v string) string { return lang.L("%s is for clips only", v) }},
		{"", " appears twice", func(v string) string { return lang.L("%s appears twice", v) }},
		{"", " must be text", func(v string) string { return lang.L("%s must be text", v) }},
		{"", " must be a single value", func(v string) string { return lang.L("%s must be a single value", v) }},
	}
}

// HostFault says what went wrong at an image host, in a few words; kind is one of the sentinels of package hosting.
func HostFault(kind error) string {
	words, ok := map[error]string{
		hosting.ErrRefused:     lang.L("the credentials were refused or do not allow this"),
		hosting.ErrNotFound:    lang.L("the bucket does not exist"),
		hosting.ErrUnreachable: lang.L("the host cannot be reached"),
		hosting.ErrFull:        lang.L("the host is full"),
		hosting.ErrFault:       lang.L("the host had an error"),
		hosting.ErrNotPublic:   lang.L("the public link does not return the picture"),
		hosting.ErrBadPicture:  lang.L("the picture cannot be read"),
		hosting.ErrBadConfig:   lang.L("it is not set up completely"),
	}[kind]
	if !ok {
		return kind.Error()
	}
	return words
}

// NotHosted says in a few words why a picture of a job could not be put on its host; ok is false for any other job.
func NotHosted(job db.Job) (why string, ok bool) {
	fault, ok := jobs.HostFault(job.ErrorCode)
	if !ok {
		return "", false
	}
	switch fault {
	case jobs.FaultNoHosting:
		return lang.L("none is set up for this profile"), true
	case jobs.FaultNoSecret:
		return lang.L("its secret key is missing and must be entered again"), true
	}
	if kind := hosting.KindOf(fault); kind != nil {
		return HostFault(kind), true
	}
	return strings.TrimSuffix(job.ErrorMessage, "."), true
}

// Upload says how far a picture is on its way to the person's own host: "Uploading first frame, 40 %". place is that of the request.
func Upload(kind db.JobKind, place int, done, total int64) string {
	percent := int(min(100*done/max(total, 1), 100))
	switch {
	case !kind.IsVideo():
		return lang.L("Uploading picture %d, %d %%", place+1, percent)
	case place == 1:
		return lang.L("Uploading last frame, %d %%", percent)
	}
	return lang.L("Uploading first frame, %d %%", percent)
}
