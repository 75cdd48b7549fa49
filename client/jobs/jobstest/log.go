package jobstest

import (
	"bytes"
	"sync"
)

// Log is a buffer for log output. The zero value is empty and ready to use. It is safe for concurrent use.
type Log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write adds to the log. It never fails.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns everything that was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
