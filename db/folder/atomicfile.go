package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"viviscope/client/guard"
)

// WritePrivate is [WriteFile] for a file that only its owner can read. It also syncs the folder, so that the new name
// is durable. WriteFile does not, because folders on network shares may not support it.
func WritePrivate(path string, write func(io.Writer) error) error {
	if err := writeAtomic(path, FileMode, write); err != nil {
		return err
	}
	if err := SyncPath(filepath.Dir(path)); err != nil {
		return fmt.Errorf("save %s: %w", filepath.Base(path), err)
	}
	return nil
}

// WriteFile writes a file atomically: to a temporary file beside path, which it renames. After an error nothing is left
// behind. Errors of write can be found with errors.Is. It blocks for the disk.
func WriteFile(path string, write func(io.Writer) error) error {
	return writeAtomic(path, 0o644, write)
}

func writeAtomic(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".viviscope-*")
	if err != nil {
		return fmt.Errorf("save %s: %w", filepath.Base(path), err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("save %s: %w", filepath.Base(path), errors.Join(err, os.Remove(f.Name())))
		}
	}()
	_ = f.Chmod(mode) // some file systems have no modes
	if err := write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(IgnoreUnsupported(f.Sync()), f.Close()); err != nil {
		return err
	}
	return guard.RetryInUse(func() error { return os.Rename(f.Name(), path) })
}

// ErrNotRegular reports that a path is not a regular file, but a folder, a pipe or a device.
var ErrNotRegular = errors.New("not a file")

// TooLargeError reports that a file exceeds a size limit.
type TooLargeError struct{ Limit int64 } // bytes

// Error implements error. It contains the limit.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the file is larger than %d bytes", e.Limit)
}

// ReadFile reads a regular file of at most most bytes. Errors: those of the file system, [ErrNotRegular],
// [*TooLargeError]. It blocks for the disk.
func ReadFile(path string, most int64) ([]byte, error) {
	if info, err := os.Stat(path); err != nil { // before opening: a pipe without a writer would block
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(path), ErrNotRegular)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // opened for reading only
	return ReadOpenFile(f, most)
}

// ReadOpenFile is [ReadFile] for an open file.
func ReadOpenFile(f *os.File, most int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", info.Name(), ErrNotRegular)
	}
	data, err := io.ReadAll(io.LimitReader(f, most+1)) // one byte more, to detect a larger file
	if err == nil && int64(len(data)) > most {
		err = &TooLargeError{most}
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", info.Name(), err)
	}
	return data, nil
}

// Reader returns a reader that fails once ctx has ended.
func Reader(ctx context.Context, from io.Reader) io.Reader { return &reader{ctx, from} }

type reader struct {
	ctx  context.Context
	from io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

// SyncPath is [Folder.SyncDir] for any folder.
func SyncPath(dir string) error { return syncDir(os.Open, dir) }

// FreeSpace returns the bytes that this user can still write to the file system of an existing folder.
func FreeSpace(dir string) (int64, error) {
	free, err := freeDisk(dir)
	return free, wrap(err, "measure free space")
}
