package compose

import (
	"errors"
	"strings"

	"viviscope/client/linkcheck"
	"viviscope/gui/lang"
)

// lookWords says what was found in place of a picture.
func lookWords(err error) string {
	var found *linkcheck.Error
	errors.As(err, &found)
	switch {
	case errors.Is(err, linkcheck.ErrNotPicture) && found != nil && found.Words != "":
		return noPictureWords(found.Words)
	case errors.Is(err, linkcheck.ErrNotPicture):
		return lang.L("This is no picture that the service takes.")
	case errors.Is(err, linkcheck.ErrGone) && found != nil && found.Status != 0:
		return lang.L("The link is dead (%d).", found.Status)
	case errors.Is(err, linkcheck.ErrGone):
		return lang.L("The link is dead.")
	case errors.Is(err, linkcheck.ErrTooLarge):
		return lang.L("The picture is larger than a frame can be.")
	case errors.Is(err, linkcheck.ErrNotPublic):
		return lang.L("The address is not public.")
	case found != nil && found.Words != "":
		return unreachedWords(found.Words)
	}
	return lang.L("Cannot be fetched from here.")
}

// noPictureWords says what came in place of a picture.
func noPictureWords(found string) string {
	if format, ok := strings.CutPrefix(found, linkcheck.WordsOtherFormat); ok {
		return lang.L("No picture: it is a picture in another format: %s.", format)
	}
	switch found {
	case linkcheck.WordsDamaged:
		return lang.L("No picture: the file is damaged or breaks off.")
	case linkcheck.WordsEmpty:
		return lang.L("No picture: it is empty.")
	case linkcheck.WordsPage:
		return lang.L("No picture: it is a web page.")
	case linkcheck.WordsText:
		return lang.L("No picture: it is a text.")
	case linkcheck.WordsVideo:
		return lang.L("No picture: it is a video.")
	case linkcheck.WordsOther:
		return lang.L("No picture: it is something else.")
	}
	return lang.L("No picture: %s.", found)
}

// unreachedWords says why nothing came.
func unreachedWords(found string) string {
	switch found {
	case linkcheck.WordsStalled:
		return lang.L("Cannot be fetched from here: nothing came for too long.")
	case linkcheck.WordsNoHost:
		return lang.L("Cannot be fetched from here: the host name is unknown.")
	case linkcheck.WordsCertificate:
		return lang.L("Cannot be fetched from here: the certificate is not valid.")
	case linkcheck.WordsNoConnection:
		return lang.L("Cannot be fetched from here: no connection, or it broke.")
	case linkcheck.WordsNotHTTP:
		return lang.L("Cannot be fetched from here: it is not an http or https link.")
	case linkcheck.WordsTooFar:
		return lang.L("Cannot be fetched from here: it leads on too often.")
	case linkcheck.WordsNowhere:
		return lang.L("Cannot be fetched from here: it leads nowhere.")
	case linkcheck.WordsProxy:
		return lang.L("Cannot be fetched from here: the proxy's address cannot be read.")
	case linkcheck.WordsNoLink:
		return lang.L("Cannot be fetched from here: it cannot be read as a link.")
	}
	return lang.L("Cannot be fetched from here: %s.", found)
}
