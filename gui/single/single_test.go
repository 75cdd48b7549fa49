package single

import (
	"context"
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
	"testing"
)

// shortTemp is a folder with a short path: those of tests are as long as their names.
func shortTemp(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "v")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func start(t *testing.T, dir, temp string) (l *Listener, shown *atomic.Int32) {
	t.Helper()
	shown = new(atomic.Int32)
	l, err := listen(dir, temp, slog.New(slog.DiscardHandler), func([]string) { shown.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	return l, shown
}

func TestAnotherStartReachesTheFirst(t *testing.T) {
	for name, long := range map[string]bool{"beside the lock": false, "a path too long for a socket": true} {
		t.Run(name, func(t *testing.T) {
			temp := shortTemp(t)
			dir := filepath.Join(temp, "library")
			if long {
				dir = filepath.Join(temp, strings.Repeat("long", 30))
			}
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := show(t.Context(), dir, temp); !errors.Is(err, ErrNobody) {
				t.Errorf("before it listens: %v", err)
			}
			l, shown := start(t, dir, temp)
			if inside := filepath.Dir(l.path) == dir; inside == long {
				t.Errorf("the socket is %s", l.path)
			}
			at, err := os.Lstat(l.path)
			if err != nil || at.Mode().Perm() != 0o600 || at.Mode()&os.ModeSocket == 0 {
				t.Errorf("the socket is %v, %v", at.Mode(), err)
			}
			// By another name too.
			other := filepath.Join(temp, "other")
			if err := os.Symlink(dir, other); err != nil {
				t.Fatal(err)
			}
			for _, by := range []string{dir, other} {
				if err := show(t.Context(), by, temp); err != nil {
					t.Errorf("ask by %s: %v", by, err)
				}
			}
			if n := shown.Load(); n != 2 {
				t.Errorf("shown %d times", n)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			if _, err := os.Lstat(l.path); !os.IsNotExist(err) {
				t.Errorf("the socket stayed: %v", err)
			}
			if err := show(t.Context(), dir, temp); !errors.Is(err, ErrNobody) {
				t.Errorf("after the end: %v", err)
			}
		})
	}
}

func TestWhatACrashLeftIsRemoved(t *testing.T) {
	dir := shortTemp(t)
	old, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, socketName), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	old.SetUnlinkOnClose(false) // as SIGKILL leaves it
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	if err := show(t.Context(), dir, dir); !errors.Is(err, ErrNobody) {
		t.Errorf("a dead socket answers: %v", err)
	}
	l, shown := start(t, dir, dir)
	defer l.Close()
	if err := show(t.Context(), dir, dir); err != nil || shown.Load() != 1 {
		t.Errorf("%v, shown %d times", err, shown.Load())
	}
}

// A file of that name is a person's: it stays, and the socket goes elsewhere.
func TestAFileIsNotTakenForASocket(t *testing.T) {
	dir := shortTemp(t)
	path := filepath.Join(dir, socketName)
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, shown := start(t, dir, dir)
	defer l.Close()
	if raw, err := os.ReadFile(path); err != nil || string(raw) != "mine" {
		t.Errorf("the file is %q, %v", raw, err)
	}
	if err := show(t.Context(), dir, dir); err != nil || shown.Load() != 1 {
		t.Errorf("%v, shown %d times", err, shown.Load())
	}
}

// Whoever made the folder first could read along.
func TestAFolderOfOthersIsNotUsed(t *testing.T) {
	temp := shortTemp(t)
	if err := os.Mkdir(privateFolder(temp), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(privateFolder(temp), 0o777); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(temp, strings.Repeat("long", 30))
	l, err := listen(dir, temp, slog.New(slog.DiscardHandler), func([]string) {})
	if err == nil {
		t.Errorf("it listens at %s: %v", l.path, l.Close())
	}
	if err := show(t.Context(), dir, temp); !errors.Is(err, ErrNobody) {
		t.Errorf("asked there: %v", err)
	}
}

// wire is one side of a conversation.
type wire struct {
	io.Reader
	strings.Builder
}

func TestConversation(t *testing.T) {
	for _, c := range []struct {
		says, answer string
		shown        bool
	}{
		{"viviscope/1 show\n", "viviscope/1 ok\n", true},
		{"viviscope/1 show\nviviscope/1 show\n", "viviscope/1 ok\n", true}, // one conversation, one request
		{"viviscope/1 open\n", "viviscope/1 unknown\n", false},
		{"viviscope/1 show -library /x\n", "viviscope/1 unknown\n", false},
		{"viviscope/2 show\n", "viviscope/1 unknown\n", false},
		{"viviscope/1 \n", "viviscope/1 unknown\n", false},
		{"viviscope/1 SHOW\n", "viviscope/1 unknown\n", false},
		{"GET / HTTP/1.1\r\n", "viviscope/1 unknown\n", false},
		{"\n", "viviscope/1 unknown\n", false},
		{"viviscope/1 show", "", false}, // it ends before its end
		{"", "", false},
		{"viviscope/1 " + strings.Repeat("a", maxRequest) + "\n", "", false},
		{"viviscope/1 open [\"/a.png\"]\n", "viviscope/1 ok\n", true},
		{"viviscope/1 open []\n", "viviscope/1 unknown\n", false},
		{"viviscope/1 open [\"a.png\"]\n", "viviscope/1 unknown\n", false}, // not absolute
		{"viviscope/1 open [\"/a\\u0000.png\"]\n", "viviscope/1 unknown\n", false},
		{"viviscope/1 open /a.png\n", "viviscope/1 unknown\n", false},
		{"viviscope/1 open [\"/a\",7]\n", "viviscope/1 unknown\n", false},
	} {
		w, shown := &wire{Reader: strings.NewReader(c.says)}, false
		err := converse(w, func([]string) { shown = true })
		if shown != c.shown || w.String() != c.answer || (err == nil) != c.shown {
			t.Errorf("%.40q: shown %v, answered %q, %v", c.says, shown, w.String(), err)
		}
	}
}

func TestALineOfExactlyTheLimitIsRead(t *testing.T) {
	line := strings.Repeat("x", maxLine-1)
	if got, err := readLine(strings.NewReader(line+"\n"), maxLine); err != nil || got != line {
		t.Errorf("read %d bytes, %v", len(got), err)
	}
	if _, err := readLine(strings.NewReader(line+"x\n"), maxLine); err == nil {
		t.Error("a longer line was read")
	}
}

// A program that takes the connection and never answers must not keep the second one: its end is the caller's.
func TestAskingEndsWithItsContext(t *testing.T) {
	dir := shortTemp(t)
	socket, err := net.Listen("unix", filepath.Join(dir, socketName))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	ctx, cancel := context.WithCancel(t.Context())
	reached := make(chan net.Conn, 1)
	go func() {
		conn, err := socket.Accept()
		if err == nil {
			_, _ = readLine(conn, maxLine)
			cancel() // only now: the question was sent, and no answer comes
		}
		reached <- conn
	}()
	err = show(ctx, dir, dir)
	if conn := <-reached; conn != nil {
		defer conn.Close()
	}
	if !errors.Is(err, ErrNobody) {
		t.Errorf("asked: %v", err)
	}
}

// A caller that connects and says nothing must not keep the listener from its end for longer than its patience.
func TestClosingDoesNotWaitForASilentCaller(t *testing.T) {
	dir := shortTemp(t)
	l, shown := start(t, dir, dir)
	conn, err := net.Dial("unix", l.path)
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
	dir := shortTemp(t)
	var got []string
	l, err := listen(dir, dir, slog.New(slog.DiscardHandler), func(paths []string) { got = paths })
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	long := make([]string, MaxPaths)
	for i := range long {
		long[i] = "/" + strings.Repeat("x", 1000)
	}
	for _, tc := range []struct {
		name  string
		paths []string
		fault error
	}{
		{"names of all kinds", []string{"/home/ann/a b\".png", "/tmp/\n/纸船.webp", "/x"}, nil},
		{"too many", slices.Repeat([]string{"/x"}, MaxPaths+1), ErrTooMuch},
		{"too long", long, ErrTooMuch},
		{"a relative one", []string{"/x", "x"}, ErrTooMuch},
		{"no text", []string{"/\xff"}, ErrTooMuch},
		{"none", nil, ErrTooMuch},
	} {
		got = nil
		err := open(t.Context(), dir, dir, tc.paths)
		if !errors.Is(err, tc.fault) || err == nil && !slices.Equal(got, tc.paths) || err != nil && got != nil {
			t.Errorf("%s: %v, got %q", tc.name, err, got)
		}
	}
}

func FuzzConversation(f *testing.F) {
	for _, seed := range []string{"viviscope/1 show\n", "viviscope/1 ok\n", "viviscope/2 show\n", "viviscope/1 show", "\x00\n", strings.Repeat("a", maxLine+1), "viviscope/1 open [\"/a\"]\n", "viviscope/1 open [\"../a\"]\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, says string) {
		w, shown := &wire{Reader: strings.NewReader(says)}, false
		var paths []string
		err := converse(w, func(got []string) { shown, paths = true, got })
		line, _, ended := strings.Cut(says, "\n")
		if shown != (err == nil) || shown && (!ended || len(line) >= maxRequest) {
			t.Errorf("%q: shown %v, %v", says, shown, err)
		}
		if shown && len(paths) == 0 && line != protocol+" "+verbShow {
			t.Errorf("%q showed the window", says)
		}
		if shown && len(paths) > 0 && (check(paths) != nil || !strings.HasPrefix(line, protocol+" "+verbOpen+" ")) {
			t.Errorf("%q opened %q", says, paths)
		}
		if answer := w.String(); len(answer) > maxLine || (answer != "" && !strings.HasPrefix(answer, protocol+" ")) {
			t.Errorf("%q: answered %q", says, answer)
		}
	})
}
