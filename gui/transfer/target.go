package transfer

import (
	"archive/zip"
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"
)

// target takes the files of an export. After finish all of them are there, after discard nothing is.
type target interface {
	// put writes one file, once; its error ends the export. packed: its bytes do not get smaller.
	put(name string, at time.Time, packed bool, write func(io.Writer) error) error
	finish() (path string, err error)
	discard() error
}

func newTarget(o ExportOptions) (target, error) {
	name := plainStem(o.Name)
	if o.Zip {
		f, err := os.CreateTemp(o.Folder, ".viviscope-*.part")
		if err != nil {
			return nil, err
		}
		buffer := bufio.NewWriterSize(f, 1<<18)
		return &zipTarget{f: f, buffer: buffer, zip: zip.NewWriter(buffer), dir: o.Folder, name: name}, nil
	}
	dir, err := os.MkdirTemp(o.Folder, ".viviscope-*.part")
	if err != nil {
		return nil, err
	}
	return &folderTarget{at: dir, dir: o.Folder, name: name}, nil
}

// folderTarget is a folder that gets its name at the end.
type folderTarget struct{ at, dir, name string }

func (t *folderTarget) put(name string, at time.Time, _ bool, write func(io.Writer) error) error {
	p := filepath.Join(t.at, name)
	f, err := os.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<16)
	err = write(out)
	if err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if !at.IsZero() {
		_ = os.Chtimes(p, time.Time{}, at) // a file system without times loses nothing else
	}
	return nil
}

func (t *folderTarget) finish() (string, error) {
	to := freePath(t.dir, t.name, "")
	if err := os.Chmod(t.at, 0o755); err != nil {
		return "", err
	}
	return to, os.Rename(t.at, to)
}

func (t *folderTarget) discard() error { return os.RemoveAll(t.at) }

// zipTarget is a zip that gets its name at the end. All its files are in a folder of that name, so that unpacking does not
// strew them about.
type zipTarget struct {
	f         *os.File
	buffer    *bufio.Writer
	zip       *zip.Writer
	dir, name string
	closed    bool
}

func (t *zipTarget) put(name string, at time.Time, packed bool, write func(io.Writer) error) error {
	header := &zip.FileHeader{Name: t.name + "/" + name, Modified: at.Local(), Method: zip.Deflate}
	if packed {
		header.Method = zip.Store
	}
	header.SetMode(0o644)
	out, err := t.zip.CreateHeader(header)
	if err != nil {
		return err
	}
	return write(out)
}

func (t *zipTarget) finish() (string, error) {
	if err := errors.Join(t.zip.Close(), t.buffer.Flush()); err != nil {
		return "", err
	}
	err := errors.Join(t.f.Chmod(0o644), t.f.Sync(), t.f.Close())
	t.closed = true
	if err != nil {
		return "", err
	}
	to := freePath(t.dir, t.name, ".zip")
	return to, os.Rename(t.f.Name(), to)
}

func (t *zipTarget) discard() error {
	if !t.closed {
		_ = t.f.Close() // it is deleted
	}
	return os.Remove(t.f.Name())
}
