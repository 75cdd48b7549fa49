package hostingtest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Server is an S3 server on the loopback interface, with its files in a folder of the test.
type Server struct {
	Dir  string // folder of its files
	Addr string // host:port, the same after a restart

	t         testing.TB
	inProcess *inProcessServer // nil: a separate process with the fields below

	path string
	args []string
	env  []string
	cmd  *exec.Cmd
}

// startTimeout limits the start of a server until it listens.
const startTimeout = 30 * time.Second

// start starts a server process and stops it after the test. args receives the address to listen on.
func start(t testing.TB, path, dir string, env []string, args func(addr string) []string) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	home := t.TempDir()
	s := &Server{Dir: dir, Addr: addr, t: t, path: path, args: args(addr)}
	s.env = append(append(os.Environ(), "HOME="+home, "RCLONE_CONFIG="+filepath.Join(home, "none"),
		"XDG_CACHE_HOME="+home), env...)
	s.Start()
	t.Cleanup(s.Kill)
	return s
}

// Start starts the server and returns when it accepts connections. After Kill it uses the same address.
func (s *Server) Start() {
	s.t.Helper()
	if s.inProcess != nil {
		addr, err := s.inProcess.start(s.Addr)
		if err != nil {
			s.t.Fatal(err)
		}
		s.Addr = addr
		return
	}
	s.cmd = exec.Command(s.path, s.args...)
	s.cmd.Env = s.env
	log, err := os.OpenFile(filepath.Join(s.t.TempDir(), "log"), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for end := time.Now().Add(startTimeout); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("tcp", s.Addr)
		if err == nil {
			c.Close()
			return
		}
		if time.Now().After(end) {
			said, _ := os.ReadFile(log.Name())
			s.Kill()
			s.t.Fatalf("%s does not listen: %v\n%s", filepath.Base(s.path), err, said)
		}
	}
}

// Kill stops the server immediately, like a power cut.
func (s *Server) Kill() {
	if s.inProcess != nil {
		s.inProcess.kill()
		return
	}
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	s.cmd = nil
}
