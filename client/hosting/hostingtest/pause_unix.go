//go:build unix

package hostingtest

import "syscall"

// Pause stops the server from responding, but keeps its connections open.
func (s *Server) Pause() {
	if s.inProcess != nil {
		s.inProcess.pause.Lock()
		return
	}
	s.signal(syscall.SIGSTOP)
}

// Resume ends a [Server.Pause].
func (s *Server) Resume() {
	if s.inProcess != nil {
		s.inProcess.pause.Unlock()
		return
	}
	s.signal(syscall.SIGCONT)
}

func (s *Server) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Error(err)
	}
}
