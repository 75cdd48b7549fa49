package wording

import (
	"errors"
	"testing"

	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// A row stores the name of a fault; its text follows the current language.
func TestWhyAPictureIsNotHostedIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	codes := []string{jobs.CodeHosting + ":" + jobs.FaultNoHosting, jobs.CodeHosting + ":" + jobs.FaultNoSecret}
	for _, kind := range []error{hosting.ErrRefused, hosting.ErrNotFound, hosting.ErrUnreachable, hosting.ErrFull,
		hosting.ErrFault, hosting.ErrNotPublic, hosting.ErrBadConfig, hosting.ErrBadPicture} {
		fault := (&hosting.Error{Kind: kind}).Fault()
		if fault == "" || !errors.Is(hosting.KindOf(fault), kind) {
			t.Errorf("%v is kept as %q", kind, fault)
		}
		codes = append(codes, jobs.CodeHosting+":"+fault)
	}
	for _, code := range codes {
		why, ok := NotHosted(db.Job{ErrorCode: code, ErrorMessage: "put picture: something in English"})
		if !ok || why == "" || langtest.UntranslatedWords(why) != "" {
			t.Errorf("%s: %q", code, why)
		}
	}
	if why, ok := NotHosted(db.Job{ErrorCode: jobs.CodeHosting,
		ErrorMessage: "the reason of an earlier version."}); !ok || why != "the reason of an earlier version" {
		t.Errorf("%q, %v", why, ok)
	}
	if _, ok := NotHosted(db.Job{ErrorCode: jobs.CodeNoKey}); ok {
		t.Error("a missing key is no fault of the image hosting")
	}
}
