package form

import (
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Words says a problem in the language of the window: a rule of the form's own, or one of package client. Problems are told
// apart by their messages, which are the same in every language; this is for people alone.
func Words(message string) string {
	switch message {
	case MsgSeed:
		return lang.L("seed must be an integer")
	case MsgFirstFrame:
		return lang.L("Choose a first frame.")
	case MsgLinkDead:
		return lang.L("Link expired")
	case MsgNotPublic:
		return lang.L("input_reference must be a public URL: the service cannot reach this computer or its network")
	case MsgEditPublic:
		return lang.L("images must be public URLs: the service cannot reach this computer or its network")
	case MsgEditMixed:
		return lang.L("image and images exclude each other: send one local picture, or links only")
	case MsgTooMany:
		return lang.L("an edit is made of at most 16 pictures, the one on the canvas included")
	case MsgCanvasDrawn:
		return lang.L("image and images exclude each other: what is drawn goes as the one file that the service takes")
	case MsgCanvasFile:
		return lang.L("image and images exclude each other: the picture on the canvas has no web address that lives, so it goes as the one file that the service takes")
	case MsgLocalFile:
		return lang.L("The service takes web addresses only, not files from this computer.")
	case MsgLastOff:
		return lang.L("Set a first frame first")
	case MsgFirstOnly:
		return lang.L("This service takes a first frame only.")
	}
	return wording.Rule(message)
}
