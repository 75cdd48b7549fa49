package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/keys"
)

// enter fills fields.
func (f *hostingForm) enter(text map[int]string) {
	for i, s := range text {
		f.inputs[i].entry.SetText(s)
	}
}

// The fields of text of the form, as they stand.
const (
	s3Endpoint = iota
	s3Bucket
	s3Prefix
	s3Region
	s3AccessKey
)

var bucket = map[int]string{s3Endpoint: "s3.example.com", s3Bucket: "frames", s3Prefix: "v", s3Region: "eu-1",
	s3AccessKey: "AKID"}

// turnOn turns hosting on, as a click does.
func (f *hostingForm) turnOn() {
	if !f.on.On() {
		test.Tap(f.on)
	}
}

func TestHostingIsOffUntilItIsSaved(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	f := s.profiles.hosting
	if f.on.On() || f.bucket.Visible() || f.actions.Visible() {
		t.Error("an untouched profile shows more than that hosting is off")
	}
	f.turnOn()
	if !f.bucket.Visible() || !f.takeDown.On() {
		t.Error("the fields of a bucket are not shown, or pictures stay up")
	}
	if !f.test.button.Disabled() || f.note.Text() != "not saved yet" {
		t.Errorf("test off %v, because %q", f.test.button.Disabled(), f.note.Text())
	}
	f.enter(bucket)
	f.lifetime.picker.OnChanged(1)
	f.secret.entry.SetText(" " + secret + "\n")
	test.Tap(f.save.button)
	var c hosting.Config
	if err := json.Unmarshal(h.profiles[0].Hosting, &c); err != nil {
		t.Fatal(err)
	}
	want := hosting.Config{Kind: hosting.KindS3, DeleteAfter: true,
		S3: hosting.S3{Endpoint: "s3.example.com", Bucket: "frames", Prefix: "v", Region: "eu-1", AccessKey: "AKID",
			LifetimeSeconds: 6 * 3600}}
	if c != want {
		t.Errorf("kept %+v", c)
	}
	if strings.Contains(string(h.profiles[0].Hosting), secret) {
		t.Error("the secret is in the profile's row")
	}
	if got := h.secrets[c.KeyName()]; got.text != secret || got.place != keys.InKeychain {
		t.Errorf("kept secret: %+v", got)
	}
	if f.secret.entry.Text != "" || !strings.HasPrefix(f.secret.where.Text(), "In the system keychain") ||
		f.test.button.Disabled() {
		t.Errorf("field %q, words %q, test off %v", f.secret.entry.Text, f.secret.where.Text(),
			f.test.button.Disabled())
	}
	f.enter(map[int]string{s3Endpoint: "other.example.com"})
	if got := f.secret.where.Text(); got != "None yet for this host" {
		t.Errorf("at another host: %q", got)
	}
}

func TestEveryProblemOfHostingStandsAtItsField(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	f := s.profiles.hosting
	f.turnOn()
	for i := range f.inputs {
		if f.inputs[i].entry.Failed() {
			t.Error("an empty field is wrong before anybody saves")
		}
	}
	test.Tap(f.save.button)
	if len(h.profiles[0].Hosting) != 0 {
		t.Error("what is wrong was saved")
	}
	for i, in := range f.inputs {
		needed := map[int]bool{s3Endpoint: true, s3Bucket: true, s3AccessKey: true}[i]
		if in.entry.Failed() != needed || (in.problem.Text() != "") != needed {
			t.Errorf("%s: failed %v, %q", in.name, in.entry.Failed(), in.problem.Text())
		}
	}
	for _, tc := range []struct {
		at   int
		text string
	}{
		{s3Endpoint, "https://s3.example.com/frames"},
		{s3Bucket, "a"},
		{s3Prefix, "a/../b"},
		{s3Region, "eu 1"},
		{s3AccessKey, "AK ID"},
	} {
		f.enter(map[int]string{tc.at: tc.text})
		in := f.inputs[tc.at]
		if want := f.problems()[in.name]; want == "" || in.problem.Text() != want || !in.problem.Visible() ||
			!in.entry.Failed() {
			t.Errorf("%s %q: %q, want %q", in.name, tc.text, in.problem.Text(), want)
		}
	}
}

// Every problem that Validate knows has a field of the form or a line of its own, so none keeps Save from working
// unseen.
func TestNoProblemOfHostingIsUnseen(t *testing.T) {
	s := newScreen(t, newHouse())
	f := s.profiles.hosting
	f.turnOn()
	f.enter(map[int]string{s3Endpoint: "192.0.2.7", s3Bucket: "frames", s3AccessKey: "AKID"})
	f.address.picker.OnChanged(2)
	if got := f.note.Text(); !strings.Contains(got, "IP address") {
		t.Errorf("an address that cannot be says %q", got)
	}
}

func TestHostingWithoutAKeychain(t *testing.T) {
	h := newHouse()
	h.noKeychain = true
	s := newScreen(t, h)
	f := s.profiles.hosting
	f.turnOn()
	f.enter(bucket)
	f.secret.entry.SetText(secret)
	test.Tap(f.save.button)
	if len(h.secrets) != 0 || !f.secret.others.Visible() || f.secret.entry.Text != secret {
		t.Fatalf("kept %v, session offered %v, field %q", h.secrets, f.secret.others.Visible(), f.secret.entry.Text)
	}
	test.Tap(f.secret.inFile)
	if got := h.secrets[f.kept.KeyName()]; got.text != secret || got.place != keys.InFile || f.secret.entry.Text != "" {
		t.Errorf("kept %+v, field %q", got, f.secret.entry.Text)
	}
	test.Tap(f.secret.remove)
	if len(h.secrets) != 0 || f.secret.where.Text() != "None yet for this host" {
		t.Errorf("after removing: %v, %q", h.secrets, f.secret.where.Text())
	}
}

func TestHostingReportShowsEachStep(t *testing.T) {
	h := newHouse()
	h.profiles[0].Hosting = []byte(`{"kind":"s3","s3":{"endpoint":"s3.example.com","bucket":"frames","access_key":"AKID"}}`)
	h.hosting = hosting.Report{Encrypted: true, Private: true, Steps: []client.Step{
		{Name: hosting.StepReach, Ran: true, OK: true, Took: 38 * time.Millisecond},
		{Name: hosting.StepWrite, Ran: true, Err: &hosting.Error{Kind: hosting.ErrRefused, Status: 403}},
		{Name: hosting.StepRead}, {Name: hosting.StepDelete},
	}}
	h.testErr = errors.New("refused")
	s := newScreen(t, h)
	test.Tap(s.profiles.hosting.test.button)
	if len(s.profiles.hosting.report.Objects) != 1 || !s.profiles.hosting.report.Visible() ||
		s.profiles.hosting.test.button.Disabled() {
		t.Fatal("no report is shown, or Test stays off")
	}
	want := []string{
		"The address answers, and its certificate is valid / 38 ms",
		"Upload failed: the credentials were refused or do not allow this (HTTP 403) / 0 ms",
		"Its link is public / not tried", "It can be removed again / not tried",
	}
	if !strings.Contains(shownIn(s.profiles.hosting.report), "an internet service cannot download it") {
		t.Error("nothing says that the link works in this network alone")
	}
	for i, step := range h.hosting.Steps {
		if got := hostingStepWords(h.hosting, step) + " / " + took(step); got != want[i] {
			t.Errorf("step %d: %q, want %q", i, got, want[i])
		}
	}
	if got := shownIn(newHostingReport(hosting.Report{}, fmt.Errorf("test: %w", keys.ErrNone))); !strings.Contains(got,
		"no secret entered yet") {
		t.Errorf("without a secret: %q", got)
	}
	s.profiles.hosting.enter(map[int]string{s3Bucket: "others"})
	if !s.profiles.hosting.test.button.Disabled() {
		t.Error("what is not saved can be tested")
	}
}

func TestHowLongLinksLive(t *testing.T) {
	if c, err := readHosting([]byte(`{"kind":"s3"}`)); err != nil || c.S3.LifetimeSeconds != 24*3600 {
		t.Errorf("by default: %d s, %v", c.S3.LifetimeSeconds, err)
	}
	for d, want := range map[time.Duration]string{time.Hour: "1 hour", 6 * time.Hour: "6 hours",
		24 * time.Hour: "24 hours", 72 * time.Hour: "3 days", hosting.MaxLifetime: "7 days",
		77 * time.Second: "1m17s"} {
		if got := lifetimeWords(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestWhatCannotBeSavedSaysSo(t *testing.T) {
	h := newHouse()
	h.refuse = errors.New("the disk is full")
	s := newScreen(t, h)
	s.profiles.hosting.turnOn()
	s.profiles.hosting.enter(bucket)
	test.Tap(s.profiles.hosting.save.button)
	if got := s.profiles.hosting.note.Text(); got != "Not saved: the disk is full" ||
		s.profiles.hosting.save.button.Disabled() {
		t.Errorf("%q, save off %v", got, s.profiles.hosting.save.button.Disabled())
	}
	s.profiles.limits.budget.entry.SetText("5")
	s.profiles.limits.budget.keep()
	if got := s.profiles.limits.budget.note.Text(); got != "Not saved: the disk is full" ||
		s.profiles.limits.budget.entry.Text != "5" {
		t.Errorf("%q, field %q", got, s.profiles.limits.budget.entry.Text)
	}
}

// The screen reports unsaved input of any profile, so that the user can be warned before the window is built again.
func TestWhatIsNotSavedIsKnown(t *testing.T) {
	for what, enter := range map[string]func(s *Screen){
		"nothing": func(*Screen) {},
		"name":    func(s *Screen) { s.profiles.form.name.entry.SetText("Half a na") },
		"key":     func(s *Screen) { s.profiles.form.key.entry.SetText("sk-half") },
		"budget":  func(s *Screen) { s.profiles.limits.budget.entry.SetText("12x") },
		"model": func(s *Screen) {
			test.Tap(s.profiles.models.add)
			s.profiles.models.rows[0].entry.SetText("gw/half")
		},
		"bucket": func(s *Screen) { s.profiles.hosting.turnOn(); s.profiles.hosting.enter(bucket) },
		"secret": func(s *Screen) { s.profiles.hosting.secret.entry.SetText("half") },
		"proxy":  func(s *Screen) { s.window.proxy.entry.SetText("http://proxy.example:2") },
	} {
		s := world(t, newHouse(), nil)
		enter(s)
		s.choose(2)
		if s.Dirty() != (what != "nothing") {
			t.Errorf("%s: unsaved %v", what, s.Dirty())
		}
	}
}

// Input for one profile is restored when the user returns to it, and never appears for another profile.
func TestNothingTypedIsLostBetweenProfiles(t *testing.T) {
	h := newHouse()
	h.profiles[1].Sandbox = false
	h.places[2] = keys.Nowhere
	s := newScreen(t, h)
	turn := s.choose
	s.profiles.form.name.entry.SetText("Half a na")
	s.profiles.form.key.entry.SetText("sk-half")
	s.profiles.hosting.turnOn()
	s.profiles.hosting.enter(bucket)
	s.profiles.hosting.secret.entry.SetText("half")
	s.profiles.limits.budget.entry.SetText("12x")
	test.Tap(s.profiles.models.add)
	s.profiles.models.rows[0].entry.SetText("gw/half")
	for _, other := range []int64{2, 0} {
		turn(other)
		if s.profiles.form.name.entry.Text == "Half a na" || s.profiles.form.key.entry.Text != "" ||
			s.profiles.hosting.on.On() || s.profiles.hosting.secret.entry.Text != "" ||
			s.profiles.limits.budget.entry.Text != "" || len(s.profiles.models.rows) != 0 {
			t.Errorf("profile %d shows what was typed for another", other)
		}
		s.profiles.form.base.entry.SetText(fmt.Sprintf("https://half-%d.example", other))
	}
	turn(1)
	s.Update(context.Background())
	if s.profiles.form.name.entry.Text != "Half a na" || s.profiles.form.key.entry.Text != "sk-half" ||
		s.profiles.hosting.inputs[s3Bucket].entry.Text != "frames" || s.profiles.hosting.secret.entry.Text != "half" ||
		s.profiles.limits.budget.entry.Text != "12x" || s.profiles.models.rows[0].entry.Text != "gw/half" {
		t.Error("something that was typed is lost")
	}
	turn(0)
	if got := s.profiles.form.base.entry.Text; got != "https://half-0.example" {
		t.Errorf("the new profile has %q", got)
	}
	if !s.Dirty() {
		t.Error("nobody is told that it is not saved")
	}
	if h.profiles[0].Name != "My gateway" || len(h.profiles[0].Models)+len(h.profiles[0].Hosting) != 0 ||
		h.profiles[0].BudgetMicros != nil {
		t.Errorf("something was saved that nobody saved: %+v", h.profiles[0])
	}
}

// A save that ends when another profile is shown belongs to the profile that it was for.
func TestASaveEndsWhereItBegan(t *testing.T) {
	h := newHouse()
	h.profiles[1].Sandbox = false
	s := newScreen(t, h)
	var late []func()
	s.host.Window.(*fakeWindow).Worker = func(f func(context.Context)) {
		late = append(late, func() {
			f(context.Background())
		})
	}
	s.profiles.form.key.entry.SetText(secret)
	test.Tap(s.profiles.form.key.save)
	s.profiles.hosting.turnOn()
	s.profiles.hosting.enter(bucket)
	test.Tap(s.profiles.hosting.save.button)
	s.profiles.limits.budget.entry.SetText("600")
	s.profiles.limits.budget.keep()
	s.choose(2)
	s.profiles.form.key.entry.SetText("sk-other")
	for _, f := range late {
		f()
	}
	if h.keys[1] != secret || h.keys[2] != "" || s.profiles.form.key.entry.Text != "sk-other" {
		t.Errorf("keys %v, field %q", h.keys, s.profiles.form.key.entry.Text)
	}
	if len(h.profiles[0].Hosting) == 0 || len(h.profiles[1].Hosting) != 0 || h.profiles[1].BudgetMicros != nil ||
		h.profiles[0].BudgetMicros == nil {
		t.Errorf("profiles %+v", h.profiles)
	}
}

// The sandbox accepts local pictures, so it has no hosting settings.
func TestTheSandboxNeedsNoHosting(t *testing.T) {
	h := newHouse()
	h.profiles[1].Hosting = json.RawMessage(`{"kind":"webdav","webdav":{"url":"http://127.0.0.1:1/v1/sandbox/hosted"}}`)
	s := newScreen(t, h)
	s.choose(2)
	for i, row := range s.profiles.hosting.content.Objects {
		if row.Visible() != (i == 0) {
			t.Errorf("row %d is visible: %v", i, row.Visible())
		}
	}
	if s.profiles.hosting.choice.Visible() ||
		s.profiles.hosting.about.Text() != "The sandbox keeps local pictures for as long as a job needs them." {
		t.Errorf("%q", s.profiles.hosting.about.Text())
	}
	s.choose(1)
	if !s.profiles.hosting.choice.Visible() {
		t.Error("hosting of another profile cannot be set")
	}
}

// Hosting of a kind that older versions had is off without a message, and stays as it is until other hosting is saved.
func TestHostingOfAnOlderVersionIsOff(t *testing.T) {
	h := newHouse()
	const old = `{"kind":"webdav","webdav":{"url":"https://dav.example.com/f","user":"painter","public_url":"https://files.example.com/f"},"delete_after":true}`
	h.profiles[0].Hosting = json.RawMessage(old)
	s := newScreen(t, h)
	f := s.profiles.hosting
	if f.on.On() || f.bucket.Visible() || f.actions.Visible() || f.dirty() || f.broken != "" || s.Dirty() {
		t.Errorf("on %v, fields %v, %q", f.on.On(), f.bucket.Visible(), f.note.Text())
	}
	f.keep()
	if string(h.profiles[0].Hosting) != old {
		t.Errorf("kept %s", h.profiles[0].Hosting)
	}
}
