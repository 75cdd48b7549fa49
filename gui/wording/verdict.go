package wording

import (
	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/gui/lang"
)

// Verdict returns why a file does not play completely, as the end of a sentence. install names the program to install
// if there is no decoder.
func Verdict(e *client.FileError, install string) string {
	switch {
	case e.NoDecoder && e.Picture:
		return lang.L("nothing on this computer can show it: install %s", "ffmpeg")
	case e.NoDecoder:
		return lang.L("nothing on this computer can show it: install %s", install)
	case e.Condition == client.InPart && e.Shown > 0 && e.Whole > e.Shown:
		return lang.L("only the first %s of %s s can be played", lang.Decimal(e.Shown, 1), lang.Decimal(e.Whole, 1))
	case e.Condition == client.InPart:
		return lang.L("only a part of it can be shown: %s", e.Why)
	case e.Condition == client.UnknownFormat && e.Needs != "":
		return lang.L("the format %[1]s needs a program that is missing here: install %[2]s", e.Codec, needed(e.Needs))
	case e.Condition == client.UnknownFormat && e.Codec != "":
		return lang.L("the format %s is not supported", e.Codec)
	case e.Condition == client.UnknownFormat:
		return lang.L("not a supported picture or clip")
	}
	return lang.L("it is damaged: %s", e.Why)
}

// needed returns the name of a program and its package.
func needed(program string) string {
	if program == decode.Jpegtran {
		return program + " (libjpeg-turbo)"
	}
	return program
}
