package settings

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// fillSecret shows where the secret of the hosting is. One that is kept belongs to a host and to who signs in there: as soon
// as another is typed there is none.
func (f *hostingForm) fillSecret() {
	typed := f.now.typed.config()
	kind := secretOf(typed.Kind)
	f.label.SetText(kind.words().name)
	f.secret.setKind(kind)
	place, since := f.card.secretPlace, f.card.secretSince
	switch {
	case !needsSecret(typed):
		place = keys.Nowhere
	case typed.KeyName() != f.now.kept.KeyName():
		place = keys.Nowhere
	}
	words := placeWords(place, since, f.s.deps.Now())
	closed := f.card.profile.ID == 0
	if place == keys.Nowhere {
		words = kind.words().noneYet
		if !needsSecret(typed) {
			words = lang.L("Belongs to the endpoint and its access key: enter them first")
			closed = closed || f.secret.typed() == ""
		}
	}
	f.secret.show(secretView{owner: f.card.profile.ID, place: place, words: words, closed: closed})
	// A folder without a user signs in to nothing.
	setVisible(f.secretField, typed.Kind == hosting.KindS3 || typed.Kind == hosting.KindWebDAV && typed.WebDAV.User != "")
}

// secretKeeper keeps a secret for the host that is kept now, and for no other.
func (f *hostingForm) secretKeeper() keeper {
	id, c := f.card.profile.ID, f.now.kept
	if f.now.touched() || !needsSecret(c) {
		return nil
	}
	return func(ctx context.Context, secret string, where keys.Place) error {
		return f.s.deps.Profiles.SaveHostSecret(ctx, id, c, secret, where)
	}
}

func (f *hostingForm) forget() {
	id := f.card.profile.ID
	f.s.deps.Do(secretOf(f.now.kept.Kind).words().couldNotErase, func(ctx context.Context) error {
		return f.s.deps.Profiles.RemoveHostSecret(ctx, id)
	})
}

// newHostingReport shows the steps of a hosting's test.
func newHostingReport(report hosting.Report, err error) fyne.CanvasObject {
	words := func(s client.Step) string { return hostingStepWords(report, s) }
	steps := newSteps(report.Steps, words, hostingTook, notTestedHosting(err))
	if !report.Private {
		return steps
	}
	return widgets.NewColumn(8, steps, widgets.NewText(lang.L("The link works from here, but its address is not public: a service on the Internet cannot fetch it."),
		resources.SizeBody, resources.Warn, false).Wrap(true))
}

// hostingStepWords words one step of it.
func hostingStepWords(report hosting.Report, s client.Step) string {
	name := map[string]string{
		hosting.StepReach:  lang.L("The host answers"),
		hosting.StepWrite:  lang.L("A picture can be put there"),
		hosting.StepRead:   lang.L("Its link gives it back to anyone"),
		hosting.StepDelete: lang.L("It can be taken away again"),
	}[s.Name]
	switch {
	case s.Ran && !s.OK && s.Err != nil:
		return lang.X("step and fault", "%s: %s", name, hostFault(s))
	case s.Ran && s.OK && s.Name == hosting.StepReach && report.Encrypted:
		return bare(lang.L("The address answers, and its certificate is valid."))
	case s.Ran && s.OK && s.Name == hosting.StepReach:
		return bare(lang.L("The address answers. Nothing on the way there is encrypted."))
	}
	return name
}

// bare is a sentence without its full stop, for a line among others that have none.
func bare(sentence string) string { return strings.TrimRight(sentence, ".。") }

func hostingTook(s client.Step) string {
	if !s.Ran {
		return lang.L("not tried")
	}
	return millis(s.Took)
}

// notTestedHosting says why a test did not begin; "" where it did.
func notTestedHosting(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, keys.ErrNone):
		return lang.L("Not tested: the secret was not entered yet. Nothing was sent.")
	}
	return lang.L("Not tested: %s", wording.Fault(err))
}
