package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"viviscope/client"
	"viviscope/client/guard"
)

// Journal records one run: a log of bounded size, and the runtime's output if the program crashes. Both are files of
// this account, in the system's folder for program state, and are never sent anywhere. Log entries hold no key and no
// signed link. The files are masked all the same, because text from other packages or the runtime passes no other
// filter. Safe for concurrent use.
type Journal struct {
	dir   string
	crash *os.File // the runtime's crash output of this run; nil: crashes are not caught
	most  int64    // bytes of the file that is written

	mu   sync.Mutex
	file *os.File // the log; guarded by mu; nil: closed
}

// The files of crashes in the folder of the log.
const (
	crashFolder = "crashes"
	rawEnding   = ".running" // of the file into which the runtime of a run writes when it dies
)

// maxLog bounds one file of the log, bytes. There are two: the one that is written, and the one before it.
const maxLog = 3 << 20

// OpenJournal logs to stderr and to the log file of this account, and has crashes written down. Without the file the
// program works all the same, and the journal is nil.
func OpenJournal(about About, level slog.Level, stderr io.Writer) (*slog.Logger, *Journal) {
	to := &slog.HandlerOptions{Level: level}
	stderr = guard.RedactingWriter{Writer: stderr}
	shown := slog.NewTextHandler(stderr, to)
	j, err := openJournal(filepath.Join(xdg.StateHome, "viviscope"))
	if err != nil {
		slog.New(shown).Warn("no log file is kept", "err", err)
		return slog.New(shown), nil
	}
	if err := j.catchCrashes(about.Name+" "+about.Version, time.Now()); err != nil {
		slog.New(shown).Warn("no crash report is kept", "err", err)
	}
	log.SetOutput(io.MultiWriter(stderr, j)) // the toolkit's log
	return slog.New(slog.NewMultiHandler(shown, slog.NewTextHandler(j, to))), j
}

// openJournal opens the log in a folder, which it makes for this account alone.
func openJournal(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the journal's folder: %w", err)
	}
	j := &Journal{dir: dir, most: maxLog}
	return j, j.open()
}

// logFile is the path of the log that is written now.
func (j *Journal) logFile() string { return filepath.Join(j.dir, "viviscope.log") }

func (j *Journal) open() (err error) {
	if j.file, err = os.OpenFile(j.logFile(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	return nil
}

// Write appends one or more whole lines, with what looks like a secret masked. It reports the length of what it was
// given.
func (j *Journal) Write(p []byte) (int, error) {
	line := client.Redact(string(p)) // a bearer key, and all of a link but its scheme and host
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return 0, os.ErrClosed
	}
	if err := j.makeRoom(int64(len(line))); err != nil {
		return 0, err
	}
	if _, err := io.WriteString(j.file, line); err != nil {
		return 0, err
	}
	return len(p), nil
}

// makeRoom renames the file if the next line would make it too long. Another run may have done so a moment ago. So it
// checks that the path still leads to the opened file.
func (j *Journal) makeRoom(more int64) error {
	mine, err := j.file.Stat()
	if err != nil || mine.Size()+more <= j.most {
		return err
	}
	at, err := os.Stat(j.logFile())
	full := err == nil && os.SameFile(mine, at)
	err, j.file = j.file.Close(), nil
	if full && err == nil {
		if err = os.Rename(j.logFile(), j.logFile()+".1"); errors.Is(err, fs.ErrNotExist) {
			err = nil // the other run was faster
		}
	}
	return errors.Join(err, j.open())
}

// Close ends the run as one that did not crash.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	err := errors.Join(j.endCrashes(), j.file.Close())
	j.file = nil
	return err
}

// tailOf returns the end of a file, at most most bytes of whole lines; "" if there is no file.
func tailOf(path string, most int64) (string, error) {
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
	if from == 0 {
		return string(data), nil
	}
	_, whole, _ := strings.Cut(string(data), "\n") // the first line may have lost its beginning
	return strings.ToValidUTF8(whole, "\uFFFD"), nil
}

// catchCrashes makes the runtime write to a file when a panic or a fatal signal ends the program. about is the
// program's name and version. The file contains the stacks of all goroutines. Its only text from the program is the
// value passed to panic.
func (j *Journal) catchCrashes(about string, now time.Time) error {
	dir := filepath.Join(j.dir, crashFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("catch crashes: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("%s-%d%s", now.UTC().Format("20060102-150405"), os.Getpid(), rawEnding))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("catch crashes: %w", err)
	}
	head := fmt.Sprintf("%s, %s, %s/%s, started %s\n", about, runtime.Version(), runtime.GOOS, runtime.GOARCH,
		now.Format(time.RFC3339))
	if _, err = io.WriteString(f, head); err == nil {
		err = debug.SetCrashOutput(f, debug.CrashOptions{})
	}
	if err != nil {
		return fmt.Errorf("catch crashes: %w", errors.Join(err, f.Close(), os.Remove(path)))
	}
	if os.Getenv("GOTRACEBACK") == "" {
		debug.SetTraceback("all") // the goroutine that died is seldom the one at fault
	}
	j.crash = f
	return nil
}

// endCrashes takes the file of a run away that did not crash.
func (j *Journal) endCrashes() error {
	if j.crash == nil {
		return nil
	}
	err := errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), j.crash.Close(), os.Remove(j.crash.Name()))
	j.crash = nil
	return err
}
