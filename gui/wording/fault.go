package wording

import (
	"cmp"
	"errors"
	"io/fs"
	"strings"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// MarkedError is an error whose text is a sentence for people, made with [lang.Mark].
type MarkedError string

// Error is the sentence in English, for logs.
func (e MarkedError) Error() string { return string(e) }

// Fault says an error to people: in a sentence where it is one of the disk or of the library that any command can meet, else in
// its own words.
func Fault(err error) string {
	if words, ok := KnownFault(err); ok {
		return words
	}
	return err.Error()
}

// KnownFault says an error of the disk or of the library in a sentence; ok is false where it is none.
func KnownFault(err error) (words string, ok bool) {
	var marked MarkedError
	var gone *jobs.FrameGoneError
	switch {
	case errors.As(err, &gone):
		return lang.L("The address of a picture expires before the job’s turn. Use one that stays valid longer."), true
	case errors.As(err, &marked):
		return lang.Marked(string(marked)), true
	case errors.Is(err, db.ErrOccupied):
		return lang.L("That folder is not empty. Choose another one."), true
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

// Rule says a broken rule of package client (its Msg… constants, and its lists of models) in the language of the window: what an
// empty form and a slot break in plain words, everything else in the names that stand beside the controls and in the documentation. Any
// other message comes from a service and is shown as it came. What is returned is for people only: rules are told apart by the
// message of package client.
func Rule(message string) string {
	words := map[string]string{
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
	}[message]
	for prefix, format := range map[string]func(string) string{
		"model must be one of ":   func(list string) string { return lang.L("model must be one of %s", list) },
		"seconds must be one of ": func(list string) string { return lang.L("seconds must be one of %s", list) },
		"size must be one of ":    func(list string) string { return lang.L("size must be one of %s", list) },
	} {
		if list, ok := strings.CutPrefix(message, prefix); ok && words == "" {
			words = format(list)
		}
	}
	return cmp.Or(words, message)
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
