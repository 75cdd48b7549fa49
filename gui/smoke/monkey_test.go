package smoke

import (
	"database/sql"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

// act is one thing that a user does. It holds all that is needed to do it again.
type act struct {
	Kind  string // key, click, right, double, drag, wheel, type, size, escape
	Keys  string // of xdotool, "ctrl+Return"; the text to type; the window's size
	At    image.Point
	To    image.Point // of a drag
	Times int         // of a key that is held down, or of notches of the wheel
	On    string      // the control, for reports
}

func (a act) String() string {
	switch a.Kind {
	case "key":
		if a.Times > 1 {
			return fmt.Sprintf("key %s, %d times", a.Keys, a.Times)
		}
		return "key " + a.Keys
	case "type":
		return fmt.Sprintf("type %q", a.Keys)
	case "size":
		return "size " + a.Keys
	case "escape":
		return "Esc until no sheet is open"
	case "drag":
		return fmt.Sprintf("drag %v to %v from %s", a.At, a.To, a.On)
	}
	return fmt.Sprintf("%s at %v on %s", a.Kind, a.At, a.On)
}

const (
	answerLimit = 2 * time.Second  // the window's goroutine answers within this time of the processor
	lookLimit   = 30 * time.Second // and within this time of the clock, however busy the machine is
	// A click may read files before it is committed. What appears later than this after an activation, and after so
	// many acts, is not its effect.
	spendWindow = 5 * time.Second
	spendActs   = 3
)

// finding describes a fault that a run of the monkey found.
type finding struct {
	kind string // "crash", "hang", "spent", "stuck", "library": equal for equal causes, as far as a test can see
	text string
}

// monkey uses the program in a real window, at random or by a list of acts, and checks after each act what always
// holds: the program lives, its window answers, every request that costs money follows from a control that showed a
// price, and Esc leaves every sheet.
type monkey struct {
	t       testing.TB
	s       *screen
	lib     library
	service *countedService
	program *inspected
	reader  *sql.DB

	done       []act
	now        view
	jobs       map[int64]bool // admitted jobs: those that may leave without the user
	clicks     map[string]bool
	priced     []activation // of controls that showed a price, which no new click has used
	pricedLast activation
	starts     int
}

// activation is the moment in which a control was activated.
type activation struct {
	at  time.Time
	act int // number of acts before it
}

// recent reports whether an order can be the effect of the activation.
func (a activation) recent(now time.Time, acts int) bool {
	return now.Sub(a.at) <= spendWindow || acts-a.act <= spendActs
}

// countedService is a sandbox that counts the requests that cost money.
type countedService struct {
	*httptest.Server
	posts atomic.Int64
}

func startCountedService(t testing.TB) *countedService {
	t.Helper()
	inner, err := sandbox.New(sandbox.Options{Key: monkeyKey, Dir: t.TempDir(), Seconds: 0.5,
		Renderer: &sandboxtest.Renderer{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = inner.Close() })
	if err := inner.Start(); err != nil {
		t.Fatal(err)
	}
	s := &countedService{}
	target, err := url.Parse(inner.BaseURL())
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(q *httputil.ProxyRequest) {
		q.SetURL(&url.URL{Scheme: target.Scheme, Host: target.Host})
		q.Out.Host = target.Host // the sandbox refuses others
	}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.Method == http.MethodPost {
			s.posts.Add(1)
		}
		proxy.ServeHTTP(w, q)
	}))
	t.Cleanup(s.Close)
	return s
}

// newMonkey starts the program on a copy of the library with every state.
func newMonkey(t testing.TB) (*monkey, *finding) {
	t.Helper()
	m := &monkey{t: t, s: startScreen(t, 1440, 900, shots(t)), service: startCountedService(t), jobs: map[int64]bool{},
		clicks:     map[string]bool{},
		pricedLast: activation{act: -spendActs - 1}}
	m.lib = copyEveryState(t, m.service.URL)
	t.Cleanup(m.kill)
	if f := m.start(); f != nil {
		return m, f
	}
	m.admitted(func(id int64, click, _ string) { m.jobs[id], m.clicks[click] = true, true })
	return m, nil
}

// start runs the program and waits for its window.
func (m *monkey) start() *finding {
	m.t.Helper()
	m.starts++
	m.program = startInspected(m.t, m.s, m.lib.dir, monkeyProfile, "VIVISCOPE_API_KEY="+monkeyKey,
		"HOME="+filepath.Dir(m.lib.dir))
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if ended, err := m.program.hasEnded(50 * time.Millisecond); ended {
			return &finding{"crash", fmt.Sprintf("the program ended at its start: %v\n%s", err,
				tail(m.program.output.String(), 60))}
		}
		v, err := m.program.look(lookLimit)
		if err == nil && len(v.Controls) > 4 {
			m.now = v
			return nil
		}
	}
	return &finding{"hang", "the window has no controls"}
}

func (m *monkey) kill() {
	if m.program != nil {
		m.program.kill()
	}
	if m.reader != nil {
		_ = m.reader.Close()
		m.reader = nil
	}
}

// look asks for the view of the window. A window that needs longer than answerLimit is a finding, unless its process
// only waited for a processor meanwhile.
func (m *monkey) look() *finding {
	began, waited := time.Now(), m.s.waitedForProcessor()
	v, err := m.program.look(lookLimit)
	if err != nil {
		if ended, err := m.program.hasEnded(lookLimit); ended {
			return m.restart(err)
		}
		return &finding{"hang", fmt.Sprintf("the window did not answer within %v: %v\n%s", lookLimit, err, m.stacks())}
	}
	if took := time.Since(began) - (m.s.waitedForProcessor() - waited); took > answerLimit {
		return &finding{"hang", fmt.Sprintf("the window answered after %v", took)}
	}
	m.now = v
	return nil
}

// restart starts a program again that the user quit. One that ended with an error is a finding.
func (m *monkey) restart(err error) *finding {
	if err != nil {
		return &finding{"crash", fmt.Sprintf("the program ended: %v\n%s", err, tail(m.program.output.String(), 80))}
	}
	m.program.kill()
	return m.start()
}

// waitedForProcessor returns how long threads of the program were ready to run and did not, all together. 0 where the
// system does not count it. The driver draws with threads of its own, for which the window's thread waits.
func (s *screen) waitedForProcessor() (sum time.Duration) {
	threads, _ := filepath.Glob("/proc/" + s.pid + "/task/*/schedstat") // the pattern is valid
	for _, thread := range threads {
		var ran, waited time.Duration
		data, err := os.ReadFile(thread)
		if err != nil {
			continue // the thread ended
		}
		if _, err := fmt.Sscan(string(data), &ran, &waited); err == nil {
			sum += waited
		}
	}
	return sum
}

// stacks ends a program that hangs and returns what its goroutines did.
func (m *monkey) stacks() string {
	_ = m.program.cmd.Process.Signal(syscall.SIGQUIT)
	_, _ = m.program.hasEnded(patience)
	return tail(m.program.output.String(), 200)
}

// tail returns the first lines of the report of a crash in text, or its last lines.
func tail(text string, lines int) string {
	for _, mark := range []string{"\npanic: ", "\nfatal error: ", "\nruntime: goroutine stack exceeds", "\nSIG"} {
		if at := strings.Index("\n"+text, mark); at >= 0 {
			text = text[at:]
			all := strings.Split(text, "\n")
			return strings.Join(all[:min(len(all), lines)], "\n")
		}
	}
	all := strings.Split(text, "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// admitted calls each for every job that leaves without the user, or has left.
func (m *monkey) admitted(each func(id int64, click, what string)) {
	m.t.Helper()
	if m.reader == nil {
		var err error
		path := filepath.Join(m.lib.dir, "viviscope.db")
		if m.reader, err = sql.Open("sqlite3", "file:"+path+"?mode=ro&_busy_timeout=5000"); err != nil {
			m.t.Fatal(err)
		}
	}
	rows, err := m.reader.Query(`SELECT id, coalesce(click, ''), id || ' (' || kind || ', ' || state || ', ' || hold || ', ' || prompt || ')' FROM jobs
		WHERE state <> 'held' OR hold IN ('paused', 'no_key', 'key_refused') OR hold = 'after' AND error_code = ''`)
	if err != nil {
		m.t.Fatalf("read jobs: %v", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var click, what string
		if err := rows.Scan(&id, &click, &what); err != nil {
			m.t.Fatalf("read jobs: %v", err)
		}
		each(id, click, what)
	}
	if err := rows.Err(); err != nil {
		m.t.Fatalf("read jobs: %v", err)
	}
}

// do does one act and checks what always holds.
func (m *monkey) do(a act) *finding {
	m.t.Helper()
	m.done = append(m.done, a)
	if m.activates(a) {
		m.pricedLast = activation{time.Now(), len(m.done)}
		m.priced = append(m.priced, m.pricedLast)
	}
	if a.Kind == "escape" {
		return m.escape()
	}
	m.perform(a)
	for range 2 { // the first look can come before the input of the act
		if f := m.look(); f != nil {
			return f
		}
	}
	return m.checkSpending()
}

// activates reports whether the act activates a control that shows a price. Ctrl+Enter is the only chord that does.
// Enter and Space activate the control that has the keyboard, and the chosen row of a menu. No letter and no drag does.
func (m *monkey) activates(a act) bool {
	switch a.Kind {
	case "click", "double":
		c, ok := m.now.at(a.At)
		return ok && c.priced()
	case "key":
		if a.Keys == "ctrl+Return" {
			return m.now.anyPriced()
		}
		if a.Keys != "Return" && a.Keys != "space" && a.Keys != "KP_Enter" {
			return false
		}
		c, ok := m.now.focused()
		return ok && c.priced() || m.now.Rows && m.now.anyPriced()
	}
	return false
}

// checkSpending compares the jobs that may leave with the activations of controls that showed a price: each new click
// needs one of its own, and a job that was held and is not any more needs one shortly before.
func (m *monkey) checkSpending() *finding {
	m.t.Helper()
	var problem *finding
	now := time.Now()
	m.admitted(func(id int64, click, what string) {
		if m.jobs[id] {
			return
		}
		m.jobs[id] = true
		if click != "" && m.clicks[click] {
			if !m.pricedLast.recent(now, len(m.done)) {
				problem = &finding{"spent", "an earlier job may leave, and no control with a price was activated: " +
					what}
			}
			return
		}
		m.clicks[click] = true
		m.priced = slices.DeleteFunc(m.priced, func(a activation) bool { return !a.recent(now, len(m.done)) })
		if len(m.priced) == 0 {
			problem = &finding{"spent", "a job may leave, and no control with a price was activated: " + what}
			return
		}
		m.priced = m.priced[1:]
	})
	return problem
}

// escape presses Esc until no sheet is open. A sheet may use the first press for itself, to clear its search field or
// to leave a mode.
func (m *monkey) escape() *finding {
	m.t.Helper()
	const pressesEach = 3
	for press := 0; m.now.Sheets > 0; press++ {
		if press >= pressesEach*(m.now.Sheets+2) {
			var texts []string
			for _, c := range m.now.Controls {
				texts = append(texts, c.Text)
			}
			return &finding{"stuck", fmt.Sprintf("Esc does not leave the sheet with the controls %q", texts)}
		}
		open := m.now.Sheets
		m.perform(act{Kind: "key", Keys: "Escape"})
		if cancel, ok := m.now.toolkitCancel(); ok && press > 0 { // a control of the toolkit's dialog may take Esc
			m.perform(act{Kind: "click", At: image.Pt((cancel.At.Min.X+cancel.At.Max.X)/2,
				(cancel.At.Min.Y+cancel.At.Max.Y)/2)})
		}
		for deadline := time.Now().Add(time.Second); m.now.Sheets >= open && time.Now().Before(deadline); {
			if f := m.look(); f != nil {
				return f
			}
		}
	}
	return m.checkSpending()
}

// perform sends an act to the X server.
func (m *monkey) perform(a act) {
	m.t.Helper()
	at := []string{"mousemove", "--sync", fmt.Sprint(a.At.X), fmt.Sprint(a.At.Y)}
	switch a.Kind {
	case "key":
		args := []string{"key", "--delay", "12"}
		for range max(a.Times, 1) {
			args = append(args, a.Keys)
		}
		m.xdotool(args...)
	case "type":
		m.xdotool("type", "--delay", "5", a.Keys)
	case "click":
		m.xdotool(append(at, "click", "1")...)
	case "right":
		m.xdotool(append(at, "click", "3")...)
	case "double":
		m.xdotool(append(at, "click", "--repeat", "2", "--delay", "40", "1")...)
	case "wheel":
		m.xdotool(append(at, "click", "--repeat", fmt.Sprint(a.Times), "--delay", "8", a.Keys)...)
	case "drag":
		middle := a.At.Add(a.To).Div(2)
		m.xdotool(append(at, "mousedown", "1", "mousemove", "--sync", fmt.Sprint(middle.X), fmt.Sprint(middle.Y),
			"mousemove", "--sync", fmt.Sprint(a.To.X), fmt.Sprint(a.To.Y), "mouseup", "1")...)
	case "size":
		var width, height uint32
		if _, err := fmt.Sscanf(a.Keys, "%dx%d", &width, &height); err != nil {
			m.t.Fatalf("size %q: %v", a.Keys, err)
		}
		m.s.resize(width, height)
	}
}

// resize gives the program's window a size in px. The window manager has maximized it, so it is restored first (EWMH,
// _NET_WM_STATE).
func (s *screen) resize(width, height uint32) {
	s.t.Helper()
	// without a window there is no output
	out, _ := s.command("xdotool", "search", "--onlyvisible", "--name", title).Output()
	id, err := strconv.ParseUint(strings.TrimSpace(strings.SplitN(string(out), "\n", 2)[0]), 10, 32)
	if err != nil {
		return // the window closes
	}
	atom := func(name string) xproto.Atom {
		reply, err := xproto.InternAtom(s.x, false, uint16(len(name)), name).Reply()
		if err != nil {
			s.t.Fatalf("atom %s: %v", name, err)
		}
		return reply.Atom
	}
	const remove = 0
	event := xproto.ClientMessageEvent{Format: 32, Window: xproto.Window(id), Type: atom("_NET_WM_STATE"),
		Data: xproto.ClientMessageDataUnionData32New([]uint32{remove, uint32(atom("_NET_WM_STATE_MAXIMIZED_HORZ")),
			uint32(atom("_NET_WM_STATE_MAXIMIZED_VERT")), 2, 0})}
	xproto.SendEvent(s.x, false, s.root, xproto.EventMaskSubstructureRedirect|xproto.EventMaskSubstructureNotify,
		string(event.Bytes()))
	xproto.ConfigureWindow(s.x, xproto.Window(id),
		xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight,
		[]uint32{0, 0, width, height})
}

// xdotool runs it with a limit of its own: a step that waits for the pointer to move waits for ever where it does not.
func (m *monkey) xdotool(args ...string) {
	m.t.Helper()
	c := m.s.command("timeout", append([]string{"3", "xdotool"}, args...)...)
	_ = c.Run() // a window that closes meanwhile is no failure; look finds out
}

// chooser chooses random acts.
type chooser struct{ *rand.Rand }

var (
	plainKeys = strings.Fields("a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 space Return Tab shift+Tab Escape " +
		"Delete BackSpace Insert Home End Prior Next Left Right Up Down shift+Left shift+Right shift+Up shift+Down F1 F2 F5 F11 plus minus comma " +
		"period slash bracketleft bracketright Menu")
	places4   = strings.Fields("ctrl+1 ctrl+2 ctrl+3 ctrl+4 ctrl+5 ctrl+6 ctrl+7 ctrl+shift+1 ctrl+shift+2 ctrl+shift+3 ctrl+shift+4")
	ctrlKeys  = strings.Fields("a b c d e f g h i j k l m n o p r s t u v w x y z Return Return Return Delete Left Right plus minus 0 Tab")
	shiftKeys = strings.Fields("a b c d e f g h i j k l m n o p r s t u v w x y z Return")
	altKeys   = strings.Fields("a b c d e f g h i k l m n o p r s t u v w x y z Left Right Up Down")
	words     = []string{"boats", "@ma", "@Nobody ", "3", "0.5", "-1", "999999999999", "[]{}", "$(reboot)", "=1+1",
		"sea at dusk, a slow pan", "../..", "tag:a", "@x"}
	sizes = []string{"1440x900", "1120x720", "960x620", "700x500", "1440x620"}
)

func pick[T any](r chooser, from []T) T { return from[r.IntN(len(from))] }

// next chooses an act that a user could do with what the window shows.
func (r chooser) next(v view) act {
	roll := r.IntN(100)
	if v.Sheets > 0 && roll < 14 {
		return act{Kind: "escape"}
	}
	switch {
	case roll < 22:
		a := act{Kind: "key", Keys: pick(r, plainKeys), Times: 1}
		if r.IntN(8) == 0 {
			a.Times = 2 + r.IntN(12)
		}
		return a
	case roll < 32:
		return act{Kind: "key", Keys: pick(r, places4)}
	case roll < 40:
		return act{Kind: "key", Keys: "ctrl+" + pick(r, ctrlKeys)}
	case roll < 43:
		return act{Kind: "key", Keys: "ctrl+shift+" + pick(r, shiftKeys)}
	case roll < 46:
		return act{Kind: "key", Keys: "alt+" + pick(r, altKeys)}
	case roll < 50:
		return act{Kind: "type", Keys: pick(r, words)}
	case roll < 51:
		return act{Kind: "size", Keys: pick(r, sizes)}
	}
	if len(v.Controls) == 0 {
		return act{Kind: "key", Keys: "Escape"}
	}
	c := pick(r, v.Controls)
	a := act{Kind: "click", At: r.point(c.At), On: fmt.Sprintf("%s %.40q", c.Type, c.Text)}
	switch {
	case roll < 58:
		a.Kind = "right"
	case roll < 62:
		a.Kind = "double"
	case roll < 67:
		a.Kind, a.To = "drag", r.point(pick(r, v.Controls).At)
	case roll < 70:
		a.Kind, a.Keys, a.Times = "wheel", pick(r, []string{"4", "5"}), 1+r.IntN(10)
	}
	return a
}

func (r chooser) point(in image.Rectangle) image.Point {
	return image.Pt(in.Min.X+r.IntN(max(in.Dx(), 1)), in.Min.Y+r.IntN(max(in.Dy(), 1)))
}

// run does random acts until the time is over.
func (m *monkey) run(seed uint64, until time.Time) *finding {
	m.t.Helper()
	r := chooser{rand.New(rand.NewPCG(seed, 0x6d6f6e6b6579))}
	for time.Now().Before(until) {
		if f := m.do(r.next(m.now)); f != nil {
			return f
		}
	}
	return m.finish()
}

// replay does the given acts.
func (m *monkey) replay(acts []act) *finding {
	m.t.Helper()
	for _, a := range acts {
		if f := m.do(a); f != nil {
			return f
		}
	}
	return m.finish()
}

// finish quits the program and compares the requests with the jobs, and looks at the database.
func (m *monkey) finish() *finding {
	m.t.Helper()
	if f := m.escape(); f != nil {
		return f
	}
	if f := m.checkSpending(); f != nil {
		return f
	}
	if err := m.program.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		m.t.Fatalf("end the program: %v", err)
	}
	ended, err := m.program.hasEnded(patience)
	if !ended {
		return &finding{"hang", "the program did not end\n" + m.stacks()}
	}
	if err != nil {
		return &finding{"crash", fmt.Sprintf("the program ended with %v\n%s", err, tail(m.program.output.String(), 60))}
	}
	var checked string
	if err := m.reader.QueryRow(`PRAGMA integrity_check`).Scan(&checked); err != nil || checked != "ok" {
		return &finding{"library", fmt.Sprintf("the database is %q: %v", checked, err)}
	}
	if posts := m.service.posts.Load(); posts > int64(len(m.jobs)) {
		return &finding{"spent", fmt.Sprintf("%d requests were sent for %d jobs", posts, len(m.jobs))}
	}
	return nil
}

// shortest finds the shortest tail of acts that leads to a finding of the same kind, by doubling, on fresh copies of
// the library.
func shortest(t *testing.T, acts []act, kind string) (tail []act, again *finding) {
	for n := 1; n < 2*len(acts) && n <= 64; n *= 2 {
		tail = acts[max(0, len(acts)-n):]
		t.Run(fmt.Sprintf("last %d acts", len(tail)), func(t *testing.T) {
			m, f := newMonkey(t)
			if f == nil {
				f = m.replay(tail)
			}
			if f != nil && f.kind == kind {
				again = f
			}
		})
		if again != nil {
			return tail, again
		}
	}
	return acts, nil
}

// report fails the test with the shortest acts that lead to the finding, and keeps a picture of the window.
func (m *monkey) report(t *testing.T, name string, f *finding) {
	t.Helper()
	m.s.keep(name, m.s.look())
	acts := slices.Clone(m.done)
	t.Logf("%s: %s", f.kind, f.text) // before it is looked for again, which may take minutes
	m.kill()
	tail, again := shortest(t, acts, f.kind)
	var list strings.Builder
	for _, a := range tail {
		fmt.Fprintln(&list, "  ", a)
	}
	how := "these acts lead to it again"
	if again == nil {
		how = "it did not come again; all acts"
	}
	t.Errorf("%s; %s:\n%spicture: %s.png", f.kind, how, list.String(), name)
}

// TestMonkey uses the program at random, over a library that holds every state. VIVISCOPE_MONKEY_SEEDS chooses other
// seeds ("1,2,3"), and VIVISCOPE_MONKEY_SECONDS how long each of them runs.
func TestMonkey(t *testing.T) {
	shots(t)
	seeds, seconds := "1,2,3", 20.0
	if given := os.Getenv("VIVISCOPE_MONKEY_SEEDS"); given != "" {
		seeds = given
	}
	if given := os.Getenv("VIVISCOPE_MONKEY_SECONDS"); given != "" {
		var err error
		if seconds, err = strconv.ParseFloat(given, 64); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range strings.Split(seeds, ",") {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		t.Run("seed "+text, func(t *testing.T) {
			t.Parallel()
			m, f := newMonkey(t)
			if f == nil {
				f = m.run(seed, time.Now().Add(time.Duration(seconds*float64(time.Second))))
			}
			t.Logf("seed %d: %d acts, %d requests, %d starts", seed, len(m.done), m.service.posts.Load(), m.starts)
			if f != nil {
				m.report(t, fmt.Sprintf("monkey-%d", seed), f)
			}
		})
	}
}

// A seam that is set to Continue between shots that have clips must not end the program, and the boards open again
// afterwards.
func TestContinueBetweenClipsKeepsTheProgramAlive(t *testing.T) {
	t.Parallel()
	m, f := newMonkey(t)
	if f == nil {
		var acts []act
		for _, keys := range strings.Fields("Escape ctrl+6 Home Return Home Right s s Right s s Escape ctrl+3 ctrl+6 Home Return") {
			acts = append(acts, act{Kind: "key", Keys: keys})
		}
		f = m.replay(acts)
	}
	if f != nil {
		m.report(t, "monkey-continue", f)
	}
}

// No plain key orders anything: in the gallery, with a result selected that can be made once more, every letter and
// digit is pressed.
func TestPlainKeysOrderNothing(t *testing.T) {
	t.Parallel()
	m, f := newMonkey(t)
	acts := []act{{Kind: "escape"}}
	for _, key := range plainKeys[:36] {
		acts = append(acts, act{Kind: "key", Keys: "ctrl+4"}, act{Kind: "key", Keys: "Home"},
			act{Kind: "key", Keys: key}, act{Kind: "escape"})
	}
	if f == nil {
		f = m.replay(acts)
	}
	if f != nil {
		m.report(t, "monkey-keys", f)
	}
}
