package settings

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/client/proxy"
	"viviscope/gui/lang/langtest"
)

// turned is the page that comes in place of another, in another language.
func turned(t *testing.T, h *house, before *Screen, tag string, change func(*Deps)) *Screen {
	t.Helper()
	typed := before.Typed()
	langtest.Speak(t, tag)
	return newScreenWith(t, h, func(d *Deps) {
		d.Typed = typed
		change(d)
	})
}

func TestNothingTypedIsLostInAnotherLanguage(t *testing.T) {
	h := newHouse()
	h.profiles[1].Sandbox = false
	h.places[2] = keys.Nowhere
	h.noKeychain = true
	way := &fakeProgram{in: proxy.Setting{Mode: proxy.None}, place: keys.Nowhere}
	deps := func(d *Deps) { d.Program = way }
	s := newScreenWith(t, h, deps)
	s.form.name.SetText("Half a na")
	s.form.base.SetText("https://half.example")
	s.form.currency.SetSelected(1)
	s.form.touch()
	s.form.key.entry.SetText("sk-half")
	test.Tap(s.form.key.save) // there is no keychain: the other places are offered
	s.hosting.choose(hosting.KindS3)
	s.hosting.enter(bucket)
	s.hosting.secret.entry.SetText("half")
	s.limits.budget.entry.SetText("1.50")
	s.limits.day.entry.SetText("12x")
	test.Tap(s.models.add)
	s.models.rows[0].entry.SetText("gw/half")
	s.program.mode.OnChanged(2)
	s.program.address.SetText("http://me:pass@proxy.example:1")
	s.program.login.entry.SetText("me:pa")
	s.selected = 2
	s.show(s.shown)
	s.form.name.SetText("The second")
	s.limits.confirm.entry.SetText("7")

	s = turned(t, h, s, "de", deps)
	if s.selected != 2 || s.form.name.Text != "The second" || s.limits.confirm.entry.Text != "7,00" {
		t.Errorf("the second profile: %d, %q, %q", s.selected, s.form.name.Text, s.limits.confirm.entry.Text)
	}
	s.selected = 1
	s.show(s.shown)
	for what, got := range map[string][2]string{
		"name": {s.form.name.Text, "Half a na"}, "address": {s.form.base.Text, "https://half.example"}, "currency": {s.form.chosen(), "USD"},
		"key": {s.form.key.entry.Text, "sk-half"}, "bucket": {s.hosting.inputs[s3Bucket].entry.Text, "frames"}, "secret": {s.hosting.secret.entry.Text, "half"},
		"month": {s.limits.budget.entry.Text, "1,50"}, "day": {s.limits.day.entry.Text, "12x"}, "model": {s.models.rows[0].entry.Text, "gw/half"},
		"proxy": {s.program.address.Text, "http://me:pass@proxy.example:1"}, "login": {s.program.login.entry.Text, "me:pa"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, typed was %q", what, got[0], got[1])
		}
	}
	if !s.form.key.session.Visible() || !strings.Contains(s.form.key.note.Text(), "Schlüsselbund") {
		t.Errorf("without a keychain: %q", s.form.key.note.Text())
	}
	if !s.program.ofFixed.Visible() || s.program.mode.Selected() != 2 {
		t.Error("the address that is being entered is out of sight")
	}
	if s.form.save.Disabled() || s.hosting.save.Disabled() || s.models.save.Disabled() {
		t.Error("what was typed cannot be saved")
	}
	if h.profiles[0].Name != "My gateway" || h.profiles[0].BudgetMicros != nil || len(h.profiles[0].Models)+len(h.profiles[0].Hosting) != 0 || way.in.Mode != proxy.None || len(h.keys) != 0 {
		t.Errorf("something was saved that nobody saved: %+v", h.profiles[0])
	}
}

func TestANewProfileIsGoneOnWithInAnotherLanguage(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	s.adding, s.selected = true, 0
	s.show(s.shown)
	s.form.name.SetText("Studio")
	s = turned(t, h, s, "ja", func(*Deps) {})
	if !s.adding || s.form.card.profile.ID != 0 || s.form.name.Text != "Studio" {
		t.Fatalf("adding %v, profile %d, name %q", s.adding, s.form.card.profile.ID, s.form.name.Text)
	}
	s.form.base.SetText("https://relay.studio.example")
	test.Tap(s.form.save)
	s = turned(t, h, s, "en", func(*Deps) {})
	if len(h.profiles) != 3 || s.selected != 3 || len(s.typed.profiles) != 0 || s.form.touched {
		t.Errorf("%d profiles, %d is shown, %d drafts are left", len(h.profiles), s.selected, len(s.typed.profiles))
	}
}

// A page that nobody looked at hands on what it was given.
func TestWhatWasTypedGoesThroughAPageThatWasNotMade(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	s.form.name.SetText("Half a na")
	s.limits.budget.entry.SetText("1.50")
	typed := s.Typed()
	langtest.Speak(t, "de")
	d := s.deps
	d.Typed = typed
	s = New(d) // its content is never asked for
	s = turned(t, h, s, "en", func(*Deps) {})
	if s.form.name.Text != "Half a na" || s.limits.budget.entry.Text != "1.50" {
		t.Errorf("%q, %q", s.form.name.Text, s.limits.budget.entry.Text)
	}
}

// A save that was under way ends for the page after it too: what was saved does not wait to be saved again.
func TestASaveThatEndsInAnotherLanguageIsDone(t *testing.T) {
	h := newHouse()
	var late []func()
	s := newScreenWith(t, h, func(d *Deps) {
		d.Go = func(f func(context.Context)) { late = append(late, func() { f(context.Background()) }) }
	})
	s.adding, s.selected = true, 0
	s.show(s.shown)
	s.form.name.SetText("Studio")
	s.form.base.SetText("https://relay.studio.example")
	test.Tap(s.form.save)
	s.models.now.saving, s.hosting.now.testing = true, true
	s.selected, s.adding = 1, false
	s.show(s.shown)
	s.limits.budget.entry.SetText("1.50")
	s.limits.budget.keep()
	before := s
	typed := before.Typed()
	for _, f := range late {
		f()
	}
	langtest.Speak(t, "es")
	s = newScreenWith(t, h, func(d *Deps) { d.Typed = typed })
	s.adding, s.selected = true, 0
	s.show(s.shown)
	if len(h.profiles) != 3 || s.form.name.Text != "" {
		t.Errorf("%d profiles, and the next new one has %q", len(h.profiles), s.form.name.Text)
	}
	if _, open := s.typed.limits[monthLimit][1]; open || h.profiles[0].BudgetMicros == nil {
		t.Errorf("the budget waits to be saved: %v, kept %v", open, h.profiles[0].BudgetMicros)
	}
	for _, st := range s.typed.models {
		if st.saving {
			t.Error("models are being saved for ever")
		}
	}
}

func TestWhatWasTypedSaysNothingOfItself(t *testing.T) {
	s := newScreen(t, newHouse())
	s.form.key.entry.SetText(secret)
	typed := s.Typed()
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("typed", "value", typed, "any", slog.AnyValue(typed))
	slog.New(slog.NewJSONHandler(&log, nil)).Info("typed", "value", typed)
	for _, text := range []string{fmt.Sprint(typed), fmt.Sprintf("%v %+v %#v %s", typed, typed, typed, typed), log.String()} {
		if strings.Contains(text, secret) || text == "" {
			t.Errorf("%q", text)
		}
	}
}
