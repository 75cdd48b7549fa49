package desktop

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>

// opens connects to an X server as the toolkit will, with the library that it loads. The connection stays open: a server that loses its
// last client begins anew, which would be just when the toolkit comes.
static int opens(const char *name) {
	void *lib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL);
	if (lib == NULL) return 0;
	void *(*connect)(const char *) = (void *(*)(const char *))dlsym(lib, "XOpenDisplay");
	return connect != NULL && connect(name) != NULL;
}
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unsafe"

	"github.com/godbus/dbus/v5"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"viviscope/client/guard"
)

// ReachDisplay returns why no window can be opened, where the toolkit would panic: DISPLAY and WAYLAND_DISPLAY may name
// a server that has ended or refuses this account. It also selects the display server, unless the user has: see
// [choosePlatform].
func ReachDisplay(getenv func(string) string) error {
	forced := getenv("FYNE_PLATFORM")
	platform, err := choosePlatform(getenv, opensX, opensWayland, isRefused)
	if err != nil || platform == "" || platform == forced {
		return err
	}
	if err := os.Setenv("FYNE_PLATFORM", platform); err != nil {
		return fmt.Errorf("choose display: %w", err)
	}
	return nil
}

// choosePlatform returns the platform for the toolkit, x11 or wayland; "" leaves the choice to the toolkit.
// FYNE_PLATFORM=x11 and FYNE_PLATFORM=wayland override it. Otherwise it prefers X11 if an X server responds, even in a
// Wayland session (XWayland): drag and drop, copied files and pictures, and input methods such as Chinese need it.
// Otherwise it selects Wayland.
func choosePlatform(
	getenv func(string) string, opensX, opensWayland func(name string) bool, refused func() bool,
) (platform string, err error) {
	forced := getenv("FYNE_PLATFORM")
	if forced != "x11" && forced != "wayland" { // the toolkit ignores other values
		forced = ""
	}
	var dead []string
	asked := false
	for _, d := range []struct {
		platform, variable string
		opens              func(name string) bool
	}{{"x11", "DISPLAY", opensX}, {"wayland", "WAYLAND_DISPLAY", opensWayland}} {
		name := getenv(d.variable)
		if forced != "" && forced != d.platform || forced == "" && name == "" {
			continue
		}
		asked = true
		if d.opens(name) {
			return d.platform, nil
		}
		why := "does not answer"
		if d.platform == "x11" && refused() {
			why = "refuses this account (XAUTHORITY=" + getenv("XAUTHORITY") + ")"
		}
		dead = append(dead, d.variable+"="+name+" "+why)
	}
	if !asked {
		return "", errors.New("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session; `viviscope sandbox` " +
			"needs none")
	}
	return "", errors.New("no window can be opened: " + strings.Join(dead, ", ") +
		". Start it in a desktop session; `viviscope sandbox` needs " +
		"none")
}

// displayTimeout is the timeout for an X server. A desktop that starts XWayland with its first client takes a second.
const displayTimeout = 5 * time.Second

// opensX reports whether an X server accepts a connection.
func opensX(name string) bool {
	return withTimeout(displayTimeout, func() bool {
		words := C.CString(name)
		defer C.free(unsafe.Pointer(words))
		return C.opens(words) != 0
	})
}

// withTimeout returns the result of f, or false after the timeout; f then continues in the background.
func withTimeout(patience time.Duration, f func() bool) bool {
	answer := make(chan bool, 1)
	guard.Go("look for the display", func() { answer <- f() })
	select {
	case yes := <-answer:
		return yes
	case <-time.After(patience):
		return false
	}
}

func opensWayland(name string) bool {
	if os.Getenv("WAYLAND_SOCKET") != "" { // the parent process passed an open socket
		return true
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), name)
	}
	c, err := net.Dial("unix", name)
	return err == nil && c.Close() == nil
}

func connectX() (*xgb.Conn, error) {
	xgb.Logger.SetOutput(io.Discard) // it logs a warning if ~/.Xauthority is missing
	return xgb.NewConn()
}

// isRefused reports whether the X server responds but rejects this account.
func isRefused() bool {
	return withTimeout(displayTimeout, func() bool {
		x, err := connectX()
		if err == nil {
			x.Close()
			return false
		}
		return strings.Contains(err.Error(), "authentication")
	})
}

// ScreenSize queries the X server for the size of its screen in px, which the toolkit does not provide. known is false
// without an X server.
func ScreenSize() (width, height int, known bool) {
	if os.Getenv("DISPLAY") == "" {
		return 0, 0, false
	}
	x, err := connectX()
	if err != nil {
		return 0, 0, false
	}
	defer x.Close()
	screen := xproto.Setup(x).DefaultScreen(x)
	return int(screen.WidthInPixels), int(screen.HeightInPixels), true
}

// HasTray reports whether the desktop shows a tray (a host is registered, Status Notifier Item specification). It may
// block on the session bus for some seconds.
func HasTray(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		return false
	}
	defer bus.Close() // a failure loses nothing
	var here bool
	err = bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0,
		"org.kde.StatusNotifierWatcher").Store(&here)
	return err == nil && here
}

// Alert does nothing: the reason was written to stderr.
func Alert(title, text string) {}
