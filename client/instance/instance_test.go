package instance

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
)

// shortFolder returns a folder with a short path for the sockets. t.TempDir contains the name of the test and may be
// too long for a socket.
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
	needSockets(t)
	return socketPaths(dir)[0]
}

// needSockets skips a test of Unix sockets if the system has none. Such a system uses a loopback port, which has its
// own tests.
func needSockets(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	probe, err := net.Listen("unix", filepath.Join(dir, "s"))
	if errors.Is(err, errNoSockets) {
		t.Skip("the system has no Unix sockets")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := probe.Close(); err != nil {
		t.Fatal(err)
	}
}

func noCalls(context.Context, net.Conn) {}

// start listens, and answers each connection's first line with "ok".
func start(t *testing.T, dir string) (l *Listener, answered *atomic.Int32) {
	t.Helper()
	answered = new(atomic.Int32)
	l, err := Listen(dir, slog.New(slog.DiscardHandler), func(_ context.Context, conn net.Conn) {
		if _, err := bufio.NewReader(conn).ReadString('\n'); err == nil {
			answered.Add(1)
			_, _ = io.WriteString(conn, "ok\n")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return l, answered
}

// ask connects, sends a line and checks the answer.
func ask(t *testing.T, dir string) error {
	t.Helper()
	conn, err := Dial(t.Context(), dir)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "hello\n"); err != nil {
		return err
	}
	if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || answer != "ok\n" {
		t.Errorf("answered %q, %v", answer, err)
	}
	return nil
}

func TestDialReachesListener(t *testing.T) {
	temp := shortFolder(t)
	// longer than the path of a socket may be
	dir, other := filepath.Join(temp, strings.Repeat("library", 30)), filepath.Join(temp, "other")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Symlink(dir, other)); err != nil {
		t.Fatal(err)
	}
	if err := ask(t, dir); !errors.Is(err, ErrNotListening) {
		t.Errorf("without a listener: %v", err)
	}
	l, answered := start(t, dir)
	at, err := os.Lstat(socket(t, dir))
	if err != nil || at.Mode().Perm() != 0o600 || at.Mode()&os.ModeSocket == 0 {
		t.Errorf("the socket is %v, %v", at.Mode(), err)
	}
	if folder, err := os.Stat(socketFolders[0]); err != nil || folder.Mode().Perm() != 0o700 {
		t.Errorf("its folder is %v, %v", folder.Mode(), err)
	}
	for _, by := range []string{dir, other} {
		if err := ask(t, by); err != nil {
			t.Errorf("ask by %s: %v", by, err)
		}
	}
	if n := answered.Load(); n != 2 {
		t.Errorf("answered %d times", n)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(socket(t, dir)); !os.IsNotExist(err) {
		t.Errorf("the socket was not removed: %v", err)
	}
	if err := ask(t, dir); !errors.Is(err, ErrNotListening) {
		t.Errorf("after the end: %v", err)
	}
}

func TestListenReplacesSocketOfCrashedProcess(t *testing.T) {
	dir := shortFolder(t)
	if err := os.Mkdir(socketFolders[0], 0o700); err != nil {
		t.Fatal(err)
	}
	old, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket(t, dir), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	old.SetUnlinkOnClose(false) // like a process that was killed
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	if err := ask(t, dir); !errors.Is(err, ErrNotListening) {
		t.Errorf("dial a socket without a listener: %v", err)
	}
	l, answered := start(t, dir)
	defer l.Close()
	if err := ask(t, dir); err != nil || answered.Load() != 1 {
		t.Errorf("%v, answered %d times", err, answered.Load())
	}
}

// If the state folder cannot contain a socket, listener and client use the second folder.
func TestSocketFallsBackToSessionFolder(t *testing.T) {
	for _, bad := range []string{strings.Repeat("state/", 30), "file/viviscope"} {
		dir := shortFolder(t)
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		socketFolders[0] = filepath.Join(dir, bad)
		l, answered := start(t, dir)
		if err := ask(t, dir); err != nil || answered.Load() != 1 {
			t.Errorf("%s: %v, answered %d times", bad, err, answered.Load())
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Neither side uses a folder that another account may have created, because clients send keys and tokens to the socket.
func TestSharedSocketFolderIsRejected(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have no such modes")
	}
	dir := shortFolder(t)
	for _, folder := range socketFolders {
		if err := errors.Join(os.Mkdir(folder, 0o700), os.Chmod(folder, 0o777)); err != nil {
			t.Fatal(err)
		}
	}
	planted, err := net.Listen("unix", socketPaths(dir)[1])
	if err != nil {
		t.Fatal(err)
	}
	defer planted.Close()
	if conn, err := Dial(t.Context(), dir); !errors.Is(err, ErrNotListening) || !errors.Is(err, errShared) {
		t.Errorf("reached %v, %v", conn, err)
	}
	if l, err := Listen(dir, slog.New(slog.DiscardHandler), noCalls); !errors.Is(err, errShared) {
		t.Errorf("listens: %v, %v", l, err)
	}
	if os.Getuid() != 0 {
		t.Skip("only root can change the owner of a folder")
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

// A client that connects and sends nothing must not block Close.
func TestCloseDropsIdleClient(t *testing.T) {
	dir := shortFolder(t)
	l, answered := start(t, dir)
	conn, err := net.Dial("unix", socket(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if answered.Load() != 0 {
		t.Error("an idle client was answered")
	}
}

// A call may last long. Other connections are served meanwhile, and Close ends it.
func TestLongCallDoesNotBlockOthers(t *testing.T) {
	dir := shortFolder(t)
	begun, ended := make(chan string), make(chan error, 2)
	l, err := Listen(dir, slog.New(slog.DiscardHandler), func(ctx context.Context, conn net.Conn) {
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil {
			line = err.Error()
		}
		if line == "hello\n" {
			_, _ = io.WriteString(conn, "ok\n")
			return
		}
		begun <- line
		_, err = conn.Read(make([]byte, 1)) // the client sends nothing more
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
	if err := ask(t, dir); err != nil {
		t.Errorf("second connection: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := <-ended; err == nil {
			t.Error("the call continued without a connection")
		}
	}
	if _, err := Dial(t.Context(), dir); !errors.Is(err, ErrNotListening) {
		t.Errorf("after the end: %v", err)
	}
}

// emfileListener fails the first Accepts with EMFILE.
type emfileListener struct {
	net.Listener
	left int
}

func (s *emfileListener) Accept() (net.Conn, error) {
	s.left--
	if s.left >= 0 {
		return nil, syscall.EMFILE
	}
	return s.Listener.Accept()
}

// A client that connects while the process is out of file descriptors is accepted later.
func TestAcceptContinuesAfterEMFILE(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		pipes := &onePipe{conn: there, closed: make(chan struct{})}
		l := newListener(&emfileListener{pipes, 3}, slog.New(slog.DiscardHandler),
			func(_ context.Context, conn net.Conn) {
				_, _ = io.WriteString(conn, "ok\n")
			})
		if answer, err := bufio.NewReader(here).ReadString('\n'); err != nil || answer != "ok\n" {
			t.Errorf("%q, %v", answer, err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}

// onePipe is a listener with a single connection.
type onePipe struct {
	conn   net.Conn
	closed chan struct{}
}

func (p *onePipe) Accept() (conn net.Conn, err error) {
	conn, p.conn = p.conn, nil
	if conn == nil {
		<-p.closed
		err = net.ErrClosed
	}
	return conn, err
}

func (p *onePipe) Close() error   { close(p.closed); return nil }
func (p *onePipe) Addr() net.Addr { return nil }
