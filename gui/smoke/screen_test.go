package smoke

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// patience bounds every wait for a process outside the test. It is a limit, never a delay: the condition is checked
// often. A busy machine with two cores and no GPU takes over a minute to render a clip of three seconds.
const patience = 4 * time.Minute

// screen is an X server without hardware, with a window manager, so that focus works as on a desktop.
type screen struct {
	t       testing.TB
	display string
	config  string // the folder of the settings on this screen
	shots   string
	size    image.Point // px
	x       *xgb.Conn
	root    xproto.Window
	pid     string // of the program whose window was waited for
}

// startScreen starts an X server of the given size in pixels; shots is the folder for pictures.
func startScreen(t testing.TB, width, height int, shots string) *screen {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool", "openbox"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (make deps installs it)", tool)
		}
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-r", "-screen", "0",
		strconv.Itoa(width)+"x"+strconv.Itoa(height)+"x24", "+extension", "GLX", "-nolisten", "tcp", "-ac")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		t.Fatalf("start Xvfb: %v", err)
	}
	t.Cleanup(func() { stop(server) })
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb named no display: %v", err)
	}
	s := &screen{t: t, size: image.Pt(width, height), config: t.TempDir(), display: ":" + strings.TrimSpace(line),
		shots: shots}
	xgb.Logger.SetOutput(io.Discard) // it would report the end of the server
	if s.x, err = xgb.NewConnDisplay(s.display); err != nil {
		t.Fatalf("connect to the screen: %v", err)
	}
	t.Cleanup(s.x.Close)
	s.root = xproto.Setup(s.x).DefaultScreen(s.x).Root
	// Without a frame and as large as the screen: the pictures show the program alone.
	rules := filepath.Join(t.TempDir(), "rc.xml")
	if err := os.WriteFile(rules, []byte(windowRules), 0o600); err != nil {
		t.Fatal(err)
	}
	manager := exec.Command("openbox", "--config-file", rules)
	manager.Env = s.env()
	if err := manager.Start(); err != nil {
		t.Fatalf("start openbox: %v", err)
	}
	t.Cleanup(func() { stop(manager) })
	s.waitFor("the window manager", func() bool {
		out, err := s.command("xprop", "-root", "_NET_SUPPORTING_WM_CHECK").Output()
		return err == nil && strings.Contains(string(out), "window id")
	})
	return s
}

const windowRules = `<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <applications><application class="*"><decor>no</decor><focus>yes</focus><maximized>yes</maximized></application></applications>
</openbox_config>
`

func (s *screen) env() []string {
	// Settings of its own: the test must leave those of the person who runs it alone.
	env := []string{"DISPLAY=" + s.display, "FYNE_PLATFORM=x11", "LANG=en_US.UTF-8", "XDG_CONFIG_HOME=" + s.config,
		"XDG_STATE_HOME=" + s.state()}
	for _, kept := range []string{"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "GOCACHE"} {
		if v, ok := os.LookupEnv(kept); ok {
			env = append(env, kept+"="+v)
		}
	}
	return env
}

// state is where the program keeps its log and its crash reports.
func (s *screen) state() string { return filepath.Join(s.config, "state") }

func (s *screen) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = s.env()
	return c
}

// keys presses keys as xdotool names them, one after the other.
func (s *screen) keys(names ...string) {
	s.t.Helper()
	if out, err := s.command("xdotool",
		append([]string{"key", "--delay", "40"}, names...)...).CombinedOutput(); err != nil {
		s.t.Fatalf("press %v: %v\n%s", names, err, out)
	}
}

// typed types text with the keyboard.
func (s *screen) typed(text string) {
	s.t.Helper()
	if out, err := s.command("xdotool", "type", "--delay", "10", text).CombinedOutput(); err != nil {
		s.t.Fatalf("type %q: %v\n%s", text, err, out)
	}
}

// window waits for a visible window of that title, gives it the focus and the whole screen, and returns its id. Where
// the test fails, a picture of the screen is kept before the program ends.
func (s *screen) window(title string) string {
	s.t.Helper()
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.keep(s.t.Name()+"-failed", s.look())
		}
	})
	var id string
	s.waitFor("a window named "+title, func() bool {
		out, err := s.command("xdotool", "search", "--onlyvisible", "--name", title).Output()
		id = strings.TrimSpace(strings.SplitN(string(out), "\n", 2)[0])
		return err == nil && id != ""
	})
	if out, err := s.command("xdotool", "windowactivate", "--sync", id).CombinedOutput(); err != nil {
		s.t.Fatalf("activate %s: %v\n%s", title, err, out)
	}
	out, err := s.command("xdotool", "getwindowpid", id).Output()
	if err != nil {
		s.t.Fatalf("process of the window %s: %v", title, err)
	}
	s.pid = strings.TrimSpace(string(out))
	// The window shows its ground at once and is filled a moment later; a key that is pressed before has nowhere to go.
	s.waitFor("words in the window", func() bool { return colours(s.look()) > 24 })
	return id
}

// shot saves a picture of the whole screen under that name and returns it. It waits until several looks in a row are
// equal, because a screen that is opened for the first time stands still for a moment before its content is loaded.
// It also waits until the program is idle, because on a busy machine the screen stands still while the program waits
// for a processor. That wait ends after busyLooks: the sandbox renders clips inside the program, for minutes.
func (s *screen) shot(name string) *image.RGBA {
	s.t.Helper()
	return s.shotAfter(name, 16) // what moves for ever, such as progress, must not keep the test waiting
}

// rest is shot where nothing moves for ever: it waits until the screen stands still.
func (s *screen) rest(name string) *image.RGBA {
	s.t.Helper()
	return s.shotAfter(name, math.MaxInt)
}

// afterOpening waits out the second in which a sheet that has just opened takes no press that spends or sends.
func (s *screen) afterOpening() { <-time.After(1200 * time.Millisecond) }

// shotAfter is shot that looks so often at most at a screen that moves.
func (s *screen) shotAfter(name string, most int) *image.RGBA {
	s.t.Helper()
	const quiet, busyLooks = 6, 60
	img, same, idle := s.look(), 0, 0 // the looks since it last changed, and those with nothing done between them
	worked, at := s.worked(), time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for looks := 0; same < quiet && looks < most || same >= quiet && same < busyLooks && idle < 2; looks++ {
		select {
		case <-ctx.Done():
			s.t.Fatalf("waited in vain for a quiet screen for %s", name)
		case <-tick.C:
		}
		next := s.look()
		total, now := s.worked(), time.Now()
		if !still(img, next) {
			same, idle = 0, 0
		} else {
			same++
			if total-worked < now.Sub(at)/2 {
				idle++
			}
		}
		img, worked, at = next, total, now
	}
	s.keep(name, img)
	return img
}

// keep writes a picture of the screen, and what it shows.
func (s *screen) keep(name string, img image.Image) {
	s.t.Helper()
	f, err := os.Create(filepath.Join(s.shots, name+".png"))
	if err != nil {
		s.t.Fatal(err)
	}
	shown := os.WriteFile(filepath.Join(s.shots, name+".txt"), []byte(shows(img)+"\n"), 0o600)
	if err := errors.Join((&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(f, img), f.Close(),
		shown); err != nil {
		s.t.Fatalf("keep picture %s: %v", name, err)
	}
}

// shotOf waits until the window shows a place in a look, which its keys only asked for, and keeps a picture of it.
func (s *screen) shotOf(place, look string) image.Image {
	s.t.Helper()
	want := place + " " + look
	s.waitFor("a window that shows "+want, func() bool { return shows(s.look()) == want })
	img := s.shot(place + "-" + look)
	if got := shows(img); got != want {
		s.t.Errorf("the picture of %s shows %s", want, got)
	}
	return img
}

// places are those of the rail, from the top, and placeKeys the numbers that lead to them.
var (
	places    = []string{"create", "boards", "queue", "gallery", "costs", "settings"}
	placeKeys = []string{"1", "2", "3", "4", "5", "comma"}
)

// shows reads from a picture of the window which place it is, by the entry of the rail that stands out, and in which
// look: "create dark". Where there is no rail, as in the viewer, no place stands before the look.
func shows(img image.Image) string {
	const x, first, step = 152, 112, 38 // of the entries, right of their words, px
	ground := img.At(x, first+step*len(places)+100)
	place, look := "", "dark "
	for i, name := range places {
		if img.At(x, first+step*i) != ground {
			place += name + " "
		}
	}
	if strings.Count(place, " ") != 1 {
		place = ""
	}
	if color.GrayModel.Convert(ground).(color.Gray).Y > 127 {
		look = "light"
	}
	return place + strings.TrimSpace(look)
}

// shotOther keeps a picture as shot does, once the screen shows something else than before.
func (s *screen) shotOther(before *image.RGBA, name string) *image.RGBA {
	s.t.Helper()
	s.waitFor("what comes next, "+name, func() bool { return !still(before, s.look()) })
	return s.shot(name)
}

// Where the picture lies in a window of 1440 x 900 at scale 1, px.
var (
	firstSlot = image.Rect(190, 195, 350, 305) // of the frames form
	firstTile = image.Rect(190, 170, 320, 290) // of the gallery
	canvas    = image.Rect(400, 330, 900, 700) // of the editor, below the tiles of the gallery
	strip     = image.Rect(285, 745, 400, 810) // of the versions below it
)

// shotWith keeps a picture as shot does, once a photograph is wherever one belongs.
func (s *screen) shotWith(name string, where ...image.Rectangle) *image.RGBA {
	s.t.Helper()
	s.waitFor("the picture in "+name, func() bool {
		img := s.look()
		return !slices.ContainsFunc(where, func(r image.Rectangle) bool { return colours(img.SubImage(r)) <= 100 })
	})
	return s.shot(name)
}

// worked is how long the program has used a processor or waited for one. Where the system does not say (other than
// Linux) it is 0.
func (s *screen) worked() (sum time.Duration) {
	threads, err := filepath.Glob("/proc/" + s.pid + "/task/*/schedstat")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, thread := range threads {
		var ran, waited time.Duration
		if data, err := os.ReadFile(thread); err == nil { // it may have ended
			if _, err := fmt.Sscan(string(data), &ran, &waited); err == nil {
				sum += ran + waited
			}
		}
	}
	return sum
}

// look takes a picture of the whole screen.
func (s *screen) look() *image.RGBA { return s.part(image.Rectangle{Max: s.size}) }

// part takes a picture of a part of the screen.
func (s *screen) part(r image.Rectangle) *image.RGBA {
	s.t.Helper()
	reply, err := xproto.GetImage(s.x, xproto.ImageFormatZPixmap, xproto.Drawable(s.root), int16(r.Min.X),
		int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()), 0xffffffff).Reply()
	if err != nil {
		s.t.Fatalf("take picture: %v", err)
	}
	img := image.NewRGBA(r)
	if len(reply.Data) != len(img.Pix) {
		s.t.Fatalf("take picture: %d bytes of %v", len(reply.Data), r)
	}
	for i := 0; i < len(img.Pix); i += 4 { // blue comes first, and nothing fourth
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = reply.Data[i+2], reply.Data[i+1], reply.Data[i], 0xff
	}
	return img
}

// still reports whether two pictures differ by no more than a caret that blinks.
func still(a, b *image.RGBA) bool {
	const wide, high = 4, 40
	var changed image.Rectangle
	for y := range a.Rect.Dy() {
		row := y * a.Stride
		if bytes.Equal(a.Pix[row:row+a.Stride], b.Pix[row:row+b.Stride]) {
			continue
		}
		for x := range a.Rect.Dx() {
			if i := row + 4*x; [4]byte(a.Pix[i:]) != [4]byte(b.Pix[i:]) {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
				if changed.Dx() > wide || changed.Dy() > high {
					return false
				}
			}
		}
	}
	return true
}

func picture(t testing.TB, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		t.Fatalf("read picture %s: %v", filepath.Base(path), err)
	}
	return img
}

// waitFor looks until what holds, and fails the test when patience ends.
func (s *screen) waitFor(what string, holds func() bool) {
	s.t.Helper()
	waitFor(s.t, what, holds)
}

func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("waited in vain for %s", what)
		case <-tick.C:
		}
	}
}

// stop ends a process and waits for its end.
func stop(c *exec.Cmd) {
	if c.Process == nil {
		return
	}
	if err := c.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return
	}
	_ = c.Wait()
}

// colours counts the different colours of a picture, on a grid: a black or empty window has next to none.
func colours(img image.Image) int {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			r, g, bl, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, bl >> 8}] = true
		}
	}
	return len(seen)
}

// click presses and releases the first button of the mouse.
func (s *screen) click(at image.Point) {
	s.t.Helper()
	s.point(at)
	s.xdotool("click", "1")
}

// point moves the pointer and waits until the program is idle again. The toolkit takes a move once a frame, and a press
// before that frame counts for the place before; on a busy machine a frame takes over half a second.
func (s *screen) point(at image.Point) {
	s.t.Helper()
	s.xdotool("mousemove", "--sync", strconv.Itoa(at.X), strconv.Itoa(at.Y))
	const enough, limit = 2, 60
	worked, since, idle := s.worked(), time.Now(), 0
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for looks := 0; idle < enough && looks < limit; looks++ {
		<-tick.C
		total, now := s.worked(), time.Now()
		if total-worked < now.Sub(since)/2 {
			idle++
		} else {
			idle = 0
		}
		worked, since = total, now
	}
}

func (s *screen) xdotool(args ...string) {
	s.t.Helper()
	if out, err := s.command("xdotool", args...).CombinedOutput(); err != nil {
		s.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
}
