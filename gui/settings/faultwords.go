package settings

import (
	"errors"
	"net/http"

	"viviscope/client"
	"viviscope/gui/lang"
)

// serviceFault says what a step of a connection's test met. What the service said of itself stays as it came.
func serviceFault(s client.Step) string {
	var e *client.Error
	if !errors.As(s.Err, &e) {
		return s.Err.Error()
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
	case errors.Is(e, client.ErrUnreadable):
		return lang.L("Something answers there, but it is not this service. Check the base URL.")
	case errors.Is(e, client.ErrRedirected):
		return lang.L("The address leads elsewhere. Check the base URL.")
	case errors.Is(e, client.ErrRateLimited):
		return lang.L("The service asks to wait: %s", e.Message)
	case errors.Is(e, client.ErrServer):
		return lang.L("The service has a fault: %s", e.Message)
	}
	return lang.L("Something answers there, but it does not know /v1/videos. Check the base URL. It said: %s", e.Message)
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
