package smoke

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/app"
	"viviscope/gui/kit"
)

// inspectVariable names the environment variable that turns this test binary into the program. Its value is the path of
// the Unix socket on which [inspect] answers.
const inspectVariable = "VIVISCOPE_INSPECT"

// TestMain runs the tests, or the program where the environment asks for it. That program is the whole of Viviscope,
// and another process can ask which controls its window shows.
func TestMain(m *testing.M) {
	socket := os.Getenv(inspectVariable)
	if socket == "" {
		os.Exit(m.Run())
	}
	if err := runInspected(socket, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "viviscope:", err)
		os.Exit(1)
	}
}

// runInspected runs the program on a library, with the profile of that name in front.
func runInspected(socket, library, profile string) error {
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return fmt.Errorf("listen for questions about the window: %w", err)
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go inspect(conn)
		}
	}()
	key := os.Getenv("VIVISCOPE_API_KEY")
	if err := os.Unsetenv("VIVISCOPE_API_KEY"); err != nil {
		return fmt.Errorf("clear the key from the environment: %w", err)
	}
	again, err := app.Run(context.Background(), app.Options{
		About:      app.About{Name: "Viviscope", ID: "viviscope.smoke", Version: "0.0.0"},
		LibraryDir: library, ProfileName: profile, APIKey: key, SandboxSeconds: 1,
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if again != nil {
		fmt.Fprintln(os.Stderr, "viviscope: a restart was requested")
	}
	return err
}

// control is one visible part of the window that takes the mouse or the keyboard.
type control struct {
	Type     string          `json:"type"`
	Text     string          `json:"text"` // of the control and of all that it shows
	At       image.Rectangle `json:"at"`   // visible part, px on the screen
	Pressed  bool            `json:"pressed"`
	Focused  bool            `json:"focused"`
	Disabled bool            `json:"disabled"`
}

// priced reports whether the control can be pressed and shows a price, or that the price is not known. A card or a tile
// that shows what it cost is no such control.
func (c control) priced() bool { return c.Pressed && !c.Disabled && price.MatchString(c.Text) }

// price matches an amount with its currency, and the words for an amount that is not known.
var price = regexp.MustCompile(`[¥$€£]\s?\d|\d\s?[¥$€£]|(?i)price (is )?(not known|unknown)|without a price|charged per token`)

// view describes what the window shows.
type view struct {
	Sheets int `json:"sheets"` // overlays: sheets, menus, the palette
	// the topmost one is a menu or the palette: Enter runs its chosen row, which has no focus
	Rows bool `json:"rows"`
	// of the topmost overlay, or of the window where there is none; later ones lie above earlier ones
	Controls []control `json:"controls"`
}

// at returns the topmost control at a point of the screen.
func (v view) at(p image.Point) (c control, ok bool) {
	for _, each := range v.Controls {
		if p.In(each.At) {
			c, ok = each, true
		}
	}
	return c, ok
}

// focused returns the control that has the keyboard.
func (v view) focused() (control, bool) {
	for _, c := range v.Controls {
		if c.Focused {
			return c, true
		}
	}
	return control{}, false
}

// toolkitCancel returns the Cancel button of the toolkit's dialog for files; false where that is not in front. The
// dialog is known by the row of the folder above.
func (v view) toolkitCancel() (cancel control, ok bool) {
	files := false
	for _, c := range v.Controls {
		files = files || c.Text == " (Parent)"
		if c.Text == "Cancel" {
			cancel, ok = c, true
		}
	}
	return cancel, ok && files
}

// anyPriced reports whether a control that shows a price can be pressed.
func (v view) anyPriced() bool {
	for _, c := range v.Controls {
		if c.priced() {
			return true
		}
	}
	return false
}

// inspect answers each line of a connection with the view of the window, which is read on the window's goroutine.
func inspect(conn net.Conn) {
	defer conn.Close()
	questions, answers := bufio.NewScanner(conn), json.NewEncoder(conn)
	for questions.Scan() {
		var v view
		fyne.DoAndWait(func() { v = currentView() })
		if answers.Encode(v) != nil {
			return
		}
	}
}

// currentView reads the view of the window. It runs on the window's goroutine.
func currentView() (v view) {
	app := fyne.CurrentApp()
	if app == nil || len(app.Driver().AllWindows()) == 0 {
		return v
	}
	c := app.Driver().AllWindows()[0].Canvas()
	root := c.Content()
	v.Sheets = len(c.Overlays().List())
	if top := c.Overlays().Top(); top != nil {
		root = top
	}
	w := walker{canvas: c, view: &v}
	w.walk(root, fyne.Position{}, fyne.NewPos(c.Size().Width, c.Size().Height))
	return v
}

// walker collects the visible controls of a canvas.
type walker struct {
	canvas fyne.Canvas
	view   *view
}

// walk adds the controls in o. Only what lies between the corners from and to is visible.
func (w walker) walk(o fyne.CanvasObject, from, to fyne.Position) {
	if o == nil || !o.Visible() {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	from = fyne.NewPos(max(from.X, at.X), max(from.Y, at.Y))
	to = fyne.NewPos(min(to.X, at.X+o.Size().Width), min(to.Y, at.Y+o.Size().Height))
	if takesInput(o) && from.X < to.X && from.Y < to.Y {
		w.add(o, from, to)
	}
	switch o.(type) {
	case *widget.Menu, *action.Row:
		w.view.Rows = true
	}
	for _, part := range partsOf(o) {
		w.walk(part, from, to)
	}
}

func (w walker) add(o fyne.CanvasObject, from, to fyne.Position) {
	scale := w.canvas.Scale()
	c := control{Type: fmt.Sprintf("%T", o), Text: strings.Join(textsOf(o), " ")}
	c.At = image.Rect(int(from.X*scale), int(from.Y*scale), int(to.X*scale), int(to.Y*scale))
	switch o.(type) {
	case *kit.Button, *kit.Link, *action.Row:
		c.Pressed = true
	default:
		c.Pressed = c.Type == "*widget.menuItem"
	}
	if f, ok := o.(fyne.Focusable); ok {
		c.Focused = w.canvas.Focused() == f
	}
	if d, ok := o.(fyne.Disableable); ok {
		c.Disabled = d.Disabled()
	}
	w.view.Controls = append(w.view.Controls, c)
}

// takesInput reports whether the mouse or the keyboard does something with the object.
func takesInput(o fyne.CanvasObject) bool {
	switch o.(type) {
	case fyne.Tappable, fyne.SecondaryTappable, fyne.Focusable, fyne.Draggable, desktop.Mouseable:
		return true
	}
	return false
}

// partsOf returns the objects that an object shows.
func partsOf(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *kit.Scroll:
		return []fyne.CanvasObject{o.Content}
	case fyne.Widget:
		return test.WidgetRenderer(o).Objects()
	}
	return nil
}

// textsOf returns all text that an object shows.
func textsOf(o fyne.CanvasObject) (texts []string) {
	if o == nil || !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *fynecanvas.Text:
		return []string{o.Text}
	case *widget.Label:
		return []string{o.Text}
	case interface{ Text() string }:
		return []string{o.Text()}
	}
	for _, part := range partsOf(o) {
		texts = append(texts, textsOf(part)...)
	}
	return texts
}

// inspected is a run of the program whose window can be asked what it shows.
type inspected struct {
	cmd     *exec.Cmd
	output  *lockedBuffer
	ended   chan error // gets what the process ended with, once
	socket  string
	conn    net.Conn
	answers *json.Decoder
}

// startInspected starts the program on the screen s, with a library and the profile of that name. It does not wait for
// the window.
func startInspected(t testing.TB, s *screen, library, profile string, env ...string) *inspected {
	t.Helper()
	dir, err := os.MkdirTemp("", "window") // not t.TempDir: the path of a socket may have 100 bytes
	if err != nil {
		t.Fatal(err)
	}
	p := &inspected{cmd: exec.Command(os.Args[0], library, profile), output: &lockedBuffer{},
		ended:  make(chan error, 1),
		socket: filepath.Join(dir, "socket")}
	p.cmd.Env = append(append(s.env(), inspectVariable+"="+p.socket), env...)
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	if err := p.cmd.Start(); err != nil {
		t.Fatalf("start the program: %v", err)
	}
	t.Cleanup(func() {
		p.kill()
		_ = os.RemoveAll(dir)
	})
	s.pid = strconv.Itoa(p.cmd.Process.Pid)
	go func() { p.ended <- p.cmd.Wait() }()
	return p
}

// look returns what the window shows. An error: it did not answer within the limit, or the program ended.
func (p *inspected) look(limit time.Duration) (v view, err error) {
	if p.conn == nil {
		if p.conn, err = net.Dial("unix", p.socket); err != nil {
			p.conn = nil
			return v, fmt.Errorf("connect to the window: %w", err)
		}
		p.answers = json.NewDecoder(p.conn)
	}
	if err := p.conn.SetDeadline(time.Now().Add(limit)); err != nil {
		return v, err
	}
	if _, err := p.conn.Write([]byte("look\n")); err != nil {
		return v, fmt.Errorf("ask the window: %w", err)
	}
	if err := p.answers.Decode(&v); err != nil {
		return v, fmt.Errorf("read what the window shows: %w", err)
	}
	return v, nil
}

// hasEnded reports whether the process ended by the deadline, and with which error.
func (p *inspected) hasEnded(within time.Duration) (bool, error) {
	select {
	case err := <-p.ended:
		p.ended <- err
		return true, err
	case <-time.After(within):
		return false, nil
	}
}

// kill ends the process, if it has not ended yet.
func (p *inspected) kill() {
	if p.conn != nil {
		_ = p.conn.Close()
		p.conn = nil
	}
	_ = p.cmd.Process.Kill()
	_, _ = p.hasEnded(patience)
}

// lockedBuffer collects what a process writes.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
