package price

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are names that the tests give and units.
const sameEverywhere = "My gateway New clip genimage house the disk is full turbo flare omni CNY JPY dear a"

func TestEveryTextIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	seen := []db.PictureSample{{Kind: db.TextToImage, Quality: "medium", ChargedMicros: 50_000}, {Kind: db.TextToImage, Size: "1536x1024", ChargedMicros: 70_000}}
	for name, c := range map[string]struct {
		shelf func(s *shelf)
		show  func(p *shown)
	}{
		"at first":       {},
		"in the sandbox": {shelf: func(s *shelf) { s.profile.Sandbox, s.samples = true, seen }},
		"without prices": {shelf: func(s *shelf) { s.versions = nil }},
		"a change":       {show: func(p *shown) { p.at("clip-2.6", "1080P").SetText("0.92") }},
		"many changes":   {show: func(p *shown) { p.UseReference(); p.versions.OnChanged(1) }},
		"a fault": {show: func(p *shown) {
			p.at("clip-3.0", "720P").SetText("dear")
			p.fields.entries[Of{Token: TextToken}].SetText("")
		}},
		"saved":            {show: func(p *shown) { p.at("clip-2.6", "1080P").SetText("0.92"); p.Save() }},
		"not imported":     {show: func(p *shown) { p.adoptFile(client.PriceTable{Currency: "EUR"}, nil) }},
		"another currency": {shelf: func(s *shelf) { s.profile.Currency = "JPY" }},
		"broken":           {shelf: func(s *shelf) { s.broken = errors.New("the disk is full") }},
	} {
		t.Run(name, func(t *testing.T) {
			s := stocked(t)
			if c.shelf != nil {
				c.shelf(s)
			}
			p := open(t, s, resources.Dark)
			p.Update(t.Context())
			if c.show != nil {
				c.show(p)
			}
			apptest.Named(t, p.w.Canvas())
			for _, text := range langtest.Untranslated(p.w.Canvas(), sameEverywhere) {
				t.Errorf("%q", text)
			}
			for _, o := range p.versions.Options() {
				if langtest.Foreign(o.Title) != "" {
					t.Errorf("version %q", o.Title)
				}
			}
		})
	}
	p := open(t, stocked(t), resources.Dark)
	if words := langtest.Untranslated(p.w.Canvas(), sameEverywhere); len(words) > 0 || !p.waiting.Visible() {
		t.Errorf("before anything was read: %q", words)
	}
}

func TestEveryChangeIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	d := NewDraft(sandbox.Prices(), "JPY", nil)
	d = d.With(clip("clip-2.6", "1080P"), "0.92").With(clip("clip-3.0-turbo", "720P"), "").With(Of{Token: OutputToken}, "41")
	d = d.With(pictures(d)[0].Of, "1")
	d.Reference = !d.Reference
	all := d.Changes()
	d.base.Reference, d.Reference = true, false
	for _, change := range append(all, d.Changes()...) {
		if langtest.Foreign(change, sameEverywhere) != "" || !strings.ContainsRune(change, '\u27e6') {
			t.Errorf("%q", change)
		}
	}
}

// Longer words and larger ones need no more width than the pane has: what is beyond it would be cut.
func TestLongerWordsFit(t *testing.T) {
	for name, c := range map[string]struct {
		tag   string
		scale float32
	}{"longer": {lang.Pseudo, 1}, "larger": {"en", 1.5}} {
		t.Run(name, func(t *testing.T) {
			langtest.Speak(t, c.tag)
			s := stocked(t)
			p := open(t, s, resources.Dark)
			fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
			p.Update(t.Context())
			for _, o := range []fyne.CanvasObject{p.foot, p.scroll.Content} {
				if got := o.MinSize().Width; got > Width {
					t.Errorf("%v px are needed, %d are there", got, Width)
				}
			}
		})
	}
}

// On a screen of 1024 x 600 every button of the pane can be got at.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for tag, scale := range map[string]float32{"en": 1, "de": resources.TextScaleMax} {
		langtest.Speak(t, tag)
		p := open(t, stocked(t), resources.Dark)
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		p.w.Resize(fyne.NewSize(Width, 530))
		p.Update(t.Context())
		p.UseReference()
		for _, button := range apptest.Cut(p.w.Canvas()) {
			t.Errorf("%s: %s", tag, button)
		}
	}
}
