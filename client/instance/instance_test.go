package instance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
)

// shortFolder is a folder with a short path for the sockets: those of tests are as long as their names.
func shortFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "v")
	if err != nil {
		t.Fatal(err)
	}
	before := socketFolders
	socketFolders = []string{filepath.Join(dir, "state"), filepath.Join(dir, "run")}
	t.Cleanup(func() {
		socketFolders = before
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func socket(t *testing.T, dir string) string {
	t.Helper()
	return socketsOf(dir)[0]
}

func noCalls(context.Context, net.Conn) {}

func start(t *testing.T, dir string) (l *Listener, shown *atomic.Int32) {
	t.Helper()
	shown = new(atomic.Int32)
	l, err := Listen(dir, slog.New(slog.DiscardHandler), func([]string) { shown.Add(1) }, noCalls)
	if err != nil {
		t.Fatal(err)
	}
	return l, shown
}

func TestAnotherStartReachesTheFirst(t *testing.T) {
	temp := shortFolder(t)
	dir, other := filepath.Join(temp, strings.Repeat("library", 30)), filepath.Join(temp, "other") // longer than the path of a socket
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Symlink(dir, other)); err != nil {
		t.Fatal(err)
	}
	if err := OpenThere(t.Context(), dir, nil); !errors.Is(err, ErrNotListening) {
		t.Errorf("before it listens: %v", err)
	}
	l, shown := start(t, dir)
	at, err := os.Lstat(socket(t, dir))
	if err != nil || at.Mode().Perm() != 0o600 || at.Mode()&os.ModeSocket == 0 {
		t.Errorf("the socket is %v, %v", at.Mode(), err)
	}
	if folder, err := os.Stat(socketFolders[0]); err != nil || folder.Mode().Perm() != 0o700 {
		t.Errorf("its folder is %v, %v", folder.Mode(), err)
	}
	for _, by := range []string{dir, other} {
		if err := OpenThere(t.Context(), by, nil); err != nil {
			t.Errorf("ask by %s: %v", by, err)
		}
	}
	if n := shown.Load(); n != 2 {
		t.Errorf("shown %d times", n)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(socket(t, dir)); !os.IsNotExist(err) {
		t.Errorf("the socket stayed: %v", err)
	}
	if err := OpenThere(t.Context(), dir, nil); !errors.Is(err, ErrNotListening) {
		t.Errorf("after the end: %v", err)
	}
}

func TestWhatACrashLeftIsRemoved(t *testing.T) {
	dir := shortFolder(t)
	if err := os.Mkdir(socketFolders[0], 0o700); err != nil {
		t.Fatal(err)
	}
	old, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket(t, dir), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	old.SetUnlinkOnClose(false) // as SIGKILL leaves it
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	if err := OpenThere(t.Context(), dir, nil); !errors.Is(err, ErrNotListening) {
		t.Errorf("a dead socket answers: %v", err)
	}
	l, shown := start(t, dir)
	defer l.Close()
	if err := OpenThere(t.Context(), dir, nil); err != nil || shown.Load() != 1 {
		t.Errorf("%v, shown %d times", err, shown.Load())
	}
}

// The state folder may be one that a socket cannot be in: the window is found all the same.
func TestItIsFoundWhereTheStateFolderTakesNoSocket(t *testing.T) {
	for _, bad := range []string{strings.Repeat("state/", 30), "file/viviscope"} {
		dir := shortFolder(t)
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		socketFolders[0] = filepath.Join(dir, bad)
		l, shown := start(t, dir)
		if err := OpenThere(t.Context(), dir, nil); err != nil || shown.Load() != 1 {
			t.Errorf("%s: %v, shown %d times", bad, err, shown.Load())
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A folder that somebody else may have made is not used, on either side: what comes to a socket has keys and tokens.
func TestASocketOfOthersIsNotUsed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have no such modes")
	}
	dir := shortFolder(t)
	for _, folder := range socketFolders {
		if err := errors.Join(os.Mkdir(folder, 0o700), os.Chmod(folder, 0o777)); err != nil {
			t.Fatal(err)
		}
	}
	planted, err := net.Listen("unix", socketsOf(dir)[1])
	if err != nil {
		t.Fatal(err)
	}
	defer planted.Close()
	if conn, err := Dial(t.Context(), dir); !errors.Is(err, ErrNotListening) || !errors.Is(err, errShared) {
		t.Errorf("reached %v, %v", conn, err)
	}
	if l, err := Listen(dir, slog.New(slog.DiscardHandler), nil, noCalls); !errors.Is(err, errShared) {
		t.Errorf("listens: %v, %v", l, err)
	}
	if os.Getuid() != 0 {
		t.Skip("only root can make a folder another's")
	}
	for _, folder := range socketFolders {
		if err := errors.Join(os.Chmod(folder, 0o700), os.Chown(folder, 65534, -1)); err != nil {
			t.Fatal(err)
		}
	}
	if conn, err := Dial(t.Context(), dir); !errors.Is(err, ErrNotListening) {
		t.Errorf("reached %v, %v", conn, err)
	}
}

// wire is one side of a conversation.
type wire struct {
	io.Reader
	strings.Builder
}

func TestConversation(t *testing.T) {
	const ok, no = "{\"viviscope\":1,\"ok\":true}\n", "{\"viviscope\":1}\n"
	for _, c := range []struct {
		says, answer string
		shown        bool
	}{
		{`{"viviscope":1}`, ok, true},
		{`{"viviscope":1}{"viviscope":1}`, ok, true}, // one conversation, one request
		{`{"viviscope":1,"open":["/a.png"]}`, ok, true},
		{`{"viviscope":1,"open":[]}`, ok, true},
		{`{"viviscope":2}`, no, false},
		{`{}`, no, false},
		{`"show"`, no, false},
		{"GET / HTTP/1.1\r\n", no, false},
		{"\n", no, false},
		{`{"viviscope":1`, no, false}, // it ends before its end
		{"", no, false},
		{`{"viviscope":1,"open":["/` + strings.Repeat("a", maxBytes) + `"]}`, no, false},
		{`{"viviscope":1,"open":["a.png"]}`, no, false}, // not absolute
		{`{"viviscope":1,"open":["/a\u0000.png"]}`, no, false},
		{`{"viviscope":1,"open":["/a",7]}`, no, false},
	} {
		w, shown := &wire{Reader: strings.NewReader(c.says)}, false
		err := converse(w, func([]string) { shown = true })
		if shown != c.shown || w.String() != c.answer || (err == nil) != c.shown {
			t.Errorf("%.40q: shown %v, answered %q, %v", c.says, shown, w.String(), err)
		}
	}
}

// A program that takes the connection and never answers must not keep the second one: its end is the caller's.
func TestAskingEndsWithItsContext(t *testing.T) {
	dir := shortFolder(t)
	if err := os.Mkdir(socketFolders[0], 0o700); err != nil {
		t.Fatal(err)
	}
	silent, err := net.Listen("unix", socket(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	reached := make(chan net.Conn, 1)
	go func() {
		conn, err := silent.Accept()
		if err == nil {
			_, _ = receive(conn)
			cancel() // only now: the question was sent, and no answer comes
		}
		reached <- conn
	}()
	err = OpenThere(ctx, dir, nil)
	if conn := <-reached; conn != nil {
		defer conn.Close()
	}
	if !errors.Is(err, ErrNotListening) {
		t.Errorf("asked: %v", err)
	}
}

// The state folder is that of the session on some systems: who does not answer at the first place may have opened the files.
func TestWhoDoesNotAnswerIsNotAskedAgain(t *testing.T) {
	dir := shortFolder(t)
	socketFolders[1] = socketFolders[0]
	if err := os.Mkdir(socketFolders[0], 0o700); err != nil {
		t.Fatal(err)
	}
	mute, err := net.Listen("unix", socket(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan int, 1)
	go func() {
		n := 0
		for {
			conn, err := mute.Accept()
			if err != nil {
				asked <- n
				return
			}
			if _, err := receive(conn); err == nil {
				n++
			}
			_ = conn.Close()
		}
	}()
	if err := OpenThere(t.Context(), dir, nil); !errors.Is(err, ErrNotListening) {
		t.Errorf("asked: %v", err)
	}
	_ = mute.Close()
	if n := <-asked; n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// A caller that connects and says nothing must not keep the listener from its end for longer than its patience.
func TestClosingDoesNotWaitForASilentCaller(t *testing.T) {
	dir := shortFolder(t)
	l, shown := start(t, dir)
	conn, err := net.Dial("unix", socket(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if shown.Load() != 0 {
		t.Error("silence showed the window")
	}
}

// What another start was given reaches the first one as it is, or the caller learns that it cannot.
func TestPathsReachTheFirst(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of the test are those of other systems")
	}
	dir := shortFolder(t)
	var got []string
	l, err := Listen(dir, slog.New(slog.DiscardHandler), func(paths []string) { got = paths }, noCalls)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, tc := range []struct {
		name  string
		paths []string
		fault error
	}{
		{"names of all kinds", []string{"/home/ann/a b\".png", "/tmp/\n/纸船.webp", "/x"}, nil},
		{"too many", slices.Repeat([]string{"/x"}, MaxPaths+1), errPaths},
		{"too long", slices.Repeat([]string{"/" + strings.Repeat("x", 1000)}, MaxPaths), ErrNotListening},
		{"a relative one", []string{"/x", "x"}, errPaths},
		{"no text", []string{"/\xff"}, errPaths},
	} {
		got = nil
		err := OpenThere(t.Context(), dir, tc.paths)
		if !errors.Is(err, tc.fault) || err == nil && !slices.Equal(got, tc.paths) || err != nil && got != nil {
			t.Errorf("%s: %v, got %q", tc.name, err, got)
		}
	}
}

// A call lasts as long as it likes: other starts and calls are answered meanwhile, and the end of the listener is the end of the call.
func TestACallKeepsNobodyWaiting(t *testing.T) {
	dir := shortFolder(t)
	var shown atomic.Int32
	begun, ended := make(chan string), make(chan error, 2)
	l, err := Listen(dir, slog.New(slog.DiscardHandler), func([]string) { shown.Add(1) }, func(ctx context.Context, conn net.Conn) {
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil {
			line = err.Error()
		}
		begun <- line
		_, err = conn.Read(make([]byte, 1)) // the caller says no more
		<-ctx.Done()
		ended <- err
	})
	if err != nil {
		t.Fatal(err)
	}
	const call = "{\"viviscope\":2,\"call\":\"wait\"}\n"
	for range 2 {
		conn, err := Dial(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, call); err != nil {
			t.Fatal(err)
		}
		if got := <-begun; got != call {
			t.Errorf("the call is %q", got)
		}
	}
	if err := OpenThere(t.Context(), dir, nil); err != nil || shown.Load() != 1 {
		t.Errorf("another start: %v, shown %d times", err, shown.Load())
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := <-ended; err == nil {
			t.Error("the call went on without a connection")
		}
	}
	if _, err := Dial(t.Context(), dir); !errors.Is(err, ErrNotListening) {
		t.Errorf("after the end: %v", err)
	}
}

func FuzzConversation(f *testing.F) {
	for _, seed := range []string{`{"viviscope":1}`, `{"viviscope":1,"ok":true}`, `{"viviscope":2}`, "\x00\n", `{"viviscope":1,"open":["/a"]}`, `{"viviscope":1,"open":["../a"]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, says string) {
		w, shown := &wire{Reader: strings.NewReader(says)}, false
		var paths []string
		err := converse(w, func(got []string) { shown, paths = true, got })
		if shown != (err == nil) || check(paths) != nil {
			t.Errorf("%q: shown %v, %q, %v", says, shown, paths, err)
		}
		var answer message
		if json.Unmarshal([]byte(w.String()), &answer) != nil || answer.OK != shown {
			t.Errorf("%q: answered %q", says, w.String())
		}
	})
}

// scarce is a socket for which no file can be opened at first.
type scarce struct {
	net.Listener
	left int
}

func (s *scarce) Accept() (net.Conn, error) {
	if s.left--; s.left >= 0 {
		return nil, syscall.EMFILE
	}
	return s.Listener.Accept()
}

// Who could not be taken for want of files is answered when there are some again, and is not left waiting for ever.
func TestItAnswersAgainAfterAWantOfFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		pipes := &onePipe{conn: there, closed: make(chan struct{})}
		l := &Listener{socket: &scarce{pipes, 3}, asked: func([]string) {}, calls: noCalls, log: slog.New(slog.DiscardHandler)}
		l.life, l.end = context.WithCancel(t.Context())
		l.work.Go(l.serve)
		if _, err := io.WriteString(here, `{"viviscope":1}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if m, err := receive(here); err != nil || !m.OK {
			t.Errorf("%+v, %v", m, err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}

// onePipe is a socket to which one connects.
type onePipe struct {
	conn   net.Conn
	closed chan struct{}
}

func (p *onePipe) Accept() (conn net.Conn, err error) {
	if conn, p.conn = p.conn, nil; conn == nil {
		<-p.closed
		err = net.ErrClosed
	}
	return conn, err
}

func (p *onePipe) Close() error   { close(p.closed); return nil }
func (p *onePipe) Addr() net.Addr { return nil }
