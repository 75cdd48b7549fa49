package smoke

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// waylandVariable is set by .ci/wayland, which starts these tests where they can run.
const waylandVariable = "VIVISCOPE_WAYLAND"

// session is a Wayland session without hardware: sway, which draws the frames of windows itself as KDE Plasma does,
// with XWayland.
type session struct {
	t       testing.TB
	env     []string
	pointer *pointer
}

func startSession(t testing.TB) *session {
	t.Helper()
	if os.Getenv(waylandVariable) == "" {
		t.Skip("a Wayland session is needed: run .ci/wayland")
	}
	dir, err := os.MkdirTemp("", "vw") // the names of sockets must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Mkdir(filepath.Join(dir, "cache"), 0o700); err != nil { // the toolkit makes none for its own folder
		t.Fatal(err)
	}
	config, named := filepath.Join(dir, "config"), filepath.Join(dir, "display")
	if err := os.WriteFile(config, []byte(`output HEADLESS-1 resolution 1440x900
xwayland force
default_border none
exec sh -c 'echo "$DISPLAY $WAYLAND_DISPLAY $SWAYSOCK" > `+named+`.part && mv `+named+`.part `+named+`'
for_window [title="^`+sourceTitle+`$"] floating enable, resize set 300 200, move position 1100 600
`), 0o600); err != nil {
		t.Fatal(err)
	}
	k := &session{t: t, env: []string{"XDG_RUNTIME_DIR=" + dir, "HOME=" + dir,
		"XDG_CONFIG_HOME=" + filepath.Join(dir, "config.d"),
		"XDG_STATE_HOME=" + filepath.Join(dir, "state"), "XDG_CACHE_HOME=" + filepath.Join(dir, "cache"),
		"LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}}
	sway := exec.Command("sway", "-c", config)
	sway.Env = append(slices.Clone(k.env), "WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1")
	var log bytes.Buffer
	sway.Stdout, sway.Stderr = &log, &log
	if err := sway.Start(); err != nil {
		t.Fatalf("start sway: %v", err)
	}
	t.Cleanup(func() {
		stop(sway)
		if t.Failed() {
			t.Logf("sway wrote:\n%s", log.String())
		}
	})
	var words []string
	waitFor(t, "the Wayland session", func() bool {
		line, err := os.ReadFile(named)
		words = strings.Fields(string(line))
		return err == nil && len(words) == 3
	})
	k.env = append(k.env, "DISPLAY="+words[0], "WAYLAND_DISPLAY="+words[1], "SWAYSOCK="+words[2])
	if k.pointer, err = newPointer(filepath.Join(dir, words[1])); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.pointer.close)
	return k
}

func (k *session) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = k.env
	return c
}

// swayWindow is a window, or what holds windows, as sway lists them.
type swayWindow struct {
	Name, Shell   string
	Focused       bool
	Nodes         []swayWindow
	FloatingNodes []swayWindow `json:"floating_nodes"`
}

// find returns the window of that title.
func (k *session) find(title string) (swayWindow, bool) {
	out, err := k.command("swaymsg", "-r", "-t", "get_tree").Output()
	var tree swayWindow
	if err != nil || json.Unmarshal(out, &tree) != nil {
		return swayWindow{}, false
	}
	return tree.find(title)
}

func (w swayWindow) find(title string) (swayWindow, bool) {
	if w.Name == title && w.Shell != "" {
		return w, true
	}
	for _, child := range slices.Concat(w.Nodes, w.FloatingNodes) {
		if found, ok := child.find(title); ok {
			return found, true
		}
	}
	return swayWindow{}, false
}

// focus gives a window the keyboard.
func (k *session) focus(title string) {
	k.t.Helper()
	waitFor(k.t, "the focus of "+title, func() bool {
		w, ok := k.find(title)
		if ok && !w.Focused {
			_ = k.command("swaymsg", `[title="^`+title+`$"] focus`).Run()
		}
		return ok && w.Focused
	})
}

func (k *session) keys(names ...string) {
	k.t.Helper()
	if out, err := k.command("xdotool",
		append([]string{"key", "--delay", "40"}, names...)...).CombinedOutput(); err != nil {
		k.t.Fatalf("press %v: %v\n%s", names, err, out)
	}
}

// shot waits until the screen stands still and keeps a picture of it.
func (k *session) shot(name string) {
	k.t.Helper()
	var last *image.RGBA
	same := 0
	waitFor(k.t, "a quiet screen for "+name, func() bool {
		data, err := k.command("grim", "-").Output()
		if err != nil {
			return false
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return false
		}
		now := image.NewRGBA(picture.Bounds())
		draw.Draw(now, now.Rect, picture, now.Rect.Min, draw.Src)
		if last != nil && still(last, now) {
			same++
		} else {
			same = 0
		}
		last = now
		return same >= 5 && colours(now) > 24
	})
	if dir := os.Getenv("VIVISCOPE_SMOKE"); dir != "" {
		var out bytes.Buffer
		if err := png.Encode(&out, last); err == nil {
			_ = os.WriteFile(filepath.Join(dir, "wayland-"+name+".png"), out.Bytes(), 0o644)
		}
	}
}

// pointer is a mouse of the session (wlr-virtual-pointer-unstable-v1).
type pointer struct {
	conn net.Conn
	next uint32 // the last object that was made
	id   uint32
	time uint32
}

const registry, display = 2, 1 // objects of Wayland's wire protocol

func newPointer(socket string) (*pointer, error) {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return nil, fmt.Errorf("open Wayland session: %w", err)
	}
	p := &pointer{conn: conn, next: registry}
	const manager = "zwlr_virtual_pointer_manager_v1"
	err = p.send(display, 1, uint32(registry))
	name := uint32(0)
	err = errors.Join(err, p.sync(func(object uint32, opcode uint16, body []byte) {
		const global = 0
		if object == registry && opcode == global && strings.HasPrefix(string(body[8:]), manager+"\x00") {
			name = binary.NativeEndian.Uint32(body)
		}
	}))
	if err == nil && name == 0 {
		err = errors.New("the session has no virtual pointers")
	}
	bound := p.made()
	p.id = p.made()
	err = errors.Join(err, p.send(registry, 0, name, manager, uint32(1), bound), p.send(bound, 0, uint32(0), p.id),
		p.sync(nil))
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("make pointer: %w", err)
	}
	return p, nil
}

func (p *pointer) close() { p.conn.Close() }

func (p *pointer) made() uint32 {
	p.next++
	return p.next
}

func (p *pointer) send(object uint32, opcode uint16, args ...any) error {
	var body []byte
	for _, a := range args {
		switch a := a.(type) {
		case uint32:
			body = binary.NativeEndian.AppendUint32(body, a)
		case string: // with its zero, padded to four bytes
			body = binary.NativeEndian.AppendUint32(body, uint32(len(a)+1))
			body = append(append(body, a...), make([]byte, 4-len(a)%4)...)
		}
	}
	const header = 8
	head := binary.NativeEndian.AppendUint32(nil, object)
	head = binary.NativeEndian.AppendUint32(head, uint32(len(body)+header)<<16|uint32(opcode))
	_, err := p.conn.Write(append(head, body...))
	return err
}

// sync waits until the session has done all that was asked. each, which may be nil, is called with each event before.
func (p *pointer) sync(each func(object uint32, opcode uint16, body []byte)) error {
	done := p.made()
	if err := p.send(display, 0, done); err != nil {
		return err
	}
	if err := p.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	for {
		head := make([]byte, 8)
		if _, err := io.ReadFull(p.conn, head); err != nil {
			return err
		}
		object, word := binary.NativeEndian.Uint32(head), binary.NativeEndian.Uint32(head[4:])
		body := make([]byte, max(word>>16, 8)-8)
		if _, err := io.ReadFull(p.conn, body); err != nil {
			return err
		}
		switch opcode := uint16(word); {
		case object == done:
			return nil
		case object == display && opcode == 0:
			return fmt.Errorf("the session refuses: %q", body)
		case each != nil:
			each(object, opcode, body)
		}
	}
}

// move puts the pointer at a place of the screen.
func (k *session) move(x, y int) {
	k.t.Helper()
	p := k.pointer
	p.time += 10
	const motionAbsolute, frame = 1, 4
	if err := errors.Join(p.send(p.id, motionAbsolute, p.time, uint32(x), uint32(y), uint32(1440), uint32(900)),
		p.send(p.id, frame), p.sync(nil)); err != nil {
		k.t.Fatalf("move the pointer: %v", err)
	}
}

// button presses the left button, or lets it go.
func (k *session) button(down bool) {
	k.t.Helper()
	p := k.pointer
	p.time += 10
	const button, frame, left = 2, 4, 0x110
	state := uint32(0)
	if down {
		state = 1
	}
	if err := errors.Join(p.send(p.id, button, p.time, uint32(left), state), p.send(p.id, frame),
		p.sync(nil)); err != nil {
		k.t.Fatalf("press the button: %v", err)
	}
}

const sourceTitle = "Source of drags"

// dragSource is a program of GTK 3 on Wayland from which its arguments are dragged: pairs of a flavour and its text.
// It writes a line for each step.
const dragSource = `
import sys, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk, Gdk
def told(*words): print(*words, flush=True)
pairs = list(zip(sys.argv[2::2], sys.argv[3::2]))
window = Gtk.Window(title=sys.argv[1])
window.set_default_size(300, 200)
box = Gtk.EventBox()
box.add(Gtk.Label(label="drag me"))
window.add(box)
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [Gtk.TargetEntry.new(name, 0, i) for i, (name, _) in enumerate(pairs)], Gdk.DragAction.COPY | Gdk.DragAction.LINK)
def hand(widget, context, data, info, time):
    name, text = pairs[info]
    told("asked", name)
    data.set(data.get_target(), 8, text.encode("utf-16-le" if name == "text/x-moz-url" else "utf-8"))
box.connect("drag-data-get", hand)
box.connect("drag-begin", lambda *_: told("begin"))
box.connect("drag-end", lambda *_: told("end"))
box.connect("button-press-event", lambda *_: told("pressed"))
box.connect("enter-notify-event", lambda *_: told("entered"))
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
`

// lines collects what a process writes.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) has(word string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.text.String(), word)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// drag drags the offers of a Wayland program to a point of the window, and waits until taken returns true.
//
// sway 1.7 loses a drag now and then: the source has begun it, and no message of it reaches the program's window. The
// user lets go and drags again, and so does the test.
func (k *session) drag(p *process, to image.Point, taken func() bool, offers ...string) {
	k.t.Helper()
	const tries = 5
	entered := strings.Count(p.output(), enteredWindow)
	for n := 1; ; n++ {
		if k.tryDrag(p, entered, to, taken, offers) {
			return
		}
		if n == tries {
			k.t.Fatalf("the compositor lost %d drags", tries)
		}
		k.t.Logf("the compositor lost a drag")
	}
}

// enteredWindow is in the program's log for each drag that enters its window.
const enteredWindow = "drag entered the window"

// tryDrag returns false where the compositor passed nothing of the drag on to XWayland.
func (k *session) tryDrag(p *process, entered int, to image.Point, taken func() bool, offers []string) bool {
	k.t.Helper()
	source := k.command("/usr/bin/python3", append([]string{"-c", dragSource, sourceTitle}, offers...)...)
	source.Env = append(slices.Clone(k.env), "GDK_BACKEND=wayland", "NO_AT_BRIDGE=1")
	var said lines
	source.Stdout, source.Stderr = &said, &said
	if err := source.Start(); err != nil {
		k.t.Fatalf("start the source of a drag: %v", err)
	}
	defer func() {
		stop(source)
		if k.t.Failed() {
			k.t.Logf("the source wrote:\n%s", said.String())
		}
		waitFor(k.t, "the end of the source", func() bool { _, ok := k.find(sourceTitle); return !ok })
	}()
	waitFor(k.t, "the source of a drag", func() bool {
		w, ok := k.find(sourceTitle)
		if ok && w.Shell != "xdg_shell" {
			k.t.Fatalf("the source is a program of %s", w.Shell)
		}
		return ok
	})
	from := image.Pt(1250, 700)
	k.until(&said, "entered", func(i int) { k.move(from.X+i%2, from.Y) })
	k.button(true)
	k.until(&said, "pressed", func(int) {})
	k.until(&said, "begin", func(i int) { k.move(from.X-20-i%20, from.Y-20) })
	const motions = 100 // ten seconds, which no desktop needs
	lost := false
	i := 0
	waitFor(k.t, "the drag over the window", func() bool {
		k.move(to.X+i%2, to.Y)
		i++
		lost = i == motions
		return lost || strings.Count(p.output(), enteredWindow) > entered
	})
	if lost {
		k.button(false)
		return false
	}
	k.until(&said, "asked", func(i int) { k.move(to.X+i%2, to.Y) }) // the program looks at what hovers
	k.move(to.X, to.Y)
	k.shot("hover") // sway drops nothing before the window has said that it takes it
	k.button(false)
	waitFor(k.t, "the drop", taken)
	return true
}

// until moves the pointer until the output of the drag source contains word.
func (k *session) until(said *lines, word string, move func(i int)) {
	k.t.Helper()
	i := 0
	waitFor(k.t, "the source's word "+word, func() bool {
		move(i)
		i++
		return said.has(word)
	})
}

// A program of Wayland drags onto the slot of a window that runs in XWayland: where both displays answer, X11 is
// used, and what is dragged reaches the service byte for byte.
func TestLinksFromWaylandProgramsReachTheServiceByteForByte(t *testing.T) {
	k, at := startSession(t), startRecorder(t)
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	p := start(t, append(slices.Clone(k.env), "VIVISCOPE_API_KEY=sk-drag-0123456789"), "-v", "-library", lib.dir,
		"-base-url", at.base)
	waitFor(t, "the window", func() bool {
		w, ok := k.find(title)
		if ok && w.Shell != "xwayland" {
			t.Fatalf("the window is one of %s, want xwayland", w.Shell)
		}
		return ok && strings.Contains(p.output(), "drags arrive through a proxy")
	})
	k.focus(title)
	k.shot("started")
	k.keys("ctrl+shift+2") // frames to video
	k.shot("frames-empty")
	const page = "https://page.example.org/shop?id=1"
	for i, c := range []struct {
		name   string
		offers []string
	}{
		{"link", []string{"text/x-moz-url", signed + "\ntitle", "text/uri-list", signed + "\r\n", "text/plain",
			signed}},
		{"picture inside a link", []string{"text/uri-list", page + "\r\n",
			"text/html", `<a href="` + page + `"><img src="` + strings.ReplaceAll(signed, "&", "&amp;") + `"></a>`}},
		{"text", []string{"text/plain;charset=utf-8", signed}},
	} {
		arrived := func() bool { return strings.Count(p.output(), "drop arrived") == i+1 }
		k.drag(p, image.Pt(270, 240), arrived, c.offers...)
		k.focus(title)
		k.shot("frames-" + c.name)
		k.keys("ctrl+Return")
		select {
		case got := <-at.posts:
			if !slices.Equal(got, []string{signed}) {
				t.Errorf("%s: the service received %q, want %q", c.name, got, signed)
			}
		case <-time.After(patience):
			t.Fatalf("%s: nothing was sent\n%s", c.name, p.output())
		}
		waitFor(t, "the refusal", func() bool { return len(lib.states()) == i+1 && lib.states()[i] == "rejected" })
		k.keys("ctrl+shift+2")
	}
	p.quit()
}
