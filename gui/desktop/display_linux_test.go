package desktop

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// X11 is preferred if both servers respond and the user has not chosen, because drag and drop needs it.
func TestChoosePlatform(t *testing.T) {
	const x, wayland = "DISPLAY", "WAYLAND_DISPLAY"
	for name, c := range map[string]struct {
		set      map[string]string
		alive    string
		platform string
		err      string
	}{
		"X11 session": {set: map[string]string{x: ":0"}, alive: "x", platform: "x11"},
		"Wayland with XWayland": {set: map[string]string{x: ":0", wayland: "wayland-1"}, alive: "xw",
			platform: "x11"},
		"Wayland with a dead XWayland": {set: map[string]string{x: ":0", wayland: "wayland-1"}, alive: "w",
			platform: "wayland"},
		"Wayland alone": {set: map[string]string{wayland: "wayland-1"}, alive: "w",
			platform: "wayland"},
		"the user chose Wayland": {set: map[string]string{x: ":0", wayland: "wayland-1",
			"FYNE_PLATFORM": "wayland"}, alive: "xw", platform: "wayland"},
		"the user chose X11": {set: map[string]string{x: ":0", wayland: "wayland-1",
			"FYNE_PLATFORM": "x11"}, alive: "xw", platform: "x11"},
		"the user chose what does not answer": {set: map[string]string{x: ":0", wayland: "wayland-1",
			"FYNE_PLATFORM": "wayland"}, alive: "x", err: "WAYLAND_DISPLAY=wayland-1 does not answer"},
		"a choice that the toolkit ignores": {set: map[string]string{x: ":0", wayland: "wayland-1",
			"FYNE_PLATFORM": "mir"}, alive: "xw", platform: "x11"},
		"nothing answers": {set: map[string]string{x: ":0", wayland: "wayland-1"},
			err: "DISPLAY=:0 does not answer, WAYLAND_DISPLAY=wayland-1 does not answer"},
		"no display": {err: "neither DISPLAY nor WAYLAND_DISPLAY is set"},
		"the X server refuses this account": {set: map[string]string{x: ":0"}, alive: "r",
			err: "DISPLAY=:0 refuses this account"},
		"an X server that refuses, and Wayland": {set: map[string]string{x: ":0", wayland: "wayland-1"}, alive: "rw",
			platform: "wayland"},
	} {
		answers := func(which string) func(string) bool {
			return func(string) bool { return strings.Contains(c.alive, which) }
		}
		platform, err := choosePlatform(func(name string) string { return c.set[name] }, answers("x"), answers("w"),
			func() bool { return strings.Contains(c.alive, "r") })
		if platform != c.platform || (err == nil) != (c.err == "") || err != nil &&
			!strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %q, %v; want %q, %q", name, platform, err, c.platform, c.err)
		}
	}
}

// A server that accepts a connection and never responds must not block the start.
func TestSilentServerTimesOut(t *testing.T) {
	server, err := net.Listen("unix", filepath.Join(t.TempDir(), "silent"))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	silent := func() bool {
		c, err := net.Dial("unix", server.Addr().String())
		if err != nil {
			return true
		}
		defer c.Close()
		_, err = c.Read(make([]byte, 1))
		return err == nil
	}
	if withTimeout(time.Millisecond, silent) {
		t.Error("a silent server counts as one that answers")
	}
	if !withTimeout(time.Minute, func() bool { return true }) {
		t.Error("an answer is lost")
	}
}
