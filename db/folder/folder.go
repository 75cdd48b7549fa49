// Package folder reads and writes the files of a library. It knows no database: which row a file belongs to is for the caller to say.
//
// All files are reached through an [os.Root], so that no name and no symbolic link leads out of the library; names from elsewhere are
// checked before they become paths. Folders are made 0700 and files 0600, where the file system has modes. What is written is whole or not there, and on the disk when the
// call returns.
package folder

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"viviscope/client/guard"
)

// The names in a library's folder, and the modes of what is made in it.
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

// Errors that a caller decides by, with errors.Is.
var (
	// ErrName: not a name that is safe on every system.
	ErrName = errors.New("not a usable file name")
	// ErrDiskFull: the disk has no room left; what was there before is still whole.
	ErrDiskFull = errors.New("the disk is full")
	// ErrReadOnly: the disk of the library takes no writes at all, or the library was opened so that it takes none.
	ErrReadOnly = errors.New("the disk is read-only")
	// ErrNoMedia: the file is neither a clip nor a picture that the library keeps, or it is damaged.
	ErrNoMedia = errors.New("neither a clip nor a picture of a kind that the library keeps")
)

// Sentinel finds our name for an error of the system; nil where there is none, or where err has it.
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

// Folder is the folder of a library. All methods are safe for concurrent use. Paths are relative to it, with slashes.
type Folder struct {
	Root *os.Root // nil before Open or Make
	dir  string

	OtherDisk error // for tests: what the system returns for a rename from one folder to another; nil: as it is

	whole sync.Mutex // held while a small file is put in place: two writers of one name would share its half
}

// At returns the folder at an absolute path, not yet opened.
func At(dir string) *Folder { return &Folder{dir: dir} }

// Dir returns the absolute path of the folder.
func (d *Folder) Dir() string { return d.dir }

// Open opens a folder that is there.
func (d *Folder) Open() (err error) {
	d.Root, err = os.OpenRoot(d.dir)
	return err
}

// Make opens a folder that is there and makes what is missing in it.
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

// Close closes the folder where it is open.
func (d *Folder) Close() error {
	if d.Root == nil {
		return nil
	}
	return d.Root.Close()
}

// safeName is what a name inside incoming/ or thumbs/ may be, of at most maxSafeName bytes: nothing that any system or shell takes for more
// than a name.
var safeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

const maxSafeName = 128

// reservedName is a name that Windows keeps for a device, with any extension.
var reservedName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// checkName refuses a name that would not be one plain file on every system.
func checkName(name string) error {
	if len(name) > maxSafeName || !safeName.MatchString(name) || reservedName.MatchString(name) || strings.HasSuffix(name, ".") {
		return fmt.Errorf("%w: %.140q", ErrName, name)
	}
	return nil
}

// safeExt is an extension without its dot.
var safeExt = regexp.MustCompile(`^[a-z0-9]{1,8}$`)

// CheckExt takes an extension with or without its dot and returns it in small letters without.
func CheckExt(ext string) (string, error) {
	e := strings.ToLower(strings.TrimPrefix(ext, "."))
	if !safeExt.MatchString(e) {
		return "", fmt.Errorf("%w: extension %.40q", ErrName, ext)
	}
	return e, nil
}

// IncomingPath returns the absolute path of a name in incoming/, for a file that is about to be fetched. The name must be plain ([ErrName]
// otherwise): letters, digits, dots, hyphens and underscores, at most 128 of them.
func (d *Folder) IncomingPath(name string) (string, error) {
	if _, err := d.IncomingRel(name); err != nil {
		return "", err
	}
	return filepath.Join(d.dir, Incoming, name), nil
}

// IncomingRel returns the path of a file in incoming/, given its name as for [Folder.IncomingPath].
func (d *Folder) IncomingRel(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	return path.Join(Incoming, name), nil
}

// OpenIncoming opens a file in incoming/ for reading; its name is a plain name as for [Folder.IncomingPath].
func (d *Folder) OpenIncoming(name string) (*os.File, error) {
	rel, err := d.IncomingRel(name)
	if err != nil {
		return nil, fmt.Errorf("open incoming: %w", err)
	}
	f, err := d.Root.Open(rel)
	return f, wrap(err, "open incoming")
}

// ThumbPath returns the absolute path of a derived picture; key is a plain name as for [Folder.IncomingPath], such as "<sha256>-320.jpg".
// The folder that it stands in exists when ThumbPath returns, the file need not.
func (d *Folder) ThumbPath(key string) (string, error) {
	if err := checkName(key); err != nil {
		return "", fmt.Errorf("thumbnail path: %w", err)
	}
	shard := path.Join(Thumbs, strings.ToLower(key[:min(2, len(key))]))
	if strings.HasSuffix(shard, ".") {
		shard = path.Join(Thumbs, "other")
	}
	if err := d.Root.MkdirAll(shard, DirMode); err != nil {
		return "", wrap(err, "thumbnail path %s", key)
	}
	return filepath.Join(d.dir, filepath.FromSlash(shard), key), nil
}

// AbsPath returns the absolute path of a file of the library, given its path relative to the library with slashes, as rows hold it. The
// file need not exist. A path that leads out of the library, also through a symbolic link, is an [ErrName].
func (d *Folder) AbsPath(rel string) (string, error) {
	local := filepath.FromSlash(rel)
	if rel == "" || !filepath.IsLocal(local) || strings.ContainsRune(rel, 0) {
		return "", fmt.Errorf("path of %.200q: %w", rel, ErrName)
	}
	if _, err := d.Root.Stat(local); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("path of %.200q: %w: %w", rel, ErrName, err)
	}
	return filepath.Join(d.dir, local), nil
}

// OpenFile opens a file of the library for reading, given its path relative to the library.
func (d *Folder) OpenFile(rel string) (*os.File, error) {
	f, err := d.Root.Open(filepath.FromSlash(rel))
	return f, wrap(err, "open file")
}

// SaveInput keeps the local picture that an edit sends, so that the job can be sent after a restart and repeated later. It returns the path
// relative to the library. The name is the hash of the bytes: the same picture is kept once.
func (d *Folder) SaveInput(ctx context.Context, data []byte, ext string) (string, error) {
	e, err := CheckExt(ext)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return "", fmt.Errorf("save input: %w", err)
	}
	if len(data) == 0 {
		return "", errors.New("save input: it is empty")
	}
	sum := sha256.Sum256(data)
	rel := path.Join(Inputs, hex.EncodeToString(sum[:])+"."+e)
	if info, err := d.Root.Stat(rel); err == nil && info.Size() == int64(len(data)) {
		return rel, nil
	}
	return rel, wrap(d.Write(rel, data), "save input")
}

// Write puts a file in place whole or not at all, on the disk when it returns.
func (d *Folder) Write(rel string, data []byte) (err error) {
	d.whole.Lock()
	defer d.whole.Unlock()
	part := rel + ".part"
	f, err := d.Root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, FileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, d.Remove(part))
	}
	if err := guard.RetryInUse(func() error { return d.Root.Rename(part, rel) }); err != nil {
		return err
	}
	return d.SyncDir(path.Dir(rel))
}

// ClearPart removes what a crash left of a file that was being written, and not what is being written now.
func (d *Folder) ClearPart(rel string) error {
	d.whole.Lock()
	defer d.whole.Unlock()
	return d.Remove(rel + ".part")
}

// MakeDir makes a folder and its parents, on the disk when it returns.
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

// SyncDir makes renames inside a folder last, where there is such a folder. Windows has no such call; its file system logs renames by
// itself.
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

// SyncFile brings the bytes of a file onto the disk.
func (d *Folder) SyncFile(rel string) error {
	f, err := d.Root.OpenFile(rel, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(IgnoreUnsupported(f.Sync()), f.Close())
}

// IgnoreUnsupported forgives a file system that cannot sync, as some network shares cannot.
func IgnoreUnsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// Remove removes a file, where there is one.
func (d *Folder) Remove(rel string) error {
	err := guard.RetryInUse(func() error { return d.Root.Remove(rel) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Exists reports whether something stands at a path, be it a link that leads nowhere.
func (d *Folder) Exists(rel string) (bool, error) {
	_, err := d.Root.Lstat(rel)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// MakePrivate makes a library's folder, readable by its owner only. A folder that was there before and holds other things keeps its mode:
// it may be somebody's home.
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

// MovePair moves a file with its sidecar, on the disk when it returns.
func (d *Folder) MovePair(from, to string) error {
	dirs := map[string]bool{}
	return errors.Join(d.RenamePair(from, to, dirs), d.SyncDirs(dirs))
}

// RenamePair moves a file with its sidecar and notes the folders that have to be synced. What is not there is not moved: a crash may have
// come between the two, or the file is gone.
func (d *Folder) RenamePair(from, to string, dirs map[string]bool) error {
	if err := d.MakeDir(path.Dir(to)); err != nil {
		return err
	}
	dirs[path.Dir(from)], dirs[path.Dir(to)] = true, true
	for _, p := range [][2]string{{from, to}, {SidecarOf(from), SidecarOf(to)}} {
		if err := d.Rename(p[0], p[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// SyncDirs is SyncDir for many folders.
func (d *Folder) SyncDirs(dirs map[string]bool) error {
	var errs []error
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		errs = append(errs, d.SyncDir(dir))
	}
	return errors.Join(errs...)
}

// FilesIn returns the plain files below some folders.
func (d *Folder) FilesIn(ctx context.Context, dirs ...string) (map[string]bool, error) {
	there := map[string]bool{}
	for _, dir := range dirs {
		if err := d.walk(ctx, dir, func(p string, _ fs.DirEntry) error { there[p] = true; return nil }); err != nil {
			return nil, err
		}
	}
	return there, nil
}

// walk calls fn for each plain file below a folder. What goes meanwhile is left out.
func (d *Folder) walk(ctx context.Context, dir string, fn func(p string, e fs.DirEntry) error) error {
	return fs.WalkDir(d.Root.FS(), dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			err = fn(p, e)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return ctx.Err()
	})
}

// Use is what a part of the library takes up on the disk.
type Use struct {
	Files int
	Bytes int64
}

// RemoveThumbs deletes the derived pictures but for those whose names are kept, and returns what that freed.
func (d *Folder) RemoveThumbs(ctx context.Context, keep func(name string) bool) (freed Use, err error) {
	err = d.walk(ctx, Thumbs, func(p string, e fs.DirEntry) error {
		if keep(e.Name()) {
			return nil
		}
		info, err := e.Info()
		if err == nil {
			err = d.Root.Remove(p)
		}
		if err == nil {
			freed.Files++
			freed.Bytes += info.Size()
		}
		return err
	})
	return freed, err
}

// Usage is what each part of the library takes up on the disk.
type Usage struct {
	Files    Use // what was made and imported
	Sidecars Use // beside them, of what was deleted, boards and drawings
	Trash    Use // with sidecars
	Inputs   Use // local pictures of requests
	Incoming Use // what is being fetched, or was left over
	Thumbs   Use // can be made again
	Backups  Use // of the database
	Database Use
}

// Usage walks the folder and sums it up by part. It takes a while where there are many files: a hundred thousand a second or less.
func (d *Folder) Usage(ctx context.Context) (Usage, error) {
	var u Usage
	err := d.walk(ctx, ".", func(p string, e fs.DirEntry) error {
		info, err := e.Info()
		if part := u.part(p); err == nil && part != nil {
			part.Files++
			part.Bytes += info.Size()
		}
		return err
	})
	return u, wrap(err, "measure library")
}

// part returns the part that a file belongs to; nil where it is none of ours.
func (u *Usage) part(p string) *Use {
	dir, _, nested := strings.Cut(p, "/")
	switch {
	case !nested && strings.HasPrefix(p, Database):
		return &u.Database
	case dir == Files && path.Ext(p) == ".json", dir == Deleted, dir == Boards, dir == Drawings:
		return &u.Sidecars
	}
	return map[string]*Use{Files: &u.Files, Trash: &u.Trash, Inputs: &u.Inputs, Incoming: &u.Incoming,
		Thumbs: &u.Thumbs, Backups: &u.Backups}[dir]
}

// Hash reads a file to its end and returns its hash, in hex, and its length; with sync its bytes are on the disk before.
func (d *Folder) Hash(ctx context.Context, rel string, sync bool) (sum string, bytes int64, err error) {
	flag := os.O_RDONLY
	if sync {
		flag = os.O_RDWR // Windows syncs only what may be written
	}
	f, err := d.Root.OpenFile(rel, flag, 0)
	if err != nil {
		return "", 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", 0, errors.Join(err, fmt.Errorf("%w: %s is no plain file", ErrName, rel))
	}
	if sync {
		_ = f.Chmod(FileMode)
		if err := IgnoreUnsupported(f.Sync()); err != nil {
			return "", 0, err
		}
	}
	h := sha256.New()
	bytes, err = io.Copy(h, Reader(ctx, f))
	return hex.EncodeToString(h.Sum(nil)), bytes, err
}

// ReadSmall reads a plain file that has at most limit bytes.
func (d *Folder) ReadSmall(rel string, limit int64) ([]byte, error) {
	info, err := d.Root.Lstat(rel)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("%s: no plain file of at most %d bytes", path.Base(rel), limit)
	}
	f, err := d.Root.Open(rel)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	return ReadOpenFile(f, limit)
}
