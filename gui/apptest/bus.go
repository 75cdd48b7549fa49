package apptest

import (
	"bufio"
	"os/exec"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// Bus starts a message bus of its own for a test, as a desktop session has one, and returns its address.
func StartBus(t testing.TB) string {
	t.Helper()
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		t.Skip("dbus-daemon is not installed")
	}
	daemon := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address")
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// FilePortal is the part of a desktop that shows dialogs for files (XDG Desktop Portal, FileChooser). It shows nothing
// and answers as a test has it.
type FilePortal struct {
	*dbus.Conn
	Requests chan FileRequest // each in its turn
}

// FileQuestion is what such a dialog would show.
type FileRequest struct {
	portal                *FilePortal
	handle                dbus.ObjectPath
	Method, Parent, Title string
	Options               map[string]dbus.Variant
}

const portalName = "org.freedesktop.portal.Desktop"

// NewFilePortal starts a session's bus with such a portal, for this test.
func NewFilePortal(t testing.TB) *FilePortal {
	t.Helper()
	address := StartBus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	bus, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	p := &FilePortal{bus, make(chan FileRequest, 4)}
	if err := bus.Export(filePortal{p}, "/org/freedesktop/portal/desktop",
		"org.freedesktop.portal.FileChooser"); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(portalName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return p
}

// End takes the portal off the bus, as when it crashes.
func (p *FilePortal) Stop() { _, _ = p.ReleaseName(portalName) }

// Answer ends a question: 0 with what was chosen, 1 cancelled, 2 in another way.
func (q FileRequest) Answer(how uint32, uris ...string) {
	_ = q.portal.Emit(q.handle, "org.freedesktop.portal.Request.Response", how,
		map[string]dbus.Variant{"uris": dbus.MakeVariant(uris)})
}

// filePortal is what others on the bus can call.
type filePortal struct{ p *FilePortal }

func (f filePortal) OpenFile(parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	return f.ask("OpenFile", parent, title, options)
}

func (f filePortal) SaveFile(parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	return f.ask("SaveFile", parent, title, options)
}

func (f filePortal) ask(method, parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	q := FileRequest{f.p, "/org/freedesktop/portal/desktop/request/1_1/" + dbus.ObjectPath(strings.ToLower(method)),
		method, parent, title, options}
	f.p.Requests <- q
	return q.handle, nil
}
