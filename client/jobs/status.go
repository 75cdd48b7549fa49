package jobs

import "sync"

// status counts open calls and full disks, and signals when a PoolStatus is due.
type status struct {
	wake signal

	mu   sync.Mutex
	open int            // calls that may cost money, without an answer yet
	full map[int64]bool // jobs with a last write that failed because the disk is full
}

func newStatus() *status { return &status{wake: newSignal(), full: map[int64]bool{}} }

// recordWrite records the result of the last write for a job. err is also nil if there is nothing to write any more.
func (s *status) recordWrite(job int64, err error) {
	s.mu.Lock()
	delete(s.full, job)
	if err != nil && codeOf(err) == CodeDiskFull {
		s.full[job] = true
	}
	s.mu.Unlock()
	s.touch()
}

func (s *status) diskFull() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.full) > 0
}

func (s *status) touch() { s.wake.raise() }

// openCalls returns how many calls that may cost money have no answer yet.
func (s *status) openCalls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

func (s *status) addCalls(n int) {
	s.mu.Lock()
	s.open += n
	s.mu.Unlock()
	s.touch()
}
