package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/instance"
	"viviscope/client/mp4"
	"viviscope/db"
)

// owner is a fake library that answers from a table, by call. It implements automation.Owner.
type owner struct {
	t        *testing.T
	answers  map[string]string // result by call
	failures map[string]automation.Failure
	events   map[string][]string
	mu       sync.Mutex // guards asked: a command may have two connections
	asked    []automation.Call
	silent   bool              // there is no last line until the caller goes away
	hangs    map[string]func() // likewise of these calls, which call their function
	listener *instance.Listener
}

// connect returns a connection that opens the library in a new folder.
func (o *owner) connect(to automation.Target) *automation.Conn {
	to.Library = o.t.TempDir()
	return automation.NewConn(to, func(context.Context) (_ automation.Owner, err error) {
		o.listener, err = instance.Listen(to.Library, slog.New(slog.DiscardHandler), o.answer)
		return o, err
	})
}

func (o *owner) answer(_ context.Context, conn net.Conn) {
	line, err := bufio.NewReader(conn).ReadBytes('\n')
	var q automation.Call
	if err = errors.Join(err, json.Unmarshal(line, &q)); err != nil {
		o.t.Error(err)
		return
	}
	o.mu.Lock()
	o.asked = append(o.asked, q)
	o.mu.Unlock()
	out := json.NewEncoder(conn)
	for _, e := range o.events[q.Call] {
		_ = out.Encode(automation.Line{Event: json.RawMessage(e)})
	}
	if o.silent {
		_, _ = conn.Read(make([]byte, 1))
		return
	}
	if begun, ok := o.hangs[q.Call]; ok {
		begun()
		_, _ = conn.Read(make([]byte, 1))
		return
	}
	last := automation.Line{Result: json.RawMessage(o.answers[q.Call])}
	if f, ok := o.failures[q.Call]; ok {
		last = automation.Line{Error: &f}
	} else if len(last.Result) == 0 {
		last.Result = json.RawMessage(`{"viviscope":2}`)
	}
	_ = out.Encode(last)
}

func (o *owner) Yield() <-chan struct{}      { return nil }
func (o *owner) Idle(context.Context) bool   { return false }
func (o *owner) Close(context.Context) error { return o.listener.Close() }

func (o *owner) calls() (names []string) {
	for _, q := range o.asked {
		names = append(names, q.Call)
	}
	return names
}

// runResult is the result of a command.
type runResult struct {
	exit     int
	out, err string
}

// line parses the output, which must be one JSON object.
func (s runResult) line(t *testing.T) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(s.out), &m); err != nil {
		t.Fatalf("%q is no JSON: %v", s.out, err)
	}
	return m
}

type writer struct{ *bytes.Buffer }

func (writer) Close() error { return nil }

func start(t *testing.T, o *owner, stdin string, args ...string) runResult {
	t.Helper()
	out, words := writer{&bytes.Buffer{}}, &bytes.Buffer{}
	if o == nil {
		o = &owner{}
	}
	o.t = t
	p := Program{Name: "Viviscope", Version: "1.2.3", Key: "sk-secret", Stdin: io.NopCloser(strings.NewReader(stdin)),
		Stdout: out, Stderr: words}
	p.Connect = o.connect
	exit, ok := Run(t.Context(), p, args)
	if !ok {
		t.Fatalf("%q is no command", args)
	}
	return runResult{exit, out.String(), words.String()}
}

func TestFileNameIsNotCommand(t *testing.T) {
	for _, args := range [][]string{nil, {"picture.png"}, {"-library", "x", "jobs"}, {"boards"}} {
		if _, ok := Run(t.Context(), Program{}, args); ok {
			t.Errorf("%q is a command", args)
		}
	}
}

func TestFlagsMayFollowArguments(t *testing.T) {
	c, rest, ok := find([]string{"board", "make", "5f2a", "--card", "1", "-wait=30m", "-card=2", "-version", "7", "--",
		"-x"})
	if !ok || c.Name != "board make" {
		t.Fatal(c)
	}
	c.Max = 2
	p, err := c.parse(rest)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]any{"card": []string{"1", "2"}, "wait": 1800.0, "version": 7}, p.values); d != "" ||
		!slices.Equal(p.args, []string{"5f2a", "-x"}) {
		t.Error(d, p.args)
	}
	for text, want := range map[string]string{
		"board make":                     "usage: viviscope board make REF",
		"board":                          "usage: viviscope board show|apply",
		"board sell x":                   "usage: viviscope board show|apply",
		"generate --wait 30m":            "-wait=30m",
		"generate more":                  "text of several words stands in quotes",
		"jobs --limit ten":               "integer",
		"jobs --limit -1":                "integer",
		"jobs --json=maybe":              "true or false",
		"generate --wait=soon":           "duration",
		"generate --sandbox-seconds two": "number",
		"jobs --bogus":                   "bogus",
		"find --limit":                   "limit",
	} {
		s := start(t, nil, "", strings.Fields(text)...)
		if s.exit != 2 || !strings.Contains(s.err, want) {
			t.Errorf("%s: %+v; want %q", text, s, want)
		}
	}
}

// Arguments built from a row of the table can be parsed as the arguments of its call, with any flags.
func TestTheTableFitsTheCalls(t *testing.T) {
	types := map[string]func() any{
		"cast": func() any { return &struct{}{} }, "cast_add": func() any { return &automation.CastArgs{} },
		"cast_remove": func() any { return &automation.CastArgs{} },
		"models":      func() any { return &automation.ModelsArgs{} }, "jobs": func() any { return &automation.JobsArgs{} },
		"wait": func() any { return &automation.WaitArgs{} }, "release": func() any { return &automation.RefsArgs{} },
		"discard": func() any { return &automation.RefsArgs{} }, "track": func() any { return &automation.TrackArgs{} },
		"find": func() any { return &automation.FindArgs{} }, "export": func() any { return &automation.ExportArgs{} },
		"import": func() any { return &automation.ImportArgs{} }, "join": func() any { return &automation.JoinArgs{} },
		"costs": func() any {
			return &automation.CostsArgs{}
		}, "board_show": func() any { return &automation.BoardArgs{} },
		"board_apply": func() any {
			return &automation.BoardArgs{}
		}, "board_undo": func() any {
			return &automation.BoardArgs{}
		}, "board_price": func() any { return &automation.BoardArgs{} },
		"board_make": func() any {
			return &automation.BoardArgs{}
		}, "board_join": func() any { return &automation.JoinArgs{} },
		"board_export": func() any {
			return &automation.ExportArgs{}
		}, "": func() any { return &automation.MakeArgs{} },
		"make": func() any { return &automation.MakeArgs{} }, "price": func() any { return &automation.MakeArgs{} },
	}
	values := map[string]string{"": "true", "N": "3", "S": "1.5", "D": "30m", "[D]": "30m"}
	used := map[string]bool{}
	for _, c := range readTable().Commands {
		args := []string{"4f2a", "5a11"}[:min(c.Max, 2)]
		for _, name := range strings.Fields(c.Flags) {
			i := slices.IndexFunc(readTable().Flags, func(s flagSpec) bool { return s.id() == name })
			if i < 0 {
				t.Fatalf("%s has a flag %s that nobody knows", c.Name, name)
			}
			used[name] = true
			value, ok := values[readTable().Flags[i].Value]
			if choices := readTable().Flags[i].Choices; !ok {
				value = append(choices, "text")[0]
			}
			args = append(args, "--"+readTable().Flags[i].Name+"="+value)
		}
		if c.Name == "generate" || c.Min > c.Max {
			continue // the members of one are those of a row, and the other only says what there is
		}
		p, err := c.parse(args)
		if err != nil {
			t.Fatal(c.Name, err)
		}
		into, ok := types[c.Call]
		if !ok {
			t.Fatalf("%s makes a call %s", c.Name, c.Call)
		}
		m := c.callArgs(&p)
		data, e := json.Marshal(m)
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		if err := errors.Join(err, e, d.Decode(into())); err != nil {
			t.Errorf("%s: %v\n%s", c.Name, err, data)
		}
	}
	for _, s := range readTable().Flags {
		if !used[s.id()] {
			t.Errorf("no command takes -%s", s.Name)
		}
		if s.Name == "state" && !slices.Equal(s.Choices, states) {
			t.Errorf("the states are %v", s.Choices)
		}
	}
}

var states = func() (all []string) {
	for _, s := range []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Rejected, db.Queued,
		db.InProgress, db.Failed, db.Completed,
		db.Downloading, db.Saving, db.Saved, db.Expired, db.Unwatched} {
		all = append(all, string(s))
	}
	return all
}()

func TestGenerateAsksOnce(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "a picture.png")
	o := &owner{answers: map[string]string{
		"models": `{"models":[{"id":"house-clip","like":"clip-3.0"}]}`,
		"make":   `{"viviscope":2,"jobs":[{"ref":"7f3a","state":"waiting"}],"exit":0,"headless":true}`,
		"wait":   `{"viviscope":2,"jobs":[{"ref":"7f3a","state":"saved"}],"exit":0}`,
	}}
	s := start(t, o, "", "generate", "--prompt", "paper boats", "--model=house-clip", "-first", picture, "--last",
		"4f2a", "--click", "teaser-07",
		"--max-cost", "5.10", "--profile", "Sandbox", "--seconds", "5", "--json")
	if s.exit != 0 || s.err != "" || s.line(t)["jobs"].([]any)[0].(map[string]any)["state"] != "saved" {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(o.calls(), []string{"models", "make", "wait"}) || o.asked[1].Key != "sk-secret" ||
		o.asked[1].Profile != "Sandbox" {
		t.Fatal(o.asked)
	}
	var args automation.MakeArgs
	if err := json.Unmarshal(o.asked[1].Args, &args); err != nil {
		t.Fatal(err)
	}
	row := args.Rows[0]
	if args.RequestID != "teaser-07" || args.MaxCost != "5.10" || row.Kind != "frames_to_video" ||
		row.First != picture || row.Last != "4f2a" || row.Copies != 1 {
		t.Errorf("%+v", args)
	}
	if text := string(row.Request); strings.Contains(text, "example") || !strings.Contains(text, `"like":"clip-3.0"`) ||
		!strings.Contains(text, `"seconds":5`) {
		t.Error(text)
	}
}

func TestPicturesToEdit(t *testing.T) {
	picture, _ := filepath.Abs("one.png")
	o := &owner{answers: map[string]string{"make": `{"jobs":[]}`}}
	s := start(t, o, "", "generate", "--prompt", "boats", "--image", "one.png", "--image", "4f2a",
		"--image=https://example.com/a.png?x=1", "--count", "2")
	var args automation.MakeArgs
	if err := json.Unmarshal(o.asked[1].Args, &args); err != nil || s.exit != 0 {
		t.Fatalf("%+v %v", s, err)
	}
	if row := args.Rows[0]; row.Kind != "edit_image" || row.Copies != 2 ||
		!slices.Equal(row.Images, []string{picture, "4f2a", "https://example.com/a.png?x=1"}) ||
		strings.Contains(string(row.Request), "image_urls") {
		t.Errorf("%+v", row)
	}
}

// A click without an ID from the script gets one, because this process may retry.
func TestEveryClickHasAnID(t *testing.T) {
	o := &owner{answers: map[string]string{"make": `{"jobs":[],"exit":5}`}}
	s := start(t, o, "a boat\n\na harbour\n", "batch", "-", "--detach")
	var args automation.MakeArgs
	if err := json.Unmarshal(o.asked[1].Args, &args); err != nil || len(args.RequestID) < 20 || len(args.Rows) != 2 ||
		s.exit != 5 {
		t.Errorf("%+v %+v %v", s, args, err)
	}
}

func TestDryRunsOnlyAskForThePrice(t *testing.T) {
	for _, args := range []string{"generate --prompt boats --dry-run", "price -", "board make 5f2a --dry-run",
		"board price 5f2a"} {
		o := &owner{answers: map[string]string{"price": `{"exit":5}`, "board_price": `{"exit":5}`}}
		if s := start(t, o, "boats", strings.Fields(args)...); s.exit != 5 ||
			slices.ContainsFunc(o.calls(), func(c string) bool {
				return strings.HasSuffix(c, "make")
			}) {
			t.Errorf("%s: %+v %v", args, s, o.calls())
		}
	}
}

func TestAFolderIsNoList(t *testing.T) {
	if s := start(t, nil, "", "price", t.TempDir()); s.exit != automation.ExitInvalid {
		t.Errorf("%+v", s)
	}
}

// A document may have byte order marks and more than 4 MiB. Errors name the actual reason, and content above the limit
// is not ignored.
func TestDocumentsOfJSON(t *testing.T) {
	long := `{"name":"` + strings.Repeat("<", 6<<20) + `"}`
	for input, want := range map[string]string{
		`{"name":"a"}`: "", "\ufeff{\"name\":\"a\"}": "", "\ufeff\ufeff{}\n": "", long: "",
		long + " garbage": "not JSON: line 1",
		long + strings.Repeat(" ", 12<<20) + "garbage": "larger than 15 MiB", "": "is empty", " \n": "is empty",
		"{\n\"name\": a}": "not JSON: line 2: invalid character 'a'", "{} {}": "not JSON: line 1",
		"\xff\xfe{\x00": "not UTF-8", "{\"name\":\"\xff\"}": "not UTF-8",
	} {
		o := &owner{}
		s := start(t, o, input, "board", "apply", "-")
		if want != "" && (s.exit != automation.ExitInvalid || !strings.Contains(s.err, want) || len(o.asked) > 0) ||
			want == "" && (s.exit != 0 || len(o.asked) != 1) {
			t.Errorf("%.30q: exit %d, %d calls, %s", input, s.exit, len(o.asked), s.err)
		}
		if want == "" && strings.Contains(string(o.asked[0].Args), `\u003c`) {
			t.Errorf("%.30q is sent escaped", input)
		}
	}
}

// A list with an invalid row is not sent.
func TestAWrongRowSendsNothing(t *testing.T) {
	o := &owner{}
	s := start(t, o, "prompt,seconds\nboats,5\nharbour,77\n", "batch", "-", "--click", "x")
	e, _ := s.line(t)["error"].(map[string]any)
	if s.exit != 2 || e["row"] != 2.0 || e["field"] != "seconds" || e["code"] != "invalid" ||
		!strings.Contains(s.err, "line 3: ") || !slices.Equal(o.calls(), []string{"models"}) {
		t.Errorf("%+v %v", s, o.calls())
	}
}

// Every call of every command passes the key from the environment, including future commands.
func TestEveryCommandSendsItsKeyAndBaseURL(t *testing.T) {
	local := map[string]bool{"rebuild": true, "mcp": true, "approve": true, "join": true} // join: of files
	for _, c := range readTable().Commands {
		if !c.hasFlag("base-url") || local[c.Name] || c.Min > c.Max {
			continue
		}
		args := strings.Fields(c.Name)
		for range c.Min {
			switch c.Name {
			case "batch", "price", "board apply":
				args = append(args, "-")
			default:
				args = append(args, "5f2a")
			}
		}
		stdin := "a boat"
		if c.Name == "board apply" {
			stdin = "{}"
		}
		o := &owner{}
		start(t, o, stdin, append(args, "-base-url", "https://a.example")...)
		if len(o.asked) == 0 {
			t.Errorf("%s makes no call", c.Name)
		}
		for _, q := range o.asked {
			if q.Key != "sk-secret" || q.BaseURL != "https://a.example" {
				t.Errorf("%s: call %s has the key %q and the address %q", c.Name, q.Call, q.Key, q.BaseURL)
			}
		}
	}
	o := &owner{}
	start(t, o, "", "join", "5f2a", "7c31", "-base-url", "https://a.example")
	if len(o.asked) != 1 || o.asked[0].Key != "sk-secret" || o.asked[0].BaseURL != "https://a.example" {
		t.Errorf("join: %+v", o.asked)
	}
}

// Text in another format is not ordered line by line.
func TestUnknownFormatOrdersNothing(t *testing.T) {
	for _, text := range []string{"[\n", "# boats\na boat\n", "```\na boat\n```", "- prompt: a boat\n",
		"{\"prompt\":\"a\"},\n{\"prompt\":\"b\"}", "a boat\n<b>\n"} {
		for _, args := range []string{"batch - --click x", "batch - --dry-run", "price -"} {
			o := &owner{}
			s := start(t, o, text, strings.Fields(args)...)
			e, _ := s.line(t)["error"].(map[string]any)
			if s.exit != 2 || e["code"] != "usage" || !strings.Contains(s.err, "Line ") ||
				!slices.Equal(o.calls(), []string{"models"}) {
				t.Errorf("%s of %q: %+v %v", args, text, s, o.calls())
			}
		}
	}
	o := &owner{}
	start(t, o, "\ufeff\ufeffprompt\na red boat\n", "batch", "-", "--click", "x")
	start(t, o, "[{\"prompt\":\n\"a red boat\"}]", "batch", "-", "--click", "x")
	for _, q := range o.asked {
		if rows := strings.Count(string(q.Args), `"kind"`); q.Call == "make" && rows != 1 {
			t.Errorf("%d rows: %s", rows, q.Args)
		}
	}
	if calls := o.calls(); !slices.Equal(calls, []string{"models", "make", "models", "make"}) {
		t.Errorf("%v", calls)
	}
}

func TestWhichModelsFit(t *testing.T) {
	o := &owner{}
	start(t, o, "", "models", "--fits", `{"prompt":"boats","seconds":77}`)
	var args automation.ModelsArgs
	if err := json.Unmarshal(o.asked[1].Args, &args); err != nil || args.Fits == nil ||
		!strings.Contains(string(args.Fits.Request), `"seconds":77`) {
		t.Error(err, args)
	}
}

// Jobs released in this process have no other owner: it waits for them, as after a click.
func TestReleaseWaitsForItsJobs(t *testing.T) {
	for _, c := range []struct{ args, calls string }{{"release 7f3a", "release wait"},
		{"release 7f3a --detach", "release"}} {
		o := &owner{answers: map[string]string{"release": `{"jobs":[{"ref":"7f3a","state":"waiting"}],"exit":0,"headless":true}`, "wait": `{"jobs":[{"ref":"7f3a","state":"failed"}],"exit":7}`}}
		s := start(t, o, "", strings.Fields(c.args)...)
		if got := strings.Join(o.calls(), " "); got != c.calls ||
			strings.Contains(string(o.asked[0].Args), "request_id") {
			t.Errorf("%s: %s %+v", c.args, got, s)
		}
	}
}

// An aborted wait loses nothing: the refs are printed, and that the jobs continue.
func TestBrokenWaitPrintsRefs(t *testing.T) {
	o := &owner{answers: map[string]string{"make": `{"jobs":[{"ref":"7f3a","state":"waiting"}],"exit":0,"headless":true}`},
		failures: map[string]automation.Failure{"wait": {Code: "internal", Message: "broken", Exit: 1}}}
	if s := start(t, o, "", "generate", "--prompt", "boats"); s.exit != automation.ExitRunning ||
		!strings.Contains(s.out, "7f3a") || !strings.Contains(s.err, "broken") {
		t.Errorf("%+v", s)
	}
}

func TestFollowPrintsALineForEachEvent(t *testing.T) {
	o := &owner{events: map[string][]string{"jobs": {`{"type":"job","words":"\u009b2J\u202e"}`, `{"type":"alive"}`}},
		answers: map[string]string{"jobs": `{"exit":0}`}}
	s := start(t, o, "", "jobs", "--follow")
	if lines := strings.Split(s.out, "\n"); s.exit != 0 || len(lines) != 4 ||
		lines[0] != `{"type":"job","words":"\u009b2J\u202e"}` {
		t.Errorf("%q", lines)
	}
}

// gone is a reader that was closed.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, syscall.EPIPE }
func (gone) Close() error              { return nil }

func TestFollowEndsWithItsReader(t *testing.T) {
	o := &owner{t: t, events: map[string][]string{"jobs": {`{"type":"alive"}`}}, silent: true}
	p := Program{Stdout: gone{}, Stderr: io.Discard, Connect: o.connect}
	if exit, _ := Run(t.Context(), p, []string{"jobs", "--follow"}); exit != 0 {
		t.Error(exit)
	}
}

// A signal during a wait does not affect the jobs: they continue.
func TestInterruptedCommand(t *testing.T) {
	for _, c := range []struct {
		exit int
		args []string
	}{{automation.ExitRunning, []string{"wait", "7f3a"}}, {automation.ExitOther, []string{"find"}}} {
		ctx, interrupt := context.WithCancel(t.Context())
		out, o := writer{&bytes.Buffer{}}, &owner{t: t, silent: true}
		p := Program{Stdout: out, Stderr: io.Discard, Connect: func(to automation.Target) *automation.Conn {
			time.AfterFunc(20*time.Millisecond, interrupt)
			return o.connect(to)
		}}
		exit, _ := Run(ctx, p, c.args)
		var said automation.ErrorAnswer
		if err := json.Unmarshal(out.Bytes(), &said); err != nil || exit != c.exit || said.Exit != c.exit ||
			said.Error.Code != codeInterrupted {
			t.Errorf("%v: exit %d, %s, %v", c.args, exit, out, err)
		}
	}
}

// After a signal the jobs of the order are read once more. An order that may exist prints its click ID.
func TestAnInterruptedOrder(t *testing.T) {
	job := `{"viviscope":2,"exit":0,"jobs":[{"ref":"7f3a","state":"%s"}]}`
	for name, c := range map[string]struct {
		silent string // the call during which the signal comes
		state  string // of the job as it is read after that
		exit   int
		args   []string
	}{
		"the order is at the owner, and made": {"make", "in_progress", automation.ExitRunning,
			[]string{"generate", "-prompt", "a cat", "-click", "cat-1"}},
		"the order is at the owner, and not made": {"make", "", automation.ExitRunning,
			[]string{"generate", "-prompt", "a cat", "-click", "cat-1"}},
		"it waits": {"wait", "in_progress", automation.ExitRunning,
			[]string{"generate", "-prompt", "a cat", "-click", "cat-1", "-wait"}},
		"it waits, and the job has ended": {"wait", "saved", 0,
			[]string{"generate", "-prompt", "a cat", "-click", "cat-1", "-wait"}},
		"a command that only waits": {"wait", "failed", automation.ExitFailed, []string{"wait", "7f3a"}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			o := &owner{t: t, answers: map[string]string{"make": fmt.Sprintf(job, "queued")}, hangs: map[string]func(){
				c.silent: interrupt}}
			o.answers["jobs"] = `{"viviscope":2,"exit":0,"jobs":[]}`
			if c.state != "" {
				o.answers["jobs"] = fmt.Sprintf(job, c.state)
			}
			out := writer{&bytes.Buffer{}}
			exit, _ := Run(ctx, Program{Stdout: out, Stderr: io.Discard, Connect: o.connect}, append(c.args, "-json"))
			var said automation.JobsAnswer
			if err := json.Unmarshal(out.Bytes(), &said); err != nil || exit != c.exit || said.Exit != c.exit {
				t.Fatalf("exit %d, %s, %v", exit, out, err)
			}
			if c.state == "" && len(said.Jobs) > 0 || c.state != "" &&
				(len(said.Jobs) != 1 || said.Jobs[0].State != c.state) {
				t.Errorf("the job is not as it is now: %s", out)
			}
			if (said.RequestID == "cat-1") != (c.silent == "make") {
				t.Errorf("the click is %q", said.RequestID)
			}
			last := o.asked[len(o.asked)-1]
			if last.Call != "jobs" || c.silent == "make" && string(last.Args) != `{"request_id":"cat-1"}` {
				t.Errorf("asked %s %s", last.Call, last.Args)
			}
		})
	}
}

func TestFailuresAreJSONToo(t *testing.T) {
	o := &owner{failures: map[string]automation.Failure{"jobs": {Code: "bad_token", Message: "no\x1b[2J", Exit: 2}}}
	s := start(t, o, "", "jobs", "--client", "editor")
	if e := s.line(t)["error"].(map[string]any); s.exit != 2 || e["code"] != "bad_token" ||
		s.err != `viviscope: no\u001b[2J`+"\n" {
		t.Errorf("%+v", s)
	}
}

// An empty value, such as an unset variable of a script, is invalid: it must not mean no limit, no client or the
// working directory.
func TestWrongFlagsAreRefused(t *testing.T) {
	for args, want := range map[string]string{
		"generate -prompt x -max-cost=": `invalid value "" for flag -max-cost: it must be a value and not empty; see viviscope help generate`,
		"generate -prompt x -client=":   "not empty",
		"generate -prompt x -library=":  "not empty",
		"generate -nope":                "there is no flag -nope; see viviscope help generate",
		"generate -prompt":              "no value for -prompt",
		"generate -prompt a red boat":   `"red" is one argument too many: text of several words stands in quotes`,
		"generate -prompt x -wait=soon": `invalid value "soon" for -wait: it must be a duration above 0, such as 30m`,
		"generate -prompt x -wait=-1s":  "a duration above 0",
		"wait 7f3a -timeout 0s":         "a duration above 0",
		"jobs -state complete":          "it must be one of waiting, held",
		"models -kind film":             "it must be one of text_to_video",
		"board -library x show":         "usage: viviscope board show|apply|undo|price|make|join|export ...; see viviscope help board",
		"board nope":                    "usage: viviscope board show",
		"wait":                          "usage: viviscope wait REF ...; see viviscope help wait",
	} {
		o := &owner{}
		if s := start(t, o, "", strings.Fields(args)...); s.exit != 2 || !strings.Contains(s.err, want) ||
			s.line(t)["error"] == nil || len(o.calls()) > 0 {
			t.Errorf("%s: %+v %v", args, s, o.calls())
		}
	}
}

// Failures are also explained on stderr, unless -json is set.
func TestFailuresAreExplained(t *testing.T) {
	jobs := `{"jobs":[{"ref":"7f3a000000","state":"saved"},{"ref":"81bc000000","state":"unconfirmed","message":"the connection broke"}],"exit":6}`
	o := &owner{answers: map[string]string{"wait": jobs, "jobs": strings.Replace(jobs, `"exit":6`, `"exit":0`, 1),
		"import": `{"files":1,"refs":[],"problems":[{"path":"/a.png","message":"no such file"}],"exit":1}`}}
	for args, want := range map[string]runResult{
		"wait 7f3a 81bc": {6, "", "81bc0000 Unconfirmed: The request was sent, but no answer arrived. The service may have accepted and charged it. " +
			"Viviscope never re-sends automatically. (the connection broke)\nviviscope: UNCONFIRMED: it may have been charged. Do not repeat it\n"},
		"wait 7f3a 81bc -json": {6, "", ""},
		"jobs":                 {0, "", ""},
		"import /a.png /b.png": {1, "", "/a.png: no such file\n"},
	} {
		if s := start(t, o, "", strings.Fields(args)...); s.exit != want.exit || s.err != want.err ||
			s.line(t)["exit"] != float64(want.exit) {
			t.Errorf("%s: %+v", args, s)
		}
	}
}

func TestProgressBarIsThrottledAndCleared(t *testing.T) {
	var w bytes.Buffer
	now := time.Unix(0, 0)
	b := progressBar{w: &w, width: 40}
	for range 100 {
		b.show(now, 0.5, "1 of 2")
		now = now.Add(10 * time.Millisecond)
	}
	b.clear()
	b.clear()
	want := "\r\x1b[K 50 % ############------------ 1 of 2"
	if got := w.String(); strings.Count(got, want) != 10 || !strings.HasSuffix(got, "\r\x1b[K") ||
		len(got) != 10*len(want)+4 {
		t.Errorf("%q", got)
	}
	w.Reset()
	narrow := progressBar{w: &w, width: 10}
	narrow.show(now, 2, "too long")
	if w.String() != "\r\x1b[K100 % ###" {
		t.Errorf("%q", w.String())
	}
	if none := newProgressBar(&w, false); none.w != nil {
		t.Error("a bar is drawn where there is no terminal")
	}
}

// Two jobs fill half of the bar each, in any order.
func TestTheBarSumsJobs(t *testing.T) {
	var w bytes.Buffer
	r := &invocation{percent: map[string]int{}}
	for _, e := range []string{`{"ref":"a","percent":60,"total":2}`, `{"ref":"b","percent":20,"total":2}`,
		`{"ref":"a","percent":100,"done":1,"total":2}`, `{"type":"alive"}`} {
		r.bar = progressBar{w: &w, width: 80} // as if time had passed
		r.showProgress(json.RawMessage(e))
	}
	var shares []string
	for line := range strings.SplitSeq(w.String(), "\r\x1b[K") {
		if share, _, ok := strings.Cut(line, " %"); ok {
			shares = append(shares, strings.TrimSpace(share))
		}
	}
	if !slices.Equal(shares, []string{"30", "40", "60"}) {
		t.Error(shares)
	}
}

func TestApprovalNeedsATerminalAndYes(t *testing.T) {
	asked := &automation.Failure{Quote: &automation.Quote{Total: automation.Amount{Amount: "5.10", Currency: "CNY"}},
		Jobs: []automation.Job{{Ref: "7f3a9c00aa", Client: "editor", Profile: "Sandbox", Prompt: "boats\x1b[2J"}}}
	for _, c := range []struct{ typed, want string }{{"yes\n", "5.10 CNY"}, {"y\n", ""}, {"", ""},
		{"yes please\n", ""}} {
		var shown bytes.Buffer
		total, err := askApproval(strings.NewReader(c.typed), &shown, asked)
		if total != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %s, %v", c.typed, total, err)
		}
		for _, want := range []string{"editor", "Sandbox", `boats\u001b[2J`, "Send 1 for 5.10 CNY?"} {
			if !strings.Contains(shown.String(), want) {
				t.Errorf("%q is not in %q", want, shown.String())
			}
		}
	}
	var shown bytes.Buffer
	asked.Quote.Asks = "day"
	if agreed, err := askApproval(strings.NewReader("yes\n"), &shown, asked); err != nil ||
		agreed != asked.Quote.Agree() || !strings.Contains(shown.String(), "over the budget of a day") {
		t.Errorf("%s, %v, %q", agreed, err, shown.String())
	}
	asked.Quote.Total = automation.Amount{Kind: automation.Unknown}
	if _, err := askApproval(strings.NewReader("yes\n"), io.Discard, asked); err == nil {
		t.Error("a price that nobody knows was agreed to")
	}
	if s := start(t, nil, "yes\n", "approve", "7f3a", "--client", "editor"); s.exit != 2 {
		t.Errorf("%+v", s)
	}
}

// A job that is held for another reason must not be sent by an approval: release would send it without a question.
func TestOnlyWhatWaitsForApprovalIsApproved(t *testing.T) {
	for hold, want := range map[string]string{"approval": "jobs release", "person": "jobs", "budget": "jobs"} {
		o := &owner{t: t, answers: map[string]string{"jobs": `{"jobs":[{"ref":"7f3a","state":"held","hold":"` + hold +
			`"}]}`},
			failures: map[string]automation.Failure{"release": {Code: automation.CodeApproval,
				Quote: &automation.Quote{}, Exit: 5}}}
		c, _, _ := find([]string{"approve"})
		r := &invocation{command: c, ctx: t.Context(), parsed: parsed{args: []string{"7f3a"}}}
		r.conn = o.connect(automation.Target{})
		_, err := r.approveOn(strings.NewReader("yes\n"), io.Discard)
		if got := strings.Join(o.calls(), " "); err == nil || got != want {
			t.Errorf("%s: %s, %v", hold, got, err)
		}
		if err := r.conn.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestHelpAndCompletion(t *testing.T) {
	all := start(t, nil, "", "help").out
	for _, c := range readTable().Commands {
		if c.Help == "" {
			continue
		}
		if !strings.Contains(all, "\n  "+c.Name+" ") {
			t.Errorf("help does not name %s", c.Name)
		}
		one := start(t, nil, "", strings.Fields(c.Name+" -h")...)
		if one.exit != 0 || one.out != start(t, nil, "", append([]string{"help"}, strings.Fields(c.Name)...)...).out ||
			!strings.Contains(one.out, c.Help) {
			t.Errorf("%s -h: %+v", c.Name, one)
		}
		if c.Name == "version" || c.Name == "help" {
			continue
		}
		line := csv.NewReader(strings.NewReader(c.Example))
		line.Comma, line.LazyQuotes = ' ', true
		words, err := line.Read()
		if err != nil {
			t.Fatalf("%s: example %q: %v", c.Name, c.Example, err)
		}
		got, rest, _ := find(words[1:])
		if _, err := got.parse(rest); err != nil || words[0] != "viviscope" || got.Name != c.Name ||
			!strings.Contains(one.out, "\nExample: "+c.Example+"\n") {
			t.Errorf("%s: example %q: %v", c.Name, c.Example, err)
		}
	}
	for words, want := range map[string]string{
		"":                          "generate batch price models schema jobs wait release discard track find export import join costs board cast approve mcp sandbox rebuild version help",
		"cast add Mara -kind p":     "person place",
		"b":                         "batch board",
		"board ":                    "show apply undo price make join export",
		"board ma":                  "make",
		"generate --kind ":          "text_to_video frames_to_video text_to_image edit_image",
		"generate --ki":             "--kind",
		"generate -prompt x -ki":    "-kind",
		"board make 5f2a --stage c": "clips",
		"jobs --state in":           "in_progress",
		"import ":                   "",
		"sandbox -se":               "-seconds",
		"schema edit":               "edit_image",
		"help boa":                  "board",
		"help board ma":             "make",
		"nothing ":                  "",
	} {
		args := append([]string{"complete", "--"}, strings.Split(words, " ")...)
		if got := strings.Fields(start(t, nil, "", args...).out); strings.Join(got, " ") != want {
			t.Errorf("%q: %v; want %s", words, got, want)
		}
	}
	if s := start(t, nil, "", "help", "nothing"); s.exit != 2 {
		t.Errorf("%+v", s)
	}
	for _, name := range []string{"version", "--version"} {
		if s := start(t, nil, "", name); s.out != "Viviscope 1.2.3\n" {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if s := start(t, nil, "", "schema", "error"); !json.Valid([]byte(s.out)) {
		t.Errorf("%+v", s)
	}
}

func TestFilesAreJoined(t *testing.T) {
	own, other := filepath.Join("../../client/mp4/testdata", "own.mp4"),
		filepath.Join("../../client/mp4/testdata", "x264.mp4")
	bad, dir := filepath.Join(t.TempDir(), "page.mp4"), t.TempDir()
	if err := os.WriteFile(bad, []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "film.mp4")
	if s := start(t, nil, "", "join", out, own, own, "--cut", "4", own); s.exit != 0 ||
		s.out != `{"viviscope":2,"how":"copied","frames":64,"seconds":2.6666666666666665,"path":"`+out+`"}`+"\n" {
		t.Errorf("%+v", s)
	}
	if info, err := mp4.CheckFile(out); err != nil || info.Frames != 64 || !info.HasAudio || !info.FastStart {
		t.Errorf("the film is %+v, %v", info, err)
	}
	before, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	next := filepath.Join(dir, "next.mp4")
	for _, args := range [][]string{{next, own}, {out, own, own}, {next, own, bad}, {next, own, own, other},
		{"-cut", "-1", next, own, own}, {filepath.Join(dir, "no", "film.mp4"), own, own}} {
		if s := start(t, nil, "", append([]string{"join"}, args...)...); s.exit != 2 || s.line(t)["error"] == nil {
			t.Errorf("%v: %+v", args, s)
		}
	}
	if s := start(t, nil, "", "join", next, "no-1.mp4", "no-2.mp4"); strings.Contains(s.err, `\u000a`) {
		t.Errorf("two errors are said as %q", s.err)
	}
	after, err := os.ReadFile(out)
	left, e := os.ReadDir(dir)
	if err = errors.Join(err, e); err != nil || !bytes.Equal(before, after) || len(left) != 1 {
		t.Errorf("%d files are left, or the first has changed: %v", len(left), err)
	}
	o := &owner{}
	start(t, o, "", "join", "4f2a", "5a11")
	if !slices.Equal(o.calls(), []string{"join"}) {
		t.Error(o.calls())
	}
}

// If a copy cannot skip exactly that many frames, the command reports how many it skips.
func TestJoinReportsCut(t *testing.T) {
	clip, out := filepath.Join("../../client/mp4/testdata", "x264.mp4"), filepath.Join(t.TempDir(), "film.mp4")
	c, err := mp4.Open(clip)
	if err != nil || c.Snap(7) == 7 {
		t.Fatal(err)
	}
	if s := start(t, nil, "", "join", "-cut", "7", out, clip, clip); s.exit != 0 ||
		!strings.Contains(s.err, " frames at its end, not 7") {
		t.Errorf("%+v", s)
	}
}

func TestRebuild(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "library")
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := start(t, nil, "", "rebuild", "-library", dir); s.exit != 1 || s.err == "" {
		t.Errorf("while it is open: %+v", s)
	}
	err = errors.Join(lib.Close(),
		os.WriteFile(filepath.Join(dir, "viviscope.db"), []byte(strings.Repeat("no database ", 100)), 0o600),
		os.WriteFile(filepath.Join(dir, "files", "not\x1ba picture.txt"), []byte("x"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, nil, "", "rebuild", "-library", dir)
	for _, want := range []string{"0 files, of 0 jobs with 0 ledger entries", "1 unknown file", "backups/damaged-",
		`not\x1ba picture.txt`} {
		if !strings.Contains(s.out, want) {
			t.Errorf("no %q in %+v", want, s)
		}
	}
	if lib, err = db.Open(t.Context(), dir, db.Options{}); err != nil {
		t.Fatal(err)
	}
	p, err := lib.SaveProfile(t.Context(),
		db.Profile{Name: "Studio", BaseURL: "https://studio.example", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	jobs := []db.Job{{ProfileID: p.ID, Kind: db.TextToVideo, State: db.Queued},
		{ProfileID: p.ID, Kind: db.TextToVideo, State: db.Waiting}}
	err = lib.WriteJobs(t.Context(), func(tx *db.JobsTx) error { _, err := tx.Insert(t.Context(), jobs); return err })
	if err = errors.Join(err, lib.Close()); err != nil {
		t.Fatal(err)
	}
	if s := start(t, nil, "", "rebuild", "-library", dir); s.exit != 0 || !strings.Contains(s.out, "2 jobs") {
		t.Errorf("jobs without a file: %+v", s)
	}
	for _, args := range [][]string{{"rebuild"}, {"rebuild", "-library", dir, "more"},
		{"rebuild", "-library", t.TempDir()}} {
		if s := start(t, nil, "", args...); s.exit == 0 {
			t.Errorf("%q: %+v", args, s)
		}
	}
}

// Without the window a clip can be made at a gateway: in its request format, by its alias for a model. A rejection that
// names a format prints a hint.
func TestOrdersAtAGateway(t *testing.T) {
	models := `{"viviscope":2,"form":"openai","models":[{"id":"clip-3.0","kinds":["text_to_video"],"prices":[],"problems":[]}]}`
	o := &owner{answers: map[string]string{"models": models}}
	args := []string{"-base-url", "https://a.example", "-form", "openai", "-model", "sora-2", "-prompt", "a boat",
		"-detach"}
	s := start(t, o, "", append([]string{"generate", "-like", "clip-3.0-turbo"}, args...)...)
	if len(o.asked) != 2 || o.asked[1].Form != "openai" {
		t.Fatalf("%+v, asked %+v", s, o.asked)
	}
	var sent automation.MakeArgs
	if err := json.Unmarshal(o.asked[1].Args, &sent); err != nil || len(sent.Rows) != 1 ||
		sent.Rows[0].Like != "clip-3.0-turbo" ||
		!strings.Contains(string(sent.Rows[0].Request), `"size":"1280x720"`) {
		t.Errorf("%v: %s", err, o.asked[1].Args)
	}
	for args, want := range map[string]string{
		"generate -model sora-2 -prompt boats":                                      "model must be one of clip-3.0",
		"generate -model sora-2 -like clip-3.0-turbo -seed 7 -prompt boats":         client.MsgFormSeed,
		"generate -model sora-2 -like clip-3.0 -negative rain -prompt boats":        client.MsgFormNegative,
		"generate -model dall-e -quality low -prompt boats":                         "model must be one of genimage-2.5-flare",
		"generate -model sora-2 -like clip-3.0 -audio yes -prompt boats -ratio 1:1": client.MsgFormAudio,
	} {
		o := &owner{answers: map[string]string{"models": models}}
		if s := start(t, o, "", strings.Fields(args)...); s.exit != automation.ExitInvalid ||
			!strings.Contains(s.err, want) || len(o.asked) != 1 {
			t.Errorf("%s: %d %s, %v", args, s.exit, s.err, o.calls())
		}
	}
	refused := `{"viviscope":2,"exit":4,"jobs":[{"ref":"5f2a","kind":"text_to_video","state":"rejected","message":"Unknown parameter: 'resolution'.","model":"clip-3.0","prompt":"a boat"}]}`
	o = &owner{answers: map[string]string{"models": `{"viviscope":2,"models":[]}`, "make": refused, "wait": refused}}
	if s := start(t, o, "", "generate", "-prompt", "a boat", "-wait"); !strings.Contains(s.err, "try -form openai") ||
		s.exit != automation.ExitRefused {
		t.Errorf("%+v", s)
	}
}
