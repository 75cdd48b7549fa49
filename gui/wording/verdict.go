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
	case e.Condition == client.PartlyShown && e.PlayableSeconds > 0 && e.TotalSeconds > e.PlayableSeconds:
		return lang.L("only the first %s of %s s can be played", lang.Decimal(e.PlayableSeconds, 1),
			lang.Decimal(e.TotalSeconds, 1))
	case e.Condition == client.PartlyShown:
		return lang.L("only a part of it can be shown: %s", e.Why)
	case e.Condition == client.UnknownFormat && e.Program != "":
		return lang.L("the format %[1]s needs a program that is missing here: install %[2]s", e.Codec,
			needed(e.Program))
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
