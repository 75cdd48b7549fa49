package smoke

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// built builds the program once and returns its path. VIVISCOPE_SMOKE_PROGRAM names one that is built already.
var built = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("VIVISCOPE_SMOKE_PROGRAM"); path != "" {
		return path, nil
	}
	dir, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "viviscope-smoke") // where programs may be started from
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "viviscope")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "viviscope").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build viviscope: %w\n%s", err, out)
	}
	return path, nil
})

// process is one run of the program, with what it writes kept line by line.
type process struct {
	t    testing.TB
	cmd  *exec.Cmd
	mu   sync.Mutex
	text strings.Builder
	done chan struct{}
}

// start runs the program with these arguments and environment.
func start(t testing.TB, env []string, args ...string) *process {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: exec.Command(path, args...), done: make(chan struct{})}
	p.cmd.Env = env
	read, write := io.Pipe()
	p.cmd.Stdout, p.cmd.Stderr = write, write
	if err := p.cmd.Start(); err != nil {
		t.Fatalf("start viviscope %v: %v", args, err)
	}
	go func() {
		defer close(p.done)
		lines := bufio.NewScanner(read)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			p.mu.Lock()
			p.text.WriteString(lines.Text() + "\n")
			p.mu.Unlock()
		}
	}()
	go func() {
		_ = p.cmd.Wait()
		_ = write.Close()
	}()
	t.Cleanup(func() {
		if p.running() {
			_ = p.cmd.Process.Kill()
			<-p.done
		}
		if t.Failed() {
			t.Logf("viviscope %s wrote:\n%s", strings.Join(args, " "), p.output())
		}
	})
	return p
}

func (p *process) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

func (p *process) running() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// quit asks the program to end and waits until it has.
func (p *process) quit() {
	p.t.Helper()
	p.signal(syscall.SIGTERM)
	p.ended()
}

func (p *process) signal(which syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(which); err != nil {
		p.t.Fatalf("send %v: %v", which, err)
	}
}

// kill ends the program as a crash or a power cut would.
func (p *process) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Fatalf("kill the program: %v", err)
	}
	p.ended()
}

func (p *process) ended() {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		p.t.Fatal("the program did not end")
	}
}

// service is `viviscope sandbox` in a process of its own.
type service struct {
	*process
	base, key string
}

func startService(t testing.TB, seconds float64) *service {
	t.Helper()
	const key = "smoke-key-4711"
	p := start(t, os.Environ(), "sandbox", "-addr", "127.0.0.1:0", "-key", key, "-seconds", fmt.Sprint(seconds), "-dir",
		t.TempDir())
	s := &service{process: p, key: key}
	waitFor(t, "the service's address", func() bool {
		for _, word := range strings.Fields(p.output()) {
			if strings.HasPrefix(word, "http://") {
				s.base = strings.TrimSuffix(word, "/")
				return true
			}
		}
		if !p.running() {
			t.Fatalf("the service ended:\n%s", p.output())
		}
		return false
	})
	return s
}

// entry is one row of the service's own ledger.
type entry struct {
	Kind string `json:"kind"`
	Task string `json:"task"`
}

// ledger asks the service for its own ledger.
func (s *service) ledger() []entry {
	s.t.Helper()
	request, err := http.NewRequest(http.MethodGet, strings.TrimSuffix(s.base, "/v1")+"/v1/sandbox/ledger", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatalf("ask for the service's ledger: %v", err)
	}
	defer answer.Body.Close()
	var body struct {
		Data []entry `json:"data"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		s.t.Fatalf("read the service's ledger: %v", err)
	}
	return body.Data
}
