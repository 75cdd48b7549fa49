package settings

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/gui/lang"
)

// serviceFault says what a step of a connection's test met. What the service said of itself stays as it came.
func serviceFault(s client.Step) string {
	var e *client.Error
	if slices.Contains(answers(), s.Words) || !errors.As(s.Err, &e) {
		return lang.Marked(s.Words)
	}
	switch s.Name {
	case client.StepReach:
		return transportFault(e)
	case client.StepKey:
		if e.Status == http.StatusForbidden {
			return lang.L("The key may not do this: %s", e.Message)
		}
		return lang.L("The key was refused: %s", e.Message)
	}
	switch {
	case errors.Is(e, client.ErrRateLimited):
		return lang.L("The service asks to wait: %s", e.Message)
	case errors.Is(e, client.ErrServer):
		return lang.L("The service has a fault: %s", e.Message)
	}
	return lang.L("Something answers there, but it does not know /v1/videos. Check the base URL. It said: %s", e.Message)
}

// answers are the sentences of a connection's test that say nothing of the service's own.
func answers() []string {
	return []string{
		lang.Mark("Something answers there, but it is not this service. Check the base URL."),
		lang.Mark("The address leads elsewhere. Check the base URL."),
	}
}

// transportFault says why nothing answered.
func transportFault(e *client.Error) string {
	for _, f := range []struct {
		kind  error
		words string
	}{
		{client.ErrNoHost, lang.L("the host name is unknown")},
		{client.ErrCertificate, lang.L("the certificate is not valid")},
		{client.ErrProxy, lang.L("the proxy lets nothing through")},
		{client.ErrTimeout, lang.L("no answer in time")},
		{client.ErrNoAnswer, lang.L("the connection broke")},
		{client.ErrUnreachable, lang.L("no connection")},
	} {
		if errors.Is(e, f.kind) {
			return f.words
		}
	}
	return e.Message
}

// hostFault says what a step of a hosting's test met.
func hostFault(s client.Step) string {
	var e *hosting.Error
	if !errors.As(s.Err, &e) {
		return lang.Marked(s.Words)
	}
	words := hostFaultKind(e.Kind)
	if bucket, ok := strings.CutPrefix(e.Words, "no bucket "); ok {
		words = lang.L("there is no bucket %s", bucket)
	} else if e.Words != "" {
		words = lang.X("fault and detail", "%s: %s", words, lang.Marked(e.Words))
	}
	switch {
	case e.Code != "":
		return words + " (" + e.Code + ")"
	case e.Status != 0:
		return words + " (HTTP " + strconv.Itoa(e.Status) + ")"
	}
	return words
}

func hostFaultKind(kind error) string {
	switch {
	case errors.Is(kind, hosting.ErrRefused):
		return lang.L("the credentials were refused, or do not allow this")
	case errors.Is(kind, hosting.ErrNotFound):
		return lang.L("the bucket or folder is not there")
	case errors.Is(kind, hosting.ErrUnreachable):
		return lang.L("the host cannot be reached")
	case errors.Is(kind, hosting.ErrFull):
		return lang.L("the host has no room for it")
	case errors.Is(kind, hosting.ErrFault):
		return lang.L("the host had a fault")
	case errors.Is(kind, hosting.ErrNotPublic):
		return lang.L("the public link does not give the picture back")
	case errors.Is(kind, hosting.ErrBadPicture):
		return lang.L("the picture cannot be read")
	}
	return kind.Error()
}

// hostSentences are what package hosting says of a test and its faults, so that the catalogs know them: it shows nothing itself.
func hostSentences() []string {
	return []string{
		lang.Mark("The address answers. Nothing on the way there is encrypted."),
		lang.Mark("The address answers, and its certificate is valid."),
		lang.Mark("It was called off, or took too long."),
		lang.Mark("nothing moved for too long"),
		lang.Mark("the address leads elsewhere"),
		lang.Mark("no connection, or it broke"),
		lang.Mark("the host name is unknown"),
		lang.Mark("its certificate is not valid"),
		lang.Mark("it does not speak https there"),
		lang.Mark("it does not take files there"),
		lang.Mark("it does not answer as a WebDAV folder"),
		lang.Mark("something else comes"),
		lang.Mark("the access key is unknown"),
		lang.Mark("the secret key does not fit the access key"),
		lang.Mark("the clock of this computer is wrong"),
		lang.Mark("the region is wrong"),
		lang.Mark("the bucket is at another endpoint"),
	}
}

// hostingProblems are what [hosting.Config.Validate] says of a field.
func hostingProblems() []string {
	return []string{
		lang.Mark("This kind of hosting is not known."),
		lang.Mark("A bucket cannot stand before an IP address. Choose the path."),
		lang.Mark("Enter the name of the bucket."),
		lang.Mark("A bucket has 3 to 63 letters, digits, dots and hyphens."),
		lang.Mark("This way of addressing is not known."),
		lang.Mark("Enter the access key."),
		lang.Mark("The access key holds characters that no key has."),
		lang.Mark("The region holds characters that no region has."),
		lang.Mark("A signed link lives between one second and seven days."),
		lang.Mark("Enter the address of the folder."),
		lang.Mark("Enter the address under which everybody can read the folder."),
		lang.Mark("A user name has no colon (RFC 7617)."),
		lang.Mark("Enter the endpoint."),
		lang.Mark("An endpoint has no path. The bucket has its own field."),
		lang.Mark("This cannot be read as an address."),
		lang.Mark("It must begin with http:// or https://."),
		lang.Mark("It has no host."),
		lang.Mark("It must not hold a user name or password. They have their own fields."),
		lang.Mark("It must not have a query or fragment."),
		lang.Mark("The folder holds characters that no name has."),
		lang.Mark("The folder's name is too long."),
		lang.Mark("The folder's name must not have empty parts, . or .. in it."),
	}
}
