package batch

import (
	"errors"

	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Words says a problem or a note of a row in the language of the window. Problems are told apart by their messages, which are
// the same in every language; this is for people alone.
func Words(message string) string {
	switch message {
	case MsgKind:
		return lang.L("kind must be one of text_to_video, frames_to_video, text_to_image, edit_image")
	case MsgAudio:
		return lang.L("audio must be yes or no")
	case MsgSeed:
		return lang.L("seed must be an integer")
	case MsgNoFrames:
		return lang.L("text_to_video takes no frames: the kind for them is frames_to_video")
	case MsgFirstFrame:
		return lang.L("frames_to_video needs a first frame")
	case MsgNoImages:
		return lang.L("text_to_image takes no pictures: the kind for them is edit_image")
	case MsgSizeAlone:
		return lang.L("size stands instead of resolution and aspect_ratio")
	case MsgExtra:
		return lang.L("the row has more cells than there are columns")
	case NoteRatio:
		return lang.L("the clip follows the first frame, so the ratio is left out")
	}
	return wording.Rule(message)
}

// Trouble says in a whole sentence why a text is no list: what Parse returned.
func Trouble(err error) string {
	var syntax *SyntaxError
	switch {
	case errors.As(err, &syntax):
		return lang.L("Line %s: %s.", lang.Number(syntax.Line), syntax.Reason)
	case errors.Is(err, ErrTooLarge):
		return lang.L("The list cannot be used: it is larger than %d MiB.", MaxBytes>>20)
	case errors.Is(err, ErrTooManyRows):
		return lang.L("The list cannot be used: it has more than %s rows.", lang.Number(MaxRows))
	case errors.Is(err, ErrTooManyJobs):
		return lang.L("The list cannot be used: it makes more than %s jobs.", lang.Number(MaxJobs))
	case errors.Is(err, ErrNoRows):
		return lang.L("The list cannot be used: it has no rows.")
	case errors.Is(err, ErrEncoding):
		return lang.L("The list cannot be used: it is not text in UTF-8. Save it as CSV UTF-8.")
	case errors.Is(err, ErrHeader):
		return lang.L("The list cannot be used: its first line names no column, such as prompt.")
	}
	return lang.L("The list cannot be used: %s.", err.Error())
}
