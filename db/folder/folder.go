// Package folder reads and writes the files of a library. Start with [Folder]. The package does not use the database:
// the caller knows which row a file belongs to.
//
// All files are accessed through an [os.Root], so that no name and no symbolic link leads out of the library. Untrusted
// names are checked before they become paths. Folders have mode 0700 and files 0600, if the file system has modes.
// Files are written atomically, and synced to the disk when the call returns.
//
// Layers, from top to bottom:
//
//	usage, content       disk usage; writing, moving and hashing files
//	paths, media         paths from untrusted names; the type of a file by its first bytes
//	atomicfile, rename   atomic writes outside a library; renames across file systems
//	folder               opening the folder; syncing, removing; errors
//	names, synced        file names; folders of sync clients such as OneDrive
//	disk_*               free space and error codes of the operating system
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"sync"

	"viviscope/client/guard"
)

// The names in a library's folder, and the modes of new folders and files.
const (
	Database = "viviscope.db"
	Files    = "files"
	Inputs   = "inputs"
	Thumbs   = "thumbs"
	Incoming = "incoming"
	Trash    = "trash"
	Deleted  = "deleted"
	Backups  = "backups"
	Boards   = "boards"
	Drawings = "drawings"

	DirMode  fs.FileMode = 0o700
	FileMode fs.FileMode = 0o600
)

// Errors that callers check with errors.Is.
var (
	// ErrName: the name is not safe on every operating system.
	ErrName = errors.New("not a usable file name")
	// ErrDiskFull: the disk is full; existing files are still complete.
	ErrDiskFull = errors.New("the disk is full")
	// ErrReadOnly: the disk of the library is read-only, or the library was opened read-only.
	ErrReadOnly = errors.New("the disk is read-only")
	// ErrNoMedia: the file is neither a clip nor a picture that the library keeps, or it is damaged.
	ErrNoMedia = errors.New("neither a clip nor a picture of a kind that the library keeps")
)

// Sentinel returns the error of this package that matches a system error; nil if there is none, or if err contains it
// already.
func Sentinel(err error) error {
	switch {
	case isDiskFull(err) && !errors.Is(err, ErrDiskFull):
		return ErrDiskFull
	case isReadOnly(err) && !errors.Is(err, ErrReadOnly):
		return ErrReadOnly
	}
	return nil
}

func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	what := fmt.Sprintf(format, args...)
	if s := Sentinel(err); s != nil {
		return fmt.Errorf("%s: %w (%w)", what, s, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Folder is the folder of a library. All methods are safe for concurrent use. Paths are relative to it and
// slash-separated.
type Folder struct {
	Root *os.Root // nil before Open or Make
	dir  string

	RenameErr error // for tests: the error of every rename between two folders; nil: none

	writeMu sync.Mutex // held by Write: two writers of one name would share the part file
}

// At returns the folder at an absolute path. It is not open yet.
func At(dir string) *Folder { return &Folder{dir: dir} }

// Dir returns the absolute path of the folder.
func (d *Folder) Dir() string { return d.dir }

// Open opens an existing folder.
func (d *Folder) Open() (err error) {
	d.Root, err = os.OpenRoot(d.dir)
	return err
}

// Make opens an existing folder and creates missing subfolders.
func (d *Folder) Make() error {
	if err := d.Open(); err != nil {
		return err
	}
	for _, name := range []string{Files, Inputs, Thumbs, Incoming, Trash, Backups, Boards, Drawings} {
		if err := d.Root.MkdirAll(name, DirMode); err != nil {
			return err
		}
		_ = d.Root.Chmod(name, DirMode)
	}
	return nil
}

// Close closes the folder if it is open.
func (d *Folder) Close() error {
	if d.Root == nil {
		return nil
	}
	return d.Root.Close()
}

// MakeDir creates a folder with its parents and syncs them.
func (d *Folder) MakeDir(rel string) error {
	if _, err := d.Root.Stat(rel); err == nil {
		return nil
	}
	if err := d.Root.MkdirAll(rel, DirMode); err != nil {
		return err
	}
	for dir := rel; dir != "."; dir = path.Dir(dir) {
		if err := d.SyncDir(path.Dir(dir)); err != nil {
			return err
		}
	}
	return nil
}

// SyncDir makes renames inside a folder durable. A missing folder is no error. On Windows it does nothing: NTFS
// journals renames.
func (d *Folder) SyncDir(rel string) error {
	err := syncDir(d.Root.Open, rel)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func syncDir(open func(string) (*os.File, error), dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := open(dir)
	if err != nil {
		return err
	}
	return errors.Join(IgnoreUnsupported(f.Sync()), f.Close())
}

// SyncFile syncs a file to the disk.
func (d *Folder) SyncFile(rel string) error {
	f, err := d.Root.OpenFile(rel, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(IgnoreUnsupported(f.Sync()), f.Close())
}

// IgnoreUnsupported drops the error of a file system that cannot sync, such as some network shares.
func IgnoreUnsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// Remove removes a file; a missing file is no error.
func (d *Folder) Remove(rel string) error {
	err := guard.RetryInUse(func() error { return d.Root.Remove(rel) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Exists reports whether a path exists. A dangling symbolic link counts.
func (d *Folder) Exists(rel string) (bool, error) {
	_, err := d.Root.Lstat(rel)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// MakePrivate creates a library's folder, readable by its owner only. An existing folder with other contents keeps its
// mode: it may be the user's home.
func MakePrivate(dir string) error {
	if err := os.MkdirAll(dir, DirMode); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	ours := len(entries) == 0
	for _, e := range entries {
		ours = ours || e.Name() == Database
	}
	if !ours {
		return nil
	}
	_ = os.Chmod(dir, DirMode)
	return nil
}
