package settings

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// NewReport shows the steps of a connection test, or why it did not begin.
func NewReport(report client.Report, err error) fyne.CanvasObject {
	warning := ""
	if inTheClear(report.Origin) {
		warning = inTheClearWords()
	}
	words := func(s client.Step) string { return stepWords(report.Origin, s) }
	return newSteps(report.Steps, words, err, lang.L("Not tested: no key yet. Nothing was sent."), warning)
}

// newHostingReport shows the steps of a hosting's test, or why it did not begin.
func newHostingReport(report hosting.Report, err error) fyne.CanvasObject {
	warning := ""
	if report.Private {
		warning = lang.L("The link works from here, but its address is not public: an internet service cannot download it.")
	}
	words := func(s client.Step) string { return hostingStepWords(report, s) }
	return newSteps(report.Steps, words, err, lang.L("Not tested: no secret entered yet. Nothing was sent."), warning)
}

// newSteps returns the steps of a test. Without steps it returns the reason err; noSecret is the text for a missing
// secret.
func newSteps(
	steps []client.Step, words func(client.Step) string, err error, noSecret, warning string,
) fyne.CanvasObject {
	rows := kit.NewColumn(6)
	columns := &kit.Columns{Gap: 8, Height: 20,
		Columns: []kit.Column{{Width: 16}, {Width: 280, Grow: true}, {Width: 96}}}
	for _, step := range steps {
		icon, color := resources.IconCheckCircle, resources.OK
		switch {
		case !step.Ran:
			icon, color = resources.IconMinus, resources.Text3
		case !step.OK:
			icon, color = resources.IconErrorCircle, resources.Err
		}
		rows.Add(container.New(columns,
			kit.NewIcon(icon, 16, color),
			bodyText(words(step)).Wrap(true),
			kit.NewText(took(step), resources.SizeSM, resources.Text2, false).Trailing()))
	}
	switch {
	case len(steps) > 0:
	case errors.Is(err, keys.ErrNone):
		return notBegun(noSecret)
	case err != nil:
		return notBegun(lang.L("Not tested: %s", wording.Fault(err)))
	}
	if warning == "" {
		return kit.NewCard(rows)
	}
	return kit.NewColumn(8, kit.NewCard(rows),
		kit.NewText(warning, resources.SizeBody, resources.Warn, false).Wrap(true))
}

// notBegun returns a card with the reason why a test did not begin.
func notBegun(why string) fyne.CanvasObject { return kit.NewCard(failure(why)) }

func took(s client.Step) string {
	switch {
	case !s.Ran:
		return lang.L("not tried")
	case s.Name == client.StepService:
		return lang.L("no task created")
	}
	return strconv.FormatInt(s.Took.Milliseconds(), 10) + " ms"
}

// inTheClear reports whether a key travels unencrypted to an address: over http, to another computer.
func inTheClear(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && u.Scheme == "http" && u.Hostname() != "" && !client.IsLoopback(u.Hostname())
}

func inTheClearWords() string { return lang.L("Not encrypted: the key can be read on its way") }

// stepWords returns a step of a connection test as text. origin is the tested address. Only https has a certificate.
func stepWords(origin string, s client.Step) string {
	var seen *client.Error
	switch {
	case s.Ran && !s.OK && s.Err != nil:
		return serviceFault(origin, s)
	case s.OK && errors.As(s.Err, &seen):
		return lang.L("Key accepted or not known: asked for a task that does not exist, the service answers %[1]d, “%[2]s”",
			seen.Status, seen.Message)
	}
	name := map[string]string{
		client.StepReach:   lang.L("Address found, certificate valid"),
		client.StepKey:     lang.L("Key accepted"),
		client.StepService: lang.L("Supports the /v1/videos API"),
	}[s.Name]
	if s.Name == client.StepReach && !strings.HasPrefix(origin, "https://") {
		name = lang.L("Address found; the connection is not encrypted")
	}
	return name
}

// serviceFault returns the error of a step of a connection test as text. origin is the tested address. Messages of the
// service are shown unchanged.
func serviceFault(origin string, s client.Step) string {
	var e *client.Error
	if !errors.As(s.Err, &e) {
		return wording.Fault(s.Err)
	}
	switch s.Name {
	case client.StepReach:
		return unreachedWords(hostOf(origin), e)
	case client.StepKey:
		if e.Status == http.StatusForbidden {
			return lang.L("The key may not do this: %s", e.Message)
		}
		return lang.L("The key was refused: %s", e.Message)
	}
	switch {
	case client.IsWebPage(e.Message):
		return lang.L("The server answered with a web page.") + " " + lang.L("Check the base URL.")
	case errors.Is(e, client.ErrUnreadable):
		return lang.L("A server answered, but it is not this service. Check the base URL.")
	case errors.Is(e, client.ErrRedirected):
		return lang.L("The address redirects elsewhere. Check the base URL.")
	case errors.Is(e, client.ErrRateLimited):
		return lang.L("The service asks to wait: %s", e.Message)
	case errors.Is(e, client.ErrServer):
		return lang.L("Service error: %s", e.Message)
	}
	return lang.L("A server answered, but it does not support /v1/videos. Check the base URL. Its answer: %s",
		e.Message)
}

// hostOf returns the host of an address, with its port unless that is the usual one.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	usual := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]
	return strings.TrimSuffix(u.Host, usual)
}

// unreachedWords returns the message that a host could not be reached, with the reason if it is known.
func unreachedWords(host string, e *client.Error) string {
	why := transportFault(e)
	if why == "" {
		return lang.L("Could not reach %s.", host)
	}
	return lang.L("Could not reach %[1]s: %[2]s.", host, why)
}

// transportFault returns why there was no answer; "" if only the connection is known to have failed.
func transportFault(e *client.Error) string {
	for _, f := range []struct {
		kind  error
		words string
	}{
		{client.ErrNoHost, lang.L("the host name is unknown")},
		{client.ErrCertificate, lang.L("the certificate is not valid")},
		{client.ErrProxy, lang.L("the proxy blocks the connection")},
		{client.ErrTimeout, lang.L("no answer in time")},
		{client.ErrNoAnswer, lang.L("connection lost")},
		{client.ErrUnreachable, ""},
	} {
		if errors.Is(e, f.kind) {
			return f.words
		}
	}
	return e.Message
}

// hostingStepWords returns a step of a hosting test as text.
func hostingStepWords(report hosting.Report, s client.Step) string {
	name := map[string]string{
		hosting.StepReach:  lang.L("The host answers"),
		hosting.StepWrite:  lang.L("A picture can be uploaded"),
		hosting.StepRead:   lang.L("Its link is public"),
		hosting.StepDelete: lang.L("It can be removed again"),
	}[s.Name]
	switch {
	case s.Ran && !s.OK && s.Err != nil:
		name = map[string]string{
			hosting.StepReach:  lang.L("Connection failed"),
			hosting.StepWrite:  lang.L("Upload failed"),
			hosting.StepRead:   lang.L("The link is not public"),
			hosting.StepDelete: lang.L("Removal failed"),
		}[s.Name]
		return lang.X("step and fault", "%s: %s", name, hostFault(s))
	case s.Ran && s.OK && s.Name == hosting.StepReach:
		name = lang.L("The address answers. The connection is not encrypted.")
		if report.Encrypted {
			name = lang.L("The address answers, and its certificate is valid.")
		}
		return strings.TrimRight(name, ".。") // other rows end without a full stop too
	}
	return name
}

// hostFault returns the error of a step of a hosting test as text.
func hostFault(s client.Step) string {
	var e *hosting.Error
	switch {
	case errors.Is(s.Err, context.Canceled), errors.Is(s.Err, context.DeadlineExceeded):
		return lang.L("Cancelled or timed out.")
	case !errors.As(s.Err, &e):
		return wording.Fault(s.Err)
	}
	words := wording.HostFault(e.Kind)
	if e.Detail == hosting.DetailNoBucket {
		words = lang.L("there is no bucket %s", e.Bucket)
	} else if detail := hostDetail(e.Detail); detail != "" {
		words = lang.X("fault and detail", "%s: %s", words, detail)
	}
	switch {
	case e.Code != "":
		return words + " (" + e.Code + ")"
	case e.Status != 0:
		return words + " (HTTP " + strconv.Itoa(e.Status) + ")"
	}
	return words
}

// hostDetail returns more about an error of a host; "" if there are no details, or none that help the user.
func hostDetail(d hosting.Detail) string {
	return map[hosting.Detail]string{
		hosting.DetailStalled:       lang.L("timed out"),
		hosting.DetailRedirected:    lang.L("the address redirects elsewhere"),
		hosting.DetailBroken:        lang.L("no connection, or it was lost"),
		hosting.DetailUnknownHost:   lang.L("the host name is unknown"),
		hosting.DetailCertificate:   lang.L("its certificate is not valid"),
		hosting.DetailNoHTTPS:       lang.L("no https at this address"),
		hosting.DetailTakesNoFiles:  lang.L("it does not accept files there"),
		hosting.DetailOtherContent:  lang.L("unexpected content"),
		hosting.DetailAccessKey:     lang.L("the access key is unknown"),
		hosting.DetailSecretKey:     lang.L("the secret key does not match the access key"),
		hosting.DetailClock:         lang.L("this computer’s clock is wrong"),
		hosting.DetailRegion:        lang.L("the region is wrong"),
		hosting.DetailOtherEndpoint: lang.L("the bucket is at another endpoint"),
	}[d]
}
