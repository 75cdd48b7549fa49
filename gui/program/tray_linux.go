package program

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

// trayHere reports whether the desktop shows a tray: whether somebody watches for the icons of programs (Status Notifier Item
// specification). It may wait for the session's bus for some seconds.
func trayHere(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		return false
	}
	defer bus.Close() // nothing is lost with it
	var here bool
	err = bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, "org.kde.StatusNotifierWatcher").Store(&here)
	return err == nil && here
}
