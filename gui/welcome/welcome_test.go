package welcome

import (
	"context"
	"errors"
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/apptest"
	"viviscope/resources"
)

// calls notes what the welcome asks of the program.
type calls struct {
	sandbox   int
	left      int
	connected []string
	where     []keys.Place
	ready     int64
	err       error
}

func newScreen(t *testing.T, c *calls) (*Screen, fyne.Canvas) {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	s := New(Deps{
		Post:     func(f func()) { f() },
		Go:       func(f func(context.Context)) { f(context.Background()) },
		Pictures: func() []image.Image { return []image.Image{image.NewRGBA(image.Rect(0, 0, 160, 90))} },
		Folder:   "Pictures / Viviscope", OnFolder: func() {},
		OnStart: func() { c.left++ }, OnBack: func() { c.left-- },
		OnReady: func(id int64) { c.ready = id },
		Sandbox: func(context.Context) (int64, error) { c.sandbox++; return 7, c.err },
		Connect: func(_ context.Context, base, key string, where keys.Place) (int64, client.Report, error) {
			c.connected = append(c.connected, base+" "+key)
			c.where = append(c.where, where)
			if where != keys.InKeychain {
				return 8, client.Report{}, nil
			}
			return 8, client.Report{}, c.err
		},
		Report: func(_ client.Report, err error) fyne.CanvasObject { return widget.NewLabel(err.Error()) },
	})
	w := test.NewTempWindow(t, s.Content())
	w.Resize(fyne.NewSize(1440, 840))
	return s, w.Canvas()
}

func TestEnterStartsTheSandbox(t *testing.T) {
	c := &calls{}
	s, canvas := newScreen(t, c)
	s.Start(canvas)
	if len(s.mosaic.Objects) != 1 {
		t.Errorf("pictures: %d", len(s.mosaic.Objects))
	}
	canvas.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if c.sandbox != 1 || c.ready != 7 || c.left != 1 {
		t.Errorf("sandbox started %d times, ready %d, left %d", c.sandbox, c.ready, c.left)
	}
}

func TestASandboxThatDoesNotStartSaysWhy(t *testing.T) {
	c := &calls{err: errors.New("no free port")}
	s, _ := newScreen(t, c)
	test.Tap(s.sandbox)
	if c.ready != 0 || c.left != 0 || s.note.Text() != "The sandbox did not start: no free port" {
		t.Errorf("ready %d, note %q", c.ready, s.note.Text())
	}
}

func TestConnectNeedsAddressAndKey(t *testing.T) {
	c := &calls{}
	s, _ := newScreen(t, c)
	if !s.connect.Disabled() {
		t.Error("Connect is on without an address")
	}
	s.base.SetText("https://api.example.com")
	if !s.connect.Disabled() {
		t.Error("Connect is on without a key")
	}
	s.key.SetText("k")
	test.Tap(s.connect)
	if len(c.connected) != 1 || c.connected[0] != "https://api.example.com k" || c.ready != 8 || s.key.Text != "" {
		t.Errorf("connected %v, ready %d, key field %q", c.connected, c.ready, s.key.Text)
	}
}

func TestWithoutAKeychainThePersonDecides(t *testing.T) {
	c := &calls{err: keys.ErrUnavailable}
	s, _ := newScreen(t, c)
	s.base.SetText("https://api.example.com")
	s.key.SetText("k")
	test.Tap(s.connect)
	if c.ready != 0 || !s.session.Visible() {
		t.Fatalf("ready %d, session offered %v", c.ready, s.session.Visible())
	}
	test.Tap(s.session)
	if c.ready != 8 || c.where[1] != keys.InSession {
		t.Errorf("ready %d, calls %v", c.ready, c.where)
	}
	c.ready = 0
	s.key.SetText("k")
	if !s.inFile.Visible() {
		t.Fatal("a file is not offered")
	}
	test.Tap(s.inFile)
	if c.ready != 8 || c.where[2] != keys.InFile {
		t.Errorf("ready %d, calls %v", c.ready, c.where)
	}
}
