package desktop

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

const trayPatience = 30 * time.Second // a limit, never a delay

// tray is a fake tray (Status Notifier Item specification, StatusNotifierWatcher).
type tray struct {
	bus   *dbus.Conn
	items chan string // the programs that put an icon there, by their names on the bus
}

func (d *tray) RegisterStatusNotifierItem(from dbus.Sender, _ string) *dbus.Error {
	d.items <- string(from)
	return nil
}

// newDesktop starts a session bus with a tray, for the test and its child processes.
func newDesktop(t *testing.T) *tray {
	t.Helper()
	address := apptest.StartBus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	bus, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	d := &tray{bus: bus, items: make(chan string, 4)}
	if err := bus.Export(d, "/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher"); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName("org.kde.StatusNotifierWatcher", dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return d
}

// line is one menu item as the tray reads it (com.canonical.dbusmenu, GetLayout).
type line struct {
	ID       int32
	Values   map[string]dbus.Variant
	Children []dbus.Variant
}

func (l line) word() string { s, _ := l.Values["label"].Value().(string); return s }

// menu reads the menu items of a program's icon.
func (d *tray) menu(t *testing.T, program string) (lines []line) {
	t.Helper()
	var revision uint32
	var root line
	err := d.bus.Object(program, "/StatusNotifierItem/menu").Call("com.canonical.dbusmenu.GetLayout", 0, int32(0),
		int32(-1), []string{}).Store(&revision, &root)
	if err != nil {
		t.Fatalf("read the menu: %v", err)
	}
	for _, child := range root.Children {
		var l line
		if err := dbus.Store([]any{child.Value()}, &l); err != nil {
			t.Fatalf("read the menu: %v", err)
		}
		lines = append(lines, l)
	}
	return lines
}

// until polls the menu until it has these labels.
func (d *tray) until(t *testing.T, program string, words ...string) []line {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(trayPatience); ; {
		lines := d.menu(t, program)
		var said []string
		for _, l := range lines {
			said = append(said, l.word())
		}
		if strings.Join(said, "|") == strings.Join(words, "|") {
			return lines
		}
		select {
		case <-end:
			t.Fatalf("the menu reads %q, want %q", said, words)
		case <-tick.C:
		}
	}
}

func (d *tray) choose(t *testing.T, program string, l line) {
	t.Helper()
	err := d.bus.Object(program, "/StatusNotifierItem/menu").Call("com.canonical.dbusmenu.Event", 0, l.ID, "clicked",
		dbus.MakeVariant(""), uint32(0)).Err
	if err != nil {
		t.Fatalf("choose %s: %v", l.word(), err)
	}
}

// TestMain also runs the child program with the icon: it changes its menu for each line on stdin, and prints clicks.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	var out sync.Mutex
	does := func(what string) func() {
		return func() {
			out.Lock()
			defer out.Unlock()
			fmt.Println(what)
		}
	}
	items := []TrayItem{{Label: "Nothing is running"}, {}, {Label: "Pause", Checkable: true, OnSelect: does("pause")},
		{Label: "Show", OnSelect: does("show")}}
	icon := NewTray("Viviscope", resources.AppIcon().Content(), items, does("tapped"), func(f func()) { f() })
	icon.Show()
	lines := bufio.NewScanner(os.Stdin)
	if lines.Scan() {
		icon.Set(0, "2 tasks", false)
		icon.Set(2, "Pause", true)
		lines.Scan()
	}
	icon.Close()
	os.Exit(0)
}

const asProgram = "VIVISCOPE_TEST_ICON"

// program is the child with the icon.
type program struct {
	t    *testing.T
	in   io.WriteCloser
	said chan string
}

// startProgram starts the child. The tray library has a known data race on its menu version, so the child continues
// after that report; any other race fails the test.
func startProgram(t *testing.T) *program {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), asProgram+"=1", "GORACE=exitcode=0")
	var reports strings.Builder
	child.Stderr = &reports
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	p := &program{t, in, make(chan string, 8)}
	go func() {
		defer close(p.said)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.said <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		_ = in.Close()
		for range p.said {
			t.Error("it did something that nobody asked for")
		}
		if err := child.Wait(); err != nil {
			t.Errorf("the program with the icon: %v\n%s", err, reports.String())
		}
		for _, report := range strings.Split(reports.String(), "==================") {
			if strings.Contains(report, "DATA RACE") && !strings.Contains(report, "fyne.io/systray.refresh()") {
				t.Error(report)
			}
		}
	})
	return p
}

func (p *program) next() {
	p.t.Helper()
	if _, err := io.WriteString(p.in, "\n"); err != nil {
		p.t.Fatal(err)
	}
}

func (p *program) wants(want string) {
	p.t.Helper()
	select {
	case got := <-p.said:
		if got != want {
			p.t.Errorf("it did %q, want %q", got, want)
		}
	case <-time.After(trayPatience):
		p.t.Errorf("waited in vain for %q", want)
	}
}

// An icon that is enabled later appears, shows changes and runs clicked items.
func TestTrayShowsIconAndRunsItems(t *testing.T) {
	d := newDesktop(t)
	p := startProgram(t)
	var at string
	select {
	case at = <-d.items:
	case <-time.After(trayPatience):
		t.Fatal("no icon came")
	}
	lines := d.until(t, at, "Nothing is running", "", "Pause", "Show")
	if on, said := lines[0].Values["enabled"].Value().(bool); on || !said {
		t.Error("what only says something can be chosen")
	}
	if kind, _ := lines[1].Values["type"].Value().(string); kind != "separator" {
		t.Errorf("between the groups stands %v", lines[1].Values)
	}
	var picture []struct {
		W, H int32
		Pix  []byte
	}
	icon := d.bus.Object(at, "/StatusNotifierItem")
	if err := icon.StoreProperty("org.kde.StatusNotifierItem.IconPixmap", &picture); err != nil || len(picture) != 1 ||
		picture[0].W != side || picture[0].H != side {
		t.Errorf("%d pictures of the icon: %v", len(picture), err)
	}
	for name, want := range map[string]any{"Id": "Viviscope", "ItemIsMenu": false} { // a click is for the program
		if got, err := icon.GetProperty("org.kde.StatusNotifierItem." + name); err != nil || got.Value() != want {
			t.Errorf("%s is %v, want %v: %v", name, got, want, err)
		}
	}

	p.next()
	lines = d.until(t, at, "2 tasks", "", "Pause", "Show")
	d.choose(t, at, lines[3])
	p.wants("show")
	d.choose(t, at, lines[2])
	p.wants("pause")
	if err := icon.Call("org.kde.StatusNotifierItem.Activate", 0, int32(1), int32(1)).Err; err != nil {
		t.Fatal(err)
	}
	p.wants("tapped")
}

// Windows requires an icon file with the size of the picture in its header.
func TestIconHeader(t *testing.T) {
	if got := iconHeader(0x1234); len(got) != 22 || got[6] != side || got[14] != 0x34 || got[15] != 0x12 ||
		got[18] != 22 {
		t.Errorf("% x", got)
	}
}
