package apptest

import (
	"bufio"
	"os/exec"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// StartBus starts a D-Bus session bus for the test and returns its address.
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

// FilePortal is a fake of the desktop's file dialogs (XDG Desktop Portal, FileChooser). It shows nothing. The test
// answers its requests.
type FilePortal struct {
	*dbus.Conn
	Requests chan FileRequest // received requests, in order
}

// FileRequest is a request to show a file dialog.
type FileRequest struct {
	portal                *FilePortal
	handle                dbus.ObjectPath
	Method, Parent, Title string
	Options               map[string]dbus.Variant
}

const portalName = "org.freedesktop.portal.Desktop"

// NewFilePortal starts a session bus with a portal for the test and sets DBUS_SESSION_BUS_ADDRESS.
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

// Stop removes the portal from the bus, as if it had crashed.
func (p *FilePortal) Stop() { _, _ = p.ReleaseName(portalName) }

// Answer sends the response: 0 with the chosen URIs, 1 cancelled, 2 ended otherwise.
func (q FileRequest) Answer(how uint32, uris ...string) {
	_ = q.portal.Emit(q.handle, "org.freedesktop.portal.Request.Response", how,
		map[string]dbus.Variant{"uris": dbus.MakeVariant(uris)})
}

// filePortal implements the D-Bus interface of the portal.
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
