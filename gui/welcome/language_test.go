package welcome

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/client/keys"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
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
