// Package journal keeps what the program says of itself: a log of bounded size, and what the runtime wrote when the program
// died. Both are files of this account, in the folder that the system keeps for the state of programs. Nothing here sends anything.
//
// What is logged holds no key and no signed link, which is the duty of whoever logs. The files are masked all the same, because
// what a library or the runtime writes goes through no other hands.
package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/adrg/xdg"

	"viviscope/client"
)

// Journal is the log and the crash file of one run. Its methods are safe for concurrent use.
type Journal struct {
	dir   string
	log   *Log
	crash *os.File // where the runtime writes when this run dies; nil: crashes are not caught
}

// DefaultFolder is where the journal of this account lies: the state folder of the XDG base directories, and what macOS and Windows
// have in its place.
func DefaultFolder() string { return filepath.Join(xdg.StateHome, "viviscope") }

// Open opens the log in a folder, which it makes for this account alone.
func Open(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the journal's folder: %w", err)
	}
	log, err := openLog(filepath.Join(dir, "viviscope.log"), maxLog)
	if err != nil {
		return nil, err
	}
	return &Journal{dir: dir, log: log}, nil
}

// Folder is where the log and the reports lie.
func (j *Journal) Folder() string { return j.dir }

// LogFile is the path of the log that is written now.
func (j *Journal) LogFile() string { return j.log.path }

// Log is the log, for writers that know lines only.
func (j *Journal) Log() *Log { return j.log }

// Handler writes records into the log.
func (j *Journal) Handler(level slog.Leveler) slog.Handler {
	return slog.NewTextHandler(j.log, &slog.HandlerOptions{Level: level})
}

// Close ends the run as one that did not crash.
func (j *Journal) Close() error {
	return errors.Join(j.endCrashes(), j.log.Close())
}

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

// openLog opens a log, and makes it for this account alone where there is none.
func openLog(path string, most int64) (*Log, error) {
	l := &Log{path: path, max: most}
	return l, l.open()
}

func (l *Log) open() (err error) {
	if l.file, err = os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	return nil
}

// Write appends one or more whole lines, with what looks like a secret masked. It reports the length of what it was given.
func (l *Log) Write(p []byte) (int, error) {
	line := client.Redact(string(p)) // a bearer key, and all of a link but its scheme and host
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
	defer func() { l.file = nil }()
	return l.file.Close()
}

// Tail returns the end of a file, at most that many bytes of whole lines; "" where there is none.
func Tail(path string, most int64) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
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

// wholeLines drops the first line where it may have lost its beginning.
func wholeLines(s string, cut bool) string {
	if !cut {
		return s
	}
	_, rest, _ := strings.Cut(s, "\n")
	return strings.ToValidUTF8(rest, "\uFFFD")
}
