package jobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"viviscope/db"
	"viviscope/db/folder"
)

// SentLog records outside the libraries how far each of them has sent, in one file for each library. With it, a library
// that was restored to an older state by a copy or a sync folder is detected. A file is append-only, and is shortened
// at [maxSentLog]. Each line is
//
//	branch sent sum click
//
// of the [db.Lineage] after a request was committed as being sent. sum is the hash of the ID that a caller gave the
// click, and click is its [db.Job].Click; both are "-" if there was no ID. An incomplete line, as after a crash, is
// ignored. Safe for concurrent use, also by several processes.
type SentLog struct {
	dir string

	mu   sync.Mutex
	seen map[string]string // by library: the last line that this process read or wrote
}

const (
	// maxSentLog limits the size of a file, in bytes. Shortening keeps half of it, some 12,000 clicks with an ID.
	maxSentLog = 2 << 20
	// maxSentLine is longer than any line, in bytes.
	maxSentLine = 256
	// sentLogWait is the timeout for another process that is writing: it may be suspended.
	sentLogWait = 2 * time.Second

	noClick = "-"
	tornEnd = " - - - -\n" // completes an incomplete line, so that it has too many fields in any case
)

// errOtherBranch reports that another copy of the library was opened, or has sent something, since this one was opened.
var errOtherBranch = errors.New("another copy of the library was used")

// NewSentLog returns the log in a folder of this account. The folder is created on the first write.
func NewSentLog(dir string) *SentLog { return &SentLog{dir: dir, seen: map[string]string{}} }

// last returns the branch and the count of the last line of a library; "" if there is none.
func (l *SentLog) last(library string) (branch string, sent int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	line, err := l.tail(library)
	if err != nil {
		return "", 0, fmt.Errorf("read sent log: %w", err)
	}
	l.seen[library] = line
	branch, sent = splitSent(line)
	return branch, sent, nil
}

// recordTakeOver records that this account has taken over a library.
func (l *SentLog) recordTakeOver(lin db.Lineage) error { return l.append(lin, noClick, noClick, false) }

// record records a request that is about to be sent. click is [db.Job].Click, and id the ID that a caller gave the
// click, or "". The record is on the disk when note returns. Errors: errOtherBranch, and nothing was recorded.
func (l *SentLog) record(lin db.Lineage, id, click string) error {
	if id == "" {
		return l.append(lin, noClick, noClick, true)
	}
	return l.append(lin, clickSum(id), click, true)
}

func (l *SentLog) append(lin db.Lineage, sum, click string, check bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return fmt.Errorf("write sent log: %w", err)
	}
	unlock := l.lock()
	defer unlock()
	was, err := l.tail(lin.Library)
	if err != nil {
		return fmt.Errorf("write sent log: %w", err)
	}
	branch, sent := splitSent(was)
	if check && was != "" && (was != l.seen[lin.Library] || branch != lin.Branch) {
		return errOtherBranch
	}
	if branch == lin.Branch { // requests of one process may be recorded in another order than they were committed
		lin.Sent = max(lin.Sent, sent)
	}
	line := fmt.Sprintf("%s %d %s %s", lin.Branch, lin.Sent, sum, click)
	if err := appendSynced(l.path(lin.Library), line); err != nil {
		return fmt.Errorf("write sent log: %w", err)
	}
	l.seen[lin.Library] = line
	return nil
}

// clicks returns the [db.Job].Click of everything that was sent for clicks with an ID.
func (l *SentLog) clicks(library, id string) (found []string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	data, err := os.ReadFile(l.path(library))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read sent log: %w", err)
	}
	sum := clickSum(id)
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); len(fields) == 4 && fields[2] == sum && strings.HasSuffix(line, "\n") {
			found = append(found, fields[3])
		}
	}
	return found, nil
}

// path returns the file of a library. The library's ID is a valid file name.
func (l *SentLog) path(library string) string { return filepath.Join(l.dir, library) }

// lock blocks other processes from writing. If the disk does not support locks, or another process holds one for long,
// it continues without a lock.
func (l *SentLog) lock() (unlock func()) {
	file := flock.New(filepath.Join(l.dir, "lock"), flock.SetPermissions(folder.FileMode))
	ctx, cancel := context.WithTimeout(context.Background(), sentLogWait)
	defer cancel()
	_, _ = file.TryLockContext(ctx, 5*time.Millisecond)
	return func() { _ = file.Close() }
}

// tail returns the last complete line of a library's file without its newline; "" if there is none.
func (l *SentLog) tail(library string) (string, error) {
	f, err := os.Open(l.path(library))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close() // it was only read
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	from := max(info.Size()-2*maxSentLine, 0)
	data, err := io.ReadAll(io.NewSectionReader(f, from, 2*maxSentLine))
	if err != nil {
		return "", err
	}
	lines := bytes.Split(data, []byte("\n"))
	for i := len(lines) - 2; i >= 0; i-- { // the text after the last newline is empty or an incomplete line
		if branch, _ := splitSent(string(lines[i])); branch != "" {
			return string(lines[i]), nil
		}
	}
	return "", nil
}

// splitSent returns the branch and the count of a line; "" if the line is invalid.
func splitSent(line string) (branch string, sent int64) {
	fields := strings.Fields(line)
	if len(fields) != 4 || len(line) > maxSentLine {
		return "", 0
	}
	sent, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return "", 0
	}
	return fields[0], sent
}

// appendSynced appends a line, after any incomplete line from a crash, and shortens a file that has become too long.
func appendSynced(path, line string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, folder.FileMode)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	var last [1]byte
	if size := info.Size(); size > 0 {
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return errors.Join(err, f.Close())
		}
		if last[0] != '\n' {
			line = tornEnd + line
		}
	}
	_, err = io.WriteString(f, line+"\n")
	if err = errors.Join(err, folder.IgnoreUnsupported(f.Sync()), f.Close()); err != nil {
		return err
	}
	switch {
	case info.Size() == 0:
		return folder.SyncPath(filepath.Dir(path))
	case info.Size() > maxSentLog:
		return shorten(path)
	}
	return nil
}

// shorten keeps the newest clicks with an ID and the last line.
func shorten(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	room, from := maxSentLog/2, 0
	kept := make([][]byte, 0, len(lines))
	for i, line := range lines {
		if i >= len(lines)-2 || !bytes.HasSuffix(line, []byte(" "+noClick+"\n")) {
			kept = append(kept, line)
		}
	}
	for from = len(kept); from > 0 && room >= len(kept[from-1]); from-- {
		room -= len(kept[from-1])
	}
	return folder.WritePrivate(path, func(w io.Writer) error {
		_, err := w.Write(bytes.Join(kept[from:], nil))
		return err
	})
}

// clickSum returns the hash under which the ID of a click is stored, because an ID may be text of the user.
func clickSum(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}
