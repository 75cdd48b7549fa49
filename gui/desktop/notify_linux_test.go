package desktop

import (
	"context"
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/godbus/dbus/v5"

	"viviscope/gui/apptest"
)

// busOf starts a bus and returns a function that connects to it.
func busOf(t *testing.T) func() (*dbus.Conn, error) {
	t.Helper()
	address := apptest.StartBus(t)
	return func() (*dbus.Conn, error) { return dbus.Connect(address) }
}

// notes is a fake notification service.
type notes struct {
	conn  *dbus.Conn
	can   []string
	notes chan note
}

type note struct {
	App, Icon, Title, Text string
	Actions                []string
	Hints                  map[string]dbus.Variant
}

func (d *notes) GetCapabilities() ([]string, *dbus.Error) { return d.can, nil }

func (d *notes) Notify(
	app string, _ uint32, icon, title, text string, actions []string, hints map[string]dbus.Variant, _ int32,
) (uint32, *dbus.Error) {
	d.notes <- note{app, icon, title, text, actions, hints}
	return 7, nil
}

func serve(t *testing.T, dial func() (*dbus.Conn, error), can ...string) *notes {
	t.Helper()
	conn, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	d := &notes{conn, can, make(chan note, 4)}
	if err := conn.Export(d, busPath, busName); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(busName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return d
}

func notifier(t *testing.T, dial func() (*dbus.Conn, error)) *Notifier {
	t.Helper()
	n := NewNotifier("Viviscope", "viviscope")
	n.dial = dial
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

func TestNoteHasPictureAndCallsActivate(t *testing.T) {
	dial := busOf(t)
	d := serve(t, dial, "body", "actions", "body-markup")
	n := notifier(t, dial)
	picture := image.NewRGBA(image.Rect(2, 3, 5, 5))
	picture.Set(2, 3, color.RGBA{10, 20, 30, 255})
	came := make(chan struct{}, 2)
	if err := n.Send(t.Context(), Note{Title: "Clip saved", Text: "Boats <b> & more", Picture: picture, Button: "Show",
		Activate: func() {
			came <- struct{}{}
		}}); err != nil {
		t.Fatal(err)
	}
	got := <-d.notes
	if got.App != "Viviscope" || got.Title != "Clip saved" || got.Text != "Boats &lt;b&gt; &amp; more" ||
		len(got.Actions) != 2 || got.Actions[0] != defaultAction {
		t.Errorf("%+v", got)
	}
	var data imageData
	if err := dbus.Store([]any{got.Hints["image-data"].Value()}, &data); err != nil {
		t.Fatal(err)
	}
	if data.Width != 3 || data.Height != 2 || data.Stride != 12 || len(data.Pixels) != 24 ||
		string(data.Pixels[:4]) != "\x0a\x14\x1e\xff" {
		t.Errorf("%+v", data)
	}
	for _, click := range []struct {
		id     uint32
		action string
	}{{8, defaultAction}, {7, defaultAction}, {7, defaultAction}} {
		if err := d.conn.Emit(busPath, onAction, click.id, click.action); err != nil {
			t.Fatal(err)
		}
	}
	<-came
	// The second note is sent after the clicks: once it is answered, all clicks were handled.
	if err := n.Send(t.Context(), Note{Title: "Picture saved"}); err != nil {
		t.Fatal(err)
	}
	if last := <-d.notes; len(last.Hints) != 2 {
		t.Errorf("a note without a picture: %+v", last)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if len(came) != 0 {
		t.Error("one note led back twice, or another one's click did")
	}
}

// Text is not escaped for a service without markup.
func TestTextIsNotEscapedWithoutMarkup(t *testing.T) {
	dial := busOf(t)
	d := serve(t, dial, "body")
	if err := notifier(t, dial).Send(t.Context(), Note{Title: "x", Text: "a < b"}); err != nil {
		t.Fatal(err)
	}
	if got := <-d.notes; got.Text != "a < b" {
		t.Errorf("%q", got.Text)
	}
}

func TestSendWithoutService(t *testing.T) {
	n := notifier(t, busOf(t))
	if err := n.Send(t.Context(), Note{Title: "x"}); !errors.Is(err, ErrNoNotifier) {
		t.Errorf("without a service: %v", err)
	}
	n = notifier(t, func() (*dbus.Conn, error) { return nil, errors.New("no bus") })
	if err := n.Send(context.Background(), Note{Title: "x"}); !errors.Is(err, ErrNoNotifier) {
		t.Errorf("without a bus: %v", err)
	}
}
