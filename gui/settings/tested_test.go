package settings

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/apptest"
)

func TestOnlyHTTPSHasACertificate(t *testing.T) {
	found := client.Step{Name: client.StepReach, Ran: true, OK: true}
	broke := client.Step{Name: client.StepReach, Ran: true, Err: &client.Error{Err: client.ErrUnreachable}}
	lost := client.Step{Name: client.StepReach, Ran: true, Err: &client.Error{Err: client.ErrNoAnswer}}
	page := client.Step{Name: client.StepService, Ran: true,
		Err: &client.Error{Status: 404, Message: "a web page instead of an answer: Error response"}}
	for _, tc := range []struct {
		origin string
		step   client.Step
		want   string
	}{
		{"https://a.example:443", found, "Address found, certificate valid"},
		{"http://a.example:80", found, "Address found; the connection is not encrypted"},
		{"https://a.example:443", broke, "Could not reach a.example."},
		{"http://127.0.0.1:1", broke, "Could not reach 127.0.0.1:1."},
		{"http://a.example:80", lost, "Could not reach a.example: connection lost."},
		{"http://a.example:80", page, "The server answered with a web page. Check the base URL."},
	} {
		if got := stepWords(tc.origin, tc.step); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.origin, got, tc.want)
		}
	}
}

func TestAKeyThatTravelsInTheClearIsWarnedOf(t *testing.T) {
	for address, want := range map[string]bool{
		"https://a.example": false, "http://a.example/v1": true, " HTTP://192.168.1.4:8080": true,
		"http://127.0.0.1:1":    false,
		"http://localhost:8790": false, "http://[::1]:8790": false, "http://": false, "a.example": false, "": false,
	} {
		if got := inTheClear(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
	s := newScreen(t, newHouse())
	s.profiles.form.base.entry.SetText("http://a.example")
	if got := s.profiles.form.baseNote.Text(); got != inTheClearWords() || s.profiles.form.save.button.Disabled() {
		t.Errorf("beside the address: %q, save off %v", got, s.profiles.form.save.button.Disabled())
	}
	s.profiles.form.base.entry.SetText("https://a.example")
	if got := s.profiles.form.baseNote.Text(); got != "the key is sent to this address only" {
		t.Errorf("beside the address: %q", got)
	}
	step := []client.Step{{Name: client.StepReach, Ran: true, OK: true}}
	for origin, want := range map[string]bool{"http://a.example:80": true, "http://127.0.0.1:80": false,
		"https://a.example:443": false} {
		if got := slices.Contains(apptest.Texts(NewReport(client.Report{Origin: origin, Steps: step}, nil)),
			inTheClearWords()); got != want {
			t.Errorf("the report on %s warns: %v", origin, got)
		}
	}
}

func TestAReportGoesWithWhatItIsAbout(t *testing.T) {
	h := newHouse()
	h.testErr = keys.ErrNone
	s := newScreen(t, h)
	says := func() string { return strings.Join(apptest.Texts(s.profiles.form.report), " ") }
	test.Tap(s.profiles.form.test.button)
	if got := says(); !strings.Contains(got, "no key yet") {
		t.Fatalf("without a key: %q", got)
	}
	s.Update(context.Background())
	if says() == "" {
		t.Error("an update took the report away")
	}
	s.profiles.form.key.entry.SetText(secret)
	if got := says(); got != "" {
		t.Errorf("stays when a key is typed: %q", got)
	}
	test.Tap(s.profiles.form.test.button)
	if got := says(); got != "Not tested: save the key first. Nothing was sent." {
		t.Errorf("with a key that is not saved: %q", got)
	}
	test.Tap(s.profiles.form.key.save)
	if got := says(); got != "" {
		t.Errorf("stays when the key was saved: %q", got)
	}
	h.testErr = nil
	h.report = client.Report{Origin: "https://api.my-gateway.net:443",
		Steps: []client.Step{{Name: client.StepReach, Ran: true, OK: true}}}
	test.Tap(s.profiles.form.test.button)
	if says() == "" {
		t.Fatal("no report")
	}
	h.places[1] = keys.Nowhere // removed elsewhere
	s.Update(context.Background())
	if got := says(); got != "" {
		t.Errorf("stays without the key: %q", got)
	}
	test.Tap(s.profiles.form.test.button)
	s.profiles.form.base.entry.SetText("https://relay.example")
	if got := says(); got != "" {
		t.Errorf("stays at another address: %q", got)
	}
	test.Tap(s.profiles.form.test.button)
	if got := says(); got != "Not tested: save the profile first. Nothing was sent." {
		t.Errorf("with an address that is not saved: %q", got)
	}
}
