package settings

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are names that the tests give, addresses and units: no language has other words for them.
const sameEverywhere = "My gateway Sandbox https api example com net http CNY USD EUR JPY GBP KRW INR ms s min kB MB GB B Viviscope libmpv so home someone Pictures " +
	"clip genimage flare turbo English Deutsch Español 简体中文 日本語 Simplified Chinese Japanese the disk is full " +
	"frames files proxy busy for now a b c nobody my zzz dear f x AKID eu ftp gateway"

// world is a screen with everything that it can have.
func world(t *testing.T, h *house, change func(*Deps)) *Screen {
	t.Helper()
	return newScreenWith(t, h, func(d *Deps) {
		d.Program = &fakeProgram{system: "en", in: client.ProxySetting{Address: "http://proxy.example:1", Login: true}}
		if change != nil {
			change(d)
		}
	})
}

// narrow is what the least window leaves for the page beside the list of sections where words are longer, px.
const narrow = 820

// narrowest is what the least window leaves for the page with the largest text, px.
const narrowest = 786

func TestLargeTextNeedsNoMoreThanTheLeastWindow(t *testing.T) {
	s := world(t, newHouse(), nil)
	fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(resources.TextScaleMax))
	for _, part := range s.pages {
		if got := part.content.MinSize().Width; got > narrowest {
			t.Errorf("%s needs %v px", part.name, got)
		}
	}
}

// On a screen of 1024 x 600 every button of the page can be got at, and each choice is read whole.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for _, c := range []struct {
		tag          string
		scale, width float32
	}{{"en", 1, 967}, {"de", resources.TextScaleMax, 939}, {"es", resources.TextScaleMax, 939},
		{"ja", resources.TextScaleMax, 939}} {
		langtest.Use(t, c.tag)
		h := newHouse()
		s := world(t, h, nil)
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
		w := fyne.CurrentApp().Driver().AllWindows()
		w[len(w)-1].Resize(fyne.NewSize(c.width, 530))
		for i, part := range s.pages {
			s.goTo(i)
			for _, button := range apptest.ClippedButtons(s.canvas()) {
				t.Errorf("%s, %s: %s", c.tag, part.name, button)
			}
		}
		for _, choice := range []*kit.Segmented{s.window.look, s.window.text} {
			for _, o := range test.WidgetRenderer(choice).Objects() {
				if words, ok := o.(*canvas.Text); ok && strings.HasSuffix(words.Text, "…") {
					t.Errorf("%s: the choice %q is cut", c.tag, words.Text)
				}
			}
		}
	}
}

func TestEveryTextIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	check := func(t *testing.T, s *Screen) {
		t.Helper()
		for i, part := range s.pages {
			s.goTo(i)
			for _, text := range langtest.Untranslated(s.canvas(), sameEverywhere) {
				t.Errorf("%s: %q", part.name, text)
			}
			apptest.CheckAccessibleNames(t, s.canvas())
			if got := part.content.MinSize().Width; got > narrow {
				t.Errorf("%s needs %v px", part.name, got)
			}
		}
	}
	used := folder.Usage{Files: folder.PartUsage{Files: 3284, Bytes: 12_400_000_000}, Trash: folder.PartUsage{Files: 1},
		Thumbs: folder.PartUsage{Files: 2}, Incoming: folder.PartUsage{Files: 1}, Inputs: folder.PartUsage{Files: 1},
		Backups: folder.PartUsage{Files: 1}, Database: folder.PartUsage{Files: 1}, Sidecars: folder.PartUsage{Files: 1}}
	for name, c := range map[string]struct {
		house  func(h *house)
		deps   func(d *Deps)
		after  func(s *Screen)
		around func(s *Screen) // after the last Update
	}{
		"at first": {},
		"measured": {house: func(h *house) { h.usage = used }},
		"key kept": {house: func(h *house) { h.places[1] = keys.InKeychain }},
		"no keychain": {house: func(h *house) {
			h.noKeychain = true
		}, after: func(s *Screen) { s.profiles.form.key.entry.SetText("x"); test.Tap(s.profiles.form.key.save) }},
		"new profile": {around: func(s *Screen) { s.profiles.addProfile() }},
		"bad fields": {after: func(s *Screen) {
			s.profiles.form.name.entry.SetText("")
			s.profiles.limits.day.entry.SetText("dear")
			test.Tap(s.profiles.models.add)
			s.profiles.models.rows[0].entry.SetText("clip-2.6")
			test.Tap(s.profiles.models.save.button)
			s.profiles.hosting.turnOn()
			test.Tap(s.profiles.hosting.save.button)
		}},
		"refused": {house: func(h *house) { h.refuse = errors.New("the disk is full") }, after: func(s *Screen) {
			s.profiles.limits.budget.entry.SetText("5")
			s.profiles.limits.budget.keep()
			s.profiles.hosting.turnOn()
			s.profiles.hosting.enter(bucket)
			test.Tap(s.profiles.hosting.save.button)
		}},
		"tested": {house: func(h *house) {
			e := &client.Error{Status: 401, Message: "busy for now"}
			h.report = client.Report{Steps: []client.Step{{Name: client.StepReach, Ran: true, OK: true},
				{Name: client.StepKey, Ran: true, Err: e}, {Name: client.StepService}}}
		}, after: func(s *Screen) { test.Tap(s.profiles.form.test.button) }},
		"not tested": {house: func(h *house) {
			h.testErr = keys.ErrNone
		}, after: func(s *Screen) { test.Tap(s.profiles.form.test.button) }},
		"proxy":      {after: func(s *Screen) { s.window.proxy.entry.SetText("ftp://x"); s.window.proxy.keep() }},
		"no program": {deps: func(d *Deps) { d.Program = &fakeProgram{fault: keys.ErrUnavailable} }},
		"checked": {house: func(h *house) {
			h.sweep = db.SweepReport{Missing: []int64{1}, Files: []string{"a", "b", "c", "d"}, Repaired: []int64{2},
				Leftovers: []string{"x"}}
		}, around: func(s *Screen) { test.Tap(s.library.check.button) }},
		"cleaning up": {house: func(h *house) {
			h.usage = used
		}, around: func(s *Screen) { test.Tap(s.library.cleanUp) }},
		"cleaned up": {house: func(h *house) {
			h.usage = used
		}, around: func(s *Screen) { s.library.clearThumbs(true) }},
		"emptying": {around: func(s *Screen) { test.Tap(s.library.empty) }},
		"a year":   {house: func(h *house) { h.trashDays = 365 }},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse()
			if c.house != nil {
				c.house(h)
			}
			s := world(t, h, c.deps)
			if c.after != nil {
				c.after(s)
			}
			s.Update(context.Background())
			if c.around != nil {
				c.around(s)
			}
			check(t, s)
		})
	}
}

func TestEveryFaultOfATestIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	for _, e := range []*client.Error{{Err: client.ErrNoHost}, {Err: client.ErrCertificate}, {Err: client.ErrProxy},
		{Err: client.ErrTimeout}, {Err: client.ErrNoAnswer}, {Err: client.ErrUnreachable}} {
		if words := stepWords("https://x",
			client.Step{Name: client.StepReach, Ran: true, Err: e}); langtest.UntranslatedWords(words) != "" {
			t.Errorf("%v: %q", e, words)
		}
	}
	for status, step := range map[int]string{401: client.StepKey, 403: client.StepKey, 429: client.StepService,
		503: client.StepService, 418: client.StepService} {
		if words := stepWords("https://x",
			client.Step{Name: step, Ran: true,
				Err: &client.Error{Status: status, Message: "busy"}}); langtest.UntranslatedWords(words) != "" {
			t.Errorf("%d: %q", status, words)
		}
	}
	seen := client.Step{Name: client.StepKey, Ran: true, OK: true, Err: &client.Error{Status: 403, Message: "busy"}}
	if words := stepWords("https://x", seen); langtest.UntranslatedWords(words) != "" ||
		!strings.Contains(words, "403") ||
		!strings.Contains(words, "busy") {
		t.Errorf("what was seen: %q", words)
	}
	for _, broken := range []error{client.ErrUnreadable, client.ErrRedirected} {
		if words := stepWords("https://x",
			client.Step{Name: client.StepService, Ran: true,
				Err: &client.Error{Err: broken}}); langtest.UntranslatedWords(words) != "" {
			t.Errorf("%v: %q", broken, words)
		}
	}
	for _, kind := range []error{hosting.ErrRefused, hosting.ErrNotFound, hosting.ErrUnreachable, hosting.ErrFull,
		hosting.ErrFault, hosting.ErrNotPublic, hosting.ErrBadPicture, hosting.ErrBadConfig} {
		for _, detail := range hosting.Details() {
			e := &hosting.Error{Kind: kind, Detail: detail, Bucket: "frames", Status: 403}
			if words := hostingStepWords(hosting.Report{},
				client.Step{Name: hosting.StepWrite, Ran: true, Err: e}); langtest.UntranslatedWords(words,
				"HTTP frames") != "" {
				t.Errorf("%v: %q", e, words)
			}
		}
	}
	for _, ended := range []error{context.Canceled, context.DeadlineExceeded} {
		if words := hostFault(client.Step{Err: ended}); langtest.UntranslatedWords(words) != "" {
			t.Errorf("%v: %q", ended, words)
		}
	}
	for _, encrypted := range []bool{true, false} {
		if words := hostingStepWords(hosting.Report{Encrypted: encrypted},
			client.Step{Name: hosting.StepReach, Ran: true, OK: true}); langtest.UntranslatedWords(words) != "" {
			t.Errorf("encrypted %v: %q", encrypted, words)
		}
	}
}

// Every fault needs a text: one without text would disable Save without a visible reason.
func TestEveryFaultOfHostingHasWords(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	seen := map[string]bool{}
	for _, f := range hosting.Faults() {
		words := hostingProblem(f)
		if words == "" || seen[words] || langtest.UntranslatedWords(words, "http https") != "" {
			t.Errorf("fault %d: %q", f, words)
		}
		seen[words] = true
	}
	silent := map[hosting.Detail]bool{hosting.NoDetail: true, hosting.DetailNoBucket: true,
		hosting.DetailWrongLength: true}
	for _, d := range hosting.Details() {
		if (hostDetail(d) == "") != silent[d] {
			t.Errorf("%s: %q", d, hostDetail(d))
		}
	}
}

func TestALanguageIsChosen(t *testing.T) {
	in := &fakeProgram{language: "de", system: "ja", missing: map[string]string{"ja": "Install a font for it."}}
	s := world(t, newHouse(), func(d *Deps) { d.Program = in })
	p := s.window.language
	if got := p.Options()[p.Selected()].Title; got != "Deutsch" || p.Options()[0].Title != "System: 日本語 (Japanese)" ||
		len(p.Options()) != 1+len(lang.Languages()) {
		t.Errorf("shows %q of %v", got, p.Options())
	}
	if s.window.missing.Visible() {
		t.Error("a language that nobody chose is warned of")
	}
	const why = "No font on this computer supports 日本語 (Japanese), so it was not chosen. Install a font for it."
	for _, at := range []int{0, slices.Index(s.window.tags, "ja")} {
		p.OnChanged(at)
		if !s.window.missing.Visible() || s.window.missing.Text() != why ||
			p.Options()[p.Selected()].Title != "Deutsch" || in.asked != nil {
			t.Errorf("a language without letters: %q, chosen %q, told of %q", s.window.missing.Text(),
				p.Options()[p.Selected()].Title, in.asked)
		}
	}
	p.OnChanged(slices.Index(s.window.tags, "es"))
	if !slices.Equal(in.asked, []string{"es"}) ||
		s.window.missing.Visible() {
		t.Errorf("told of %q, warning %v", in.asked, s.window.missing.Visible())
	}
	in = &fakeProgram{system: "en"}
	s = world(t, newHouse(), func(d *Deps) { d.Program = in })
	for tag, pending := range map[string]bool{"de": true, "en": false, "": false} {
		in.language = tag
		s.show(s.shown)
		if s.window.pending.Visible() != pending || s.window.language.Selected() != slices.Index(s.window.tags, tag) {
			t.Errorf("%q is chosen: restart offered %v", tag, !pending)
		}
	}
	in.language = "de"
	s.show(s.shown)
	for _, o := range s.window.pending.(*fyne.Container).Objects {
		if b, ok := o.(*kit.Button); ok {
			test.Tap(b)
		}
	}
	if in.restarts != 1 {
		t.Errorf("restarted %d times", in.restarts)
	}
}
