package desktop

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"viviscope/gui/apptest"
)

type filesAnswer struct {
	paths []string
	err   error
}

// askDesktop calls AskFiles on another goroutine and returns the portal's request.
func askDesktop(t *testing.T, p *apptest.FilePortal, q FileQuestion) (apptest.FileRequest, <-chan filesAnswer) {
	t.Helper()
	answers := make(chan filesAnswer, 1)
	go func() {
		q.In = "/home"
		paths, err := AskFiles(t.Context(), 0x2a, q)
		answers <- filesAnswer{paths, err}
	}()
	select {
	case asked := <-p.Requests:
		if asked.Parent != "x11:2a" || asked.Title != q.Title || asked.Options["modal"].Value() != true ||
			fmt.Sprintf("%q", asked.Options["current_folder"].Value()) != `"/home\x00"` {
			t.Errorf("asked over the window %q, %q, %v", asked.Parent, asked.Title, asked.Options)
		}
		return asked, answers
	case a := <-answers:
		t.Fatalf("the portal was not asked: %v", a.err)
	}
	panic("unreachable")
}

func TestTheDesktopIsAskedForFiles(t *testing.T) {
	portal := apptest.NewFilePortal(t)
	for _, c := range []struct {
		q       FileQuestion
		method  string
		options map[string]string
	}{
		{FileQuestion{Title: "One", Endings: []string{".png", ".mp4"}}, "OpenFile", map[string]string{
			"multiple": "false", "directory": "false",
			"filters": "[[*.png, *.mp4 [[0 *.[pP][nN][gG]] [0 *.[mM][pP]4]]]]"}},
		{FileQuestion{Title: "Several", Many: true}, "OpenFile",
			map[string]string{"multiple": "true", "directory": "false"}},
		{FileQuestion{Title: "A folder", Folder: true}, "OpenFile",
			map[string]string{"multiple": "false", "directory": "true"}},
		{FileQuestion{Title: "A name", Save: "costs.csv"}, "SaveFile", map[string]string{"current_name": "costs.csv"}},
	} {
		asked, answers := askDesktop(t, portal, c.q)
		got := map[string]string{}
		for name, v := range asked.Options {
			if name != "modal" && name != "current_folder" {
				got[name] = fmt.Sprint(v.Value())
			}
		}
		if asked.Method != c.method || !reflect.DeepEqual(got, c.options) {
			t.Errorf("%s: %s with %v", c.q.Title, asked.Method, got)
		}
		asked.Answer(0, "file:///tmp/a+b%20%C3%A4%23.png", "file:///tmp/2")
		if a := <-answers; a.err != nil || !slices.Equal(a.paths, []string{"/tmp/a+b ä#.png", "/tmp/2"}) {
			t.Errorf("%s: chosen %q, %v", c.q.Title, a.paths, a.err)
		}
	}
}

func TestADialogThatGivesNoFile(t *testing.T) {
	portal := apptest.NewFilePortal(t)
	q := FileQuestion{Title: "One"}
	asked, answers := askDesktop(t, portal, q)
	asked.Answer(1)
	if a := <-answers; a.err != nil || a.paths != nil {
		t.Errorf("cancelled: %q, %v", a.paths, a.err)
	}
	asked, answers = askDesktop(t, portal, q)
	asked.Answer(2) // at once: nobody saw it
	if a := <-answers; !errors.Is(a.err, ErrNoFileDialog) {
		t.Errorf("ended by itself: %q, %v", a.paths, a.err)
	}
	if paths, err := answered([]any{uint32(2), map[string]any{}}, 2*time.Second); paths != nil || err != nil {
		t.Errorf("closed by its frame: %q, %v", paths, err)
	}
	asked, answers = askDesktop(t, portal, q)
	asked.Answer(0, "https://example.com/a.png")
	if a := <-answers; !errors.Is(a.err, ErrNoFileDialog) {
		t.Errorf("a file of elsewhere: %q, %v", a.paths, a.err)
	}
	_, answers = askDesktop(t, portal, q)
	portal.Stop()
	if a := <-answers; !errors.Is(a.err, ErrNoFileDialog) {
		t.Errorf("the portal ended: %q, %v", a.paths, a.err)
	}
	if _, err := AskFiles(t.Context(), 0, q); !errors.Is(err, ErrNoFileDialog) {
		t.Errorf("a bus without a portal: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	if _, err := AskFiles(t.Context(), 0, q); !errors.Is(err, ErrNoFileDialog) {
		t.Errorf("no bus: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := AskFiles(ctx, 0, q); !errors.Is(err, context.Canceled) {
		t.Errorf("ended by who asked: %v", err)
	}
}

// An invalid response of the portal is an error and does not crash.
func TestAPortalMayAnswerAnything(t *testing.T) {
	type values = map[string]dbus.Variant
	for name, body := range map[string][]any{
		"nothing": {}, "one value": {uint32(0)}, "a word": {"0", values{}}, "no values": {uint32(0), "uris"},
		"none chosen": {uint32(0), values{}},
		"a number":    {uint32(0), values{"uris": dbus.MakeVariant(7)}},
		"numbers":     {uint32(0), values{"uris": dbus.MakeVariant([]int32{7})}},
		"no path":     {uint32(0), values{"uris": dbus.MakeVariant([]string{"file:a.png"})}},
		"too much":    {uint32(0), values{}, true},
	} {
		if paths, err := answered(body, time.Hour); err == nil || paths != nil {
			t.Errorf("%s: %q, %v", name, paths, err)
		}
	}
}
