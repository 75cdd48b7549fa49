package app

import (
	"context"
	"errors"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// calls notes what the welcome asks of the program.
type calls struct {
	sandbox   int
	left      int
	connected []string
	where     []keys.Location
	ready     int64
	err       error
}

func (c *calls) ChooseFolder() {}
func (c *calls) Back()         { c.left-- }

func (c *calls) Begin(profile int64) {
	if profile == 0 {
		c.left++
		return
	}
	c.ready = profile
}

func (c *calls) Sandbox(context.Context) (int64, error) {
	c.sandbox++
	return 7, c.err
}

func (c *calls) Connect(
	_ context.Context, base, key string, where keys.Location, _ bool,
) (int64, client.Report, error) {
	c.connected = append(c.connected, base+" "+key)
	c.where = append(c.where, where)
	if where != keys.InKeychain {
		return 8, client.Report{}, nil
	}
	return 8, client.Report{}, c.err
}

func newWelcome(t *testing.T, c *calls) (*welcomeScreen, fyne.Canvas) {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	host := &actiontest.Host{}
	s := newWelcomeScreen(host, "Pictures / Viviscope", c)
	w := test.NewTempWindow(t, s.content)
	w.Resize(fyne.NewSize(1440, 840))
	host.On = w.Canvas()
	return s, w.Canvas()
}

func TestEnterStartsTheSandbox(t *testing.T) {
	c := &calls{}
	s, canvas := newWelcome(t, c)
	s.start()
	if len(s.mosaic.Objects) < 3 {
		t.Errorf("pictures: %d", len(s.mosaic.Objects))
	}
	apptest.PressKey(canvas.Focused(), fyne.KeyReturn)
	if c.sandbox != 1 || c.ready != 7 || c.left != 1 {
		t.Errorf("sandbox started %d times, ready %d, left %d", c.sandbox, c.ready, c.left)
	}
}

func TestASandboxThatDoesNotStartSaysWhy(t *testing.T) {
	c := &calls{err: errors.New("no free port")}
	s, _ := newWelcome(t, c)
	test.Tap(s.sandbox)
	if c.ready != 0 || c.left != 0 || s.note.Text() != "The sandbox did not start: no free port" {
		t.Errorf("ready %d, note %q", c.ready, s.note.Text())
	}
}

func TestAServiceIsConnected(t *testing.T) {
	c := &calls{}
	s, _ := newWelcome(t, c)
	connect(t, s)
	if len(c.connected) != 1 || c.connected[0] != "https://api.example.com k" || c.ready != 8 {
		t.Errorf("connected %v, ready %d", c.connected, c.ready)
	}
}

func connect(t *testing.T, s *welcomeScreen) {
	t.Helper()
	s.connect.Base.SetText("https://api.example.com")
	s.connect.Key.SetText("k")
	s.connect.Key.OnSubmitted("k")
}

func TestEveryTextOfTheWelcomeIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	for name, c := range map[string]struct {
		calls calls
		do    func(s *welcomeScreen)
	}{
		"at first": {do: func(*welcomeScreen) {}},
		"ready": {do: func(s *welcomeScreen) {
			s.connect.Base.SetText("https://api.example.com")
			s.connect.Key.SetText("k")
		}},
		"the sandbox is not": {calls{err: errors.New("no free port")}, func(s *welcomeScreen) { test.Tap(s.sandbox) }},
		"the keychain is not": {calls{err: keys.ErrUnavailable}, func(s *welcomeScreen) {
			connect(t, s)
		}},
		"the service refuses all": {calls{err: errors.New("no free port")}, func(s *welcomeScreen) {
			connect(t, s)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s, canvas := newWelcome(t, &c.calls)
			c.do(s)
			for _, text := range langtest.Untranslated(canvas,
				"Pictures Viviscope Enter https api example com k no free port") {
				t.Errorf("%q", text)
			}
		})
	}
}

// On a screen of 1024 x 600 every button can be got at.
func TestEveryButtonOfTheWelcomeIsOnASmallScreen(t *testing.T) {
	for tag, scale := range map[string]float32{"en": 1, "de": resources.TextScaleMax} {
		langtest.Use(t, tag)
		s, canvas := newWelcome(t, &calls{err: keys.ErrUnavailable})
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		windows := fyne.CurrentApp().Driver().AllWindows()
		windows[len(windows)-1].Resize(fyne.NewSize(1024, 560))
		for range 2 {
			for _, button := range apptest.ClippedButtons(canvas) {
				t.Errorf("%s: %s", tag, button)
			}
			connect(t, s)
		}
	}
}
