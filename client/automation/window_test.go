package automation

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"viviscope/client/instance"
)

// windowServer answers requests for a window, which show gets; nil: there is no window.
func windowServer(show func(paths []string)) *Server {
	return NewServer(Options{Log: slog.New(slog.DiscardHandler), Now: time.Now, ShowWindow: show})
}

// converse sends a line to a server, which is the last of its caller, and returns the answer.
func converse(t *testing.T, s *Server, line string) (answer string) {
	t.Helper()
	here, there := net.Pipe()
	served := make(chan struct{})
	go func() {
		defer close(served)
		s.Serve(context.Background(), there)
		_ = there.Close()
	}()
	go func() {
		_, _ = io.WriteString(here, line)
		if !strings.HasSuffix(line, "\n") {
			_ = here.Close() // it ends before its end
		}
	}()
	answer, _ = bufio.NewReader(here).ReadString('\n')
	_ = here.Close()
	<-served
	return answer
}

func TestShowWindow(t *testing.T) {
	const ok, no = "{\"viviscope\":1,\"ok\":true}\n", "{\"viviscope\":1}\n"
	for _, c := range []struct{ says, answer string }{
		{`{"viviscope":1}` + "\n", ok},
		{`{"viviscope":1,"open":["/a.png"]}` + "\n", ok},
		{`{"viviscope":1,"open":[]}` + "\n", ok},
		{`{"viviscope":1,"open":["a.png"]}` + "\n", no}, // not absolute
		{`{"viviscope":1,"open":["/a\u0000.png"]}` + "\n", no},
		{`{"viviscope":1,"open":["/a` + strings.Repeat(`","/a`, MaxPaths) + `"]}` + "\n", no},
		{`{"viviscope":1}{"viviscope":1}` + "\n", `"code":"usage"`}, // one conversation, one request
		{`{"viviscope":1,"open":["/a",7]}` + "\n", `"code":"usage"`},
		{`{}` + "\n", `"code":"unknown_call"`},
		{`"show"` + "\n", `"code":"usage"`},
		{"\n", `"code":"usage"`},
		{`{"viviscope":1`, ""},
		{"", ""},
	} {
		shown := false
		answer := converse(t, windowServer(func([]string) { shown = true }), c.says)
		if !strings.Contains(answer, c.answer) || shown != (c.answer == ok) || (c.answer == "") != (answer == "") {
			t.Errorf("%.40q: shown %v, answered %q", c.says, shown, answer)
		}
	}
	if answer := converse(t, windowServer(nil), `{"viviscope":1}`+"\n"); answer != no {
		t.Errorf("without a window: %q", answer)
	}
}

// The paths of another start reach the running window unchanged, or the caller gets an error.
func TestShowWindowSendsPaths(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of the test are those of other systems")
	}
	dir := t.TempDir()
	if err := ShowWindow(t.Context(), dir, nil); !errors.Is(err, instance.ErrNotListening) {
		t.Errorf("before it listens: %v", err)
	}
	var got []string
	l, err := instance.Listen(dir, slog.New(slog.DiscardHandler), windowServer(func(paths []string) {
		got = paths
	}).Serve)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, tc := range []struct {
		name  string
		paths []string
		fault error
	}{
		{"none", nil, nil},
		{"names of all kinds", []string{"/home/ann/a b\".png", "/tmp/\n/纸船.webp", "/x"}, nil},
		{"long ones", slices.Repeat([]string{"/" + strings.Repeat("x", 4000)}, MaxPaths), nil},
		{"too many", slices.Repeat([]string{"/x"}, MaxPaths+1), errPaths},
		{"a relative one", []string{"/x", "x"}, errPaths},
		{"no text", []string{"/\xff"}, errPaths},
	} {
		got = nil
		err := ShowWindow(t.Context(), dir, tc.paths)
		if !errors.Is(err, tc.fault) || err == nil && !slices.Equal(got, tc.paths) || err != nil && got != nil {
			t.Errorf("%s: %v, got %q", tc.name, err, got)
		}
	}
}

// A program that accepts the connection and never answers must not block the second one: the request times out. It may
// have opened the files, so the request is not repeated, also after an owner that ends without an answer.
func TestUnansweredShowIsNotRepeated(t *testing.T) {
	for _, silent := range []bool{true, false} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		var asked atomic.Int32
		l, err := instance.Listen(dir, slog.New(slog.DiscardHandler), func(life context.Context, conn net.Conn) {
			var q Call
			if err := readLine(bufio.NewReader(conn), MaxCall, &q); err != nil || q.Protocol != windowProtocol {
				t.Error(q, err)
			}
			asked.Add(1)
			if silent {
				cancel() // only now: the question was sent, and no answer comes
				<-life.Done()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := ShowWindow(ctx, dir, nil); !errors.Is(err, instance.ErrNotListening) {
			t.Errorf("silent %v: %v", silent, err)
		}
		if err := l.Close(); err != nil || asked.Load() != 1 {
			t.Errorf("asked %d times, %v", asked.Load(), err)
		}
		cancel()
	}
}

// For any input, the window validates every path and reports whether it accepted them.
func FuzzShowWindow(f *testing.F) {
	for _, seed := range []string{`{"viviscope":1}`, `{"viviscope":1,"ok":true}`, `{"viviscope":2}`, "\x00",
		`{"viviscope":1,"open":["/a"]}`, `{"viviscope":1,"open":["../a"]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, says string) {
		if strings.Contains(says, `"call"`) {
			return // others need a library
		}
		shown, paths := false, []string(nil)
		answer := converse(t, windowServer(func(got []string) { shown, paths = true, got }), says+"\n")
		var l Line
		if json.Unmarshal([]byte(answer), &l) != nil || l.OK != shown || checkPaths(paths) != nil {
			t.Errorf("%q: shown %v, %q, answered %q", says, shown, paths, answer)
		}
	})
}
