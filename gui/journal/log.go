package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

const logName = "viviscope.log"

// The most that the log takes of the disk: the file that is written, and the ones before it.
const (
	maxLog  = 2 << 20 // bytes of one file
	keepOld = 2       // files
)

// Log is a file that is written line by line, masked, and set aside as path.1 and path.2 when it is full. Several runs may
// write the same log. It is safe for concurrent use.
type Log struct {
	path string
	max  int64

	mu   sync.Mutex
	file *os.File // guarded by mu; nil: closed
}

// OpenLog opens a log, and makes it for this account alone where there is none.
func OpenLog(path string) (*Log, error) { return openLog(path, maxLog) }

func openLog(path string, most int64) (*Log, error) {
	l := &Log{path: path, max: most}
	if err := l.open(); err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	return l, nil
}

func (l *Log) open() error {
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	l.file = f
	return nil
}

// Write appends one or more whole lines, with what looks like a secret masked. It reports the length of what it was given.
func (l *Log) Write(p []byte) (int, error) {
	line := mask(string(p))
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return 0, os.ErrClosed
	}
	if err := l.makeRoom(int64(len(line))); err != nil {
		return 0, err
	}
	if _, err := io.WriteString(l.file, line); err != nil {
		return 0, err
	}
	return len(p), nil
}

// makeRoom sets the file aside where the next line would make it too long. Another run may have done so a moment ago: what
// is at the path counts, not what was opened.
func (l *Log) makeRoom(more int64) error {
	mine, err := l.file.Stat()
	if err != nil {
		return err
	}
	if mine.Size()+more <= l.max {
		return nil
	}
	at, err := os.Stat(l.path)
	full := err == nil && os.SameFile(mine, at)
	if err := l.file.Close(); err != nil {
		return err
	}
	l.file = nil
	if full {
		if err := l.setAside(); err != nil {
			return errors.Join(err, l.open())
		}
	}
	return l.open()
}

func (l *Log) setAside() error {
	for n := keepOld; n > 0; n-- {
		err := os.Rename(l.older(n-1), l.older(n))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// older is the path of the nth file before the one that is written.
func (l *Log) older(n int) string {
	if n == 0 {
		return l.path
	}
	return fmt.Sprintf("%s.%d", l.path, n)
}

// Close ends the writing.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file = nil
	return err
}

// Tail returns the end of a file, at most that many bytes of whole lines.
func Tail(path string, most int64) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read the end of the log: %w", err)
	}
	defer f.Close() // it was only read
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("read the end of the log: %w", err)
	}
	from := max(info.Size()-most, 0)
	data, err := io.ReadAll(io.NewSectionReader(f, from, most))
	if err != nil {
		return "", fmt.Errorf("read the end of the log: %w", err)
	}
	return wholeLines(string(data), from > 0), nil
}
