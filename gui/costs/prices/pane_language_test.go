package prices

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are names that the tests give and units.
const sameEverywhere = "My gateway New clip genimage house the disk is full turbo flare omni CNY JPY dear a"

func TestEveryTextIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	seen := []db.PictureSample{{Kind: db.TextToImage, Quality: "medium", ChargedMicros: 50_000},
		{Kind: db.TextToImage, Size: "1536x1024", ChargedMicros: 70_000}}
	for name, c := range map[string]struct {
		shelf func(s *shelf)
		show  func(p *shown)
	}{
		"at first":       {},
		"in the sandbox": {shelf: func(s *shelf) { s.profile.Sandbox, s.samples = true, seen }},
		"without prices": {shelf: func(s *shelf) { s.versions = nil }},
		"a change":       {show: func(p *shown) { p.at("clip-2.6", "1080P").SetText("0.92") }},
		"many changes":   {show: func(p *shown) { p.UseReference(); p.fill(client.PriceTable{Currency: "CNY"}, nil) }},
		"planned": {show: func(p *shown) {
			p.at("clip-2.6", "1080P").SetText("0.92")
			p.line(clip("clip-2.6", "1080P")).from.SetText("2026-12-01")
			p.Save()
		}},
		"too early": {show: func(p *shown) {
			p.at("clip-2.6", "1080P").SetText("0.92")
			p.line(clip("clip-2.6", "1080P")).from.SetText("2026-11-01x")
		}},
		"a fault": {show: func(p *shown) {
			p.at("clip-3.0", "720P").SetText("dear")
			p.line(Item{Token: TextToken}).price.SetText("")
		}},
		"saved":            {show: func(p *shown) { p.at("clip-2.6", "1080P").SetText("0.92"); p.Save() }},
		"not imported":     {show: func(p *shown) { p.fill(client.PriceTable{Currency: "EUR"}, nil) }},
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
			apptest.CheckAccessibleNames(t, p.w.Canvas())
			for _, text := range langtest.Untranslated(p.w.Canvas(), sameEverywhere) {
				t.Errorf("%q", text)
			}
		})
	}
	p := open(t, stocked(t), resources.Dark)
	if words := langtest.Untranslated(p.w.Canvas(), sameEverywhere); len(words) > 0 || !p.view.waiting.Visible() {
		t.Errorf("before anything was read: %q", words)
	}
}

// Longer words and larger ones need no more width than the pane has: what is beyond it would be cut.
func TestLongerWordsFit(t *testing.T) {
	for name, c := range map[string]struct {
		tag   string
		scale float32
	}{"longer": {lang.Pseudo, 1}, "larger": {"en", 1.5}} {
		t.Run(name, func(t *testing.T) {
			langtest.Use(t, c.tag)
			s := stocked(t)
			p := open(t, s, resources.Dark)
			fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
			p.Update(t.Context())
			for _, o := range []fyne.CanvasObject{p.view.foot, p.view.scroll.Content} {
				if got := o.MinSize().Width; got > Width {
					t.Errorf("%v px are needed, %d are there", got, Width)
				}
			}
		})
	}
}

// The dates are not cut if the text becomes larger while the pane is open.
func TestColumnsFollowTheTextSize(t *testing.T) {
	p := open(t, stocked(t), resources.Dark)
	p.Update(t.Context())
	for _, scale := range []float32{1, 1.5, 1} {
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		p.view.content.Refresh()
		l := p.view.fields.lines[0]
		if day, price := l.from.Size().Width, l.price.Size().Width; day != dayWidth*scale || price != priceWidth*scale {
			t.Errorf("at %v the columns are %v and %v px wide", scale, day, price)
		}
	}
}

// On a screen of 1024 x 600 every button of the pane can be got at.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for tag, scale := range map[string]float32{"en": 1, "de": resources.TextScaleMax} {
		langtest.Use(t, tag)
		p := open(t, stocked(t), resources.Dark)
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		p.w.Resize(fyne.NewSize(Width, 530))
		p.Update(t.Context())
		p.UseReference()
		for _, button := range apptest.ClippedButtons(p.w.Canvas()) {
			t.Errorf("%s: %s", tag, button)
		}
	}
}
