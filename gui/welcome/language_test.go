package welcome

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/keys"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	for name, c := range map[string]struct {
		calls calls
		do    func(s *Screen)
	}{
		"at first":                {do: func(*Screen) {}},
		"ready":                   {do: func(s *Screen) { s.base.SetText("https://api.example.com"); s.key.SetText("k") }},
		"the sandbox is not":      {calls{err: errors.New("no free port")}, func(s *Screen) { test.Tap(s.sandbox) }},
		"the keychain is not":     {calls{err: keys.ErrUnavailable}, func(s *Screen) { s.base.SetText("https://api.example.com"); s.key.SetText("k"); test.Tap(s.connect) }},
		"the service refuses all": {calls{err: errors.New("no free port")}, func(s *Screen) { s.base.SetText("https://api.example.com"); s.key.SetText("k"); test.Tap(s.connect) }},
	} {
		t.Run(name, func(t *testing.T) {
			s, canvas := newScreen(t, &c.calls)
			c.do(s)
			for _, text := range langtest.Untranslated(canvas, "Pictures Viviscope Enter https api example com k no free port") {
				t.Errorf("%q", text)
			}
		})
	}
}

// On a screen of 1024 x 600 every button can be got at.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for tag, scale := range map[string]float32{"en": 1, "de": resources.TextScaleMax} {
		langtest.Speak(t, tag)
		s, canvas := newScreen(t, &calls{err: keys.ErrUnavailable})
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		windows := fyne.CurrentApp().Driver().AllWindows()
		windows[len(windows)-1].Resize(fyne.NewSize(1024, 560))
		for range 2 {
			for _, button := range apptest.Cut(canvas) {
				t.Errorf("%s: %s", tag, button)
			}
			s.base.SetText("https://api.example.com")
			s.key.SetText("k")
			test.Tap(s.connect)
		}
	}
}
