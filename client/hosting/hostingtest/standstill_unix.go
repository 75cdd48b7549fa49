//go:build unix

package hostingtest

import "syscall"

// Stop makes the server stand still, with its connections open.
func (s *Server) Stop() {
	if s.inside != nil {
		s.inside.pause.Lock()
		return
	}
	s.signal(syscall.SIGSTOP)
}

// Continue ends what Stop began.
func (s *Server) Continue() {
	if s.inside != nil {
		s.inside.pause.Unlock()
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
