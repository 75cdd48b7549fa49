package automation

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"viviscope/client/instance"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
)

// The calls of these tests.
func init() {
	handlers["test_echo"] = handler{reads,
		handle(func(_ *Server, _ context.Context, q *request, args FindArgs) (FindAnswer, error) {
			return FindAnswer{Unknown: []string{args.Query, q.Key, q.Token}}, nil
		})}
	handlers["test_spend"] = handler{clients, handlers["test_echo"].answer}
	handlers["test_person"] = handler{0, handlers["test_echo"].answer}
	handlers["test_stay"] = handler{reads,
		handle(func(_ *Server, ctx context.Context, q *request, _ struct{}) (DoneAnswer, error) {
			if err := q.event(JobEvent{Type: "begun"}); err != nil {
				return DoneAnswer{}, err
			}
			<-ctx.Done()
			return DoneAnswer{}, ctx.Err()
		})}
	handlers["test_follow"] = handler{reads,
		handle(func(_ *Server, ctx context.Context, q *request, _ struct{}) (DoneAnswer, error) {
			if err := q.startWaiting(); err != nil {
				return DoneAnswer{}, err
			}
			_ = q.event(JobEvent{Type: "begun"})
			<-ctx.Done()
			return DoneAnswer{}, ctx.Err()
		})}
	handlers["test_once"] = handler{0,
		handle(func(_ *Server, ctx context.Context, q *request, _ struct{}) (DoneAnswer, error) {
			_ = q.event(JobEvent{Type: "begun"})
			select {
			case <-finished:
			case <-ctx.Done():
			}
			return DoneAnswer{}, ctx.Err()
		})}
	handlers["test_long"] = handler{reads,
		handle(func(*Server, context.Context, *request, struct{}) (FindAnswer, error) {
			return FindAnswer{Unknown: []string{strings.Repeat("x", MaxLine)}}, nil
		})}
}

// finished ends a call of test_once.
var finished = make(chan struct{})

// noKeys has no keys.
type noKeys struct{}

func (noKeys) Key(context.Context, db.Profile) (string, error) { return "", keys.ErrNone }

// owner is a library that is open, with its server. It implements [Owner].
type owner struct {
	*Server
	lib    *db.Library
	life   context.Context
	end    context.CancelFunc
	calls  sync.WaitGroup // of Dial
	socket *instance.Listener
	closed atomic.Int32
	now    atomic.Int64 // nanoseconds that have passed
	log    bytes.Buffer
}

func newOwner(t *testing.T, dir string, o db.Options, window bool) *owner {
	t.Helper()
	w := &owner{}
	begun := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return begun.Add(time.Duration(w.now.Load())) }
	o.Now = now
	lib, err := db.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() }) // a second time does nothing
	engine, err := jobs.New(jobs.Options{Library: lib, Keys: noKeys{}})
	if err != nil {
		t.Fatal(err)
	}
	w.life, w.end = context.WithCancel(t.Context())
	w.lib = lib
	server := Options{Library: lib, Engine: engine, Now: now,
		Log: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	if window {
		server.ShowWindow = func([]string) {}
	}
	w.Server = NewServer(server)
	return w
}

// listen has other programs reach the owner.
func (w *owner) listen(t *testing.T) *owner {
	t.Helper()
	var err error
	if w.socket, err = instance.Listen(w.lib.Dir(), slog.New(slog.DiscardHandler), w.Serve); err != nil {
		t.Error(err)
	}
	return w
}

// Dial returns a connection on which a call is answered.
func (w *owner) Dial() net.Conn {
	here, there := net.Pipe()
	life := w.life
	w.calls.Go(func() {
		w.Serve(life, there)
		_ = there.Close()
	})
	return here
}

func (w *owner) Close(ctx context.Context) error {
	w.closed.Add(1)
	w.End(ctx)
	w.end()
	w.calls.Wait()
	var err error
	if w.socket != nil {
		err = w.socket.Close()
	}
	return errors.Join(err, w.lib.Close())
}

// sendLine sends a line over a connection and returns the first line of the answer.
func sendLine(t *testing.T, conn net.Conn, line string) string {
	t.Helper()
	defer conn.Close()
	go func() { _, _ = io.WriteString(conn, line) }() // a server that answers early does not read all of it
	all, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		t.Fatalf("%.60s: %q, %v", line, all, err)
	}
	return all
}

func TestCallIsAnsweredWithOneLine(t *testing.T) {
	w := newOwner(t, t.TempDir(), db.Options{}, false)
	for _, c := range []struct{ line, want string }{
		{`{"viviscope":2,"call":"test_echo","args":{"query":"boats"}}`,
			`{"result":{"viviscope":2,"assets":null,"unknown":["boats","",""]}}`},
		{`{"viviscope":2,"call":"test_echo","token":"tok-1","key":"sk-1","new_member":1}`, `"unknown":["","",""]`},
		{`{"viviscope":2,"call":"bogus"}`, `"code":"unknown_call"`},
		{`{"viviscope":2,"call":"test_echo","args":{"query":7}}`, `"code":"usage"`},
		{`{"viviscope":2,"call":`, `"code":"usage"`},
		{`GET / HTTP/1.1`, `"code":"usage"`},
		{`{"viviscope":2,"call":"test_long"}`, `"code":"too_many"`},
		{`{"viviscope":2,"args":"` + strings.Repeat("x", MaxCall) + `"}`, `"code":"usage"`},
	} {
		if got := sendLine(t, w.Dial(), c.line+"\n"); !strings.Contains(got, c.want) {
			t.Errorf("%.80s: %s", c.line, got)
		}
	}
	w.End(t.Context())
	w.calls.Wait()
	if strings.Contains(w.log.String(), "tok-1") || strings.Contains(w.log.String(), "sk-1") ||
		!strings.Contains(w.log.String(), "test_echo") {
		t.Errorf("the log: %s", w.log.String())
	}
}

// A call ends when its caller disconnects and when the owner ends. No further call is accepted after that.
func TestCallEndsWithCallerOrOwner(t *testing.T) {
	w := newOwner(t, t.TempDir(), db.Options{}, false)
	stay := func() net.Conn {
		conn := w.Dial()
		if _, err := io.WriteString(conn, `{"viviscope":2,"call":"test_stay"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || line != `{"event":{"type":"begun"}}`+
			"\n" {
			t.Fatalf("%q, %v", line, err)
		}
		return conn
	}
	gone := stay()
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	w.calls.Wait() // its call has ended
	conn := stay()
	w.End(t.Context())
	if got := sendLine(t, w.Dial(), `{"viviscope":2,"call":"test_echo"}`+"\n"); !strings.Contains(got,
		`"code":"moving"`) ||
		!strings.Contains(got, `"exit":3`) {
		t.Errorf("after the end: %s", got)
	}
	w.end()
	w.calls.Wait()
	if w.Idle(t.Context()) {
		t.Error("it is idle at once")
	}
	if got := sendLine(t, w.Dial(), `{"viviscope":2,"call":"test_spend"}`+"\n"); !strings.Contains(got,
		`"code":"moving"`) {
		t.Errorf("a call that was not begun: %s", got) // it must not be taken for one that may have been done
	}
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the call that was cut: %v", err)
	}
}

// A call that cannot be repeated, such as an import, ends before the library is closed, unless the user does not wait.
func TestCloseWaitsForUnrepeatableCall(t *testing.T) {
	w := newOwner(t, t.TempDir(), db.Options{}, false)
	begin := func() *bufio.Reader {
		conn := w.Dial()
		if _, err := io.WriteString(conn, `{"viviscope":2,"call":"test_once"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(conn)
		if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, "begun") {
			t.Fatalf("%q, %v", line, err)
		}
		return lines
	}
	begin()
	impatient, interrupt := context.WithCancel(t.Context())
	interrupt()
	w.End(impatient) // it returns although the call is still in progress
	w.closing.Store(false)
	if w.finish.TryLock() {
		t.Fatal("the call is not waited for")
	}
	finished <- struct{}{}
	w.End(t.Context()) // nothing is in progress
	w.closing.Store(false)

	lines, ended := begin(), make(chan struct{})
	go func() {
		w.End(t.Context())
		close(ended)
	}()
	finished <- struct{}{}
	<-ended
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, "result") {
		t.Errorf("%q, %v", line, err)
	}
}

// Calls that only wait for jobs block no others, however many there are. Other calls are limited and queue for a slot.
// A call without a slot when the owner ends was not begun.
func TestConcurrentCallLimit(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := newOwner(t, dir, db.Options{}, false)
		begin := func(call string) *handshake {
			c := &handshake{Conn: w.Dial()}
			go func() {
				_, _ = io.WriteString(c, `{"viviscope":2,"call":"`+call+`"}`+"\n")
				c.line, _ = bufio.NewReader(c).ReadString('\n')
			}()
			synctest.Wait()
			return c
		}
		for n := range maxWaiting + 1 {
			if c := begin("test_follow"); strings.Contains(c.line, `"code":"busy"`) != (n == maxWaiting) ||
				!strings.Contains(c.line, "begun") && n < maxWaiting {
				t.Errorf("follower %d: %s", n, c.line)
			}
		}
		var last *handshake
		for range maxWorking {
			last = begin("test_stay")
			if !strings.Contains(last.line, "begun") {
				t.Errorf("a call at work: %s", last.line)
			}
		}
		one, other := begin("test_stay"), begin("test_spend")
		if one.line+other.line != "" {
			t.Errorf("it is not its turn: %s%s", one.line, other.line)
		}
		if err := last.Close(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !strings.Contains(one.line, "begun") {
			t.Errorf("its turn: %s%s", one.line, other.line)
		}
		var end context.CancelFunc
		w.life, end = context.WithCancel(w.life) // of the next one
		late := begin("test_spend")
		end()
		synctest.Wait()
		if !strings.Contains(late.line, `"code":"moving"`) {
			t.Errorf("a call that was not begun: %s", late.line)
		}
		w.end()
	})
}

// The user's call is answered however many calls of clients are in progress.
func TestClientsLeaveTurnsForUser(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := newOwner(t, dir, db.Options{}, false)
		if err := errors.Join(w.lib.SetSetting(t.Context(), db.SettingAutomation, db.Automation{On: true}),
			w.lib.SaveClient(t.Context(), db.Client{Name: "editor", Token: HashToken("good")}, nil)); err != nil {
			t.Fatal(err)
		}
		begin := func(call, client string) *handshake {
			c := &handshake{Conn: w.Dial()}
			go func() {
				_, _ = io.WriteString(c, `{"viviscope":2,"call":"`+call+`"`+client+"}\n")
				c.line, _ = bufio.NewReader(c).ReadString('\n')
			}()
			synctest.Wait()
			return c
		}
		const editor = `,"client":"editor","token":"good"`
		if c := begin("test_follow", editor); !strings.Contains(c.line, "begun") { // it has no turn any more
			t.Errorf("a program that waits: %s", c.line)
		}
		var first, late *handshake
		for n := range maxWorking {
			late = begin("test_stay", editor)
			if strings.Contains(late.line, "begun") != (n < maxPrograms) {
				t.Errorf("call %d of a program: %q", n, late.line)
			}
			if n == 0 {
				first = late
			}
		}
		if c := begin("test_spend", ""); !strings.Contains(c.line, "result") {
			t.Errorf("the user's call waits: %q", c.line)
		}
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if len(w.programs) != maxPrograms || len(w.working) != maxPrograms {
			t.Errorf("%d and %d turns are taken", len(w.programs), len(w.working))
		}
		w.end()
		synctest.Wait()
		if len(w.programs)+len(w.working)+len(w.waiting) != 0 {
			t.Errorf("turns are lost: %d, %d, %d", len(w.programs), len(w.working), len(w.waiting))
		}
	})
}

// handshake is a new connection and its first line.
type handshake struct {
	net.Conn
	line string
}

// Checks who may make which call. By default only the user may.
func TestCallPermissions(t *testing.T) {
	dir := t.TempDir()
	w := newOwner(t, dir, db.Options{}, false)
	if err := w.lib.SaveClient(t.Context(), db.Client{Name: "editor", Token: HashToken("good")}, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.lib.SaveClient(t.Context(), db.Client{Name: "former"}, nil); err != nil { // its token was removed
		t.Fatal(err)
	}
	code := func(w *owner, call, client, token string) string {
		line, err := json.Marshal(Call{Protocol: Protocol, Call: call, Client: client, Token: token})
		if err != nil {
			t.Fatal(err)
		}
		var l Line
		if err := json.Unmarshal([]byte(sendLine(t, w.Dial(), string(line)+"\n")), &l); err != nil {
			t.Fatal(err)
		}
		if l.Error != nil {
			return l.Error.Code
		}
		return ""
	}
	for _, on := range []bool{false, true} {
		if err := w.lib.SetSetting(t.Context(), db.SettingAutomation, db.Automation{On: on}); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ client, token, on, off string }{
			{"", "", "", ""},
			{"", "good", "", ""},
			{"editor", "good", "", CodeOff},
			{"editor", "bad", CodeBadToken, CodeOff},
			{"editor", "", CodeOff, CodeOff},
			{"former", "", CodeOff, CodeOff},
			{"former", "good", CodeBadToken, CodeOff},
			{"stranger", "good", CodeOff, CodeOff},
		} {
			want := c.off
			if on {
				want = c.on
			}
			if got := code(w, "test_spend", c.client, c.token); got != want {
				t.Errorf("on %v: %q with token %q may spend: %q, want %q", on, c.client, c.token, got, want)
			}
			if got := code(w, "test_echo", c.client, c.token); got != want {
				t.Errorf("on %v: %q with token %q may read: %q, want %q", on, c.client, c.token, got, want)
			}
			want = CodeForbidden
			if c.client == "" {
				want = ""
			}
			if got := code(w, "test_person", c.client, c.token); got != want {
				t.Errorf("on %v: %q with token %q may make a call of the user: %q", on, c.client, c.token, got)
			}
		}
	}
	if all, err := w.lib.Clients(t.Context()); err != nil || len(all) != 2 || !all[0].SeenAt.Equal(w.Now()) ||
		!all[1].SeenAt.IsZero() {
		t.Errorf("%+v, %v", all, err)
	}
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	look := newOwner(t, dir, db.Options{ReadOnly: true}, true)
	for call, want := range map[string]string{"test_echo": "", "test_spend": CodeReadOnly,
		"test_person": CodeReadOnly} {
		if got := code(look, call, "", ""); got != want {
			t.Errorf("read-only, %s: %q", call, got)
		}
	}
	if got := code(look, "test_echo", "editor", "good"); got != "" {
		t.Errorf("read-only, a program: %q", got)
	}
}

// The last use of a client is stored at most once a minute, also after the clock was set back. If it cannot be stored,
// the call is answered anyway.
func TestClientLastSeenIsThrottled(t *testing.T) {
	dir := t.TempDir()
	w := newOwner(t, dir, db.Options{}, false)
	if err := errors.Join(w.lib.SetSetting(t.Context(), db.SettingAutomation, db.Automation{On: true}),
		w.lib.SaveClient(t.Context(), db.Client{Name: "editor", Token: HashToken("good")}, nil)); err != nil {
		t.Fatal(err)
	}
	const call = `{"viviscope":2,"call":"test_echo","client":"editor","token":"good"}` + "\n"
	for _, c := range []struct{ at, seen time.Duration }{{0, 0}, {59 * time.Second, 0}, {-time.Hour, -time.Hour},
		{0, 0}} {
		w.now.Store(int64(c.at))
		want := w.Now().Add(c.seen - c.at)
		sendLine(t, w.Dial(), call)
		if all, err := w.lib.Clients(t.Context()); err != nil || !all[0].SeenAt.Equal(want) {
			t.Errorf("at %s: seen %s, want %s, %v", c.at, all[0].SeenAt, want, err)
		}
	}
	pool, err := sql.Open("sqlite3", filepath.Join(dir, folder.Database))
	if err == nil {
		_, err = pool.ExecContext(t.Context(),
			"CREATE TRIGGER full BEFORE UPDATE ON clients BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
	}
	if err = errors.Join(err, pool.Close()); err != nil {
		t.Fatal(err)
	}
	w.now.Store(int64(time.Hour))
	if got := sendLine(t, w.Dial(), call); !strings.Contains(got, "result") {
		t.Error(got)
	}
	w.End(t.Context())
	if !strings.Contains(w.log.String(), "the disk is full") {
		t.Error("no log line about it")
	}
}

// callAt makes a call as a command does, and returns the code of its failure.
func callAt(t *testing.T, c *Conn, call string) string {
	t.Helper()
	var answer FindAnswer
	err := c.Do(t.Context(), call, FindArgs{Query: "boats"}, &answer, func(json.RawMessage) {})
	var f *Failure
	switch {
	case errors.As(err, &f):
		return f.Code
	case err != nil:
		t.Fatal(err)
	case answer.Protocol != Protocol || answer.Unknown[0] != "boats":
		t.Errorf("%+v", answer)
	}
	return ""
}

// nobodyOpens is a command that finds the lock taken.
func nobodyOpens(context.Context) (Owner, error) { return nil, fmt.Errorf("open: %w", db.ErrLocked) }

// If the owner ends at any point of the answer, the call is repeated with the next owner, but only if that is safe.
func TestCallSurvivesOwnerEnd(t *testing.T) {
	const answer = `{"event":{"type":"begun"}}` + "\n" + `{"event":{"type":"alive"}}` + "\n" +
		`{"result":{"viviscope":2,"assets":[],"unknown":["boats"]}}` + "\n"
	for _, cut := range []int{0, 1, 26, 27, 28, 54, 55, 90, len(answer) - 1} {
		for call, want := range map[string]string{"test_echo": "", "test_spend": CodeUnavailable} {
			dir := t.TempDir()
			var came atomic.Int32
			l, err := instance.Listen(dir, slog.New(slog.DiscardHandler), func(_ context.Context, conn net.Conn) {
				if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
					t.Error(err)
				}
				if came.Add(1) == 1 {
					_, _ = io.WriteString(conn, answer[:cut])
				} else {
					_, _ = io.WriteString(conn, answer)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			c := NewConn(Target{Library: dir, Log: slog.New(slog.DiscardHandler)}, nobodyOpens)
			if got := callAt(t, c, call); got != want {
				t.Errorf("%s cut at %d: %q", call, cut, got)
			}
			if n := came.Load(); want == "" && n != 2 || want != "" && n != 1 {
				t.Errorf("%s cut at %d: asked %d times", call, cut, n)
			}
			if err := errors.Join(c.Close(), l.Close()); err != nil {
				t.Error(err)
			}
		}
	}
}

// Without an owner, the command opens the library for itself and others until it ends. An owner that does not answer,
// like a stopped process, blocks no command forever. An owner that is busy with the call is waited for.
func TestHangingOwnerTimesOut(t *testing.T) {
	dir := t.TempDir()
	w := newOwner(t, dir, db.Options{}, false)
	var stopped atomic.Bool
	var err error
	w.socket, err = instance.Listen(dir, slog.New(slog.DiscardHandler), func(ctx context.Context, conn net.Conn) {
		if stopped.Load() {
			<-ctx.Done()
			return
		}
		w.Serve(ctx, conn)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close(context.Background()) })
	conn := func() *Conn {
		c := NewConn(Target{Library: dir, Log: slog.New(slog.DiscardHandler)}, nobodyOpens)
		c.probePause, c.probeTimeout = time.Millisecond, 10*time.Second
		return c
	}
	busy := make(chan struct{})
	handlers["test_busy"] = handler{reads,
		handle(func(_ *Server, ctx context.Context, _ *request, _ struct{}) (DoneAnswer, error) {
			<-busy
			return DoneAnswer{}, ctx.Err()
		})}
	handlers["test_busy_once"] = handler{0, handlers["test_busy"].answer}
	t.Cleanup(func() { delete(handlers, "test_busy"); delete(handlers, "test_busy_once") })
	ended := make(chan error)
	go func() { ended <- conn().Do(t.Context(), "test_busy", nil, &DoneAnswer{}, nil) }()
	for range 3 { // as the probes do
		c, err := instance.Dial(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := exchange(t.Context(), c, Call{Protocol: Protocol, Call: callPing}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	close(busy)
	if err := <-ended; err != nil {
		t.Errorf("an owner that is busy: %v", err)
	}
	stopped.Store(true)
	for _, call := range []string{"test_busy", "test_busy_once"} {
		c := conn()
		c.probeTimeout = 20 * time.Millisecond
		err := c.Do(t.Context(), call, nil, &DoneAnswer{}, nil)
		var f *Failure
		if !errors.As(err, &f) || f.Exit != ExitNotSent || f.Code != CodeUnavailable ||
			!strings.Contains(f.Message, "does not answer") ||
			strings.Contains(f.Message, "look before") != (call == "test_busy_once") {
			t.Errorf("%s: %v", call, err)
		}
	}
}

func TestCommandBecomesOwner(t *testing.T) {
	dir := t.TempDir()
	var opened atomic.Int32
	open := func(context.Context) (Owner, error) {
		opened.Add(1)
		return newOwner(t, dir, db.Options{}, false).listen(t), nil
	}
	c := NewConn(Target{Library: dir, Log: slog.New(slog.DiscardHandler)}, open)
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			if got := callAt(t, c, "test_echo"); got != "" {
				t.Error(got)
			}
		})
	}
	calls.Wait()
	if opened.Load() != 1 {
		t.Errorf("opened %d times", opened.Load())
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatalf("it was not given back: %v", err)
	}
	if err := lib.Close(); err != nil {
		t.Error(err)
	}
	// An error of opening the library is returned at once.
	c = NewConn(Target{Library: dir, Log: slog.New(slog.DiscardHandler)}, func(context.Context) (Owner, error) {
		return nil, folder.ErrDiskFull
	})
	if err := c.Do(t.Context(), "test_echo", nil, nil, nil); !errors.Is(err, folder.ErrDiskFull) {
		t.Error(err)
	}
}

// A window that asks for the library gets it, even while a call is in progress; the call continues at the window. An
// unused process without a window releases the library too.
func TestLibraryIsHandedOver(t *testing.T) {
	dir := t.TempDir()
	var held *owner
	c := NewConn(Target{Library: dir, Log: slog.New(slog.DiscardHandler)}, func(context.Context) (Owner, error) {
		held = newOwner(t, dir, db.Options{}, false).listen(t)
		return held, nil
	})
	stay, begun := make(chan error, 1), make(chan struct{}, 2)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		stay <- c.Do(ctx, "test_stay", nil, &DoneAnswer{}, func(json.RawMessage) { begun <- struct{}{} })
	}()
	<-begun
	yielded := make(chan error, 1)
	go func() { yielded <- AskYield(t.Context(), dir, "1") }()
	c.work.Wait() // given back
	if err := <-yielded; err != nil {
		t.Errorf("yield: %v", err)
	}
	window := newOwner(t, dir, db.Options{}, true).listen(t)
	select {
	case <-begun: // at the window
	case err := <-stay:
		t.Fatalf("the call that was cut: %v", err)
	}
	var f *Failure
	if err := AskYield(t.Context(), dir, "1"); !errors.As(err, &f) || f.Code != CodeWindow {
		t.Errorf("a window gives way: %v", err)
	}
	cancel()
	if err := <-stay; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := errors.Join(c.Close(), window.Close(t.Context())); err != nil {
		t.Error(err)
	}
}

func TestUnusedLibraryIsIdle(t *testing.T) {
	w := newOwner(t, t.TempDir(), db.Options{}, false)
	p, err := w.lib.SaveProfile(t.Context(),
		db.Profile{Name: "Studio", BaseURL: "https://service.example", Currency: "CNY", Saved: true})
	if err != nil {
		t.Fatal(err)
	}
	if w.Idle(t.Context()) {
		t.Error("at once")
	}
	w.now.Add(int64(idleAfter))
	if !w.Idle(t.Context()) {
		t.Error("Idle reports an unused library as used")
	}
	sendLine(t, w.Dial(), `{"viviscope":2,"call":"test_echo"}`+"\n")
	if w.Idle(t.Context()) {
		t.Error("Idle ignores a recent call")
	}
	w.now.Add(int64(idleAfter))
	for _, state := range []db.JobState{db.Saved, db.Held, db.Unconfirmed, db.Queued} {
		j := db.Job{ProfileID: p.ID, Kind: db.TextToVideo, State: state, Model: "clip-3.0", Prompt: "boats",
			Request: []byte(`{}`), Click: "c", CreatedAt: w.Now()}
		if state == db.Held {
			j.Hold = db.HeldByUser
		}
		if state == db.Queued {
			j.TaskID = "task_1"
		}
		if _, err := w.lib.InsertWith(t.Context(), j, func(*db.Change) error { return nil }); err != nil {
			t.Fatal(state, err)
		}
		if got := w.Idle(t.Context()); got != (state != db.Queued) {
			t.Errorf("with a job that is %s: %v", state, got)
		}
	}
}

// The timeout of a wait keeps running while its owner changes.
func TestWaitTimeoutSpansOwners(t *testing.T) {
	dir := t.TempDir()
	asked := make(chan float64, 2)
	l, err := instance.Listen(dir, slog.New(slog.DiscardHandler), func(_ context.Context, conn net.Conn) {
		var q Call
		var w WaitArgs
		if err := errors.Join(readLine(bufio.NewReader(conn), MaxCall, &q), json.Unmarshal(q.Args, &w)); err != nil {
			t.Error(err)
		}
		if asked <- w.Seconds; len(asked) == 2 {
			_, _ = io.WriteString(conn, `{"result":{"viviscope":2,"jobs":[],"exit":8}}`+"\n")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, seconds := range []float64{25, 1e-9} { // of the second nothing is left
		if err := NewConn(Target{Library: dir}, nobodyOpens).Do(t.Context(), "wait",
			map[string]any{"refs": []string{"7f3a"}, "seconds": seconds}, &JobsAnswer{}, nil); err != nil {
			t.Fatal(err)
		}
		// 0 would be without an end
		if first, then := <-asked, <-asked; first != seconds || seconds == 25 && then >= first || then <= 0 {
			t.Errorf("it waits %v s, then %v s", first, then)
		}
	}
}

// A closed Conn does not open the library, because nothing would close it.
func TestClosedConnOpensNoLibrary(t *testing.T) {
	dir := t.TempDir()
	var held *owner
	c := NewConn(Target{Library: dir, Log: slog.New(slog.DiscardHandler)}, func(context.Context) (Owner, error) {
		held = newOwner(t, dir, db.Options{}, false).listen(t)
		return held, nil
	})
	stay, begun := make(chan error), make(chan struct{}, 2)
	go func() { // as a tool of an assistant that leaves
		stay <- c.Do(t.Context(), "test_stay", nil, &DoneAnswer{}, func(json.RawMessage) { begun <- struct{}{} })
	}()
	<-begun
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := <-stay; !errors.Is(err, net.ErrClosed) || c.owner != nil {
		t.Errorf("%v, and it has the library: %v", err, c.owner != nil)
	}
	if _, err := os.Stat(filepath.Join(dir, folder.Database)); err != nil || held.closed.Load() != 1 {
		t.Error(err, held.closed.Load())
	}
}

// A program of an earlier version answers in its own protocol.
func TestOlderVersionIsReported(t *testing.T) {
	dir := t.TempDir()
	l, err := instance.Listen(filepath.Join(dir), slog.New(slog.DiscardHandler),
		func(_ context.Context, conn net.Conn) {
			_, _ = bufio.NewReader(conn).ReadString('\n')
			_, _ = io.WriteString(conn, `{"viviscope":1}`+"\n")
		})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got := callAt(t, NewConn(Target{Library: dir}, nobodyOpens), "test_spend"); got != CodeOldProgram {
		t.Error(got)
	}
}

// Events are dropped if the caller has no listener, like the tools of an assistant.
func TestCallWithoutListener(t *testing.T) {
	dir := t.TempDir()
	l, err := instance.Listen(dir, slog.New(slog.DiscardHandler), func(_ context.Context, conn net.Conn) {
		_, _ = bufio.NewReader(conn).ReadString('\n')
		_, _ = io.WriteString(conn, `{"event":{"type":"begun"}}`+"\n"+`{"result":{"viviscope":2}}`+"\n")
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := NewConn(Target{Library: dir}, nobodyOpens).Do(t.Context(), "test_echo", nil, &DoneAnswer{},
		nil); err != nil {
		t.Error(err)
	}
}
