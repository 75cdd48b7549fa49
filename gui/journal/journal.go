package journal

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Journal is the log and the crash file of one run. Its methods are safe for concurrent use.
type Journal struct {
	dir   string
	log   *Log
	crash *crashFile // nil: crashes are not caught
}

// DefaultFolder is where the journal of this account lies: the state folder of the XDG base directories, and what macOS and Windows
// have in its place.
func DefaultFolder() string { return filepath.Join(xdg.StateHome, "viviscope") }

// Open opens the log in a folder, which it makes for this account alone.
func Open(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the journal's folder: %w", err)
	}
	log, err := OpenLog(filepath.Join(dir, logName))
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
	err := j.endCrashes()
	if e := j.log.Close(); err == nil {
		err = e
	}
	return err
}
